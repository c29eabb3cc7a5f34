"""What a cell of the store may hold: SQLite lets a store of others hold anything anywhere.

A kind of value is checked where it is read if it could be misread otherwise (times, JSON). What else is wrong
shows as an error of Python's in the middle of something, as a store is closed: `blame_cells` then looks
through all cells for the one that is none of ours.
"""

import json
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from cache.errors import StoreCorrupt
from cache.sqlite import Connection, quoted

HINT = "'mhclient cache verify' says what else is damaged"
# What Python raises where a value is of another kind than the code expects.
BY_VALUES = (
    *(ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
    zlib.error,
)

# Of a text of JSON: manifests are read up to 16 MB, and a value takes up to two hundred bytes in memory.
LONGEST_JSON, SMALL_JSON, MOST_VALUES = 20_000_000, 1 << 20, 500_000
LONGEST_NAME = 1_000  # characters of what a run is called

JSON_OBJECTS = frozenset(
    {
        *(("runs", "spec"), ("runs", "sent"), ("benchmarks", "manifest"), ("items", "body")),
        *(("run_items", "shown"), ("attempts", "headers")),
    }
)
OF_TYPE = {
    "TEXT": ("a text", "typeof({0}) = 'text'"),
    "INTEGER": ("a whole number", "typeof({0}) = 'integer'"),
    "REAL": ("a number", "typeof({0}) IN ('real', 'integer') AND abs({0}) < 1e300"),
    "BLOB": ("bytes", "typeof({0}) = 'blob'"),
}
# Tokens and dollars are added up for caps: one negative row would give back what others have spent.
A_COUNT = ("a number of tokens", "typeof({0}) = 'integer' AND {0} BETWEEN 0 AND 1e12")
AN_AMOUNT = ("an amount in dollars", "typeof({0}) IN ('real', 'integer') AND {0} BETWEEN 0 AND 1e12")
ANYTHING = ("a value", "TRUE")  # of a column that somebody else has added
A_TIME = ("a time", "typeof({0}) = 'text' AND {0} GLOB '[0-9]*-*-*T*' AND julianday({0}) IS NOT NULL")
AN_OBJECT = (
    "a JSON object",
    "typeof({0}) = 'text' AND iif(json_valid({0}), json_type({0}) = 'object', FALSE)",
)


class _Column(NamedTuple):
    """A column as SQLite lists it."""

    name: str
    declared: str
    not_null: bool
    place_in_key: int  # from 1; 0 where it is no part of the table's key


def moment(text: object) -> datetime:
    """The time that a text is, with its zone.

    Raises:
        StoreCorrupt: it is no time.
    """
    try:
        found = datetime.fromisoformat(str(text))
    except ValueError as error:
        raise StoreCorrupt(f"{shown(text)} is no time") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def json_object(text: object) -> dict[str, Any]:
    """The object that a text of JSON is.

    Raises:
        StoreCorrupt: it is no object.
    """
    check_size(text)
    try:
        value = json.loads(text)  # type: ignore[arg-type]  # a cell may hold anything
    except (ValueError, TypeError, RecursionError) as error:
        raise StoreCorrupt(f"{shown(text)} is no JSON object") from error
    if not isinstance(value, dict):
        raise StoreCorrupt(f"{shown(text)} is no JSON object")
    return value


def check_size(text: object) -> None:
    """Refuse a text of JSON that would take far more memory than any of ours.

    Raises:
        StoreCorrupt: it would.
    """
    if not isinstance(text, str | bytes) or len(text) <= SMALL_JSON:
        return
    as_text = text if isinstance(text, str) else text.decode("latin-1")
    if len(text) > LONGEST_JSON or sum(map(as_text.count, "[{,")) > MOST_VALUES:
        raise StoreCorrupt(f"{shown(text)} is longer, or holds more values, than any mhclient keeps")


def shown(value: object) -> str:
    """A value of somebody's, for a message."""
    written = repr(value[:60] if isinstance(value, str | bytes) else value)
    return written if len(written) <= 40 else f"{written[:40]}…"


OUTLIVING_RUNS = frozenset({"sessions", "batches"})  # what was paid stays on record when a run is deleted


def find_wrong_cells(connection: Connection) -> Iterator[str]:
    """Every cell that holds another kind of value than its column has, and every row that leads nowhere."""
    yield from _wrong_cells(connection)
    for table, row_id, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        if parent == "runs" and table in OUTLIVING_RUNS:
            continue
        where = "" if row_id is None else f" {row_id}"
        yield f"row{where} of {table} belongs to one of {parent} that is not there"


def _wrong_cells(connection: Connection) -> Iterator[str]:
    tables = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    ).fetchall()
    for (table,) in tables:
        yield from _wrong_in(connection, table)


def _wrong_in(connection: Connection, table: str) -> Iterator[str]:
    # 2 and 3 are columns that are worked out from others.
    listed = connection.execute(
        'SELECT name, type, "notnull", pk FROM pragma_table_xinfo(?) WHERE hidden = 0', (table,)
    )
    columns = [_Column(*row) for row in listed]
    key = [column.name for column in columns if column.place_in_key] or ["rowid"]
    listed_key = ", ".join(map(quoted, key))
    for column in columns:
        kind, holds = _wanted(table, column)
        name = quoted(column.name)
        nothing = "FALSE" if column.not_null else f"{name} IS NULL"
        query = (
            f"SELECT {listed_key}, substr({name}, 1, 60) FROM {quoted(table)} "
            f"WHERE NOT ({nothing} OR coalesce({holds.format(name)}, FALSE))"
        )
        for *row, value in connection.execute(query):
            where = ", ".join(f"{name} {part}" for name, part in zip(key, row, strict=True))
            yield f"{table}.{column.name} where {where}: {shown(value)} is not {kind}"


def _wanted(table: str, column: _Column) -> tuple[str, str]:
    """What a column's values are, in words and in SQL."""
    if (table, column.name) in JSON_OBJECTS:
        return AN_OBJECT
    if column.declared == "TEXT" and column.name.endswith("_at"):
        return A_TIME
    if column.declared == "INTEGER" and column.name.endswith("tokens"):
        return A_COUNT
    if column.declared == "REAL" and column.name.endswith("_usd"):
        return AN_AMOUNT
    return OF_TYPE.get(column.declared, ANYTHING)


def blame_cells(connection: Connection, error: BaseException | None) -> None:
    """Say which cell is none of ours, if an error may come from one and there is one.

    Raises:
        StoreCorrupt: there is; from the error.
    """
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if not isinstance(error, BY_VALUES):
        return
    if (found := next(find_wrong_cells(connection), None)) is not None:
        raise StoreCorrupt(f"{connection.path}: {found}. {HINT}.") from error
