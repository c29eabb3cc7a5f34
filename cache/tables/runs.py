"""Runs: what was asked for, and the query that says what is still missing."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from cache.errors import OpenBatches, RunMismatch, UnknownRun
from cache.key import ABSENT, canonical_json, differing_fields
from cache.rows import BROKEN_OFF, ERRORS, SERVED, MissingItem, PlannedItem, RunRow, now
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
