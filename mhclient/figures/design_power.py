"""What a paired design can show before it is asked: the smallest difference found, the smallest margin.

A vignette is right in all versions, wrong in all, or hangs in the balance; which share hangs there is what
makes two versions disagree. Versions of such a vignette are right with a chance of one half, and, where there
is a difference, one level's chance is higher. Every draw is tested as the report tests.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from mhclient.figures.arrays import Bools, Floats
from mhclient.figures.fairness import FEW, LEVEL, cochran_q
from mhclient.figures.paired import mcnemar_p
from mhclient.figures.score_interval import score_interval

DRAWS = 1_000
SEED = 42
STEPS = 9  # of bisection
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
    draws: int = DRAWS,
) -> DesignPower:
    """What can be shown.

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
        draw = np.random.default_rng((SEED, number))
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
        for _ in range(STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if self._power(middle, level) < power else (low, middle)
        return high

    def _power(self, difference: float, level: float) -> float:
        return float(np.mean([_p(self.right(difference, number)) < level for number in range(self.draws)]))

    def provable(self, power: float) -> float:
        """The margin that so large a share of the draws of levels that are alike stay within."""
        margins = [_widest(self.right(0.0, number)) for number in range(self.draws)]
        return float(np.quantile(margins, power))


def _p(right: Bools) -> float:
    """Of the test that the report makes."""
    if right.shape[1] > 2:
        return cochran_q(right)[1]
    one, other = right.T
    return mcnemar_p(int((one & ~other).sum()), int((other & ~one).sum()))


def _widest(right: Bools) -> float:
    """The furthest bound of the 90 % score intervals of every two levels."""
    counts: Floats = right.T.astype(np.float64)
    alone = counts @ (1 - counts.T)  # [i, j]: right at level i alone, of the two
    pairs = combinations(range(right.shape[1]), 2)
    return max(_furthest(int(alone[one, other]), int(alone[other, one]), len(right)) for one, other in pairs)


@cache
def _furthest(first_only: int, second_only: int, n: int) -> float:
    return max(map(abs, score_interval(first_only, second_only, n, 0.9)))
