"""How figures look to people: one place, for the terminal, Markdown, LaTeX and the page alike."""

from mhclient.scoring.bootstrap import Estimate
from mhclient.scoring.intervals import Interval
from mhclient.scoring.metrics import Share

NOT_KNOWN = "–"


def percent(value: float | None) -> str:
    """A share as a percentage with one decimal.

    >>> percent(0.7346), percent(-0.05), percent(None)
    ('73.5', '−5.0', '–')
    """
    return NOT_KNOWN if value is None else f"{100 * value:.1f}".replace("-", "−")


def points(value: float | None) -> str:
    """A difference of shares in percentage points, with its sign.

    >>> points(0.0346), points(-0.2)
    ('+3.5', '−20.0')
    """
    if value is None:
        return NOT_KNOWN
    return f"{100 * value:+.1f}".replace("-", "−")


def interval(bounds: Interval) -> str:
    """An interval of shares, or of differences of shares, as percentages."""
    if bounds is None:
        return NOT_KNOWN
    between = " to " if bounds[0] < 0 else "–"
    return f"{percent(bounds[0])}{between}{percent(bounds[1])}"


def difference(figure: Estimate) -> str:
    """A difference with its interval, in percentage points."""
    if figure.ci95 is None:
        return points(figure.value)
    low, high = figure.ci95
    return f"{points(figure.value)} ({points(low)} to {points(high)})"


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


def share_of(part: Share) -> str:
    """A share with its counts."""
    return f"{percent(part.value)} ({part.count}/{part.n})"
