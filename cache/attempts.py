"""Attempts: every try at a request is a row, written before anything is sent, closed when its end is known.

An attempt whose process died stays as `unknown`: the provider may have answered and charged for it. Every
function takes a connection and runs inside the caller's transaction; none commits.
"""

import os
import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cache.key import KEY_VERSION, canonical_json
from cache.ledger import NO_CAPS, NOTHING, Caps, Spend, in_flight, spent
from cache.rows import AttemptEnd, Reply, StoredRequest, now, pack
from cache.runs import SERVED

# A process on another machine whose heartbeat is older than this has died or lost the store.
HEARTBEAT_EVERY_S = 1.0
SILENT_AFTER_S = 60.0

# SQLite's own bound is 32,766 since 3.32; older builds and distributions may have less.
MOST_PARAMETERS = 30_000


@dataclass(frozen=True, slots=True)
class Begun:
    """The request is ours to send."""

    attempt_id: int


@dataclass(frozen=True, slots=True)
class AlreadyAnswered:
    """Another process has put a reply there meanwhile; the run's item rests on it now."""

    completion: str | None
    finish_reason: str | None
    n_items: int  # of the run that rest on it now


@dataclass(frozen=True, slots=True)
class AskedElsewhere:
    """Another process is asking the same request at this moment."""


@dataclass(frozen=True, slots=True)
class OverCap:
    """The request could cost more than the run's caps leave."""

    n_in_flight: int  # attempts of the run under way, which may turn out cheaper than booked
    spent: Spend


Claimed = Begun | AlreadyAnswered | AskedElsewhere | OverCap


@dataclass(frozen=True, slots=True)
class Claim:
    """A request to be sent, and the most it can cost: `bound.requests` is 1."""

    request: StoredRequest
    bound: Spend


def begin_attempts(
    connection: sqlite3.Connection,
    claims: Sequence[Claim],
    *,
    run_id: str,
    session_id: int,
    caps: Caps = NO_CAPS,
    served: Sequence[str] = SERVED,
    batch_id: int | None = None,
) -> list[Claimed]:
    """Claim requests: the intents, committed before anything is sent.

    Args:
        batch_id: the batch the requests go in; such attempts outlive the session.
        caps: what the run may spend in all; what would go beyond it, booked at its bound, is `OverCap`.
        served: which stored replies the run may rest on.
    """
    found: dict[str, Claimed] = {}
    found.update(_answered(connection, run_id, [claim.request for claim in claims], served))
    unanswered = [claim for claim in claims if claim.request.key not in found]
    before = spent(connection, run_id, caps.unpriced_usd_per_token) if caps.bind() else NOTHING
    within = _within(unanswered, caps, before)
    if within:
        found.update(_claim(connection, session_id, within, batch_id))
    if len(within) < len(unanswered):
        over = OverCap(in_flight(connection, run_id), before)
        found.update({claim.request.key: over for claim in unanswered[len(within) :]})
    # Of two equal requests the first has it; the second looks again later, as if another process had it.
    return [found.pop(claim.request.key, AskedElsewhere()) for claim in claims]


def _within(claims: Sequence[Claim], caps: Caps, total: Spend) -> list[Claim]:
    """The first of the claims, as many as the caps allow on top of what has been spent and booked."""
    if not caps.bind():
        return list(claims)
    within = []
    for claim in claims:
        total = total.plus(claim.bound)
        if not caps.allow(total):
            break
        within.append(claim)
    return within


def _answered(
    connection: sqlite3.Connection, run_id: str, requests: Sequence[StoredRequest], served: Sequence[str]
) -> dict[str, AlreadyAnswered]:
    """The requests that have a reply by now; the run's items rest on it from here on."""
    rows = connection.execute(
        "SELECT request_key, id, completion, finish_reason FROM responses "
        f"WHERE request_key IN ({_marks(requests)}) AND admission IN ({_marks(served)}) "
        "ORDER BY admission = 'complete', id DESC",  # the one to serve comes last, and stays
        (*(request.key for request in requests), *served),
    )
    found = {key: (response_id, completion, reason) for key, response_id, completion, reason in rows}
    return {
        key: AlreadyAnswered(completion, reason, _rest_on(connection, run_id, key, response_id))
        for key, (response_id, completion, reason) in found.items()
    }


