"""How sure labels are: raters are drawn anew within each question, and the labels fitted again."""

import numpy as np

from benchmark.labels.fit import MIN_RATERS, Fitted
from benchmark.labels.ratings import Floats, Ints, Ratings

N_DRAWS = 1_000


def draw_labels(fitted: Fitted, n_draws: int = N_DRAWS, seed: int = 0) -> Floats:
    """Labels of resampled raters.

    All rows of a rater are drawn together; a draw has two different raters of each question at least, and
    every question. Each refit starts from the full fit.

    Returns:
        (n_draws, n_questions, 5).
    """
    random = np.random.RandomState(seed)  # its streams do not change between versions of numpy
    raters = _raters_of(fitted.ratings)
    drawn = [fitted.again(_weights(fitted.ratings, raters, random)) for _ in range(n_draws)]
    return np.array(drawn).reshape(n_draws, *fitted.fit.beta.shape)


def _raters_of(ratings: Ratings) -> list[Ints]:
    """Of each question, the places of its raters."""
    return [np.unique(ratings.rater[ratings.question == place]) for place in range(len(ratings.questions))]


def _weights(ratings: Ratings, raters: list[Ints], random: np.random.RandomState) -> Floats:
    """(n_rows,) how often each row is drawn."""
    times = np.zeros((len(raters), len(ratings.raters)))
    for place, of_question in enumerate(raters):
        drawn = random.choice(of_question, len(of_question))
        while len(of_question) >= MIN_RATERS and (drawn == drawn[0]).all():
            drawn = random.choice(of_question, len(of_question))
        np.add.at(times[place], drawn, 1)
    weights: Floats = times[ratings.question, ratings.rater]
    return weights
