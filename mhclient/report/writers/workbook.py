"""A report as a workbook of Excel and LibreOffice: a sheet of figures, and one of questions and replies."""

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

from cache import Store
from mhclient.errors import UsageError
from mhclient.redaction.secrets import results_redactor
from mhclient.report.summary import Summary
from mhclient.report.writers.tidy import result_columns, result_rows, summary_table
from mhclient.show.visible import visible

# What a sheet and a cell hold at most: support.microsoft.com, "Excel specifications and limits".
MOST_ROWS, MOST_CHARACTERS = 1_048_576, 32_767
CUT = "…"
NO_XML = {0xFFFE: 0xFFFD, 0xFFFF: 0xFFFD}  # XML 1.0, section 2.2
WIDEST = 60  # characters of a column


class WrittenWorkbook(NamedTuple):
    """The file, and how many of its texts are cut because a cell holds no more."""

    data: bytes
    n_cut: int

    def what_was_cut(self) -> str | None:
        """The same in one sentence; None where nothing was."""
        if not self.n_cut:
            return None
        return (
            f"{self.n_cut:,} texts are longer than the {MOST_CHARACTERS:,} characters that a cell of Excel "
            "holds, and end in …; a report as .sqlite has them whole."
        )


def as_workbook(store: Store, summaries: Sequence[Summary]) -> WrittenWorkbook:
    """The sheets `summary` (a row per run and task) and `items` (a row per item: asked, said, read, right).

    Raises:
        UsageError: there are more items than a sheet has rows.
    """
    runs = [summary.run for summary in summaries]
    n_rows = sum(len(run.scored) for run in runs)
    if n_rows >= MOST_ROWS:
        raise UsageError(
            f"{n_rows:,} replies are more than the {MOST_ROWS:,} rows of an Excel sheet. Report fewer runs, "
            "or write .parquet or .sqlite."
        )
    book = _Book()
    book.add_sheet("summary", *summary_table(summaries))
    columns = result_columns(runs)
    book.add_sheet("items", columns.names, result_rows(store, runs, columns))
    return book.written()


class _Book:
    """A workbook that is being written; texts stay texts, whatever they begin with."""

    def __init__(self) -> None:
        self._book = Workbook(write_only=True)
        self._hide_in = results_redactor().hide_in  # what is packed cannot be looked through afterwards
        self._n_cut = 0

    def add_sheet(self, name: str, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
        """Write a sheet with a header that stays in view."""
        sheet = self._book.create_sheet(name)
        sheet.freeze_panes = "A2"
        for letter_at, column in enumerate(columns, 1):
            sheet.column_dimensions[_letters(letter_at)].width = min(WIDEST, max(10, len(column) + 2))
        sheet.append([self._cell(sheet, column, bold=True) for column in columns])
        for row in rows:
            sheet.append([self._cell(sheet, row.get(column)) for column in columns])

    def written(self) -> WrittenWorkbook:
        """The file's bytes."""
        file = io.BytesIO()
        self._book.save(file)
        return WrittenWorkbook(file.getvalue(), self._n_cut)

    def _cell(self, sheet: Any, value: Any, *, bold: bool = False) -> Any:
        if not isinstance(value, str):
            return value
        cell = WriteOnlyCell(sheet, self._fitting(value))
        cell.data_type = "s"  # also where it begins with =
        if bold:
            cell.font = Font(bold=True)
        return cell

    def _fitting(self, text: str) -> str:
        shown = visible(self._hide_in(text)).translate(NO_XML)
        if len(shown) <= MOST_CHARACTERS:
            return shown
        self._n_cut += 1
        return shown[: MOST_CHARACTERS - len(CUT)] + CUT


def _letters(column: int) -> str:
    """A column's name, as Excel counts.

    >>> _letters(1), _letters(26), _letters(27)
    ('A', 'Z', 'AA')
    """
    before, at = divmod(column - 1, 26)
    return (_letters(before) if before else "") + chr(ord("A") + at)
