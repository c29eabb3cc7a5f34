"""Tables and charts made ready to be drawn in HTML, so that the templates only write.

Cells of tables are links to the items behind them; a table of several runs has a column that names the run.
A chart of points becomes a box per name with a row per run, or, of one run, a box with a row per name. Where
values stand on a scale is a per cent of its width: charts stretch without being redrawn.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from mhclient.report.blocks.block import RunTable
from mhclient.report.chart import Bar, Bars, Chart, Curve, Curves, Dots, Drawing, Measured, Point, Shades
from mhclient.report.page.runs import Links, PageRun, TaskHead, known_by_run
from mhclient.report.summary import Summary
from mhclient.report.table import BETWEEN, Behind, Cell, Row, Table, as_cell, joined_note
from mhclient.report.wording.names import row_cell, row_name, with_marks
from mhclient.show.cells import ROUGH, percent, points

STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0)
MOST_TICKS = 6


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale from `low` to `high`, with lines at `ticks`."""

    low: float
    high: float
    ticks: Sequence[float]
    unit: Measured = Measured.SHARE

    def at(self, value: float) -> str:
        """The place of a value, as an attribute of SVG."""
        within = min(max(value, self.low), self.high)
        return f"{round(100 * (within - self.low) / (self.high - self.low), 2):g}%"

    def wide(self, width: float) -> str:
        """The length of a difference."""
        return f"{round(100 * abs(width) / (self.high - self.low), 2):g}%"

    def label(self, tick: float) -> str:
        """What stands at a tick."""
        whole = round(100 * tick)
        return f"{whole:+d}".replace("-", "−") if self.unit is Measured.POINTS and whole else str(whole)

    def value(self, value: float | None) -> str:
        """A value as text."""
        return points(value) if self.unit is Measured.POINTS else percent(value)

    def span(self, bounds: tuple[float, float]) -> str:
        """An interval as text."""
        between = " to " if self.unit is Measured.POINTS else "–"
        return between.join(map(self.value, bounds))


SHARES = Scale(0.0, 1.0, (0.0, 0.2, 0.4, 0.6, 0.8, 1.0))
QUARTERS = Scale(0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0))


def scale_of(drawn: Iterable[Point], unit: Measured, least: float = 0.05) -> Scale:
    """The scale of differences: around 0, as wide as values and intervals need."""
    if unit is Measured.SHARE:
        return QUARTERS
    values = [value for point in drawn for value in (point.value, *(point.bounds or ())) if value is not None]
    low, high = min([-least, *values]), max([least, *values])
    step = next((step for step in STEPS if (high - low) / step <= MOST_TICKS - 1), STEPS[-1])
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    ticks = [round(low + place * step, 6) for place in range(round((high - low) / step) + 1)]
    return Scale(low, high, ticks, unit)


def from_lowest(drawn: Iterable[Point]) -> Scale:
    """A scale of shares that begins below the lowest interval, for columns in which runs are compared."""
    values = [value for point in drawn for value in (point.value, *(point.bounds or ())) if value is not None]
    low = max(0.0, math.floor((min(values, default=0.0) - 0.03) * 10) / 10)
    ticks = [tick for tick in SHARES.ticks if tick >= low - 1e-9]
    return Scale(low, 1.0, ticks)


# More rows than this get a field to filter them by.
MANY = 8


@dataclass(frozen=True, slots=True)
class Figure:
    """A text, and the items behind it.

    Attributes:
        href: their address; None where there are none, or no page of them.
        counted: how many they are, where the text does not say it.
    """

    text: str
    href: str | None = None
    counted: str = ""


@dataclass(frozen=True, slots=True)
class LinkedCell:
    """A cell's figures, of which few cells have several; `best` of its column or not."""

    figures: Sequence[Figure]
    best: bool = False

    @property
    def text(self) -> str:
        return BETWEEN.join(figure.text for figure in self.figures)


@dataclass(frozen=True, slots=True)
class LinkedRow:
    """A row of cells."""

    cells: Sequence[LinkedCell]


@dataclass(frozen=True, slots=True)
class LinkedTable:
    """A table as the page shows it; `names` is how many columns, from the left, name the row."""

    title: str
    note: str
    head: Sequence[str]
    rows: Sequence[LinkedRow]
    names: int = 1

    @property
    def many(self) -> bool:
        return len(self.rows) > MANY


def linked_table(table: Table, links: Links) -> LinkedTable:
    """A table with its cells as links, the best figure of a column marked."""
    best = table.best_places
    rows = [
        linked_row(row, links, {column for of_row, column in best if of_row == number})
        for number, row in enumerate(table.rows)
    ]
    return LinkedTable(table.title, joined_note([table.note, *table.bold]), table.head, rows, table.names)


def linked_row(row: Row, links: Links, best: Collection[int] = ()) -> LinkedRow:
    """A row with its cells as links, and which columns it is the best of."""
    linked = [
        LinkedCell(
            [figure_of(part, links) for part in as_cell(cell).figures],
            column in best or as_cell(cell).strong,
        )
        for column, cell in enumerate(row)
    ]
    return LinkedRow(linked)


def figure_of(cell: Cell, links: Links) -> Figure:
    """One figure."""
    href = links.href(cell.behind)
    if cell.behind is None or href is None:
        return Figure(cell.text)
    return Figure(cell.text, href, _items(_counted(cell.text, cell.behind)))


def _items(counted: str) -> str:
    """How many items, in words."""
    if not counted:
        return ""
    return f"{counted.replace('/', ' of ')} {'item' if counted.rpartition('/')[2] == '1' else 'items'}"


def _counted(text: str, behind: Behind) -> str:
    """How many items there are, which a count says itself."""
    return "" if text == str(behind.n) else behind.counted


def joined(table: RunTable, summaries: Sequence[Summary], links: Links) -> LinkedTable | None:
    """One of the runs' tables for all runs; None where no run has it."""
    made = {place: table.make(summary) for place, summary in enumerate(summaries)}
    tables = {place: table for place, table in made.items() if table is not None}
    if not tables:
        return None
    several = len(summaries) > 1
    head = list(dict.fromkeys(column for table in tables.values() for column in table.head))
    rows = [
        [*([row_cell(summaries[place], summaries)] if several else []), *row]
        for place, table in tables.items()
        for row in _under(head, table)
    ]
    first = next(iter(tables.values()))
    shown = ["Run", *head] if several else head
    note = _note(tables, summaries)
    linked = [linked_row(row, links) for row in rows]
    return LinkedTable(first.title, note, shown, linked, first.names + several)


def _under(head: Sequence[str], table: Table) -> list[Row]:
    """The table's rows under a head that has its columns, and may have others."""
    if list(table.head) == list(head):
        return list(table.rows)
    by_column = [dict(zip(table.head, row, strict=True)) for row in table.rows]
    return [[cells.get(column, "") for column in head] for cells in by_column]


def _note(tables: Mapping[int, Table], summaries: Sequence[Summary]) -> str:
    """What the runs' tables say below, each thing once: under the runs' names what not all of them say."""
    if len(summaries) == 1:
        return tables[0].note
    saying: dict[str, list[str]] = {}
    for place, table in tables.items():
        if table.own_note:
            saying.setdefault(table.own_note, []).append(row_name(summaries[place], summaries))
    own = [note if len(saying) == 1 else f"{', '.join(names)}: {note}" for note, names in saying.items()]
    note = joined_note([*own, *(sign for table in tables.values() for sign in table.signs)])
    return with_marks(note, [summaries[place].run for place in tables])


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
