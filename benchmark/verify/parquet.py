"""Parquet files as rows of text, a part at a time; the generator has code of its own for this."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmark.parquet import ParquetError, polars

_PART = 1 << 18  # rows in memory at a time: the whole of PrimeKG would take a gigabyte


def text_rows(path: Path, columns: Sequence[str] | None = None) -> Iterator[tuple[str, ...]]:
    """The rows, every cell as text; what is null is empty. The first of them are the names of the columns.

    Args:
        columns: only these, in this order; None for all.

    Raises:
        ParquetError: the file cannot be read as Parquet, or lacks a column.
        OSError: the file cannot be opened.
    """
    pl = polars()
    try:
        wanted = pl.all() if columns is None else pl.col(columns)
        table = pl.scan_parquet(path).select(wanted.cast(pl.String).fill_null(""))
        yield tuple(table.collect_schema().names())
        n_rows = table.select(pl.len()).collect().item()
        for start in range(0, n_rows, _PART):
            yield from table.slice(start, _PART).collect(engine="streaming").iter_rows()
    except pl.exceptions.PolarsError as error:
        raise ParquetError(str(error)) from error
