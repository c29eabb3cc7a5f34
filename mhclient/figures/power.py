"""Before a run is paid for: how small a difference it could show.

The power is that of the test that will be made, not of an approximation to it: of the exact McNemar test for
independent items; of the verdict itself, by simulation on a benchmark's own items; of the tests of a paired
design (see `fairness.py`).

Simulation: two runs differ on some items; on which ones depends on the items' entities, as much as a pilot of
two runs shows, and on entities of the kinds that it shows. Differences are drawn so, and every draw is judged
as `compare` judges.

Paired designs: a vignette is right in all versions, wrong in all, or hangs in the balance; which share hangs
there is what makes two versions disagree. Versions of such a vignette are right with a chance of one half,
and, where there is a difference, one level's chance is higher.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

import numpy as np

from mhclient.figures.cluster_robust import mean_of
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.difference_intervals import score_interval
from mhclient.figures.estimate import DIFFERENCE, Estimate
from mhclient.figures.fairness import FEW, LEVEL, levels_test
from mhclient.figures.numerics import Bools, Floats, Ints, normal_cdf, normal_quantile
from mhclient.figures.proportion_intervals import ALPHA, Z_95

POWER = 0.8
# Bisection stops when the difference is known this closely.
CLOSE = 1e-5


@dataclass(frozen=True, slots=True)
class Design:
    """The assumptions of a planned comparison.

    Attributes:
        accuracy: of the first run.
        discordant: share of the items that exactly one of the two runs has right.
        alpha: level of the test, before it is divided by `comparisons`.
        comparisons: tests in the family; Holm's first step, the hardest, divides alpha by it.
        design_effect: how many items of a cluster carry the information of one independent item.
    """

    accuracy: float = 0.6
    discordant: float = 0.2
    alpha: float = ALPHA
    power: float = POWER
    comparisons: int = 1
    design_effect: float = 1.0

    @property
    def level(self) -> float:
        """The level of the hardest test of the family."""
        return self.alpha / self.comparisons

    @property
    def largest(self) -> float:
        """The largest difference that two runs can have: on no more items than those on which they differ.

        Of the discordant items (discordant + difference) / 2 are right in the better run alone, which may be
        either; no run has fewer than none, or more than all, of the items right.
        """
        one_sided = 2 * max(self.accuracy, 1 - self.accuracy) - self.discordant
        return max(0.0, min(self.discordant, one_sided))

    @property
    def most_discordant(self) -> float:
        """The largest share of discordant items of two runs that are equally accurate."""
        return 2 * min(self.accuracy, 1 - self.accuracy)

    def effective(self, n: int) -> int:
        """Independent items that n items are worth."""
        return max(1, math.floor(n / self.design_effect))


def mcnemar_power(n: int, discordant: float, difference: float, level: float) -> float:
    """The chance that the exact McNemar test finds a difference at this level.

    Args:
        n: independent items, asked in both runs.
        discordant: share of items on which the runs differ, at least `difference`.
        difference: of the two accuracies, in absolute terms.

    The number of items that differ is binomial; given it, the number that differ one way is.
    """
    from scipy.stats import binom

    if difference > discordant:
        return math.nan
    spread = 6 * math.sqrt(n * discordant * (1 - discordant)) + 1
    differing = np.arange(
        max(0, math.floor(n * discordant - spread)), min(n, math.ceil(n * discordant + spread)) + 1
    )
    one_way = (1 + difference / discordant) / 2 if discordant else 0.5
    # The largest count of the rarer kind that the two-sided test still finds significant; -1 for none.
    critical = binom.ppf(level / 2, differing, 0.5)
    critical = np.where(binom.cdf(critical, differing, 0.5) > level / 2, critical - 1, critical)
    found = binom.cdf(critical, differing, 1 - one_way) + binom.cdf(critical, differing, one_way)
    return float(np.sum(binom.pmf(differing, n, discordant) * np.where(critical >= 0, found, 0.0)))


def two_proportions_power(one: float, other: float, n: int, level: float) -> float:
    """The chance that the two-sided z test of two proportions, n items each, finds that they differ.

    The test pools its variance; what it finds has the variance of both. Source: J. L. Fleiss, B. Levin, M. C.
    Paik, "Statistical methods for rates and proportions", 3rd ed. 2003, section 4.4.

    By hand, .6 and .7 of 356 each: pooled √(2 · .65 · .35) = .6745, of both √(.24 + .21) = .6708,
    Φ((.1 · √356 − 1.96 · .6745) / .6708) = Φ(.842) = .80.

    >>> round(two_proportions_power(0.6, 0.7, 356, 0.05), 2)
    0.8
    """
    pooled = (one + other) / 2
    of_null = math.sqrt(2 * pooled * (1 - pooled))
    of_both = math.sqrt(one * (1 - one) + other * (1 - other))
    if not of_both:
        return math.nan
    critical = normal_quantile(1 - level / 2) * of_null
    away = (one - other) * math.sqrt(n)
    return float(normal_cdf(np.array([away - critical, -away - critical]) / of_both).sum())


def detectable_paired(n: int, design: Design) -> float | None:
    """The smallest difference between two runs on the same n items that is found with the wanted power.

    None if even the largest difference that there can be is too small to tell.
    """
    effective = design.effective(n)

    def power_at(difference: float) -> float:
        return mcnemar_power(effective, design.discordant, difference, design.level)

    return _smallest(power_at, design.power, design.largest)


def detectable_unpaired(n: int, design: Design) -> float | None:
    """The same for two runs on different items, n each: the test of two proportions."""
    effective = design.effective(n)

    def power_at(difference: float) -> float:
        upward = design.accuracy + difference <= 1
        other = design.accuracy + difference if upward else design.accuracy - difference
        if other < 0:
            return math.nan
        return two_proportions_power(design.accuracy, other, effective, design.level)

    return _smallest(power_at, design.power, 1.0)


def _smallest(power_at: Callable[[float], float], wanted: float, largest: float) -> float | None:
    """The smallest difference whose power reaches what is wanted, by bisection."""
    low, high = 0.0, largest
    while math.isnan(power_at(high)) or power_at(high) < wanted:
        high -= 0.01
        if high <= 0:
            return None
    while high - low > CLOSE:
        middle = (low + high) / 2
        if power_at(middle) < wanted:
            low = middle
        else:
            high = middle
    return high


SEED = 42
DRAWS = 400
DRAWS_TO_FIT = 200  # a mean needs fewer than a share does
STEPS = 8  # of bisection, to the smallest difference
# Of the share of an item's variance that lies with its entities: of 4,000 items, .002 costs .06 of power.
PRECISION = 0.0005
MOST_KEPT = 2_000_000  # random numbers of all draws: 16 MB


@dataclass(frozen=True, slots=True)
class Pilot:
    """A pilot of two runs: how often they differ, and how far that depends on entities.

    Where items were asked several times, an item's difference is that of two means, and smaller than 1. It is
    drawn as one size or none, so that mean size and mean square are those of the pilot: with |d| of 1/2 and 1
    on two items of ten, the size is .125 / .15 = .833, and it is had by .18 of the items.

    Attributes:
        discordant: share of the items that exactly one of the runs has right.
        design_effect: squared half-width of the paired interval, over what it were for independent items.
        size: how large the difference of an item is that the runs differ on; 1 where each is asked once.
        by_kind: name of a kind of entity → how much of what entities do lies with it, as found by
            `LinearFigure.by_kind`; where it is empty every entity of an item counts alike.
    """

    discordant: float
    design_effect: float
    size: float = 1.0
    by_kind: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        difference: Estimate,
        discordant: float,
        n: int,
        sizes: tuple[float, float] | None = None,
        by_kind: Mapping[str, float] | None = None,
    ) -> "Pilot | None":
        """From the paired difference of two runs on n items.

        None where it has no interval, and where all items differ one way, or none differs: that says nothing
        about how differences are spread.

        Args:
            sizes: as of `Paired`, where items were asked several times.
        """
        size, square = sizes or (discordant, discordant)
        bounds = difference.ci95
        if bounds is None or difference.value is None or square <= difference.value**2:
            return None
        independent = Z_95**2 * (square - difference.value**2) / n
        design_effect = ((bounds[1] - bounds[0]) / 2) ** 2 / independent
        return cls(size**2 / square, design_effect, square / size, by_kind or {})


class VerdictPower:
    """The power of a comparison on some items.

    Args:
        pilot: how the runs' differences are spread over items.
        parts: (n_items,) numbers from 0 of the items' tasks, where they are of several.
        of_entities: see `share_of_entities`; worked out where the pilot has asked these very items.
        level: of the test: the family's, divided by its tests where Holm's first step must be passed.
    """

    def __init__(
        self,
        shared: ItemClusters,
        pilot: Pilot,
        *,
        parts: Ints | None = None,
        of_entities: float | None = None,
        level: float = 0.05,
        draws: int = DRAWS,
    ) -> None:
        self._draws = _Draws(shared, pilot, parts)
        self._pilot = pilot
        self._n_draws = draws
        self._level = level
        self._of_entities = share_of_entities(shared, pilot, parts) if of_entities is None else of_entities

    def at(self, difference: float) -> float:
        """The chance of the verdict "better" where the first run is better by so much."""
        return sum(self._verdicts(difference)) / self._n_draws

    def smallest(self, power: float) -> float | None:
        """The smallest difference that is found with this power; None if even the largest is not."""
        low, high = 0.0, self._pilot.discordant * self._pilot.size
        if not self._reaches(power, high):
            return None
        for _ in range(STEPS):
            middle = (low + high) / 2
            low, high = (low, middle) if self._reaches(power, middle) else (middle, high)
        return high

    def _reaches(self, power: float, difference: float) -> bool:
        """Whether `at` is no less than this; draws that could not change it are not judged."""
        found = 0
        for left, verdict in zip(range(self._n_draws - 1, -1, -1), self._verdicts(difference), strict=True):
            found += verdict
            if (found + left) / self._n_draws < power:
                return False
            if found / self._n_draws >= power:
                break
        return True

    def _verdicts(self, difference: float) -> Iterator[bool]:
        """Of each draw, whether the first run is found to be better."""
        estimates = self._draws.estimates(self._of_entities, difference / self._pilot.size, self._n_draws)
        return map(self._found, estimates)

    def _found(self, estimate: Estimate) -> bool:
        p = estimate.p()
        return p is not None and p < self._level and (estimate.value or 0.0) > 0


def share_of_entities(shared: ItemClusters, pilot: Pilot, parts: Ints | None = None) -> float:
    """How much of the variance of differences lies with entities, if a pilot of these items is right.

    It is the share, from 0 to 1, at which draws have the pilot's design effect on average. Unlike the design
    effect it holds for more or fewer items of the same entities too.

    Args:
        shared, parts: of the items that the pilot has asked.
    """
    from scipy.optimize import brentq

    draws = _Draws(shared, pilot, parts)

    @cache
    def beyond(share: float) -> float:
        return draws.design_effect(share) - pilot.design_effect

    if beyond(0.0) >= 0:
        return 0.0
    return 1.0 if beyond(1.0) <= 0 else float(brentq(beyond, 0.0, 1.0, xtol=PRECISION))


class _Draws:
    """Differences of two runs on some items: the same random numbers whatever is asked of them.

    Those of many items are drawn again each time: to keep them for a million would take gigabytes.
    """

    def __init__(self, shared: ItemClusters, pilot: Pilot, parts: Ints | None) -> None:
        self._shared = shared
        self._discordant = pilot.discordant
        self._by_kind = pilot.by_kind
        self._figure = mean_of(shared, parts=parts, within=DIFFERENCE)
        self._kept: dict[int, tuple[Floats, Floats]] = {}

    def design_effect(self, of_entities: float) -> float:
        """Of the mean draw, where the runs are equally good."""
        widths = [
            (bounds[1] - bounds[0]) / 2
            for each in self.estimates(of_entities, 0.0, DRAWS_TO_FIT)
            if (bounds := each.ci95)
        ]
        independent = Z_95**2 * self._discordant / self._shared.n_items
        return float(np.mean(np.square(widths))) / independent if widths else math.inf

    def estimates(self, of_entities: float, difference: float, n_draws: int) -> Iterator[Estimate]:
        """The first run minus the second, once for each draw."""
        more, less = ((self._discordant + sign * difference) / 2 for sign in (1, -1))
        above, below = normal_quantile(1 - more), normal_quantile(max(0.0, less))
        for number in range(n_draws):
            of_all, of_one = self._drawn(number)
            latent = math.sqrt(of_entities) * of_all + math.sqrt(1 - of_entities) * of_one
            yield self._figure.estimate((latent > above).astype(float) - (latent < below))

    def _drawn(self, number: int) -> tuple[Floats, Floats]:
        """(n_items,) what items have from their entities, and (n_items,) what is each one's own."""
        if number in self._kept:
            return self._kept[number]
        draw, n_items = np.random.default_rng((SEED, number)), self._shared.n_items
        drawn = self._shared.draw_effects(draw, self._by_kind), draw.standard_normal(n_items)
        if number < DRAWS and 2 * n_items * DRAWS <= MOST_KEPT:
            self._kept[number] = drawn
        return drawn


