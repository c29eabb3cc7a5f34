"""Batches: many requests handed over at once, whose replies come hours later and to whichever process asks.

A batch's intent is a row here, with its lines (attempts that name the batch) and the digest of its input
file, all committed before anything is sent. What comes back is in `cache.tables.batch_lines`.

Decision: docs/decisions/batches.md, "A line of a batch is an attempt".
"""

from collections.abc import Mapping
from typing import Any

from cache.batch_rows import OPEN, BatchRow, BatchState
from cache.rows import now
from cache.tables.sessions import Sessions
from cache.tables.table import TableGroup

TIMES = ("created_at", "creating_at", "owner_seen_at", "looked_at", "closed_at")
OPEN_LIST = ", ".join(f"'{state}'" for state in OPEN)


class Batches(TableGroup):
    """Batches, and which process works on them."""

    def draft(
        self,
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
        batch_id = self._connection.execute(
            "INSERT INTO batches (run_id, session_id, tag, state, created_at, account, model, prompt_price, "
            "completion_price) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(run_id, session_id, tag, BatchState.DRAFTING, now(), account, model),
                *(prompt_price, completion_price),
            ),
        ).lastrowid
        assert batch_id is not None
        return batch_id

    def update(self, batch_id: int, /, **columns: Any) -> None:
        """Note what is new about a batch."""
        names = ", ".join(f"{name} = ?" for name in columns)
        self._connection.execute(f"UPDATE batches SET {names} WHERE id = ?", (*columns.values(), batch_id))

    def drop_draft(self, batch_id: int) -> None:
        """Forget a batch that got no lines."""
        self._connection.execute("DELETE FROM batches WHERE id = ? AND state = 'drafting'", (batch_id,))

    def get(self, batch_id: int) -> BatchRow:
        """The batch of that id."""
        return self._checked(
            self._connection.execute("SELECT * FROM batches WHERE id = ?", (batch_id,)).fetchone()
        )

    def get_all(self, run_id: str | None = None, *, only_open: bool = False) -> list[BatchRow]:
        """The batches of a run, or of all runs, the oldest first."""
        rows = self._connection.execute(
            f"SELECT * FROM batches WHERE (? IS NULL OR run_id = ?) AND (NOT ? OR state IN ({OPEN_LIST})) "
            "ORDER BY id",
            (run_id, run_id, only_open),
        )
        return [self._checked(row) for row in rows]

    def _checked(self, row: Mapping[str, Any]) -> BatchRow:
        """A row, its times looked at: whoever goes by them has no file to name."""
        for column in TIMES:
            if column == "created_at" or row[column] is not None:
                self._moment(row[column], f"batches.{column} where id {row['id']}")
        return BatchRow.from_row(row)

    def take(self, run_id: str, session_id: int) -> tuple[list[BatchRow], int]:
        """Make a run's open batches this process's work, but for those a living process works on.

        Returns:
            The batches, the oldest first, and how many are left to others.
        """
        self._connection.execute(
            "UPDATE batches SET session_id = ?, "
            "owner_seen_at = (SELECT heartbeat_at FROM sessions WHERE id = batches.session_id) "
            f"WHERE run_id = ? AND state IN ({OPEN_LIST}) "
            "AND session_id IN (SELECT id FROM sessions WHERE ended_at IS NOT NULL)",
            (session_id, run_id),
        )
        found = self.get_all(run_id, only_open=True)
        ours = [batch for batch in found if batch.session_id == session_id]
        return ours, len(found) - len(ours)

    def reopen(self, run_id: str) -> int:
        """Let a run's batches be looked at again that ended with lines of unknown outcome; how many.

        Those lines stay as they are until a reply is found, and may be asked otherwise meanwhile.
        """
        return self._connection.execute(
            "UPDATE batches SET state = 'submitted', closed_at = NULL "
            "WHERE run_id = ? AND state = 'collected' AND remote_id IS NOT NULL "
            "AND EXISTS (SELECT 1 FROM attempts WHERE batch_id = batches.id AND state = 'unknown')",
            (run_id,),
        ).rowcount

    def read_known_remote_ids(self, batch_id: int) -> set[str]:
        """The provider's ids of batches that have an owner here, or that were found not to be this one."""
        rows = self._connection.execute(
            "SELECT remote_id FROM batches WHERE remote_id IS NOT NULL "
            "UNION SELECT remote_id FROM batch_strangers WHERE batch_id = ?",
            (batch_id,),
        )
        return {remote_id for (remote_id,) in rows}

    def own(self, batch: BatchRow, remote_id: str, *, guessed: bool) -> bool:
        """Note which batch at the provider is this one.

        Args:
            guessed: by time and size alone. Then whoever has that batch keeps it; whoever made it takes it
                from one who guessed.

        Returns:
            Whether it is this one's now.
        """
        row = self._connection.execute(
            "SELECT * FROM batches WHERE account = ? AND remote_id = ? AND id != ?",
            (batch.account, remote_id, batch.id),
        ).fetchone()
        if row is not None and guessed:
            return False
        if row is not None:
            self.mark_not_ours(self._checked(row))
        state = BatchState.SUBMITTED
        self.update(batch.id, state=state, remote_id=remote_id, guessed=int(guessed))
        return True

    def mark_not_ours(self, batch: BatchRow) -> None:
        """Give back a batch at the provider that was taken for ours: its results are for other requests."""
        self._connection.execute(
            "INSERT OR IGNORE INTO batch_strangers VALUES (?, ?)", (batch.id, batch.remote_id)
        )
        self.update(batch.id, state=BatchState.CREATING, remote_id=None, guessed=0, remote_status=None)

    def release_unsent(self, run_id: str) -> int:
        """Give up a run's batches that were never sent and that nobody works on; returns their lines' number.

        Their requests are free to be asked otherwise. Not so those of a batch that may have been made.
        """
        Sessions(self._connection).close_dead()
        unsent = self._connection.execute(
            "SELECT id FROM batches WHERE run_id = ? AND state IN ('drafting', 'intended') "
            "AND session_id IN (SELECT id FROM sessions WHERE ended_at IS NOT NULL)",
            (run_id,),
        ).fetchall()
        return sum(self.release(batch_id) for (batch_id,) in unsent)

    def release(self, batch_id: int) -> int:
        """Give up a batch that was never sent; returns the number of its lines."""
        n_lines = self._connection.execute(
            "DELETE FROM attempts WHERE batch_id = ? AND state = 'in_flight'", (batch_id,)
        ).rowcount
        self._connection.execute("DELETE FROM batch_strangers WHERE batch_id = ?", (batch_id,))
        self._connection.execute("DELETE FROM batches WHERE id = ?", (batch_id,))
        return n_lines

    def sum_queued_tokens(self, account: str, model: str) -> int:
        """What our open batches take up of the provider's queue for a model, as reckoned."""
        (total,) = self._connection.execute(
            f"SELECT coalesce(sum(queued_tokens), 0) FROM batches WHERE account = ? AND model = ? "
            f"AND state IN ({OPEN_LIST})",
            (account, model),
        ).fetchone()
        return int(total)

    def read_problems(self, account: str, model: str) -> list[str | None]:
        """What was wrong with batches for a model that have ended, the latest first; None for nothing."""
        rows = self._connection.execute(
            "SELECT problem FROM batches WHERE account = ? AND model = ? AND closed_at IS NOT NULL "
            "ORDER BY id DESC",
            (account, model),
        )
        return [problem for (problem,) in rows]

    def find_runs_to_collect(self, run_id: str) -> list[str]:
        """The runs in whose open batches requests of a run lie, the run itself if it has an open batch."""
        rows = self._connection.execute(
            f"SELECT run_id FROM batches WHERE run_id = ? AND state IN ({OPEN_LIST}) UNION "
            "SELECT batches.run_id FROM run_items JOIN attempts USING (request_key) "
            "JOIN batches ON batches.id = batch_id "
            "WHERE run_items.run_id = ? AND response_id IS NULL AND attempts.state = 'in_flight'",
            (run_id, run_id),
        )
        return [found for (found,) in rows]

    def find_runs(self) -> list[str]:
        """The runs that have an open batch or items in one, the oldest first."""
        rows = self._connection.execute(
            "SELECT run_id FROM runs WHERE run_id IN "
            f"(SELECT run_id FROM batches WHERE state IN ({OPEN_LIST}) "
            "UNION SELECT run_items.run_id FROM attempts JOIN run_items USING (request_key) "
            "WHERE attempts.state = 'in_flight' AND batch_id IS NOT NULL AND response_id IS NULL) "
            "ORDER BY created_at, run_id"
        )
        return [run_id for (run_id,) in rows]
