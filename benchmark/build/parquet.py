"""Parquet files as rows of text; verification has code of its own for this."""

from collections.abc import Iterator
from pathlib import Path

from benchmark.parquet import ParquetError, polars


def text_rows(path: Path) -> Iterator[tuple[str, ...]]:
    """The rows, every cell as text; what is null is empty. The first of them are the names of the columns.

    Raises:
        ParquetError: the file cannot be read as Parquet.
        OSError: the file cannot be opened.
    """
    pl = polars()
    try:
        table = pl.read_parquet(path).select(pl.all().cast(pl.String).fill_null(""))
    except pl.exceptions.PolarsError as error:
        raise ParquetError(str(error)) from error
    yield tuple(table.columns)
    yield from table.iter_rows()
