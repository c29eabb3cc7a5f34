"""Looking into a store and tidying it up: counts, rows for export, what nothing refers to any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cache.tables.runs import Runs
from cache.tables.sessions import Sessions
from cache.tables.table import TableGroup

if TYPE_CHECKING:
    from sqlite_utils import Database


@dataclass(frozen=True, slots=True)
class Unused:
    """What no run refers to."""

    responses: int
    requests: int
    benchmarks: int

    def __bool__(self) -> bool:
        return bool(self.responses or self.requests or self.benchmarks)


# Tables whose rows are counted for people.
COUNTED = (
    *("benchmarks", "items", "runs", "run_items", "sessions", "batches", "requests", "attempts"),
    *("responses", "readings", "judgements", "samples"),
)

UNUSED_RESPONSES = "id NOT IN (SELECT response_id FROM run_items WHERE response_id IS NOT NULL)"
UNUSED_REQUESTS = "key NOT IN (SELECT request_key FROM run_items)"
UNUSED_BENCHMARKS = "digest NOT IN (SELECT benchmark FROM runs)"


class Upkeep(TableGroup):
    """Counting, exporting and tidying up."""

    def count_all(self) -> dict[str, Any]:
        """Rows per table, replies by what they may serve as, attempts by state, tokens, dollars, bytes."""
        (sums,) = self._query(
            "SELECT coalesce(sum(prompt_tokens), 0) AS prompt_tokens, "
            "coalesce(sum(completion_tokens), 0) AS completion_tokens FROM responses"
        )
        (cost,) = self._query("SELECT sum(cost_usd) AS cost_usd FROM attempts")
        (size,) = self._query(
            "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size"
        )
        return {
            "rows": {table: self._count(table) for table in COUNTED},
            "replies": self._count_by("admission", "responses"),
            "attempts": self._count_by("state", "attempts"),
            "models": self._count_by("model", "requests"),
            **sums,
            **cost,
            **size,
        }

    def export(self, run_id: str | None = None) -> Iterator[dict[str, Any]]:
        """Every reply with its request, bodies as text, in the order they came; of one run or of all."""
        of_run = "WHERE responses.id IN (SELECT response_id FROM run_items WHERE run_id = ?)"
        only, values = ("", ()) if run_id is None else (of_run, (run_id,))
        rows = self._query(
            f"""
            SELECT key, method, endpoint, api_version, model, repetition, requests.body AS request,
                   received_at, completion, finish_reason, admission, served_model, fingerprint,
                   prompt_tokens, completion_tokens, reasoning_tokens, route, tier, cached_tokens,
                   written_tokens, filters, responses.body AS response
            FROM responses JOIN requests ON requests.key = request_key {only} ORDER BY responses.id
            """,
            values,
        )
        for row in rows:
            place = f"key {row['key'][:12]}"
            yield row | {
                name: self._unpack(row[name], f"{name} of {place}").decode("utf-8", "replace")
                for name in ("request", "response")
            }

    def count_unused(self) -> Unused:
        """How much no run refers to."""
        return Unused(
            self._count("responses", UNUSED_RESPONSES),
            self._count("requests", UNUSED_REQUESTS),
            self._count("benchmarks", UNUSED_BENCHMARKS),
        )

    def preview_prune(self, run_ids: Sequence[str] = ()) -> Unused:
        """What `prune` would delete besides these runs; nothing is changed, and no transaction may be open.

        Raises:
            RunAtWork, OpenBatches, UnknownRun: as `prune`.
        """
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._refuse_at_work()
            self._delete_runs(run_ids)
            return self.count_unused()
        finally:
            self._connection.execute("ROLLBACK")

    def prune(self, run_ids: Sequence[str] = ()) -> None:
        """Delete these runs, then what no run refers to. What was paid for is gone then.

        Raises:
            RunAtWork: a process is working on a run of this store, and may be waiting for what would be
                deleted.
            OpenBatches: replies that are paid for may still be on their way to one of the runs.
            UnknownRun: there is no such run.
        """
        self._refuse_at_work()
        self._delete_runs(run_ids)
        self._connection.execute(f"DELETE FROM responses WHERE {UNUSED_RESPONSES}")
        self._connection.execute(
            f"DELETE FROM attempts WHERE request_key IN (SELECT key FROM requests WHERE {UNUSED_REQUESTS})"
        )
        self._connection.execute(f"DELETE FROM requests WHERE {UNUSED_REQUESTS}")
        self._connection.execute(
            "DELETE FROM sessions WHERE run_id NOT IN (SELECT run_id FROM runs) "
            "AND id NOT IN (SELECT session_id FROM attempts)"
        )
        self._connection.execute(
            f"DELETE FROM items WHERE benchmark IN (SELECT digest FROM benchmarks WHERE {UNUSED_BENCHMARKS})"
        )
        self._connection.execute(f"DELETE FROM benchmarks WHERE {UNUSED_BENCHMARKS}")

    def _refuse_at_work(self) -> None:
        """See `prune`; sessions of processes that have died are closed first."""
        sessions = Sessions(self._connection)
        sessions.close_dead()
        sessions.refuse_at_work("Prune once it has ended.")

    def _delete_runs(self, run_ids: Sequence[str]) -> None:
        runs = Runs(self._connection)
        for run_id in run_ids:
            runs.delete(runs.get(run_id).run_id)

    def compact(self) -> None:
        """Give the room of deleted rows back to the disk; not inside a transaction."""
        self._connection.execute("VACUUM")

    def _query(self, query: str, values: Sequence[Any] = ()) -> Iterator[dict[str, Any]]:
        return self._database().query(query, values)

    def _count(self, table: str, where: str = "1") -> int:
        return self._database()[table].count_where(where)

    def _count_by(self, column: str, table: str) -> dict[str, int]:
        rows = self._query(f"SELECT {column} AS name, count(*) AS n FROM {table} GROUP BY 1 ORDER BY 2 DESC")
        return {row["name"]: row["n"] for row in rows}

    def _database(self) -> Database:
        # Imported here: it takes 13 MB and a tenth of a second, and every run holds a store.
        from sqlite_utils import Database

        return Database(self._connection)
