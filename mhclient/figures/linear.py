"""Figures that are weighted sums over items (accuracy, averages of tasks, coverage), with intervals that hold
where items share entities.

For θ = Σ w_i y_i, with S_ij = 1 where items i and j share an entity, and for i = j:

    e_i = w_i (y_i − m_s(i))                 m_s: the weighted mean of the item's part s (its task)
    G*  = (Σ|w_i|)² / Σ_ij |w_i w_j| S_ij    effective clusters
    V   = max( Σ_k a_k·e'S_k e + b·e'e,  γ·e'e )      S_k: S by entities of kind k (drugs, diseases, …) alone
    θ ± t_{0.975}(ν) · √V                    ν = G* − 1 in tests; for a run's figures see `_freedom`

e'Se is the variance that is robust to any dependence among items that share (Aronow, Samii and Assenova 2015,
doi 10.1093/pan/mpv018; of several kinds of clusters Cameron, Gelbach and Miller 2011). It is too small, for
the means are fitted to the same items. a_k and b make V right on average where pairs that share an entity of
one kind are correlated alike, γ where no pair is: with G clusters of equal size a = G/(G − 1) and b = 0. G*
as degrees of freedom is after Carter, Schnepel and Steigerwald 2017. a_k, b, γ and t(ν) are our choice;
`docs/statistics.md` says what was measured.

Decision: docs/decisions/figures.md, "What an interval takes for independent".
Decision: docs/decisions/figures.md, "One cluster has no interval".
Decision: docs/decisions/figures.md, "An item asked several times is one item".
Decision: docs/decisions/figures.md, "Degrees of freedom of a run's own figures".
Decision: docs/decisions/figures.md, "Each kind of entity has its own part in the variance".
"""

import math
from functools import cached_property

import numpy as np

from mhclient.figures.arrays import Bools, Floats, Ints, digest, ratio_or_zero, summed_by
from mhclient.figures.estimate import ANY, SHARE, UNDEFINED, Bounds, Estimate
from mhclient.figures.expected_variance import Expected
from mhclient.figures.shared_entities import SharedEntities

ROUNDING = 1e-12
DIGITS = 9  # of effective clusters: ten single items are ten, whatever the last bits of a sum say


