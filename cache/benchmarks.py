"""Benchmarks: their items as the store keeps them, so that a run needs no folder.

Every function takes a connection and runs inside the caller's transaction; none commits.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from cache.key import canonical_json
from cache.rows import BenchmarkItem, BenchmarkRow


def add_benchmark(
    connection: sqlite3.Connection,
    *,
    digest: str,
    name: str,
    manifest: Mapping[str, Any],
    items: Iterable[tuple[str, str, str]],
    triples: bytes | None,
) -> None:
    """Keep a benchmark's items, so that a report needs nothing but the store.

    Args:
        digest: SHA-256 of the items file.
        items: (item id, task, line of the file) in the file's order.
        triples: the graph slice as CSV, if the benchmark has one.
    """
    if connection.execute("SELECT 1 FROM benchmarks WHERE digest = ?", (digest,)).fetchone():
        return
    packed = None if triples is None else zlib.compress(triples)
    connection.execute(
        "INSERT INTO benchmarks VALUES (?, ?, 0, ?, ?)", (digest, name, canonical_json(manifest), packed)
    )
    rows = ((digest, position, *item) for position, item in enumerate(items))
    count = connection.executemany("INSERT INTO items VALUES (?, ?, ?, ?, ?)", rows).rowcount
    connection.execute("UPDATE benchmarks SET n_items = ? WHERE digest = ?", (max(count, 0), digest))


def benchmark_tasks(connection: sqlite3.Connection, digest: str) -> dict[str, int]:
    """How many items each task of a benchmark has, in the file's order."""
    rows = connection.execute(
        "SELECT task, count(*) FROM items WHERE benchmark = ? GROUP BY task ORDER BY min(position)", (digest,)
    )
    return {row[0]: row[1] for row in rows}


def benchmark_items(
    connection: sqlite3.Connection, digest: str, *, after: int = -1, limit: int = 1_000
) -> list[BenchmarkItem]:
    """The next items of a benchmark, in the file's order."""
    rows = connection.execute(
        "SELECT position, item_id, task, body FROM items WHERE benchmark = ? AND position > ? "
        "ORDER BY position LIMIT ?",
        (digest, after, limit),
    )
    return [BenchmarkItem(*row) for row in rows]


def benchmark_row(connection: sqlite3.Connection, digest: str) -> BenchmarkRow:
    """What the store holds of a benchmark besides its items."""
    name, manifest, triples = connection.execute(
        "SELECT name, manifest, triples FROM benchmarks WHERE digest = ?", (digest,)
    ).fetchone()
    return BenchmarkRow(digest, name, json.loads(manifest), triples and zlib.decompress(triples))
