"""What the page shows and does, as values: JSON-ready mappings out of the store. No HTTP in here.

All of it runs on one thread with one store, one request after the other: SQLite has one writer anyway,
and a judgement takes milliseconds. A run's report is worked out once as long as it holds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cache import RepliesState, RunRow, Store
from mhclient.audit.filters import LOW_TRUST, NOT_READ, Filter
from mhclient.audit.overview import COMMONEST, overview
from mhclient.errors import UsageError
from mhclient.judge.agreement import agreement_so_far
from mhclient.judge.judgements import Judgement, JudgementError, Judging, RaterVerdict, has_judged
from mhclient.judge.samples import cases_drawn, sample_numbered
from mhclient.read.case import Case
from mhclient.read.collect import Collected, collect
from mhclient.read.highlights import Piece, highlights_of, pieces, read_case
from mhclient.report.blocks.loop import findings, tables_of
from mhclient.report.loading.load import load_runs
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.summarise import summarise_all
from mhclient.report.summary import Summary
from mhclient.report.wording.names import caveat
from mhclient.report.wording.shapes import interval_of
from mhclient.run.marks import MEANING, Mark, stored_marks
from mhclient.run.spec import spec_of
from mhclient.show.cells import coefficient, percent
from mhclient.show.glossary import TASK_NAMES
from mhclient.show.visible import one_line, visible

LINE = 120  # characters of a reply in a list
MOST_MARKS = 40  # listed below a completion
# Notes and withdrawals have requests of their own.
JUDGED_AS = tuple(
    verdict for verdict in RaterVerdict if verdict not in (RaterVerdict.NOTE, RaterVerdict.WITHDRAWN)
)


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
    if verdict not in JUDGED_AS:
        raise JudgementError("'verdict' must be answer, none, refusal, ambiguous, out_of_range or skip.")
    return Judgement(RaterVerdict(str(verdict)), frozenset(letters), note)


def line_of(case: Case, mine: Judgement | None, blind: bool) -> dict[str, Any]:
    """A reply as a line of the list."""
    return {
        "item": case.name,
        "task": visible(case.task),
        "said": "" if blind else case.said,
        "grade": "" if blind else case.reading.grade or "",
        "read": blind or case.read,
        "mine": "" if mine is None else mine.label,
        "judged": mine is not None and mine.is_verdict,
        "line": one_line(case.shown, LINE),
    }


def judgement_told(mine: Judgement | None) -> dict[str, Any] | None:
    """Somebody's judgement; None where there is none."""
    if mine is None:
        return None
    return {
        "label": mine.label,
        "verdict": mine.verdict.value,
        "judged": mine.is_verdict,
        "letters": sorted(mine.letters),
        "note": visible(mine.note),
    }


def hidden(case: Case) -> dict[str, Any]:
    """A case whose reading nobody is to see: its completion in one piece."""
    return {"reading": None, "said": None, "pieces": [[visible(case.shown), "", ""]], "marks": []}


def as_read(case: Case) -> dict[str, Any]:
    """A case as it was read: the completion in pieces (text, kind of mark or "", reason), and its marks."""
    highlights = highlights_of(read_case(case))
    listed = (Piece(visible(case.completion[slice(*each.span)]), each) for each in highlights[:MOST_MARKS])
    return {
        "reading": case.reading._asdict(),
        "said": case.said,
        "pieces": [_piece(each) for each in pieces(case.completion, highlights)]
        or [[visible(case.shown), "", ""]],
        "marks": [_piece(each) for each in listed],
    }


def _piece(piece: Piece) -> list[str]:
    return [piece.text, piece.kind, piece.tip]


class PageReports:
    """Reports of runs. They take seconds, so they have a thread and a store of their own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._made: dict[str, tuple[RepliesState, dict[str, Any]]] = {}

    def report(self, run_id: str) -> dict[str, Any]:
        """The report's tables and findings, and under `figures` what the list of runs shows."""
        state = self._store.results.get_state(run_id)
        if run_id not in self._made or self._made[run_id][0] != state:
            (summary,) = summarise_all(load_runs(self._store, [run_id]))
            self._made[run_id] = (state, _tables(summary))
        return self._made[run_id][1]


def _caveat(run: LoadedRun) -> str:
    """The report's caveat, after the notice in the benchmark's manifest."""
    notice = run.benchmark.manifest.get("notice")
    return f"{visible(notice)} {caveat([run])}" if isinstance(notice, str) else caveat([run])