class LinearFigure:
    """A weighted sum over items, for any number of runs of these items.

    Args:
        shared: which items share an entity.
        weights: (n_items,); an item of weight 0 is not counted.
        parts: (n_items,) numbers from 0 of parts that have fixed shares of the figure, such as tasks. Tasks
            differ in difficulty, which is no chance: an item is compared with the mean of its part. Within
            a part, weights have one sign.
        within: what the figure can be.
        item_of: (n_rows,) the number of each row's item, where an item has several rows: one for each time
            it was asked. Weights, parts and values are of rows then. The figure is over items all the same:
            an item weighs as its rows together, and its value is their mean.
    """

    def __init__(
        self,
        shared: SharedEntities,
        weights: Floats,
        parts: Ints | None = None,
        within: Bounds = ANY,
        item_of: Ints | None = None,
    ) -> None:
        parts = np.zeros(len(weights), dtype=np.int64) if parts is None else parts
        self._shared = shared
        self.within = within
        self._rows = None if item_of is None else _Rows(item_of, weights)
        self._counted = weights != 0
        self._weights = weights if self._rows is None else self._rows.summed(weights)
        self._parts = parts if self._rows is None else self._rows.first(parts)
        self._n_parts = int(self._parts.max(initial=-1)) + 1
        self._weight_of = summed_by(self._parts, self._weights, self._n_parts)

    def estimate(self, values: Floats) -> Estimate:
        """The figure of one run.

        By hand: items (d1, s1), (d1, s2), (d2, s1), (d2, s2), of which the first is right: θ = 1/4 and
        G* = 16/12. e = (3, −1, −1, −1)/16, so e'Se = 1/64 and e'e = 3/64; γ = 4/3, V = 1/16, √V = 1/4. There
        is no interval, since there are fewer than two effective clusters.

        Args:
            values: (n_items,), or one for each row.
        """
        if not self._weights.any():
            return UNDEFINED
        values = values if self._rows is None else self._rows.means(values)
        centred = values - self._means(values)[self._parts]
        errors = self._weights * centred
        factors = self._expected.factors
        moments = factors.moments(errors)
        variance = max(float(factors.of @ moments), factors.gamma * float(moments[-1]))
        value, se = float(self._weights @ values), math.sqrt(variance)
        if se < ROUNDING:  # all items are alike, but for the last digits of their mean
            value, se = round(value, 12), 0.0
        n_effective = round(self._effective(centred), DIGITS)
        of_pairs = float(factors.of_pairs @ moments) / variance if variance else 1.0
        freedom = self._freedom(n_effective, of_pairs) if self.within == SHARE else None
        alike = variance / float(moments[-1]) if moments[-1] else 1.0
        per_item = float(self._weights @ self._weights) * alike
        return Estimate(value, se, n_effective, self.within, freedom=freedom, per_item=per_item)

    def by_kind(self, values: Floats) -> dict[str, float]:
        """Name of a kind of entity → how much of what makes items alike lies with it, together 1.

        A kind is left out where items that share its entities are found to be no more alike than others; it
        is empty where all are.

        Args:
            values: (n_items,), or one for each row.
        """
        if not self._weights.any():
            return {}
        values = values if self._rows is None else self._rows.means(values)
        errors = self._weights * (values - self._means(values)[self._parts])
        found = {name: each for name, each in self._expected.factors.covariances(errors).items() if each > 0}
        return {name: each / sum(found.values()) for name, each in found.items()}

    def _freedom(self, n_effective: float, of_pairs: float) -> float:
        """Degrees of freedom of a variance of which this share comes from items that share, being alike.

        Source: F. E. Satterthwaite, "An approximate distribution of estimates of variance components", 1946.
        What is of single items is known from all of them, what is of pairs from G* clusters. The pairs' share
        is taken to be twice what is found and 1/G* more: of few clusters it is hardly known.

        By hand: 101 items, G* = 9, none of it of pairs: 1 / ((7/9)²/100 + (2/9)²/8) = 81.8.
        """
        n_single, of_clusters = self._n_single - 1, n_effective - 1
        share = min(1.0, 2 * (max(0.0, of_pairs) + 1 / n_effective))
        if of_clusters <= 0 or n_single <= of_clusters * (1 + ROUNDING):
            return of_clusters
        found = 1 / ((1 - share) ** 2 / n_single + share**2 / of_clusters)
        return max(of_clusters, min(n_single, found))

    @cached_property
    def _n_single(self) -> float:
        """How many items of one weight those that are counted are worth, were they independent."""
        sizes = np.abs(self._weights)
        return float(sizes.sum() ** 2 / (sizes @ sizes))

    @property
    def counted(self) -> Bools:
        """(n_items,), or one for each row: which have a weight."""
        counted: Bools = self._counted
        return counted

    @property
    def per_item(self) -> float:
        """How many rows an item has, on average: 1 where each is asked once."""
        return len(self._counted) / len(self._weights) if len(self._weights) else 1.0

    @property
    def n_effective(self) -> float:
        """G* where all parts spread alike."""
        return self._expected.clusters(np.ones(self._n_parts))

    def _effective(self, centred: Floats) -> float:
        """G*; a part counts as much as its items spread, for one on which all are right says nothing."""
        if self._n_parts == 1:
            return self.n_effective
        sizes = np.abs(self._weights)
        squares = summed_by(self._parts, sizes * centred**2, self._n_parts)
        spreads = np.sqrt(ratio_or_zero(squares, np.abs(self._weight_of)))
        return self._expected.clusters(spreads) if spreads.any() else self.n_effective

    def _means(self, values: Floats) -> Floats:
        """(n_parts,) the weighted mean of each."""
        return ratio_or_zero(summed_by(self._parts, self._weights * values, self._n_parts), self._weight_of)

    @cached_property
    def _expected(self) -> "Expected":
        sizes, parts = np.abs(self._weights), self._parts
        # Other figures of these items may have the same weights.
        key = digest(sizes) + (digest(parts) if self._n_parts > 1 else b"")
        return self._shared.known(key, lambda: Expected.of(self._shared, sizes, parts))


class _Rows:
    """Which rows are of one item.

    Args:
        item_of: (n_rows,) numbers of items from 0 without gaps. weights: (n_rows,).
    """

    def __init__(self, item_of: Ints, weights: Floats) -> None:
        self._item_of, self._weights = item_of, weights
        self._n_items = int(item_of.max(initial=-1)) + 1

    def summed(self, values: Floats) -> Floats:
        """(n_items,)."""
        return summed_by(self._item_of, values, self._n_items)

    def means(self, values: Floats) -> Floats:
        """(n_items,) the weighted mean of each item's rows."""
        return ratio_or_zero(self.summed(self._weights * values), self.summed(self._weights))

    def first(self, values: Ints) -> Ints:
        """(n_items,) what all rows of an item have in common."""
        return values[np.unique(self._item_of, return_index=True)[1]]


def mean_of(
    shared: SharedEntities,
    counted: Floats | None = None,
    parts: Ints | None = None,
    within: Bounds = ANY,
    item_of: Ints | None = None,
) -> LinearFigure:
    """The mean over items: accuracy.

    Args:
        counted: (n_items,) 1 for the items it is over, 0 for others; None for all of them.
        item_of: where items have several rows; `counted` is of rows then.
    """
    n = shared.n_items if item_of is None else len(item_of)
    chosen = np.ones(n) if counted is None else counted
    return LinearFigure(shared, chosen / max(1.0, chosen.sum()), parts, within, item_of)
