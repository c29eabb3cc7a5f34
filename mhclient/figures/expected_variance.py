"""What makes a variance of sums of squared errors (see `linear.py`): what these are on average.

Items may be alike for each kind of entity that they share (a drug, a disease), each as much as it will. In
the model of a kind, items that share an entity of that kind have covariance 1, as has an item with itself; in
the model of single items each has variance 1 and no two are correlated. Observed errors e are taken for a
mixture: the expectations of e'S_k e of every kind and of e'e, solved for the mixture, give the variance of
the figure, and how much of it comes from pairs that share. It is the method of moments for components of
variance (C. R. Henderson, "Estimation of variance and covariance components", 1953), with fitted means.

Decision: docs/decisions/figures.md, "Each kind of entity has its own part in the variance".
Decision: docs/decisions/figures.md, "Power draws effects kind by kind".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np

from mhclient.figures.arrays import Floats, Ints, ratio_or_zero, summed_by
from mhclient.figures.shared_entities import SharedEntities

CLOSE = 1e-9  # relative; what is closer is one and the same


@dataclass(frozen=True, slots=True)
class Factors:
    """What makes a variance of sums of squared errors.

    Attributes:
        kinds: the kinds of entities that several items have, each of which has a model.
        of: (n_kinds + 1,) what e'S_k e of each kind, and e'e, count for in the variance.
        of_pairs: (n_kinds + 1,) likewise in the part of it that comes from pairs that share.
        gamma: what e'e counts for where no two items are correlated.
        expected: (n_kinds + 1, n_kinds + 1) these sums on average, under the model of each kind and of single
            items.
    """

    kinds: tuple[SharedEntities, ...]
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
    """What the sums of squared errors are on average, and what the variance is.

    Attributes:
        weights: (n_parts,) W_s, the summed weights of each part.
        sharing: (n_parts, n_parts) Σ w_i w_j S_ij over the items i of one part and j of another.
    """

    weights: Floats
    sharing: Floats
    factors: Factors

    @classmethod
    def of(cls, shared: SharedEntities, w: Floats, parts: Ints) -> "Expected":
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


def _factors(shared: SharedEntities, w: Floats, parts: Ints, weights: Floats) -> Factors:
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
    shared: SharedEntities,
    kinds: Sequence[tuple[int, SharedEntities]],
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
    shared: SharedEntities, kinds: Sequence[tuple[int, SharedEntities]], w: Floats, variances: Floats
) -> Floats:
    """(n + 1, n + 1) Σ_ij w_i w_j over pairs that share both a k and an m: S_k + S_m − S of either."""
    found = np.full((len(variances), len(variances)), variances[-1])
    for one, (number, _) in enumerate(kinds):
        for other, (another, _) in enumerate(kinds[:one]):
            either = shared.of_kinds([number, another]).quadratic(w)
            found[one, other] = found[other, one] = variances[one] + variances[other] - either
        found[one, one] = variances[one]
    return found
