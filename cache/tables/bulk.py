"""Many rows in one statement.

Each statement hands the interpreter's lock to the caller's other threads and takes it again: with a statement
per row, a busy event loop and the writer would mostly wait for each other.

Decision: docs/decisions/cache.md, "One statement for many requests".
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

from cache.sqlite import Connection

# SQLite's own bound is 32,766 since 3.32; older builds and distributions may have less.
MOST_PARAMETERS = 30_000


def for_all(
    connection: Connection, before: str, rows: Sequence[tuple[Any, ...]], after: str = "", *more: Any
) -> list[sqlite3.Row]:
    """One statement for all rows: `before`, a list of row values, `after`; gives what it returns."""
    found: list[sqlite3.Row] = []
    width = len(rows[0])
    at_once = (MOST_PARAMETERS - len(more)) // width
    for start in range(0, len(rows), at_once):
        part = rows[start : start + at_once]
        values = ", ".join([f"({', '.join('?' * width)})"] * len(part))
        statement = f"{before} {values} {after}"
        parameters = [*(value for row in part for value in row), *more]
        found += connection.execute(statement, parameters).fetchall()
        connection.free_parameters(statement, parameters)
    return found
