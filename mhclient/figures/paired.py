"""Two runs on the same items: what changed, and whether chance explains it.

Pairing is what makes small differences visible: both runs see the same items, so only the items on which they
differ count. Whether a difference is found is said by its test over effective clusters, adjusted over its
family; the exact McNemar test says what would be found if items were independent.

A family is all tests of one question that are looked at together. Each error is kept at 5 % over the whole
family: a false "better" or "worse" by Holm's method, a false "equivalent" by Holm's method over the tests of
equivalence, and likewise a false "not inferior". The intervals beside them are simultaneous by Bonferroni's
method: step-down methods such as Holm's have no bounded interval that always agrees with their verdict (K.
Strassburger and F. Bretz, "Compatible simultaneous lower confidence bounds for the Holm procedure", 2008, doi
10.1002/sim.3338), so a verdict may stand where its simultaneous interval reaches past 0. More tests never
make an adjusted p smaller: adding a run turns no "undecided" into "better".
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from mhclient.figures.cluster_robust import LinearFigure, mean_of
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.confidence_intervals import DIFFERENCE, UNDEFINED, Estimate
from mhclient.figures.numerics import Bools, Floats, binomial_cdf
from mhclient.figures.proportion_intervals import Interval, share


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Holm's adjustment of a family of tests; those that could not be made are no part of the family.

    Source: S. Holm, "A simple sequentially rejective multiple test procedure", 1979.

    By hand: 0.01 * 3 = 0.03; 0.02 * 2 = 0.04; 0.04 stays.

    >>> holm([0.02, None, 0.04, 0.01])
    [0.04, None, 0.04, 0.03]
    """
    # statsmodels has it, but its loading and 10 ms per family were a tenth of a report of many runs.
    made = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    found: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for step, (p, place) in enumerate(made):
        largest = max(largest, min(1.0, (len(made) - step) * p))
        found[place] = largest
    return found


ALPHA = 0.05


class Verdict(StrEnum):
    """The verdict on a first run beside a second."""

    BETTER = "better"
    WORSE = "worse"
    EQUIVALENT = "equivalent"  # the difference is smaller than the margin, either way
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Judged:
    """One difference of a family, first run minus second; None where it cannot be tested.

    Attributes:
        p, p_holm: two-sided, of no difference; adjusted over the family.
        simultaneous: intervals that hold together for the whole family, at 95 %.
        p_equivalent, p_not_inferior: of the margin's tests, adjusted over the family; None without a margin.
    """

    estimate: Estimate
    p: float | None
    p_holm: float | None
    simultaneous: Interval
    p_equivalent: float | None
    p_not_inferior: float | None

    @classmethod
    def alone(cls, estimate: Estimate) -> "Judged":
        """Before it is put into a family: nothing is adjusted, so nothing is found."""
        return cls(estimate, estimate.p(), None, None, None, None)

    @property
    def verdict(self) -> Verdict:
        """The verdict of the adjusted tests; a significant difference comes before the margin."""
        if _found(self.p_holm):
            return Verdict.BETTER if (self.estimate.value or 0.0) > 0 else Verdict.WORSE
        return Verdict.EQUIVALENT if self.within_margin else Verdict.UNDECIDED

    @property
    def within_margin(self) -> bool:
        """Whether the difference is shown to be smaller than the margin, whatever its sign."""
        return _found(self.p_equivalent)

    @property
    def not_inferior(self) -> bool:
        """Whether the first is shown to be worse by less than the margin, if at all."""
        return _found(self.p_not_inferior)

    @property
    def not_excluded(self) -> float | None:
        """The largest difference, either way, that the simultaneous interval leaves open."""
        return None if self.simultaneous is None else max(abs(bound) for bound in self.simultaneous)


def judged(family: Sequence[Estimate], margin: float | None = None) -> list[Judged]:
    """The verdicts of one family of differences.

    Args:
        margin: the smallest difference that matters, as a share.
    """
    tested = [each.testable for each in family]

    def family_p(p_of: Callable[[Estimate], float | None]) -> list[float | None]:
        return [p_of(each) if made else None for each, made in zip(family, tested, strict=True)]

    p = family_p(Estimate.p)
    adjusted = holm(p)
    equivalent = holm(family_p(lambda each: _equivalence_p(each, margin)))
    not_inferior = holm(family_p(lambda each: _not_inferior_p(each, margin)))
    level = 1 - ALPHA / max(1, sum(tested))
    return [
        Judged(
            estimate=each,
            p=p[place],
            p_holm=adjusted[place],
            simultaneous=each.interval(level) if tested[place] else None,
            p_equivalent=equivalent[place],
            p_not_inferior=not_inferior[place],
        )
        for place, each in enumerate(family)
    ]


