"""What figures are worked out with: names of arrays, distributions from scipy, resamples of a bootstrap.

scipy is imported when a distribution is first used, since by then other processes are reading replies.
"""

from functools import lru_cache
from hashlib import blake2b
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]


def digest(numbers: Ints | Floats) -> bytes:
    """(n,) numbers as a key: 16 bytes, however many they are."""
    return blake2b(np.ascontiguousarray(numbers).data, digest_size=16).digest()


def renumbered(numbers: Ints) -> tuple[Ints, Ints]:
    """The numbers that occur, rising, and (n,) the place of each one among them.

    As `np.unique(numbers, return_inverse=True)`, without sorting.

    >>> [each.tolist() for each in renumbered(np.array([4, 2, 4]))]
    [[2, 4], [1, 0, 1]]

    Args:
        numbers: (n,) from 0.
    """
    counts = np.bincount(numbers)
    there = np.flatnonzero(counts)
    counts[there] = np.arange(len(there))
    return there, counts[numbers]


def summed_by(numbers: Ints, values: Floats, n: int) -> Floats:
    """(n,) the sum of the values of each number."""
    sums: Floats = np.asarray(np.bincount(numbers, weights=values, minlength=n), dtype=np.float64)
    return sums


def ratio_or_zero(part: Floats, whole: Floats) -> Floats:
    """part / whole, 0 where there is no whole."""
    result: Floats = np.zeros(np.broadcast(part, whole).shape)
    np.divide(part, whole, out=result, where=whole != 0)
    return result


def ratio(part: Floats, whole: Floats) -> Floats:
    """part / whole, NaN where there is no whole."""
    result: Floats = np.full(np.broadcast(part, whole).shape, np.nan)
    np.divide(part, whole, out=result, where=whole != 0)
    return result


def _special() -> Any:
    """The functions of `scipy.special`, which takes a fifth of a second to import."""
    from scipy import special

    return special


def binomial_cdf(most: int, n: int, share: float) -> float:
    """The chance of at most so many of n, each with that chance."""
    return float(_special().bdtr(most, n, share))


def chi2_above(value: float, degrees: int) -> float:
    """The chance that chi-squared of so many degrees of freedom is above a value."""
    return float(_special().chdtrc(degrees, value))


def log_likelihood(hits: Floats, n: Floats) -> Floats:
    """Of series with so many hits of n, the logarithm of the chance that their own rate gives them."""
    special, share = _special(), ratio_or_zero(hits, n)
    found: Floats = special.xlogy(hits, share) + special.xlogy(n - hits, 1 - share)
    return found


def log_marginal(hits: Floats, n: Floats, shape: float = 0.25) -> Floats:
    """Of series with so many hits of n, the same for an unknown rate: Beta(shape, shape), mostly near 0 or 1.

    >>> log_marginal(np.array([0.0, 1.0]), np.array([1.0, 2.0])).round(4).tolist()
    [-0.6931, -2.4849]
    """
    beta = _special().betaln
    found: Floats = beta(hits + shape, n - hits + shape) - beta(shape, shape)
    return found


def independence_p(table: Floats) -> float:
    """p of Pearson's chi-squared test of a table of counts, without a correction for continuity."""
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0, keepdims=True) / table.sum()
    statistic = float(((table - expected) ** 2 / expected).sum())
    rows, columns = table.shape
    return chi2_above(statistic, (rows - 1) * (columns - 1))


def normal_cdf(values: Floats) -> Floats:
    """The chance that a standard normal is below each value."""
    found: Floats = _special().ndtr(values)
    return found


def normal_quantile(share: float) -> float:
    """The value that a standard normal is below with this chance."""
    return float(_special().ndtri(share))


def ranks(values: Floats) -> Floats:
    """Ranks from 1, ties at their mean rank."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    of_each: Floats = counts.cumsum() - (counts - 1) / 2
    return of_each[places]


def t_cdf(value: float, degrees: float) -> float:
    """The chance that Student's t of so many degrees of freedom is below a value."""
    return float(_special().stdtr(degrees, value))


def t_quantile(share: float, degrees: float) -> float:
    """The value that Student's t of so many degrees of freedom is below with this chance."""
    return float(_special().stdtrit(degrees, share))


SEED = 0
FEWEST_RESAMPLES = 1_000  # drawn at once: fewer are the first of these
MOST_KEPT = 1_000_000  # numbers of eight bytes, for each size of a set


def resamples(n: int, n_draws: int, seed: int = SEED) -> Floats:
    """(n_draws, n) how often each of n is drawn, in whole numbers."""
    n_drawn = max(n_draws, FEWEST_RESAMPLES)
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


def middle_95(draws: Floats) -> tuple[float, float]:
    """The interval of a bootstrap: what the middle 95 % of the draws lie between."""
    low, high = np.percentile(draws, (2.5, 97.5)).tolist()
    return low, high


_kept = lru_cache(maxsize=8)(_drawn)  # a report asks for each category's size, and for that of all together
