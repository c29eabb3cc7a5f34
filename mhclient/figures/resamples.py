"""Questions drawn anew with replacement: the resamples of a bootstrap, which figures of one set share.

Decision: docs/decisions/figures.md, "Orders of columns are drawn by their number".
"""

from functools import lru_cache

import numpy as np

from mhclient.figures.arrays import Floats

SEED = 0
AT_LEAST = 1_000  # resamples drawn at once: fewer are the first of these
MOST_KEPT = 1_000_000  # numbers of eight bytes, for each size of a set


def resamples(n: int, n_draws: int, seed: int = SEED) -> Floats:
    """(n_draws, n) how often each of n is drawn, in whole numbers."""
    n_drawn = max(n_draws, AT_LEAST)
    draw = _kept if n * n_drawn <= MOST_KEPT else _drawn
    return draw(n, n_drawn, seed)[:n_draws]


def _drawn(n: int, n_draws: int, seed: int) -> Floats:
    # Each draw is n questions by their place. A multinomial has the same distribution and takes five times as
    # long: it draws a binomial for each question.
    drawn = np.random.RandomState(seed).randint(n, size=(n_draws, n))
    drawn += n * np.arange(n_draws)[:, None]
    times = np.bincount(drawn.ravel(), minlength=n_draws * n).reshape(n_draws, n)
    found: Floats = times.astype(np.float64)
    found.setflags(write=False)
    return found


_kept = lru_cache(maxsize=8)(_drawn)  # a report asks for each category's size, and for that of all together
