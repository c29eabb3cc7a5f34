"""The store as a program holds it: one file, its tables in groups of methods.

What writes from an event loop has its asynchronous twin in `cache.async_store`.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Self

from cache.cells import HINT, blame_cells
from cache.check import Check
from cache.connection import bulk_transaction, open_connection, transaction
from cache.errors import StoreCorrupt
from cache.merge import Merged, Spelled, as_it_is, merge
from cache.sqlite import Connection, closed_error
from cache.store_file import files_of, name_beside, refuse_moved
from cache.tables.adopted import AdoptedRows
from cache.tables.attempts import Attempts, Requests
from cache.tables.batches import Batches, BatchLines
from cache.tables.benchmarks import Benchmarks
from cache.tables.judging import Judgements, Readings, Samples
from cache.tables.ledger import Ledger
from cache.tables.runs import Results, Runs
from cache.tables.sessions import Sessions, Starts
from cache.tables.upkeep import Upkeep

MERGE_LATER = "Merge once it has ended."


def _find_violations(store: "Store") -> Iterator[str]:
    """What is wrong with a store, one sentence each, as far as it is known without the providers' formats."""
    return store.check.find_violations(lambda *_: ())


class Store:
    """An open store, for one thread at a time; `with Store.open(path) as store:` closes it again.

    A method that writes belongs inside `with store.transaction():`, for it may need several statements.
    Methods raise `StoreUnusable` and its kinds, or `StoreFull`, where the file cannot be read or written.

    Attributes:
        path: the SQLite file, as it was named.
        read_only: whether it was opened for reading alone.
        benchmarks, runs, starts, results: what was asked for, and what came of it.
        requests, attempts, ledger, sessions: what was sent, by whom, and what it cost.
        adopted: the same of what other tools have sent.
        batches, batch_lines: what was sent in batches.
        readings, judgements, samples: what was read in the replies, by the program and by people.
        check, upkeep: whether the file is sound; counting, exporting, tidying up.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.path, self.read_only = connection.path, connection.read_only
        self._closed = False
        self._opened = files_of(connection.path)
        self.benchmarks = Benchmarks(connection)
        self.runs = Runs(connection)
        self.results = Results(connection)
        self.requests = Requests(connection)
        self.attempts = Attempts(connection)
        self.ledger = Ledger(connection)
        self.adopted = AdoptedRows(connection)
        self.sessions = Sessions(connection)
        self.starts = Starts(connection)
        self.batches = Batches(connection)
        self.batch_lines = BatchLines(connection)
        self.readings = Readings(connection)
        self.judgements = Judgements(connection)
        self.samples = Samples(connection)
        self.check = Check(connection)
        self.upkeep = Upkeep(connection)

    @classmethod
    def open(cls, path: Path, *, create: bool = False, read_only: bool = False) -> Self:
        """Open the store at `path`, its tables brought up to date.

        Raises:
            StoreUnusable: no such file or an empty database (and not `create`), not a store, a read-only or
                a network folder.
            StoreVersionError: a newer program wrote it.
            StoreCorrupt: SQLite finds it damaged.
        """
        return cls(open_connection(path, create=create, read_only=read_only))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        try:
            self.blame_cells(error)
        finally:
            self.close()

    def blame_cells(self, error: BaseException | None) -> None:
        """Look whether a cell that is none of ours may have led to an error.

        Raises:
            StoreCorrupt: one may have; the message names it.
        """
        blame_cells(self._connection, error)

    def close(self) -> None:
        """Close the file."""
        self._closed = True
        self._connection.close()

    def refuse_closed(self) -> None:
        """Look whether it is still open; unlike every other method, from any thread.

        Raises:
            StoreUnusable: it was closed.
        """
        if self._closed:
            raise closed_error(self.path)

    def refuse_moved(self) -> None:
        """Look whether the file, and the log beside it, are still where they were opened.

        Raises:
            StoreMoved: the name of one leads to another file by now, or to none.
        """
        refuse_moved(self.path, self._opened)

    def save_beside(self) -> Path:
        """Write all that the open file holds to a new one beside it, and return that one's name.

        Raises:
            StoreFull, StoreUnusable: it cannot be written.
        """
        target = name_beside(self.path)
        self._connection.copy_to(target)
        return target

    def take_over(
        self,
        other: "Store",
        full: Spelled = as_it_is,
        find_violations: Callable[["Store"], Iterator[str]] = _find_violations,
    ) -> Merged:
        """Take over all that is in another store, or nothing of it; what is here already stays as it is.

        Args:
            other: is only read.
            full: spells a run's specification out, so that two that are written differently can be compared.
            find_violations: what is wrong with the other store, of which nothing is taken then.

        Raises:
            RunAtWork: a process is working on a run of one of the two.
            StoreCorrupt: the other store is not what it says.
            RunMismatch, OpenBatches, StoreCorrupt: as `merge`.
        """
        with other.view():
            other.sessions.refuse_at_work(MERGE_LATER)
            for violation in find_violations(other):
                raise StoreCorrupt(f"{other.path}: {violation}. Nothing was taken over; {HINT}.")
            with self.transaction():
                self.sessions.close_dead()
                self.sessions.refuse_at_work(MERGE_LATER)
                return merge(self._connection, other._connection, full)

    def transaction(self) -> AbstractContextManager[None]:
        """All or nothing of what is written in the block, as the only writer; committed when it ends.

        Raises:
            StoreFull, StoreUnusable: it could not be committed; nothing of it is kept.
        """
        return transaction(self._connection)

    @contextmanager
    def bulk_transaction(self, cache_bytes: int) -> Iterator[None]:
        """The same where much is written; nobody else may open the store meanwhile if it has no run yet.

        Args:
            cache_bytes: how much of the file SQLite may hold.

        Raises:
            StoreFull, StoreUnusable: as `transaction`.
        """
        with bulk_transaction(self._connection, cache_bytes):
            yield
        self._opened = files_of(self.path)  # the log was put away meanwhile, and is another one now

    @contextmanager
    def view(self) -> Iterator[None]:
        """One view of the store throughout, though a run may be writing to it; may be entered again."""
        if self._connection.in_transaction:
            yield
            return
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("ROLLBACK")


def open_store(path: str | os.PathLike[str], *, read_only: bool = False) -> Store:
    """Open the store at `path`; where there is none, it is made, unless it is to be read only.

    Raises:
        StoreUnusable: there is no store to be read, the file is none, or the folder cannot hold one.
        StoreVersionError: a newer program wrote it.
        StoreCorrupt: SQLite finds it damaged.

    Example:
        >>> with open_store("replies.sqlite3") as store:
        ...     [run.run_id for run in store.runs.get_all()]
        []
    """
    # Absolute: a program may change its folder while the store is open.
    return Store.open(Path(path).absolute(), create=not read_only, read_only=read_only)
