"""Batches: many requests handed over at once, whose replies come hours later and to whichever process asks.

A batch's intent is a row here, with its lines (attempts that name the batch) and the digest of its input
file, all committed before anything is sent. What comes back ends an attempt, once, whatever order and however
often it comes.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cache.packing import pack, unpack
from cache.rows import (
    OPEN,
    REFUSED_FOR_FREE,
    Arrival,
    AttemptEnd,
    BatchLine,
    BatchRow,
    BatchState,
    KeptLines,
    LineEnd,
    Response,
    now,
)
from cache.tables.attempts import Attempts
from cache.tables.sessions import Sessions
from cache.tables.table import TableGroup, marks

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


@dataclass(slots=True)
class _Waiting:
    attempt_id: int
    state: str


class BatchLines(TableGroup):
    """The lines of batches, and how each ended."""

    def read(self, batch_id: int, *, after: int = 0, limit: int = 1_000) -> list[BatchLine]:
        """The next lines of a batch, in the order of its input file; `after` is an attempt's id."""
        rows = self._connection.execute(
            "SELECT attempts.id, request_key, body FROM attempts JOIN requests ON key = request_key "
            "WHERE batch_id = ? AND attempts.id > ? ORDER BY attempts.id LIMIT ?",
            (batch_id, after, limit),
        )
        return [
            BatchLine(attempt_id, key, self._unpack(body, f"request {key[:12]}").decode())
            for attempt_id, key, body in rows
        ]

    def keep(self, batch: BatchRow, lines: Sequence[LineEnd]) -> KeptLines:
        """End the attempts that a page of results is about.

        A reply ends its attempt for good; an error gives way to a reply that comes after it. A line for a
        request that has a reply already changes nothing, nor does one for no request of this batch; they
        are put aside.
        """
        waiting = self._waiting(batch.id, [line.key for line in lines if line.key is not None])
        arrivals: list[Arrival] = []
        n_known = 0
        for line in lines:
            found = waiting.get(line.key or "")
            if found is None or line.end is None or line.key is None:
                self._put_aside(batch.id, "unreadable" if line.end is None else "unknown", line.raw)
                continue
            n_known += 1
            if line.reply is not None and found.state != "answered":
                arrivals.append(Arrival(found.attempt_id, line.key, line.reply, line.end))
                found.state = "answered"
            elif line.reply is None and found.state == "in_flight":
                Attempts(self._connection).fail(found.attempt_id, line.end)
                self._give_up(batch.run_id, line.key, line.end, curable=line.curable)
                found.state = "failed"
            elif not self._same(line.key, found.attempt_id, line.reply, arrivals):
                self._put_aside(batch.id, "doubled", line.raw)
        if arrivals:
            Attempts(self._connection).keep_replies(arrivals, batch.run_id)
        return KeptLines(n_known, len(lines) - n_known)

    def end_rest(self, batch: BatchRow, error: str, detail: str, *, paid: bool) -> int:
        """End the lines of a batch that nothing came back for; returns how many.

        Args:
            paid: a reply may have been made and charged: such attempts are of unknown outcome.
        """
        state, cost_usd = ("unknown", None) if paid else ("failed", REFUSED_FOR_FREE.cost_usd)
        keys = (
            "SELECT request_key FROM attempts WHERE batch_id = :batch AND state = 'in_flight' "
            "AND request_key = run_items.request_key"
        )
        values = {"batch": batch.id, "run": batch.run_id, "error": error, "detail": detail}
        self._connection.execute(
            f"UPDATE run_items SET error = :error, detail = :detail, retryable = 1 "
            f"WHERE run_id = :run AND response_id IS NULL AND EXISTS ({keys})",
            values,
        )
        free = "" if paid else ", tokens = 0, cost_usd = :cost"
        return self._connection.execute(
            f"UPDATE attempts SET state = :state, error = :error, detail = :detail{free} "
            "WHERE batch_id = :batch AND state = 'in_flight'",
            values | {"state": state, "cost": cost_usd},
        ).rowcount

    def count_lacking(self, batch_id: int) -> int:
        """How many lines of a batch have no end, or none that its results told."""
        (count,) = self._connection.execute(
            "SELECT count(*) FROM attempts WHERE batch_id = ? AND state IN ('in_flight', 'unknown')",
            (batch_id,),
        ).fetchone()
        return int(count)

    def serve_others(self, batch: BatchRow) -> dict[str, int]:
        """Let the items of other runs that waited for a batch's replies rest on them; run → how many."""
        replies = (
            "SELECT responses.id FROM responses JOIN attempts ON attempts.id = attempt_id "
            "WHERE responses.request_key = run_items.request_key AND batch_id = :batch"
        )
        served = self._connection.execute(
            f"UPDATE run_items SET from_cache = 1, error = NULL, detail = NULL, retryable = NULL, "
            f"response_id = ({replies}) WHERE response_id IS NULL AND run_id != :run AND request_key IN "
            f"(SELECT request_key FROM attempts WHERE batch_id = :batch) AND EXISTS ({replies}) "
            "RETURNING run_id",
            {"batch": batch.id, "run": batch.run_id},
        )
        return dict(Counter(run_id for (run_id,) in served.fetchall()))

    def has_any(self, batch_id: int, keys: Sequence[str]) -> bool:
        """Whether one of the keys is a request of the batch."""
        return bool(self._waiting(batch_id, keys))

    def read_strays(self, batch_id: int) -> list[tuple[str, bytes]]:
        """Kind and text of the lines that were put aside."""
        rows = self._connection.execute("SELECT kind, line FROM batch_strays WHERE batch_id = ?", (batch_id,))
        return [(kind, self._unpack(line, f"a line of batch {batch_id}")) for kind, line in rows]

    def count_states(self, batch_id: int) -> Mapping[str, int]:
        """How many lines of a batch are in which state: waiting, response, or the error's name."""
        rows: Sequence[Any] = self._connection.execute(
            "SELECT CASE state WHEN 'in_flight' THEN 'waiting' WHEN 'answered' THEN 'response' "
            "ELSE coalesce(error, state) END, count(*) FROM attempts "
            "WHERE batch_id = ? GROUP BY 1 ORDER BY 2 DESC",
            (batch_id,),
        ).fetchall()
        return dict(tuple(row) for row in rows)

    def add_up_cost(self, batch_id: int) -> float | None:
        """What a batch has cost, or can cost at the most while its lines wait; None without a price."""
        cost_usd, unpriced = self._connection.execute(
            "SELECT sum(cost_usd), count(*) - count(cost_usd) FROM attempts WHERE batch_id = ?", (batch_id,)
        ).fetchone()
        return None if unpriced or cost_usd is None else float(cost_usd)

    def _waiting(self, batch_id: int, keys: Sequence[str]) -> dict[str, _Waiting]:
        rows = self._connection.execute(
            f"SELECT request_key, id, state FROM attempts WHERE batch_id = ? "
            f"AND request_key IN ({marks(keys)})",
            (batch_id, *keys),
        )
        return {key: _Waiting(attempt_id, state) for key, attempt_id, state in rows}

    def _give_up(self, run_id: str, key: str, end: AttemptEnd, *, curable: bool) -> None:
        Attempts(self._connection).give_up(run_id, key, end.error or "", end.detail or "", retryable=curable)

    def _same(
        self,
        key: str,
        attempt_id: int,
        reply: Response | None,
        arrivals: Sequence[Arrival],
    ) -> bool:
        """Whether a line says what is stored already: it was read before a crash, or came twice alike."""
        if reply is None:
            return True
        here = [arrival.reply.body for arrival in arrivals if arrival.attempt_id == attempt_id]
        if here:
            return here[0] == reply.body
        row = self._connection.execute(
            "SELECT body FROM responses WHERE request_key = ? AND attempt_id = ?", (key, attempt_id)
        ).fetchone()
        return row is not None and unpack(row[0]) == reply.body

    def _put_aside(self, batch_id: int, kind: str, line: bytes) -> None:
        digest = hashlib.sha256(line).hexdigest()
        self._connection.execute(
            "INSERT OR IGNORE INTO batch_strays VALUES (?, ?, ?, ?)", (batch_id, digest, kind, pack(line))
        )
