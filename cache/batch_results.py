"""What comes back of a batch: each line ends its attempt, once, whatever order and however often it comes.

Every function runs inside the caller's transaction; none commits.
"""

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cache.attempts import Arrival, fail_attempt, give_up, store_replies
from cache.batches import BatchRow
from cache.ledger import REFUSED_FOR_FREE
from cache.rows import AttemptEnd, Reply, pack, unpack


@dataclass(frozen=True, slots=True)
class LineEnd:
    """A line of a batch's results, read.

    Attributes:
        key: of the request, None if the line could not be read.
        raw: the line as received.
        end: how the attempt ended; None if the line could not be read.
        reply: None for an error, which `end` names.
        curable: whether the error may go away if the request is asked again.
    """

    key: str | None
    raw: bytes
    end: AttemptEnd | None
    reply: Reply | None = None
    curable: bool = True


@dataclass(frozen=True, slots=True)
class Kept:
    """What a page of results was: lines for requests of the batch, and others."""

    n_known: int
    n_unknown: int


@dataclass(slots=True)
class _Waiting:
    attempt_id: int
    state: str


def keep_lines(connection: sqlite3.Connection, batch: BatchRow, lines: Sequence[LineEnd]) -> Kept:
    """End the attempts that a page of results is about.

    A reply ends its attempt for good; an error gives way to a reply that comes after it. A line for a request
    that has a reply already changes nothing, nor does one for no request of this batch; they are put aside.
    """
    waiting = _waiting(connection, batch.id, [line.key for line in lines if line.key is not None])
    arrivals: list[Arrival] = []
    n_known = 0
    for line in lines:
        found = waiting.get(line.key or "")
        if found is None or line.end is None or line.key is None:
            _put_aside(connection, batch.id, "unreadable" if line.end is None else "unknown", line.raw)
            continue
        n_known += 1
        if line.reply is not None and found.state != "answered":
            arrivals.append(Arrival(found.attempt_id, line.key, line.reply, line.end))
            found.state = "answered"
        elif line.reply is None and found.state == "in_flight":
            fail_attempt(connection, found.attempt_id, line.end)
            _give_up(connection, batch.run_id, line.key, line.end, curable=line.curable)
            found.state = "failed"
        elif not _same(connection, line.key, found.attempt_id, line.reply, arrivals):
            _put_aside(connection, batch.id, "doubled", line.raw)
    if arrivals:
        store_replies(connection, arrivals, run_id=batch.run_id)
    return Kept(n_known, len(lines) - n_known)


def end_the_rest(
    connection: sqlite3.Connection, batch: BatchRow, error: str, detail: str, *, paid: bool
) -> int:
    """End the lines of a batch that nothing came back for; returns how many.

    Args:
        paid: a reply may have been made and charged: such attempts are of unknown outcome.
    """
    state, cost_usd = ("unknown", None) if paid else ("failed", REFUSED_FOR_FREE.cost_usd)
    keys = (
        "SELECT request_key FROM attempts WHERE batch_id = :batch AND state = 'in_flight' "
        "AND request_key = run_items.request_key"
    )
    values = {"batch": batch.id, "run": batch.run_id, "error": error, "detail": detail}
    connection.execute(
        f"UPDATE run_items SET error = :error, detail = :detail, retryable = 1 "
        f"WHERE run_id = :run AND response_id IS NULL AND EXISTS ({keys})",
        values,
    )
    free = "" if paid else ", tokens = 0, cost_usd = :cost"
    return connection.execute(
        f"UPDATE attempts SET state = :state, error = :error, detail = :detail{free} "
        "WHERE batch_id = :batch AND state = 'in_flight'",
        values | {"state": state, "cost": cost_usd},
    ).rowcount


def n_lacking(connection: sqlite3.Connection, batch_id: int) -> int:
    """How many lines of a batch have no end, or none that its results told."""
    (count,) = connection.execute(
        "SELECT count(*) FROM attempts WHERE batch_id = ? AND state IN ('in_flight', 'unknown')", (batch_id,)
    ).fetchone()
    return int(count)


def serve_others(connection: sqlite3.Connection, batch: BatchRow) -> dict[str, int]:
    """Let the items of other runs that waited for a batch's replies rest on them; run → how many."""
    replies = (
        "SELECT responses.id FROM responses JOIN attempts ON attempts.id = attempt_id "
        "WHERE responses.request_key = run_items.request_key AND batch_id = :batch"
    )
    served = connection.execute(
        f"UPDATE run_items SET from_cache = 1, error = NULL, detail = NULL, retryable = NULL, "
        f"response_id = ({replies}) WHERE response_id IS NULL AND run_id != :run AND request_key IN "
        f"(SELECT request_key FROM attempts WHERE batch_id = :batch) AND EXISTS ({replies}) "
        "RETURNING run_id",
        {"batch": batch.id, "run": batch.run_id},
    )
    return dict(Counter(run_id for (run_id,) in served.fetchall()))


def any_line_of(connection: sqlite3.Connection, batch_id: int, keys: Sequence[str]) -> bool:
    """Whether one of the keys is a request of the batch."""
    return bool(_waiting(connection, batch_id, keys))


def strays(connection: sqlite3.Connection, batch_id: int) -> list[tuple[str, bytes]]:
    """Kind and text of the lines that were put aside."""
    rows = connection.execute("SELECT kind, line FROM batch_strays WHERE batch_id = ?", (batch_id,))
    return [(kind, unpack(line)) for kind, line in rows]


def _waiting(connection: sqlite3.Connection, batch_id: int, keys: Sequence[str]) -> dict[str, _Waiting]:
    rows = connection.execute(
        f"SELECT request_key, id, state FROM attempts WHERE batch_id = ? "
        f"AND request_key IN ({', '.join('?' * len(keys))})",
        (batch_id, *keys),
    )
    return {key: _Waiting(attempt_id, state) for key, attempt_id, state in rows}


def _give_up(
    connection: sqlite3.Connection, run_id: str, key: str, end: AttemptEnd, *, curable: bool
) -> None:
    give_up(connection, run_id, key, end.error or "", end.detail or "", retryable=curable)


def _same(
    connection: sqlite3.Connection,
    key: str,
    attempt_id: int,
    reply: Reply | None,
    arrivals: Sequence[Arrival],
) -> bool:
    """Whether a line says what is stored already: it was read before a crash, or came twice alike."""
    if reply is None:
        return True
    here = [arrival.reply.body for arrival in arrivals if arrival.attempt_id == attempt_id]
    if here:
        return here[0] == reply.body
    row = connection.execute(
        "SELECT body FROM responses WHERE request_key = ? AND attempt_id = ?", (key, attempt_id)
    ).fetchone()
    return row is not None and unpack(row[0]) == reply.body


def _put_aside(connection: sqlite3.Connection, batch_id: int, kind: str, line: bytes) -> None:
    digest = hashlib.sha256(line).hexdigest()
    connection.execute(
        "INSERT OR IGNORE INTO batch_strays VALUES (?, ?, ?, ?)", (batch_id, digest, kind, pack(line))
    )
