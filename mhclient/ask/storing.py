"""The store as the event loop sees it: a write is an awaitable that is done once it has committed."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

from cache import ResponseStore
from cache.connection import in_our_words
from cache.writer import Outcome, call_back

T = TypeVar("T")
A = TypeVar("A")


class AsyncStore:
    """An open store for use from one event loop.

    Args:
        checkpoint: see `cache.writer.GroupCommit`.
    """

    def __init__(self, path: Path, *, checkpoint: Callable[[str], None] = lambda _: None) -> None:
        self._loop = asyncio.get_running_loop()
        self.path = path
        self._store = ResponseStore(path, deliver=self._deliver, checkpoint=checkpoint)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        # In a thread: closing waits for the last commit, and that hands its outcomes to this loop.
        await self._loop.run_in_executor(None, self._store.close)

    async def write(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        """Do one write; returns its result once it has committed.

        Raises:
            StoreFull, StoreUnusable: it could not be committed; nothing of it is kept.
        """
        future: asyncio.Future[T] = self._loop.create_future()
        self._store.submit(operation, partial(self._settle, future))
        return await future

    async def write_with(
        self, operation: Callable[[sqlite3.Connection, list[A]], Sequence[T]], argument: A
    ) -> T:
        """Do one write together with all that wait for the same bulk operation; as `write` otherwise.

        Args:
            operation: one object for all callers; it is by its identity that writes find together.
        """
        future: asyncio.Future[T] = self._loop.create_future()
        self._store.submit_to(operation, argument, partial(self._settle, future))
        return await future

    def read(self, query: Callable[[sqlite3.Connection], T]) -> T:
        """Run a short query at once, on what has been committed."""
        return self._store.read(query)

    def _deliver(self, outcomes: Sequence[Outcome]) -> None:
        # One wake-up of the loop per commit, not per write.
        self._loop.call_soon_threadsafe(call_back, outcomes)

    def _settle(self, future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
        if future.done():  # whoever waited has been cancelled; the write stands
            return
        if error is None:
            future.set_result(result)
        elif isinstance(error, sqlite3.Error):
            told = in_our_words(error, self.path)
            told.__cause__ = error
            future.set_exception(told)
        else:
            future.set_exception(error)
