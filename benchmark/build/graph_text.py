"""A graph file as lines of text: its header, and the exact place of a row that is not as it should be.

polars reads the file (`scan.py`), but fills a row that is cut short with empty cells and says of a broken one
only that there is one. The slow, exact look here is taken where something is suspicious, and to name a line.

Decision: docs/decisions/benchmark.md, "Rows that polars fills up".
"""

import csv
import gzip
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from benchmark.bounded import check_regular_file
from benchmark.errors import GraphFormatError

HEADER_MAX = 65_536  # characters


def open_text(path: Path) -> IO[str]:
    """The file as text, unzipped, without its byte order mark and with its line ends as they are."""
    check_regular_file(path)
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def header(path: Path) -> list[str]:
    """The cells of the first line.

    Raises:
        GraphFormatError: there is none, or lines end as polars cannot read them.
    """
    with open_text(path) as file:
        line = file.readline(HEADER_MAX)
    if len(line) == HEADER_MAX:
        raise GraphFormatError(f"{path}, line 1: longer than {HEADER_MAX:,} characters, no header is.")
    cells = next(csv.reader([line]), [])
    if not cells:
        raise GraphFormatError(
            f"{path} is empty. Pass PrimeKG's kg.csv, or `sample` for the packaged illustration."
        )
    if line.endswith("\r"):
        raise GraphFormatError(
            f"{path}, line 1: ends with a carriage return alone, as on old Macs. "
            "Save the file with line feeds (LF or CRLF)."
        )
    return cells


def count_blank_lines(path: Path) -> int:
    """How many lines hold nothing; every other row was found to have as many cells as the header.

    Raises:
        GraphFormatError: a row has more cells or fewer; names the line on which it begins.
    """
    n_blank = 0
    for line, row, width in _rows(path):
        if not row:
            n_blank += 1
        elif len(row) != width:
            raise GraphFormatError(
                f"{path}, line {line}: {len(row)} cell{'s' * (len(row) > 1)}, the header has {width}. "
                "The file is damaged or was cut off: check that the download is complete."
            )
    return n_blank


def line_of(path: Path, columns: Sequence[str], cells: Sequence[str]) -> int | None:
    """The line of the first row with these cells in these columns."""
    names = header(path)
    places = [names.index(column) for column in columns]
    for line, row, width in _rows(path):
        if len(row) == width and [row[place] for place in places] == list(cells):
            return line
    return None


def _rows(path: Path) -> Iterator[tuple[int, list[str], int]]:
    """Line on which a row begins, the row, and the number of cells of the header."""
    with open_text(path) as file:
        reader = csv.reader(file)
        width, began = len(next(reader, [])), reader.line_num + 1
        try:
            for row in reader:
                yield began, row, width
                began = reader.line_num + 1
        except (csv.Error, UnicodeDecodeError, zlib.error) as error:
            raise GraphFormatError(f"{path}, line {began}: cannot be read as a row: {error}.") from error
