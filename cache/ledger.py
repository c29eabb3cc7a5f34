"""What a run has spent, and the caps it must stay under: requests, tokens, dollars.

An attempt is booked at its upper bound when it is claimed and at what it did cost once that is known. One
whose outcome stays unknown (its process died, no answer came) stays booked at the bound: it may have been
charged.
"""

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spend:
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


def spent(connection: sqlite3.Connection, run_id: str, unpriced_usd_per_token: float | None = None) -> Spend:
    """What a run has spent in all its sessions, attempts under way at their bound.

    Args:
        unpriced_usd_per_token: see `Caps`; without it the dollars are unknown if one attempt had no price.
    """
    requests, tokens, cost_usd, unpriced = connection.execute(
        """
        SELECT count(*), coalesce(sum(tokens), 0), coalesce(sum(coalesce(cost_usd, tokens * :rate)), 0.0),
               count(*) - count(coalesce(cost_usd, tokens * :rate))
        FROM attempts WHERE session_id IN (SELECT id FROM sessions WHERE run_id = :run_id)
        """,
        {"run_id": run_id, "rate": unpriced_usd_per_token},
    ).fetchone()
    return Spend(requests, tokens, None if unpriced else cost_usd)


def in_flight(connection: sqlite3.Connection, run_id: str) -> int:
    """How many attempts of a run are under way, in whatever process, but for those in batches."""
    (count,) = connection.execute(
        "SELECT count(*) FROM attempts WHERE state = 'in_flight' AND batch_id IS NULL "
        "AND session_id IN (SELECT id FROM sessions WHERE run_id = ?)",
        (run_id,),
    ).fetchone()
    return int(count)
