"""Tables of plain values as an SQLite file of their own, for Datasette, sqlite-utils and SQL."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from cache.errors import StoreUnusable
from cache.sqlite import quoted
from cache.store_file import beside

Rows = Iterable[Mapping[str, Any]]

EXPORT_ID = 0x6D687870  # "mhxp": tells these files, which can be written again, from stores and from others'
_ID_AT = 68  # where the application's id stands, big-endian; sqlite.org/fileformat2.html, section 1.3
_LOGS = ("-wal", "-journal")  # beside a file that somebody changes


def write_tables(path: Path, tables: Mapping[str, tuple[Sequence[str], Rows]]) -> None:
    """Write a new SQLite file.

    Args:
        tables: name → columns and rows; a row may lack columns.

    Raises:
        StoreUnusable: it cannot be written.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute(f"PRAGMA application_id = {EXPORT_ID}")
            connection.execute("BEGIN")
            for name, (columns, rows) in tables.items():
                listed = ", ".join(map(quoted, columns))
                connection.execute(f"CREATE TABLE {quoted(name)} ({listed})")
                values = ", ".join("?" * len(columns))
                connection.executemany(
                    f"INSERT INTO {quoted(name)} VALUES ({values})",
                    (tuple(row.get(column) for column in columns) for row in rows),
                )
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise StoreUnusable(f"{path} cannot be written: {error}.") from error


def is_export(path: Path) -> bool:
    """Whether `write_tables` wrote the file and it may be replaced: no log of changes lies beside it."""
    with path.open("rb") as file:
        header = file.read(_ID_AT + 4)
    is_ours = header[_ID_AT:] == EXPORT_ID.to_bytes(4, "big")
    return is_ours and not any(log.exists() for log in beside(path, *_LOGS))
