"""Two runs on the same items: what changed, and whether chance explains it.

Pairing is what makes small differences visible: both runs see the same items, so only the items on which they
differ count. Whether a difference is found is said by its test over effective clusters (`verdicts.py`); the
exact McNemar test says what would be found if items were independent.

Decision: docs/decisions/figures.md, "Families of tests".
Decision: docs/decisions/figures.md, "Each property is a family of tests".
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from mhclient.figures.arrays import Bools, Floats
from mhclient.figures.distributions import binomial_cdf
from mhclient.figures.estimate import DIFFERENCE, UNDEFINED, Estimate
from mhclient.figures.linear import LinearFigure
from mhclient.figures.metrics import share
from mhclient.figures.verdicts import Judged, judged

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
    found = mean.estimate(one - other) if counted.any() else UNDEFINED
    ours, theirs = (one, other) if counted.all() else (one[counted], other[counted])
    once = mean.per_item == 1 and all(((each == 0) | (each == 1)).all() for each in (ours, theirs))
    step = 1.0 if once and len(ours) == len(one) else _step(one - other)
    found = replace(found, within=DIFFERENCE, freedom=None, per_item=found.per_item * step)
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
