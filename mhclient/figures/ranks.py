"""Whether two figures put models in the same order."""

from collections.abc import Sequence

import numpy as np

from mhclient.figures.bootstrap import Floats

FEWEST = 3


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's rank correlation of two figures over models; None for fewer than three, or all alike.

    Source: C. Spearman, "The proof and measurement of association between two things", 1904.
    """
    if len(first) < FEWEST or len(set(first)) == 1 or len(set(second)) == 1:
        return None
    # scipy.stats has it, but takes half a second to load.
    return float(np.corrcoef(_ranks(first), _ranks(second))[0, 1])


def _ranks(values: Sequence[float]) -> Floats:
    """(n,) the place of each value in the order of size, from 1; equal ones share the mean of theirs."""
    _, place, n = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Floats = np.cumsum(n) - (n - 1) / 2
    return ranks[place]
