"""Parquet files, read and written with polars."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType


class ParquetError(ValueError):
    """The file cannot be read as Parquet."""


def polars() -> ModuleType:
    """The dataframe library."""
    import polars as pl  # here: it takes a fifth of a second, and most commands touch no Parquet file

    return pl


@contextmanager
def parquet_errors() -> Iterator[None]:
    """Say what polars says of a damaged file as `ParquetError`.

    Of 1,500 files with changed bytes, seven broke an assertion of its own: a panic, which Python's `except
    Exception` does not catch.
    """
    pl = polars()
    try:
        yield
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise ParquetError(first_line(error)) from error


def first_line(error: BaseException) -> str:
    """The first line of what an error says, its name where it says nothing; without a full stop."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


PART = 1 << 18  # rows in memory at a time: the whole of PrimeKG would take a gigabyte


def text_rows(path: Path, columns: Sequence[str] | None = None) -> Iterator[tuple[str, ...]]:
    """The rows, every cell as text; what is null is empty. The first of them are the names of the columns.

    Nothing but the names is read before a row is asked for: a table without the right columns costs little.

    Args:
        columns: those that are read, in this order; one that the file lacks is left out.

    Raises:
        ParquetError: the file cannot be read as Parquet.
        OSError: the file cannot be opened.
    """
    pl = polars()
    with parquet_errors():
        table = pl.scan_parquet(path, glob=False)
        there = table.collect_schema().names()
        held = there if columns is None else [column for column in columns if column in there]
        yield tuple(held)
        n_rows = table.select(pl.len()).collect().item()
        texts = table.select(pl.col(held).cast(pl.String).fill_null(""))
        for start in range(0, n_rows, PART):
            yield from texts.slice(start, PART).collect(engine="streaming").iter_rows()
