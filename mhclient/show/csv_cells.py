"""Cells of CSV files: as they are for programs, or so that no spreadsheet calculates them."""

from enum import StrEnum
from typing import Any

# OWASP's "CSV Injection": what Excel and LibreOffice begin a formula with, full-width signs included.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


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
        """The cell; a text that a spreadsheet would take for a formula follows an apostrophe."""
        if (
            self._reader is CsvFor.PROGRAMS
            or not isinstance(cell, str)
            or not cell.startswith(FORMULA_STARTS)
        ):
            return cell
        self.n_changed += 1
        return f"'{cell}"

    def what_changed(self) -> str | None:
        """What was done, in one sentence; None where nothing was."""
        if not self.n_changed:
            return None
        return (
            f"{self.n_changed:,} cells that a spreadsheet would calculate follow an apostrophe. "
            "'--csv-for programs' writes them as they are."
        )
