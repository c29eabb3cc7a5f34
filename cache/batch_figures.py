"""What the store can say about batches: how full the provider's queue is, who waits for what, what they cost.

Nothing here changes anything.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from cache.batches import OPEN_LIST, BatchState


def queued_tokens(connection: sqlite3.Connection, account: str, model: str) -> int:
    """What our open batches take up of the provider's queue for a model, as reckoned."""
    (total,) = connection.execute(
        f"SELECT coalesce(sum(queued_tokens), 0) FROM batches WHERE account = ? AND model = ? "
        f"AND state IN ({OPEN_LIST})",
        (account, model),
    ).fetchone()
    return int(total)


def past_problems(connection: sqlite3.Connection, account: str, model: str) -> list[str | None]:
    """What was wrong with batches for a model that have ended, the latest first; None for nothing."""
    rows = connection.execute(
        "SELECT problem FROM batches WHERE account = ? AND model = ? AND closed_at IS NOT NULL "
        "ORDER BY id DESC",
        (account, model),
    )
    return [problem for (problem,) in rows]


def items_in_batches(connection: sqlite3.Connection, run_id: str) -> int:
    """How many items of a run wait for the results of a batch."""
    (count,) = connection.execute(
        "SELECT count(*) FROM run_items WHERE run_id = ? AND response_id IS NULL AND error IS NULL "
        "AND EXISTS (SELECT 1 FROM attempts WHERE attempts.request_key = run_items.request_key "
        "AND state = 'in_flight' AND batch_id IS NOT NULL)",
        (run_id,),
    ).fetchone()
    return int(count)


def keys_in_batches(connection: sqlite3.Connection, keys: Sequence[str]) -> set[str]:
    """Those of the keys whose request lies in a batch that the provider has or may have."""
    rows = connection.execute(
        "SELECT request_key FROM attempts JOIN batches ON batches.id = batch_id "
        f"WHERE request_key IN ({', '.join('?' * len(keys))}) AND attempts.state = 'in_flight' "
        f"AND batches.state IN ('{BatchState.CREATING}', '{BatchState.SUBMITTED}')",
        keys,
    )
    return {key for (key,) in rows}


def runs_to_collect(connection: sqlite3.Connection, run_id: str) -> list[str]:
    """The runs in whose open batches requests of a run lie, the run itself if it has an open batch."""
    rows = connection.execute(
        f"SELECT run_id FROM batches WHERE run_id = ? AND state IN ({OPEN_LIST}) UNION "
        "SELECT batches.run_id FROM run_items JOIN attempts USING (request_key) "
        "JOIN batches ON batches.id = batch_id "
        "WHERE run_items.run_id = ? AND response_id IS NULL AND attempts.state = 'in_flight'",
        (run_id, run_id),
    )
    return [found for (found,) in rows]


def runs_in_batches(connection: sqlite3.Connection) -> list[str]:
    """The runs that have an open batch or items in one, the oldest first."""
    rows = connection.execute(
        f"SELECT run_id FROM runs WHERE run_id IN (SELECT run_id FROM batches WHERE state IN ({OPEN_LIST}) "
        "UNION SELECT run_items.run_id FROM attempts JOIN run_items USING (request_key) "
        "WHERE attempts.state = 'in_flight' AND batch_id IS NOT NULL AND response_id IS NULL) "
        "ORDER BY created_at, run_id"
    )
    return [run_id for (run_id,) in rows]


def line_states(connection: sqlite3.Connection, batch_id: int) -> Mapping[str, int]:
    """How many lines of a batch are in which state: waiting, response, or the error's name."""
    rows: Sequence[Any] = connection.execute(
        "SELECT CASE state WHEN 'in_flight' THEN 'waiting' WHEN 'answered' THEN 'response' "
        "ELSE coalesce(error, state) END, count(*) FROM attempts "
        "WHERE batch_id = ? GROUP BY 1 ORDER BY 2 DESC",
        (batch_id,),
    ).fetchall()
    return dict(tuple(row) for row in rows)


def batch_cost(connection: sqlite3.Connection, batch_id: int) -> float | None:
    """What a batch has cost, or can cost at the most while its lines wait; None without a price."""
    cost_usd, unpriced = connection.execute(
        "SELECT sum(cost_usd), count(*) - count(cost_usd) FROM attempts WHERE batch_id = ?", (batch_id,)
    ).fetchone()
    return None if unpriced or cost_usd is None else float(cost_usd)