def _claim(
    connection: sqlite3.Connection, session_id: int, claims: Sequence[Claim], batch_id: int | None
) -> dict[str, Begun]:
    requests = [claim.request for claim in claims]
    moment = now()
    _insert(
        connection,
        "INSERT OR IGNORE INTO requests VALUES",
        [
            (r.key, KEY_VERSION, moment, r.method, r.endpoint, r.api_version, r.model, pack(r.body.encode()))
            for r in requests
        ],
    )
    # A row that another process's claim keeps out is left out of RETURNING, too.
    claimed = _insert(
        connection,
        "INSERT OR IGNORE INTO attempts "
        "(request_key, session_id, state, started_at, tokens, cost_usd, batch_id) VALUES",
        [
            (c.request.key, session_id, "in_flight", moment, c.bound.tokens, c.bound.cost_usd, batch_id)
            for c in claims
        ],
        "RETURNING request_key, id",
    )
    return {key: Begun(attempt_id) for key, attempt_id in claimed}


@dataclass(frozen=True, slots=True)
class Arrival:
    """A reply that has come for an attempt."""

    attempt_id: int
    request_key: str
    reply: Reply
    end: AttemptEnd


def store_replies(connection: sqlite3.Connection, arrivals: Sequence[Arrival], *, run_id: str) -> list[int]:
    """Keep what came back and close the attempts; returns how many of the run's items rest on each now."""
    _close(connection, "answered", [(arrival.attempt_id, arrival.end) for arrival in arrivals])
    moment = now()
    stored = _insert(
        connection,
        "INSERT INTO responses (request_key, attempt_id, received_at, completion, n_visible, finish_reason, "
        "served_model, fingerprint, prompt_tokens, completion_tokens, reasoning_tokens, body) VALUES",
        [_response_row(arrival, moment) for arrival in arrivals],
        "RETURNING attempt_id, id",
    )
    response_ids = {row[0]: row[1] for row in stored}
    resting = Counter[str]()
    for (key,) in _insert(
        connection,
        "WITH arrived (key, response_id) AS (VALUES",
        [(arrival.request_key, response_ids[arrival.attempt_id]) for arrival in arrivals],
        ") UPDATE run_items SET response_id = arrived.response_id, from_cache = 0, error = NULL, "
        "detail = NULL, retryable = NULL FROM arrived "
        "WHERE request_key = arrived.key AND run_id = ? AND run_items.response_id IS NULL "
        "RETURNING request_key",
        run_id,
    ):
        resting[key] += 1
    return [resting[arrival.request_key] for arrival in arrivals]


def _response_row(arrival: Arrival, moment: str) -> tuple[Any, ...]:
    reply = arrival.reply
    return (
        arrival.request_key,
        arrival.attempt_id,
        moment,
        reply.completion,
        None if reply.completion is None else len(reply.completion.strip()),
        reply.finish_reason,
        reply.served_model,
        reply.fingerprint,
        reply.prompt_tokens,
        reply.completion_tokens,
        reply.reasoning_tokens,
        pack(reply.body),
    )


def fail_attempt(
    connection: sqlite3.Connection, attempt_id: int, end: AttemptEnd, state: str = "failed"
) -> None:
    """Close an attempt that brought no reply; the request may be tried again.

    Args:
        state: "failed", or "unknown" where a reply may have been paid for.
    """
    _close(connection, state, [(attempt_id, end)])


def give_up(
    connection: sqlite3.Connection, run_id: str, request_key: str, error: str, detail: str, *, retryable: bool
) -> int:
    """Record that the run's items of this request end in an error; returns how many."""
    return connection.execute(
        "UPDATE run_items SET error = ?, detail = ?, retryable = ? "
        "WHERE request_key = ? AND run_id = ? AND response_id IS NULL",
        (error, detail, int(retryable), request_key, run_id),
    ).rowcount


