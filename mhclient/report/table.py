"""What a table is to the writers: text cells with a title, a head and a note."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mhclient.show.cells import ROUGH, ROUGH_NOTE

SUMS = "all"  # names the row that stands apart


@dataclass(frozen=True, slots=True)
class Table:
    """Text cells under a head; the first column names the row.

    Attributes:
        own_note: what the table's maker says below it.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    own_note: str = ""

    @property
    def note(self) -> str:
        """What stands below the table: its own note, and what signs in its cells mean."""
        return joined_note([self.own_note, *self.signs])

    @property
    def signs(self) -> list[str]:
        """What signs in the cells mean."""
        return [ROUGH_NOTE] if any(cell.endswith(ROUGH) for row in self.rows for cell in row) else []


def joined_note(parts: Iterable[str]) -> str:
    """Notes in a row, each once."""
    return " ".join(dict.fromkeys(part for part in parts if part))
