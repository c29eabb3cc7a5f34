"""Opening the store's file: pragmas, migrations, transactions.

WAL lets readers read while one process writes. `synchronous=FULL` makes a commit outlive a power cut, not
only a killed process: replies cost money, and group commit pays for one sync per batch, not per reply.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from cache.errors import StoreUnusable, StoreVersionError
from cache.schema import MIGRATIONS
from cache.sqlite import Connection, sqlite_errors
from cache.store_file import (
    beside,
    distrust_schema,
    refuse_foreign_parts,
    refuse_missing_parts,
    refuse_shared_folder,
    statements_of_a_new_store,
)

APPLICATION_ID = 0x6D68636C  # "mhcl": tells our files from other SQLite files
SCHEMA_VERSION = len(MIGRATIONS)
BUSY_TIMEOUT_S = 30.0

# Bulk statements differ by their number of rows and are large: sqlite3's own 128 of them took 10 MB.
CACHED_STATEMENTS = 16

# Pages of the log (4 kB each) until it is copied into the file. Keys are random, so that the same pages of
# their indexes come again and again: at SQLite's own 1,000, a third of the work of a commit was copying them.
CHECKPOINT_PAGES = 4_000

# One statement, so one snapshot: another process may be making the tables between two of them.
IDENTITY = """
    SELECT (SELECT user_version FROM pragma_user_version),
           (SELECT application_id FROM pragma_application_id),
           (SELECT count(*) FROM sqlite_schema)
"""


def open_connection(path: Path, *, create: bool = False, read_only: bool = False) -> Connection:
    """A connection to the store at `path`, its tables brought up to date; in a copy if it is read only.

    Raises:
        StoreUnusable: no such file or an empty database (and not `create`), not a store, a read-only or a
            network folder, a store that lacks tables of ours, or has triggers or views of others.
        StoreVersionError: a newer program wrote it.
        StoreCorrupt: SQLite finds it damaged.
    """
    _refuse_where_no_store_can_be(path, create=create)
    refuse_shared_folder(path)
    archived = read_only and not _writable(path)
    if not read_only:
        _refuse_read_only(path)
    with sqlite_errors(path):
        name = f"{path.absolute().as_uri()}?mode=ro&immutable=1" if archived else path
        connection = _connect(name, path, read_only=read_only)
        try:
            if not create:
                _refuse_empty_database(connection, path)
            if archived:
                _refuse_unfinished(path)
            version = _version(connection, path)
            if read_only and version < SCHEMA_VERSION:
                connection = _updated_copy(connection)
            elif not archived:
                _prepare(connection, path, version)
            refuse_missing_parts(connection)
        except BaseException:
            connection.close()
            raise
        if read_only:
            connection.execute("PRAGMA query_only = ON")
    return connection


def _connect(name: Path | str, path: Path, *, read_only: bool) -> Connection:
    # check_same_thread: opened by the caller's thread, then used by the writer's alone.
    connection = sqlite3.connect(
        name,
        uri=isinstance(name, str),
        timeout=BUSY_TIMEOUT_S,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=CACHED_STATEMENTS,
        factory=Connection,
    )
    connection.path, connection.read_only = path, read_only
    connection.row_factory = sqlite3.Row
    distrust_schema(connection)
    return connection


def _updated_copy(connection: Connection) -> Connection:
    """An older store as it would be once brought up to date; whoever only reads leaves the file as it is."""
    # A database without a name: SQLite keeps it in a temporary file of its own (sqlite.org/inmemorydb.html).
    copy = _connect("", connection.path, read_only=True)
    with contextlib.closing(connection):
        connection.backup(copy)
    _migrate(copy, copy.path)
    return copy


@contextlib.contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """All or nothing, as the only writer: the lock is taken at once, not at the first write."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # some errors (a full disk) have rolled back already
            connection.execute("ROLLBACK")
        raise


