"""Batches: many requests handed over at once, whose replies come hours later and to whichever process asks.

A batch's intent is a row here, with its lines (attempts that name the batch) and the digest of its input
file, all committed before anything is sent. What comes back is in `cache.batch_results`. Every function runs
inside the caller's transaction; none commits.

Decision: docs/decisions/batches.md, "A line of a batch is an attempt".
"""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from typing import Any

from cache.rows import now, unpack
from cache.sessions import bury_the_dead


class BatchState(StrEnum):
    """Where a batch stands with us; what the provider says of it is its `remote_status`."""

    DRAFTING = "drafting"  # its lines are being claimed
    INTENDED = "intended"  # its input file is settled; it may have been uploaded, which costs nothing
    CREATING = "creating"  # the call that makes it may have been sent: the provider has to be asked
    SUBMITTED = "submitted"  # the provider has it
    COLLECTED = "collected"  # each of its lines has ended
    REFUSED = "refused"  # the provider never took it; its lines have failed


OPEN = (BatchState.DRAFTING, BatchState.INTENDED, BatchState.CREATING, BatchState.SUBMITTED)
OPEN_LIST = ", ".join(f"'{state}'" for state in OPEN)


@dataclass(frozen=True, slots=True)
class BatchRow:
    """A batch as the store knows it; the columns are explained in `cache/schema.py`."""

    id: int
    run_id: str
    session_id: int
    tag: str
    state: str
    created_at: str
    account: str
    model: str
    prompt_price: float | None
    completion_price: float | None
    n_lines: int
    n_bytes: int
    queued_tokens: int
    digest: str | None
    upload: str | None
    creating_at: str | None
    owner_seen_at: str | None
    remote_id: str | None
    guessed: int
    remote_status: str | None
    expires_at: float | None
    n_done: int | None
    n_failed: int | None
    looked_at: str | None
    problem: str | None
    closed_at: str | None
    n_doubled: int
    n_unknown: int

    @property
    def made_at(self) -> float:
        """When the provider was asked to make it, or else when it was drafted; seconds since 1970."""
        return datetime.fromisoformat(self.creating_at or self.created_at).timestamp()

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "BatchRow":
        return cls(**{column.name: row[column.name] for column in fields(cls)})


@dataclass(frozen=True, slots=True)
class BatchLine:
    """A line of a batch: its attempt, and the request it asks."""

    attempt_id: int
    key: str
    body: str  # canonical JSON


def draft_batch(
    connection: sqlite3.Connection,
    *,
    run_id: str,
    session_id: int,
    tag: str,
    account: str,
    model: str,
    prices: tuple[float, float] | None,
) -> int:
    """Open a batch without lines; returns its id.

    Args:
        prices: USD per million prompt and completion tokens in a batch, None where nobody knows.
    """
    prompt_price, completion_price = prices or (None, None)
    batch_id = connection.execute(
        "INSERT INTO batches (run_id, session_id, tag, state, created_at, account, model, prompt_price, "
        "completion_price) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(run_id, session_id, tag, BatchState.DRAFTING, now(), account, model),
            *(prompt_price, completion_price),
        ),
    ).lastrowid
    assert batch_id is not None
    return batch_id


def set_batch(connection: sqlite3.Connection, batch_id: int, **columns: Any) -> None:
    """Note what is new about a batch."""
    names = ", ".join(f"{name} = ?" for name in columns)
    connection.execute(f"UPDATE batches SET {names} WHERE id = ?", (*columns.values(), batch_id))


def drop_draft(connection: sqlite3.Connection, batch_id: int) -> None:
    """Forget a batch that got no lines."""
    connection.execute("DELETE FROM batches WHERE id = ? AND state = 'drafting'", (batch_id,))


def get_batch(connection: sqlite3.Connection, batch_id: int) -> BatchRow:
    """The batch of that id."""
    return BatchRow.from_row(connection.execute("SELECT * FROM batches WHERE id = ?", (batch_id,)).fetchone())


def batches_of(
    connection: sqlite3.Connection, run_id: str | None = None, *, only_open: bool = False
) -> list[BatchRow]:
    """The batches of a run, or of all runs, the oldest first."""
    rows = connection.execute(
        f"SELECT * FROM batches WHERE (? IS NULL OR run_id = ?) AND (NOT ? OR state IN ({OPEN_LIST})) "
        "ORDER BY id",
        (run_id, run_id, only_open),
    )
    return [BatchRow.from_row(row) for row in rows]


