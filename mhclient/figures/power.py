"""Before a run is paid for: how small a difference it could show.

The power is that of the test that will be made, not of an approximation to it: of the verdict itself, by
simulation on a benchmark's own items; of the tests of a paired design (see `fairness.py`).

Simulation: two runs differ on some items; on which ones depends on the items' entities, as much as a pilot of
two runs shows, and on entities of the kinds that it shows; without a pilot, not at all. Differences are drawn
so, and every draw is judged as `compare` judges. A pilot is itself drawn by chance: pilots are drawn like it,
and what it says is taken to be off by as much as what they say.

Paired designs: a vignette is right in all versions, wrong in all, or hangs in the balance; which share hangs
there is what makes two versions disagree. Versions of such a vignette are right with a chance of one half,
and, where there is a difference, one level's chance is higher.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

import numpy as np

from mhclient.figures.cluster_robust import mean_of
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.confidence_intervals import DIFFERENCE, Estimate
from mhclient.figures.difference_intervals import score_interval
from mhclient.figures.fairness import FEW, LEVEL, levels_test
from mhclient.figures.numerics import Bools, Floats, Ints, normal_quantile

SEED = 42
DRAWS = 400
DRAWS_TO_FIT = 200  # a mean needs fewer than a share does
STEPS = 8  # of bisection, to the smallest difference
# Of the share of an item's variance that lies with its entities: of 4,000 items, .002 costs .06 of power.
PRECISION = 0.0005
MOST_KEPT = 2_000_000  # random numbers of all draws: 16 MB
RANGE = 0.9  # of pilots like this one, the share whose range holds what is true


@dataclass(frozen=True, slots=True)
class Pilot:
    """A pilot of two runs: how often they differ, and how far that depends on entities.

    Where items were asked several times, an item's difference is that of two means, and smaller than 1. It is
    drawn as one size or none, so that mean size and mean square are those of the pilot: with |d| of 1/2 and 1
    on two items of ten, the size is .125 / .15 = .833, and it is had by .18 of the items.

    Attributes:
        discordant: share of the items that exactly one of the runs has right.
        design_effect: the variance of the difference, over what it were for independent items.
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

        None where it cannot be tested, and where all items differ one way, or none differs: that says nothing
        about how differences are spread.

        Args:
            sizes: as of `Paired`, where items were asked several times.
        """
        size, square = sizes or (discordant, discordant)
        if not difference.testable or not difference.se or square <= (difference.value or 0.0) ** 2:
            return None
        design_effect = difference.se**2 * n / (square - (difference.value or 0.0) ** 2)
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


def share_of_entities(
    shared: ItemClusters, pilot: Pilot, parts: Ints | None = None, quantile: float | None = None
) -> float:
    """How much of the variance of differences lies with entities, if a pilot of these items is right.

    It is the share, from 0 to 1, at which draws have the pilot's design effect on average. Unlike the design
    effect it holds for more or fewer items of the same entities too.

    Args:
        shared, parts: of the items that the pilot has asked.
        quantile: instead of on average, in so many of the draws at most.
    """
    from scipy.optimize import brentq

    draws = _Draws(shared, pilot, parts)

    @cache
    def beyond(share: float) -> float:
        return draws.design_effect(share, quantile) - pilot.design_effect

    if beyond(0.0) >= 0:
        return 0.0
    return 1.0 if beyond(1.0) <= 0 else float(brentq(beyond, 0.0, 1.0, xtol=PRECISION))


def pilot_range(
    shared: ItemClusters, pilot: Pilot, of_entities: float, parts: Ints | None = None
) -> tuple[float, float]:
    """How many times the difference that a pilot names the true smallest difference may be: a range.

    A pilot is one draw. At the ends entities have so much of the variance that one in twenty pilots has a
    design effect as small as this one, or as large; or, where that goes further, the truth is as far from
    this pilot as one in twenty is from what this one says. Differences found go with standard errors.
    `perf/power_and_drift.py` counts how often the range holds the truth.

    Args:
        shared, parts, of_entities: of the items that the pilot has asked; see `share_of_entities`.
    """
    draws, outside = _Draws(shared, pilot, parts), (1 - RANGE) / 2
    usual = draws.design_effect(of_entities)
    ends = []
    for quantile in (1 - outside, outside):
        share = share_of_entities(shared, pilot, parts, quantile)
        ends.append(draws.design_effect(share) / usual)
        ends.append(usual / max(PRECISION, draws.design_effect(of_entities, quantile)))
    return math.sqrt(min(ends)), math.sqrt(max(ends))


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

    def design_effect(self, of_entities: float, quantile: float | None = None) -> float:
        """Of the mean draw, or at a quantile of the draws, where the runs are equally good."""
        drawn = self.estimates(of_entities, 0.0, DRAWS_TO_FIT)
        variances = np.array([(each.se or 0.0) ** 2 for each in drawn])
        found = variances.mean() if quantile is None else np.quantile(variances, quantile)
        return float(found) * self._shared.n_items / self._discordant

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
