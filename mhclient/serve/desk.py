"""What the page shows and does, as values: JSON-ready mappings out of the store. No HTTP in here.

All of it runs on one thread with one connection, one request after the other: SQLite has one writer anyway,
and a judgement takes milliseconds.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from cache.audit import sample_cases, samples_of
from cache.runs import all_runs, progress
from mhclient.audit.case import Case
from mhclient.audit.collect import Collected, collect
from mhclient.audit.filters import Filter, values_of
from mhclient.audit.judging import Judgement, JudgementError, Judging, Verdict
from mhclient.audit.marks import Mark, evidence, marks_of, segments
from mhclient.audit.overview import COMMONEST, overview
from mhclient.audit.visible import one_line, visible
from mhclient.errors import UsageError

LINE = 120  # characters of a reply in the list
MOST_MARKS = 40  # listed below a completion
PAGE = 400  # lines of the list at once


class PageDesk:
    """The store, as the page's requests need it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._collected: dict[str, tuple[int, Collected]] = {}

    def runs(self) -> dict[str, Any]:
        """The runs, with their counts and samples."""
        return {"runs": [self._run(run.run_id, run.spec) for run in all_runs(self._connection)]}

    def overview(self, run_id: str) -> dict[str, Any]:
        """Counts by task, and the commonest shapes of what was not read."""
        collected = self._cases(run_id)
        view = overview(collected.cases)
        return {
            "n": view.n,
            "n_unread": view.n_unread,
            "without_reply": collected.without_reply[run_id],
            "outcomes": view.outcomes,
            "rows": [
                {"task": row.task, "n": row.n, "low_trust": row.low_trust, **row.outcomes}
                for row in view.rows
            ],
            "shapes": [
                {
                    "n": shape.n,
                    "outcome": shape.outcome,
                    "form": visible(shape.form),
                    "example": one_line(shape.example.completion, LINE),
                }
                for shape in view.unread[:COMMONEST]
            ],
            "values": values_of(collected.cases),
        }

    def cases(self, run_id: str, rater: str, text: str, sample: int | None, offset: int) -> dict[str, Any]:
        """A page of the list: the cases chosen by a filter, in the run's order or a sample's."""
        collected = self._cases(run_id)
        cases = collected.cases if sample is None else self._sampled(collected, sample)
        judging = Judging(self._connection, rater, collected.reader)
        mine = judging.mine({case.key for case in cases})
        places = Filter.parse(text).chosen(cases, mine)
        shown = [cases[place] for place in places[offset : offset + PAGE]]
        blind = sample is not None
        return {
            "n": len(places),
            "n_judged": sum(cases[place].key in mine for place in places),
            "offset": offset,
            "rater": rater,
            "rows": [_line(case, mine.get(case.key), blind) for case in shown],
        }

    def case(self, run_id: str, rater: str, item_id: str, blind: bool) -> dict[str, Any]:
        """One case in full, but for the gold and the relation: who knows them reads them into the reply."""
        collected = self._cases(run_id)
        case = _find(collected.cases, item_id)
        mine = Judging(self._connection, rater, collected.reader).mine([case.key]).get(case.key)
        hidden = blind and mine is None
        return {
            "item": case.item_id,
            "task": visible(case.task),
            "model": visible(case.model),
            "question": visible(case.question),
            "options": [[label, visible(text)] for label, text in case.options.items()],
            "mode": case.mode,
            "finish_reason": visible(case.finish_reason or ""),
            "mine": None if mine is None else _judgement(mine),
            "reading": None if hidden else case.reading._asdict(),
            "said": None if hidden else case.said,
            **({"pieces": [[visible(case.completion), "", ""]], "marks": []} if hidden else _marked(case)),
        }

    def judge(self, run_id: str, rater: str, item_id: str, said: Mapping[str, Any]) -> dict[str, Any]:
        """Add a judgement; it is on disk when this returns.

        Raises:
            JudgementError: it is none, or the item does not allow it.
        """
        collected = self._cases(run_id)
        case = _find(collected.cases, item_id)
        judgement = judgement_from(said)
        Judging(self._connection, rater, collected.reader).judge(case, judgement)
        return {"mine": _judgement(judgement)}

    def undo(self, run_id: str, rater: str, item_id: str) -> dict[str, Any]:
        """Take the rater's last judgement of an item back."""
        collected = self._cases(run_id)
        now = Judging(self._connection, rater, collected.reader).undo(_find(collected.cases, item_id))
        return {"mine": None if now is None else _judgement(now)}

    def _run(self, run_id: str, spec: Mapping[str, Any]) -> dict[str, Any]:
        counts = progress(self._connection, run_id).values()
        return {
            "run": run_id,
            "model": visible(spec["model"]),
            "variant": visible(spec["variant"]["name"]),
            "items": sum(count.total for count in counts),
            "replies": sum(count.answered for count in counts),
            "errors": sum(count.errors for count in counts),
            "samples": [[sample.sample_id, sample.n] for sample in samples_of(self._connection, run_id)],
        }

    def _cases(self, run_id: str) -> Collected:
        n = n_replies(self._connection, run_id)
        if run_id not in self._collected or self._collected[run_id][0] != n:
            self._collected[run_id] = (n, collect(self._connection, [run_id]))
        return self._collected[run_id][1]

    def _sampled(self, collected: Collected, sample: int) -> Sequence[Case]:
        of_item = {case.item_id: case for case in collected.cases}
        rows = sample_cases(self._connection, sample)
        return [of_item[row.item_id] for row in rows if row.item_id in of_item]


