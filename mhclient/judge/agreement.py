"""Agreement: between raters, and between the reader and other rules. Categories are words: `B`, `none`, …

Krippendorff's alpha is worked out here: the package of that name is under the GPL, which this program's users
would have to take on. Below stands what raters say about a run's replies, beside what was read. Nothing of it
changes a figure: `report/loading/relabelled.py` does that, where a report is asked to.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from cache import JudgementRow, ReadingRow, ReplyRow, SampleRow, Store
from mhclient.figures.proportion_intervals import Share
from mhclient.judge.decisions import Decision, decide
from mhclient.judge.judgements import Judgement, all_standing, counting, judgement_in, standing
from mhclient.judge.reader_errors import ReaderErrors, reader_errors
from mhclient.judge.samples import Sample, as_drawn, judged_blind
from mhclient.read.case import Case, joined, key_of_scored
from mhclient.read.collect import Collected
from mhclient.read.reading import present_reader
from mhclient.read.scored import Scored
from mhclient.run.spec import RunSpec


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two raters on the cases that both decided; kappa is None where it is undefined."""

    first: str
    second: str
    same: Share
    kappa: float | None


@dataclass(frozen=True, slots=True)
class RaterAgreement:
    """All raters of some cases.

    Attributes:
        decided: rater → cases decided.
        pairs: every two raters that share a case.
        alpha: Krippendorff's, nominal, over the cases that two or more decided; None where undefined.
        disagreements: the cases on which those who decided do not all say the same.
    """

    decided: Mapping[str, int]
    pairs: tuple[PairAgreement, ...]
    alpha: float | None
    disagreements: tuple[str, ...]


def agreement(standing: Mapping[str, Mapping[str, Judgement]]) -> RaterAgreement:
    """How far raters agree.

    Args:
        standing: case → rater → judgement; those that do not decide are left out.
    """
    labels = {
        key: {rater: judgement.label for rater, judgement in raters.items() if judgement.decides}
        for key, raters in standing.items()
    }
    decided = Counter(rater for raters in labels.values() for rater in raters)
    return RaterAgreement(
        decided=dict(sorted(decided.items())),
        pairs=tuple(filter(None, (_pair(*two, labels) for two in combinations(sorted(decided), 2)))),
        alpha=krippendorff_alpha(list(labels.values())),
        disagreements=tuple(key for key, raters in labels.items() if len(set(raters.values())) > 1),
    )


STEP = 10  # replies that raters share, after which their agreement is worked out anew


@dataclass(frozen=True, slots=True)
class AgreementSoFar:
    """How far a rater agrees with the others, over the first `n` replies that they share."""

    n: int
    same: Share
    alpha: float | None


