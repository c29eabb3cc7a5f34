"""What makes a variance of e'Se and e'e (see `linear.py`): their expectations under two models of dependence.

In model S all pairs that share have covariance 1, as has an item with itself; in model I each item has
variance 1 and no two are correlated. Observed errors are taken for a mixture of both: the two expectations,
solved for the mixture, give the variance of the figure, and how much of it comes from pairs that share.
"""

from dataclasses import dataclass

import numpy as np

from mhclient.figures.arrays import Floats, Ints, ratio_or_zero, summed_by
from mhclient.figures.shared_entities import SharedEntities


@dataclass(frozen=True, slots=True)
class Factors:
    """What makes a variance of e'Se and e'e.

    Attributes:
        alpha, beta, gamma: of the variance, see above.
        of_robust, of_squares: likewise of the part of it that comes from pairs that share.
    """

    alpha: float
    beta: float
    gamma: float
    of_robust: float
    of_squares: float

    def of_pairs(self, robust: float, squares: float) -> float:
        """Args: robust: e'Se. squares: e'e."""
        return self.of_robust * robust + self.of_squares * squares


@dataclass(frozen=True, slots=True)
class Expected:
    """What e'Se and e'e are on average, and what the variance is, under two models of how items depend.

    In model S all pairs that share have covariance 1, as has an item with itself; in model I each item has
    variance 1 and no two are correlated.

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
        n_parts = int(parts.max()) + 1
        weights = summed_by(parts, w, n_parts)
        own, crossed = np.zeros(len(w)), 0.0  # own: Σ_j S_ij w_j over the items j of the item's own part
        sharing = np.zeros((n_parts, n_parts))
        for part, weight in enumerate(weights):
            inside = parts == part
            with_part = shared.summed_over_sharing(np.where(inside, w, 0.0))
            own[inside] = with_part[inside]
            sharing[part] = summed_by(parts, w * with_part, n_parts)
            crossed += float(w @ with_part**2) / weight if weight else 0.0
        return cls(weights, sharing, _factors(w, parts, weights, sharing, own, crossed))

    def clusters(self, spreads: Floats) -> float:
        """G* of parts whose items spread so much: (Σ w σ)² / Σ_ij w_i w_j σ_i σ_j S_ij."""
        return float((spreads @ self.weights) ** 2 / (spreads @ self.sharing @ spreads))


def _factors(
    w: Floats, parts: Ints, weights: Floats, sharing: Floats, own: Floats, crossed: float
) -> Factors:
    """The expectations of e'Se and e'e under both models, solved for the variance.

    Args:
        weights, sharing: as in `Expected`.
        own: (n_items,) Σ_j S_ij w_j over the items of the item's part.
        crossed: Σ_i Σ_s w_i (Σ_{j in s} S_ij w_j)² / W_s.
    """
    inside, squares = np.diag(sharing), summed_by(parts, w * w, len(weights))
    of_mean, of_square = ratio_or_zero(inside, weights**2), ratio_or_zero(squares, weights**2)
    each = w * w * ratio_or_zero(np.ones_like(w), weights[parts])
    robust_s = sharing.sum() - 2 * crossed + ratio_or_zero(sharing**2, np.outer(weights, weights)).sum()
    robust_i = squares.sum() - 2 * each @ own + of_square @ inside
    plain_s = squares.sum() - 2 * each @ own + of_mean @ squares
    plain_i = squares.sum() - 2 * each @ w + of_square @ squares
    gamma = float(squares.sum() / plain_i) if plain_i > 0 else 1.0
    determinant = robust_s * plain_i - robust_i * plain_s
    if determinant <= 1e-9 * sharing.sum() * plain_i:  # no two items share, or all do: there is one equation
        return Factors(gamma, 0.0, gamma, 0.0, 0.0)
    of_robust, of_squares = (sharing.sum() * one / determinant for one in (plain_i, -robust_i))
    alpha = of_robust - squares.sum() * plain_s / determinant
    beta = of_squares + squares.sum() * robust_s / determinant
    return Factors(*map(float, (alpha, beta, gamma, of_robust, of_squares)))
