"""Results: what the items of a run ended with. Reading only."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence

from cache.rows import RecordRow, ReplyRow, TaskCounts, TextRow, unpack


def records(connection: sqlite3.Connection, run_id: str) -> Iterator[RecordRow]:
    """Every item of a run with what it ended with, in the run's order."""
    rows = connection.execute(
        """
        SELECT run_items.position, run_items.item_id, run_items.task, run_items.request_key, items.body,
               response_id, coalesce(from_cache, 0), completion, finish_reason, admission, served_model,
               prompt_tokens, completion_tokens, reasoning_tokens, error, detail, shown
        FROM run_items
        JOIN runs USING (run_id)
        JOIN items ON items.benchmark = runs.benchmark AND items.item_id = run_items.item_id
        LEFT JOIN responses ON responses.id = response_id
        WHERE run_id = ? ORDER BY run_items.position
        """,
        (run_id,),
    )
    return (RecordRow(*row) for row in rows)


def replies(connection: sqlite3.Connection, run_id: str) -> Iterator[ReplyRow]:
    """As `records`, without the items: what a report over many runs of the same items reads."""
    rows = connection.execute(
        """
        SELECT item_id, run_items.request_key, response_id, coalesce(from_cache, 0), completion,
               finish_reason, served_model, fingerprint, prompt_tokens, completion_tokens, cost_usd,
               run_items.error, run_items.detail, shown
        FROM run_items
        LEFT JOIN responses ON responses.id = response_id
        LEFT JOIN attempts ON attempts.id = attempt_id
        WHERE run_id = ? ORDER BY position
        """,
        (run_id,),
    )
    return map(ReplyRow._make, rows)


def bodies_sent(connection: sqlite3.Connection, keys: Sequence[str | None]) -> Iterator[str | None]:
    """The bodies of these requests, canonical JSON, one for each key; None for one that is not there."""
    rows = connection.execute(
        "SELECT requests.body FROM json_each(?) AS wanted "
        "LEFT JOIN requests ON requests.key = wanted.value ORDER BY wanted.key",
        (json.dumps(keys),),
    )
    return (None if body is None else unpack(body).decode() for (body,) in rows)


def texts(connection: sqlite3.Connection, response_ids: Sequence[int | None]) -> Iterator[TextRow]:
    """These replies, one for each number; all of an unknown one is None."""
    rows = connection.execute(
        """
        SELECT completion, finish_reason, served_model, prompt_tokens, completion_tokens, reasoning_tokens
        FROM json_each(?) AS wanted LEFT JOIN responses ON responses.id = wanted.value
        ORDER BY wanted.key
        """,
        (json.dumps(response_ids),),
    )
    return map(TextRow._make, rows)


def reply_bodies(connection: sqlite3.Connection, run_id: str) -> Iterator[tuple[str, bytes]]:
    """Item id and reply, as received, of every item of a run that has one, in the run's order."""
    rows = connection.execute(
        "SELECT item_id, responses.body FROM run_items JOIN responses ON responses.id = response_id "
        "WHERE run_id = ? ORDER BY position",
        (run_id,),
    )
    return ((item_id, unpack(body)) for item_id, body in rows)


def served_as(connection: sqlite3.Connection, run_id: str) -> tuple[int, int]:
    """How many models, and how many fingerprints, the replies to a run's items name."""
    row = connection.execute(
        "SELECT count(DISTINCT served_model), count(DISTINCT fingerprint) "
        "FROM run_items JOIN responses ON responses.id = response_id WHERE run_id = ?",
        (run_id,),
    ).fetchone()
    return row[0], row[1]


def error_causes(connection: sqlite3.Connection, run_id: str) -> Counter[str]:
    """Why items of a run ended in an error → how many."""
    rows = connection.execute(
        "SELECT error, count(*) FROM run_items WHERE run_id = ? AND error IS NOT NULL GROUP BY error",
        (run_id,),
    )
    return Counter(dict(rows))


def progress(connection: sqlite3.Connection, run_id: str) -> dict[str, TaskCounts]:
    """Where a run stands, per task in the run's order."""
    rows = connection.execute(
        """
        SELECT task, count(*), count(response_id), coalesce(sum(from_cache), 0), count(error)
        FROM run_items WHERE run_id = ? GROUP BY task ORDER BY min(position)
        """,
        (run_id,),
    )
    return {task: TaskCounts(*counts) for task, *counts in rows}
