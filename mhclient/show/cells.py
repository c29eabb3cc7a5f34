"""How figures look to people: one place, for the terminal, Markdown, LaTeX and the page alike."""

from typing import TypeAlias

# Low and high bound of an interval; None where the figure is undefined.
Interval: TypeAlias = "tuple[float, float] | None"

NOT_KNOWN = "–"
# Behind a figure that says little, and what it means.
ROUGH = " †"
FEWEST_EFFECTIVE = 2  # effective clusters, below which there is no interval
FEW_EFFECTIVE = 10
FEW_REPLIES = 20
ROUGH_NOTE = (
    f"†: rough, since the items are worth fewer than {FEW_EFFECTIVE} independent groups (effective "
    f"clusters), or there are fewer than {FEW_REPLIES} replies."
)
CLUSTERS = "Clusters"  # the head of a column of effective clusters, and what it means
CLUSTERS_NOTE = (
    f"{CLUSTERS}: effective clusters, that is how many independent groups of one size the items are worth, "
    "since items that share something are right or wrong together."
)
TOO_FEW = "too few clusters"


def percent(value: float | None) -> str:
    """A share as a percentage with one decimal.

    >>> percent(0.7346), percent(-0.05), percent(-0.0001), percent(None)
    ('73.5', '−5.0', '0.0', '–')
    """
    # Adding 0.0 takes the sign from a zero, which rounding may have left.
    return NOT_KNOWN if value is None else f"{round(100 * value, 1) + 0.0:.1f}".replace("-", "−")


def points(value: float | None) -> str:
    """A difference of shares in percentage points, with its sign.

    >>> points(0.0346), points(-0.2)
    ('+3.5', '−20.0')
    """
    if value is None:
        return NOT_KNOWN
    return f"{round(100 * value, 1) + 0.0:+.1f}".replace("-", "−")


def interval(bounds: Interval) -> str:
    """An interval of shares, or of differences of shares, as percentages."""
    if bounds is None:
        return NOT_KNOWN
    between = " to " if bounds[0] < 0 else "–"
    return f"{percent(bounds[0])}{between}{percent(bounds[1])}"


def rough_interval(bounds: Interval, n_effective: float | None) -> str:
    """An interval that rests on effective clusters: marked where they are few, none where they are too few.

    >>> rough_interval((0.5, 0.75), 7.0), rough_interval((0.5, 0.75), 80.0), rough_interval(None, 1.4)
    ('50.0–75.0 †', '50.0–75.0', 'too few clusters')
    """
    if bounds is None and n_effective is not None and n_effective < FEWEST_EFFECTIVE:
        return TOO_FEW
    return interval(bounds) + (ROUGH if is_rough(bounds, n_effective) else "")


def is_rough(bounds: Interval, n_effective: float | None) -> bool:
    """Whether an interval rests on few effective clusters."""
    return bounds is not None and n_effective is not None and n_effective < FEW_EFFECTIVE


def clusters(n_effective: float | None) -> str:
    """How many clusters that are alike in size and independent the items are worth.

    >>> clusters(10.573), clusters(1299.0), clusters(None)
    ('10.6', '1,299', '–')
    """
    if n_effective is None:
        return NOT_KNOWN
    return f"{n_effective:.1f}" if n_effective < 100 else f"{n_effective:,.0f}"


def coefficient(value: float | None) -> str:
    """A coefficient from −1 to 1 with two decimals."""
    return NOT_KNOWN if value is None else f"{value:.2f}".replace("-", "−")


def p_value(p: float | None) -> str:
    """A p value.

    >>> p_value(0.04321), p_value(0.00001), p_value(None)
    ('0.043', '<0.001', '–')
    """
    if p is None:
        return NOT_KNOWN
    return "<0.001" if p < 0.001 else f"{p:.3f}"