DESIGN_DRAWS = 1_000
DESIGN_SEED = 42
DESIGN_STEPS = 9  # of bisection
MOST_DISCORDANT = 0.5  # of two versions that are alike: all vignettes hang in the balance


@dataclass(frozen=True, slots=True)
class DesignPower:
    """One attribute in one category.

    Attributes:
        n_questions: with all versions. Versions of one question that differ otherwise too count as one.
        found: the smallest difference of one level from the others that is found with the power wanted.
        provable: the smallest margin within which levels that are alike are shown to be so, with that power.
            Both are None for fewer than 20 questions, and where there is none.
    """

    n_questions: int
    n_levels: int
    level: float
    found: float | None
    provable: float | None


def design_power(
    n_questions: int,
    n_levels: int,
    discordant: float,
    *,
    level: float = LEVEL,
    power: float = 0.8,
    draws: int = DESIGN_DRAWS,
) -> DesignPower:
    """The smallest difference that a design finds, and the smallest margin that it proves.

    Args:
        discordant: share of vignettes that two versions answer differently, right in one alone: at most 1/2.
        level: of the test: the family's, divided by its tests where Holm's first step must be passed.
    """
    if n_questions < FEW:
        return DesignPower(n_questions, n_levels, level, None, None)
    plan = _Plan(n_questions, n_levels, discordant, draws)
    return DesignPower(n_questions, n_levels, level, plan.smallest(power, level), plan.provable(power))