def take_batches(connection: sqlite3.Connection, run_id: str, session_id: int) -> tuple[list[BatchRow], int]:
    """Make a run's open batches this process's work, but for those a living process works on.

    Returns:
        The batches, the oldest first, and how many are left to others.
    """
    connection.execute(
        "UPDATE batches SET session_id = ?, "
        "owner_seen_at = (SELECT heartbeat_at FROM sessions WHERE id = batches.session_id) "
        f"WHERE run_id = ? AND state IN ({OPEN_LIST}) "
        "AND session_id IN (SELECT id FROM sessions WHERE ended_at IS NOT NULL)",
        (session_id, run_id),
    )
    found = batches_of(connection, run_id, only_open=True)
    ours = [batch for batch in found if batch.session_id == session_id]
    return ours, len(found) - len(ours)


def reopen_batches(connection: sqlite3.Connection, run_id: str) -> int:
    """Let a run's batches be looked at again that ended with lines of unknown outcome; returns how many.

    Those lines stay as they are until a reply is found, and may be asked otherwise meanwhile.
    """
    return connection.execute(
        "UPDATE batches SET state = 'submitted', closed_at = NULL WHERE run_id = ? AND state = 'collected' "
        "AND remote_id IS NOT NULL "
        "AND EXISTS (SELECT 1 FROM attempts WHERE batch_id = batches.id AND state = 'unknown')",
        (run_id,),
    ).rowcount


def batch_lines(
    connection: sqlite3.Connection, batch_id: int, *, after: int = 0, limit: int = 1_000
) -> list[BatchLine]:
    """The next lines of a batch, in the order of its input file; `after` is an attempt's id."""
    rows = connection.execute(
        "SELECT attempts.id, request_key, body FROM attempts JOIN requests ON key = request_key "
        "WHERE batch_id = ? AND attempts.id > ? ORDER BY attempts.id LIMIT ?",
        (batch_id, after, limit),
    )
    return [BatchLine(attempt_id, key, unpack(body).decode()) for attempt_id, key, body in rows]


def known_remote_ids(connection: sqlite3.Connection, batch_id: int) -> set[str]:
    """The provider's ids of batches that have an owner here, or that were found not to be this one."""
    rows = connection.execute(
        "SELECT remote_id FROM batches WHERE remote_id IS NOT NULL "
        "UNION SELECT remote_id FROM batch_strangers WHERE batch_id = ?",
        (batch_id,),
    )
    return {remote_id for (remote_id,) in rows}


def own(connection: sqlite3.Connection, batch: BatchRow, remote_id: str, *, guessed: bool) -> bool:
    """Note which batch at the provider is this one.

    Args:
        guessed: by time and size alone. Then whoever has that batch keeps it; whoever made it takes it
            from one who guessed.

    Returns:
        Whether it is this one's now.
    """
    row = connection.execute(
        "SELECT * FROM batches WHERE account = ? AND remote_id = ? AND id != ?",
        (batch.account, remote_id, batch.id),
    ).fetchone()
    if row is not None and guessed:
        return False
    if row is not None:
        disown(connection, BatchRow.from_row(row))
    state = BatchState.SUBMITTED
    set_batch(connection, batch.id, state=state, remote_id=remote_id, guessed=int(guessed))
    return True


def disown(connection: sqlite3.Connection, batch: BatchRow) -> None:
    """Give back a batch at the provider that was taken for ours: its results are for other requests."""
    connection.execute("INSERT OR IGNORE INTO batch_strangers VALUES (?, ?)", (batch.id, batch.remote_id))
    set_batch(connection, batch.id, state=BatchState.CREATING, remote_id=None, guessed=0, remote_status=None)


def release_unsent(connection: sqlite3.Connection, run_id: str) -> int:
    """Give up a run's batches that were never sent and that nobody works on; returns their lines' number.

    Their requests are free to be asked otherwise. Not so those of a batch that may have been made.
    """
    bury_the_dead(connection)
    unsent = connection.execute(
        "SELECT id FROM batches WHERE run_id = ? AND state IN ('drafting', 'intended') "
        "AND session_id IN (SELECT id FROM sessions WHERE ended_at IS NOT NULL)",
        (run_id,),
    ).fetchall()
    return sum(release_batch(connection, batch_id) for (batch_id,) in unsent)


def release_batch(connection: sqlite3.Connection, batch_id: int) -> int:
    """Give up a batch that was never sent; returns the number of its lines."""
    n_lines = connection.execute(
        "DELETE FROM attempts WHERE batch_id = ? AND state = 'in_flight'", (batch_id,)
    ).rowcount
    connection.execute("DELETE FROM batch_strangers WHERE batch_id = ?", (batch_id,))
    connection.execute("DELETE FROM batches WHERE id = ?", (batch_id,))
    return n_lines
