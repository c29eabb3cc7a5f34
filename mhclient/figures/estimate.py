"""A figure with its standard error: its interval at any level, and its tests.

By Student's t over effective clusters (`cluster_robust.py` says why, and how both are worked out); where all
items are at an end, by what as many independent items would say: of a share Wilson's interval, of a
difference the sign test and the interval that belongs to it.
"""

import math
from dataclasses import dataclass, replace
from typing import TypeAlias

from mhclient.figures.difference_intervals import all_one_way
from mhclient.figures.numerics import normal_quantile, t_cdf, t_quantile
from mhclient.figures.proportion_intervals import Interval, all_at_an_end
from mhclient.show.cells import FEWEST_EFFECTIVE

LEVEL = 0.95


Bounds: TypeAlias = tuple[float, float]
ANY: Bounds = (-math.inf, math.inf)
SHARE: Bounds = (0.0, 1.0)
DIFFERENCE: Bounds = (-1.0, 1.0)  # of shares; so are the bounds of coefficients such as kappa


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its standard error; None where undefined.

    Attributes:
        value: the figure.
        se: its standard error.
        n_effective: effective clusters, G*.
        within: what the figure can be, which its intervals do not leave.
        given: its 95 % interval, where that is worked out in another way.
        freedom: degrees of freedom of the standard error, where they are estimated; else G* − 1.
        per_item: the variance it would have if each item's were 1, as far as items are found to be alike.
    """

    value: float | None
    se: float | None = None
    n_effective: float | None = None
    within: Bounds = ANY
    given: Interval = None
    freedom: float | None = None
    per_item: float = 0.0

    @property
    def testable(self) -> bool:
        """Whether there are enough effective clusters for an interval or a test, and items that tell."""
        enough = self.n_effective is not None and self.n_effective >= FEWEST_EFFECTIVE
        return enough and (bool(self.se) or self._extreme)

    @property
    def _extreme(self) -> bool:
        """Whether all items are alike, and as they can only be at an end: all right, or all differ one way.

        Their spread says nothing of chance then. As much is said as G* independent items would say.
        """
        return self.se == 0 and self.value in self.within

    @property
    def ci95(self) -> Interval:
        """The 95 % interval."""
        return self.given or self.interval(LEVEL)

    def interval(self, level: float) -> Interval:
        """The interval at a level, by Student's t; None where nothing can be tested.

        Where all items are at an end, it is Wilson's interval of all of G*, or of none; where all differ one
        way, that of the sign test, so that it has 0 in it wherever that test finds nothing.
        """
        if not self.testable or self.value is None or self.se is None or self.n_effective is None:
            return None
        least, most = self.within
        if self._extreme and self.within == DIFFERENCE:
            return all_one_way(self.value, self.n_effective, level)
        if self._extreme:
            return all_at_an_end(self.value, self.n_effective, self.within, normal_quantile((1 + level) / 2))
        half_width = t_quantile((1 + level) / 2, self._freedom) * self.se
        return max(least, self.value - half_width), min(most, self.value + half_width)

    @property
    def negated(self) -> "Estimate":
        """The estimate with the opposite sign."""
        value = None if self.value is None else -self.value
        return replace(self, value=value, within=(-self.within[1], -self.within[0]), given=None)

    def p(self, null: float = 0.0) -> float | None:
        """Two-sided p of the hypothesis that the figure is `null`; None where there is no interval."""
        above, below = self.p_above(null), self.p_below(null)
        return None if above is None or below is None else min(1.0, 2 * min(above, below))

    def at_margin(self, margin: float) -> "Estimate":
        """A difference of shares, with the least standard error that it has where it is ± this margin.

        Runs that are a margin m apart differ on a share m of the items at least, so that the difference on
        one item has the variance m − m² at least. A sample in which few items differ, by chance, has less:
        its own standard error would show too often that runs are equivalent.

        By hand, 200 independent items, m = .03: √(.03 · .97 / 200) = .0121.

        >>> found = Estimate(0.0, 0.005, 200.0, DIFFERENCE, per_item=1 / 200)
        >>> round(found.at_margin(0.03).se, 4)
        0.0121
        """
        if not self.se:
            return self
        return replace(self, se=max(self.se, math.sqrt(self.per_item * margin * (1 - margin))))

    def p_above(self, bound: float) -> float | None:
        """One-sided p of the hypothesis that the figure is at most `bound`: small where it is above."""
        return self._beyond(bound, -1)

    def p_below(self, bound: float) -> float | None:
        """One-sided p of the hypothesis that the figure is at least `bound`: small where it is below."""
        return self._beyond(bound, 1)

    def _beyond(self, bound: float, sign: int) -> float | None:
        if not self.testable or self.value is None or self.se is None:
            return None
        away = sign * (self.value - bound)
        if self._extreme:  # the sign test of G* clusters that all lie on one side
            return 0.5 ** (self.n_effective or 0.0) if away < 0 else 1.0
        return t_cdf(away / self.se, self._freedom)

    @property
    def _freedom(self) -> float:
        return (self.n_effective or math.nan) - 1 if self.freedom is None else self.freedom


UNDEFINED = Estimate(None)
