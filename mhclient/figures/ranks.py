"""The order of models: which ranks each may have, and whether two figures put them in the same order."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mhclient.figures.numerics import Bools, ranks
from mhclient.figures.proportion_intervals import Z_95, Interval

FEWEST = 3
ROUNDING = 1e-12


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's rank correlation of two figures over models; None for fewer than three, or all alike.

    Source: C. Spearman, "The proof and measurement of association between two things", 1904.
    """
    if len(first) < FEWEST or len(set(first)) == 1 or len(set(second)) == 1:
        return None
    # scipy.stats has it, but takes half a second to load.
    return float(np.corrcoef(ranks(np.asarray(first)), ranks(np.asarray(second)))[0, 1])


def rank_correlation_interval(correlation: float, n: int) -> Interval:
    """The 95 % interval of Spearman's correlation over n models, taken as a sample of models.

    Source: D. G. Bonett and T. A. Wright, "Sample size requirements for estimating Pearson, Kendall and
    Spearman correlations", 2000: Fisher's z with a variance of (1 + r²/2) / (n − 3). None for fewer than four
    models, and where all of them are in the same order, which leaves nothing to estimate the error from.
    """
    if n <= FEWEST or abs(correlation) > 1 - ROUNDING:
        return None
    half_width = Z_95 * math.sqrt((1 + correlation**2 / 2) / (n - 3))
    centre = math.atanh(correlation)
    return math.tanh(centre - half_width), math.tanh(centre + half_width)


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """Whether two figures put models in the same order: Spearman's correlation, with its 95 % interval."""

    value: float | None
    ci95: Interval

    @classmethod
    def of(cls, first: Sequence[float], second: Sequence[float]) -> "RankCorrelation":
        """Of two figures over the same models."""
        found = rank_correlation(first, second)
        return cls(found, None if found is None else rank_correlation_interval(found, len(first)))


def rank_sets(better: Bools, values: Sequence[float]) -> list[tuple[int, int]]:
    """The ranks that each model may have, from 1, the best: first and last.

    A model comes after all that are shown to be better, and before all that are shown to be worse. If all the
    verdicts hold together at 95 %, so do all the sets. Source: M. Mogstad, J. P. Romano, A. M. Shaikh and D.
    Wilhelm, "Inference for ranks with applications to mobility across neighbourhoods and academic
    achievement across countries", 2024, doi 10.1093/restud/rdad006.

    Of three models the second may be shown to be better than the third, and the first, of which more is
    right on other items, not. Then a set is widened, which is always allowed: the best and the worst rank of
    a model are never worse than those of one with less right.

    By hand, of three models the first is better than the last, and nothing else is shown; and of such three:

    >>> rank_sets(np.array([[0, 0, 1], [0, 0, 0], [0, 0, 0]], dtype=bool), [0.9, 0.8, 0.7])
    [(1, 2), (1, 3), (2, 3)]
    >>> rank_sets(np.array([[0, 0, 0], [0, 0, 1], [0, 0, 0]], dtype=bool), [0.9, 0.8, 0.7])
    [(1, 3), (1, 3), (2, 3)]

    Args:
        better: (n_models, n_models) whether the one of the row is shown to be better than that of the column.
        values: how much each has right.
    """
    first, last = 1 + better.sum(0), len(better) - better.sum(1)
    value = np.asarray(values)
    return [
        (int(first[value < each].min(initial=first[place])), int(last[value > each].max(initial=last[place])))
        for place, each in enumerate(value)
    ]


def kendall_tau(before: Sequence[float], after: Sequence[float]) -> float | None:
    """Tau-b of two orders of the same models: 1 where they keep their order, −1 where it is turned round.

    None below three models, or where one side is all ties.

    By hand: of three pairs one is turned round, (2 − 1) / 3.

    >>> round(kendall_tau([0.9, 0.8, 0.7], [0.5, 0.6, 0.4]), 4)
    0.3333
    """
    one, other = np.asarray(before, dtype=float), np.asarray(after, dtype=float)
    if len(one) < FEWEST:
        return None
    upper = np.triu_indices(len(one), 1)
    signs = [np.sign(each[:, None] - each[None, :])[upper] for each in (one, other)]
    scale = np.sqrt(np.abs(signs[0]).sum() * np.abs(signs[1]).sum())
    return float((signs[0] * signs[1]).sum() / scale) if scale else None
