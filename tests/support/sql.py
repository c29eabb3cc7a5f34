"""SQL on an open store, for tests that look behind its methods."""

import hashlib
import sqlite3
from collections.abc import Sequence

from cache import Store


def execute(store: Store, query: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
    """Run one statement on the store's own connection, within its transaction if there is one."""
    return store._connection.execute(query, values)


def digest_of(items: Sequence[tuple[str, str, str]]) -> str:
    """The digest of a benchmark of these items: id, task, line."""
    return hashlib.sha256("".join(f"{line}\n" for *_, line in items).encode()).hexdigest()


NO_ITEMS = digest_of(())


def keep_benchmark(store: Store, items: Sequence[tuple[str, str, str]] = ()) -> None:
    """Keep a benchmark of these items."""
    store.benchmarks.add(digest=digest_of(items), name="b", manifest={}, items=items, triples=None)
