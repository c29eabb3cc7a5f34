"""The files that people have, read as rows: one module per form. `read_rows` finds the form by the name, and
by the first bytes where these say otherwise: people rename workbooks to .csv, Excel writes tables of text as
.txt, and programs of the web name them .xls. A folder is read as `datasets` and the Hugging Face Hub keep
them: files per configuration and split.

A form's module is imported when such a file is read: the workbooks' alone takes a fifth of a second.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from benchmark.errors import ItemFormatError
from benchmark.imports.files.rows import MAX_ROWS, Row, Rows
from benchmark.nearest import near_names
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


SUFFIXES = (".parquet", ".arrow", ".jsonl", ".json", ".csv", ".tsv")
NOT_DATA = ("dataset_info.json", "state.json", "dataset_dict.json", "dataset_infos.json", "config.json")
FILES_MAX = 2_000
DEPTH_MAX = 4
_SPLIT = re.compile(r"(train|test|validation|valid|val|dev|auxiliary_train)(?=$|[^a-z])", re.IGNORECASE)
_SHARD = re.compile(r"[-_.]?\d{5}-of-\d{5}$")
PREFERRED = "test"

Parts = dict[str, list[Path]]


def parts_of(folder: Path) -> Parts:
    """The files of each split, by `split`, or `configuration/split` where there are several.

    Raises:
        ItemFormatError: there is none, or there are too many files.
    """
    found: dict[tuple[str, str], list[Path]] = {}
    for path in sorted(_files(folder, folder, 0)):
        found.setdefault(_name(folder, path), []).append(path)
    if not found:
        raise ItemFormatError(
            f"{folder} is no benchmark and holds no {', '.join(SUFFIXES)} file. Name a file with questions."
        )
    configurations = {configuration for configuration, _ in found}
    if len(configurations) == 1:
        return {split: paths for (_, split), paths in found.items()}
    return {f"{configuration}/{split}".strip("/"): paths for (configuration, split), paths in found.items()}


def _files(folder: Path, top: Path, depth: int) -> Iterator[Path]:
    n_files = 0
    for entry in folder.iterdir():
        n_files += 1
        if n_files > FILES_MAX:
            raise ItemFormatError(
                f"{folder} holds more than {FILES_MAX:,} files. Name a file with questions."
            )
        if entry.name.startswith("."):
            continue
        if entry.is_dir() and not entry.is_symlink() and depth < DEPTH_MAX:
            yield from _files(entry, top, depth + 1)
        elif entry.suffix.lower() in SUFFIXES and entry.name not in NOT_DATA and entry.is_file():
            yield entry


def _name(folder: Path, path: Path) -> tuple[str, str]:
    """Configuration and split: `all/test-00000-of-00001.parquet`, `data/test.jsonl`, `test/data-….arrow`."""
    *parents, stem = path.relative_to(folder).with_suffix("").parts
    stem = _SHARD.sub("", stem)
    parents = [part for part in parents if part != "data"]
    if match := _SPLIT.match(stem):
        return "/".join(parents), match[1].lower()
    if parents and _SPLIT.fullmatch(parents[-1]):
        return "/".join(parents[:-1]), parents[-1].lower()
    if (match := re.search(r"[-_.](train|test|validation|dev)$", stem)) is not None:
        return "/".join((*parents, stem[: match.start()])), match[1]
    return "/".join(parents), stem


def choose(folder: Path, parts: Parts, wanted: str | None) -> str:
    """The split asked for; else the only one, or the one called test.

    Raises:
        ItemFormatError: there is no such split, or it must be said which is meant.
    """
    names = ", ".join(map(repr, list(parts)[:20])) + (", …" if len(parts) > 20 else "")
    if wanted is not None:
        ending = [name for name in parts if name == wanted or name.startswith(f"{wanted}/")]
        tests = [name for name in ending if name.endswith(f"/{PREFERRED}")]
        if len(ending) == 1 or len(tests) == 1:
            return (ending if len(ending) == 1 else tests)[0]
        near = near_names(wanted, list(parts), 1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise ItemFormatError(f"{folder} has no part {wanted!r}.{hint} It has {names}.")
    if len(parts) == 1:
        return next(iter(parts))
    if PREFERRED in parts:
        return PREFERRED
    raise ItemFormatError(f"{folder} holds several sets of questions: {names}. Say which with `sheet` NAME.")


def joined(folder: Path, name: str, parts: Parts, read: list[Rows]) -> Rows:
    """The rows of all files of a split as one."""
    files = [path.relative_to(folder).as_posix() for path in parts[name]]
    others = [other for other in parts if other != name]
    beside = f"; not read: {', '.join(map(repr, others[:20]))}" if others else ""
    said = f"The part {name!r} of a dataset folder ({', '.join(files[:5])}){beside}."
    if len(read) == 1:
        return replace(read[0], found=(said, *read[0].found))
    rows = [
        Row(f"{file}, {row.where}", row.cells)
        for file, held in zip(files, read, strict=True)
        for row in held.rows
    ]
    if len(rows) > MAX_ROWS:
        raise ItemFormatError(f"{folder}: {name!r} has more than {MAX_ROWS:,} rows.")
    bad = [
        (f"{file}, {where}", why) for file, held in zip(files, read, strict=True) for where, why in held.bad
    ]
    evidence = frozenset[str]().union(*(held.evidence for held in read))
    return Rows(rows, bad, (said, *read[0].found), evidence, read[0].table)
