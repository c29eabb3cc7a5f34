"""Reading logs, in other processes where that is worth it: large files in parts, in their order.

Decision: docs/decisions/adopt.md, "Large logs are read by all processors".
Decision: docs/decisions/adopt.md, "What is read is written meanwhile".
Decision: docs/decisions/adopt.md, "The process that writes reads, too".
"""

import math
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmark.folder import sha256_of
from cache import AdoptedSender
from mhclient.adopt.formats import Log
from mhclient.adopt.logged import LogUnusable
from mhclient.adopt.prepared import PreparedReply, prepare, prepare_part, unpacked_part
from mhclient.adopt.records import FilePart
from mhclient.machine.process import n_processors, processes

WORTH_PROCESSES = 256 << 20  # bytes: fewer are read about as fast as other processes start
AHEAD = 6  # parts for each other process that are under way or wait to be taken, on disk


class LogReader:
    """Reads logs one after the other.

    Args:
        pool: other processes that read; None to read in this one alone.
        n: how many they are.
        folder: where they leave what they have read.
    """

    def __init__(
        self, logs: Sequence[Log], pool: ProcessPoolExecutor | None = None, n: int = 0, folder: str = ""
    ) -> None:
        self.pool, self._folder = pool, folder
        self._n_ahead = AHEAD * n
        self._parts_of: dict[Path, list[FilePart]] = {}
        self._known_length = all(log.in_parts for log in logs)
        self._n_parts = self._n_read = 0
        self._since = 0.0  # when the first parts had come, as many as are ahead: those come at once

    @classmethod
    @contextmanager
    def open(cls, logs: Sequence[Log], n_processes: int | None = None) -> Iterator["LogReader"]:
        """A reader for some logs.

        Args:
            n_processes: that read, this one among them; by default as many as there are processors where the
                logs are large.

        Raises:
            ProcessLost: one of the processes was killed.
        """
        n = n_processes or (n_processors() if _are_large(logs) else 1)
        if n == 1:
            yield cls(logs)
            return
        with TemporaryDirectory() as folder, processes(n - 1) as pool:
            yield cls(logs, pool, n - 1, folder)

    def digest(self, log: Log) -> str:
        """The SHA-256 of a log's bytes; its parts, if it can be read in parts, are found on the way."""
        if not log.in_parts:
            return sha256_of(log.path)
        digest, parts = log.parts()
        self._parts_of[log.path], self._n_parts = parts, self._n_parts + len(parts)
        return digest

    def read(self, log: Log, sender: AdoptedSender) -> Iterator[Iterable[PreparedReply]]:
        """A log's replies, ready to be kept, part by part.

        Raises:
            LogUnusable: as `Log.replies`.
        """
        if log.path not in self._parts_of:
            yield (prepare(reply, sender) for reply in log.replies())
            return
        for part in self._parts(log, sender):
            yield part
            self._n_read += 1
            if self._n_read <= max(self._n_ahead, 1):
                self._since = time.monotonic()

    def seconds_left(self) -> float:
        """How long what is left will take, as fast as it has gone so far; infinite where nobody knows."""
        left, measured = self._n_parts - self._n_read, self._n_read - max(self._n_ahead, 1)
        if not self._known_length or (left and measured < 1):
            return math.inf
        return left and left * (time.monotonic() - self._since) / measured

    def _parts(self, log: Log, sender: AdoptedSender) -> Iterator[Iterable[PreparedReply]]:
        if self.pool is not None:
            return self._shared_parts(self.pool, log, sender)
        return ((prepare(reply, sender) for reply in log.replies(part)) for part in self._parts_of[log.path])

    def _shared_parts(
        self, pool: ProcessPoolExecutor, log: Log, sender: AdoptedSender
    ) -> Iterator[Iterable[PreparedReply]]:
        """The parts in their order; while the next is not there yet, this process reads one itself."""
        parts, under_way = iter(self._parts_of[log.path]), deque[Future[Any]]()
        while True:
            for part in islice(parts, max(self._n_ahead - len(under_way), 0)):
                under_way.append(pool.submit(prepare_part, log, sender, part, self._folder))
            if not under_way:
                return
            # Two of its own in memory, and no more: another process may be slow.
            may_wait = len(under_way) < self._n_ahead + 2 and not under_way[0].done()
            if may_wait and (another := next(parts, None)) is not None:
                under_way.append(_read_here(log, sender, another))
                continue
            found = under_way.popleft().result()
            yield unpacked_part(found) if isinstance(found, str) else found


def _read_here(log: Log, sender: AdoptedSender, part: FilePart) -> Future[Any]:
    """A part that this process has read; also an error waits until its turn has come."""
    read = Future[Any]()
    try:
        read.set_result([prepare(reply, sender) for reply in log.replies(part)])
    except LogUnusable as error:
        read.set_exception(error)
    return read


def _are_large(logs: Sequence[Log]) -> bool:
    return sum(log.path.stat().st_size for log in logs if log.in_parts) >= WORTH_PROCESSES