def n_replies(connection: sqlite3.Connection, run_id: str) -> int:
    """How many replies a run has by now: what was worked out holds as long as that does."""
    (n,) = connection.execute(
        "SELECT count(response_id) FROM run_items WHERE run_id = ?", (run_id,)
    ).fetchone()
    return int(n)


def judgement_from(said: Mapping[str, Any]) -> Judgement:
    """The judgement a request describes.

    Raises:
        JudgementError: it describes none.
    """
    letters, note = said.get("letters", []), said.get("note", "")
    if not isinstance(letters, list) or not all(isinstance(letter, str) for letter in letters):
        raise JudgementError("'letters' must be a list of letters.")
    if not isinstance(note, str):
        raise JudgementError("'note' must be text.")
    verdict = said.get("verdict")
    if verdict not in tuple(Verdict) or verdict == Verdict.WITHDRAWN:
        raise JudgementError("'verdict' must be answer, none, refusal, ambiguous or skip.")
    return Judgement(Verdict(str(verdict)), frozenset(letters), note)


def _find(cases: Sequence[Case], item_id: str) -> Case:
    found = next((case for case in cases if case.item_id == item_id), None)
    if found is None:
        raise UsageError(f"the run has no reply to item '{item_id[:80]}'.")
    return found


def _line(case: Case, mine: Judgement | None, blind: bool) -> dict[str, Any]:
    hidden = blind and mine is None
    return {
        "item": case.item_id,
        "task": visible(case.task),
        "said": "" if hidden else case.said,
        "grade": "" if hidden else case.reading.grade or "",
        "read": hidden or case.read,
        "mine": "" if mine is None else mine.label,
        "line": one_line(case.completion, LINE),
    }


def _judgement(mine: Judgement) -> dict[str, Any]:
    return {
        "label": mine.label,
        "verdict": mine.verdict.value,
        "letters": sorted(mine.letters),
        "note": visible(mine.note),
    }


def _marked(case: Case) -> dict[str, list[list[str]]]:
    """The completion in pieces (text, kind of mark or "", its reason), and every mark for a list below it."""
    marks = marks_of(evidence(case))

    def shown(start: int, end: int, mark: Mark | None) -> list[str]:
        text = visible(case.completion[start:end])
        return [text, mark.kind, f"{mark.letters} {mark.reason}".strip()] if mark else [text, "", ""]

    return {
        "pieces": [shown(*piece) for piece in segments(len(case.completion), marks)],
        "marks": [shown(mark.start, mark.end, mark) for mark in marks[:MOST_MARKS]],
    }