@dataclass(frozen=True, slots=True)
class _Plan:
    n: int
    n_levels: int
    discordant: float
    draws: int

    def right(self, difference: float, number: int) -> Bools:
        """(n, n_levels) one draw; the first level is better by so much."""
        draw = np.random.default_rng((DESIGN_SEED, number))
        hangs = draw.random(self.n) < 2 * self.discordant
        chance = np.full(self.n_levels, 0.5)
        chance[0] += difference / (2 * self.discordant)
        certain = draw.random(self.n) < 0.5
        found: Bools = np.where(
            hangs[:, None], draw.random((self.n, self.n_levels)) < chance, certain[:, None]
        )
        return found

    def smallest(self, power: float, level: float) -> float | None:
        """By bisection; the largest difference that there can be is the discordant share itself."""
        low, high = 0.0, self.discordant
        if self._power(high, level) < power:
            return None
        for _ in range(DESIGN_STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if self._power(middle, level) < power else (low, middle)
        return high

    def _power(self, difference: float, level: float) -> float:
        return float(
            np.mean([levels_test(self.right(difference, number))[1] < level for number in range(self.draws)])
        )

    def provable(self, power: float) -> float:
        """The margin that so large a share of the draws of levels that are alike stay within."""
        margins = [_widest(self.right(0.0, number)) for number in range(self.draws)]
        return float(np.quantile(margins, power))


def _widest(right: Bools) -> float:
    """The furthest bound of the 90 % score intervals of every two levels."""
    counts: Floats = right.T.astype(np.float64)
    alone = counts @ (1 - counts.T)  # [i, j]: right at level i alone, of the two
    pairs = combinations(range(right.shape[1]), 2)
    return max(_furthest(int(alone[one, other]), int(alone[other, one]), len(right)) for one, other in pairs)


@cache
def _furthest(first_only: int, second_only: int, n: int) -> float:
    return max(map(abs, score_interval(first_only, second_only, n, 0.9)))
