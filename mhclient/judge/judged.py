"""What raters say about a run's replies, beside what was read: agreement, decisions, and the reader's errors.

Nothing of this changes a figure: `report/loading/relabelled.py` does that, where a report is asked to.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cache import ReadingRow, ReplyRow, SampleRow, Store
from mhclient.judge.agreement import RaterAgreement, agreement
from mhclient.judge.decisions import Decision, decide
from mhclient.judge.judgements import all_standing
from mhclient.judge.reader_errors import ReaderErrors, reader_errors
from mhclient.judge.sample_store import Sample, as_drawn, judged_blind
from mhclient.read.case import Case, joined, key_of_scored
from mhclient.read.collect import Collected
from mhclient.read.reader import present_reader
from mhclient.read.scored import Scored
from mhclient.run.spec import RunSpec


@dataclass(frozen=True, slots=True)
class JudgedSample:
    """The reader's error rates, by a sample that was judged with the readings hidden."""

    sample: SampleRow
    errors: ReaderErrors


@dataclass(frozen=True, slots=True)
class JudgedFigures:
    """What raters say of a run.

    Attributes:
        n_replies: the run's replies, each text of an item once.
        n_decided: of those, how many have a decision: all who decided say the same.
        n_changed: of those, how many say another answer than was read, or one where none was, or none.
        sample: of the run's samples the one of which most is decided; None where nothing is.
    """

    n_replies: int
    n_decided: int
    n_changed: int
    agreement: RaterAgreement
    sample: JudgedSample | None


def judged_figures(
    store: Store,
    run_id: str,
    spec: RunSpec,
    scored: Sequence[Scored],
    rows: Sequence[ReplyRow],
) -> JudgedFigures | None:
    """The figures of a run; None where nobody has judged any of its replies.

    Args:
        rows: what the store has of each item, in the order of `scored`.
    """
    if not store.judgements.exist():
        return None
    cases = list(_cases(run_id, spec, scored, rows))
    of_key = {case.key: case for case in cases}
    standing = all_standing(store, of_key)
    found = agreement(standing)
    if not found.decided:
        return None
    decided = decide(standing).decisions
    return JudgedFigures(
        n_replies=len(of_key),
        n_decided=len(decided),
        n_changed=sum(_changes(decision, of_key[key]) for key, decision in decided.items()),
        agreement=found,
        sample=_sample(store, run_id, cases),
    )


def _cases(run_id: str, spec: RunSpec, scored: Sequence[Scored], rows: Sequence[ReplyRow]) -> Iterator[Case]:
    for read, row in zip(scored, rows, strict=True):
        if row.response_id is not None:
            yield _case(run_id, spec, read, row)


def _case(run_id: str, spec: RunSpec, read: Scored, row: ReplyRow) -> Case:
    item, options = read.item, read.shown.options(read.item.options)
    completion = row.completion or ""
    grade = None if read.grade is None else read.grade.value
    return Case(
        key=key_of_scored(read, completion),
        run_id=run_id,
        model=spec.model,
        item_id=item.id,
        task=item.task,
        relation=item.relation,
        question=item.question,
        options=options,
        mode=item.mode.value,
        names=(),
        gold=read.gold,
        completion=completion,
        finish_reason=row.finish_reason,
        answer_format=spec.variant.answer_format,
        reading=ReadingRow(
            read.ending.value,
            joined(read.said or frozenset()),
            grade,
            read.rule or "",
            *(read.span or (None, None)),
        ),
        repetition=row.repetition,
    )


def _changes(decision: Decision, case: Case) -> bool:
    """Whether the answer is another; why there is none is not asked, since a rater sees no finish reason."""
    return decision.letters != case.letters


def _sample(store: Store, run_id: str, cases: Sequence[Case]) -> JudgedSample | None:
    """The sample of which most is decided, with what it says."""
    collected = Collected(present_reader(), tuple(cases), {run_id: 0}, {}, 0)
    best: tuple[Sample, Mapping[str, Decision]] | None = None
    for row in store.samples.get_all(run_id):
        sample = Sample(row, store.samples.read_cases(row.sample_id))
        decisions = decide(judged_blind(store, sample).standing).decisions
        if decisions and (best is None or len(decisions) > len(best[1])):
            best = sample, decisions
    if best is None:
        return None
    sample, decisions = best
    errors = reader_errors(as_drawn(store, collected, sample.row), sample.cases, decisions)
    return JudgedSample(sample.row, errors)
