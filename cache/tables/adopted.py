"""Replies of other tools' logs, page by page: requests, attempts and replies first, then which run has them.

A run's id is known only once its whole log has been read, and its replies need no run: they are written
before, in the same transaction. Rows go from lists of columns to SQLite without a line of Python for each.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, repeat
from typing import Any, NamedTuple

from cache.key import KEY_VERSION
from cache.rows import AdoptedReply, now
from cache.tables.sessions import Sessions
from cache.tables.table import TableGroup, marks

NO_RUN = ""  # in a session, until the run's id is known


class AdoptedSender(NamedTuple):
    """What all requests of a log have in common."""

    method: str
    endpoint: str
    model: str


class AdoptedItem(NamedTuple):
    """An item of an adopted run, and what it rests on: a reply, or else why there is none."""

    position: int
    turn: int
    item_id: str
    task: str
    request_key: str
    repetition: int
    response_id: int | None
    from_cache: int | None
    error: str | None
    detail: str | None
    retryable: int | None


class AdoptedRows(TableGroup):
    """What comes out of other tools' logs; all of it inside a transaction."""

    def start(self, version: str) -> int:
        """Enter this process in the store, for a run whose id is not known yet; the session's id."""
        return Sessions(self._connection).start(NO_RUN, "", version)

    def keep(
        self, session_id: int, sender: AdoptedSender, replies: Sequence[AdoptedReply]
    ) -> list[tuple[int, int]]:
        """Keep requests and their replies. Where a request has a reply here, the first of these counts.

        Args:
            replies: best in the order of their keys: three indexes are by them, and neighbours share a page.

        Returns:
            For each, what an item with such a request rests on: the reply's id, and whether it was in the
            store before (1) or not (0).
        """
        moment = now()
        n_new = self._insert_requests(sender, replies, moment)
        # A request that is new has no reply yet, so that nobody needs to look for one.
        known = {} if n_new == len(replies) else self._first_replies([reply.key for reply in replies])
        new = [reply for reply in replies if reply.key not in known] if known else replies
        numbers = self._insert_replies(session_id, new, moment)
        if not known:
            return list(zip(numbers, repeat(0), strict=False))
        return [(known[reply.key], 1) if reply.key in known else (next(numbers), 0) for reply in replies]

    def plan(self, run_id: str, items: Iterable[tuple[Any, ...]]) -> None:
        """Add items to a run, each a tuple in the form of `AdoptedItem`."""
        columns = ("run_id", *AdoptedItem._fields)
        self._connection.executemany(
            f"INSERT OR IGNORE INTO run_items ({', '.join(columns)}) VALUES ({marks(columns)})",
            ((run_id, *item) for item in items),
        )

    def finish(self, session_id: int, run_id: str) -> None:
        """The run is whole."""
        self._connection.execute("UPDATE sessions SET run_id = ? WHERE id = ?", (run_id, session_id))
        self._connection.execute("UPDATE runs SET planned = 1 WHERE run_id = ?", (run_id,))
        Sessions(self._connection).end(session_id, "done")

    def forget(self, session_id: int) -> None:
        """The run was here before, with all its replies: nothing of the session stays."""
        self._connection.execute("DELETE FROM sessions WHERE id = ?", (session_id,))

    def _insert_requests(self, sender: AdoptedSender, replies: Sequence[AdoptedReply], moment: str) -> int:
        """Keep the requests that are new; how many are."""
        if not replies:
            return 0
        keys, repetitions, bodies, *_ = zip(*replies, strict=True)
        same = map(repeat, (KEY_VERSION, moment, sender.method, sender.endpoint, None, sender.model))
        return self._connection.executemany(
            f"INSERT OR IGNORE INTO requests VALUES ({', '.join('?' * 9)})",
            zip(keys, *same, bodies, repetitions, strict=False),
        ).rowcount

    def _insert_replies(self, session_id: int, replies: Sequence[AdoptedReply], moment: str) -> Iterator[int]:
        """Keep replies, each with its attempt; their ids."""
        first_attempt, first = self._next_id("attempts"), self._next_id("responses")
        if replies:
            keys, _, _, tokens, *columns = zip(*replies, strict=True)
            self._connection.executemany(
                "INSERT INTO attempts (id, request_key, session_id, state, started_at, tokens) "
                "VALUES (?, ?, ?, 'answered', ?, ?)",
                zip(count(first_attempt), keys, repeat(session_id), repeat(moment), tokens, strict=False),
            )
            self._connection.executemany(
                "INSERT INTO responses (id, attempt_id, received_at, request_key, completion, n_visible, "
                "finish_reason, served_model, prompt_tokens, completion_tokens, body) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                zip(count(first), count(first_attempt), repeat(moment), keys, *columns, strict=False),
            )
        return iter(range(first, first + len(replies)))

    def _first_replies(self, keys: Sequence[str]) -> dict[str, int]:
        rows = self._connection.execute(
            f"SELECT request_key, min(id) FROM responses WHERE request_key IN ({marks(keys)}) "
            "GROUP BY request_key",
            keys,
        )
        return dict(rows)

    def _next_id(self, table: str) -> int:
        (last,) = self._connection.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()
        return int(last) + 1
