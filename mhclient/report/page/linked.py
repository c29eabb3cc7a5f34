"""Tables of the page: cells as links, and the tables of all runs as one, with a column that names the run."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from mhclient.report.blocks.block import RunTable
from mhclient.report.page.links import Links
from mhclient.report.summary import Summary
from mhclient.report.table import BETWEEN, Behind, Cell, Row, Table, as_cell, joined_note
from mhclient.report.wording.names import row_cell, row_name, with_marks

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
