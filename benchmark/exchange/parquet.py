"""All items in one Parquet file."""

import io
from collections.abc import Iterable
from pathlib import Path

from benchmark.errors import NotABenchmark, OutputError
from benchmark.exchange.records import Exporter, record
from benchmark.folder import Benchmark, read_items
from benchmark.item import Item
from benchmark.parquet import polars


def write_parquet(benchmark: Benchmark, out: Path) -> Path:
    """Write the items to the file `out`."""
    if out.exists():
        raise OutputError(f"{out} exists already. Name a new file with `out`.")
    items = list(read_items(benchmark.items_path))
    if not items:
        raise NotABenchmark(f"{benchmark.directory} holds no item: there is nothing to export.")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(parquet_bytes(items))
    except OSError as error:
        raise OutputError(f"{out} cannot be written: {error.strerror}. Name a file with `out`.") from error
    return out


EXPORTER = Exporter(write_parquet, "polars.read_parquet({path})", in_python=True)


def parquet_bytes(items: Iterable[Item]) -> bytes:
    """Items as the bytes of a Parquet file, a row per item."""
    pl = polars()
    texts, numbers = pl.List(pl.String), pl.List(pl.Int64)
    lists = {"choices": texts, "letters": texts, "gold": texts, "gold_index": numbers}
    names = ("id", "task", "question", *lists, "mode", "relation", "entities", "triples", "details")
    schema = pl.Schema({name: lists.get(name, pl.String()) for name in names})
    buffer = io.BytesIO()
    pl.DataFrame([record(item) for item in items], schema=schema).write_parquet(buffer)
    return buffer.getvalue()
