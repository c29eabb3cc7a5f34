"""Results: what the items of a run ended with. Reading only."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from cache.rows import AttemptRow, RecordRow, RepliesState, ReplyRow, TaskCounts, TextRow
from cache.tables.runs import EVERY_TURN
from cache.tables.table import TableGroup

# Where no token of a prompt is counted, nobody knows what a reply cost: earlier versions worked out 0.
COST_USD = "CASE WHEN prompt_tokens = 0 THEN NULL ELSE cost_usd END"


class Results(TableGroup):
    """What the items of runs ended with."""

    def read_records(self, run_id: str) -> Iterator[RecordRow]:
        """Every item of a run with what it ended with, in the run's order."""
        rows = self._connection.execute(
            """
            SELECT run_items.position, run_items.item_id, run_items.task, run_items.request_key, items.body,
                   response_id, coalesce(from_cache, 0), completion, finish_reason, admission, served_model,
                   prompt_tokens, completion_tokens, reasoning_tokens, error, detail, shown, repetition
            FROM run_items
            JOIN runs USING (run_id)
            JOIN items ON items.benchmark = runs.benchmark AND items.item_id = run_items.item_id
            LEFT JOIN responses ON responses.id = response_id
            WHERE run_id = ? ORDER BY run_items.position, repetition
            """,
            (run_id,),
        )
        for row in map(RecordRow._make, rows):
            self._check_line(row.item, row.item_id)
            yield row

    def read_replies(self, run_id: str) -> Iterator[ReplyRow]:
        """As `records`, without the items: what a report over many runs of the same items reads."""
        rows = self._tuples(
            f"""
            SELECT item_id, run_items.request_key, response_id, coalesce(from_cache, 0), completion,
                   finish_reason, served_model, fingerprint, prompt_tokens, completion_tokens, {COST_USD},
                   run_items.error, run_items.detail, shown, repetition, route, tier, cached_tokens,
                   filters
            FROM run_items
            LEFT JOIN responses ON responses.id = response_id
            LEFT JOIN attempts ON attempts.id = attempt_id
            WHERE run_id = ? ORDER BY position, repetition
            """,
            (run_id,),
        )
        return map(ReplyRow._make, rows)

    def read_bodies(self, run_id: str) -> Iterator[tuple[str, bytes]]:
        """Item id and reply, as received, of every item of a run that has one, in the run's order.

        Of an item that was asked several times it is the reply to the first.
        """
        rows = self._connection.execute(
            "SELECT item_id, responses.body FROM run_items JOIN responses ON responses.id = response_id "
            "WHERE run_id = ? AND repetition = 1 ORDER BY position",
            (run_id,),
        )
        return ((item_id, self._unpack(body, f"the reply to item {item_id}")) for item_id, body in rows)

    def read_bodies_of(self, response_ids: Sequence[int]) -> Iterator[bytes]:
        """These replies as received, one for each number."""
        for response_id in response_ids:
            row = self._connection.execute(
                "SELECT body FROM responses WHERE id = ?", (response_id,)
            ).fetchone()
            yield self._unpack(row[0], f"reply {response_id}")

    def read_texts(self, response_ids: Sequence[int | None]) -> Iterator[TextRow]:
        """These replies, one for each number; all of an unknown one is None."""
        rows = self._tuples(
            """
            SELECT completion, finish_reason, served_model, prompt_tokens, completion_tokens, reasoning_tokens
            FROM json_each(?) AS wanted LEFT JOIN responses ON responses.id = wanted.value
            ORDER BY wanted.key
            """,
            (_as_json(response_ids),),
        )
        return map(TextRow._make, rows)

    def read_attempts(self, response_ids: Sequence[int | None]) -> Iterator[AttemptRow]:
        """What it took to get these replies, one for each number; all of an unknown one is None."""
        rows = self._connection.execute(
            f"""
            SELECT {COST_USD}, duration_s
            FROM json_each(?) AS wanted LEFT JOIN responses ON responses.id = wanted.value
            LEFT JOIN attempts ON attempts.id = attempt_id
            ORDER BY wanted.key
            """,
            (_as_json(response_ids),),
        )
        return map(AttemptRow._make, rows)

    def count_tasks(self, run_id: str, turns: range = EVERY_TURN) -> dict[str, TaskCounts]:
        """Where a run, or its items of some turns, stands: per task in the run's order."""
        rows = self._connection.execute(
            """
            SELECT task, count(*), count(response_id), coalesce(sum(from_cache), 0), count(error)
            FROM run_items WHERE run_id = ? AND turn >= ? AND turn < ?
            GROUP BY task ORDER BY min(position)
            """,
            (run_id, turns.start, turns.stop),
        )
        return {task: TaskCounts(*counts) for task, *counts in rows}

    def count_errors(self, run_id: str) -> Counter[str]:
        """Why items of a run ended in an error → how many."""
        rows = self._connection.execute(
            "SELECT error, count(*) FROM run_items WHERE run_id = ? AND error IS NOT NULL GROUP BY error",
            (run_id,),
        )
        return Counter(dict(rows))

    def find_longest_completion(self, run_id: str) -> int | None:
        """The most completion tokens that a reply of a run took; None where none is known."""
        (most,) = self._connection.execute(
            "SELECT max(completion_tokens) FROM run_items JOIN responses ON responses.id = response_id "
            "WHERE run_id = ?",
            (run_id,),
        ).fetchone()
        return None if most is None else int(most)

    def find_uncounted(self, run_id: str) -> list[int]:
        """Ids of a run's replies without a count of completion tokens, those charged most first."""
        rows = self._connection.execute(
            "SELECT responses.id FROM run_items JOIN responses ON responses.id = response_id "
            "JOIN attempts ON attempts.id = attempt_id "
            "WHERE run_id = ? AND completion_tokens IS NULL ORDER BY tokens DESC",
            (run_id,),
        )
        return [row[0] for row in rows]

    def count_models(self, run_id: str) -> tuple[int, int, int]:
        """How many models, fingerprints and routes the replies to a run's items name."""
        row = self._connection.execute(
            "SELECT count(DISTINCT served_model), count(DISTINCT fingerprint), count(DISTINCT route) "
            "FROM run_items JOIN responses ON responses.id = response_id WHERE run_id = ?",
            (run_id,),
        ).fetchone()
        return row[0], row[1], row[2]

    def count_in_batches(self, run_id: str) -> int:
        """How many items of a run wait for the results of a batch."""
        (count,) = self._connection.execute(
            "SELECT count(*) FROM run_items WHERE run_id = ? AND response_id IS NULL AND error IS NULL "
            "AND EXISTS (SELECT 1 FROM attempts WHERE attempts.request_key = run_items.request_key "
            "AND state = 'in_flight' AND batch_id IS NOT NULL)",
            (run_id,),
        ).fetchone()
        return int(count)

    def read_span(self, run_id: str) -> tuple[str, str] | None:
        """When the first and the last of the replies came that a run rests on; None without a reply.

        Raises:
            StoreCorrupt: one of the two is no time.
        """
        first, last = self._connection.execute(
            "SELECT min(received_at), max(received_at) FROM run_items "
            "JOIN responses ON responses.id = run_items.response_id WHERE run_id = ?",
            (run_id,),
        ).fetchone()
        if first is None:
            return None
        for each in (first, last):
            self._moment(each, f"responses.received_at of run '{run_id}'")
        return str(first), str(last)

    def count_marked(self, run_id: str, headers: str) -> int:
        """How many items of a run rest on a reply whose headers, as stored, hold this text."""
        (count,) = self._connection.execute(
            "SELECT count(DISTINCT run_items.position) FROM run_items "
            "JOIN responses ON responses.id = run_items.response_id "
            "JOIN attempts ON attempts.id = responses.attempt_id "
            "WHERE run_id = ? AND instr(attempts.headers, ?)",
            (run_id, headers),
        ).fetchone()
        return int(count)

    def get_state(self, run_id: str) -> RepliesState:
        """Changes when a run gets replies, or others: what was worked out from them holds till then."""
        (state,) = self._connection.execute(
            "SELECT count(response_id), total(response_id) FROM run_items WHERE run_id = ?", (run_id,)
        )
        return tuple(state)


def _as_json(response_ids: Sequence[int | None]) -> str:
    """Numbers for `json_each`; what a store that others made has in place of one is no reply's."""
    return json.dumps([each if isinstance(each, int) else None for each in response_ids])
