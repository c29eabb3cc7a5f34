"""Looking into a store and tidying it up: counts, rows for export, what nothing refers to any more.

Needs sqlite-utils, and is imported only by who looks: a run does not pay for it.
"""

import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from cache.batches import batches_of
from cache.errors import CacheError, StoreCorrupt
from cache.rows import unpack
from cache.sessions import bury_the_dead

SHORTEST_PREFIX = 6  # of a key, for people


class RunAtWork(CacheError):
    """A process is working on a run that was to be deleted."""


class UnknownRequest(CacheError):
    """No request, or more than one, has a key that begins so."""


class OpenBatches(CacheError):
    """A run has batches whose results have not been collected."""


@dataclass(frozen=True, slots=True)
class Unused:
    """What no run refers to."""

    responses: int
    requests: int
    benchmarks: int

    def __bool__(self) -> bool:
        return bool(self.responses or self.requests or self.benchmarks)


def stats(connection: sqlite3.Connection) -> dict[str, Any]:
    """Rows per table, replies by what they may serve as, attempts by state, tokens, dollars, bytes."""
    database = Database(connection)

    def counts(table: str, column: str) -> dict[str, int]:
        rows = database.query(
            f"SELECT {column} AS name, count(*) AS n FROM {table} GROUP BY 1 ORDER BY 2 DESC"
        )
        return {row["name"]: row["n"] for row in rows}

    (sums,) = database.query(
        "SELECT coalesce(sum(prompt_tokens), 0) AS prompt_tokens, "
        "coalesce(sum(completion_tokens), 0) AS completion_tokens FROM responses"
    )
    (cost,) = database.query("SELECT sum(cost_usd) AS cost_usd FROM attempts")
    (size,) = database.query(
        "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size"
    )
    tables = (
        *("benchmarks", "items", "runs", "run_items", "sessions", "batches", "requests", "attempts"),
        "responses",
        *("readings", "judgements", "samples"),
    )
    return {
        "rows": {table: database[table].count for table in tables},
        "replies": counts("responses", "admission"),
        "attempts": counts("attempts", "state"),
        "models": counts("requests", "model"),
        **sums,
        **cost,
        **size,
    }


def exported(connection: sqlite3.Connection, run_id: str | None = None) -> Iterator[dict[str, Any]]:
    """Every reply with its request, bodies as text, in the order they came; of one run or of all."""
    only = (
        "" if run_id is None else "WHERE responses.id IN (SELECT response_id FROM run_items WHERE run_id = ?)"
    )
    rows = Database(connection).query(
        f"""
        SELECT key, method, endpoint, api_version, model, requests.body AS request, received_at, completion,
               finish_reason, admission, served_model, fingerprint, prompt_tokens, completion_tokens,
               reasoning_tokens, responses.body AS response
        FROM responses JOIN requests ON requests.key = request_key {only} ORDER BY responses.id
        """,
        () if run_id is None else (run_id,),
    )
    for row in rows:
        try:
            bodies = {name: unpack(row[name]).decode("utf-8", "replace") for name in ("request", "response")}
        except zlib.error as error:
            raise StoreCorrupt(
                f"a body under key {row['key'][:12]} is damaged. 'mhclient cache verify' names all that are."
            ) from error
        yield row | bodies


def request_by_prefix(connection: sqlite3.Connection, prefix: str) -> dict[str, Any]:
    """The request whose key begins so, its body as text.

    Raises:
        UnknownRequest: there is none, or more than one, or the prefix is too short to mean one.
    """
    pattern = prefix.lower().replace("%", "").replace("_", "") + "%"
    rows = list(Database(connection).query("SELECT * FROM requests WHERE key LIKE ? LIMIT 2", (pattern,)))
    if len(prefix) < SHORTEST_PREFIX or len(rows) != 1:
        which = (
            "no request has a key that begins" if not rows else "more than one request has a key that begins"
        )
        raise UnknownRequest(
            f"{which} with '{prefix}'. Give at least {SHORTEST_PREFIX} digits, as 'cache export' shows them."
        )
    return rows[0] | {"body": unpack(rows[0]["body"]).decode()}


UNUSED_RESPONSES = "id NOT IN (SELECT response_id FROM run_items WHERE response_id IS NOT NULL)"
UNUSED_REQUESTS = "key NOT IN (SELECT request_key FROM run_items)"
UNUSED_BENCHMARKS = "digest NOT IN (SELECT benchmark FROM runs)"


def unused(connection: sqlite3.Connection) -> Unused:
    """How much no run refers to."""
    database = Database(connection)
    return Unused(
        database["responses"].count_where(UNUSED_RESPONSES),
        database["requests"].count_where(UNUSED_REQUESTS),
        database["benchmarks"].count_where(UNUSED_BENCHMARKS),
    )


def delete_unused(connection: sqlite3.Connection) -> None:
    """Delete what no run refers to, inside the caller's transaction. What was paid for is gone then.

    Raises:
        RunAtWork: a process is working on a run of this store, and may be waiting for what would be deleted.
    """
    refuse_at_work(connection)
    connection.execute(f"DELETE FROM responses WHERE {UNUSED_RESPONSES}")
    connection.execute(
        f"DELETE FROM attempts WHERE request_key IN (SELECT key FROM requests WHERE {UNUSED_REQUESTS})"
    )
    connection.execute(f"DELETE FROM requests WHERE {UNUSED_REQUESTS}")
    connection.execute(
        "DELETE FROM sessions WHERE run_id NOT IN (SELECT run_id FROM runs) "
        "AND id NOT IN (SELECT session_id FROM attempts)"
    )
    connection.execute(
        f"DELETE FROM items WHERE benchmark IN (SELECT digest FROM benchmarks WHERE {UNUSED_BENCHMARKS})"
    )
    connection.execute(f"DELETE FROM benchmarks WHERE {UNUSED_BENCHMARKS}")


def refuse_at_work(connection: sqlite3.Connection) -> None:
    """See `delete_unused`; sessions of processes that have died are closed first."""
    bury_the_dead(connection)
    row = connection.execute("SELECT run_id, pid, host FROM sessions WHERE ended_at IS NULL").fetchone()
    if row is not None:
        raise RunAtWork(
            f"process {row['pid']} on {row['host']} is working on run '{row['run_id']}'. "
            "Prune once it has ended."
        )


def delete_run(connection: sqlite3.Connection, run_id: str) -> None:
    """Delete a run's rows, inside the caller's transaction; its replies stay for other runs to use.

    Raises:
        OpenBatches: replies that are paid for may still be on their way to it.
    """
    open_batches = [batch.tag for batch in batches_of(connection, run_id, only_open=True)]
    if open_batches:
        raise OpenBatches(
            f"run '{run_id}' has open batches ({', '.join(open_batches)}): their replies are paid for. "
            f"'mhclient collect {run_id}' fetches them."
        )
    connection.execute("DELETE FROM run_items WHERE run_id = ?", (run_id,))
    connection.execute("DELETE FROM runs WHERE run_id = ?", (run_id,))
