"""Whether two figures put models in the same order."""

from collections.abc import Sequence

FEWEST = 3


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's rank correlation of two figures over models; None for fewer than three, or all alike.

    Source: C. Spearman, "The proof and measurement of association between two things", 1904.
    """
    from scipy.stats import spearmanr

    if len(first) < FEWEST or len(set(first)) == 1 or len(set(second)) == 1:
        return None
    return float(spearmanr(first, second).statistic)
