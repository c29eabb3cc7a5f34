"""A process that reads one Parquet or Arrow file and prints it as lines of JSON: what it is, then its rows.

    python -m benchmark.imports.files.columnar_process FILE MOST_CHARACTERS MOST_ROWS MOST_COLUMNS
    python -m benchmark.imports.files.columnar_process FILE MOST_COLUMNS

Its memory and its output are limited; whatever a file does to it, it does to nobody else. The second form
looks where a Parquet file takes more memory than it may: it says what it reads next, so that its last line is
what it was reading when its memory ran out, and an empty list where all could be read.
"""

import json
import sys
from pathlib import Path
from typing import Any

import polars as pl

from benchmark.untrusted import parse_json

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

MEMORY_MAX = 8 << 30  # bytes of address space, of which little is used: polars reserves some
DATA_MAX = 450 << 20  # bytes of memory that is written to; or, if that is more, so many times the file's
UNPACKED = 16
CELL_MAX = 1 << 22  # bytes of the texts of a cell; as of other tables
BATCH = 1_000  # rows turned into Python's values at a time
PARTS = 10  # into which the rows are cut; with any of its rows a whole row group is unpacked


def main(path: Path, most_chars: int, most_rows: int, most_columns: int) -> None:
    """Print the file."""
    limit_memory(path)
    if resource is not None:
        _limit(resource.RLIMIT_FSIZE, 4 * most_chars)
    try:
        table = _table(path, most_rows)
        if table.height > most_rows or sum(map(_n_leaves, table.dtypes)) > most_columns:
            _print({"error": f"it has more than {most_rows:,} rows or {most_columns} columns."})
            return
        long_cell = _long_cell(table)  # takes seconds where there are thousands of columns
    except (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        _print({"error": f"it is no {path.suffix[1:].title()} file ({str(error)[:200]})."})
        return
    if long_cell is not None:
        _print({"error": long_cell})
        return
    _print({"rows": table.height, "labels": _class_labels(path)})
    _print_rows(table, most_chars)


def limit_memory(path: Path) -> None:
    """From now on this process may take as much memory as reading a file may."""
    if resource is not None:
        _limit(resource.RLIMIT_AS, MEMORY_MAX)
        _limit(resource.RLIMIT_DATA, max(DATA_MAX, UNPACKED * path.stat().st_size))
        _limit(resource.RLIMIT_CORE, 0)


def _limit(what: int, most: int) -> None:
    """Lower a limit; one that is lower already stays."""
    _, hard = resource.getrlimit(what)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))


def _table(path: Path, most_rows: int) -> Any:
    if path.suffix.lower() == ".parquet":
        return pl.read_parquet(path, n_rows=most_rows + 1, glob=False)
    try:
        return pl.read_ipc_stream(path, n_rows=most_rows + 1)  # as Hugging Face writes it
    except pl.exceptions.PolarsError:
        with path.open("rb") as file:  # by its name it would be taken for a pattern
            return pl.read_ipc(file, n_rows=most_rows + 1)


def _n_leaves(kind: Any) -> int:
    """How many columns a column is: one with fields is as many as it has."""
    if isinstance(kind, pl.Struct):
        return sum(_n_leaves(each.dtype) for each in kind.fields)
    return _n_leaves(kind.inner) if isinstance(kind, pl.List) else 1


def _long_cell(table: Any) -> str | None:
    """Where the first text is that is longer than allowed, in lists and structures too; None if none is."""
    for name, kind in table.schema.items():
        if (lengths := _n_bytes(pl.col(name), kind)) is None:
            continue
        found = table.select(lengths).to_series()
        if (longest := found.max() or 0) > CELL_MAX:
            where = f"row {found.arg_max() + 1}, column {name[:80]!r}"
            return f"{where}: a cell has {longest:,} bytes; at most {CELL_MAX:,} are allowed."
    return None


def _n_bytes(column: pl.Expr, kind: Any) -> pl.Expr | None:
    """Bytes of all texts in each cell of a column; None where the column holds no texts."""
    if kind == pl.String:
        return column.str.len_bytes().cast(pl.Int64)
    if isinstance(kind, pl.List):
        inner = _n_bytes(pl.element(), kind.inner)
        return None if inner is None else column.list.eval(inner).list.sum()
    if isinstance(kind, pl.Struct):
        fields = (_n_bytes(column.struct.field(each.name), each.dtype) for each in kind.fields)
        known = [each for each in fields if each is not None]
        return pl.sum_horizontal(known) if known else None
    return None


def _print_rows(table: Any, most_chars: int) -> None:
    n_chars = 0
    for start in range(0, table.height, BATCH):
        for record in table.slice(start, BATCH).iter_rows(named=True):
            line = json.dumps({name: plain(held) for name, held in record.items() if held is not None})
            n_chars += len(line)
            if n_chars > most_chars:
                sys.exit(1)
            sys.stdout.write(line + "\n")


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, dict):
        return {name: plain(held) for name, held in value.items() if held is not None}
    if isinstance(value, list):
        return [plain(held) for held in value]
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return value.hex() if isinstance(value, bytes) else str(value)


def _class_labels(path: Path) -> list[str]:
    """Columns that Hugging Face's own description calls class labels: they are counted from 0."""
    if path.suffix.lower() != ".parquet":
        return []
    try:
        described = parse_json(pl.read_parquet_metadata(path).get("huggingface", "{}"))
        features = described["info"]["features"]
        return [name for name, kind in features.items() if kind.get("_type") == "ClassLabel"]
    except (ValueError, KeyError, TypeError, AttributeError):
        return []


def look_where(path: Path, most_columns: int) -> None:
    """Read the file column by column, some rows at a time."""
    limit_memory(path)
    table = pl.scan_parquet(path, glob=False)
    n_rows = table.select(pl.len()).collect().item()
    step = max(1, -(-n_rows // PARTS))
    for name in table.collect_schema().names()[:most_columns]:
        for first in range(0, n_rows, step):
            _print([name, first + 1, min(first + step, n_rows)])
            table.select(name).slice(first, step).collect()
    _print([])


def _print(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    (look_where if len(sys.argv) == 3 else main)(Path(sys.argv[1]), *map(int, sys.argv[2:]))
