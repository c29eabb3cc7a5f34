"""Records of files that others wrote, one at a time and bounded: JSON lines, a JSON list, CSV, Parquet.

JSON is read with nothing in it that a store could not hold.
"""

import csv
import errno
import gzip
import hashlib
import io
import json
import math
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from pydantic_core import from_json

from benchmark.errors import ItemFormatError
from benchmark.imports.files.columnar import open_columnar
from benchmark.imports.files.delimited import DELIMITERS
from benchmark.untrusted import bounded_lines, open_regular_bytes, open_regular_file, refuse_many_values
from benchmark.untrusted import read_regular_file as read_whole
from mhclient.adopt.logged import LogUnusable
from mhclient.providers.reply import without_lone_surrogates

LARGEST = 2**63  # a store holds no larger numbers


def parsed(text: str | bytes) -> Any:
    """A text of JSON, with nothing in it that a store could not hold.

    Numbers that are none (NaN, Infinity), or that nobody could have counted, are None; half a character, as a
    reply that was cut within one ends in, is U+FFFD.

    Raises:
        ValueError, RecursionError: it is no JSON, or has far more values than a process can hold.
    """
    refuse_many_values(text)
    try:
        value = from_json(text, cache_strings="keys")
    except ValueError:  # half a character, many levels, or no JSON at all
        return _parsed_slowly(text)
    return value if _all_storable(value) else _parsed_slowly(text)


def _parsed_slowly(text: str | bytes) -> Any:
    """By Python's parser, which takes twice as long, and calls us for every number."""
    text = text if isinstance(text, str) else text.decode()
    value = _DECODER.decode(text)
    return without_lone_surrogates(value) if "\\u" in text else value


def _all_storable(value: object) -> bool:
    """Whether a value of JSON has no number that a store could not hold."""
    waiting = [[value]]
    while waiting:
        here: Any = waiting.pop()
        for each in here.values() if type(here) is dict else here:
            kind = type(each)
            if kind is str:  # most are: asked first
                continue
            if kind is dict or kind is list:
                waiting.append(each)
            elif (kind is int and not -LARGEST < each < LARGEST) or (kind is float and each - each != 0):
                return False
    return True


def _finite(digits: str) -> float | None:
    value = float(digits)
    return value if math.isfinite(value) else None


def _countable(digits: str) -> int | None:
    value = int(digits[:25])  # Python refuses thousands of them
    return value if -LARGEST < value < LARGEST else None


# Made once: making one takes as long as parsing a short record.
_DECODER = json.JSONDecoder(parse_constant=lambda _: None, parse_float=_finite, parse_int=_countable)


# Characters of a record: prompts with many examples, and long reasoning, stand in one line.
MOST_BLANK = 100_000  # lines
RECORD_MAX = 32 << 20
PART_BYTES = 4 << 20  # some hundred replies; of each process a few parts are in memory
PIECE_BYTES = 256 << 10  # that are hashed at once: what a processor holds near by
DOCUMENT_MAX = 512 << 20  # bytes of a file that is one JSON value, and takes ten times as much as values


