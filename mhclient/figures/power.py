"""Before a run is paid for: how small a difference it could show.

The power worked out is that of the test that `compare` makes (the exact McNemar test), not of an
approximation to it.

Decision: docs/decisions/figures.md, "Power of the test that will be made".
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.stats import binom
from statsmodels.stats.proportion import power_proportions_2indep

from mhclient.figures.intervals import ALPHA

POWER = 0.8
# Bisection stops when the difference is known this closely.
CLOSE = 1e-5


@dataclass(frozen=True, slots=True)
class Design:
    """What a comparison is planned with.

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
        found = power_proportions_2indep(
            abs(difference), min(design.accuracy, other), effective, alpha=design.level, return_results=False
        )
        return float(found)

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
