"""Why a verdict may stand beside an interval that seems to say something else: said where that occurs.

A verdict goes by tests that are adjusted for all comparisons. Of the two intervals beside it one is of one
comparison alone, and so narrower than the test; the other holds for all at once, and is slightly wider than
Holm's method needs. Source: docs/statistics.md, "Comparisons".
"""

from collections.abc import Iterable, Iterator

from mhclient.figures.paired import Paired, Verdict
from mhclient.figures.proportion_intervals import Interval

REACHES = (
    "A verdict may stand beside an interval with 0 in it that holds for all comparisons of its family at "
    "once: it goes by the adjusted test (p Holm), which finds slightly more than such an interval can show."
)
OPEN = (
    "No difference may be shown beside a 95 % interval without 0: that interval is of one comparison alone, "
    "and the verdict is adjusted for all of its family."
)
BEYOND = (
    "“Equivalent” may stand beside an interval that reaches beyond the margin: it goes by two one-sided "
    "tests at 5 %, which need less than a 95 % interval."
)


def shown_with_zero(pair: Paired) -> bool:
    """Whether a difference is shown, and 0 is in the interval that holds for all comparisons at once."""
    shown = pair.judged.verdict in (Verdict.BETTER, Verdict.WORSE)
    return shown and _has_zero(pair.judged.simultaneous)


def open_without_zero(pair: Paired) -> bool:
    """Whether no difference is shown, and 0 is not in the interval of this comparison alone."""
    shown = pair.judged.verdict in (Verdict.BETTER, Verdict.WORSE)
    alone = pair.difference.ci95
    return not shown and alone is not None and not _has_zero(alone)


def equivalent_beyond(pair: Paired, margin: float) -> bool:
    """Whether runs are equivalent, and the interval for all comparisons at once is not within the margin."""
    bounds = pair.judged.simultaneous
    return (
        pair.judged.verdict is Verdict.EQUIVALENT
        and bounds is not None
        and not -margin <= bounds[0] <= bounds[1] <= margin
    )


def why_beside(pair: Paired, margin: float) -> str:
    """The same in a sentence about one pair, which begins with a space; "" where it does not occur."""
    if shown_with_zero(pair):
        return (
            " That verdict goes by the adjusted test; the interval, which holds for all at once, has 0 in it."
        )
    if equivalent_beyond(pair, margin):
        return " Equivalence goes by two one-sided tests at 5 %, which need less than the interval shown."
    return ""


def verdict_notes(pairs: Iterable[Paired], margin: float, *, alone: bool = True) -> str:
    """What a table or a figure of these pairs says of it; "" where it does not occur.

    Args:
        alone: whether it shows the intervals of one comparison alone, too.
    """
    return " ".join(_notes(list(pairs), margin, alone=alone))


def _notes(pairs: list[Paired], margin: float, *, alone: bool) -> Iterator[str]:
    if any(map(shown_with_zero, pairs)):
        yield REACHES
    if alone and any(map(open_without_zero, pairs)):
        yield OPEN
    if any(equivalent_beyond(pair, margin) for pair in pairs):
        yield BEYOND


def _has_zero(bounds: Interval) -> bool:
    return bounds is not None and bounds[0] <= 0 <= bounds[1]
