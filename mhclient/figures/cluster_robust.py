"""Figures that are weighted sums over items (accuracy, averages of tasks, coverage), with standard errors
that hold where items share entities.

For θ = Σ w_i y_i, with S_ij = 1 where items i and j share an entity, and for i = j:

    e_i = w_i (y_i − m_s(i))                 m_s: the weighted mean of the item's part s (its task)
    G*  = (Σ|w_i|)² / Σ_ij |w_i w_j| S_ij    effective clusters
    V   = max( Σ_k a_k·e'S_k e + b·e'e,  γ·e'e ) + Σ_s Q_s (ṽ_s − v_s)
                                             S_k: S by entities of kind k (drugs, diseases, …) alone
    ν                                        see `_freedom`

The interval of a proportion from V and t(ν) is `proportion_interval`, of a difference `difference_interval`.
v_s is the variance of part s, ṽ_s that with one item more, half of which lies at each end of what an item can
be, Q_s = Σ w_i² over the part. So a part of which all items are right, or in which no two runs differ, is not
taken to be known exactly, n of n says a little more than n − 1 of n, and independent items make no jump
there; where items share entities one of them may move a bound far (docs/statistics.md). What is added is
1/(n + 1) of an item's variance; to a difference θ at least θ²·(1 − (G*/(G* + 1))²)/(G* − 1), as with one
cluster more, half of it the other way: four clusters that differ alike are no more than four.

e'Se is the variance that is robust to any dependence among items that share (Aronow, Samii and Assenova 2015,
doi 10.1093/pan/mpv018; of several kinds of clusters Cameron, Gelbach and Miller 2011). It is too small, for
the means are fitted to the same items. a_k and b make V right on average where pairs that share an entity of
one kind are correlated alike, γ where no pair is: with G clusters of equal size a = G/(G − 1) and b = 0. G*
as degrees of freedom is after Carter, Schnepel and Steigerwald 2017. a_k, b, γ and t(ν) are our choice;
`docs/statistics.md` says what was measured.

Where a_k and b come from: in the model of a kind, items that share an entity of that kind have covariance 1,
as has an item with itself; in the model of single items each has variance 1 and no two are correlated.
Observed errors are taken for a mixture: the expectations of e'S_k e of every kind and of e'e, solved for the
mixture, give the variance of the figure, and how much of it comes from pairs that share. It is the method of
moments for components of variance (C. R. Henderson, "Estimation of variance and covariance components",
1953), with fitted means.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import TypeVar

import numpy as np

from mhclient.figures.clustering import ItemClusters
from mhclient.figures.confidence_intervals import ANY, DIFFERENCE, SHARE, UNDEFINED, Bounds, Estimate
from mhclient.figures.numerics import Bools, Floats, Ints, digest, ratio_or_zero, summed_by

V = TypeVar("V", float, Floats)
CLOSE = 1e-9  # relative; what is closer is one and the same


@dataclass(frozen=True, slots=True)
class Factors:
    """Coefficients that turn sums of squared errors into a variance.

    Attributes:
        kinds: the kinds of entities that several items have, each of which has a model.
        of: (n_kinds + 1,) what e'S_k e of each kind, and e'e, count for in the variance.
        of_pairs: (n_kinds + 1,) likewise in the part of it that comes from pairs that share.
        gamma: what e'e counts for where no two items are correlated.
        expected: (n_kinds + 1, n_kinds + 1) these sums on average, under the model of each kind and of single
            items.
    """

    kinds: tuple[ItemClusters, ...]
    of: Floats
    of_pairs: Floats
    gamma: float
    expected: Floats

    def covariances(self, errors: Floats) -> dict[str, float]:
        """Name of a kind → the covariance of two items that share an entity of this kind alone.

        They are right on average; where there is none they are as often below 0 as above.
        """
        if not self.kinds:  # of one item nothing is left beside its mean, and nothing can be solved
            return {}
        names = [kind.kind_names[0] for kind in self.kinds]
        return dict(zip(names, _solved(self.expected.T, self.moments(errors)).tolist(), strict=False))

    def moments(self, errors: Floats) -> Floats:
        """(n_kinds + 1,) e'S_k e of each kind, and e'e."""
        return np.array([*(kind.quadratic(errors) for kind in self.kinds), errors @ errors])


@dataclass(frozen=True, slots=True)
class Expected:
    """Expected sums of squared errors, and the variance that follows from them.

    Attributes:
        weights: (n_parts,) W_s, the summed weights of each part.
        sharing: (n_parts, n_parts) Σ w_i w_j S_ij over the items i of one part and j of another.
    """

    weights: Floats
    sharing: Floats
    factors: Factors

    @classmethod
    def of(cls, shared: ItemClusters, w: Floats, parts: Ints) -> "Expected":
        """Args: w: (n_items,) weights, none negative."""
        weights = summed_by(parts, w, int(parts.max()) + 1)
        sharing = np.stack(
            [
                summed_by(parts, w * shared.summed_over_sharing(w[rows], rows), len(weights))
                for rows in _rows_of(parts, len(weights))
            ]
        )
        return cls(weights, sharing, _factors(shared, w, parts, weights))

    def clusters(self, spreads: Floats) -> float:
        """G* of parts whose items spread so much: (Σ w σ)² / Σ_ij w_i w_j σ_i σ_j S_ij."""
        return float((spreads @ self.weights) ** 2 / (spreads @ self.sharing @ spreads))


def _factors(shared: ItemClusters, w: Floats, parts: Ints, weights: Floats) -> Factors:
    """The expectations under all models, solved for the variance.

    A kind of which no two items share an entity says nothing beside single items, nor does one of which all
    items of a part share one: the mean takes all of that up. There is then no model of it.
    """
    squares = float(w @ w)
    sums = [kind.quadratic(w) for kind in shared.by_kind]
    telling = [each > squares * (1 + CLOSE) for each in sums]
    kinds = list(compress(zip(shared.kinds, shared.by_kind, strict=True), telling))
    variances = np.array([*compress(sums, telling), squares])
    expected = _moments(shared, kinds, w, parts, (weights, variances))
    single = float(expected[-1, -1])
    gamma = squares / single if single > CLOSE * squares else 1.0
    found = [at for at in range(len(kinds)) if expected[at, at] > CLOSE * variances[at] ** 2]
    if not found or single <= CLOSE * squares:
        return Factors((), np.array([gamma]), np.zeros(1), gamma, np.array([[single]]))
    chosen = [*found, len(kinds)]
    variances, expected = variances[chosen], expected[np.ix_(chosen, chosen)]
    pairs = np.append(variances[:-1], 0.0)
    of, of_pairs = (_solved(expected, wanted) for wanted in (variances, pairs))
    return Factors(tuple(kinds[at][1] for at in found), of, of_pairs, gamma, expected)


def _solved(expected: Floats, wanted: Floats) -> Floats:
    """a such that a'E = wanted'; of two kinds that are the same, both count half.

    Args:
        expected: E, (moments, models). wanted: (models,).
    """
    scale = np.sqrt(np.diag(expected))
    scaled = np.linalg.lstsq((expected / np.outer(scale, scale)).T, wanted / scale, rcond=CLOSE)[0]
    found: Floats = scaled / scale
    return found


def _moments(
    shared: ItemClusters,
    kinds: Sequence[tuple[int, ItemClusters]],
    w: Floats,
    parts: Ints,
    known: tuple[Floats, Floats],
) -> Floats:
    """(n + 1, n + 1) moments under models, single items last.

    With B = diag(w) S_k diag(w), M what takes the means of parts off, and S_m the model's covariances, the
    moment is tr(M'BM S_m) = Σ_ij w_i w_j S_k S_m − 2 Σ_s (1/W_s) Σ_j w_j (S_k w_s)_j (S_m w_s)_j
    + Σ_st (w_s'S_k w_t)(w_s'S_m w_t) / (W_s W_t), where w_s are the weights of part s.

    Args:
        known: (n_parts,) W_s; (n + 1,) w'S_k w, the variance under each model.
    """
    weights, variances = known
    n, n_parts = len(variances), len(weights)
    moments, between = _overlaps(shared, kinds, w, variances), np.zeros((n, n_parts, n_parts))
    for part, rows in enumerate(_rows_of(parts, n_parts)):
        inside, weight = np.zeros(len(w)), weights[part]
        inside[rows] = w[rows]
        sums = [*(kind.summed_over_sharing(w[rows], rows) for _, kind in kinds), inside]  # S_k w_s
        for one, of_one in enumerate(sums):
            between[one, part] = summed_by(parts, w * of_one, n_parts)
            for other in range(one + 1 if weight else 0):
                taken_off = 2 * float(w @ (of_one * sums[other])) / weight
                moments[[one, other], [other, one]] -= taken_off
    products = ratio_or_zero(np.ones((n_parts, n_parts)), np.outer(weights, weights))
    found: Floats = moments + np.einsum("ast,bst,st->ab", between, between, products)
    return found


def _rows_of(parts: Ints, n_parts: int) -> list[Ints]:
    """The items of each part."""
    return [np.flatnonzero(parts == part) for part in range(n_parts)]


def _overlaps(
    shared: ItemClusters, kinds: Sequence[tuple[int, ItemClusters]], w: Floats, variances: Floats
) -> Floats:
    """(n + 1, n + 1) Σ_ij w_i w_j over pairs that share both a k and an m: S_k + S_m − S of either."""
    found = np.full((len(variances), len(variances)), variances[-1])
    for one, (number, _) in enumerate(kinds):
        for other, (another, _) in enumerate(kinds[:one]):
            either = shared.of_kinds([number, another]).quadratic(w)
            found[one, other] = found[other, one] = variances[one] + variances[other] - either
        found[one, one] = variances[one]
    return found


# How many clusters' part of the variance is taken to come from pairs where none is found to: of one run's
# figures, and of differences, of which many are tested together. With 2 for these, too, six equal models
# had a verdict in up to 9 % of reports.
LEAST = (2.0, 6.0)
# The correlation that items which share an entity are taken to have at least, where a difference is tested
# against a margin. Few failures of few entities show none by chance: without it runs of 95 and 98 % right
# were equivalent within 3 points in up to 14 % of draws. Larger ones left no power on eight clusters.
LEAST_ALIKE = 0.03
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
        within: what an item's value can be.
        item_of: (n_rows,) the number of each row's item, where an item has several rows: one for each time
            it was asked. Weights, parts and values are of rows then. The figure is over items all the same:
            an item weighs as its rows together, and its value is their mean.
    """

    def __init__(
        self,
        shared: ItemClusters,
        weights: Floats,
        parts: Ints | None = None,
        within: Bounds = ANY,
        item_of: Ints | None = None,
    ) -> None:
        parts = np.zeros(len(weights), dtype=np.int64) if parts is None else parts
        self._shared = shared
        self._within = within
        self._rows = None if item_of is None else _Rows(item_of, weights)
        self._counted = weights != 0
        self._weights = weights if self._rows is None else self._rows.summed(weights)
        self._parts = parts if self._rows is None else self._rows.first(parts)
        self._n_parts = int(self._parts.max(initial=-1)) + 1
        self._weight_of = summed_by(self._parts, self._weights, self._n_parts)
        self._squares_of = summed_by(self._parts, self._weights**2, self._n_parts)

    def estimate(self, values: Floats, within: Bounds | None = None) -> Estimate:
        """The figure of one run.

        By hand: items (d1, s1), (d1, s2), (d2, s1), (d2, s2), of which the first is right: θ = 1/4 and
        G* = 16/12. e = (3, −1, −1, −1)/16, so e'Se = 1/64 and e'e = 3/64; γ = 4/3, and without what one item
        more adds V = 1/16. It adds (0.3 · 0.7 − 3/16)/4 = 0.005625 of a share.
        There is no interval, since there are fewer than two effective clusters.

        Args:
            values: (n_items,), or one for each row.
            within: what these values can be, where that is not what the figure was made for: of differences.
        """
        if not self._weights.any():
            return UNDEFINED
        values = values if self._rows is None else self._rows.means(values)
        within = self._within if within is None else within
        means = self._means(values)
        centred = values - means[self._parts]
        errors = self._weights * centred
        factors = self._expected.factors
        moments = factors.moments(errors)
        found, value = self._variance(moments), float(self._weights @ values)
        if math.sqrt(found) < ROUNDING:  # all items are alike, but for the last digits of their mean
            value, found = round(value, 12), 0.0
        at, spread, added = self._one_more(means, centred, within)
        n_effective = round(self._effective(np.sqrt(spread)), DIGITS)
        if within == DIFFERENCE:
            added = max(added, _of_one_more_cluster(value, n_effective))
        variance = found + added
        of_pairs = float(factors.of_pairs @ moments) / variance if variance else 0.0
        alike = found / float(moments[-1]) if moments[-1] else 1.0
        squares, whole = float(self._weights @ self._weights), float(np.abs(self._weights).sum())
        least_alike = squares + LEAST_ALIKE * (whole**2 / n_effective - squares)
        return Estimate(
            value,
            math.sqrt(variance),
            n_effective,
            self._bounds(within),
            freedom=self._freedom(n_effective, of_pairs, spread, LEAST[within == DIFFERENCE]),
            per_item=max(squares * alike, least_alike),
            at=at,
            of_pairs=max(0.0, of_pairs),
        )

    def estimate_smooth(self, value: float, influence: Floats, within: Bounds) -> Estimate:
        """A smooth figure of a table of counts, linearised: see `smooth_estimate`.

        Args:
            influence: (n_items,), or one for each row: influence values.
            within: what the figure can be. It is at an end where all items are right, or none: of other
                figures without a standard error it is known that they are the same of any items.
        """
        found = self.estimate(influence, ANY)
        if found.se is None or within == ANY or not (found.se or value in within):  # the same of any items
            return replace(found, value=value, within=within)
        least, most = within
        spread = (most - value) * (value - least)  # the most that it can be
        at, larger = _with_one_more(value, spread, self._n_single, within)
        variance = found.se**2 + max(0.0, larger - spread) / self._n_single
        return replace(
            found,
            value=value,
            se=math.sqrt(variance),
            within=within,
            at=at if within == SHARE else None,
            of_pairs=found.of_pairs * found.se**2 / variance,
        )

    def _variance(self, moments: Floats) -> float:
        """V, as far as items that differ show it."""
        factors = self._expected.factors
        return max(float(factors.of @ moments), factors.gamma * float(moments[-1]))

    def _one_more(self, means: Floats, centred: Floats, within: Bounds) -> tuple[float | None, Floats, float]:
        """With one item more in each part: the figure, (n_parts,) the parts' variances, and what V gains.

        The figure is told of proportions alone.
        """
        sizes = np.abs(self._weights)
        spread = ratio_or_zero(
            summed_by(self._parts, sizes * centred**2, self._n_parts), np.abs(self._weight_of)
        )
        if within == ANY:
            return None, spread, 0.0
        n = ratio_or_zero(self._weight_of**2, self._squares_of)
        at, larger = _with_one_more(means, spread, n, within)
        added = float(self._squares_of @ np.maximum(0.0, larger - spread))
        is_proportion = within == SHARE and bool((self._weights >= 0).all())
        return (float(self._weight_of @ at) if is_proportion else None), larger, added

    def _bounds(self, within: Bounds) -> Bounds:
        """What the figure can be."""
        if within == ANY:
            return ANY
        least, most = within
        up = round(float(self._weights[self._weights > 0].sum()), DIGITS)
        down = round(float(self._weights[self._weights < 0].sum()), DIGITS)
        return least * up + most * down, most * up + least * down

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

    def _freedom(self, n_effective: float, of_pairs: float, spread: Floats, least: float) -> float:
        """Degrees of freedom of a variance of which this share comes from items that share, being alike.

        Source: F. E. Satterthwaite, "An approximate distribution of estimates of variance components", 1946;
        for parts of several sizes B. L. Welch, "The generalization of 'Student's' problem when several
        different population variances are involved", 1947. What is of single items is known from all of
        them, in each part from its own; what is of pairs from G* clusters. The pairs' share is taken to be
        twice what is found and `least`/G* more: of few clusters it is hardly known.

        By hand: 101 items, G* = 9, none of it of pairs, 2/G*: 1 / ((7/9)²/100 + (2/9)²/8) = 81.8; of a
        difference, 6/G*: 1 / ((1/3)²/100 + (2/3)²/8) = 17.6.

        Args:
            spread: (n_parts,) variances of items.
        """
        n = ratio_or_zero(self._weight_of**2, self._squares_of)
        of_part = self._squares_of * spread
        of_each = float((of_part**2 / np.maximum(n - 1, 1.0)).sum())
        n_single = float(of_part.sum()) ** 2 / of_each if of_each else self._n_single - 1
        of_clusters = n_effective - 1
        share = min(1.0, 2 * max(0.0, of_pairs) + least / n_effective)
        if of_clusters <= 0 or n_single <= of_clusters * (1 + ROUNDING):
            return min(n_single, of_clusters)
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

    def _effective(self, spreads: Floats) -> float:
        """G*; a part counts as much as its items spread, for one on which all are right says little."""
        alone = self._n_parts == 1 or not spreads.any()
        return self.n_effective if alone else self._expected.clusters(spreads)

    def _means(self, values: Floats) -> Floats:
        """(n_parts,) the weighted mean of each."""
        return ratio_or_zero(summed_by(self._parts, self._weights * values, self._n_parts), self._weight_of)

    @cached_property
    def _expected(self) -> "Expected":
        sizes, parts = np.abs(self._weights), self._parts
        # Other figures of these items may have the same weights.
        key = digest(sizes) + (digest(parts) if self._n_parts > 1 else b"")
        return self._shared.known(key, lambda: Expected.of(self._shared, sizes, parts))


def _with_one_more(mean: V, spread: V, n: V, within: Bounds) -> tuple[V, V]:
    """Mean and variance of n items with one more, half of which lies at each end of what an item can be.

    By hand, 7 of 7 right: 7.5/8 and 0.5 · 7.5/64.

    >>> _with_one_more(1.0, 0.0, 7.0, SHARE)
    (0.9375, 0.05859375)

    Args:
        mean, spread, n: numbers, or (n_parts,) of each part.
    """
    least, most = within
    at = (n * mean + (least + most) / 2) / (n + 1)
    square = (n * (spread + mean * mean) + (least**2 + most**2) / 2) / (n + 1)
    return at, square - at * at


def _of_one_more_cluster(difference: float, n: float) -> float:
    """The variance of a difference on clusters that are alike, with one more, half of it the other way.

    So many clusters that differ one way are not known to differ from 0 for their many items: of four, each
    way being as likely, one sample in eight is alike. It is small beside what many clusters show.

    By hand, 4 clusters: 4 · 1/5 is .8, and (1 − .8²)/3 = .12, so that t is 2.9 at most.

    >>> round(_of_one_more_cluster(1.0, 4.0), 4)
    0.12

    Args:
        n: effective clusters.
    """
    return difference**2 * (1 - (n / (n + 1)) ** 2) / max(1.0, n - 1)


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
    shared: ItemClusters,
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
