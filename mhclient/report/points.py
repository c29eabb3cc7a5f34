"""Points of charts, from figures."""

from collections.abc import Sequence

from mhclient.figures.estimate import Estimate
from mhclient.report.chart import Point, Series
from mhclient.report.figures import Figures
from mhclient.report.names import row_name
from mhclient.report.summary import Summary
from mhclient.report.table import Behind
from mhclient.show.cells import FEW_EFFECTIVE, is_rough


def share_point(name: str, found: Estimate, behind: Behind | None = None) -> Point:
    """A share with its interval."""
    rough = is_rough(found.ci95, found.n_effective)
    return Point(name, found.value, found.ci95, behind, rough)


def accuracy_point(name: str, figures: Figures, behind: Behind | None = None) -> Point:
    """Accuracy with both its intervals: about entities like these, and about exactly these entities."""
    found = figures.estimate
    rough = is_rough(found.ci95, found.n_effective)
    return Point(
        name, found.value, found.ci95, behind, rough, figures.accuracy.correct.ci95, figures.accuracy.n_items
    )


def series_of(summary: Summary, summaries: Sequence[Summary], points: Sequence[Point]) -> Series:
    """The points of a run among those of a report."""
    return Series(row_name(summary, summaries), points, summary.run_id)


def intervals_in_words(points: Sequence[Point]) -> str:
    """What a caption says of intervals."""
    return f"Bars: 95 % intervals.{rough_note(points)}"


def rough_note(points: Sequence[Point]) -> str:
    """What † and hollow dots mean, where there are any; it begins with a space."""
    found = ""
    if any(point.rough for point in points):
        found += f" †: rough, the items are worth fewer than {FEW_EFFECTIVE} independent groups."
    if any(point.value is not None and point.bounds is None for point in points):
        found += " Hollow: no interval, since they are worth fewer than two."
    return found