def agreement_so_far(rows: Sequence[JudgementRow], rater: str, *, blind: bool) -> AgreementSoFar | None:
    """Agreement for somebody who is still judging: after every ten shared replies, never between.

    A figure that moved with every judgement would say what the others said of the reply just judged.

    Args:
        rows: all judgements of the replies, in the order in which they were made.
        blind: of those made with the reading hidden.

    Returns:
        None while fewer than ten replies have been decided by this rater and by another.
    """
    counted = [row for row in counting(rows, blind=blind) if judgement_in(row).decides]
    labels = {key: {name: said.label for name, said in of.items()} for key, of in standing(counted).items()}
    mine = sorted((row.id, row.case_key) for row in counted if row.rater == rater)
    shared = [key for _, key in mine if len(labels[key]) > 1]
    shared = shared[: len(shared) // STEP * STEP]
    if not shared:
        return None
    pairs = [
        said == labels[key][rater] for key in shared for name, said in labels[key].items() if name != rater
    ]
    alpha = krippendorff_alpha([labels[key] for key in shared])
    return AgreementSoFar(len(shared), Share(sum(pairs), len(pairs)), alpha)


def cohen_kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Cohen's kappa of two raters; None without cases, or where both always say the same one thing.

    Source: J. Cohen, "A coefficient of agreement for nominal scales", 1960.

    By hand, of 10 cases 4 both A, 3 both B, 2 A-B, 1 B-A: observed 0.7, by chance 0.6·0.5 + 0.4·0.5 = 0.5.

    >>> round(cohen_kappa([("A", "A")] * 4 + [("B", "B")] * 3 + [("A", "B")] * 2 + [("B", "A")]), 6)
    0.4
    """
    categories = sorted({category for pair in pairs for category in pair})
    if len(categories) < 2:
        return None
    counts, n = Counter(pairs), len(pairs)
    table = np.array([[counts[row, column] for column in categories] for row in categories])
    by_chance = (table.sum(axis=0) / n * (table.sum(axis=1) / n)).sum()
    return float((np.trace(table) / n - by_chance) / (1 - by_chance))


def krippendorff_alpha(units: Sequence[Mapping[str, str]]) -> float | None:
    """Krippendorff's alpha for nominal categories; raters may lack cases.

    1 − disagreement in pairs of judgements of one case / disagreement in pairs of any two judgements. A case
    with m judgements has m·(m − 1) ordered pairs, each with weight 1/(m − 1), so that a judgement counts once
    however many others its case has. Worked out in fractions: the same whatever the order of the cases.

    Source: K. Krippendorff, "Computing Krippendorff's alpha-reliability", 2011, section C.

    By hand, of two raters and three cases AA, AB, BB: seen 2/6; by chance 2·3·3/(6·5) = 0.6; 1 − 1/1.8.

    >>> units = [{"ann": "A", "bob": "A"}, {"ann": "A", "bob": "B"}, {"ann": "B", "bob": "B"}]
    >>> round(krippendorff_alpha(units), 6)
    0.444444

    Args:
        units: per case, rater → category.

    Returns:
        None where the cases that two or more judged do not have two categories.
    """
    shared = [Counter(unit.values()) for unit in units if len(unit) > 1]
    totals = sum(shared, Counter[str]())
    if len(totals) < 2:
        return None
    n = totals.total()
    seen = sum((Fraction(_unlike(counts), counts.total() - 1) for counts in shared), Fraction())
    return float(1 - seen * (n - 1) / _unlike(totals))


def _unlike(counts: Counter[str]) -> int:
    """Ordered pairs of judgements that differ."""
    n = counts.total()
    return sum(count * (n - count) for count in counts.values())


def _pair(first: str, second: str, labels: Mapping[str, Mapping[str, str]]) -> PairAgreement | None:
    pairs = [
        (raters[first], raters[second]) for raters in labels.values() if first in raters and second in raters
    ]
    if not pairs:
        return None
    same = sum(one == other for one, other in pairs)
    return PairAgreement(first, second, Share(same, len(pairs)), cohen_kappa(pairs))


@dataclass(frozen=True, slots=True)
class JudgedSample:
    """The reader's error rates, by a sample that was judged with the readings hidden."""

    sample: SampleRow
    errors: ReaderErrors


@dataclass(frozen=True, slots=True)
class JudgedFigures:
    """Raters' judgements of a run.

    Attributes:
        n_replies: the run's replies, each text of an item once.
        n_decided: of those, how many have a decision: all who decided say the same.
        n_changed: of those, how many say another answer than was read, or one where none was, or none. Why
            there is none is not compared: a rater sees no finish reason.
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
    read_rows = zip(scored, rows, strict=True)
    cases = [_case(run_id, spec, read, row) for read, row in read_rows if row.response_id is not None]
    of_key = {case.key: case for case in cases}
    standing = all_standing(store, of_key)
    found = agreement(standing)
    if not found.decided:
        return None
    decided = decide(standing).decisions
    return JudgedFigures(
        n_replies=len(of_key),
        n_decided=len(decided),
        n_changed=sum(decision.letters != of_key[key].letters for key, decision in decided.items()),
        agreement=found,
        sample=_sample(store, run_id, cases),
    )


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
