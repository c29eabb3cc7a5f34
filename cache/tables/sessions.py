"""Sessions: the processes that ask, how they tell one another that they live, what the dead leave behind; and
starts: which runs were begun together, as a study or one alone.
"""

import json
import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from cache.errors import RunAtWork
from cache.rows import now
from cache.tables.table import TableGroup

# A process on another machine whose heartbeat is older than this has died or lost the store.
HEARTBEAT_EVERY_S = 1.0
SILENT_AFTER_S = 60.0

DIED = "died"  # how a session ended that could not say so itself


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The living processes that share an account, this one counted, and how long any was told to wait."""

    n_processes: int
    gate_s: float


@dataclass(frozen=True, slots=True)
class LastSession:
    """The process that works on a run, or worked on it last; `end_cause` is None while it works."""

    pid: int
    host: str
    heartbeat_at: str
    end_cause: str | None


def _host() -> str:
    """This machine; two containers of one name count their processes apart, so they are two."""
    try:
        return f"{os.uname().nodename} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return os.uname().nodename


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


class Sessions(TableGroup):
    """The processes that ask."""

    def start(self, run_id: str, account: str, version: str) -> int:
        """Enter this process in the store, after clearing up behind those that died; the session's id."""
        self.close_dead()
        session_id = self._connection.execute(
            "INSERT INTO sessions (run_id, host, pid, pid_started, version, started_at, heartbeat_at, "
            "account) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (run_id, _host(), os.getpid(), _start_of(os.getpid()), version, now(), now(), account),
        ).lastrowid
        assert session_id is not None
        return session_id

    def beat(self, session_id: int, gate_s: float = 0.0) -> Neighbours:
        """Say that this process lives and how long it was told to wait; clear up behind the dead."""
        self._connection.execute(
            "UPDATE sessions SET heartbeat_at = ?, gate_s = ? WHERE id = ?", (now(), gate_s, session_id)
        )
        self.close_dead()
        rows = self._connection.execute(
            "SELECT id, heartbeat_at, gate_s FROM sessions WHERE ended_at IS NULL "
            "AND account = (SELECT account FROM sessions WHERE id = ?)",
            (session_id,),
        ).fetchall()
        return Neighbours(max(len(rows), 1), max(map(self._still_s, rows), default=0.0))

    def end(self, session_id: int, cause: str) -> None:
        """Sign off. What this process still had in flight becomes `unknown`; what went in a batch goes on."""
        self._connection.execute(
            "UPDATE attempts SET state = 'unknown' "
            "WHERE session_id = ? AND state = 'in_flight' AND batch_id IS NULL",
            (session_id,),
        )
        self._connection.execute(
            "UPDATE sessions SET ended_at = ?, end_cause = ? WHERE id = ?", (now(), cause, session_id)
        )

    def get_last(self, run_ids: Sequence[str]) -> dict[str, LastSession]:
        """Run → its last session, a living one before all others. Buries nobody."""
        query = (
            "SELECT * FROM sessions WHERE run_id IN (SELECT value FROM json_each(?)) "
            "AND (ended_at IS NULL OR id IN (SELECT max(id) FROM sessions GROUP BY run_id)) ORDER BY id DESC"
        )
        found: dict[str, LastSession] = {}
        for row in self._connection.execute(query, (json.dumps(list(run_ids)),)):
            run_id = row["run_id"]
            known = found.get(run_id)
            living = row["ended_at"] is None and (known is None or known.end_cause) and self._alive(row)
            if known is None or living:
                end_cause = DIED if row["ended_at"] is None else row["end_cause"] or "stopped"
                found[run_id] = LastSession(
                    row["pid"], row["host"], str(row["heartbeat_at"]), None if living else end_cause
                )
        return found

    def find_last_runs(self, after: str = "") -> list[str]:
        """The runs that the process worked on which was the last to begin with one, in the order of work.

        Args:
            after: what was begun till then does not count.
        """
        rows = self._connection.execute(
            """
            SELECT sessions.run_id FROM sessions
            JOIN runs USING (run_id)
            JOIN (SELECT host, pid, pid_started FROM sessions JOIN runs USING (run_id)
                  WHERE started_at > :after ORDER BY id DESC LIMIT 1) AS last
            WHERE sessions.host = last.host AND sessions.pid = last.pid
                  AND sessions.pid_started IS last.pid_started AND sessions.started_at > :after
            GROUP BY sessions.run_id ORDER BY min(sessions.id)
            """,
            {"after": after},
        )
        return [run_id for (run_id,) in rows]

    def refuse_at_work(self, advice: str) -> None:
        """Look whether a process works on a run; the sessions of those that have died stay as they are.

        Args:
            advice: what to do, the message's last sentence.

        Raises:
            RunAtWork: one does.
        """
        for session in self._connection.execute("SELECT * FROM sessions WHERE ended_at IS NULL"):
            if self._alive(session):
                raise RunAtWork(
                    f"{self._connection.path}: process {session['pid']} on {session['host']} is working on "
                    f"run '{session['run_id']}'. {advice}"
                )

    def _alive(self, session: sqlite3.Row) -> bool:
        if session["host"] == _host():
            return _start_of(session["pid"]) == session["pid_started"] and _exists(session["pid"])
        return self._silence_s(session) < SILENT_AFTER_S

    def _still_s(self, session: sqlite3.Row) -> float:
        """How much of a wait is left. The time of day may be set while we wait, so it never lengthens one."""
        gate_s: float = session["gate_s"]
        return min(gate_s, max(0.0, gate_s - self._silence_s(session)))

    def _silence_s(self, session: sqlite3.Row) -> float:
        """How long ago a process said that it lives."""
        place = f"sessions.heartbeat_at where id {session['id']}"
        return (datetime.now(UTC) - self._moment(session["heartbeat_at"], place)).total_seconds()

    def close_dead(self) -> int:
        """Close the sessions of processes that are gone, and free the requests they held; how many."""
        open_sessions = self._connection.execute("SELECT * FROM sessions WHERE ended_at IS NULL").fetchall()
        dead = [row["id"] for row in open_sessions if not self._alive(row)]
        for session_id in dead:
            self.end(session_id, DIED)
        return len(dead)


