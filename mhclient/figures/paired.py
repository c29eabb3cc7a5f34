"""Two runs on the same items: what changed, and whether chance explains it.

Pairing is what makes small differences visible: both runs see the same items, so only the items on which they
differ count.

Decision: docs/decisions/figures.md, "Families of tests".
Decision: docs/decisions/figures.md, "Each property is a family of tests".
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from mhclient.figures.bootstrap import Bools, Estimate, Ints, Resampler, estimate, ratio
from mhclient.figures.metrics import share


@dataclass(frozen=True, slots=True)
class Paired:
    """A yes-or-no property (right; read) of the same items in two runs.

    Attributes:
        both, first_only, second_only, neither: items by whether they have the property in each run.
        difference: share in the second run less share in the first, with the clustered bootstrap's interval.
        n_clusters: clusters that hold these items.
        p: exact McNemar test of no difference: of the items that differ, half should do so either way.
        p_holm: the same, adjusted over the family it is in; None before `adjusted` has put it in one.
    """

    both: int
    first_only: int
    second_only: int
    neither: int
    difference: Estimate
    n_clusters: int
    p: float | None
    p_holm: float | None = None

    @property
    def n(self) -> int:
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def first(self) -> float | None:
        """The share in the first run."""
        return share(self.both + self.first_only, self.n)

    @property
    def second(self) -> float | None:
        """The share in the second run."""
        return share(self.both + self.second_only, self.n)


def paired(
    first: Sequence[bool] | Bools, second: Sequence[bool] | Bools, resampler: Resampler, rows: Ints
) -> Paired:
    """Compare a property of the same items in two runs.

    Args:
        rows: (n_items,) each item's place among the resampler's items.
    """
    codes = 2 * np.asarray(first, dtype=np.int64) + np.asarray(second, dtype=np.int64)
    neither, second_only, first_only, both = np.bincount(codes, minlength=4).tolist()
    counts = resampler.code_counts(rows, codes, 4)
    over = ratio(counts[:, 1] - counts[:, 2], counts.sum(-1))
    value = (second_only - first_only) / len(codes) if len(codes) else np.nan
    p = mcnemar_p(first_only, second_only) if len(codes) else None
    n_clusters = len(np.unique(resampler.cluster_of[rows]))
    return Paired(both, first_only, second_only, neither, estimate(value, over), n_clusters, p)


def mcnemar_p(first_only: int, second_only: int) -> float:
    """The exact McNemar test, two-sided.

    Source: Q. McNemar, "Note on the sampling error of the difference between correlated proportions or
    percentages", 1947; the exact form is the sign test on the items that differ.

    By hand, 1 against 7 of 8: 2 * (1 + 8) / 2**8 = 0.0703.

    >>> round(mcnemar_p(1, 7), 4)
    0.0703
    """
    from scipy.special import bdtr  # scipy.stats has the test, but takes half a second to load

    # Either way being as likely, the two tails are alike; where the sides are as many, they overlap.
    return min(1.0, 2 * float(bdtr(min(first_only, second_only), first_only + second_only, 0.5)))


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


def adjusted(family: Sequence[Paired]) -> list[Paired]:
    """The comparisons of one family of tests, with Holm's p."""
    p_values = holm([each.p for each in family])
    return [replace(each, p_holm=p) for each, p in zip(family, p_values, strict=True)]
