"""The lines of batches: what comes back ends an attempt, once, whatever order and however often it comes."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cache.batch_rows import BatchLine, BatchRow, KeptLines, LineEnd
from cache.claims import Arrival
from cache.packing import pack, unpack
from cache.rows import AttemptEnd, Response
from cache.spend import REFUSED_FOR_FREE
from cache.tables.attempts import Attempts
from cache.tables.table import TableGroup, marks


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
