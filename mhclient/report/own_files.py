"""Which files output may replace: earlier ones of its kind alone, since `--out thesis.tex` may be a slip.

A kind is known by what stands in it, however the file is called: by what every form has said of itself
since version 0.1.0, or by how it begins. Nor is a report written over the questions that were asked, whose
name may be a report's. Stores are looked after in `show/files.py`.
"""

import hashlib
import re
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from benchmark.parquet import polars
from cache import Store
from mhclient.errors import UsageError
from mhclient.show.files import PARQUET_MAGIC, SQLITE_MAGIC

_LOOKED_AT = 1_000_000  # bytes; where many runs are reported, tables stand above what says whose they are
_ZIP_MAGIC = b"PK\x03\x04"
_LIST_OF_SHEETS = "xl/workbook.xml"  # of a workbook, which is an archive
_SHEETS = (b'name="summary"', b'name="items"')


class Kind(NamedTuple):
    """What a verb writes: its name in a message, and what stands in every file of it."""

    name: str
    marks: re.Pattern[bytes]


REPORT = Kind(
    "report",
    re.compile(
        rb'<meta name="generator" content="mhclient">|"schema": "mhclient-report/'
        rb'|<testsuites name="mhclient">'
        rb"|^% mhclient \d|[;,]\s+mhclient\s+\d+\.\d+|^Replies were read by mhclient \d"
        rb"|\Arun,model,(?:variant|provider),",
        re.MULTILINE,
    ),
)
# Also by the item that a hardened one was made from: Markdown, the terminal's table and JSON.
COMPARISON = Kind(
    "comparison",
    re.compile(
        rb'"schema": "mhclient-comparison/|^% mhclient \d|\A# Comparison$| minus .*: accuracy in %'
        rb'|\Afirst,second,task,|\A(?:\| )?Model[ |]+Arm[ |]+Items |\A\{\s+"by": "parent",',
        re.MULTILINE,
    ),
)
READINGS = Kind("list of readings", re.compile(rb'\A\{"id":[^\n]*"parser_version":'))
STORE_EXPORT = Kind("export of a store", re.compile(rb'\A\{"key": "[0-9a-f]{64}", "method": '))


def refuse_to_replace(file: Path, kind: Kind = REPORT) -> None:
    """Refuse to write over a file that is none of the kind.

    Raises:
        UsageError: such a file lies there.
    """
    try:
        if not file.is_file() or _may_be_replaced(file, kind):
            return
    except OSError:  # what cannot be read is told when it cannot be written
        return
    raise UsageError(
        f"{file} is no {kind.name} and is not replaced: move it, or name the {kind.name} otherwise."
    )


def _may_be_replaced(file: Path, kind: Kind) -> bool:
    with file.open("rb") as opened:
        head = opened.read(_LOOKED_AT)
    if not head or head.startswith(SQLITE_MAGIC):  # a database is told by who writes: it may be a store
        return True
    if kind is REPORT and head.startswith(PARQUET_MAGIC):
        return _has_columns_of_a_report(file)
    if kind is REPORT and head.startswith(_ZIP_MAGIC):
        return _has_sheets_of_a_report(file)
    return kind.marks.search(head) is not None


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


def refuse_questions(file: Path, manifests: Iterable[Mapping[str, Any]]) -> None:
    """Refuse a file that benchmarks with these manifests were made of: `exam.csv` is a report's name, too.

    Raises:
        UsageError: it is one of their files.
    """
    inputs = [manifest.get("inputs_sha256") for manifest in manifests]
    made_of = [digest for each in inputs if isinstance(each, Mapping) for digest in each.values()]
    if made_of and file.is_file() and _digest(file) in made_of:
        raise UsageError(f"{file}: these are the questions that were asked. Name another file.")


def _digest(file: Path) -> str | None:
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError:  # what cannot be read is told when it cannot be written
        return None


def refuse_questions_of(store: Store, run_ids: Iterable[str], file: Path) -> None:
    """The same of runs in a store.

    Raises:
        UsageError: as above.
    """
    digests = dict.fromkeys(store.runs.get(run_id).benchmark for run_id in run_ids)
    refuse_questions(file, [store.benchmarks.get(digest).manifest for digest in digests])