class Starts(TableGroup):
    """Runs that were begun together. Of one that is no longer there nothing is said."""

    def add(self, run_ids: Sequence[str], study: str | None = None) -> int:
        """Note that these runs are begun, or begun again, together; the number of the start.

        Args:
            study: the name under which they are; None for none.
        """
        start_id = self._connection.execute(
            "INSERT INTO starts (started_at, study) VALUES (?, ?)", (now(), study)
        ).lastrowid
        assert start_id is not None
        self._add_runs(start_id, run_ids)
        return start_id

    def replace(self, start_id: int, run_ids: Sequence[str]) -> None:
        """Have a start that was refused name the runs of the one before it, under no study.

        It stands as of now, so that what was tried for it does not count as begun after it.
        """
        self._connection.execute(
            "UPDATE starts SET study = NULL, started_at = ? WHERE id = ?", (now(), start_id)
        )
        self._connection.execute("DELETE FROM start_runs WHERE start_id = ?", (start_id,))
        self._add_runs(start_id, run_ids)

    def find_last(self) -> tuple[str, list[str]]:
        """When the last start was, and its runs; ("", []) if none is on record.

        Raises:
            StoreCorrupt: it has no time.
        """
        row = self._connection.execute(
            "SELECT id, started_at FROM starts WHERE EXISTS (SELECT 1 FROM start_runs JOIN runs USING "
            "(run_id) WHERE start_id = starts.id) ORDER BY id DESC LIMIT 1"
        ).fetchone()
        if row is None:
            return "", []
        self._moment(row["started_at"], f"starts.started_at where id {row['id']}")
        return row["started_at"], self._runs_of(row["id"])

    def find_study(self, study: str) -> list[str]:
        """The runs of the last start under that name; none if there was none."""
        row = self._connection.execute("SELECT max(id) FROM starts WHERE study = ?", (study,)).fetchone()
        return [] if row[0] is None else self._runs_of(row[0])

    def get_studies(self) -> list[str]:
        """The names of all studies, the newest first."""
        rows = self._connection.execute(
            "SELECT study FROM starts WHERE study IS NOT NULL GROUP BY study ORDER BY max(id) DESC"
        )
        return [study for (study,) in rows]

    def _add_runs(self, start_id: int, run_ids: Sequence[str]) -> None:
        self._connection.executemany(
            "INSERT INTO start_runs VALUES (?, ?, ?)",
            [(start_id, position, run_id) for position, run_id in enumerate(run_ids)],
        )

    def _runs_of(self, start_id: int) -> list[str]:
        rows = self._connection.execute(
            "SELECT run_id FROM start_runs JOIN runs USING (run_id) WHERE start_id = ? ORDER BY position",
            (start_id,),
        )
        return [run_id for (run_id,) in rows]