def _equivalence_p(estimate: Estimate, margin: float | None) -> float | None:
    """Two one-sided tests, with the standard error that a difference as large as the margin has at least.

    Source: D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power approach for
    assessing the equivalence of average bioavailability", 1987.
    """
    if margin is None:
        return None
    there = estimate.at_margin(margin)
    above, below = there.p_above(-margin), there.p_below(margin)
    return None if above is None or below is None else max(above, below)


def _not_inferior_p(estimate: Estimate, margin: float | None) -> float | None:
    return None if margin is None else estimate.at_margin(margin).p_above(-margin)


def _found(p: float | None) -> bool:
    return p is not None and p < ALPHA


Property: TypeAlias = Sequence[bool] | Bools | Floats


@dataclass(frozen=True, slots=True)
class Paired:
    """A yes-or-no property (right; read) of the same items in two runs.

    Attributes:
        both, first_only, second_only, neither: items by whether they have the property in each run.
        judged: share in the first run minus share in the second, with its tests: above 0 the first has more.
        mcnemar: p of the exact McNemar test, which takes items for independent; None where items were asked
            several times.
        shares: the first run's and the second's, where items were asked several times and may have the
            property in part: then `first_only` has it more often in the first run, and of those that have it
            as often in both, `both` have it at least half of the times.
        sizes: the mean size and the mean square of the items' differences, where items were asked several
            times.
    """

    both: int
    first_only: int
    second_only: int
    neither: int
    judged: Judged
    mcnemar: float | None
    shares: tuple[float | None, float | None] | None = None
    sizes: tuple[float, float] | None = None

    @property
    def n(self) -> int:
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def first(self) -> float | None:
        """The share in the first run."""
        if self.shares is not None:
            return self.shares[0]
        return share(self.both + self.first_only, self.n)

    @property
    def second(self) -> float | None:
        """The share in the second run."""
        if self.shares is not None:
            return self.shares[1]
        return share(self.both + self.second_only, self.n)

    @property
    def difference(self) -> Estimate:
        """First minus second."""
        return self.judged.estimate

    @property
    def p(self) -> float | None:
        """Two-sided, of no difference; None where it cannot be tested."""
        return self.judged.p

    @property
    def p_holm(self) -> float | None:
        """The same, adjusted over the family it is in; None before `adjusted` has put it in one."""
        return self.judged.p_holm

    @property
    def untested(self) -> "Paired":
        """The counts and the difference, without a test; its interval stays."""
        estimate = replace(self.difference, se=None, given=self.difference.ci95)
        return replace(self, judged=Judged.alone(estimate), mcnemar=None)

    @property
    def discordant(self) -> float | None:
        """The share of items that exactly one of the runs has."""
        return share(self.first_only + self.second_only, self.n)


def paired(first: Property, second: Property, mean: LinearFigure) -> Paired:
    """Compare a property of the same items in two runs.

    Args:
        first, second: per item whether it has the property; of items asked several times, how often, as a
            share.
        mean: the mean over these items; those of weight 0 are not counted.
    """
    one, other = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    counted = mean.counted
    found = mean.estimate(one - other, DIFFERENCE) if counted.any() else UNDEFINED
    ours, theirs = (one, other) if counted.all() else (one[counted], other[counted])
    once = mean.per_item == 1 and all(((each == 0) | (each == 1)).all() for each in (ours, theirs))
    step = 1.0 if once and len(ours) == len(one) else _step(one - other)
    found = replace(found, per_item=found.per_item * step)
    judged_alone = Judged.alone(found)
    first_only, second_only = int(np.count_nonzero(ours > theirs)), int(np.count_nonzero(ours < theirs))
    both = int(np.count_nonzero((ours == theirs) & (ours >= 0.5)))
    neither = len(ours) - both - first_only - second_only
    if once:
        p = mcnemar_p(first_only, second_only) if counted.any() else None
        return Paired(both, first_only, second_only, neither, judged_alone, p)
    shares = mean.estimate(one).value, mean.estimate(other).value
    sizes = _mean(np.abs(ours - theirs)), _mean((ours - theirs) ** 2)
    return Paired(both, first_only, second_only, neither, judged_alone, None, shares, sizes)


