"""One store takes over what is in another, row by row; `merge` has the order of the steps.

What is the same in both (a request by its key, an attempt by its process and moment, a judgement word for
word) is taken once, so that merging again changes nothing. Numbers of rows mean nothing outside their file:
what is new gets new ones. Runs of one name are one run if they ask the same. The other store is only read.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from sqlite3 import Row
from typing import Any, NamedTuple, TypeAlias

from cache.errors import OpenBatches, RunMismatch
from cache.rows import RunRow
from cache.sqlite import Connection
from cache.tables.benchmarks import Benchmarks
from cache.tables.runs import Runs
from cache.tables.sessions import DIED
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
            values = dict(zip(columns, row, strict=True))
            for column, other in refers.items():
                if values[column] is not None:
                    values[column] = self.numbers[other][values[column]]
            yield values

    def insert(self, table: str, rows: Iterable[Values], conflict: str = "") -> None:
        """Add rows; what becomes of one that is here already, `conflict` says."""
        columns = self.columns(table)
        before = self.here.total_changes
        self.here.executemany(
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks(columns)}) {conflict}",
            (tuple(row.values()) for row in rows),
        )
        self.added[table] = self.here.total_changes - before


def take_keyed(stores: TwoStores, table: str, refers: Mapping[str, str] = NOTHING, where: str = "1") -> None:
    """Take over a table whose rows have keys that hold in any file; what is here already stays."""
    stores.insert(table, stores.read(table, refers, where), "ON CONFLICT DO NOTHING")


def take_numbered(stores: TwoStores, table: Numbered) -> None:
    """Take over a table whose rows have numbers; each new row gets the next one that is free."""
    (free,) = stores.here.execute(f"SELECT coalesce(max({table.number}), 0) FROM {table.name}").fetchone()
    known, numbers = _known_rows(stores, table), stores.numbers.setdefault(table.name, {})
    query = f"SELECT {table.number} FROM {table.name} WHERE {table.ended}"
    has_ended = {number for (number,) in stores.there.execute(query)}
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


# Spells a specification out, so that two that are written differently can be compared; the text says whose it
# is, for errors.
Spelled: TypeAlias = Callable[[Mapping[str, Any], str], Mapping[str, Any]]


def as_it_is(spec: Mapping[str, Any], _: str) -> Mapping[str, Any]:
    """A specification as it stands."""
    return spec


# An item keeps its reply; one that has none takes what the other store has, a reply before an error.
BETTER = """
    ON CONFLICT (run_id, position, repetition) DO UPDATE SET
    response_id = excluded.response_id, from_cache = excluded.from_cache, error = excluded.error,
    detail = excluded.detail, retryable = excluded.retryable
    WHERE run_items.response_id IS NULL
    AND (excluded.response_id IS NOT NULL OR (run_items.error IS NULL AND excluded.error IS NOT NULL))
"""
ASKED = (
    "SELECT position, repetition, turn, item_id, request_key FROM run_items WHERE run_id = ? ORDER BY 1, 2"
)


def take_what_was_asked(stores: TwoStores, full: Spelled) -> None:
    """Take over benchmarks and runs.

    Raises:
        RunMismatch: a run of one name asks other things here and there.
        StoreCorrupt: a benchmark's items were changed here.
    """
    known = Benchmarks(stores.here)
    for digest in set(known.get_digests()).intersection(Benchmarks(stores.there).get_digests()):
        known.refuse_changed(digest)
    for run in Runs(stores.there).get_all():
        _refuse_other_run(stores, run, full)
    take_keyed(stores, "benchmarks")
    take_keyed(stores, "items")
    stores.insert(
        "runs",
        stores.read("runs"),
        "ON CONFLICT (run_id) DO UPDATE SET created_at = min(created_at, excluded.created_at), "
        "planned = max(planned, excluded.planned)",
    )


def take_what_runs_rest_on(stores: TwoStores) -> None:
    """Take over the items of runs, once the replies they rest on are here."""
    stores.insert("run_items", stores.read("run_items", {"response_id": "responses"}), BETTER)


def _refuse_other_run(stores: TwoStores, there: RunRow, full: Spelled) -> None:
    runs = Runs(stores.here)
    if not runs.exists(there.run_id):
        return
    here = runs.get(there.run_id)
    ours, theirs = (
        (run.benchmark, full(run.spec, f"{side.path}: run '{run.run_id}'"), run.sent)
        for run, side in ((here, stores.here), (there, stores.there))
    )
    same = ours == theirs
    item = None
    if same and here.planned and there.planned:
        item = _first_difference(
            *(side.execute(ASKED, (there.run_id,)) for side in (stores.here, stores.there))
        )
    if not same or item is not None:
        where = "" if item is None else f" at item '{item['item_id']}'"
        raise RunMismatch(
            f"run '{there.run_id}' asks other things in {stores.there.path} than in {stores.here.path}"
            f"{where}. Two runs cannot have one name: keep these stores apart."
        )


def _first_difference(here: Iterable[Row], there: Iterable[Row]) -> Row | None:
    """The first row that is not the same on both sides."""
    for one, other in zip_longest(here, there):
        if one is None or other is None or tuple(one) != tuple(other):
            return one or other
    return None


def _over(session: Values) -> Values:
    """The row of a process that has died and could not say so itself."""
    if session["ended_at"] is not None:
        return session
    return session | {"ended_at": session["heartbeat_at"], "end_cause": DIED}


def _not_awaited(attempt: Values) -> Values:
    """The row of an attempt whose process has died; one in a batch goes on."""
    waits = attempt["state"] == "in_flight" and attempt["batch_id"] is None
    return attempt | {"state": "unknown"} if waits else attempt


SESSIONS = Numbered("sessions", "id", ("run_id", "host", "pid", "pid_started", "started_at"), as_taken=_over)
BATCHES = Numbered("batches", "id", ("tag",), {"session_id": "sessions"}, "closed_at IS NOT NULL")
ATTEMPTS = Numbered(
    "attempts",
    "id",
    ("session_id", "request_key", "started_at"),
    {"session_id": "sessions", "batch_id": "batches"},
    "state != 'in_flight'",
    _not_awaited,
)
RESPONSES = Numbered("responses", "id", ("attempt_id",), {"attempt_id": "attempts"})
JUDGEMENTS = Numbered(
    "judgements",
    "id",
    (
        "case_key",
        "rater",
        "judged_at",
        "verdict",
        "letters",
        "note",
        "undoes",
        "reader",
        "reader_said",
        "blind",
    ),
    {"undoes": "judgements"},
)
STARTS = Numbered("starts", "id", ("started_at", "study"))
SAMPLES = Numbered("samples", "sample_id", ("run_id", "drawn_at", "reader", "seed", "n"))

# All tables, each of which is taken over somewhere below.
TAKEN = (
    *("benchmarks", "items", "runs", "run_items", "starts", "start_runs"),
    *("requests", "sessions", "attempts", "responses"),
    *("batches", "batch_strays", "batch_strangers"),
    *("readings", "read_items", "judgements", "samples", "sample_cases"),
)

# In both stores: two batches that wait for one reply, or two of ours for one of the provider's.
WAITING = """
    SELECT tag, request_key FROM attempts JOIN batches ON batches.id = batch_id
    WHERE attempts.state = 'in_flight'
