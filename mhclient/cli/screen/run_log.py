"""`--json-log`: what a run does, as JSON lines for machines."""

import json
import time
from datetime import UTC, datetime
from io import RawIOBase
from pathlib import Path
from typing import Any

from rich.markup import escape

from mhclient.ask.pacing import Hold
from mhclient.ask.session import Progress, Session
from mhclient.cli.screen.console import err
from mhclient.errors import UsageError
from mhclient.redaction.secrets import hide_keys
from mhclient.show.files import read_by_somebody

EVERY_S = 1.0


class RunLog:
    """Appends a line per event: start, progress (once a second), end. Each names the run and the time (UTC).

    Raises:
        UsageError: the file cannot be written.
    """

    def __init__(self, path: Path, run_id: str, progress: Progress) -> None:
        try:
            with read_by_somebody(path):
                self._file: RawIOBase | None = path.open("ab", buffering=0)
        except OSError as error:
            raise UsageError(f"--json-log {path}: {error.strerror or error}.") from error
        self._path, self._run_id = path, run_id
        self._progress = progress
        self._session: Session | None = None
        self._written_at = time.monotonic()
        self._write("start", self._counts())

    def watch(self, session: Session) -> None:
        """Log this session's pacing, too."""
        self._session = session

    def update(self) -> None:
        """Write a progress line if it is time for one."""
        now = time.monotonic()
        if now - self._written_at >= EVERY_S:
            self._written_at = now
            self._write("progress", self._counts() | self._pacing())

    def note(self, text: str) -> None:
        """Log a sentence."""
        self._write("note", {"text": text})

    def close(self, cause: str) -> None:
        """Write the last line: how it ended."""
        self._write("end", {"cause": cause} | self._counts())
        if self._file:
            self._file.close()

    def _write(self, event: str, fields: dict[str, Any]) -> None:
        moment = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = {"time": moment, "event": event, "run": self._run_id, **fields}
        if self._file is None:
            return
        try:
            self._file.write(
                (hide_keys(json.dumps(line, ensure_ascii=False)) + "\n").encode("utf-8", "replace")
            )
        except OSError as error:  # a full disk, say: replies are worth more than lines about them
            err.print(escape(f"--json-log {self._path}: {error.strerror or error}; logging ends here."))
            self._file = None

    def _counts(self) -> dict[str, Any]:
        progress = self._progress
        return {
            "total": progress.total,
            "done": progress.done,
            "from_cache": progress.from_cache,
            "errors": progress.errors,
            "attempts": progress.n_attempts,
            "retried": progress.n_retried,
            "congested": progress.n_congested,
            "outcomes": {outcome.value: n for outcome, n in progress.outcomes().items()},
        }

    def _pacing(self) -> dict[str, Any]:
        if self._session is None:
            return {}
        state = self._session.pacer.state()
        limit, since = state.requests_per_s, self._session.outage.since
        return {
            "in_flight": state.in_flight,
            "window": state.window,
            "limit_per_s": None if limit == float("inf") else round(limit, 3),
            "held_by": None if state.hold is Hold.NOTHING else state.hold.value,
            "gate_s": round(state.gate_s, 3),
            "unreachable_s": None if since is None else round(self._session.stop.now() - since, 3),
        }
