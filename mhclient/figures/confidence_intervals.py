"""The confidence interval of a figure such as accuracy, and its tests: `Estimate`, with its standard error.

By Student's t over effective clusters: of a proportion `proportion_interval`, of a difference
`difference_interval`. `cluster_robust.py` says how the standard error and its degrees of freedom are worked
out. The rules are the same from 0 of n to n of n.
"""

import math
from dataclasses import dataclass, replace
from typing import TypeAlias

from mhclient.figures.difference_intervals import difference_interval
from mhclient.figures.numerics import t_cdf, t_quantile
from mhclient.figures.proportion_intervals import Interval, proportion_interval
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
        freedom: degrees of freedom of the standard error; where they are not known, G* − 1.
        per_item: the variance it would have if each item's were 1, as far as items are found to be alike, or
            a little where they are found not to be.
        at: of a proportion, where the standard error is that of: close to the value, and inside `within`.
        of_pairs: the part of the variance that comes from pairs of items that share something.
    """

    value: float | None
    se: float | None = None
    n_effective: float | None = None
    within: Bounds = ANY
    given: Interval = None
    freedom: float | None = None
    per_item: float = 0.0
    at: float | None = None
    of_pairs: float = 0.0

    @property
    def testable(self) -> bool:
        """Whether there are enough effective clusters for an interval or a test, and items that tell."""
        enough = self.n_effective is not None and self.n_effective >= FEWEST_EFFECTIVE
        return enough and bool(self.se)

    @property
    def ci95(self) -> Interval:
        """The 95 % interval."""
        return self.given or self.interval(LEVEL)

    def interval(self, level: float) -> Interval:
        """The interval at a level; None where nothing can be tested."""
        if not self.testable or self.value is None or not self.se:
            return None
        critical = t_quantile((1 + level) / 2, self._freedom)
        if self.at is None:
            return difference_interval(self.value, self.se, critical, self.within)
        least, most = self.within
        width = most - least
        at, share = (self.at - least) / width, (self.value - least) / width
        n_alike = at * (1 - at) * (width / self.se) ** 2
        low, high = proportion_interval(share, n_alike, critical, self.of_pairs, at)
        return least + width * low, least + width * high

    @property
    def negated(self) -> "Estimate":
        """The estimate with the opposite sign."""
        value, at = (None if each is None else -each for each in (self.value, self.at))
        return replace(self, value=value, at=at, within=(-self.within[1], -self.within[0]), given=None)

    def p(self, null: float = 0.0) -> float | None:
        """Two-sided p of the hypothesis that the figure is `null`; None where there is no interval."""
        above, below = self.p_above(null), self.p_below(null)
        return None if above is None or below is None else min(1.0, 2 * min(above, below))

    def at_margin(self, margin: float) -> "Estimate":
        """A difference of shares, with the least standard error that it has where it is ± this margin.

        Runs that are a margin m apart differ on a share m of the items at least, so that the difference on
        one item has the variance m − m² at least. A sample in which few items differ, by chance, has less:
        its own standard error would show too often that runs are equivalent. For the same reason it says too
        little about degrees of freedom, which are G* − 1.

        By hand, 200 independent items, m = .03: √(.03 · .97 / 200) = .0121.

        >>> found = Estimate(0.0, 0.005, 200.0, DIFFERENCE, per_item=1 / 200)
        >>> round(found.at_margin(0.03).se, 4)
        0.0121
        """
        if not self.se:
            return self
        least = math.sqrt(self.per_item * margin * (1 - margin))
        return replace(self, se=max(self.se, least), freedom=None)

    def p_above(self, bound: float) -> float | None:
        """One-sided p of the hypothesis that the figure is at most `bound`: small where it is above."""
        return self._beyond(bound, -1)

    def p_below(self, bound: float) -> float | None:
        """One-sided p of the hypothesis that the figure is at least `bound`: small where it is below."""
        return self._beyond(bound, 1)

    def _beyond(self, bound: float, sign: int) -> float | None:
        if not self.testable or self.value is None or self.se is None:
            return None
        return t_cdf(sign * (self.value - bound) / self.se, self._freedom)

    @property
    def _freedom(self) -> float:
        return (self.n_effective or math.nan) - 1 if self.freedom is None else self.freedom


UNDEFINED = Estimate(None)
