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
from mhclient.report.page.addresses import Addresses, filters_of
from mhclient.report.summary import Summary
from mhclient.report.tables import TABLES, Table, entities_table

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
    made = [(place, summary, _table(name, summary, top)) for place, summary in enumerate(summaries)]
    found = [(place, summary, table) for place, summary, table in made if table is not None]
    if not found:
        return None
    head = list(dict.fromkeys(column for _, _, table in found for column in table.head))
    several = len(summaries) > 1
    rows = []
    for place, summary, table in found:
        run = [Cell(row_name(summary, summaries), addresses.items(place))] if several else []
        for number, row in enumerate(table.rows):
            cells = dict(zip(table.head, row, strict=True))
            rows.append(
                [
                    *run,
                    *(
                        Cell(
                            cells.get(column, ""),
                            _href(name, summary, number, tuple(row), column, place, addresses),
                        )
                        for column in head
                    ),
                ]
            )
    first = found[0][2]
    return LinkedTable(
        first.title, first.note, ["Run", *head] if several else head, rows, 2 if several else 1
    )


def _table(name: str, summary: Summary, top: int | None) -> Table | None:
    return entities_table(summary, top) if name == "entities" else TABLES[name](summary)


def _href(
    name: str,
    summary: Summary,
    number: int,
    row: tuple[str, ...],
    column: str,
    place: int,
    addresses: Addresses,
) -> str | None:
    filters = filters_of(name, summary, number, row, column)
    return None if filters is None else addresses.items(place, **filters)


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
