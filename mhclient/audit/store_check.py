"""Is a store what it says? Every key is worked out again, every reply read again, every link followed."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping

from cache import Reply, key_of_body
from cache.rows import unpack
from mhclient.errors import MalformedReply
from mhclient.providers.anthropic.messages import ANTHROPIC_MESSAGES
from mhclient.providers.echo.scores import PATH as ECHO
from mhclient.providers.local import wire as local
from mhclient.providers.openai.chat import OPENAI_CHAT
from mhclient.providers.openai.responses import OPENAI_RESPONSES

# By the end of an endpoint's address: how its bodies are read. The longer ending stands first.
READERS: Mapping[str, Callable[[bytes], Reply]] = {
    dialect.path: dialect.read_body for dialect in (OPENAI_CHAT, OPENAI_RESPONSES, ANTHROPIC_MESSAGES)
} | {ECHO: local.read_body}


def violations(connection: sqlite3.Connection) -> Iterator[str]:
    """What is wrong with a store, one sentence each; nothing if it is sound."""
    for (finding,) in connection.execute("PRAGMA integrity_check"):
        if finding != "ok":
            yield f"SQLite: {finding}"
    yield from _dangling(connection)
    yield from _wrong_keys(connection)
    yield from _misread(connection)


def _dangling(connection: sqlite3.Connection) -> Iterator[str]:
    checks = {
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
    for what, query in checks.items():
        for (which,) in connection.execute(query):
            yield f"{what}: {which}"


def _wrong_keys(connection: sqlite3.Connection) -> Iterator[str]:
    for row in connection.execute("SELECT key, method, endpoint, api_version, body FROM requests"):
        try:
            body = unpack(row["body"]).decode()
        except Exception as error:  # noqa: BLE001 - whatever a damaged body does to zlib or UTF-8
            yield f"request {row['key'][:12]}: its body cannot be read ({error})"
            continue
        key = key_of_body(
            body, method=row["method"], endpoint=row["endpoint"], api_version=row["api_version"]
        )
        if key != row["key"]:
            yield f"request {row['key'][:12]}: its body has the key {key[:12]}"


def _misread(connection: sqlite3.Connection) -> Iterator[str]:
    rows = connection.execute(
        """
        SELECT responses.id, method, endpoint, responses.body, completion, finish_reason, n_visible,
               attempts.status
        FROM responses JOIN requests ON requests.key = responses.request_key
        JOIN attempts ON attempts.id = attempt_id
        """
    )
    for row in rows:
        reader = _reader(row["method"], row["endpoint"])
        if reader is None or (row["status"] or 200) >= 300:  # a filtered prompt has an error's body
            continue
        if (found := _differences(row, reader)) is not None:
            yield f"response {row['id']}: {found}"


def _reader(method: str, endpoint: str) -> Callable[[bytes], Reply] | None:
    if method == local.METHOD:
        return local.read_body
    return next((read for path, read in READERS.items() if endpoint.endswith(path)), None)


def _differences(row: sqlite3.Row, reader: Callable[[bytes], Reply]) -> str | None:
    try:
        reply = reader(unpack(row["body"]))
    except MalformedReply as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - whatever a damaged body does to zlib
        return f"its body cannot be read ({error})"
    visible = None if reply.completion is None else len(reply.completion.strip())
    read = (reply.completion, reply.finish_reason, visible)
    stored = (row["completion"], row["finish_reason"], row["n_visible"])
    return None if read == stored else f"its body says {read!r:.120}, its columns say {stored!r:.120}"
