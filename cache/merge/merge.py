"""One store takes over what is in another. Read this first.

What is the same in both (a request by its key, an attempt by its process and moment, a judgement word for
word) is taken once, so that merging again changes nothing. Numbers of rows mean nothing outside their file:
what is new gets new ones. The other store is only read.

Decision: docs/decisions/cache.md, "Stores are merged row by row".
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cache.cells import refuse_wrong_cells
from cache.errors import OpenBatches, StoreCorrupt
from cache.key import key_of_body
from cache.merge.asked import Spelled, take_what_runs_rest_on, take_what_was_asked
from cache.merge.rows import Numbered, TwoStores, Values, take_keyed, take_numbered
from cache.packing import unpack
from cache.sqlite import Connection
from cache.tables.runs import Runs
from cache.tables.sessions import DIED


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
    """Take over all that is in another store, inside the caller's transaction.

    Raises:
        RunMismatch: a run of one name asks other things here and there.
        OpenBatches: both wait for a reply to one request, or one batch of the provider's has two names.
        StoreCorrupt: the other store is not what it says.
    """
    refuse_wrong_cells(there)
    stores = TwoStores(here, there)
    _refuse_batches_twice(stores)
    take_what_was_asked(stores, full)
    stores.insert("requests", _checked(stores, stores.read("requests")), "ON CONFLICT DO NOTHING")
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


def _checked(stores: TwoStores, requests: Iterator[Values]) -> Iterator[Values]:
    """The requests; a key that is not of its body would let a reply to something else pass for its own."""
    for row in requests:
        body = _unpacked(stores, row).decode("utf-8", "replace")
        address = {name: row[name] for name in ("method", "endpoint", "api_version", "repetition")}
        if key_of_body(body, **address) != row["key"]:
            raise StoreCorrupt(
                f"{stores.there.path}: request {row['key'][:12]} has another key than its body gives. "
                "Nothing was taken over; 'mhclient cache verify' says what else is damaged."
            )
        yield row


def _unpacked(stores: TwoStores, request: Values) -> bytes:
    try:
        return unpack(request["body"])
    except StoreCorrupt as error:
        place = f"{stores.there.path}: request {request['key'][:12]}"
        raise StoreCorrupt(f"{place}: {error}. 'mhclient cache verify' says what else is damaged.") from error


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
