"""Polars frames that say in one line what `to_pandas` needs; loaded where a frame is made, polars with it."""

from typing import Any

import polars as pl

from mhclient.errors import MissingPackage


class ResultFrame(pl.DataFrame):
    """A polars frame. What is made of it (`select`, `filter`, …) is polars' own class."""

    def to_pandas(self, **options: Any) -> Any:
        """As polars' own.

        Raises:
            MissingPackage: pandas or pyarrow is not installed.
        """
        try:
            return super().to_pandas(**options)
        except ModuleNotFoundError as error:
            raise MissingPackage(
                f"to_pandas() needs pandas and pyarrow; there is no {error.name}: pip install pandas pyarrow"
            ) from None
