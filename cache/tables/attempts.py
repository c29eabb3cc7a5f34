"""Requests as sent, by their keys, and attempts: every try at a request is a row, written before anything is
sent, closed when its end is known.

An attempt whose process died stays as `unknown`: the provider may have answered and charged for it.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cache.connection import refuse_updated
from cache.errors import UnknownRequest
from cache.key import KEY_VERSION, canonical_json
from cache.packing import pack
from cache.rows import (
    BROKEN_OFF,
    NO_CAPS,
    NOTHING,
    SERVED,
    AlreadyAnswered,
    Arrival,
    AskedElsewhere,
    AttemptEnd,
    BatchState,
    Begun,
    Caps,
    Claimed,
    Kept,
    OverCap,
    RequestClaim,
    Response,
    Spend,
    StoredRequest,
    now,
)
from cache.tables.ledger import Ledger, RunningSpend
from cache.tables.table import TableGroup, for_all, marks

SHORTEST_PREFIX = 6  # of a key, for people
LOOKED_UP = 100  # keys at a time; the bodies of so many are held


class Requests(TableGroup):
    """Requests as sent, by their keys."""

    def read_bodies(self, keys: Sequence[str | None]) -> Iterator[str | None]:
        """The bodies of these requests, canonical JSON, one for each key; None for one that is not there."""
        # Some together: SQLite looks them up in the order of its index, and need not sort their bodies.
        for start in range(0, len(keys), LOOKED_UP):
            some = keys[start : start + LOOKED_UP]
            found = dict(self._tuples(f"SELECT key, body FROM requests WHERE key IN ({marks(some)})", some))
            for key in some:
                body = found.get(key)
                yield None if body is None else self._unpack(body, f"request {str(key)[:12]}").decode()

    def get_by_prefix(self, prefix: str) -> dict[str, Any]:
        """The request whose key begins so, its body as text.

        Raises:
            UnknownRequest: there is none, or more than one, or the prefix is too short to mean one.
        """
        pattern = prefix.lower().replace("%", "").replace("_", "") + "%"
        rows = self._connection.execute(
            "SELECT * FROM requests WHERE key LIKE ? LIMIT 2", (pattern,)
        ).fetchall()
        if len(prefix) < SHORTEST_PREFIX or len(rows) != 1:
            which = (
                "no request has a key that begins"
                if not rows
                else "more than one request has a key that begins"
            )
            raise UnknownRequest(
                f"{which} with '{prefix}'. Give at least {SHORTEST_PREFIX} digits, as 'cache export' shows "
                "them."
            )
        return dict(rows[0]) | {"body": self._unpack(rows[0]["body"], f"request {prefix}").decode()}

    def find_answered(self, keys: Sequence[str], served: Sequence[str] = SERVED) -> set[str]:
        """Those of the keys under which the store has a reply that a run may rest on."""
        rows = self._connection.execute(
            f"SELECT request_key FROM responses WHERE request_key IN ({marks(keys)}) "
            f"AND admission IN ({marks(served)}) AND NOT {BROKEN_OFF}",
            (*keys, *served),
        )
        return {key for (key,) in rows}

    def read_completions(self, key: str) -> list[tuple[str, str]]:
        """The completions of a request's replies, each with the SHA-256 of its UTF-8 bytes."""
        rows = self._connection.execute(
            "SELECT completion FROM responses WHERE request_key = ? AND completion IS NOT NULL", (key,)
        )
        return [(text, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()) for (text,) in rows]

    def find_in_batches(self, keys: Sequence[str]) -> set[str]:
        """Those of the keys whose request lies in a batch that the provider has or may have."""
        rows = self._connection.execute(
            "SELECT request_key FROM attempts JOIN batches ON batches.id = batch_id "
            f"WHERE request_key IN ({marks(keys)}) AND attempts.state = 'in_flight' "
            f"AND batches.state IN ('{BatchState.CREATING}', '{BatchState.SUBMITTED}')",
            keys,
        )
        return {key for (key,) in rows}


