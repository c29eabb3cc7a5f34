"""Rows of one table of a store, taken over into another: with their own keys, or with new numbers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from cache.errors import StoreCorrupt
from cache.sqlite import Connection
from cache.tables.table import marks

Values: TypeAlias = dict[str, Any]
NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Numbered:
    """A table whose rows have numbers that mean nothing outside their file.

    Attributes:
        number: the column with the row's own number.
        identity: columns that together say which row it is, in whatever file.
        refers: columns that hold numbers of rows → of which table.
        ended: an SQL condition; a row that has ended there takes the place of one that has not here.
        as_taken: what a row becomes before it is taken over.
    """

    name: str
    number: str
    identity: tuple[str, ...]
    refers: Mapping[str, str] = field(default_factory=dict)
    ended: str = "1"
    as_taken: Callable[[Values], Values] = dict


class _KnownRow(NamedTuple):
    """A row that is here already."""

    number: int
    ended: bool


@dataclass(slots=True)
class TwoStores:
    """Two open stores: `there` is read, `here` is written.

    Attributes:
        numbers: table → the numbers its rows have there → the numbers they have here.
        added: table → how many rows are new here.
    """

    here: Connection
    there: Connection
    numbers: dict[str, dict[int, int]] = field(default_factory=dict)
    added: dict[str, int] = field(default_factory=dict)

    def columns(self, table: str) -> list[str]:
        """The table's columns, without those that work themselves out."""
        return [row["name"] for row in self.here.execute(f"PRAGMA table_info({table})")]

    def read(self, table: str, refers: Mapping[str, str] = NOTHING, where: str = "1") -> Iterator[Values]:
        """The table's rows there, the oldest first, with the numbers that what they refer to has here."""
        columns = self.columns(table)
        listed = ", ".join(columns)
        for row in self.there.execute(f"SELECT {listed} FROM {table} WHERE {where} ORDER BY 1, 2"):
            yield self._renumbered(table, dict(zip(columns, row, strict=True)), refers)

    def insert(self, table: str, rows: Iterable[Values], conflict: str = "") -> None:
        """Add rows; what becomes of one that is here already, `conflict` says."""
        columns = self.columns(table)
        before = self.here.total_changes
        self.here.executemany(
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks(columns)}) {conflict}",
            (tuple(row.values()) for row in rows),
        )
        self.added[table] = self.here.total_changes - before

    def _renumbered(self, table: str, row: Values, refers: Mapping[str, str]) -> Values:
        for column, other in refers.items():
            if row[column] is not None:
                number = self.numbers[other].get(row[column])
                if number is None:
                    raise StoreCorrupt(
                        f"{self.there.path}: a row of {table} belongs to number {row[column]} of {other}, "
                        "which is not there. 'mhclient cache verify' says what else is damaged."
                    )
                row[column] = number
        return row


def take_keyed(stores: TwoStores, table: str, refers: Mapping[str, str] = NOTHING, where: str = "1") -> None:
    """Take over a table whose rows have keys that hold in any file; what is here already stays."""
    stores.insert(table, stores.read(table, refers, where), "ON CONFLICT DO NOTHING")


def take_numbered(stores: TwoStores, table: Numbered) -> None:
    """Take over a table whose rows have numbers; each new row gets the next one that is free."""
    (free,) = stores.here.execute(f"SELECT coalesce(max({table.number}), 0) FROM {table.name}").fetchone()
    known, numbers = _known_rows(stores, table), stores.numbers.setdefault(table.name, {})
    has_ended = {number for (number,) in stores.there.execute(_ended_query(table))}
    gone_on: list[Values] = []

    def new_rows() -> Iterator[Values]:
        nonlocal free
        for row in map(table.as_taken, stores.read(table.name, table.refers)):
            there = row[table.number]
            here = known.get(tuple(row[column] for column in table.identity))
            if here is None:
                free += 1
            numbers[there] = row[table.number] = free if here is None else here.number
            if here is None:
                yield row
            elif not here.ended and there in has_ended:
                gone_on.append(row)

    stores.insert(table.name, new_rows())
    for row in gone_on:
        _replace(stores.here, table, row)


def _ended_query(table: Numbered) -> str:
    return f"SELECT {table.number} FROM {table.name} WHERE {table.ended}"


def _known_rows(stores: TwoStores, table: Numbered) -> dict[tuple[Any, ...], _KnownRow]:
    """Rows here that may be there, too, by what identifies them; none where nothing they belong to is."""
    first = table.identity[0]
    parents = set(stores.numbers[table.refers[first]].values()) if first in table.refers else None
    if parents is not None and not parents:
        return {}
    columns = ", ".join(table.identity)
    rows = stores.here.execute(f"SELECT {columns}, {table.number}, {table.ended} FROM {table.name}")
    return {
        tuple(identity): _KnownRow(number, bool(ended))
        for *identity, number, ended in rows
        if parents is None or identity[0] in parents
    }


def _replace(here: Connection, table: Numbered, row: Values) -> None:
    to = ", ".join(f"{column} = :{column}" for column in row if column != table.number)
    here.execute(f"UPDATE {table.name} SET {to} WHERE {table.number} = :{table.number}", row)