def _tables(summary: Summary) -> dict[str, Any]:
    accuracy = summary.overall.accuracy
    return {
        "figures": {
            "accuracy": percent(summary.overall.estimate.value),
            "interval": interval_of(summary.overall.estimate),
            "unread": percent(accuracy.n_unread / accuracy.n if accuracy.n else None),
        },
        "caveat": _caveat(summary.run),
        "findings": [visible(finding.text) for finding in findings(summary)],
        "tables": [
            {
                "title": table.title,
                "note": table.note,
                "head": list(table.head),
                "rows": [[visible(cell) for cell in row] for row in table.texts],
            }
            for table in tables_of(summary)
        ],
    }


PAGE = 400  # lines of the list at once
# The lists to judge from. A sample has none of them: they would tell of readings.
LISTS = (("Not read", NOT_READ), ("Read with least certainty", LOW_TRUST), ("All replies", ""))


@dataclass(frozen=True, slots=True)
class Queue:
    """Which replies somebody looks at: a run's, or a sample's of it, with the readings hidden."""

    run_id: str
    rater: str
    sample: int | None = None

    @property
    def blind(self) -> bool:
        """Whether the readings are hidden."""
        return self.sample is not None


class AuditApi:
    """The store, as the page's requests need it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._collected: dict[str, tuple[RepliesState, Collected]] = {}

    def runs(self, rater: str) -> dict[str, Any]:
        """The runs, with their counts, and their samples with what the rater has judged of them."""
        return {"runs": [self._run(run, rater) for run in self._store.runs.get_all()]}

    def lists(self, queue: Queue) -> dict[str, Any]:
        """The lists to judge in a run, with how much of each the rater has judged.

        Of a sample only the sample: what else there is would say how replies were read.
        """
        cases, judging = self._open(queue)
        mine = judging.mine({case.key for case in cases})
        if queue.blind:
            lists = [(f"Sample {queue.sample}", "", cases)]
        else:
            chosen = [(name, text, Filter.parse(text).chosen(cases, mine)) for name, text in LISTS]
            lists = [(name, text, [cases[place] for place in places]) for name, text, places in chosen]
        return {
            "lists": [
                {"name": name, "filter": text, "n": len(of), "n_judged": _n_judged(mine, of)}
                for name, text, of in lists
                if of or not text
            ]
        }

    def agreement(self, queue: Queue) -> dict[str, Any]:
        """How far the rater agrees with the others, in steps that betray no single judgement."""
        cases, _ = self._open(queue)
        rows = self._store.judgements.find({case.key for case in cases})
        found = agreement_so_far(rows, queue.rater, blind=queue.blind)
        if found is None:
            return {"n": 0, "same": "", "alpha": ""}
        return {"n": found.n, "same": percent(found.same.value), "alpha": coefficient(found.alpha)}

    def overview(self, run_id: str) -> dict[str, Any]:
        """Counts by task, and the commonest shapes of what was not read."""
        collected = self._cases(run_id)
        view = overview(collected.cases)
        return {
            "n": view.n,
            "n_unread": view.n_unread,
            "without_reply": collected.without_reply[run_id],
            "marks": _explained(collected.marks[run_id]),
            "outcomes": view.outcomes,
            "rows": [
                {"task": _task(row.task), "n": row.n, "low_trust": row.low_trust, **row.outcomes}
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
        }

    def cases(self, queue: Queue, text: str, offset: int) -> dict[str, Any]:
        """A page of the list: the cases chosen by a filter, in the run's order or a sample's."""
        chosen, mine = self._chosen(queue, text)
        return {
            "n": len(chosen),
            "n_judged": _n_judged(mine, chosen),
            "offset": offset,
            "rater": queue.rater,
            "rows": [
                line_of(case, mine.get(case.key), queue.blind) for case in chosen[offset : offset + PAGE]
            ],
        }

    def case(self, queue: Queue, item_id: str) -> dict[str, Any]:
        """One case in full, but for the gold and the relation: who knows them reads them into the reply."""
        cases, judging = self._open(queue)
        case = _find(cases, item_id)
        return {
            "item": case.name,
            "task": _task(case.task),
            "model": visible(case.model),
            "question": visible(case.question),
            "options": [[label, visible(text)] for label, text in case.options.items()],
            "mode": case.mode,
            "finish_reason": visible(case.finish_reason or ""),
            "mine": judgement_told(judging.mine([case.key]).get(case.key)),
            **(hidden(case) if queue.blind else as_read(case)),
        }

    def next_unjudged(self, queue: Queue, text: str, after: int) -> dict[str, Any]:
        """Where the next case stands that the rater has not judged, round the end; None if there is none."""
        chosen, mine = self._chosen(queue, text)
        order = [*range(after + 1, len(chosen)), *range(min(after + 1, len(chosen)))]
        return {"at": next((at for at in order if not has_judged(mine, chosen[at])), None)}

    def judge(self, queue: Queue, item_id: str, said: Mapping[str, Any]) -> dict[str, Any]:
        """Add a judgement; it is on disk when this returns.

        Raises:
            JudgementError: it is not one, or the item does not allow it.
        """
        cases, judging = self._open(queue)
        judgement = judgement_from(said)
        judging.judge(_find(cases, item_id), judgement)
        return {"mine": judgement_told(judgement)}

    def note(self, queue: Queue, item_id: str, text: str) -> dict[str, Any]:
        """Put a note to what the rater says of an item, or said nothing of yet."""
        cases, judging = self._open(queue)
        return {"mine": judgement_told(judging.note(_find(cases, item_id), text))}

    def undo(self, queue: Queue, item_id: str) -> dict[str, Any]:
        """Take the rater's last judgement of an item back."""
        cases, judging = self._open(queue)
        return {"mine": judgement_told(judging.undo(_find(cases, item_id)))}

    def _run(self, run: RunRow, rater: str) -> dict[str, Any]:
        run_id = run.run_id
        try:
            spec = spec_of(run)
        except UsageError as error:
            return {"run": visible(run_id), "broken": visible(str(error))}
        counts = self._store.results.count_tasks(run_id).values()
        return {
            "run": run_id,
            "model": visible(spec.model),
            "variant": visible(spec.variant.name),
            "items": sum(count.total for count in counts),
            "replies": sum(count.answered for count in counts),
            "errors": sum(count.errors for count in counts),
            "marks": _explained(stored_marks(self._store, run)),
            "samples": [self._sample(row.sample_id, rater) for row in self._store.samples.get_all(run_id)],
        }

    def _sample(self, sample_id: int, rater: str) -> dict[str, Any]:
        keys = [row.case_key for row in self._store.samples.read_cases(sample_id)]
        mine = Judging(self._store, rater, "", blind=True).mine(set(keys))
        n_judged = sum(key in mine and mine[key].is_verdict for key in keys)
        return {"sample": sample_id, "n": len(keys), "n_judged": n_judged}

    def _chosen(self, queue: Queue, text: str) -> tuple[list[Case], Mapping[str, Judgement]]:
        """The cases that a filter leaves, and what the rater has said of all."""
        cases, judging = self._open(queue)
        mine = judging.mine({case.key for case in cases})
        places = Filter.parse(text, blind=queue.blind).chosen(cases, mine)
        return [cases[place] for place in places], mine

    def _open(self, queue: Queue) -> tuple[Sequence[Case], Judging]:
        """The cases of a queue, in its order, and whoever judges them."""
        collected = self._cases(queue.run_id)
        judging = Judging(self._store, queue.rater, collected.reader, blind=queue.blind)
        if queue.sample is None:
            return collected.cases, judging
        sample = sample_numbered(self._store, queue.run_id, queue.sample)
        return cases_drawn(self._store, collected, sample), judging

    def _cases(self, run_id: str) -> Collected:
        state = self._store.results.get_state(run_id)
        if run_id not in self._collected or self._collected[run_id][0] != state:
            self._collected[run_id] = (state, collect(self._store, [run_id]))
        return self._collected[run_id][1]


def _explained(marks: Sequence[Mark]) -> list[list[str]]:
    """A run's marks, each with what it means."""
    return [[mark.value, MEANING[mark]] for mark in marks]


def _task(task: str) -> str:
    """A task, by its name in full where it has one."""
    return f"{task} – {TASK_NAMES[task].name}" if task in TASK_NAMES else visible(task)


def _n_judged(mine: Mapping[str, Judgement], cases: Sequence[Case]) -> int:
    return sum(has_judged(mine, case) for case in cases)


def _find(cases: Sequence[Case], item_id: str) -> Case:
    found = next((case for case in cases if case.name == item_id), None)
    if found is None:
        raise UsageError(f"no reply to item '{item_id[:80]}' is here.")
    return found