def _step(differences: Floats) -> float:
    """The smallest difference of an item that differs: 1 where each was asked once, or none differs."""
    sizes = np.abs(differences[differences != 0])
    return float(sizes.min(initial=1.0))


def _mean(values: Floats) -> float:
    """The mean; 0 of no values."""
    return float(values.mean()) if len(values) else 0.0


def mcnemar_p(first_only: int, second_only: int) -> float:
    """The exact McNemar test, two-sided.

    Source: Q. McNemar, "Note on the sampling error of the difference between correlated proportions or
    percentages", 1947; the exact form is the sign test on the items that differ.

    By hand, 1 against 7 of 8: 2 * (1 + 8) / 2**8 = 0.0703.

    >>> round(mcnemar_p(1, 7), 4)
    0.0703
    """
    # Either way being as likely, the two tails are alike; where the sides are as many, they overlap.
    return min(1.0, 2 * binomial_cdf(min(first_only, second_only), first_only + second_only, 0.5))


def adjusted(family: Sequence[Paired], margin: float | None = None) -> list[Paired]:
    """The comparisons of one family of tests, judged together.

    Args:
        margin: the smallest difference that matters, as a share.
    """
    found = judged([each.difference for each in family], margin)
    return [replace(each, judged=one) for each, one in zip(family, found, strict=True)]


@dataclass(frozen=True, slots=True)
class ParentPair:
    """A parent and what was made of it, as one model answered them.

    Attributes:
        before, after: share of replies that were right, over the runs that asked them.
        read_before, read_after: share of replies from which an answer could be read.
        cluster: what pairs share that are right or wrong together, such as their entity.
    """

    before: float
    after: float
    read_before: float
    read_after: float
    cluster: str


@dataclass(frozen=True, slots=True)
class PairedDrop:
    """One model's drop in accuracy, and in what could be read, on hardened items.

    Attributes:
        before, after: accuracy on the parents and on what was made of them.
        ci95: of the drop, over clusters; None of fewer than two.
        lost, won: parents that were right before and wrong after, and the other way round.
        p: of the exact McNemar test; None where a parent was asked several times and is right in part.
        read_drop: how much less could be read after.
    """

    n: int
    before: float
    after: float
    ci95: Interval
    lost: int
    won: int
    p: float | None
    read_drop: float

    @property
    def drop(self) -> float:
        """Accuracy before minus accuracy after: above 0 it fell."""
        return self.before - self.after


def paired_drop(pairs: Sequence[ParentPair]) -> PairedDrop | None:
    """The drop over pairs; None where there are none.

    By hand: of 14 lost and 4 won, p = 0.0309 (exact, two-sided).

    >>> pairs = [ParentPair(1, 0, 1, 1, str(i)) for i in range(14)]
    >>> pairs += [ParentPair(0, 1, 1, 1, f"w{i}") for i in range(4)]
    >>> found = paired_drop(pairs)
    >>> found.lost, found.won, round(found.p, 4)
    (14, 4, 0.0309)
    """
    if not pairs:
        return None
    before, after = (np.array([getattr(pair, name) for pair in pairs]) for name in ("before", "after"))
    reads = np.array([pair.read_before - pair.read_after for pair in pairs])
    lost, won = int((before > after).sum()), int((after > before).sum())
    once = bool(np.isin(before, (0, 1)).all() and np.isin(after, (0, 1)).all())
    return PairedDrop(
        n=len(pairs),
        before=float(before.mean()),
        after=float(after.mean()),
        ci95=mean_difference(before - after, [pair.cluster for pair in pairs]).ci95,
        lost=lost,
        won=won,
        p=mcnemar_p(lost, won) if once else None,
        read_drop=float(reads.mean()),
    )


def mean_difference(differences: Floats, clusters: Sequence[str]) -> Estimate:
    """The mean of items' differences of shares; those of one cluster depend on each other.

    Five of five items lost, each by itself: not known to be all.

    >>> [round(bound, 2) for bound in mean_difference(np.ones(5), "abcde").ci95]
    [0.23, 1.0]
    """
    return mean_of(ItemClusters.of([(name,) for name in clusters])).estimate(differences, DIFFERENCE)
