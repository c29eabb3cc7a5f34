"""SQLite as the store uses it: a connection whose errors are the store's own, with the file's name."""

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from sys import getsizeof
from typing import Any, Self, TypeAlias

from cache.errors import CacheError, StoreCorrupt, StoreFull, StoreUnusable

LARGE = 1 << 20  # bytes of a parameter

# The second: a message of SQLite's that quotes a damaged file, which Python cannot decode.
BROKEN = (sqlite3.Error, UnicodeDecodeError)
Broken: TypeAlias = sqlite3.Error | UnicodeDecodeError


class _Cursor(sqlite3.Cursor):
    """A cursor whose errors are the store's, also those that come with a later row."""

    def execute(self, *arguments: Any) -> Self:
        try:
            return super().execute(*arguments)
        except BROKEN as error:
            raise _translated(self, error) from error

    def executemany(self, *arguments: Any) -> Self:
        try:
            return super().executemany(*arguments)
        except BROKEN as error:
            raise _translated(self, error) from error

    def fetchone(self) -> Any:
        try:
            return super().fetchone()
        except BROKEN as error:
            raise _translated(self, error) from error

    def fetchall(self) -> list[Any]:
        try:
            return super().fetchall()
        except BROKEN as error:
            raise _translated(self, error) from error

    def __iter__(self) -> Iterator[Any]:  # type: ignore[override]  # one generator around all rows
        # Not a call of ours for each row: a report reads ten thousand. Nor rows ahead: one may have 31 MB.
        try:
            yield from iter(super().fetchone, None)
        except BROKEN as error:
            raise _translated(self, error) from error


class Connection(sqlite3.Connection):
    """A connection to the store's file.

    Attributes:
        path: as it was named, for messages.
        read_only: whether nothing may be written through it.
    """

    path = Path()
    read_only = False

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is under way; of a closed connection SQLite's error is the store's, too."""
        with sqlite_errors(self.path):
            return super().in_transaction

    def copy_to(self, target: Path) -> None:
        """Copy all that has been committed into a new file."""
        with sqlite_errors(target), contextlib.closing(sqlite3.connect(target)) as copy:
            self.backup(copy)

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        return self._new_cursor().execute(*arguments)

    def executemany(self, *arguments: Any) -> sqlite3.Cursor:
        return self._new_cursor().executemany(*arguments)

    def free_parameters(self, statement: str, parameters: Sequence[Any]) -> None:
        """Free the copies of large parameters with which a statement has been executed.

        The connection keeps its last statements, and each of them what was bound to it last: replies of 8 MB
        would stay, one for each number of rows. There is no way to say so but to bind others; the last one
        cannot be bound, so that nothing is executed.
        """
        # No text has fewer bytes than characters. A look at each by its type took three times as long.
        if max(map(getsizeof, parameters), default=0) > LARGE:
            with contextlib.suppress(sqlite3.Error):
                sqlite3.Connection.execute(self, statement, (*[None] * (len(parameters) - 1), object()))

    def _new_cursor(self) -> _Cursor:
        try:
            return self.cursor(_Cursor)
        except sqlite3.Error as error:  # it was closed
            raise translate_error(error, self.path) from error


def quoted(name: str) -> str:
    """The name of a table or a column that others chose, for a statement."""
    return '"' + name.replace('"', '""').replace("\0", "") + '"'


def _translated(cursor: sqlite3.Cursor, error: Broken) -> CacheError:
    connection = cursor.connection
    return translate_error(error, connection.path if isinstance(connection, Connection) else Path())


@contextlib.contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Say SQLite's errors in the store's words, where there is no `Connection` yet."""
    try:
        yield
    except sqlite3.Error as error:
        raise translate_error(error, path) from error


# How files begin that people have beside a store and name by mistake.
_BEGINNINGS = {
    b"PK\x03\x04": "an Excel workbook or another packed file",
    b"\xd0\xcf\x11\xe0": "an old Excel or Word file",
    b"PAR1": "a Parquet file",
    b"%PDF": "a PDF",
}


def _what_else(path: Path) -> str:
    """What a file is that SQLite does not know; nothing where it may have been a store."""
    try:
        with path.open("rb") as file:
            beginning = file.read(64)
    except OSError:
        return ""
    known = next((what for begins, what in _BEGINNINGS.items() if beginning.startswith(begins)), "")
    is_text = beginning.isascii() and "".join(beginning.decode("ascii").split()).isprintable()
    return known or ("text" if is_text else "")


def closed_error(path: Path) -> StoreUnusable:
    """What is said of a store that was closed."""
    return StoreUnusable(f"{path}: the store is closed. Open it again with open_store.")


def translate_error(error: Broken, path: Path) -> CacheError:
    """The store's error for one of SQLite's."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_FULL"):
        return StoreFull(
            f"{path}: the disk is full. What was stored is safe: free some space and start again."
        )
    if name.startswith("SQLITE_TOOBIG"):
        return StoreUnusable(
            f"{path}: a value in it is too big: mhclient keeps none of this size. Ask whoever sent it for "
            "the original store."
        )
    if name.startswith("SQLITE_NOTADB") and (other := _what_else(path)):
        return StoreUnusable(
            f"{path} is no store, but {other}. Give the store another name; this file is as it was."
        )
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or isinstance(error, UnicodeDecodeError):
        return StoreCorrupt(
            f"{path}: not a readable SQLite file ({error}). Restore a copy, or save what is left with "
            f"'sqlite3 {path} .recover'."
        )
    if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
        return closed_error(path)
    why = " (is the disk full, or a limit on file sizes reached?)" if name.startswith("SQLITE_IOERR") else ""
    return StoreUnusable(f"{path}: the store cannot be used: {error}{why}.")
