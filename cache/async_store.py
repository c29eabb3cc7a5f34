"""The store as an event loop sees it: a write is an awaitable that is done once it has committed.

`AsyncStore` has the groups of `Store`, as far as they are needed on a loop. Reads are short and are done at
once, on a connection of their own; writes go through one thread, which commits those that come together as
one. A group that is only read is the reading connection's own; of another, each method is named here.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

from cache.errors import CacheError, StoreMoved
from cache.store import Store
from cache.tables.attempts import Attempts
from cache.tables.batches import Batches, BatchLines
from cache.tables.benchmarks import Benchmarks
from cache.tables.runs import Runs
from cache.tables.sessions import Sessions, Starts
from cache.tables.table import TableGroup
from cache.writer import GroupCommit, Outcome, call_back

G = TypeVar("G", bound=TableGroup)
A = TypeVar("A")
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
P = ParamSpec("P")


class AsyncGroup(Generic[G]):
    """A group of `Store`, forwarded to: `name` is its attribute there."""

    def __init__(self, store: "AsyncStore", name: str, reading: G) -> None:
        self._store = store
        self._name = name
        self._reading = reading

    def _in(self, store: Store) -> G:
        group: G = getattr(store, self._name)
        return group


def reading(method: Callable[Concatenate[G, P], T]) -> Callable[Concatenate[AsyncGroup[G], P], T]:
    """The method, on what has been committed, at once."""

    @wraps(method)
    def forward(self: AsyncGroup[G], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return method(self._reading, *args, **kwargs)

    return forward


def writing(method: Callable[Concatenate[G, P], T]) -> Callable[Concatenate[AsyncGroup[G], P], Awaitable[T]]:
    """The method, done once it has committed."""

    @wraps(method)
    def forward(self: AsyncGroup[G], /, *args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        return self._store.write(lambda store: method(self._in(store), *args, **kwargs))

    return forward


def writing_together(
    method: Callable[[G, Sequence[A], K], Sequence[T]],
) -> Callable[[AsyncGroup[G], A, K], Awaitable[T]]:
    """A method for many rows at once, for one row: those that wait with equal terms are done together."""

    @wraps(method)
    def forward(self: AsyncGroup[G], argument: A, terms: K, /) -> Awaitable[T]:
        def operation(store: Store, arguments: Sequence[A]) -> Sequence[T]:
            return method(self._in(store), arguments, terms)

        return self._store.write_with((method, terms), operation, argument)

    return forward


class AsyncBenchmarks(AsyncGroup[Benchmarks]):
    """See `Benchmarks`."""

    add = writing(Benchmarks.add)
    count_items = reading(Benchmarks.count_items)
    read_items = reading(Benchmarks.read_items)
    refuse_changed = reading(Benchmarks.refuse_changed)


class AsyncRuns(AsyncGroup[Runs]):
    """See `Runs`."""

    add = writing(Runs.add)
    get = reading(Runs.get)
    exists = reading(Runs.exists)
    plan = writing(Runs.plan)
    adapt = writing(Runs.adapt)
    find_turns = reading(Runs.find_turns)
    read_missing = reading(Runs.read_missing)
    take_stored_replies = writing(Runs.take_stored_replies)
    ask_again = writing(Runs.ask_again)
    forget_retryable_errors = writing(Runs.forget_retryable_errors)
    forget_broken_off = writing(Runs.forget_broken_off)
    forget_unbegun = writing(Runs.forget_unbegun)
    forget_unanswered = writing(Runs.forget_unanswered)


class AsyncAttempts(AsyncGroup[Attempts]):
    """See `Attempts`."""

    claim = writing_together(Attempts.claim)
    keep_reply = writing_together(Attempts.keep_replies)
    fail = writing(Attempts.fail)
    give_up = writing(Attempts.give_up)


class AsyncSessions(AsyncGroup[Sessions]):
    """See `Sessions`."""

    start = writing(Sessions.start)
    beat = writing(Sessions.beat)
    end = writing(Sessions.end)


class AsyncStarts(AsyncGroup[Starts]):
    """See `Starts`."""

    add = writing(Starts.add)
    replace = writing(Starts.replace)


class AsyncBatches(AsyncGroup[Batches]):
    """See `Batches`."""

    get = reading(Batches.get)
    get_all = reading(Batches.get_all)
    read_known_remote_ids = reading(Batches.read_known_remote_ids)
    read_problems = reading(Batches.read_problems)
    sum_queued_tokens = reading(Batches.sum_queued_tokens)
    find_runs = reading(Batches.find_runs)
    find_runs_to_collect = reading(Batches.find_runs_to_collect)
    update = writing(Batches.update)
    take = writing(Batches.take)
    own = writing(Batches.own)
    mark_not_ours = writing(Batches.mark_not_ours)
    reopen = writing(Batches.reopen)
    release = writing(Batches.release)
    release_unsent = writing(Batches.release_unsent)


class AsyncBatchLines(AsyncGroup[BatchLines]):
    """See `BatchLines`."""

    read = reading(BatchLines.read)
    has_any = reading(BatchLines.has_any)
    count_states = reading(BatchLines.count_states)
    add_up_cost = reading(BatchLines.add_up_cost)
    keep = writing(BatchLines.keep)
    end_rest = writing(BatchLines.end_rest)


class AsyncStore:
    """An open store for use from one event loop.

    Args:
        path: the SQLite file.
        create: make it if it is not there.
        checkpoint: see `cache.writer.GroupCommit`.

    Raises:
        StoreUnusable: and its kinds, from opening the file.
    """

    def __init__(
        self, path: Path, *, create: bool = True, checkpoint: Callable[[str], None] = lambda _: None
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self.path = path
        writing, here = _open_twice(path, create=create)
        self._reading = here
        self._writer = GroupCommit(writing, deliver=self._deliver, checkpoint=checkpoint)
        self.benchmarks = AsyncBenchmarks(self, "benchmarks", here.benchmarks)
        self.runs = AsyncRuns(self, "runs", here.runs)
        self.results = here.results
        self.requests = here.requests
        self.attempts = AsyncAttempts(self, "attempts", here.attempts)
        self.ledger = here.ledger
        self.sessions = AsyncSessions(self, "sessions", here.sessions)
        self.starts = AsyncStarts(self, "starts", here.starts)
        self.batches = AsyncBatches(self, "batches", here.batches)
        self.batch_lines = AsyncBatchLines(self, "batch_lines", here.batch_lines)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, _: object, error: BaseException | None, __: object) -> None:
        # In a thread: closing waits for the last commit, and that hands its outcomes to this loop.
        await self._loop.run_in_executor(None, self._writer.close)
        with self._reading:
            self._reading.blame_cells(error)

    async def refuse_moved(self) -> None:
        """Look whether the file is still where it was opened; if not, save what it holds beside its name.

        Raises:
            StoreMoved: its name leads to another file by now, or to none; the message names what was saved.
        """
        try:
            self._reading.refuse_moved()
        except StoreMoved as moved:
            raise StoreMoved(f"{moved} {await self._loop.run_in_executor(None, self._save)}") from moved

    def is_moved(self) -> bool:
        """Whether the file's name leads to another file by now, or to none."""
        try:
            self._reading.refuse_moved()
        except StoreMoved:
            return True
        return False

    def _save(self) -> str:
        try:
            saved = self._reading.save_beside()
        except CacheError as error:
            return f"What it held could not be saved beside it: {error}"
        return f"What it holds is saved in {saved}: move that file to its place, and start again."

    def write(self, operation: Callable[[Store], T]) -> Awaitable[T]:
        """Do one write, of several steps perhaps; its result, once it has committed.

        Args:
            operation: may be done again if a neighbour fails, so it must touch nothing but the store.

        Raises:
            StoreFull, StoreUnusable: it could not be committed; nothing of it is kept.
        """
        future: asyncio.Future[T] = self._loop.create_future()
        self._writer.submit(operation, partial(_settle, future))
        return future

    def read(self, query: Callable[[Store], T]) -> T:
        """Answer a short question at once, on what has been committed."""
        return query(self._reading)

    def write_with(
        self, name: Hashable, operation: Callable[[Store, list[A]], Sequence[T]], argument: A
    ) -> Awaitable[T]:
        """Do one write together with all that wait under the same name; as `write` otherwise."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._writer.submit_to(name, operation, argument, partial(_settle, future))
        return future

    def _deliver(self, outcomes: Sequence[Outcome]) -> None:
        # One wake-up of the loop per commit, not per write.
        self._loop.call_soon_threadsafe(call_back, outcomes)


def _open_twice(path: Path, *, create: bool) -> tuple[Store, Store]:
    """The store for writing and for reading: both, or neither."""
    writing = Store.open(path, create=create)
    try:
        return writing, Store.open(path, read_only=True)
    except BaseException:
        writing.close()
        raise


def _settle(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if future.done():  # whoever waited has been cancelled; the write stands
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
