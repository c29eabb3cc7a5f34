"""Charts made ready to be drawn in HTML: rows with places on a scale, so that the templates only write.

A chart of points becomes a panel per name with a row per run, or, of one run, a panel with a row per name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mhclient.report.chart import Bar, Bars, Chart, Curve, Curves, Dots, Drawing, Measured, Point, Shades
from mhclient.report.page.linked import Figure, figure_of
from mhclient.report.page.links import Links
from mhclient.report.page.page_run import PageRun, known_by_run
from mhclient.report.page.scale import QUARTERS, SHARES, Scale, scale_of
from mhclient.report.page.tasks import TaskHead
from mhclient.report.table import Cell
from mhclient.show.cells import ROUGH, percent

WIDTH, HEIGHT = 600, 280  # of a chart of curves, in its own units
LONG_NAME = 18  # letters that stand in one line of a narrow panel


@dataclass(frozen=True, slots=True)
class DotRow:
    """A point in a row: what names it, and its figure as text."""

    name: str
    point: Point
    figure: Figure
    who: PageRun | None = None
    task: TaskHead | None = None
    lines: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Facet:
    """Rows on one scale under a head; `lines` are those of the whole panel."""

    title: str
    rows: Sequence[DotRow]
    scale: Scale
    task: TaskHead | None = None
    lines: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CurveDrawn:
    """A curve: its points, in units of the drawing, and as text."""

    name: str
    no: int
    style: int
    path: str
    dots: Sequence[tuple[float, float]]
    last: tuple[float, float]
    said: str


@dataclass(frozen=True, slots=True)
class Drawer:
    """Makes charts ready; it knows how runs and tasks are named."""

    runs: Sequence[PageRun]
    tasks: Mapping[str, TaskHead]
    links: Links

    def kind(self, chart: Chart) -> str:
        """Which macro draws the chart."""
        kinds: Mapping[type[Drawing], str] = {Dots: "dots", Bars: "bars", Curves: "curves", Shades: "shades"}
        return kinds[type(chart.drawing)]

    def panels(self, dots: Dots) -> list[Facet]:
        """The panels of a chart of points."""
        drawn = [point for series in dots.series for point in series.points]
        scale = scale_of(drawn, dots.unit)
        if len(dots.series) == 1:
            rows = [self._row(point.name, point, None, dots) for point in dots.series[0].points]
            return [Facet("", rows, scale)]
        return [self._panel(name, dots, scale) for name in dots.names]

    def _panel(self, name: str, dots: Dots, scale: Scale) -> Facet:
        who = known_by_run(self.runs)
        of_run = {series.run: series for series in dots.series}
        ordered = [of_run[each.run] for each in self.runs if each.run in of_run]
        rows = [
            self._row(series.name, point, who.get(series.run or ""), dots)
            for series in ordered
            for point in series.points
            if point.name == name
        ]
        return Facet(name, rows, scale, self.tasks.get(name), _lines(dots, name))

    def _row(self, name: str, point: Point, who: PageRun | None, dots: Dots) -> DotRow:
        scale = QUARTERS if dots.unit is Measured.SHARE else Scale(-1, 1, (), Measured.POINTS)
        text = scale.value(point.value) + (ROUGH if point.rough else "")
        figure = figure_of(Cell(text, point.behind), self.links)
        task = None if who else self.tasks.get(point.name)
        return DotRow(name, point, figure, who, task, _lines(dots, point.name))

    def bars(self, bars: Bars) -> list[tuple[Bar, PageRun | None]]:
        """The bars with their runs, in the order of the ranking."""
        who = known_by_run(self.runs)
        place = {each.run: each.no for each in self.runs}
        ordered = sorted(bars.rows, key=lambda bar: place.get(bar.run or "", len(place) + 1))
        return [(bar, who.get(bar.run or "")) for bar in ordered]

    def beside(self, bars: Bars) -> Scale:
        """The scale of what stands beside the bars."""
        return scale_of([bar.beside for bar in bars.rows if bar.beside], Measured.POINTS, least=0.1)

    @property
    def long_names(self) -> bool:
        """Whether names need wider panels: names that are cut cannot be told apart."""
        return any(max(len(who.model), len(who.detail)) > LONG_NAME for who in self.runs)

    @property
    def shares(self) -> Scale:
        return SHARES

    def curves(self, curves: Curves) -> list[CurveDrawn]:
        """The curves in the drawing's units."""
        across = across_scale(curves)
        return [_drawn(curve, no, across) for no, curve in enumerate(curves.curves, start=1)]

    def across(self, curves: Curves) -> list[tuple[float, str]]:
        """Places of the ticks below curves, and what stands there."""
        scale = across_scale(curves)
        share = 100 if curves.diagonal else 1
        return [(_x(tick, scale), f"{share * tick:g}") for tick in scale.ticks]

    def upward(self) -> list[tuple[float, str]]:
        """Places of the ticks beside curves."""
        return [(_y(tick), percent(tick).partition(".")[0]) for tick in QUARTERS.ticks]

    def shade(self, point: Point | None) -> int:
        """The shade of a share, from 0 to 5."""
        return 0 if point is None or point.value is None else round(5 * point.value)

    def figure(self, point: Point | None, unit: str = Measured.SHARE) -> Figure:
        """A point's value as text, with the address of its items."""
        if point is None:
            return Figure("")
        value = Scale(-1, 1, (), Measured(unit)).value(point.value)
        return figure_of(Cell(value, point.behind), self.links)


def bars_of(chart: Chart) -> dict[str, Bar]:
    """Run id → its bar."""
    assert isinstance(chart.drawing, Bars)
    return {bar.run: bar for bar in chart.drawing.rows if bar.run is not None}


def _lines(dots: Dots, name: str) -> dict[str, float]:
    found = {line: values.get(name) for line, values in dots.lines.items()}
    return {line: value for line, value in found.items() if value is not None}


def across_scale(curves: Curves) -> Scale:
    """The scale that curves run along."""
    if curves.diagonal:
        return QUARTERS
    at = sorted({x for curve in curves.curves for x, _ in curve.points})
    low, high = at[0], at[-1]
    return Scale(low, high if high > low else low + 1, at if len(at) <= 12 else (low, high))


def _x(value: float, scale: Scale) -> float:
    return round(40 + (WIDTH - 60) * (value - scale.low) / (scale.high - scale.low), 1)


def _y(share: float) -> float:
    return round(HEIGHT - 30 - (HEIGHT - 45) * share, 1)


def _drawn(curve: Curve, no: int, across: Scale) -> CurveDrawn:
    known = [(x, point) for x, point in curve.points if point.value is not None]
    dots = [(_x(x, across), _y(point.value or 0.0)) for x, point in known]
    path = "M" + " L".join(f"{x} {y}" for x, y in dots) if dots else ""
    said = ", ".join(f"{point.name}: {percent(point.value)} %" for _, point in known)
    return CurveDrawn(curve.name, no, curve.style, path, dots, dots[-1] if dots else (0.0, 0.0), said)
