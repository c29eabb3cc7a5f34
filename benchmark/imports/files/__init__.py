"""The files that people have, read as rows: one module per form; `read_rows` finds the form by the name,
and by the content where that says otherwise.

A form's module is imported when such a file is read: the workbooks' alone takes a fifth of a second.
"""

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from benchmark.errors import ItemFormatError
from benchmark.imports.files.content import form_by_content, said_of
from benchmark.imports.files.dataset import choose, joined, parts_of
from benchmark.imports.files.rows import Row, Rows
from benchmark.untrusted import open_regular_bytes

__all__ = ["FORMS", "Row", "Rows", "read_rows", "source_files"]

FORMS = {
    ".csv": "delimited", ".tsv": "delimited",
    ".jsonl": "json_records", ".ndjson": "json_records", ".json": "json_records",
    ".xlsx": "excel", ".xlsm": "excel",
    ".parquet": "columnar", ".arrow": "columnar",
}  # fmt: skip
_SAVE_AS = {
    ".xls": "Save it as .xlsx", ".ods": "Save it as .xlsx or .csv", ".numbers": "Export it as .xlsx or .csv",
    ".pdf": "Copy the questions into a table", ".docx": "Copy the questions into a table",
    ".zip": "Unpack it", ".gz": "Unpack it",
}  # fmt: skip
_TEXT = (".txt", ".md")  # read where it holds a table or JSON


def read_rows(path: Path, sheet: str | None, mapping: Mapping[str, str]) -> Rows:
    """The rows of a file or of a dataset folder.

    Raises:
        ItemFormatError: it cannot be read; says why, and what to do.
    """
    if path.is_dir():
        parts = parts_of(path)
        name = choose(path, parts, sheet)
        return joined(path, name, parts, [_read(file, None, mapping) for file in parts[name]])
    return _read(path, sheet, mapping)


def source_files(path: Path, sheet: str | None) -> list[Path]:
    """The files that `read_rows` reads."""
    if not path.is_dir():
        return [path]
    parts = parts_of(path)
    return parts[choose(path, parts, sheet)]


def _read(path: Path, sheet: str | None, mapping: Mapping[str, str]) -> Rows:
    suffix = path.suffix.lower()
    otherwise = form_by_content(path)
    form = otherwise or FORMS.get(suffix)
    if form is None and path.is_file() and suffix not in _SAVE_AS:
        form = "json_records" if _begins_as_json(path) else None
    if form is None:
        if not path.exists():
            raise ItemFormatError(f"{path} cannot be read: there is no such file.")
        advice = _SAVE_AS.get(suffix, "Save the questions as one of these")
        kinds = ".csv, .tsv, .jsonl, .json, .xlsx, .parquet, or the folder of a Hugging Face dataset"
        if suffix in _TEXT:
            raise ItemFormatError(f"{path} holds no table that can be found. {advice}. Kinds: {kinds}.")
        raise ItemFormatError(
            f"{path}: {suffix or 'no ending'} is no kind of file that is read. {advice}. Kinds: {kinds}."
        )
    reader = import_module(f"benchmark.imports.files.{form}")
    rows: Rows = reader.read(path, sheet, mapping)
    return replace(rows, found=(*said_of(path, otherwise), *rows.found)) if otherwise else rows


def _begins_as_json(path: Path) -> bool:
    with open_regular_bytes(path) as file:
        return file.read(100).lstrip(b"\xef\xbb\xbf \r\n\t")[:1] in (b"{", b"[")
