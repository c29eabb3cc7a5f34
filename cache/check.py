"""Is a store what it says? Every digest and key is made again, every reply read, every link followed."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from cache.cells import find_wrong_cells
from cache.errors import UnreadableBody
from cache.key import key_of_body
from cache.packing import unpack
from cache.rows import Response
from cache.tables.benchmarks import Benchmarks
from cache.tables.table import TableGroup

# How a reply's body is read again; raises `UnreadableBody` where it is no reply.
BodyReader: TypeAlias = Callable[[bytes], Response]
# Method and endpoint of a request → how the replies to it are read, the present way first; none where nobody
# knows.
FindReaders: TypeAlias = Callable[[str, str], Sequence[BodyReader]]

# What no sound store has → where it is.
DANGLING = {
    "a run rests on a response that is not there": (
        "SELECT run_id || ' ' || item_id FROM run_items WHERE response_id IS NOT NULL "
        "AND response_id NOT IN (SELECT id FROM responses)"
    ),
    "a run rests on the response to another request": (
        "SELECT run_id || ' ' || item_id FROM run_items JOIN responses ON responses.id = response_id "
        "WHERE run_items.request_key != responses.request_key"
    ),
    "a response has no request": (
        "SELECT id FROM responses WHERE request_key NOT IN (SELECT key FROM requests)"
    ),
    "an attempt belongs to a batch that is not there": (
        "SELECT id FROM attempts WHERE batch_id IS NOT NULL AND batch_id NOT IN (SELECT id FROM batches)"
    ),
    "a line of a batch that was collected has not ended": (
        "SELECT attempts.id FROM attempts JOIN batches ON batches.id = batch_id "
        "WHERE attempts.state = 'in_flight' AND batches.state IN ('collected', 'refused')"
    ),
    "a response has no attempt": (
        "SELECT id FROM responses WHERE attempt_id NOT IN (SELECT id FROM attempts)"
    ),
}


class Check(TableGroup):
    """Whether the store is sound."""

    def count(self) -> tuple[int, int]:
        """How many requests, and how many replies, there are to check."""
        row = self._connection.execute(
            "SELECT (SELECT count(*) FROM requests), (SELECT count(*) FROM responses)"
        ).fetchone()
        return row[0], row[1]

    def find_violations(self, find_readers: FindReaders) -> Iterator[str]:
        """What is wrong with the store, one sentence each; nothing if it is sound.

        Args:
            find_readers: how the replies to a request are read, from its method and its endpoint.
        """
        for (finding,) in self._connection.execute("PRAGMA integrity_check"):
            if finding != "ok":
                yield f"SQLite: {finding}"
        yield from find_wrong_cells(self._connection)
        yield from self._dangling()
        yield from self._changed_items()
        yield from self._wrong_keys()
        yield from self._misread(find_readers)

    def _dangling(self) -> Iterator[str]:
        for what, query in DANGLING.items():
            for (which,) in self._connection.execute(query):
                yield f"{what}: {which}"

    def _changed_items(self) -> Iterator[str]:
        benchmarks = Benchmarks(self._connection)
        for digest in benchmarks.get_digests():
            if (change := benchmarks.find_change(digest)) is not None:
                yield change

    def _wrong_keys(self) -> Iterator[str]:
        for row in self._connection.execute("SELECT * FROM requests"):
            try:
                body = unpack(row["body"]).decode()
            except Exception as error:  # noqa: BLE001 - whatever a damaged body does to zlib or UTF-8
                yield f"request {row['key'][:12]}: its body cannot be read ({error})"
                continue
            address = {name: row[name] for name in ("method", "endpoint", "api_version", "repetition")}
            key = key_of_body(body, **address)
            if key != row["key"]:
                yield f"request {row['key'][:12]}: its body has the key {key[:12]}"

    def _misread(self, find_readers: FindReaders) -> Iterator[str]:
        rows = self._connection.execute(
            """
            SELECT responses.id, method, endpoint, responses.body, completion, finish_reason, n_visible,
                   attempts.status
            FROM responses JOIN requests ON requests.key = responses.request_key
            JOIN attempts ON attempts.id = attempt_id
            """
        )
        for row in rows:
            readers = find_readers(row["method"], row["endpoint"])
            if (row["status"] or 200) >= 300:  # a filtered prompt has an error's body
                continue
            found = [_differences(row, reader) for reader in readers]
            if found and all(found):
                yield f"response {row['id']}: {found[0]}"


def _differences(row: Any, reader: BodyReader) -> str | None:
    """How what is stored of a reply differs from what its body says; None where it does not."""
    try:
        reply = reader(unpack(row["body"]))
    except UnreadableBody as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - whatever a damaged body does to zlib
        return f"its body cannot be read ({error})"
    visible = None if reply.completion is None else len(reply.completion.strip())
    read = (reply.completion, reply.finish_reason, visible)
    stored = (row["completion"], row["finish_reason"], row["n_visible"])
    return None if read == stored else f"its body says {read!r}, its columns say {stored!r}"
