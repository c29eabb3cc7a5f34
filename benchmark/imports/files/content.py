"""What a file holds, by its first bytes, where its name says something else.

People rename workbooks to .csv, Excel writes tables of text as .txt, and programs of the web name them .xls.
"""

from pathlib import Path

from benchmark.errors import ItemFormatError
from benchmark.untrusted import open_regular_bytes

FIRST = 4096  # bytes looked at
_TABLES = (".csv", ".tsv")
_TEXTS = (*_TABLES, ".txt", ".tab", "")
_WORKBOOKS = (".xlsx", ".xlsm", ".xls")
_JSON = (".json", ".jsonl", ".ndjson")
_READ = {"excel": "an Excel workbook", "delimited": "a table as text", "json_records": "JSON"}
_MARKS = b"\xef\xbb\xbf\xff\xfe"


def form_by_content(path: Path) -> str | None:
    """The form of a file whose content is not what its name says; None where the name may be right.

    Raises:
        ItemFormatError: it is something that has to be renamed or saved otherwise; says so.
    """
    suffix = path.suffix.lower()
    try:
        with open_regular_bytes(path) as file:
            first = file.read(FIRST)
    except OSError:  # who reads it says why
        return None
    _refuse_by_content(path, suffix, first)
    if first.startswith(b"PK\x03\x04"):
        return "excel" if suffix in (*_TEXTS, *_JSON, ".xls") else None
    if first.startswith(b"\xd0\xcf\x11\xe0"):
        return "excel" if suffix in (*_TEXTS, *_JSON) else None
    return _by_text(suffix, first.replace(b"\0", b"").lstrip(_MARKS + b" \r\n\t"))


def said_of(path: Path, form: str) -> tuple[str, ...]:
    """The sentence on a file that is read otherwise than its name says; none where that says nothing."""
    suffix = path.suffix.lower()
    says_so = suffix in (*_TABLES, *_WORKBOOKS, *_JSON)
    return (f"Named {suffix}, but it is {_READ[form]}, and read as that.",) if says_so else ()


def _by_text(suffix: str, first: bytes) -> str | None:
    if suffix in (*_TEXTS, *_WORKBOOKS) and first.startswith((b'{"', b'[{"', b"{\n", b"[\n", b"{ ", b"[ {")):
        return "json_records"
    named_otherwise = suffix in (*_WORKBOOKS, *_TEXTS) and suffix not in _TABLES
    return "delimited" if named_otherwise and _is_table(first) else None


def _is_table(first: bytes) -> bool:
    """Text without control characters whose first line has cells."""
    line = first.partition(b"\n")[0]
    is_text = not any(byte < 32 and byte not in b"\t\r\n\f" for byte in first)
    return is_text and any(mark in line for mark in b",;\t|")


def _refuse_by_content(path: Path, suffix: str, first: bytes) -> None:
    if first.startswith((b"PAR1", b"ARROW1")):
        ending = ".parquet" if first.startswith(b"PAR1") else ".arrow"
        if suffix != ending:
            kind = f"a {ending[1:].title()} file"
            raise ItemFormatError(f"{path} is {kind}, whatever its name says: name it {path.stem}{ending}.")
    if first.lstrip(_MARKS + b" \r\n\t")[:1] == b"<" and suffix in (*_TEXTS, *_WORKBOOKS):
        raise ItemFormatError(
            f"{path} holds a web page or XML, whatever its name says. Open it in a spreadsheet and save it "
            "as .xlsx."
        )
    if first.startswith(b"%PDF") and suffix != ".pdf":
        raise ItemFormatError(f"{path} is a PDF, whatever its name says. Copy the questions into a table.")
    if first.startswith(b"\x1f\x8b") and suffix != ".gz":
        raise ItemFormatError(f"{path} is packed (gzip), whatever its name says. Unpack it.")
