"""Group commit: many small writes from one process, few transactions, one thread that does them.

A write is done when its transaction has committed, never before: the caller hears of it through a callback.
What a write means is not known here.
"""

import threading
import time
from collections.abc import Callable, Hashable, Sequence
from queue import SimpleQueue
from typing import Any, NamedTuple

from cache.store import Store

# A write for one caller.
Operation = Callable[[Store], Any]
# The same write for many callers at once: a function of the store and their arguments, in whose order it
# returns their results. A few statements for a whole batch leave the other threads in peace; a few statements
# for each caller hand the interpreter's lock to and fro for each.
BulkOperation = Callable[[Store, list[Any]], Sequence[Any]]
# Called once a write's transaction has ended: with its result, or with the error that undid it.
Callback = Callable[[Any, BaseException | None], None]
Outcome = tuple[Callback, Any, BaseException | None]
Delivery = Callable[[Sequence[Outcome]], None]


class _Write(NamedTuple):
    """One caller's write; a bulk operation has a name and an argument, a plain one neither."""

    operation: Operation | BulkOperation
    callback: Callback
    name: Hashable | None = None
    argument: Any = None


# How long the first operation of a batch waits for company, and again while a tenth more comes in that time.
# Each commit costs a sync of the disk and new pages of every index: in batches of ten, a write takes 2.5
# times the CPU that it takes in batches of eighty. Whoever asks little or slowly waits once.
LINGER_S = 0.003
BATCH_MAX = 2_000


def call_back(outcomes: Sequence[Outcome]) -> None:
    """Tell each caller what became of its operation, in the order they were submitted."""
    for callback, result, error in outcomes:
        callback(result, error)


class GroupCommit:
    """One thread that owns an open store and commits what it is given, in order, in batches.

    Args:
        store: used by the thread alone from now on, and closed by it.
        deliver: hands a committed batch's outcomes over; the default calls back from the writer's thread.
        checkpoint: called with "before commit" and "after commit"; tests end the process there.
    """

    def __init__(
        self,
        store: Store,
        *,
        deliver: Delivery = call_back,
        checkpoint: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._deliver = deliver
        self._checkpoint = checkpoint
        self._waiting: SimpleQueue[_Write | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store writer", daemon=True)
        self._thread.start()

    def submit(self, operation: Operation, callback: Callback) -> None:
        """Queue a write.

        It runs again if a neighbour in its batch fails, so it must touch nothing but the store.
        """
        self._waiting.put(_Write(operation, callback))

    def submit_to(self, name: Hashable, operation: BulkOperation, argument: Any, callback: Callback) -> None:
        """Queue an argument for a bulk operation; it is done with all that wait under the same name."""
        self._waiting.put(_Write(operation, callback, name, argument))

    def close(self) -> None:
        """Commit what is queued, then end the thread and close the store."""
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        open_ = True
        while open_:
            batch, open_ = self._next_batch()
            if batch:
                self._deliver(self._commit(batch))
        self._store.close()

    def _next_batch(self) -> tuple[list[_Write], bool]:
        first = self._waiting.get()
        if first is None:
            return [], False
        n_before, n_waiting = 0, 1
        while n_before + n_before / 10 < n_waiting < BATCH_MAX:
            time.sleep(LINGER_S)
            n_before, n_waiting = n_waiting, 1 + self._waiting.qsize()
        batch = [first]
        while len(batch) < BATCH_MAX and not self._waiting.empty():
            following = self._waiting.get()
            if following is None:
                return batch, False
            batch.append(following)
        return batch, True

    def _commit(self, batch: list[_Write]) -> list[Outcome]:
        try:
            with self._store.transaction():
                done = [outcome for group in _groups(batch) for outcome in self._do(group)]
                self._checkpoint("before commit")
        except Exception as error:  # noqa: BLE001 - whatever it was, it belongs to one caller
            if len(batch) == 1:
                return [(batch[0].callback, None, error)]
            # One write spoilt the batch and nothing of it was kept: find out which by doing each alone.
            return [outcome for alone in batch for outcome in self._commit([alone])]
        self._checkpoint("after commit")
        return done

    def _do(self, group: list[_Write]) -> list[Outcome]:
        operation = group[0].operation
        if group[0].name is None:
            results: Sequence[Any] = [operation(self._store)]  # type: ignore[call-arg]
        else:
            results = operation(self._store, [write.argument for write in group])  # type: ignore[call-arg]
        return [(write.callback, result, None) for write, result in zip(group, results, strict=True)]


def _groups(batch: list[_Write]) -> list[list[_Write]]:
    """Plain writes alone, those of one bulk operation together; each where the first of it stood.

    A caller that depends on another write has waited for its commit, so the order within a batch is free.
    """
    groups: dict[Hashable, list[_Write]] = {}
    for write in batch:
        groups.setdefault(id(write) if write.name is None else write.name, []).append(write)
    return list(groups.values())
