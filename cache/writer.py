"""Group commit: many small writes from one process, few transactions, one thread that does them.

An operation is a function of a connection. It is done when its transaction has committed, never before: the
caller hears of it through a callback. What an operation means is not known here.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

from cache.connection import transaction

Operation = Callable[[sqlite3.Connection], Any]
# Called once an operation's transaction has ended: with its result, or with the error that undid it.
Callback = Callable[[Any, BaseException | None], None]
Outcome = tuple[Callback, Any, BaseException | None]
Delivery = Callable[[Sequence[Outcome]], None]

# How long the first operation of a batch waits for company. Each commit costs a sync of the disk; a reply
# takes a provider a hundred times as long.
LINGER_S = 0.003
BATCH_MAX = 2_000


def call_back(outcomes: Sequence[Outcome]) -> None:
    """Tell each caller what became of its operation, in the order they were submitted."""
    for callback, result, error in outcomes:
        callback(result, error)


class GroupCommit:
    """One thread that owns a connection and commits what it is given, in order, in batches.

    Args:
        connection: used by the thread alone from now on, and closed by it.
        deliver: hands a committed batch's outcomes over; the default calls back from the writer's thread.
        checkpoint: called with "before commit" and "after commit"; tests end the process there.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        *,
        deliver: Delivery = call_back,
        checkpoint: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._connection = connection
        self._deliver = deliver
        self._checkpoint = checkpoint
        self._waiting: SimpleQueue[tuple[Operation, Callback] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store writer", daemon=True)
        self._thread.start()

    def submit(self, operation: Operation, callback: Callback) -> None:
        """Queue an operation.

        It runs again if a neighbour in its batch fails, so it must touch nothing but the connection.
        """
        self._waiting.put((operation, callback))

    def close(self) -> None:
        """Commit what is queued, then end the thread and close the connection."""
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        open_ = True
        while open_:
            batch, open_ = self._next_batch()
            if batch:
                self._deliver(self._commit(batch))
        self._connection.close()

    def _next_batch(self) -> tuple[list[tuple[Operation, Callback]], bool]:
        first = self._waiting.get()
        if first is None:
            return [], False
        time.sleep(LINGER_S)
        batch = [first]
        while len(batch) < BATCH_MAX and not self._waiting.empty():
            following = self._waiting.get()
            if following is None:
                return batch, False
            batch.append(following)
        return batch, True

    def _commit(self, batch: list[tuple[Operation, Callback]]) -> list[Outcome]:
        try:
            with transaction(self._connection):
                results = [operation(self._connection) for operation, _ in batch]
                self._checkpoint("before commit")
        except Exception as error:  # noqa: BLE001 - whatever it was, it belongs to one caller
            if len(batch) == 1:
                return [(batch[0][1], None, error)]
            # One operation spoilt the batch and nothing of it was kept: find out which by doing each alone.
            return [outcome for alone in batch for outcome in self._commit([alone])]
        self._checkpoint("after commit")
        return [(callback, result, None) for (_, callback), result in zip(batch, results, strict=True)]
