"""Attempts: every try at a request is a row, written before anything is sent, closed when its end is known.

An attempt whose process died stays as `unknown`: the provider may have answered and charged for it. Every
function takes a connection and runs inside the caller's transaction; none commits.
"""

import os
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from cache.key import KEY_VERSION, canonical_json
from cache.rows import AttemptEnd, Reply, StoredRequest, now, pack
from cache.runs import SERVED

# A process on another machine whose heartbeat is older than this has died or lost the store.
HEARTBEAT_EVERY_S = 5.0
SILENT_AFTER_S = 60.0


@dataclass(frozen=True, slots=True)
class Begun:
    """The request is ours to send."""

    attempt_id: int


@dataclass(frozen=True, slots=True)
class AlreadyAnswered:
    """Another process has put a reply there meanwhile; the run's item rests on it now."""

    completion: str | None
    finish_reason: str | None
    n_items: int  # of the run that rest on it now


@dataclass(frozen=True, slots=True)
class AskedElsewhere:
    """Another process is asking the same request at this moment."""


def begin_attempt(
    connection: sqlite3.Connection, run_id: str, session_id: int, request: StoredRequest
) -> Begun | AlreadyAnswered | AskedElsewhere:
    """Claim a request: the intent, committed before anything is sent."""
    found = connection.execute(
        "SELECT id, completion, finish_reason FROM responses WHERE request_key = ? "
        f"AND admission IN ({', '.join('?' for _ in SERVED)}) ORDER BY admission = 'complete' DESC, id",
        (request.key, *SERVED),
    ).fetchone()
    if found:
        n_items = _rest_on(connection, run_id, request.key, found["id"], from_cache=True)
        return AlreadyAnswered(found["completion"], found["finish_reason"], n_items)
    connection.execute(
        "INSERT OR IGNORE INTO requests VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            request.key,
            KEY_VERSION,
            now(),
            request.method,
            request.endpoint,
            request.api_version,
            request.model,
            pack(request.body.encode()),
        ),
    )
    inserted = connection.execute(
        "INSERT OR IGNORE INTO attempts (request_key, session_id, state, started_at) "
        "VALUES (?, ?, 'in_flight', ?)",
        (request.key, session_id, now()),
    )
    # lastrowid is of the last row that went in, ours or not: rowcount says whether this one did.
    return Begun(int(inserted.lastrowid or 0)) if inserted.rowcount == 1 else AskedElsewhere()


def store_reply(
    connection: sqlite3.Connection,
    run_id: str,
    attempt_id: int,
    request_key: str,
    reply: Reply,
    end: AttemptEnd,
) -> int:
    """Keep what came back and close the attempt; returns how many of the run's items rest on it now."""
    _close(connection, attempt_id, "answered", end)
    response_id = connection.execute(
        "INSERT INTO responses (request_key, attempt_id, received_at, completion, n_visible, finish_reason, "
        "served_model, fingerprint, prompt_tokens, completion_tokens, reasoning_tokens, body) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            request_key,
            attempt_id,
            now(),
            reply.completion,
            None if reply.completion is None else len(reply.completion.strip()),
            reply.finish_reason,
            reply.served_model,
            reply.fingerprint,
            reply.prompt_tokens,
            reply.completion_tokens,
            reply.reasoning_tokens,
            pack(reply.body),
        ),
    ).lastrowid
    assert response_id is not None
    return _rest_on(connection, run_id, request_key, response_id, from_cache=False)


def fail_attempt(connection: sqlite3.Connection, attempt_id: int, end: AttemptEnd) -> None:
    """Close an attempt that brought no reply; the request may be tried again."""
    _close(connection, attempt_id, "failed", end)


def give_up(
    connection: sqlite3.Connection, run_id: str, request_key: str, error: str, detail: str, *, retryable: bool
) -> int:
    """Record that the run's items of this request end in an error; returns how many."""
    return connection.execute(
        "UPDATE run_items SET error = ?, detail = ?, retryable = ? "
        "WHERE request_key = ? AND run_id = ? AND response_id IS NULL",
        (error, detail, int(retryable), request_key, run_id),
    ).rowcount


def start_session(connection: sqlite3.Connection, run_id: str, version: str) -> int:
    """Enter this process in the store, after clearing up behind those that died; returns the session's id."""
    bury_the_dead(connection)
    session_id = connection.execute(
        "INSERT INTO sessions (run_id, host, pid, pid_started, version, started_at, heartbeat_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (run_id, os.uname().nodename, os.getpid(), _start_of(os.getpid()), version, now(), now()),
    ).lastrowid
    assert session_id is not None
    return session_id


def heartbeat(connection: sqlite3.Connection, session_id: int) -> None:
    """Say that this process is alive, and clear up behind those that are not."""
    connection.execute("UPDATE sessions SET heartbeat_at = ? WHERE id = ?", (now(), session_id))
    bury_the_dead(connection)


def end_session(connection: sqlite3.Connection, session_id: int, cause: str) -> None:
    """Sign off. What this process still had in flight becomes `unknown`."""
    connection.execute(
        "UPDATE attempts SET state = 'unknown' WHERE session_id = ? AND state = 'in_flight'", (session_id,)
    )
    connection.execute(
        "UPDATE sessions SET ended_at = ?, end_cause = ? WHERE id = ?", (now(), cause, session_id)
    )


def bury_the_dead(connection: sqlite3.Connection) -> int:
    """Close the sessions of processes that are gone, and free the requests they held; returns how many."""
    open_sessions = connection.execute("SELECT * FROM sessions WHERE ended_at IS NULL").fetchall()
    dead = [row["id"] for row in open_sessions if not _alive(row)]
    for session_id in dead:
        end_session(connection, session_id, "died")
    return len(dead)


def _close(connection: sqlite3.Connection, attempt_id: int, state: str, end: AttemptEnd) -> None:
    connection.execute(
        "UPDATE attempts SET state = ?, duration_s = ?, status = ?, error = ?, detail = ?, headers = ? "
        "WHERE id = ?",
        (
            state,
            round(end.duration_s, 4),
            end.status,
            end.error,
            end.detail,
            canonical_json(end.headers) if end.headers else None,
            attempt_id,
        ),
    )


def _rest_on(
    connection: sqlite3.Connection, run_id: str, request_key: str, response_id: int, *, from_cache: bool
) -> int:
    return connection.execute(
        "UPDATE run_items SET response_id = ?, from_cache = ?, error = NULL, detail = NULL, retryable = NULL "
        "WHERE request_key = ? AND run_id = ? AND response_id IS NULL",
        (response_id, int(from_cache), request_key, run_id),
    ).rowcount


def _alive(session: sqlite3.Row) -> bool:
    if session["host"] == os.uname().nodename:
        return _start_of(session["pid"]) == session["pid_started"] and _exists(session["pid"])
    silence = datetime.now(UTC) - datetime.fromisoformat(session["heartbeat_at"])
    return silence.total_seconds() < SILENT_AFTER_S


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's process: it exists
        return True
    return True


def _start_of(pid: int) -> str | None:
    """When a living process started, in the kernel's ticks since boot; None where /proc does not tell."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The second field, the command in brackets, may hold spaces; the others count from behind it (proc(5)).
    state, *fields = stat.rpartition(")")[2].split()
    return None if state in "ZX" else fields[18]  # a zombie holds its number but does nothing any more
