"""Parquet files, and the Arrow files of Hugging Face datasets, read by a process of their own.

A damaged or hostile file can make the library that reads it take all memory, or end the process: that process
is `columnar_process.py`, which has little to lose. It gives the rows as lines of JSON.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from benchmark.errors import ItemFormatError
from benchmark.imports.files.json_records import flat
from benchmark.imports.files.rows import MAX_COLUMNS, MAX_ROWS, Row, Rows
from benchmark.untrusted import MB, TABLE_MAX, check_regular_file, parse_json

TIMEOUT_S = 300
READER = "benchmark.imports.files.columnar_process"


def read(path: Path, sheet: str | None, mapping: Mapping[str, str]) -> Rows:
    """The rows of a .parquet or .arrow file.

    Raises:
        ItemFormatError: it cannot be read, or is too large.
    """
    if sheet is not None:
        raise ItemFormatError(f"{path} has no sheets: leave out `sheet`.")
    with open_columnar(path) as (head, lines):
        rows = [
            Row(f"row {number}", flat(parse_json(line, halves=True))) for number, line in enumerate(lines, 1)
        ]
    kind = path.suffix[1:].title()
    return Rows(rows, (), (f"{kind}, {head['rows']:,} rows.",), frozenset(head["labels"]))


@contextmanager
def open_columnar(path: Path) -> Iterator[tuple[Mapping[str, Any], IO[bytes]]]:
    """What a .parquet or .arrow file says of itself (`rows`, `labels`), and its rows as lines of JSON.

    Raises:
        ItemFormatError: it cannot be read, or is too large.
    """
    try:
        check_regular_file(path)
        if path.stat().st_size > TABLE_MAX:
            raise ItemFormatError(f"{path} has more than {TABLE_MAX // MB:,} MB.")
    except OSError as error:
        raise ItemFormatError(f"{path} cannot be read: {error.strerror or error}.") from error
    with tempfile.TemporaryFile() as lines:
        _read_in_process(path, lines)
        lines.seek(0)
        head: dict[str, Any] = parse_json(lines.readline() or b"{}")
        if "rows" not in head:
            raise ItemFormatError(f"{path} cannot be read: {head.get('error', 'it holds nothing')}")
        yield head, lines


def _read_in_process(path: Path, lines: IO[bytes]) -> None:
    limits = [str(TABLE_MAX), str(MAX_ROWS), str(MAX_COLUMNS)]
    try:
        status = _status_of(path, limits, lines)
    except subprocess.TimeoutExpired as error:
        raise ItemFormatError(f"{path}: reading it took more than {TIMEOUT_S} seconds.") from error
    if status != 0:
        raise ItemFormatError(
            f"{path}{_where(path)} is damaged, or unpacks to more than can be read. Save it as .jsonl."
        )


def _status_of(path: Path, arguments: Sequence[str], lines: IO[bytes]) -> int:
    """Read a file in a process of its own; how that ended.

    Raises:
        subprocess.TimeoutExpired: it took too long.
    """
    # -P and our own place: Python would look for modules in the current folder first, and run them.
    here = os.pathsep.join([str(Path(__file__).parents[3]), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-P", "-m", READER, str(path.absolute()), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=lines,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "POLARS_MAX_THREADS": "1", "PYTHONPATH": here},
        timeout=TIMEOUT_S,
        check=False,
    ).returncode


def _where(path: Path) -> str:
    """The column and the row group of a Parquet file that cannot be read; "" where that is not known."""
    if path.suffix.lower() != ".parquet":
        return ""
    with tempfile.TemporaryFile() as lines, suppress(subprocess.TimeoutExpired):
        _status_of(path, [str(MAX_COLUMNS)], lines)
        lines.seek(0)
        *_, last = (b"[]", *lines)
        if place := parse_json(last):
            name, first, end = place
            begins = f"at row {first:,}" if first == end else f"between rows {first:,} and {end:,}"
            return f", column {name[:80]!r} in the row group that begins {begins},"
    return ""
