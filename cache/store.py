"""The store as a program holds it: one file, one writer, readers beside it."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Self, TypeVar

from cache.connection import open_connection, sqlite_errors
from cache.writer import BulkOperation, Callback, Delivery, GroupCommit, Operation, call_back

T = TypeVar("T")


class ResponseStore:
    """An open store. Writes go through one thread and commit in groups; reads see what has been committed.

    Args:
        path: the SQLite file; made if it is not there and `create` is set.
        deliver: see `GroupCommit`.
        checkpoint: see `GroupCommit`.

    Raises:
        StoreUnusable: and its kinds, from opening the file.
    """

    def __init__(
        self,
        path: Path,
        *,
        create: bool = True,
        deliver: Delivery = call_back,
        checkpoint: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.path = path
        writing = open_connection(path, create=create)
        self._reading = open_connection(path, read_only=True)
        self._writer = GroupCommit(writing, deliver=deliver, checkpoint=checkpoint)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, operation: Operation, callback: Callback) -> None:
        """Queue a write; `callback(result, error)` comes once it has committed or failed."""
        self._writer.submit(operation, callback)

    def submit_to(self, operation: BulkOperation, argument: Any, callback: Callback) -> None:
        """Queue an argument for a bulk write; see `GroupCommit.submit_to`."""
        self._writer.submit_to(operation, argument, callback)

    def write(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        """Do one write and wait until it has committed.

        Raises:
            StoreFull, StoreUnusable: it could not be committed; nothing of it is kept.
        """
        future: Future[T] = Future()

        def settle(result: Any, error: BaseException | None) -> None:
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        self.submit(operation, settle)
        with sqlite_errors(self.path):
            return future.result()

    def read(self, query: Callable[[sqlite3.Connection], T]) -> T:
        """Run a query on the reading connection, from the thread that opened the store."""
        with sqlite_errors(self.path):
            return query(self._reading)

    def close(self) -> None:
        """Commit what is queued and close the file."""
        self._writer.close()
        self._reading.close()
