"""CSV files: cells as they are for programs, or so that no spreadsheet calculates them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import Any

from benchmark.csv_text import csv_text

# OWASP's "CSV Injection": what Excel and LibreOffice begin a formula with, full-width signs included. Who
# knows no quotes begins a row after each line end within a cell.
FORMULA_START = re.compile(r"^(?=[\r\n])|(?:^|(?<=[\n\r\v\f\x85\u2028\u2029]))(?=[=+\-@\t＝＋－＠])")


class CsvFor(StrEnum):
    """Who reads a CSV file."""

    SPREADSHEET = "spreadsheet"
    PROGRAMS = "programs"


class Cells:
    """Writes texts for a reader, and counts those that it had to change.

    >>> cells = Cells(CsvFor.SPREADSHEET)
    >>> cells.write("=1+1"), cells.write("B"), cells.write(-1), cells.n_changed
    ("'=1+1", 'B', -1, 1)
    """

    def __init__(self, reader: CsvFor = CsvFor.SPREADSHEET) -> None:
        self._reader = reader
        self.n_changed = 0

    def write(self, cell: Any) -> Any:
        """The cell; a line of a text that a spreadsheet would take for a formula follows an apostrophe."""
        if self._reader is CsvFor.PROGRAMS or not isinstance(cell, str):
            return cell
        written, n = FORMULA_START.subn("'", cell)
        self.n_changed += bool(n)
        return written

    def what_changed(self) -> str | None:
        """What was done, in one sentence; None where nothing was."""
        if not self.n_changed:
            return None
        return (
            f"{self.n_changed:,} cells that a spreadsheet would calculate follow an apostrophe. "
            "'--csv-for programs' writes them as they are."
        )


@contextmanager
def csv_cells(reader: str, tell: Callable[[str], object]) -> Iterator[Cells]:
    """Cells for who reads the file; what had to be changed is told at the end."""
    cells = Cells(CsvFor(reader))
    yield cells
    if changed := cells.what_changed():
        tell(changed)


def csv_of(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], cells: Cells | None = None) -> str:
    """Rows as CSV under their columns; what a row lacks is empty."""
    write = (cells or Cells()).write
    return csv_text([map(write, columns), *(map(write, map(row.get, columns)) for row in rows)])
