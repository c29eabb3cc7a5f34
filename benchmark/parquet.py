"""Parquet files, read and written with polars."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType


class ParquetError(ValueError):
    """The file cannot be read as Parquet."""


def polars() -> ModuleType:
    """The dataframe library."""
    import polars as pl  # here: it takes a fifth of a second, and most commands touch no Parquet file

    return pl


def text_rows(path: Path) -> Iterator[tuple[str, ...]]:
    """The rows, every cell as text; what is null is empty. The first of them are the names of the columns.

    Raises:
        ParquetError: see there.
        OSError: the file cannot be opened.
    """
    pl = polars()
    try:
        table = pl.read_parquet(path).select(pl.all().cast(pl.String).fill_null(""))
    except pl.exceptions.PolarsError as error:
        raise ParquetError(str(error)) from error
    yield tuple(table.columns)
    yield from table.iter_rows()
