"""Which files output may replace: what mhclient wrote before alone, since `--out thesis.tex` may be a slip.

It is known by what stands in it, however the file is called: by what every form has said of itself since
version 0.1.0, or by how it begins. Stores are looked after in `files.py`.
"""

import re
import zipfile
from pathlib import Path

from benchmark.parquet import polars
from mhclient.errors import UsageError

PARQUET_MAGIC = b"PAR1"  # parquet.apache.org/docs/file-format
SQLITE_MAGIC = b"SQLite format 3\x00"  # sqlite.org/fileformat2.html, section 1.2
_LOOKED_AT = 1_000_000  # bytes; where many runs are reported, tables stand above what says whose they are
_ZIP_MAGIC = b"PK\x03\x04"
_LIST_OF_SHEETS = "xl/workbook.xml"  # of a workbook, which is an archive
_SHEETS = (b'name="summary"', b'name="items"')
_HEADER = "header.json"  # of a log for inspect
_PROBLEMS = ".problems.txt"  # ends the name of a list of lines that could not be used
_MARKS = re.compile(
    # pages, JSON, JUnit, LaTeX, and the last words of a report as text
    rb'<meta name="generator" content="mhclient">|"(?:schema|format)": "mhclient-'
    rb'|<testsuites name="mhclient">'
    rb"|^% mhclient \d|\bparser\s+\d+[;,]\s+mhclient\s+\d+\.\d+|^Replies were read by mhclient \d"
    # comparisons as text, also those by parent, and the JSON of these
    rb'|\A# Comparison$| minus .*: accuracy in %|\A(?:\| )?Model[ |]+Arm[ |]+Items |\A\{\s+"by": "parent",'
    # descriptions and drift as text
    rb"|items\.jsonl with SHA-256 [0-9a-f]{12}|^panel +begun "
    # CSV: a report, cases of an audit, a comparison, description, assignment, letters
    rb"|\A(?:run,model,(?:variant|provider|task,relation)|first,second,task|sheet,row,name,column,value"
    rb"|item,task,gold,choice,margin|benchmark,item_id,task,counts_for)\b"
    # JSON lines: readings, a store, cases of an audit, letters, violations
    rb'|\A\{"(?:id":[^\n]*"parser_version|key": "[0-9a-f]{64}", "method|run": "[^\n]*"model'
    rb'|item": "[^\n]*"choice|where": "[^\n]*"kind)":',
    re.MULTILINE,
)


def refuse_to_replace(file: Path) -> None:
    """Refuse to write over a file that mhclient did not write.

    Raises:
        UsageError: such a file lies there.
    """
    try:
        if not file.is_file() or _is_ours(file):
            return
    except OSError:  # what cannot be read is told when it cannot be written
        return
    raise UsageError(f"{file} was not written by mhclient and is not replaced: move it or name another.")


def _is_ours(file: Path) -> bool:
    with file.open("rb") as opened:
        head = opened.read(_LOOKED_AT)
    if not head or head.startswith(SQLITE_MAGIC):  # a database is told by who writes: it may be a store
        return True
    if head.startswith(PARQUET_MAGIC):
        return _has_columns_of_a_report(file)
    if head.startswith(_ZIP_MAGIC):
        return _is_our_archive(file)
    if file.name.endswith(_PROBLEMS):
        return head.startswith(b"line ")
    return _MARKS.search(head) is not None


def _has_columns_of_a_report(file: Path) -> bool:
    try:
        return [*polars().read_parquet_schema(file)][:3] == ["run", "model", "variant"]
    except polars().exceptions.PolarsError:
        return False


def _is_our_archive(file: Path) -> bool:
    try:
        with zipfile.ZipFile(file) as archive:
            is_log = _HEADER in archive.namelist()
            with archive.open(_HEADER if is_log else _LIST_OF_SHEETS) as part:
                said = part.read(_LOOKED_AT)
    except (zipfile.BadZipFile, KeyError, RuntimeError, NotImplementedError):  # none, or none that we wrote
        return False
    return b'"mhclient"' in said if is_log else all(sheet in said for sheet in _SHEETS)
