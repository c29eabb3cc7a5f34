"""How good the reader is: its error rates from a judged sample, and accuracy corrected for them. Pure.

Judgements speak for what a completion says. A sampled reply that nobody has decided, or on which raters
disagree, is left out and counted; since the order of judging is random, the rest is a random sample all the
same.

A proportion is estimated from a stratified sample, with an interval that also holds where errors are rare.
The usual intervals take the variance from the sample, and so say "no error at all" for a large stratum in
which a small sample found none. This one is Wilson's score interval carried over to strata: a value belongs
to the interval if the estimate is not too far from it, measured by the variance there would be at that
value. The strata's proportions at that value are those that make the sample most likely. Source: O.
Miettinen and M. Nurminen, "Comparative analysis of two rates", 1985 (score intervals with restricted
estimates); E. B. Wilson, 1927 (one stratum). `perf/reader_error_coverage.py` counts how often it covers the
truth.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cache import SampleCaseRow
from mhclient.figures.proportion_intervals import Z_95, Interval, Share
from mhclient.judge.decisions import Decision
from mhclient.judge.judgements import RaterVerdict
from mhclient.read.case import ANSWER, Case, letters_in

# Lagrange multipliers are searched on the scale of asinh; sinh(40) is beyond any that matters.
FAR = 40.0
STEPS = 60
CLOSE = 1e-7


@dataclass(frozen=True, slots=True)
class Stratum:
    """What was found in a sample of one stratum: `hits` among `n` judged, of `size` in all."""

    hits: int
    n: int
    size: int


@dataclass(frozen=True, slots=True)
class StratifiedEstimate:
    """A share of all strata together; None where a stratum has not been judged at all."""

    value: float | None
    ci95: Interval
    hits: int
    n: int
    size: int


class _StratumPart(NamedTuple):
    """A stratum that was judged in part: hits and n as of an endless one, and its share of all."""

    hits: float
    n: float
    weight: float


def estimate(strata: Sequence[Stratum]) -> StratifiedEstimate:
    """The share of hits among all, and its 95 % interval."""
    hits, n = sum(part.hits for part in strata), sum(part.n for part in strata)
    size = sum(part.size for part in strata)
    if not strata or any(part.n == 0 for part in strata):
        return StratifiedEstimate(None, None, hits, n, size)
    value = sum(part.size / size * part.hits / part.n for part in strata)
    return StratifiedEstimate(value, score_interval(strata), hits, n, size)


def score_interval(strata: Sequence[Stratum], z: float = Z_95) -> tuple[float, float]:
    """The interval of the share of hits among all; every stratum has been judged at least in part.

    Args:
        z: two-sided, 1.96 for 95 %.

    A stratum judged whole is known and adds no width. One stratum of endless size gives Wilson's interval.
    """
    total = sum(part.size for part in strata)
    known = sum(part.hits / total for part in strata if part.n == part.size)
    rest = [part for part in strata if part.n < part.size]
    if not rest:
        return known, known
    # Judging a good part of a stratum says more about it than as many draws from an endless one.
    scales = [(part.size - 1) / (part.size - part.n) for part in rest]
    parts = [
        _StratumPart(part.hits * scale, part.n * scale, part.size / total)
        for part, scale in zip(rest, scales, strict=True)
    ]
    value = sum(part.weight * part.hits / part.n for part in parts)

    def belongs(share: float) -> bool:
        shares = zip(parts, restricted(share, parts), strict=True)
        variance = sum(part.weight**2 * p * (1 - p) / part.n for part, p in shares)
        return (value - share) ** 2 <= z * z * variance

    most = sum(part.weight for part in parts)
    return known + _edge(belongs, value, 0.0), known + _edge(belongs, value, most)


def restricted(share: float, parts: Sequence[_StratumPart]) -> list[float]:
    """The strata's proportions under which the sample is most likely, if they come to this share in all.

    Setting the likelihood's derivative to a multiple of the weights gives a quadratic per stratum.
    """
    low, high = -FAR, FAR
    for _ in range(STEPS):
        middle = (low + high) / 2
        if sum(part.weight * p for part, p in zip(parts, _at(middle, parts), strict=True)) > share:
            low = middle
        else:
            high = middle
    return _at(high, parts)


def _at(place: float, parts: Sequence[_StratumPart]) -> list[float]:
    """The proportions at one multiplier."""
    multiplier = math.sinh(place)
    return [_proportion(multiplier * part.weight, part.hits, part.n) for part in parts]


def _proportion(pull: float, hits: float, n: float) -> float:
    """The p with hits/p - (n - hits)/(1 - p) = pull."""
    linear = n + pull
    if hits > 0:
        below = linear + math.sqrt(max(linear * linear - 4 * pull * hits, 0.0))
        p = 2 * hits / below if below > 0 else 0.0
    else:  # the root that is not zero once the pull is upwards and strong enough
        p = linear / pull if pull < -n else 0.0
    return min(max(p, 0.0), 1.0)


def _edge(belongs: Callable[[float], bool], inside: float, end: float) -> float:
    """Where the interval ends between a value inside it and the end of all values."""
    if belongs(end):
        return end
    while abs(end - inside) > CLOSE:
        middle = (inside + end) / 2
        if belongs(middle):
            inside = middle
        else:
            end = middle
    return inside


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
    """What a judged sample says about the reader.

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
    return estimate([Stratum(hits[name], n[name], size) for name, size in sizes.items()])


def _corrected(
    accuracy: Share, gain: StratifiedEstimate, loss: StratifiedEstimate
) -> tuple[float | None, Interval]:
    """Accuracy plus what was misread although right, less what was read right and is not.

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
