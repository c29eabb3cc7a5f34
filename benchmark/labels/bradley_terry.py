"""Bradley–Terry per question: P(i ≻ j) = σ(β_i − β_j), Σβ = 0, by Newton's method for all questions at once.

Where some options always win, the likelihood has no maximum: β grows until the gradient is below the
tolerance, and the probabilities are 0 or 1 to eight digits. With a prior on β (normal, mean 0) there
always is one.

Source: R. Bradley and M. Terry, "Rank analysis of incomplete block designs", 1952.
"""

from dataclasses import dataclass

import numpy as np

from benchmark.labels.annotations import N_OPTIONS
from benchmark.labels.preferences import Preferences, log1p_exp, logistic
from benchmark.labels.ratings import Floats

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
