"""What reads and writes Parquet files: polars."""

from types import ModuleType


class ParquetError(ValueError):
    """The file cannot be read as Parquet."""


def polars() -> ModuleType:
    """The dataframe library."""
    import polars as pl  # here: it takes a fifth of a second, and most commands touch no Parquet file

    return pl
