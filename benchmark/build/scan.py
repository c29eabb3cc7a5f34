"""A knowledge graph file of any size as a table of polars, and an exact look at its lines.

All cells are strings: polars guesses no types; an empty cell is "", and "NA" or "nan" stay the text they
are. polars fills a row that is cut short with empty cells and says of a broken one only that there is one,
so a slow, exact look at the lines is taken where something is suspicious, and to name a line.
"""

import csv
import gzip
import zlib
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import IO

import polars as pl

from benchmark.errors import GraphFormatError
from benchmark.parquet import first_line
from benchmark.untrusted import check_regular_file

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


def first_of(
    path: Path, columns: Sequence[str], rows: Collection[tuple[str, ...]]
) -> tuple[int, tuple[str, ...]] | None:
    """The line of the first row that has one of these rows' cells in these columns, and those cells."""
    places = [header(path).index(column) for column in columns]
    for line, row, width in _rows(path):
        if len(row) == width and (cells := tuple(row[place] for place in places)) in rows:
            return line, cells
    return None


def _rows(path: Path, *, strict: bool = False) -> Iterator[tuple[int, list[str], int]]:
    """Line on which a row begins, the row, and the number of cells of the header.

    Args:
        strict: whether a quote without an end is an error, as it may be for polars.
    """
    with open_text(path) as file:
        reader = csv.reader(file, strict=strict)
        width, began = len(next(reader, [])), reader.line_num + 1
        try:
            for row in reader:
                yield began, row, width
                began = reader.line_num + 1
        except (csv.Error, UnicodeDecodeError, zlib.error) as error:
            raise GraphFormatError(f"{path}, line {began}: cannot be read as a row: {error}.") from error


COLUMNS = tuple(
    ["relation", "display_relation"]
    + [f"{side}_{cell}" for side in "xy" for cell in ("index", "id", "type", "name", "source")]
)
# A panic is no `Exception`: a damaged file breaks an assertion of polars.
_BROKEN = (pl.exceptions.PolarsError, pl.exceptions.PanicException)


def open_table(path: Path) -> pl.LazyFrame:
    """A lazy frame over a CSV (also gzipped) or Parquet file with PrimeKG's columns, all as strings.

    Raises:
        GraphFormatError: it cannot be read, or lacks one of the twelve columns.
    """
    try:
        check_regular_file(path)
        if path.suffix == ".parquet":
            found: Sequence[str] = pl.scan_parquet(path, glob=False).collect_schema().names()
        else:
            found = header(path)
    except (OSError, UnicodeDecodeError, csv.Error, EOFError, zlib.error, *_BROKEN) as error:
        raise GraphFormatError(f"{path} cannot be read as a table: {first_line(error)}.") from error
    missing = [column for column in COLUMNS if column not in found]
    if missing:
        raise GraphFormatError(
            f"{path} has no column {', '.join(map(repr, missing))}. "
            f"PrimeKG's kg.csv has these columns: {', '.join(COLUMNS)}."
        )
    if path.suffix == ".parquet":
        return pl.scan_parquet(path, glob=False).select(pl.col(COLUMNS).cast(pl.String).fill_null(""))
    return pl.scan_csv(path, infer_schema=False, empty_string_is_null=False, glob=False)


def collect_table(path: Path, query: pl.LazyFrame) -> pl.DataFrame:
    """What a query over `open_table` brings, streamed; a row that is broken is named.

    Raises:
        GraphFormatError: the file cannot be read as a table.
    """
    try:
        return query.collect(engine="streaming")
    except (OSError, *_BROKEN) as error:
        _name_the_line(path)
        raise GraphFormatError(
            f"{path} cannot be read as a table: {first_line(error)}. Check that the download is complete."
        ) from error


def _name_the_line(path: Path) -> None:
    """Raise with the line of a row that cannot be read, or has too many or too few cells, if there is one."""
    if path.suffix != ".parquet":
        try:
            count_blank_lines(path)
            for _ in _rows(path, strict=True):
                pass
        except (OSError, EOFError):
            return