"""
AT_PROVIDER = "SELECT account, remote_id, tag FROM batches WHERE remote_id IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Merged:
    """What a store has taken over from another: how many rows of each kind are new.

    Attributes:
        path: the other store.
        runs: the runs there, the oldest first.
        samples: numbers that samples have there → here, where they differ.
    """

    path: Path
    runs: tuple[str, ...]
    requests: int
    replies: int
    judgements: int
    samples: dict[int, int]


def merge(here: Connection, there: Connection, full: Spelled) -> Merged:
    """Take over all that is in another store, which was found sound, inside the caller's transaction.

    Raises:
        RunMismatch: a run of one name asks other things here and there.
        OpenBatches: both wait for a reply to one request, or one batch of the provider's has two names.
        StoreCorrupt: a benchmark's items were changed here.
    """
    stores = TwoStores(here, there)
    _refuse_batches_twice(stores)
    take_what_was_asked(stores, full)
    take_keyed(stores, "requests")
    for table in (SESSIONS, BATCHES, ATTEMPTS, RESPONSES):
        take_numbered(stores, table)
    for name in ("batch_strays", "batch_strangers"):
        take_keyed(stores, name, {"batch_id": "batches"})
    take_what_runs_rest_on(stores)
    take_numbered(stores, STARTS)
    take_keyed(stores, "start_runs", {"start_id": "starts"})
    _take_what_is_said(stores)
    return Merged(
        there.path,
        runs=tuple(run.run_id for run in Runs(there).get_all()),
        requests=stores.added["requests"],
        replies=stores.added["responses"],
        judgements=stores.added["judgements"],
        samples={old: new for old, new in stores.numbers["samples"].items() if old != new},
    )


def _take_what_is_said(stores: TwoStores) -> None:
    """Readings, judgements and samples."""
    take_keyed(stores, "readings")
    # What was read in a reply that is no longer there is of no use.
    take_keyed(
        stores, "read_items", {"response_id": "responses"}, "response_id IN (SELECT id FROM responses)"
    )
    take_numbered(stores, JUDGEMENTS)
    take_numbered(stores, SAMPLES)
    take_keyed(stores, "sample_cases", {"sample_id": "samples"})


def _refuse_batches_twice(stores: TwoStores) -> None:
    ours = {(account, remote): tag for account, remote, tag in stores.here.execute(AT_PROVIDER)}
    for account, remote, tag in stores.there.execute(AT_PROVIDER):
        if (known := ours.get((account, remote), tag)) != tag:
            raise OpenBatches(
                f"{stores.there.path}: its batch {tag} is the provider's {remote}, which is batch {known} of "
                f"{stores.here.path}. One of the two was made by hand: these stores cannot be merged."
            )
    tags = {tag for (tag,) in stores.here.execute("SELECT tag FROM batches")}
    waiting = {key for _, key in stores.here.execute(WAITING)}
    for tag, key in stores.there.execute(WAITING):
        if key in waiting and tag not in tags:
            raise OpenBatches(
                f"{stores.there.path}: its batch {tag} waits for a reply that a batch of {stores.here.path} "
                f"waits for, too. 'mhclient collect --store {stores.there.path}' fetches it first."
            )
