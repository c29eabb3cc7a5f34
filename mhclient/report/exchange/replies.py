"""A run as other tools' logs want it: every reply with what was asked, and what was read in it."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

from cache import AttemptRow, Store, TextRow
from mhclient.errors import UsageError
from mhclient.providers.stored_bodies import SentRequest, sent_request
from mhclient.read.scored import NoReply, Scored
from mhclient.redaction.secrets import results_redactor
from mhclient.report.loading.load import load_runs, request_keys
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.summarise import summarise_all
from mhclient.report.summary import Summary
from mhclient.run.spec import Ask
from mhclient.run.stored_items import reply_name
from mhclient.run.stored_runs import begun_at

PAGE = 1_000  # replies whose texts are held at once


@dataclass(frozen=True, slots=True)
class RunExporter:
    """One format, as a value.

    Attributes:
        write: writes a run to a path, and returns the file to look at first.
        next_step: what to type then, with {path} for that file, {folder} for what was written, {stem} for the
            file's name, and {beside} for the folder that it is in.
    """

    write: Callable[["RunExport", Path], Path]
    next_step: str

    def say_next(self, path: Path, out: Path) -> str:
        """What to type to use what was written."""
        names = {"path": path, "folder": out, "beside": path.parent}
        quoted = {name: quote(str(named)) for name, named in names.items()}
        return self.next_step.format(**quoted, stem=path.stem)


class ExportedReply(NamedTuple):
    """One reply, or why there is none.

    Attributes:
        scored: the item, its gold and what was read, under the letters as shown.
        epoch: the how-manieth time the run asked the item, from 1.
        key: of the request.
        sent: what was sent.
        text: what came back; all of it None where nothing did.
        attempt: what that took; all of it None where nobody knows.
        error: why nothing did.
    """

    scored: Scored
    epoch: int
    key: str | None
    sent: SentRequest
    text: TextRow
    attempt: AttemptRow
    error: str | None

    @property
    def options(self) -> dict[str, str]:
        """Letter → text as shown, in the order of the letters."""
        shown = self.scored.shown.options(self.scored.item.options)
        return dict(sorted(shown.items()))

    @property
    def gold(self) -> list[str]:
        return sorted(self.scored.gold)

    @property
    def said(self) -> list[str]:
        """The letters read; empty for none."""
        return sorted(self.scored.said or ())

    @property
    def reading(self) -> dict[str, Any]:
        """How the reply was read, in the words of this program."""
        return {
            "outcome": self.scored.ending.value,
            "grade": self.scored.grade and self.scored.grade.value,
            "rule": self.scored.rule,
            "span": self.scored.span and list(self.scored.span),
            "kept_format": self.scored.kept_format,
        }


class RunExport:
    """A run to be written; its replies are fetched as they are asked for, a page at a time.

    Raises:
        UsageError: it has no text that another tool could read, or nothing has been asked yet.
    """

    def __init__(self, store: Store, run_id: str) -> None:
        self._store = store
        (run,) = load_runs(store, run_id)
        if run.spec.ask is Ask.FORCED_CHOICE:
            raise UsageError(f"run '{run_id}' is a forced choice: it has log-probs and no text to export.")
        (self.summary,) = summarise_all(run)
        if not any(scored.asked for scored in run.scored):
            raise UsageError(f"run '{run_id}' has no replies yet: there is nothing to export.")

    @property
    def run(self) -> LoadedRun:
        return self.summary.run

    @property
    def moment(self) -> datetime:
        """When the run was begun: nothing that is written depends on when that is done.

        Raises:
            UsageError: the store holds no time there.
        """
        return begun_at(self.run.run)

    @property
    def task_name(self) -> str:
        """What other tools call the evaluation: the benchmark's name."""
        return self.run.benchmark.name

    def replies(self) -> Iterator[ExportedReply]:
        """Every reply and every error, in the run's order; items not asked yet are left out."""
        run = self.run
        rows = zip(run.scored, run.repetitions, request_keys(self._store, run), run.response_ids, strict=True)
        asked = (_Row(*row) for row in rows if row[0].asked)
        while page := list(islice(asked, PAGE)):
            yield from self._page(page)

    def _page(self, page: Sequence["_Row"]) -> Iterator[ExportedReply]:
        sent = self._store.requests.read_bodies([row.key for row in page])
        came = self._store.results.read_texts([row.response_id for row in page])
        took = self._store.results.read_attempts([row.response_id for row in page])
        hide = results_redactor().hide_in
        for row, body, text, attempt in zip(page, sent, came, took, strict=True):
            hidden = text._replace(completion=text.completion and hide(text.completion))
            request = sent_request(hide(body or "{}"))
            yield ExportedReply(row.scored, row.epoch, row.key, request, hidden, attempt, self._error(row))

    def _error(self, row: "_Row") -> str | None:
        if row.scored.ending is not NoReply.ERROR:
            return None
        return self.run.failures.get(reply_name(row.scored.item.id, row.epoch), "no reply")


class _Row(NamedTuple):
    scored: Scored
    epoch: int
    key: str | None
    response_id: int | None


def as_json(value: object) -> str:
    """A value on one line, without keys."""
    return results_redactor().hide_in(json.dumps(value, ensure_ascii=False, allow_nan=False))


def headline_shares(summary: Summary) -> dict[str, float]:
    """The figures that other tools show of a run, from 0 to 1; without those that are not defined."""
    accuracy = summary.overall.accuracy
    unread = 1 - accuracy.answered.n / accuracy.n if accuracy.n else None
    shares = {
        "accuracy": accuracy.correct.value,
        "accuracy_among_read": accuracy.answered.value,
        "unread_share": unread,
    }
    return {name: value for name, value in shares.items() if value is not None}
