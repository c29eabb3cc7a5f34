"""SQL on an open store, for tests that look behind its methods."""

import sqlite3

from cache import Store


def execute(store: Store, query: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
    """Run one statement on the store's own connection, within its transaction if there is one."""
    return store._connection.execute(query, values)