def records_of(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every record of a file with its place, by the file's ending.

    Raises:
        LogUnusable: the file cannot be read, or a line is no record.
    """
    read = {".csv": _csv, ".tsv": _csv, ".parquet": _parquet, ".json": _json_list}.get(
        path.suffix.lower(), lines_of
    )
    yield from read(path)


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """While a file is read: what its bytes or the disk do is the log's fault."""
    try:
        yield
    except (UnicodeDecodeError, csv.Error, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise LogUnusable(f"{path} is damaged: {error}.") from error
    except OSError as error:
        raise LogUnusable(f"{path} cannot be read: {error.strerror or error}.") from error


def lines_of(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a file of JSON lines, which may be packed with gzip."""
    return ((place, as_object(line, place)) for place, line in raw_lines_of(path))


class FilePart(NamedTuple):
    """Some whole lines of a file."""

    start: int  # its first byte
    first_line: int  # that line's number, from 1
    n_lines: int


def parts_of(path: Path, n_bytes: int = PART_BYTES) -> tuple[str, list[FilePart]]:
    """A file of lines, which is not packed: its SHA-256, and its parts for several processes to read."""
    digest, parts = hashlib.sha256(), []
    part, end = FilePart(0, 1, 0), 0
    with readable(path), open_regular_bytes(path) as raw:
        while lines := raw.read(min(n_bytes, PIECE_BYTES)):
            lines += raw.readline(RECORD_MAX)
            digest.update(lines)
            n_lines = _n_line_ends(lines) + (not lines.endswith(b"\n"))
            part, end = part._replace(n_lines=part.n_lines + n_lines), end + len(lines)
            if end - part.start >= n_bytes:
                parts.append(part)
                part = FilePart(end, part.first_line + part.n_lines, 0)
    return digest.hexdigest(), [*parts, part] if part.n_lines else parts


def _n_line_ends(lines: bytes) -> int:
    """As `count`, which looks at each byte by itself: for long lines `find` takes a tenth of the time."""
    n, place = 0, lines.find(b"\n")
    while place >= 0:
        n, place = n + 1, lines.find(b"\n", place + 1)
    return n


def raw_lines_of(path: Path, part: FilePart | None = None) -> Iterator[tuple[str, bytes]]:
    """The lines of such a file that are not empty, each with its place, as they are in the file."""
    with readable(path), open_regular_bytes(path) as raw:
        plain = gzip.GzipFile(fileobj=raw) if _begins_packed(raw) else raw
        if part is not None:
            plain.seek(part.start)
        lines = islice(bounded_lines(plain, RECORD_MAX), part and part.n_lines)
        name, n_blank = str(path), 0
        for number, line in enumerate(lines, start=part.first_line if part else 1):
            if number == 1:
                line = line.removeprefix(BOM_UTF8)
            if not line.isspace():
                yield f"{name}, line {number}", line
            elif (n_blank := n_blank + 1) > MOST_BLANK:  # 16 kB may unpack to 16 million
                raise OSError(errno.EFBIG, f"more than {MOST_BLANK:,} empty lines")


def is_packed(path: Path) -> bool:
    """Whether a file is packed with gzip; raises `LogUnusable` where it cannot be read."""
    with readable(path), open_regular_bytes(path) as raw:
        return _begins_packed(raw)


def _begins_packed(raw: io.BufferedReader) -> bool:
    return raw.peek(2)[:2] == b"\x1f\x8b"


def document_of(path: Path) -> Any:
    """The JSON value that a whole file is.

    Raises:
        LogUnusable: it cannot be read, or is no JSON.
    """
    with readable(path):
        text = read_whole(path, DOCUMENT_MAX).decode("utf-8-sig")
    try:
        return parsed(text)
    except (ValueError, RecursionError) as error:
        raise LogUnusable(f"{path} is no JSON document ({_why(error)}).") from error


def as_object(text: str | bytes, place: str) -> dict[str, Any]:
    """The object that a text is.

    Raises:
        LogUnusable: it is not one.
    """
    try:
        value = parsed(text)
    except UnicodeDecodeError as error:
        raise LogUnusable(f"{place} is damaged: {error}.") from error
    except (ValueError, RecursionError) as error:
        raise LogUnusable(f"{place}: no JSON ({_why(error)}).") from error
    if not isinstance(value, dict):
        raise LogUnusable(f"{place}: a JSON {type(value).__name__}, not an object.")
    return value


def _why(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


def field(record: Mapping[str, Any], path: str) -> Any:
    """A record's value at a path with dots; None where there is none. A field named with dots goes first.

    Several paths are joined by "+": their values as a list, without empty ones at its end.

    >>> field({"doc": {"choices": ["a"]}}, "doc.choices.0")
    'a'
    >>> field({"A": "oak", "B": "elm", "C": ""}, "A+B+C")
    ['oak', 'elm']
    """
    if path in record:
        return record[path]
    if "+" in path:
        return _listed([field(record, each) for each in path.split("+")])
    if "." not in path:
        return None
    value: Any = record
    for name in _names_in(path):
        value = opened(value)
        if isinstance(value, dict):
            value = value.get(name)
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value


def _listed(values: list[Any]) -> list[Any] | None:
    while values and values[-1] in (None, ""):
        values.pop()
    return ["" if value is None else value for value in values] or None


@lru_cache
def _names_in(path: str) -> list[str]:
    return path.split(".")


def _json_list(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    document = document_of(path)
    if not isinstance(document, list):
        raise LogUnusable(f"{path}: a JSON {type(document).__name__}, not a list of records.")
    return _numbered(path, "record", document)


def _csv(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    usual = "\t" if path.suffix.lower() == ".tsv" else ","
    with readable(path), open_regular_file(path, DOCUMENT_MAX, encoding="utf-8-sig") as file:
        lines = bounded_lines(file, RECORD_MAX)
        header = next(lines, "")
        reader = csv.DictReader(chain([header], lines), delimiter=_delimiter(header, usual))
        for row in reader:
            if None in row:  # what is behind the last column
                raise LogUnusable(
                    f"{path}, line {reader.line_num}: more cells than the header has names. Is a cell with "
                    "a delimiter in it not in quotation marks?"
                )
            yield f"{path}, line {reader.line_num}", {name: cell for name, cell in row.items() if name}


def _delimiter(header: str, usual: str) -> str:
    """The one that gives a header most cells: where a comma is in numbers, programs write semicolons."""
    return max((usual, *DELIMITERS), key=lambda each: len(next(csv.reader([header], delimiter=each), ())))


def opened(cell: Any) -> Any:
    """A value; where it is a text of JSON, as lists and objects stand in CSV, what the text says.

    For values that are looked into alone: a reply may be JSON, and is a text all the same.
    """
    if isinstance(cell, str) and cell[:1] in ("[", "{"):
        try:
            return parsed(cell)
        except (ValueError, RecursionError):
            return cell
    return cell


def _parquet(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        with open_columnar(path) as (_, lines):
            for number, line in enumerate(lines, start=1):
                yield f"{path}, row {number}", as_object(line.decode(), f"{path}, row {number}")
    except ItemFormatError as error:
        raise LogUnusable(str(error)) from error


def _numbered(path: Path, word: str, rows: Iterable[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, row in enumerate(rows, start=1):
        place = f"{path}, {word} {number}"
        if not isinstance(row, dict):
            raise LogUnusable(f"{place}: a JSON {type(row).__name__}, not an object.")
        yield place, row
