"""What a run has spent, and the caps it must stay under: requests, tokens, dollars.

An attempt is booked at its upper bound when it is claimed and at what it did cost once that is known. One
whose outcome stays unknown (its process died, no answer came) stays booked at the bound: it may have been
charged.

Decision: docs/decisions/cache.md, "Caps are kept in the store".
"""

import sqlite3
from dataclasses import dataclass
from typing import NamedTuple


class Spend(NamedTuple):
    """Requests sent, their tokens (prompt and completion), and dollars: None without a price."""

    requests: int
    tokens: int
    cost_usd: float | None

    def plus(self, other: "Spend") -> "Spend":
        costs = (self.cost_usd, other.cost_usd)
        cost_usd = None if None in costs else sum(cost for cost in costs if cost is not None)
        return Spend(self.requests + other.requests, self.tokens + other.tokens, cost_usd)


NOTHING = Spend(0, 0, 0.0)

# What an attempt cost that the provider answered with a refusal: a request, and nothing else.
REFUSED_FOR_FREE = Spend(1, 0, 0.0)


@dataclass(frozen=True, slots=True)
class Caps:
    """What a run may spend in all, over all its sessions; None for no cap.

    Attributes:
        unpriced_usd_per_token: what a token counts of attempts that were made without a price.
    """

    requests: int | None = None
    tokens: int | None = None
    cost_usd: float | None = None
    unpriced_usd_per_token: float | None = None

    def bind(self) -> bool:
        """Whether there is any cap."""
        return self.requests is not None or self.tokens is not None or self.cost_usd is not None

    def allow(self, spend: Spend) -> bool:
        """Whether a run may have spent this much; a cap in dollars allows nothing without a price."""
        cost_fits = self.cost_usd is None or (spend.cost_usd is not None and spend.cost_usd <= self.cost_usd)
        return (
            (self.requests is None or spend.requests <= self.requests)
            and (self.tokens is None or spend.tokens <= self.tokens)
            and cost_fits
        )


NO_CAPS = Caps()


EVERY_ID = range(2**63 - 1)


def spent(
    connection: sqlite3.Connection,
    run_id: str,
    unpriced_usd_per_token: float | None = None,
    attempts: range = EVERY_ID,
) -> Spend:
    """What a run has spent in all its sessions, attempts under way at their bound.

    Args:
        unpriced_usd_per_token: see `Caps`; without it the dollars are unknown if one attempt had no price.
        attempts: by id, those that count.
    """
    requests, tokens, cost_usd, unpriced = connection.execute(
        """
        SELECT count(*), coalesce(sum(tokens), 0), coalesce(sum(coalesce(cost_usd, tokens * :rate)), 0.0),
               count(*) - count(coalesce(cost_usd, tokens * :rate))
        FROM attempts WHERE session_id IN (SELECT id FROM sessions WHERE run_id = :run_id)
        AND id >= :first AND id < :stop
        """,
        {"run_id": run_id, "rate": unpriced_usd_per_token, "first": attempts.start, "stop": attempts.stop},
    ).fetchone()
    return Spend(requests, tokens, None if unpriced else cost_usd)


class Ledger:
    """What a run has spent against its caps, kept up instead of added up anew at every claim.

    Attempts that have ended are added once, so that a claim costs by what is under way, not by how long the
    run is. A transaction that is undone may put ended ones under way again: then all are added anew.
    """

    def __init__(self, run_id: str, caps: Caps = NO_CAPS) -> None:
        self.caps = caps
        self._run_id = run_id
        self._ended, self._next = NOTHING, 0  # what the attempts below `_next` cost; all of them have ended

    def spent(self, connection: sqlite3.Connection) -> Spend:
        """As the function of this name; nothing, without a look, where there is no cap."""
        if not self.caps.bind():
            return NOTHING
        oldest = _oldest_under_way(connection, self._run_id)
        if oldest < self._next:
            self._ended, self._next = NOTHING, 0
        self._ended = self._ended.plus(self._cost_of(connection, range(self._next, oldest)))
        self._next = oldest
        return self._ended.plus(self._cost_of(connection, range(oldest, EVERY_ID.stop)))

    def _cost_of(self, connection: sqlite3.Connection, attempts: range) -> Spend:
        return spent(connection, self._run_id, self.caps.unpriced_usd_per_token, attempts)


def _oldest_under_way(connection: sqlite3.Connection, run_id: str) -> int:
    """The lowest id of a run's attempts under way; the next free one if none is."""
    # The index is named, for SQLite would look through all that have ended, in order of id.
    (oldest,) = connection.execute(
        "SELECT coalesce(min(id), (SELECT coalesce(max(id), 0) + 1 FROM attempts)) "
        "FROM attempts INDEXED BY attempts_in_flight "
        "WHERE state = 'in_flight' AND session_id IN (SELECT id FROM sessions WHERE run_id = ?)",
        (run_id,),
    ).fetchone()
    return int(oldest)


def in_flight(connection: sqlite3.Connection, run_id: str) -> int:
    """How many attempts of a run are under way, in whatever process, but for those in batches."""
    (count,) = connection.execute(
        "SELECT count(*) FROM attempts WHERE state = 'in_flight' AND batch_id IS NULL "
        "AND session_id IN (SELECT id FROM sessions WHERE run_id = ?)",
        (run_id,),
    ).fetchone()
    return int(count)
