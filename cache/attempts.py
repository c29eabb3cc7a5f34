"""Attempts: every try at a request is a row, written before anything is sent, closed when its end is known.

An attempt whose process died stays as `unknown`: the provider may have answered and charged for it. Every
function takes a connection and runs inside the caller's transaction; none commits.

Decision: docs/decisions/cache.md, "Who may ask a request now".
"""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cache.bulk import for_all
from cache.key import KEY_VERSION, canonical_json
from cache.ledger import NO_CAPS, NOTHING, Caps, Ledger, Spend, in_flight
from cache.rows import AttemptEnd, Reply, StoredRequest, now, pack
from cache.runs import SERVED


class Begun(NamedTuple):
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


class Claim(NamedTuple):
    """A request to be sent, and the most it can cost: `bound.requests` is 1."""

    request: StoredRequest
    bound: Spend


def begin_attempts(
    connection: sqlite3.Connection,
    claims: Sequence[Claim],
    *,
    run_id: str,
    session_id: int,
    ledger: Ledger | None = None,
    served: Sequence[str] = SERVED,
    batch_id: int | None = None,
) -> list[Claimed]:
    """Claim requests: the intents, committed before anything is sent.

    Args:
        batch_id: the batch the requests go in; such attempts outlive the session.
        ledger: what the run has spent, and its caps; what would go beyond them, booked at its bound, is
            `OverCap`. Without it there is no cap.
        served: which stored replies the run may rest on.
    """
    found: dict[str, Claimed] = {}
    found.update(_answered(connection, run_id, [claim.request for claim in claims], served))
    unanswered = [claim for claim in claims if claim.request.key not in found]
    before = ledger.spent(connection) if ledger else NOTHING
    within = _within(unanswered, ledger.caps if ledger else NO_CAPS, before)
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
    for_all(
        connection,
        "INSERT OR IGNORE INTO requests VALUES",
        [
            (r.key, KEY_VERSION, moment, r.method, r.endpoint, r.api_version, r.model, pack(r.body.encode()))
            for r in requests
        ],
    )
    # A row that another process's claim keeps out is left out of RETURNING, too.
    claimed = for_all(
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


class Arrival(NamedTuple):
    """A reply that has come for an attempt."""

    attempt_id: int
    request_key: str
    reply: Reply
    end: AttemptEnd


def store_replies(connection: sqlite3.Connection, arrivals: Sequence[Arrival], *, run_id: str) -> list[int]:
    """Keep what came back and close the attempts; returns how many of the run's items rest on each now."""
    _close(connection, "answered", [(arrival.attempt_id, arrival.end) for arrival in arrivals])
    moment = now()
    stored = for_all(
        connection,
        "INSERT INTO responses (request_key, attempt_id, received_at, completion, n_visible, finish_reason, "
        "served_model, fingerprint, prompt_tokens, completion_tokens, reasoning_tokens, body) VALUES",
        [_response_row(arrival, moment) for arrival in arrivals],
        "RETURNING attempt_id, id",
    )
    response_ids = {row[0]: row[1] for row in stored}
    resting = Counter[str]()
    for (key,) in for_all(
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


def _close(connection: sqlite3.Connection, state: str, ends: Sequence[tuple[int, AttemptEnd]]) -> None:
    for_all(
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


def _marks(values: Sequence[Any]) -> str:
    return ", ".join("?" * len(values))
