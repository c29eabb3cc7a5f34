"""Requests as sent, by their keys."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from cache.batch_rows import BatchState
from cache.errors import UnknownRequest
from cache.rows import BROKEN_OFF, SERVED
from cache.tables.table import TableGroup, marks

SHORTEST_PREFIX = 6  # of a key, for people
LOOKED_UP = 100  # keys at a time; the bodies of so many are held


class Requests(TableGroup):
    """Requests as sent, by their keys."""

    def read_bodies(self, keys: Sequence[str | None]) -> Iterator[str | None]:
        """The bodies of these requests, canonical JSON, one for each key; None for one that is not there."""
        # Some together: SQLite looks them up in the order of its index, and need not sort their bodies.
        for start in range(0, len(keys), LOOKED_UP):
            some = keys[start : start + LOOKED_UP]
            found = dict(self._tuples(f"SELECT key, body FROM requests WHERE key IN ({marks(some)})", some))
            for key in some:
                body = found.get(key)
                yield None if body is None else self._unpack(body, f"request {str(key)[:12]}").decode()

    def get_by_prefix(self, prefix: str) -> dict[str, Any]:
        """The request whose key begins so, its body as text.

        Raises:
            UnknownRequest: there is none, or more than one, or the prefix is too short to mean one.
        """
        pattern = prefix.lower().replace("%", "").replace("_", "") + "%"
        rows = self._connection.execute(
            "SELECT * FROM requests WHERE key LIKE ? LIMIT 2", (pattern,)
        ).fetchall()
        if len(prefix) < SHORTEST_PREFIX or len(rows) != 1:
            which = (
                "no request has a key that begins"
                if not rows
                else "more than one request has a key that begins"
            )
            raise UnknownRequest(
                f"{which} with '{prefix}'. Give at least {SHORTEST_PREFIX} digits, as 'cache export' shows "
                "them."
            )
        return dict(rows[0]) | {"body": self._unpack(rows[0]["body"], f"request {prefix}").decode()}

    def find_answered(self, keys: Sequence[str], served: Sequence[str] = SERVED) -> set[str]:
        """Those of the keys under which the store has a reply that a run may rest on."""
        rows = self._connection.execute(
            f"SELECT request_key FROM responses WHERE request_key IN ({marks(keys)}) "
            f"AND admission IN ({marks(served)}) AND NOT {BROKEN_OFF}",
            (*keys, *served),
        )
        return {key for (key,) in rows}

    def read_completions(self, key: str) -> list[tuple[str, str]]:
        """The completions of a request's replies, each with the SHA-256 of its UTF-8 bytes."""
        rows = self._connection.execute(
            "SELECT completion FROM responses WHERE request_key = ? AND completion IS NOT NULL", (key,)
        )
        return [(text, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()) for (text,) in rows]

    def find_in_batches(self, keys: Sequence[str]) -> set[str]:
        """Those of the keys whose request lies in a batch that the provider has or may have."""
        rows = self._connection.execute(
            "SELECT request_key FROM attempts JOIN batches ON batches.id = batch_id "
            f"WHERE request_key IN ({marks(keys)}) AND attempts.state = 'in_flight' "
            f"AND batches.state IN ('{BatchState.CREATING}', '{BatchState.SUBMITTED}')",
            keys,
        )
        return {key for (key,) in rows}