@dataclass(frozen=True, slots=True, eq=False)
class ClaimTerms:
    """For whom requests are claimed, and within which bounds; compared by identity.

    Attributes:
        spend: what the run has spent, and its caps; what would go beyond them, booked at its bound, is
            `OverCap`. Without it there is no cap.
        served: which stored replies the run may rest on.
        batch_id: the batch the requests go in; such attempts outlive the session.
    """

    run_id: str
    session_id: int
    spend: RunningSpend | None = None
    served: Sequence[str] = SERVED
    batch_id: int | None = None


def _within(claims: Sequence[RequestClaim], caps: Caps, total: Spend) -> list[RequestClaim]:
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


_RESPONSE_COLUMNS = (
    "request_key, attempt_id, received_at, completion, n_visible, finish_reason, served_model, fingerprint, "
    "prompt_tokens, completion_tokens, reasoning_tokens, body, route, tier, cached_tokens, written_tokens, "
    "filters"
)


def _request_row(request: StoredRequest, packed: bytes, moment: str) -> tuple[Any, ...]:
    r = request
    named = (r.key, KEY_VERSION, moment, r.method, r.endpoint, r.api_version, r.model)
    return (*named, packed, r.repetition)


def _response_row(
    request_key: str, attempt_id: int, reply: Response, packed: bytes, moment: str
) -> tuple[Any, ...]:
    return (
        request_key,
        attempt_id,
        moment,
        reply.completion,
        None if reply.completion is None else len(reply.completion.strip()),
        reply.finish_reason,
        reply.served_model,
        reply.fingerprint,
        reply.prompt_tokens,
        reply.completion_tokens,
        reply.reasoning_tokens,
        packed,
        *(reply.route, reply.tier, reply.cached_tokens, reply.written_tokens, reply.filters),
    )


@lru_cache(maxsize=64)
def _headers_text(headers: tuple[tuple[str, str], ...]) -> str:
    """Headers as they are stored. Those of a server that sends no ids are the same for a second."""
    return canonical_json(dict(headers))


