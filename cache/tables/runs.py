"""Runs: what was asked for, the query that says what is still missing, and what their items ended with."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from cache.errors import OpenBatches, RunMismatch, UnknownRun
from cache.key import ABSENT, canonical_json, differing_fields
from cache.rows import (
    BROKEN_OFF,
    ERRORS,
    SERVED,
    AttemptRow,
    MissingItem,
    PlannedItem,
    RecordRow,
    RepliesState,
    ReplyRow,
    RunRow,
    TaskCounts,
    TextRow,
    now,
)
from cache.tables.batches import Batches
from cache.tables.table import TableGroup, marks

RUNS_LISTED = 8  # in a message
DIFFERENCES = 3  # shown with their values; of others the names
EVERY_TURN = range(2**63 - 1)


def _listed(known: Sequence[str], wanted: str) -> str:
    """The runs there are, those like the one that was wanted first, then the newest; the rest as a number."""
    if not known:
        return "It has no runs yet."
    like = get_close_matches(wanted, known, n=RUNS_LISTED, cutoff=0.6)
    listed = list(dict.fromkeys([*like, *reversed(known)]))[:RUNS_LISTED]
    more = len(known) - len(listed)
    rest = f" and {more} more ('mhclient runs' lists all)" if more else ""
    return f"Runs: {', '.join(listed)}{rest}."


def _differing(differences: Sequence[tuple[str, Any, Any]]) -> str:
    """What differs; of a part that has another name, as a prompt format has, the name alone."""
    renamed = {name.removesuffix("name") for name, _, _ in differences if name.endswith(".name")}
    told = [
        (name, old, new)
        for name, old, new in differences
        if name.endswith(".name") or not name.startswith(tuple(renamed))
    ]
    first = told[:DIFFERENCES]
    shown = "; ".join(f"{name} was {_short(old)}, now {_short(new)}" for name, old, new in first)
    more = [name for name, _, _ in told[DIFFERENCES:]]
    return f"{shown}; also {', '.join(more)}" if more else shown


def _short(value: Any) -> str:
    text = "not given" if value == ABSENT else canonical_json(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


class Runs(TableGroup):
    """Runs and their plans."""

    def add(
        self,
        run_id: str,
        benchmark: str,
        spec: Mapping[str, Any],
        full: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict,
    ) -> RunRow:
        """Open a run: a new one, or the one of that id if it was made with the same specification.

        Args:
            full: spells a specification out, so that two that are written differently can be compared.

        Raises:
            RunMismatch: the run of that id asks something else; the message shows each difference.
        """
        self._connection.execute(
            "INSERT OR IGNORE INTO runs (run_id, created_at, benchmark, spec) VALUES (?, ?, ?, ?)",
            (run_id, now(), benchmark, canonical_json(spec)),
        )
        found = self.get(run_id)
        differences = differing_fields(
            {"benchmark": found.benchmark, **full(found.spec)},
            {"benchmark": benchmark, **full(json.loads(canonical_json(spec)))},
        )
        if differences:
            raise RunMismatch(
                f"run '{run_id}' cannot be resumed: {_differing(differences)}. Pass what it was started "
                "with, or another `run_id`."
            )
        return found

    def get(self, run_id: str) -> RunRow:
        """The run of that id.

        Raises:
            UnknownRun: there is none; the message lists those there are.
        """
        known_as = run_id.encode("utf-8", "replace").decode()  # bytes that are no UTF-8 are no run's id
        row = self._connection.execute("SELECT * FROM runs WHERE run_id = ?", (known_as,)).fetchone()
        if row is None:
            known = [other.run_id for other in self.get_all()]
            raise UnknownRun(f"no run '{known_as}' in this store. {_listed(known, known_as)}")
        return RunRow.from_row(row)

    def exists(self, run_id: str) -> bool:
        """Whether there is a run of that id."""
        found = self._connection.execute("SELECT 1 FROM runs WHERE run_id = ?", (run_id,)).fetchone()
        return found is not None

    def get_all(self) -> list[RunRow]:
        """Every run, the oldest first."""
        return [
            RunRow.from_row(row)
            for row in self._connection.execute("SELECT * FROM runs ORDER BY created_at, run_id")
        ]

    def plan(self, run_id: str, items: Sequence[PlannedItem], *, last: bool) -> None:
        """Add a page of a run's plan; after the last page the run counts as planned."""
        self._connection.executemany(
            "INSERT OR IGNORE INTO run_items "
            "(run_id, position, turn, item_id, task, request_key, shown, repetition) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(run_id, *item) for item in items],
        )
        if last:
            self._connection.execute("UPDATE runs SET planned = 1 WHERE run_id = ?", (run_id,))

    def adapt(self, run_id: str, sent: Mapping[str, Any]) -> None:
        """Send other parameters than were asked for from here on: the run has to be planned anew."""
        self._connection.execute(
            "UPDATE runs SET sent = ?, planned = 0 WHERE run_id = ?", (canonical_json(sent), run_id)
        )
        self._connection.execute("DELETE FROM run_items WHERE run_id = ?", (run_id,))

    def find_turns(self, run_id: str, part: int, of: int) -> range:
        """The turns of one of several equal parts of a planned run, parts counted from 0."""
        (n_items,) = self._connection.execute(
            "SELECT count(*) FROM run_items WHERE run_id = ?", (run_id,)
        ).fetchone()
        first, stop = (self._turn_at(run_id, n_items * edge // of) for edge in (part, part + 1))
        return range(first, stop)

    def _turn_at(self, run_id: str, rank: int) -> int:
        row = self._connection.execute(
            "SELECT turn FROM run_items WHERE run_id = ? ORDER BY turn LIMIT 1 OFFSET ?", (run_id, rank)
        ).fetchone()
        return EVERY_TURN.stop if row is None else int(row[0])

    def read_missing(
        self, run_id: str, *, after: int = -1, limit: int = 1_000, turns: range = EVERY_TURN
    ) -> list[MissingItem]:
        """The next items of a run that have neither a reply nor an error and are in no batch, in turn.

        Args:
            turns: only items whose turn is one of these.
        """
        rows = self._connection.execute(
            """
            SELECT turn, run_items.item_id, run_items.task, request_key, body, repetition
            FROM run_items
            JOIN runs USING (run_id)
            JOIN items ON items.benchmark = runs.benchmark AND items.position = run_items.position
            WHERE run_id = ? AND turn > ? AND turn < ? AND response_id IS NULL AND error IS NULL
              AND NOT EXISTS (
                SELECT 1 FROM attempts WHERE attempts.request_key = run_items.request_key
                AND state = 'in_flight' AND batch_id IS NOT NULL
              )
            ORDER BY turn LIMIT ?
            """,
            (run_id, max(after, turns.start - 1), turns.stop, limit),
        )
        items = [MissingItem(*row) for row in rows]
        for item in items:
            self._check_line(item.body, item.item_id)
        return items

    def take_stored_replies(self, run_id: str, served: Sequence[str] = SERVED) -> int:
        """Rest the run's missing items on replies the store has already; returns how many.

        A complete reply goes before one that was cut or filtered, an earlier before a later one.
        """
        return self._connection.execute(
            f"""
            UPDATE run_items SET from_cache = 1, error = NULL, detail = NULL, retryable = NULL,
            response_id = (
                SELECT id FROM responses
                WHERE responses.request_key = run_items.request_key AND admission IN ({marks(served)})
                AND NOT {BROKEN_OFF}
                ORDER BY admission = 'complete' DESC, id LIMIT 1
            )
            WHERE run_id = ? AND response_id IS NULL AND request_key IN (
                SELECT request_key FROM responses WHERE admission IN ({marks(served)}) AND NOT {BROKEN_OFF}
            )
            """,
            (*served, run_id, *served),
        ).rowcount

    def ask_again(self, run_id: str, endings: Collection[str]) -> int:
        """Make items missing again that ended in one of these ways; returns how many.

        Their replies stay in the store.

        Args:
            endings: any of ASKABLE_AGAIN.
        """
        kinds = [ending for ending in endings if ending != ERRORS]
        reopened = self._connection.execute(
            "UPDATE run_items SET response_id = NULL, from_cache = NULL WHERE run_id = ? AND response_id IN "
            f"(SELECT id FROM responses WHERE admission IN ({marks(kinds)}))",
            (run_id, *kinds),
        ).rowcount
        if ERRORS in endings:
            reopened += self._connection.execute(
                "UPDATE run_items SET error = NULL, detail = NULL, retryable = NULL "
                "WHERE run_id = ? AND error IS NOT NULL",
                (run_id,),
            ).rowcount
        return reopened

    def forget_retryable_errors(self, run_id: str) -> int:
        """Make items missing again whose error another try may cure; returns how many."""
        return self._connection.execute(
            "UPDATE run_items SET error = NULL, detail = NULL, retryable = NULL "
            "WHERE run_id = ? AND retryable = 1",
            (run_id,),
        ).rowcount

    def forget_broken_off(self, run_id: str) -> int:
        """The same of items resting on what the provider broke off: earlier versions took it for a reply."""
        return self._connection.execute(
            "UPDATE run_items SET response_id = NULL, from_cache = NULL WHERE run_id = ? "
            f"AND EXISTS (SELECT 1 FROM responses WHERE id = run_items.response_id AND {BROKEN_OFF})",
            (run_id,),
        ).rowcount

    def forget_unbegun(self, run_id: str) -> bool:
        """Delete a run on which no process has worked and that rests on no reply; whether it was one."""
        begun = self._connection.execute(
            "SELECT 1 FROM sessions WHERE run_id = :run UNION ALL "
            "SELECT 1 FROM run_items WHERE run_id = :run AND response_id IS NOT NULL LIMIT 1",
            {"run": run_id},
        ).fetchone()
        if begun is not None:
            return False
        self._connection.execute("DELETE FROM run_items WHERE run_id = ?", (run_id,))
        return self._connection.execute("DELETE FROM runs WHERE run_id = ?", (run_id,)).rowcount > 0

    def forget_unanswered(self, run_id: str) -> bool:
        """Delete a run none of whose items has ended and that has no batch; what was paid stays on record."""
        ended = self._connection.execute(
            "SELECT 1 FROM run_items WHERE run_id = :run AND (response_id IS NOT NULL OR error IS NOT NULL) "
            "UNION ALL SELECT 1 FROM batches WHERE run_id = :run LIMIT 1",
            {"run": run_id},
        ).fetchone()
        if ended is not None:
            return False
        self._connection.execute("DELETE FROM run_items WHERE run_id = ?", (run_id,))
        return self._connection.execute("DELETE FROM runs WHERE run_id = ?", (run_id,)).rowcount > 0

    def delete(self, run_id: str) -> None:
        """Delete a run's rows, inside the caller's transaction; its replies stay for other runs to use.

        Raises:
            OpenBatches: replies that are paid for may still be on their way to it.
        """
        open_batches = [batch.tag for batch in Batches(self._connection).get_all(run_id, only_open=True)]
        if open_batches:
            raise OpenBatches(
                f"run '{run_id}' has open batches ({', '.join(open_batches)}): their replies are paid for. "
                f"'mhclient collect {run_id}' fetches them."
            )
        self._connection.execute("DELETE FROM read_items WHERE run_id = ?", (run_id,))
        self._connection.execute("DELETE FROM run_items WHERE run_id = ?", (run_id,))
        self._connection.execute("DELETE FROM runs WHERE run_id = ?", (run_id,))


# Where no token of a prompt is counted, nobody knows what a reply cost: earlier versions worked out 0.
COST_USD = "CASE WHEN prompt_tokens = 0 THEN NULL ELSE cost_usd END"


class Results(TableGroup):
    """What the items of runs ended with."""

    def read_records(self, run_id: str, positions: Sequence[int] | None = None) -> Iterator[RecordRow]:
        """Every item of a run, or those at some positions, with what it ended with, in the run's order."""
        some = "" if positions is None else "AND run_items.position IN (SELECT value FROM json_each(?))"
        rows = self._connection.execute(
            f"""
            SELECT run_items.position, run_items.item_id, run_items.task, run_items.request_key, items.body,
                   response_id, coalesce(from_cache, 0), completion, finish_reason, admission, served_model,
                   prompt_tokens, completion_tokens, reasoning_tokens, error, detail, shown, repetition
            FROM run_items
            JOIN runs USING (run_id)
            JOIN items ON items.benchmark = runs.benchmark AND items.item_id = run_items.item_id
            LEFT JOIN responses ON responses.id = response_id
            WHERE run_id = ? {some} ORDER BY run_items.position, repetition
            """,
            (run_id,) if positions is None else (run_id, json.dumps(list(positions))),
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

    def read_request_keys(self, response_ids: Sequence[int | None]) -> Iterator[str | None]:
        """The keys of the requests that brought these replies, one for each number."""
        rows = self._tuples(
            "SELECT request_key FROM json_each(?) AS wanted "
            "LEFT JOIN responses ON responses.id = wanted.value ORDER BY wanted.key",
            (_as_json(response_ids),),
        )
        return (key for (key,) in rows)

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

    def count_each(self, run_ids: Sequence[str]) -> dict[str, TaskCounts]:
        """Run → where all its items stand, for all the runs at once; one without items is left out."""
        rows = self._connection.execute(
            "SELECT run_id, count(*), count(response_id), coalesce(sum(from_cache), 0), count(error) "
            "FROM run_items WHERE run_id IN (SELECT value FROM json_each(?)) GROUP BY run_id",
            (json.dumps(list(run_ids)),),
        )
        return {run_id: TaskCounts(*counts) for run_id, *counts in rows}

    def count_in_batches(self, run_id: str) -> int:
        """How many items of a run wait for the results of a batch."""
        return self.count_each_in_batches([run_id]).get(run_id, 0)

    def count_each_in_batches(self, run_ids: Sequence[str]) -> dict[str, int]:
        """Run → how many of its items wait so; runs without one are left out."""
        rows = self._tuples(
            "SELECT run_id, count(*) FROM run_items WHERE response_id IS NULL AND error IS NULL "
            "AND run_id IN (SELECT value FROM json_each(?)) "
            "AND EXISTS (SELECT 1 FROM attempts WHERE attempts.request_key = run_items.request_key "
            "AND state = 'in_flight' AND batch_id IS NOT NULL) GROUP BY run_id",
            (json.dumps(list(run_ids)),),
        )
        return dict(rows)

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
