"""Tables of the page: the tables of all runs as one, with a column that names the run, and links in cells."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mhclient.report.across import row_name
from mhclient.report.compare import Comparison
from mhclient.report.compare_tables import (
    CHANGED,
    accuracy_table,
    cost_table,
    reading_table,
    transitions_table,
)
from mhclient.report.names import with_marks
from mhclient.report.page.addresses import Addresses, filters_of
from mhclient.report.summary import Summary
from mhclient.report.table import Table, joined_note
from mhclient.report.tables import table_of

# More rows than this get a field to filter them by.
MANY = 8


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's text, and the items behind it."""

    text: str
    href: str | None = None


@dataclass(frozen=True, slots=True)
class LinkedTable:
    """A table as the page shows it; `names` is how many columns, from the left, name the row."""

    title: str
    note: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    names: int = 1

    @property
    def many(self) -> bool:
        return len(self.rows) > MANY


def plain(table: Table) -> LinkedTable:
    """A table without links."""
    return LinkedTable(
        table.title, table.note, table.head, [[Cell(cell) for cell in row] for row in table.rows]
    )


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
        run = [Cell(row_name(summaries[place], summaries), addresses.items(place))] if several else []
        of = _Links(name, summaries[place], place, addresses)
        rows += [[*run, *of.row(number, table, head)] for number in range(len(table.rows))]
    title = next(iter(tables.values())).title
    note = _note(tables, summaries)
    return LinkedTable(title, note, ["Run", *head] if several else head, rows, 2 if several else 1)


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


@dataclass(frozen=True, slots=True)
class _Links:
    """The cells of one of a run's tables, with the items behind them."""

    name: str
    summary: Summary
    place: int
    addresses: Addresses

    def row(self, number: int, table: Table, head: Sequence[str]) -> list[Cell]:
        """A row under the head of the joined table, which may have columns that this one lacks."""
        cells = dict(zip(table.head, table.rows[number], strict=True))
        return [Cell(cells.get(column, ""), self._href(number, table, column)) for column in head]

    def _href(self, number: int, table: Table, column: str) -> str | None:
        filters = filters_of(self.name, self.summary, number, tuple(table.rows[number]), column)
        return None if filters is None else self.addresses.items(self.place, **filters)


def comparison_linked(
    comparison: Comparison, summaries: Sequence[Summary], addresses: Addresses
) -> Iterator[LinkedTable]:
    """The tables of a comparison; counts of changed items lead to the second run's page."""
    place_of = {summary.run_id: place for place, summary in enumerate(summaries)}
    for pair in comparison.pairs:
        first, second = (place_of[run.run.run_id] for run in (pair.first, pair.second))
        filters = {"against": str(first + 1), "change": "any"}
        yield _changes_linked(accuracy_table(pair, comparison), addresses, second, filters)
        yield plain(reading_table(pair, comparison))
        yield plain(transitions_table(pair, comparison))
    yield plain(cost_table(comparison))


def _changes_linked(
    table: Table, addresses: Addresses, place: int, filters: Mapping[str, str]
) -> LinkedTable:
    rows = [
        [
            Cell(cell, addresses.items(place, task=row[0], **filters) if column == CHANGED else None)
            for cell, column in zip(row, table.head, strict=True)
        ]
        for row in table.rows
    ]
    return LinkedTable(table.title, table.note, table.head, rows)
