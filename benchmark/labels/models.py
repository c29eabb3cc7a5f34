"""The models that make probabilities of preferences, both fitted with all questions at once.

Bradley–Terry per question: P(i ≻ j) = σ(β_i − β_j), Σβ = 0, by Newton's method. Where some options always
win, the likelihood has no maximum: β grows until the gradient is below the tolerance, and the probabilities
are 0 or 1 to eight digits. With a prior on β (normal, mean 0) there always is one. Source: R. Bradley and M.
Terry, "Rank analysis of incomplete block designs", 1952.

Hierarchical: raters share the questions' strengths β, and each has a slope g and an offset a: P(i ≻ j |
rater) = σ(g(β_i − β_j) + a). The objective is the sum of log(1 + e^−z) over preferences, z of the winner,
plus 5Σ(g − 1)² + 5Σa², with 0.5 ≤ g ≤ 2 and −3 ≤ a ≤ 3; as in the released analysis. Two things can be left
out or added: the offset, which rewards whatever was stated (σ(z + a) + σ(−z + a) > 1 for a > 0), and a
normal prior on β, without which questions separate and have no maximum.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from benchmark.labels.annotations import N_OPTIONS
from benchmark.labels.ratings import Floats, Ints, Preferences, log1p_exp, logistic

TOLERANCE = 1e-9  # of the gradient, in preferences
MOST_STEPS = 200
LONGEST_STEP = 2.0  # of an element of β: where options separate, a step would be unbounded
RIDGE = 1e-10  # of the Hessian alone: options that were never compared move together, and the optimum stays


@dataclass(frozen=True, slots=True)
class BradleyTerry:
    """Strengths per question.

    Attributes:
        beta: (n_questions, 5), natural-log odds, each row sums to 0.
        objective: negative log-likelihood, penalty included.
    """

    beta: Floats
    objective: float
    converged: bool
    n_iterations: int


def fit_bradley_terry(
    preferences: Preferences,
    weights: Floats | None = None,
    *,
    prior_sd: float | None = None,
    start: Floats | None = None,
) -> BradleyTerry:
    """Maximum likelihood, or with a prior its maximum a posteriori.

    By hand, one question, option 0 preferred to option 1 three times of four: β_0 − β_1 = ln 3.

    Args:
        weights: (n_rows,) how often each row of ratings counts.
        start: (n_questions, 5) where to begin.
    """
    wins = _wins(preferences, preferences.counts(weights))
    precision = 0.0 if prior_sd is None else prior_sd**-2
    beta = np.zeros(wins.shape[:2]) if start is None else start.copy()
    for n_steps in range(MOST_STEPS):
        gradient, hessian = _derivatives(wins, beta, precision)
        if np.abs(gradient).max(initial=0.0) < TOLERANCE:
            return BradleyTerry(beta, _objective(wins, beta, precision), True, n_steps)
        beta += _bounded(np.asarray(np.linalg.solve(hessian, gradient[..., None])[..., 0], dtype=np.float64))
    return BradleyTerry(beta, _objective(wins, beta, precision), False, MOST_STEPS)


def _wins(preferences: Preferences, counts: Floats) -> Floats:
    """(n_questions, 5, 5) how often the row's option was preferred to the column's."""
    n = preferences.n_questions
    cell = preferences.winner * N_OPTIONS + preferences.loser % N_OPTIONS
    found = np.bincount(cell, counts, n * N_OPTIONS**2).astype(np.float64)
    return found.reshape(n, N_OPTIONS, N_OPTIONS)


def _derivatives(wins: Floats, beta: Floats, precision: float) -> tuple[Floats, Floats]:
    """The gradient of the log-posterior (n, 5), and its negative Hessian (n, 5, 5), made regular."""
    compared = wins + wins.transpose(0, 2, 1)
    chance = logistic(beta[:, :, None] - beta[:, None, :])  # that the row's option wins
    gradient = (wins - compared * chance).sum(axis=2) - precision * beta
    weight = compared * chance * (1 - chance)
    hessian: Floats = -weight
    places = np.arange(N_OPTIONS)
    hessian[:, places, places] += weight.sum(axis=2) + precision + RIDGE
    # The sum of β is not determined: curvature along (1, …, 1) keeps it at 0, where the gradient is 0, too.
    along = weight.sum(axis=(1, 2)).clip(min=1e-3) / N_OPTIONS
    return gradient, np.asarray(hessian + along[:, None, None])


def _bounded(step: Floats) -> Floats:
    longest = np.abs(step).max(axis=1, keepdims=True)
    bounded: Floats = step * np.minimum(1.0, LONGEST_STEP / np.maximum(longest, LONGEST_STEP))
    return bounded


def _objective(wins: Floats, beta: Floats, precision: float) -> float:
    losses = wins * log1p_exp(beta[:, None, :] - beta[:, :, None])
    return float(losses.sum() + precision * (beta**2).sum() / 2)


PENALTY = 5.0
SLOPES, OFFSETS = (0.5, 2.0), (-3.0, 3.0)
MOST_ITERATIONS = 5_000
# L-BFGS-B: stop where the objective changes by less than 1e-13 of itself. Where questions separate, what is
# left below that is patience, not preference.
PRECISION = {
    "maxcor": 20,
    "ftol": 1e-13,
    "gtol": 1e-6,
    "maxiter": MOST_ITERATIONS,
    "maxfun": 2 * MOST_ITERATIONS,
}


@dataclass(frozen=True, slots=True)
class Hierarchical:
    """A fit.

    Attributes:
        beta: (n_questions, 5), natural-log odds at slope 1; each row sums to 0.
        slopes, offsets: (n_raters,); offsets are 0 where they are left out.
    """

    beta: Floats
    slopes: Floats
    offsets: Floats
    objective: float
    converged: bool
    n_iterations: int

    @property
    def at_bound(self) -> tuple[int, ...]:
        """Places of raters whose slope or offset lies at a bound."""
        slope = np.isin(self.slopes, SLOPES)
        return tuple(np.flatnonzero(slope | np.isin(self.offsets, OFFSETS)).tolist())


def fit_hierarchical(
    preferences: Preferences,
    weights: Floats | None = None,
    *,
    offset: bool,
    prior_sd: float | None = None,
    start: Hierarchical | None = None,
) -> Hierarchical:
    """Minimise the objective by L-BFGS-B with its analytic gradient.

    Args:
        weights: (n_rows,) how often each row of ratings counts.
        offset: whether raters have an offset.
        prior_sd: of the normal prior on β; None for none.
        start: where to begin; β = 0, g = 1, a = 0 unless given.
    """
    objective = Objective(preferences, preferences.counts(weights), offset=offset, prior_sd=prior_sd)
    found = minimize(
        objective,
        objective.start() if start is None else objective.packed(start),
        jac=True,
        method="L-BFGS-B",
        bounds=objective.bounds(),
        options=PRECISION,
    )
    beta, slopes, offsets = objective.parts(found.x)
    return Hierarchical(
        # Gradients sum to 0 over a question's options, so β stays centred but for rounding.
        beta=beta - beta.mean(axis=1, keepdims=True),
        slopes=slopes,
        offsets=offsets,
        objective=float(found.fun),
        converged=bool(found.success),
        n_iterations=int(found.nit),
    )


class Objective:
    """The objective and its gradient as a function of one vector: β of all questions, slopes, offsets."""

    def __init__(
        self, preferences: Preferences, counts: Floats, *, offset: bool, prior_sd: float | None
    ) -> None:
        used = counts > 0
        self._counts = counts[used]
        self._winner, self._loser = preferences.winner[used], preferences.loser[used]
        self._rater = preferences.rater[used]
        self._n_beta, self._n_raters = preferences.n_questions * N_OPTIONS, preferences.n_raters
        self._offset = offset
        self._precision = 0.0 if prior_sd is None else prior_sd**-2

    def __call__(self, x: Floats) -> tuple[float, Floats]:
        """The value, and its gradient."""
        beta, slopes, offsets = self._split(x)
        gap = beta[self._winner] - beta[self._loser]
        slope = slopes[self._rater]
        z = slope * gap + offsets[self._rater]
        value = (
            float((self._counts * log1p_exp(-z)).sum())
            + PENALTY * float(((slopes - 1) ** 2).sum() + (offsets**2).sum())
            + self._precision * float((beta**2).sum()) / 2
        )
        pull = -self._counts * logistic(-z)  # the derivative by z
        of_beta = self._by(self._winner, pull * slope, self._n_beta)
        of_beta -= self._by(self._loser, pull * slope, self._n_beta)
        parts = [
            of_beta + self._precision * beta,
            self._by(self._rater, pull * gap, self._n_raters) + 2 * PENALTY * (slopes - 1),
        ]
        if self._offset:
            parts.append(self._by(self._rater, pull, self._n_raters) + 2 * PENALTY * offsets)
        return value, np.concatenate(parts)

    def start(self) -> Floats:
        """β = 0, g = 1, a = 0."""
        x = np.zeros(self._n_beta + self._n_raters * (1 + self._offset))
        x[self._n_beta : self._n_beta + self._n_raters] = 1.0
        return x

    def packed(self, fit: Hierarchical) -> Floats:
        """A fit as one vector."""
        parts = [fit.beta.ravel(), fit.slopes]
        return np.concatenate([*parts, fit.offsets] if self._offset else parts)

    def parts(self, x: Floats) -> tuple[Floats, Floats, Floats]:
        """β (n_questions, 5), slopes and offsets (n_raters,)."""
        beta, slopes, offsets = self._split(x)
        return beta.reshape(-1, N_OPTIONS), slopes, offsets

    def bounds(self) -> list[tuple[float | None, float | None]]:
        """Of each element; None where there is none."""
        offsets = [OFFSETS] * self._n_raters if self._offset else []
        return [*[(None, None)] * self._n_beta, *[SLOPES] * self._n_raters, *offsets]

    def _split(self, x: Floats) -> tuple[Floats, Floats, Floats]:
        n, m = self._n_beta, self._n_raters
        return x[:n], x[n : n + m], x[n + m :] if self._offset else np.zeros(m)

    @staticmethod
    def _by(places: Ints, values: Floats, n: int) -> Floats:
        return np.bincount(places, values, n).astype(np.float64, copy=False)
