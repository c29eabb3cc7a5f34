"""What runs have spent.

An attempt is booked at its upper bound when it is claimed and at what it did cost once that is known. One
whose outcome stays unknown (its process died, no answer came) stays booked at the bound: it may have been
charged.
"""

import json
from collections.abc import Callable, Mapping, Sequence

from cache.errors import StoreCorrupt
from cache.rows import NO_CAPS, NOTHING, Caps, RunSpend, Spend
from cache.tables.table import TableGroup

EVERY_ID = range(2**63 - 1)
# Only rows are added up that a request can have; the first that none can have is told (NULL: there is none).
SUMS = (
    "count(*), coalesce(sum(iif(tokens BETWEEN 0 AND 1e12, tokens, 0)), 0), "
    "coalesce(sum(coalesce(cost_usd, tokens * :rate)), 0.0), "
    "count(*) - count(coalesce(cost_usd, tokens * :rate)), "
    "min(iif(typeof(tokens) = 'integer' AND tokens BETWEEN 0 AND 1e12 AND (cost_usd IS NULL "
    "OR typeof(cost_usd) IN ('real', 'integer') AND cost_usd BETWEEN 0 AND 1e12), NULL, attempts.id))"
)
ADDED_UP = f"SELECT {SUMS} FROM attempts"
OF_RUNS = "session_id IN (SELECT id FROM sessions WHERE run_id IN (SELECT value FROM json_each(:runs)))"

# Of an attempt: nobody knows whether it was answered; the same holds if its process has died; it was answered
# with no token at all, so that what it cost is not known.
KIND = (
    "CASE WHEN state = 'unknown' THEN 'unknown' "
    "WHEN state = 'in_flight' AND batch_id IS NULL THEN 'under way' "
    "WHEN state = 'answered' AND tokens = 0 THEN 'uncounted' ELSE 'known' END"
)

# Replies that a run rests on and whose cost is not known. By the run's items, so that where all is known no
# table is gone through.
UNPRICED = (
    "SELECT 1 FROM run_items JOIN responses ON responses.id = response_id "
    "JOIN attempts ON attempts.id = attempt_id WHERE run_id = :run AND cost_usd IS NULL LIMIT 1"
)
PRICE = (
    "UPDATE attempts SET cost_usd = coalesce((SELECT cost_usd_of(prompt_tokens, completion_tokens, "
    "coalesce(cached_tokens, 0), coalesce(written_tokens, 0), tier, attempts.batch_id IS NOT NULL) "
    "FROM responses WHERE responses.request_key = attempts.request_key AND attempt_id = attempts.id), "
    "tokens * :dearest * CASE WHEN batch_id IS NULL THEN 1.0 ELSE :batch_share END) "
    "WHERE cost_usd IS NULL AND state != 'in_flight' "
    "AND request_key IN (SELECT request_key FROM run_items WHERE run_id = :run)"
)

# USD of a reply: tokens of prompt and completion, None where nobody knows them; those of the prompt
# that were read from a cache, and written to it; the tier that served it; whether it came in a batch.
CostUsdOf = Callable[[int | None, int | None, int, int, str | None, bool], float | None]


