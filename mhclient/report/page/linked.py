"""Tables of the page: the tables of all runs as one, with a column that names the run, and links in cells."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mhclient.report.across import across_tables, row_name
from mhclient.report.compare.contrast import Comparison
from mhclient.report.compare.tables import (
    accuracy_table,
    cost_table,
    reading_table,
    transitions_table,
)
from mhclient.report.names import with_marks
from mhclient.report.page.addresses import Addresses, Behind, query
from mhclient.report.page.drilldown import Row, behind_rows
from mhclient.report.page.drilldown_across import (
    behind_accuracy,
    behind_across,
    behind_reading,
    behind_transitions,
)
from mhclient.report.summary import Summary
from mhclient.report.table import Table, joined_note
from mhclient.report.tables import table_of

# More rows than this get a field to filter them by.
MANY = 8
# How many columns name a row, where that is not the first alone.
NAMES = {"shares": 2, "confusions": 2}
BETWEEN = "/"  # stands between the figures of a cell that has several


@dataclass(frozen=True, slots=True)
class Figure:
    """A text, and the items behind it.

    Attributes:
        query: what picks them on the page of the row's run; None where there are none, or no such page.
        counted: how many they are, where the text does not say it.
    """

    text: str
    query: str | None = None
    counted: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's figures, of which few cells have several."""

    figures: Sequence[Figure]

    @property
    def text(self) -> str:
        return BETWEEN.join(figure.text for figure in self.figures)


@dataclass(frozen=True, slots=True)
class LinkedRow:
    """A row, and the number, from 1, of the run whose items are behind its cells."""

    cells: Sequence[Cell]
    run: int | None = None


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


@dataclass(frozen=True, slots=True)
class Linker:
    """Makes rows that lead to items of the run at this place.

    A page of many runs has thousands of links: the script puts them together (report.js), which halves them.
    """

    addresses: Addresses
    place: int

    def name(self, text: str) -> Cell:
        """The run's name: it leads to all items that were asked."""
        return Cell([Figure(text, self._query({}))])

    def cell(self, text: str, behind: Behind | tuple[Behind, ...] | None) -> Cell:
        """A cell, and what is behind it: behind each of its figures, where there are several."""
        if isinstance(behind, tuple):
            pairs = zip(text.split(BETWEEN), behind, strict=True)
            return Cell([self._figure(*pair) for pair in pairs])
        return Cell([self._figure(text, behind)])

    def row(self, cells: Sequence[Cell]) -> LinkedRow:
        """A row of cells."""
        return LinkedRow(cells, self.place + 1)

    def cells(self, texts: Mapping[str, str], behind: Row, head: Sequence[str]) -> list[Cell]:
        """Cells under a head, which may have columns that they lack."""
        return [self.cell(texts.get(column, ""), behind.get(column)) for column in head]

    def table(self, table: Table, rows: Sequence[Row]) -> LinkedTable:
        """A whole table."""
        pairs = zip(table.rows, rows, strict=True)
        linked = [
            self.row(self.cells(dict(zip(table.head, row, strict=True)), behind, table.head))
            for row, behind in pairs
        ]
        return LinkedTable(table.title, table.note, table.head, linked)

    def _query(self, filters: Mapping[str, str]) -> str | None:
        return None if self.addresses.pages is None else query(filters)

    def _figure(self, text: str, behind: Behind | None) -> Figure:
        if behind is None or not behind.n:
            return Figure(text)
        # A count says itself how many items there are.
        return Figure(text, self._query(behind.filters), "" if text == str(behind.n) else behind.counted)


def plain(table: Table) -> LinkedTable:
    """A table without links."""
    return LinkedTable(table.title, table.note, table.head, [_unlinked(row) for row in table.rows])


def _unlinked(cells: Sequence[str]) -> LinkedRow:
    return LinkedRow([Cell([Figure(cell)]) for cell in cells])


def joined(
    name: str, summaries: Sequence[Summary], addresses: Addresses, top: int | None
) -> LinkedTable | None:
    """One of the runs' tables for all runs; None where no run has it."""
    made = {place: table_of(name, summary, top) for place, summary in enumerate(summaries)}
    tables = {place: table for place, table in made.items() if table is not None}
    if not tables:
        return None
    head = list(dict.fromkeys(column for table in tables.values() for column in table.head))
    several = len(summaries) > 1
    rows = []
    for place, table in tables.items():
        linker = Linker(addresses, place)
        run = [linker.name(row_name(summaries[place], summaries))] if several else []
        behind = behind_rows(name, summaries[place], top) or [{}] * len(table.rows)
        for cells, items in zip(table.rows, behind, strict=True):
            own = linker.cells(dict(zip(table.head, cells, strict=True)), items, head)
            rows.append(linker.row([*run, *own]))
    title = next(iter(tables.values())).title
    note = _note(tables, summaries)
    names = NAMES.get(name, 1)
    return LinkedTable(title, note, ["Run", *head] if several else head, rows, names + several)


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


def across_linked(
    summaries: Sequence[Summary], addresses: Addresses, top: int | None
) -> dict[str, LinkedTable]:
    """The tables with a row per run, by their number."""
    return {
        number: _across(table, behind_across(number, table, summaries, top), addresses)
        for number, table in across_tables(summaries, top).items()
    }


def _across(
    table: Table, behind: Sequence[tuple[int, Sequence[Behind | None]]], addresses: Addresses
) -> LinkedTable:
    """Rows that are no run's stand behind the others."""
    rows = []
    for cells, (place, items) in zip(table.rows, behind, strict=False):
        linker = Linker(addresses, place)
        linked = (linker.cell(*pair) for pair in zip(cells[1:], items, strict=True))
        rows.append(linker.row([linker.name(cells[0]), *linked]))
    rows += map(_unlinked, table.rows[len(rows) :])
    return LinkedTable(table.title, table.note, table.head, rows)


def comparison_linked(
    comparison: Comparison, summaries: Sequence[Summary], addresses: Addresses
) -> Iterator[LinkedTable]:
    """The tables of a comparison; their figures lead to the second run's page."""
    place_of = {summary.run_id: place for place, summary in enumerate(summaries)}
    for pair in comparison.pairs:
        first, second = (place_of[run.run.run_id] for run in (pair.first, pair.second))
        linker = Linker(addresses, second)
        yield linker.table(accuracy_table(pair, comparison), behind_accuracy(pair, first))
        yield linker.table(reading_table(pair, comparison), behind_reading(pair, first))
        ends = transitions_table(pair, comparison)
        yield linker.table(ends, behind_transitions(pair, first, ends))
    yield plain(cost_table(comparison))
