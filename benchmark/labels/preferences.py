"""Preferences: of one row of ratings, each pair of options of which one was rated higher. Ties give none."""

from dataclasses import dataclass

import numpy as np

from benchmark.labels.annotations import N_OPTIONS
from benchmark.labels.ratings import Floats, Ints, Ratings


@dataclass(frozen=True, slots=True)
class Preferences:
    """Pairs (winner, loser); equal ones of one rater and question are merged.

    Attributes:
        n_questions, n_raters: how many there are.
        winner, loser: (n_pairs,) options of all questions in one row: 5 × place of the question + option.
        rater: (n_pairs,) place of the rater.
        row, pair: (n_preferences,) the row of ratings of each preference before merging, and its pair.
    """

    n_questions: int
    n_raters: int
    winner: Ints
    loser: Ints
    rater: Ints
    row: Ints
    pair: Ints

    def counts(self, weights: Floats | None = None) -> Floats:
        """(n_pairs,) how often each pair was stated, rows counted as often as `weights` (n_rows,) says."""
        given = None if weights is None else weights[self.row]
        return np.bincount(self.pair, given, len(self.winner)).astype(np.float64)


def preferences_of(ratings: Ratings) -> Preferences:
    """The preferences that ratings state."""
    higher = ratings.values[:, :, None] > ratings.values[:, None, :]  # (n_rows, winner, loser)
    row, winner, loser = np.nonzero(higher)
    first = N_OPTIONS * ratings.question[row]
    stated = np.stack([first + winner, first + loser, ratings.rater[row]])
    pairs, pair = np.unique(stated, axis=1, return_inverse=True)
    return Preferences(
        n_questions=len(ratings.questions),
        n_raters=len(ratings.raters),
        winner=pairs[0],
        loser=pairs[1],
        rater=pairs[2],
        row=row,
        pair=pair.reshape(-1),
    )


def softmax(strengths: Floats) -> Floats:
    """Probabilities of the last axis.

    >>> softmax(np.log([[1.0, 3.0]])).round(3).tolist()
    [[0.25, 0.75]]
    """
    powers: Floats = np.exp(strengths - strengths.max(axis=-1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return shares


def log1p_exp(values: Floats) -> Floats:
    """log(1 + e^x) without overflow."""
    found: Floats = np.logaddexp(0.0, values)
    return found


def logistic(values: Floats) -> Floats:
    """1 / (1 + e^−x) without overflow."""
    found: Floats = 0.5 * (1.0 + np.tanh(0.5 * values))
    return found