class Ledger(TableGroup):
    """What runs have spent."""

    def put_price(
        self, run_id: str, cost_usd_of: CostUsdOf, dearest_usd_per_token: float, batch_share: float
    ) -> int:
        """Give attempts at what a run asks a cost if they have none, for a price that is known by now.

        Where it is not known how many tokens a reply took, all that were booked count as the dearest ones.

        Args:
            cost_usd_of: what a reply costs; None where the numbers of its tokens are not known.
            batch_share: of that price, what a request in a batch costs whose tokens are not known.

        Returns:
            How many attempts have a cost now that had none.
        """
        if self._connection.execute(UNPRICED, {"run": run_id}).fetchone() is None:
            return 0
        self._connection.create_function("cost_usd_of", 6, cost_usd_of)
        values = {"run": run_id, "dearest": dearest_usd_per_token, "batch_share": batch_share}
        return self._connection.execute(PRICE, values).rowcount

    def add_up(
        self,
        runs: str | Sequence[str],
        unpriced_usd_per_token: float | None = None,
        attempts: range = EVERY_ID,
    ) -> Spend:
        """What a run, or several together, has spent in all sessions, attempts under way at their bound.

        Args:
            unpriced_usd_per_token: see `Caps`; without it the dollars are unknown if one attempt had no
                price.
            attempts: by id, those that count.
        """
        return self._added_up(
            f"{ADDED_UP} WHERE {OF_RUNS} AND id >= :first AND id < :stop AND state != 'unsent'",
            {"runs": _json(runs), "rate": unpriced_usd_per_token}
            | {"first": attempts.start, "stop": attempts.stop},
        )

    def add_up_each(self, runs: Sequence[str]) -> dict[str, RunSpend]:
        """Run → what it has spent, added up for all the runs at once; one that sent nothing is left out."""
        kinds: dict[str, dict[str, Spend]] = {}
        query = (
            f"SELECT run_id, {KIND} AS kind, {SUMS} FROM attempts JOIN sessions ON sessions.id = session_id "
            f"WHERE {OF_RUNS} AND state != 'unsent' GROUP BY run_id, kind"
        )
        for run_id, kind, *sums in self._connection.execute(query, {"runs": _json(runs), "rate": None}):
            kinds.setdefault(run_id, {})[kind] = self._checked(*sums)
        return {run_id: _run_spend(spent) for run_id, spent in kinds.items()}

    def add_up_reserved(
        self, runs: str | Sequence[str], unpriced_usd_per_token: float | None = None
    ) -> Spend:
        """What of that is booked for attempts under way, whose replies may turn out cheaper."""
        return self._added_up(
            f"{ADDED_UP} INDEXED BY attempts_in_flight WHERE state = 'in_flight' AND {OF_RUNS}",
            {"runs": _json(runs), "rate": unpriced_usd_per_token},
        )

    def add_up_unknown(
        self,
        runs: str | Sequence[str],
        unpriced_usd_per_token: float | None = None,
        attempts: range = EVERY_ID,
    ) -> Spend:
        """What of it is booked for attempts of which nobody knows whether they were answered.

        Args:
            unpriced_usd_per_token, attempts: as for `add_up`.
        """
        return self._added_up(
            f"{ADDED_UP} WHERE {OF_RUNS} AND id >= :first AND id < :stop AND state = 'unknown'",
            {"runs": _json(runs), "rate": unpriced_usd_per_token}
            | {"first": attempts.start, "stop": attempts.stop},
        )

    def add_up_sent_again(
        self, run_id: str, unpriced_usd_per_token: float | None = None, state: str = "unknown"
    ) -> Spend:
        """What of that is of requests whose replies the run still misses, so that they are sent again.

        Args:
            state: "failed" for attempts that brought no reply and may have been charged all the same.
        """
        return self._added_up(
            f"{ADDED_UP} WHERE {OF_RUNS} AND state = :state AND tokens > 0 AND batch_id IS NULL "
            "AND request_key IN (SELECT request_key FROM run_items "
            "WHERE run_id = :run AND response_id IS NULL AND error IS NULL)",
            {"runs": _json(run_id), "run": run_id, "rate": unpriced_usd_per_token, "state": state},
        )

    def _added_up(self, query: str, values: Mapping[str, object]) -> Spend:
        return self._checked(*self._connection.execute(query, values).fetchone())

    def _checked(
        self, requests: int, tokens: int, cost_usd: float, unpriced: int, wrong: int | None
    ) -> Spend:
        if wrong is not None:  # a store of others: what it says was spent would let a cap through
            raise StoreCorrupt(
                f"{self._connection.path}: row {wrong} of the table attempts has an impossible number of "
                "tokens or cost, so caps cannot be enforced. 'mhclient cache verify' lists such rows; use "
                "another store."
            )
        return Spend(requests, tokens, None if unpriced else cost_usd)

    def count_in_flight(self, runs: str | Sequence[str]) -> int:
        """How many attempts of runs are under way, in whatever process, but for those in batches."""
        (count,) = self._connection.execute(
            f"SELECT count(*) FROM attempts WHERE state = 'in_flight' AND batch_id IS NULL AND {OF_RUNS}",
            {"runs": _json(runs)},
        ).fetchone()
        return int(count)

    def find_oldest_in_flight(self, runs: str | Sequence[str]) -> int:
        """The lowest id of the attempts of runs under way; the next free one if none is."""
        # The index is named, for SQLite would look through all that have ended, in order of id.
        (oldest,) = self._connection.execute(
            "SELECT coalesce(min(id), (SELECT coalesce(max(id), 0) + 1 FROM attempts)) "
            "FROM attempts INDEXED BY attempts_in_flight "
            f"WHERE state = 'in_flight' AND {OF_RUNS}",
            {"runs": _json(runs)},
        ).fetchone()
        return int(oldest)


def _run_spend(spent: Mapping[str, Spend]) -> RunSpend:
    total = NOTHING
    for spend in spent.values():
        total = total.plus(spend)
    return RunSpend(
        total,
        spent.get("unknown", NOTHING),
        spent.get("under way", NOTHING),
        counted="uncounted" not in spent,
    )


def _json(runs: str | Sequence[str]) -> str:
    return json.dumps([runs] if isinstance(runs, str) else list(runs))


class RunningSpend:
    """What a run, and those that share its caps, has spent: kept up instead of added up at every claim.

    Attempts that have ended are added once, so that a claim costs by what is under way, not by how long the
    run is. A transaction that is undone may put ended ones under way again: then all are added anew.

    Args:
        unknown: only attempts count of which nobody knows whether they were answered.
    """

    def __init__(self, run_id: str, caps: Caps = NO_CAPS, *, unknown: bool = False) -> None:
        self.caps, self._unknown = caps, unknown
        self.runs = caps.together or (run_id,)
        self._ended, self._next = NOTHING, 0  # what the attempts below `_next` cost; all of them have ended

    def add_up(self, ledger: Ledger) -> Spend:
        """What the run has spent by now; nothing, without a look, where there is no cap."""
        return self.add_up_anyway(ledger) if self.caps.bind() else NOTHING

    def add_up_anyway(self, ledger: Ledger) -> Spend:
        """The same, with or without a cap."""
        oldest = ledger.find_oldest_in_flight(self.runs)
        if oldest < self._next:
            self._ended, self._next = NOTHING, 0
        self._ended = self._ended.plus(self._cost_of(ledger, range(self._next, oldest)))
        self._next = oldest
        return self._ended.plus(self._cost_of(ledger, range(oldest, EVERY_ID.stop)))

    def _cost_of(self, ledger: Ledger, attempts: range) -> Spend:
        add_up = ledger.add_up_unknown if self._unknown else ledger.add_up
        return add_up(self.runs, self.caps.unpriced_usd_per_token, attempts)
