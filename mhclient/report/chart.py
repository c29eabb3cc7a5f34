"""What a chart is: figures and words, without a drawing. The page draws it as SVG, `--figures` for a paper.

A chart is one of four kinds: points with intervals, bars of shares, curves, or a table in shades. All values
are shares or differences of shares. At the end, points made of figures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from mhclient.figures.confidence_intervals import Estimate
from mhclient.figures.proportion_intervals import Interval
from mhclient.report.summary import Figures, Summary
from mhclient.report.table import Behind
from mhclient.report.wording.names import row_name
from mhclient.show.cells import FEW_EFFECTIVE, is_rough


class Measured(StrEnum):
    """What values of a chart are."""

    SHARE = "share"  # from 0 to 1, shown in %
    POINTS = "points"  # a difference of shares, around 0, shown in percentage points


@dataclass(frozen=True, slots=True)
class Point:
    """A value, its interval, and the items behind it.

    Attributes:
        bounds: the 95 % interval; None where there is none.
        rough: whether the interval rests on few effective clusters.
        exact: the interval for exactly these entities, where that is known too.
        n: of how many items it is, where a figure for a paper says it.
    """

    name: str
    value: float | None
    bounds: Interval = None
    behind: Behind | None = None
    rough: bool = False
    exact: Interval = None
    n: int | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """Points of one run, or of something else that has a name."""

    name: str
    points: Sequence[Point]
    run: str | None = None


@dataclass(frozen=True, slots=True)
class Dots:
    """Points with intervals, by name.

    Attributes:
        lines: what reference values are called → name of a point → value.
        axis: what a paper's figure says below its scale, where the unit does not say all.
        notes: sentences that stand below it; the page has them among the chart's words.
    """

    series: Sequence[Series]
    unit: Measured = Measured.SHARE
    lines: Mapping[str, Mapping[str, float | None]] = field(default_factory=dict)
    axis: str = ""
    notes: Sequence[str] = ()

    @property
    def names(self) -> list[str]:
        """The names of points, each once."""
        return list(dict.fromkeys(point.name for series in self.series for point in series.points))


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a bar; `kind` decides its colour."""

    kind: str
    label: str
    share: float
    n: int
    behind: Behind | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of 100 items.

    Attributes:
        run: the id of the run that it is about all items of; None for a part of a run.
        estimate: the first segment's share with its interval.
        line: a share that is marked by a line across the bar.
        beside: a figure that stands beside the bar, on a scale of its own.
    """

    name: str
    segments: Sequence[Segment]
    run: str | None = None
    estimate: Point | None = None
    line: float | None = None
    beside: Point | None = None


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars of one scale.

    Attributes:
        kinds: those of the segments, in the order of a bar.
        line: what the lines across bars are.
        beside: what the figures beside bars are.
    """

    rows: Sequence[Bar]
    kinds: Sequence[str]
    line: str = ""
    beside: str = ""

    @property
    def labels(self) -> dict[str, str]:
        """Kind → label of every segment that occurs, in the order of a bar."""
        found = {part.kind: part.label for bar in self.rows for part in bar.segments}
        return {kind: found[kind] for kind in self.kinds if kind in found}


@dataclass(frozen=True, slots=True)
class Curve:
    """Shares along a scale, each with its place on it; `style` tells curves of one run apart, from 0."""

    name: str
    points: Sequence[tuple[float, Point]]
    style: int = 0


@dataclass(frozen=True, slots=True)
class Curves:
    """Curves over one scale.

    Attributes:
        across: what the scale is.
        diagonal: whether a line shows where both are the same; then the scale is in % too.
    """

    curves: Sequence[Curve]
    across: str
    diagonal: bool = False


@dataclass(frozen=True, slots=True)
class Shades:
    """A table in shades: a share for each row and column; None where there is none."""

    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Point | None]]]


Drawing: TypeAlias = Dots | Bars | Curves | Shades


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its name in addresses and file names, what stands above it, and what it shows in words."""

    name: str
    title: str
    words: str
    drawing: Drawing


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
