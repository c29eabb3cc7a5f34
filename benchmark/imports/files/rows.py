"""What a file holds before anybody says which of it are questions: rows with named cells, and the values of
cells as text, as whoever typed them sees them.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

MAX_ROWS = 1_000_000
MAX_COLUMNS = 500


@dataclass(frozen=True, slots=True)
class Row:
    """Cells by the name of their column, and where they stand ("line 3")."""

    where: str
    cells: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rows:
    """All rows of a file.

    Attributes:
        rows: what could be read; a table's empty rows are left out.
        bad: what could not: where, and why.
        found: sentences about the file: its form, encoding, header.
        evidence: columns that the file itself says hold an index counted from 0.
        table: whether cells come from a table, where an empty cell is no value.
    """

    rows: Sequence[Row]
    bad: Sequence[tuple[str, str]] = ()
    found: tuple[str, ...] = ()
    evidence: frozenset[str] = field(default_factory=frozenset)
    table: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """Every name, in the order of appearance."""
        return tuple(dict.fromkeys(name for row in self.rows for name in row.cells))


# What a spreadsheet shows for a formula that failed; files of workbooks hold the English names, exported
# tables those of the program's language.
EXCEL_ERRORS = frozenset(
    (
        *("#REF!", "#N/A", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#SPILL!", "#CALC!"),
        *("#BEZUG!", "#NV", "#WERT!", "#ZAHL!"),
    )
)
UNCALCULATED = "#CALC!"  # what Excel shows for a formula that it cannot calculate


class FormattedCell(str):
    """The text of a cell that a number format shows.

    Attributes:
        is_date: whether it is a date, a time or a duration.
        held: which cell it is, its bare value and its format.
        unknown: why it is not known what the cell shows; the text is then its bare value. Else "".
    """

    is_date: bool
    held: str
    unknown: str

    def __new__(cls, text: str, *, is_date: bool, held: str, unknown: str = "") -> "FormattedCell":
        made = super().__new__(cls, text)
        made.is_date, made.held, made.unknown = is_date, held, unknown
        return made


def cell_text(value: object) -> str:
    """A cell as text: 2.0 is "2", a date is written as ISO 8601 does, nothing is "".

    >>> cell_text(2.0), cell_text(0.5), cell_text(None), cell_text(True)
    ('2', '0.5', '', 'TRUE')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, dt.datetime) and not (value.hour or value.minute or value.second):
        return value.date().isoformat()
    if isinstance(value, dt.datetime | dt.date | dt.time):
        return value.isoformat()
    return str(value)