class Attempts(TableGroup):
    """Every try at a request."""

    def claim(self, claims: Sequence[RequestClaim], terms: ClaimTerms) -> list[Claimed]:
        """Claim requests: the intents, committed before anything is sent; what became of each, in order.

        Raises:
            StoreVersionError: a newer program has changed the tables meanwhile. Replies under way, which are
                paid for, may still be kept.
        """
        refuse_updated(self._connection)
        found: dict[str, Claimed] = {}
        found.update(self._answered(terms.run_id, [claim.request for claim in claims], terms.served))
        # Equal requests are one: were the second beyond the cap, the first would be taken for refused as
        # well, and its attempt, begun and never sent, would be waited for.
        unanswered = list({c.request.key: c for c in claims if c.request.key not in found}.values())
        ledger = Ledger(self._connection)
        before = terms.spend.add_up(ledger) if terms.spend else NOTHING
        within = _within(unanswered, terms.spend.caps if terms.spend else NO_CAPS, before)
        if within:
            found.update(self._insert(terms, within))
        if len(within) < len(unanswered):
            runs = terms.spend.runs if terms.spend else terms.run_id
            over = OverCap(ledger.count_in_flight(runs), before)
            found.update({claim.request.key: over for claim in unanswered[len(within) :]})
        # Of two equal requests the first has it; the second looks again later, as if another process had it.
        return [found.pop(claim.request.key, AskedElsewhere()) for claim in claims]

    def keep_replies(self, arrivals: Sequence[Arrival], run_id: str) -> list[Kept]:
        """Keep what came back and close the attempts; where each reply lies, in order."""
        self._close("answered", [(arrival.attempt_id, arrival.end) for arrival in arrivals])
        moment = now()
        stored = for_all(
            self._connection,
            f"INSERT INTO responses ({_RESPONSE_COLUMNS}) VALUES",
            [
                _response_row(a.request_key, a.attempt_id, a.reply, pack(a.reply.body), moment)
                for a in arrivals
            ],
            "RETURNING attempt_id, id",
        )
        response_ids = {row[0]: row[1] for row in stored}
        resting = Counter[str]()
        for (key,) in for_all(
            self._connection,
            "WITH arrived (key, response_id) AS (VALUES",
            [(arrival.request_key, response_ids[arrival.attempt_id]) for arrival in arrivals],
            ") UPDATE run_items SET response_id = arrived.response_id, from_cache = 0, error = NULL, "
            "detail = NULL, retryable = NULL FROM arrived "
            "WHERE request_key = arrived.key AND run_id = ? AND run_items.response_id IS NULL "
            "RETURNING request_key",
            run_id,
        ):
            resting[key] += 1
        return [Kept(response_ids[a.attempt_id], resting[a.request_key]) for a in arrivals]

    def fail(self, attempt_id: int, end: AttemptEnd, state: str = "failed") -> None:
        """Close an attempt that brought no reply; the request may be tried again.

        Args:
            state: "failed", "unknown" where a reply may have been paid for, or `UNSENT`.
        """
        self._close(state, [(attempt_id, end)])

    def give_up(self, run_id: str, request_key: str, error: str, detail: str, *, retryable: bool) -> int:
        """Record that the run's items of this request end in an error; returns how many."""
        return self._connection.execute(
            "UPDATE run_items SET error = ?, detail = ?, retryable = ? "
            "WHERE request_key = ? AND run_id = ? AND response_id IS NULL",
            (error, detail, int(retryable), request_key, run_id),
        ).rowcount

    def _answered(
        self, run_id: str, requests: Sequence[StoredRequest], served: Sequence[str]
    ) -> dict[str, AlreadyAnswered]:
        """The requests that have a reply by now; the run's items rest on it from here on."""
        rows = self._connection.execute(
            "SELECT request_key, id, completion, finish_reason FROM responses "
            f"WHERE request_key IN ({marks(requests)}) AND admission IN ({marks(served)}) "
            f"AND NOT {BROKEN_OFF} "
            "ORDER BY admission = 'complete', id DESC",  # the one to serve comes last, and stays
            (*(request.key for request in requests), *served),
        )
        found = {key: (response_id, completion, reason) for key, response_id, completion, reason in rows}
        return {
            key: AlreadyAnswered(
                completion, reason, Kept(response_id, self._rest_on(run_id, key, response_id))
            )
            for key, (response_id, completion, reason) in found.items()
        }

    def _insert(self, terms: ClaimTerms, claims: Sequence[RequestClaim]) -> dict[str, Begun]:
        requests = [claim.request for claim in claims]
        moment = now()
        for_all(
            self._connection,
            "INSERT OR IGNORE INTO requests VALUES",
            [_request_row(request, pack(request.body.encode()), moment) for request in requests],
        )
        # A row that another process's claim keeps out is left out of RETURNING, too.
        claimed = for_all(
            self._connection,
            "INSERT OR IGNORE INTO attempts "
            "(request_key, session_id, state, started_at, tokens, cost_usd, batch_id) VALUES",
            [
                (
                    *(c.request.key, terms.session_id, "in_flight", moment),
                    *(c.bound.tokens, c.bound.cost_usd, terms.batch_id),
                )
                for c in claims
            ],
            "RETURNING request_key, id",
        )
        return {key: Begun(attempt_id) for key, attempt_id in claimed}

    def _close(self, state: str, ends: Sequence[tuple[int, AttemptEnd]]) -> None:
        for_all(
            self._connection,
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
                    _headers_text(tuple(end.headers.items())) if end.headers else None,
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

    def _rest_on(self, run_id: str, request_key: str, response_id: int) -> int:
        """Let the run's items of a request rest on a reply that another process or run has got."""
        return self._connection.execute(
            "UPDATE run_items SET response_id = ?, from_cache = 1, error = NULL, detail = NULL, "
            "retryable = NULL WHERE request_key = ? AND run_id = ? AND response_id IS NULL",
            (response_id, request_key, run_id),
        ).rowcount
