"""Parquet files, and the Arrow files of Hugging Face datasets, read with polars."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmark.bounded import MB, TABLE_MAX, check_regular_file
from benchmark.errors import ItemFormatError
from benchmark.imports.files.json_records import flat
from benchmark.imports.files.rows import MAX_COLUMNS, MAX_ROWS, Row, Rows
from benchmark.parquet import polars

BATCH = 1_000  # rows turned into Python's values at a time


def read(path: Path, sheet: str | None, mapping: Mapping[str, str]) -> Rows:
    """The rows of a .parquet or .arrow file.

    Raises:
        ItemFormatError: it cannot be read, or is too large.
    """
    if sheet is not None:
        raise ItemFormatError(f"{path} has no sheets: leave out --sheet.")
    pl = polars()
    try:
        check_regular_file(path)
        if path.stat().st_size > TABLE_MAX:
            raise ItemFormatError(f"{path} has more than {TABLE_MAX // MB:,} MB.")
        table = (
            _arrow(pl, path)
            if path.suffix.lower() == ".arrow"
            else pl.read_parquet(path, n_rows=MAX_ROWS + 1)
        )
    except OSError as error:
        raise ItemFormatError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise ItemFormatError(f"{path} cannot be read as {path.suffix[1:].title()}: {error}.") from error
    if table.height > MAX_ROWS or table.width > MAX_COLUMNS:
        raise ItemFormatError(f"{path} has more than {MAX_ROWS:,} rows or {MAX_COLUMNS} columns.")
    rows = [Row(f"row {n}", flat(cells)) for n, cells in enumerate(_records(path, table), 1)]
    return Rows(rows, (), (f"{path.suffix[1:].title()}, {table.height:,} rows.",), _class_labels(pl, path))


def _arrow(pl: Any, path: Path) -> Any:
    """Hugging Face writes the stream format, pandas the file format."""
    try:
        return pl.read_ipc_stream(path, n_rows=MAX_ROWS + 1)
    except pl.exceptions.PolarsError:
        return pl.read_ipc(path, n_rows=MAX_ROWS + 1, memory_map=False)


def _records(path: Path, table: Any) -> Iterator[dict[str, Any]]:
    """Rows as Python's values; a small file may claim more text than there is memory."""
    n_chars = 0
    for start in range(0, table.height, BATCH):
        for record in table.slice(start, BATCH).iter_rows(named=True):
            cells = {name: plain(value) for name, value in record.items() if value is not None}
            n_chars += sum(len(value) for value in cells.values() if isinstance(value, str))
            if n_chars > TABLE_MAX:
                raise ItemFormatError(f"{path} unpacks to more than {TABLE_MAX // MB:,} MB of text.")
            yield cells


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, dict):
        return {name: plain(held) for name, held in value.items() if held is not None}
    if isinstance(value, list):
        return [plain(held) for held in value]
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return value.hex() if isinstance(value, bytes) else str(value)


def _class_labels(pl: Any, path: Path) -> frozenset[str]:
    """Columns that Hugging Face's own description calls class labels: they are counted from 0."""
    if path.suffix.lower() != ".parquet":
        return frozenset()
    try:
        described = json.loads(pl.read_parquet_metadata(path).get("huggingface", "{}"))
        features = described["info"]["features"]
        return frozenset(name for name, kind in features.items() if kind.get("_type") == "ClassLabel")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return frozenset()