def refuse_updated(connection: Connection) -> None:
    """Look whether a newer program has changed the tables since the store was opened.

    Raises:
        StoreVersionError: it has.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise StoreVersionError(
            f"{connection.path}: a newer mhclient has changed its tables (to version {version}; this one "
            f"knows up to {SCHEMA_VERSION}) while it was in use. Update mhclient, and start again."
        )


def _refuse_where_no_store_can_be(path: Path, *, create: bool) -> None:
    if path.is_dir():
        raise StoreUnusable(f"{path}: a folder; `store` names a file.")
    if not path.parent.is_dir():
        raise StoreUnusable(
            f"{path}: there is no folder {path.parent}. Make it, or name another with `store`."
        )
    if not create and not (path.is_file() and path.stat().st_size):
        raise StoreUnusable(f"{path}: no store here. 'mhclient run' makes one; `store` names another place.")


def _writable(path: Path) -> bool:
    folder = Path(os.path.realpath(path)).parent  # where SQLite puts its files
    return os.access(path, os.W_OK) and os.access(folder, os.W_OK)


def _refuse_read_only(path: Path) -> None:
    if not path.exists() and not os.access(path.absolute().parent, os.W_OK):
        raise StoreUnusable(
            f"{path}: nothing may be written in this folder. Name another place with `store`."
        )
    if path.exists() and path.stat().st_nlink > 1:
        # Each name would have a log of its own (sqlite.org/howtocorrupt.html, section 2.4).
        raise StoreUnusable(
            f"{path}: this file has another name, too (a hard link), and written under both it would lose "
            "replies. Copy it, and name the copy with `store`."
        )
    if path.exists() and not _writable(path):
        raise StoreUnusable(
            f"{path}: the store is read-only here. Copy it (and a file {path.name}-wal beside it) to a "
            "folder that you may write to, and name the copy with `store`."
        )


def _refuse_unfinished(path: Path) -> None:
    """A store where nothing may be written is read as it lies: SQLite needs no files beside it then."""
    said = ("its newest replies lie in", "what was not finished stands in")
    for log, held in zip(beside(path, "-wal", "-journal"), said, strict=True):
        if log.exists() and log.stat().st_size:
            raise StoreUnusable(
                f"{path}: {held} {log.name}, which cannot be read where nothing may be written. Copy both "
                "files to a folder that you may write to."
            )


def _prepare(connection: Connection, path: Path, version: int) -> None:
    if _write_ahead(connection) != "wal":
        raise StoreUnusable(
            f"{path}: the file system does not support SQLite's write-ahead log. "
            "Put the store on a local disk with `store`."
        )
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    if version < SCHEMA_VERSION:
        _migrate(connection, path)


def _version(connection: Connection, path: Path) -> int:
    """How far the file's tables are; refuses files that are not ours, newer than we are, or do things."""
    version, application, n_tables = connection.execute(IDENTITY).fetchone()
    if application != APPLICATION_ID and (n_tables or version):
        raise _not_ours(path)
    if version > SCHEMA_VERSION:
        raise StoreVersionError(
            f"{path}: its tables are of version {version}, this mhclient knows up to {SCHEMA_VERSION}. "
            "Update mhclient."
        )
    if n_tables:
        refuse_foreign_parts(connection)
    return int(version)


def _refuse_empty_database(connection: Connection, path: Path) -> None:
    """A command that makes no store makes no tables either in a database that is nobody's."""
    _, application, n_tables = connection.execute(IDENTITY).fetchone()
    if application != APPLICATION_ID and not n_tables:
        raise _not_ours(path)


def _not_ours(path: Path) -> StoreUnusable:
    return StoreUnusable(f"{path}: an SQLite file, but not an mhclient store. Name another with `store`.")


def journal_mode(connection: Connection, mode: str) -> str:
    """Switch to a mode, with SQLite's own errors; the mode it is in then."""
    return str(sqlite3.Connection.execute(connection, f"PRAGMA journal_mode = {mode}").fetchone()[0])


def _write_ahead(connection: Connection) -> str:
    """Switch to WAL. Two processes that make the file at once collide here, outside the busy timeout."""
    deadline = time.monotonic() + BUSY_TIMEOUT_S
    while True:
        try:
            # SQLite's own errors are needed here: the collision is one of them.
            return journal_mode(connection, "WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _migrate(connection: Connection, path: Path) -> None:
    """Apply what is missing of the chain: one process at a time, all of it or nothing."""
    with transaction(connection):
        version = _version(connection, path)
        for step in MIGRATIONS[version:] if version else [statements_of_a_new_store()]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


@contextlib.contextmanager
def bulk_transaction(connection: Connection, cache_bytes: int) -> Iterator[None]:
    """As `transaction`; SQLite may hold so much of the file meanwhile, and writes each page less often."""
    with _larger_cache(connection, cache_bytes), _without_log(connection), transaction(connection):
        yield


@contextlib.contextmanager
def _larger_cache(connection: Connection, n_bytes: int) -> Iterator[None]:
    (before,) = connection.execute("PRAGMA cache_size").fetchone()
    connection.execute(f"PRAGMA cache_size = -{n_bytes >> 10}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA cache_size = {before}")


@contextlib.contextmanager
def _without_log(connection: Connection) -> Iterator[None]:
    """Write pages to the file itself, where it has no run yet and nobody else has it open.

    Whoever opens it meanwhile waits for SQLite's lock, and would find nothing. If the process is killed, the
    next one that opens the store undoes what was written, by the journal beside it.
    """
    (has_runs,) = connection.execute("SELECT EXISTS (SELECT 1 FROM runs)").fetchone()
    if has_runs or not _leave_log(connection):
        yield
        return
    try:
        yield
    finally:
        # Where others are at work in it by now, the next one that opens it does so.
        with contextlib.suppress(sqlite3.Error):
            journal_mode(connection, "WAL")


def _leave_log(connection: Connection) -> bool:
    """Whether SQLite lets go of the log of changes: not while another process has the store open."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        return journal_mode(connection, "DELETE") == "delete"
    except sqlite3.OperationalError:
        return False
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_S * 1_000:.0f}")
