"""What a file holds before anybody says which of it are questions: rows with named cells."""

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
