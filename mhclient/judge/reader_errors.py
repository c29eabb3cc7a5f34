"""How good the reader is: its error rates from a judged sample, and accuracy corrected for them. Pure.

Judgements speak for what a completion says. A sampled reply that nobody has decided, or on which raters
disagree, is left out and counted; since the order of judging is random, the rest is a random sample all the
same.

The rates are proportions of a stratified sample, with an interval that also holds where errors are rare
(`figures/proportion_intervals.py`).
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cache import SampleCaseRow
from mhclient.figures.proportion_intervals import (
    Interval,
    Share,
    StratifiedEstimate,
    Stratum,
    stratified_estimate,
)
from mhclient.judge.decisions import Decision
from mhclient.judge.judgements import RaterVerdict
from mhclient.read.case import ANSWER, Case, letters_in


@dataclass(frozen=True, slots=True)
class StratumRow:
    """One stratum: replies in the run, drawn, decided, and of those read wrongly."""

    name: str
    size: int
    drawn: int
    decided: int
    wrong: int


@dataclass(frozen=True, slots=True)
class ReaderErrors:
    """The reader's error rates from a judged sample.

    Attributes:
        false_accept: of replies read as an answer, those that give another answer, or none.
        false_reject: of replies not read as an answer, those that give one.
        accuracy: of the run's replies as read; unread counts as wrong.
        corrected: the same as it would be if every reply were read as people read it.
        unjudged: strata of which nothing has been decided yet: without them there is no estimate.
    """

    strata: tuple[StratumRow, ...]
    false_accept: StratifiedEstimate
    false_reject: StratifiedEstimate
    accuracy: Share
    corrected: float | None
    corrected_ci95: Interval
    unjudged: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Judged:
    """One decided reply of the sample: was it read rightly, and is it right by the reader and by people?"""

    stratum: str
    misread: bool
    right_read: bool
    right_said: bool


def reader_errors(
    cases: Iterable[Case], sample: Sequence[SampleCaseRow], decisions: Mapping[str, Decision]
) -> ReaderErrors:
    """Estimate the reader's error rates.

    Args:
        cases: the run's replies, as read by the reader that the sample was drawn from.
        sample: its sample.
        decisions: case → what raters say.
    """
    run = list(cases)
    judged = _judgements(run, sample, decisions)
    sizes = {row.stratum: row.stratum_size for row in sorted(sample, key=lambda row: row.stratum)}
    accepted = {name: size for name, size in sizes.items() if name.startswith(ANSWER)}
    rejected = {name: size for name, size in sizes.items() if name not in accepted}
    strata = tuple(_stratum_row(name, size, sample, judged) for name, size in sizes.items())
    of_each = len(run) / max(1, len({case.item_id for case in run}))
    accuracy = Share(sum(case.letters == case.gold for case in run), len(run), of_each)
    gain = _share(sizes, judged, lambda part: part.right_said and not part.right_read)
    loss = _share(sizes, judged, lambda part: part.right_read and not part.right_said)
    corrected, ci95 = _corrected(accuracy, gain, loss)
    return ReaderErrors(
        strata=strata,
        false_accept=_share(accepted, judged, lambda part: part.misread),
        false_reject=_share(rejected, judged, lambda part: part.misread),
        accuracy=accuracy,
        corrected=corrected,
        corrected_ci95=ci95,
        unjudged=tuple(row.name for row in strata if not row.decided),
    )


def _judgements(
    run: Sequence[Case], sample: Sequence[SampleCaseRow], decisions: Mapping[str, Decision]
) -> list[_Judged]:
    of_reply = {(case.name, case.key): case for case in run}
    return [
        _judged(row, of_reply[row.item_id, row.case_key], decisions[row.case_key])
        for row in sample
        if row.case_key in decisions and (row.item_id, row.case_key) in of_reply
    ]


def _judged(row: SampleCaseRow, case: Case, decision: Decision) -> _Judged:
    accepted = row.stratum.startswith(ANSWER)
    letters = decision.letters if decision.verdict is RaterVerdict.ANSWER else frozenset()
    read = letters_in(row.reader_said) if accepted else frozenset()
    return _Judged(row.stratum, letters != read, read == case.gold, letters == case.gold)


def _stratum_row(
    name: str, size: int, sample: Sequence[SampleCaseRow], judged: Sequence[_Judged]
) -> StratumRow:
    here = [part for part in judged if part.stratum == name]
    drawn = sum(row.stratum == name for row in sample)
    return StratumRow(name, size, drawn, len(here), sum(part.misread for part in here))


def _share(
    sizes: Mapping[str, int], judged: Sequence[_Judged], hit: Callable[[_Judged], bool]
) -> StratifiedEstimate:
    """The share of hits among all replies of these strata."""
    n = Counter(part.stratum for part in judged)
    hits = Counter(part.stratum for part in judged if hit(part))
    return stratified_estimate([Stratum(hits[name], n[name], size) for name, size in sizes.items()])


def _corrected(
    accuracy: Share, gain: StratifiedEstimate, loss: StratifiedEstimate
) -> tuple[float | None, Interval]:
    """Accuracy plus what was misread although right, minus what was read right and is not.

    The interval joins those of the two shares by their distances (R. G. Newcombe, "Interval estimation for
    the difference between independent proportions", 1998, method 10, whose square root sums also serve
    shares that are nearly independent because both are rare).
    """
    if accuracy.value is None or gain.value is None or loss.value is None:
        return None, None
    value = accuracy.value + gain.value - loss.value
    if gain.ci95 is None or loss.ci95 is None:
        return value, None
    below = math.hypot(gain.value - gain.ci95[0], loss.ci95[1] - loss.value)
    above = math.hypot(gain.ci95[1] - gain.value, loss.value - loss.ci95[0])
    return value, (max(0.0, value - below), min(1.0, value + above))
