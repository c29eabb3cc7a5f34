"""A report takes the place of an earlier report and of no other file: `--out thesis.tex` may be a slip.

A report is known by what stands in it, however the file is called: by what every form has said of itself
since version 0.1.0. Stores are looked after in `show/files.py`, the questions that were asked, whose name may
be a report's, in `questions_kept.py`.

Decision: docs/decisions/report.md, "A report replaces reports alone".
"""

import re
import zipfile
from pathlib import Path

from benchmark.parquet import polars
from mhclient.errors import UsageError
from mhclient.show.files import PARQUET_MAGIC, SQLITE_MAGIC

_LOOKED_AT = 1_000_000  # bytes; where many runs are reported, tables stand above what says whose they are
_ZIP_MAGIC = b"PK\x03\x04"
_LIST_OF_SHEETS = "xl/workbook.xml"  # of a workbook, which is an archive
_SHEETS = (b'name="summary"', b'name="items"')
_MARKS = re.compile(
    rb'<meta name="generator" content="mhclient">|"schema": "mhclient-report/|<testsuites name="mhclient">'
    rb"|^% mhclient \d|[;,]\s+mhclient\s+\d+\.\d+|^Replies were read by mhclient \d"
    rb"|\Arun,model,(?:variant|provider),",
    re.MULTILINE,
)


def refuse_to_replace(file: Path) -> None:
    """Refuse to write a report over a file that is none.

    Raises:
        UsageError: such a file lies there.
    """
    try:
        if not file.is_file() or _may_be_replaced(file):
            return
    except OSError:  # what cannot be read is told when it cannot be written
        return
    raise UsageError(f"{file} is no report and is not replaced: move it, or name the report otherwise.")


def _may_be_replaced(file: Path) -> bool:
    with file.open("rb") as opened:
        head = opened.read(_LOOKED_AT)
    if not head or head.startswith(SQLITE_MAGIC):  # a database is told by who writes: it may be a store
        return True
    if head.startswith(PARQUET_MAGIC):
        return _has_columns_of_a_report(file)
    if head.startswith(_ZIP_MAGIC):
        return _has_sheets_of_a_report(file)
    return _MARKS.search(head) is not None


def _has_columns_of_a_report(file: Path) -> bool:
    try:
        return [*polars().read_parquet_schema(file)][:2] == ["run", "model"]
    except polars().exceptions.PolarsError:
        return False


def _has_sheets_of_a_report(file: Path) -> bool:
    try:
        with zipfile.ZipFile(file) as book, book.open(_LIST_OF_SHEETS) as sheets:
            said = sheets.read(_LOOKED_AT)
    except (zipfile.BadZipFile, KeyError, RuntimeError, NotImplementedError):  # none, or none that we wrote
        return False
    return all(sheet in said for sheet in _SHEETS)