def start_session(connection: sqlite3.Connection, run_id: str, account: str, version: str) -> int:
    """Enter this process in the store, after clearing up behind those that died; returns the session's id."""
    bury_the_dead(connection)
    session_id = connection.execute(
        "INSERT INTO sessions (run_id, host, pid, pid_started, version, started_at, heartbeat_at, account) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (run_id, _host(), os.getpid(), _start_of(os.getpid()), version, now(), now(), account),
    ).lastrowid
    assert session_id is not None
    return session_id


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The living processes that share an account, this one counted, and how long any was told to wait."""

    n_processes: int
    gate_s: float


def heartbeat(connection: sqlite3.Connection, session_id: int, gate_s: float = 0.0) -> Neighbours:
    """Say that this process lives and how long it was told to wait; clear up behind those that are dead."""
    connection.execute(
        "UPDATE sessions SET heartbeat_at = ?, gate_s = ? WHERE id = ?", (now(), gate_s, session_id)
    )
    bury_the_dead(connection)
    rows = connection.execute(
        "SELECT heartbeat_at, gate_s FROM sessions WHERE ended_at IS NULL "
        "AND account = (SELECT account FROM sessions WHERE id = ?)",
        (session_id,),
    ).fetchall()
    return Neighbours(max(len(rows), 1), max((_still_s(*row) for row in rows), default=0.0))


def _still_s(heartbeat_at: str, gate_s: float) -> float:
    """How much of a wait is left. The time of day may be set while we wait, so it never lengthens one."""
    passed = datetime.now(UTC) - datetime.fromisoformat(heartbeat_at)
    return min(gate_s, max(0.0, gate_s - passed.total_seconds()))


def end_session(connection: sqlite3.Connection, session_id: int, cause: str) -> None:
    """Sign off. What this process still had in flight becomes `unknown`; what went in a batch goes on."""
    connection.execute(
        "UPDATE attempts SET state = 'unknown' "
        "WHERE session_id = ? AND state = 'in_flight' AND batch_id IS NULL",
        (session_id,),
    )
    connection.execute(
        "UPDATE sessions SET ended_at = ?, end_cause = ? WHERE id = ?", (now(), cause, session_id)
    )


def bury_the_dead(connection: sqlite3.Connection) -> int:
    """Close the sessions of processes that are gone, and free the requests they held; returns how many."""
    open_sessions = connection.execute("SELECT * FROM sessions WHERE ended_at IS NULL").fetchall()
    dead = [row["id"] for row in open_sessions if not _alive(row)]
    for session_id in dead:
        end_session(connection, session_id, "died")
    return len(dead)


def _close(connection: sqlite3.Connection, state: str, ends: Sequence[tuple[int, AttemptEnd]]) -> None:
    _insert(
        connection,
        "WITH ended (id, duration_s, status, error, detail, tokens, cost_usd, headers) AS (VALUES",
        [
            (
                attempt_id,
                None if end.duration_s is None else round(end.duration_s, 4),
                end.status,
                end.error,
                end.detail,
                end.spend.tokens if end.spend else None,
                end.spend.cost_usd if end.spend else None,
                canonical_json(end.headers) if end.headers else None,
            )
            for attempt_id, end in ends
        ],
        # Where the end says nothing of tokens or cost, the attempt stays booked at its bound.
        ") UPDATE attempts SET state = ?, duration_s = ended.duration_s, status = ended.status, "
        "error = ended.error, detail = ended.detail, tokens = coalesce(ended.tokens, attempts.tokens), "
        "cost_usd = coalesce(ended.cost_usd, attempts.cost_usd), headers = ended.headers "
        "FROM ended WHERE attempts.id = ended.id",
        state,
    )


def _rest_on(connection: sqlite3.Connection, run_id: str, request_key: str, response_id: int) -> int:
    """Let the run's items of a request rest on a reply that another process or run has got."""
    return connection.execute(
        "UPDATE run_items SET response_id = ?, from_cache = 1, error = NULL, detail = NULL, retryable = NULL "
        "WHERE request_key = ? AND run_id = ? AND response_id IS NULL",
        (response_id, request_key, run_id),
    ).rowcount


def _insert(
    connection: sqlite3.Connection, before: str, rows: Sequence[tuple[Any, ...]], after: str = "", *more: Any
) -> list[sqlite3.Row]:
    """One statement for all rows: `before`, a list of row values, `after`; gives what it returns."""
    found: list[sqlite3.Row] = []
    width = len(rows[0])
    at_once = (MOST_PARAMETERS - len(more)) // width
    for start in range(0, len(rows), at_once):
        part = rows[start : start + at_once]
        values = ", ".join([f"({', '.join('?' * width)})"] * len(part))
        parameters = [value for row in part for value in row]
        found += connection.execute(f"{before} {values} {after}", (*parameters, *more)).fetchall()
    return found


def _marks(values: Sequence[Any]) -> str:
    return ", ".join("?" * len(values))


def _alive(session: sqlite3.Row) -> bool:
    if session["host"] == _host():
        return _start_of(session["pid"]) == session["pid_started"] and _exists(session["pid"])
    silence = datetime.now(UTC) - datetime.fromisoformat(session["heartbeat_at"])
    return silence.total_seconds() < SILENT_AFTER_S


def _host() -> str:
    """This machine; two containers of one name count their processes apart, so they are two."""
    try:
        return f"{os.uname().nodename} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return os.uname().nodename


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's process: it exists
        return True
    return True


def _start_of(pid: int) -> str | None:
    """When a living process started, in the kernel's ticks since boot; None where /proc does not tell."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The second field, the command in brackets, may hold spaces; the others count from behind it (proc(5)).
    state, *fields = stat.rpartition(")")[2].split()
    return None if state in "ZX" else fields[18]  # a zombie holds its number but does nothing any more
