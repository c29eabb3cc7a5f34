"""What all groups of tables have in common, and many rows in one statement.

Each statement hands the interpreter's lock to the caller's other threads and takes it again: with a statement
per row, a busy event loop and the writer would mostly wait for each other.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from cache.cells import HINT, SMALL_JSON, check_size, json_object, moment
from cache.errors import StoreCorrupt
from cache.packing import unpack
from cache.sqlite import Connection


class TableGroup:
    """A group of tables, as one connection sees it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _tuples(self, statement: str, parameters: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """The rows of many as bare tuples: rows that know the names of their columns take longer."""
        cursor = self._connection.execute(statement, parameters)
        cursor.row_factory = None
        return iter(cursor)

    def _unpack(self, packed: bytes, place: str) -> bytes:
        """A body of the store.

        Raises:
            StoreCorrupt: it cannot be unpacked; the message names the file, and `place` in it.
        """
        try:
            return unpack(packed)  # a report unpacks ten thousand: a context takes as long as that
        except StoreCorrupt as error:
            raise self._placed(error, place) from error

    def _moment(self, text: object, place: str) -> datetime:
        """A time of the store; raises `StoreCorrupt` where it is something else."""
        with self._at(place):
            return moment(text)

    def _object(self, text: object, place: str) -> dict[str, Any]:
        """A JSON object of the store; raises `StoreCorrupt` where it is something else."""
        with self._at(place):
            return json_object(text)

    def _check_line(self, body: str, item_id: str) -> None:
        """Raise `StoreCorrupt` as `_unpack` where an item's line is larger than any of ours."""
        if isinstance(body, str) and len(body) <= SMALL_JSON:
            return  # nearly all: naming a place for an error takes longer than the look
        with self._at(f"item {item_id}"):
            check_size(body)

    @contextmanager
    def _at(self, place: str) -> Iterator[None]:
        try:
            yield
        except StoreCorrupt as error:
            raise self._placed(error, place) from error

    def _placed(self, error: StoreCorrupt, place: str) -> StoreCorrupt:
        return StoreCorrupt(f"{self._connection.path}: {place}: {error}. {HINT}.")


def marks(values: Sequence[Any]) -> str:
    """A question mark for each value, for a list in a statement."""
    return ", ".join("?" * len(values))


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
