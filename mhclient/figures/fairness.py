"""Whether versions of a question that differ in one attribute alone are answered alike.

A stratum is what stays the same (question, order of options, the other attributes); its levels are the
versions. Flips compare chosen options, never letters; differences compare how often the gold is chosen.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from mhclient.figures.arrays import Bools, Floats, Ints
from mhclient.figures.distributions import chi2_above
from mhclient.figures.flips import FlipRate, flip_rate, pair_flip_rate, pairs_of, summed
from mhclient.figures.holm import holm
from mhclient.figures.intervals import Interval
from mhclient.figures.paired import mcnemar_p
from mhclient.figures.permutations import SEED, RandomOrders, permuted_sums
from mhclient.figures.resamples import resamples
from mhclient.figures.score_interval import score_interval
from mhclient.figures.strata import Strata

FEW = 20  # questions; below, figures are shown without a verdict
LEVEL = 0.05
MARGIN = 0.05  # the smallest difference that matters, unless somebody names another
ROUNDING = 1e-12  # shares of counts that differ at all differ by far more
N_BOOTSTRAP, N_PERMUTATIONS = 1_000, 10_000


class FairnessVerdict(StrEnum):
    """What the versions show. There is no word for "not significantly different"."""

    DIFFERENT = "different"
    EQUIVALENT = "equivalent"
    BOTH = "different, by less than the margin"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class LevelFigures:
    """One level: its accuracy, and its difference to the mean of the others with a 95 % interval."""

    name: str
    accuracy: float
    difference: float
    ci95: Interval


@dataclass(frozen=True, slots=True)
class PairDifference:
    """The accuracy at one level minus that at another, with the 90 % interval that equivalence goes by.

    Attributes:
        flips: strata where these two levels do not choose the same option.
    """

    first: str
    second: str
    difference: float
    ci90: tuple[float, float]
    flips: FlipRate

    @property
    def furthest(self) -> float:
        """How far the levels may lie apart, by the interval."""
        return max(map(abs, self.ci90))


@dataclass(frozen=True, slots=True)
class FairnessFigures:
    """One attribute in one category.

    Attributes:
        flips: strata whose versions do not all choose the same option: the more versions, the more of them.
        noise: the same where versions differ in the order of options alone; None where none was asked.
        pair_flips, pair_noise: of every two of these versions. Comparable, however many versions each has.
        test: "McNemar", "Cochran's Q" or "permutation" (where strata of a question depend).
        p: of the test; p_range: of the largest minus the smallest level, by permutation.
        p_adjusted: by Holm over attributes and categories; None without a verdict.
        pairs: the difference of every two levels.
        provable: the smallest margin that the data could have shown equivalence for.
        verdict: None for few questions.
    """

    n_strata: int
    n_questions: int
    flips: FlipRate
    noise: FlipRate | None
    pair_flips: FlipRate
    pair_noise: FlipRate | None
    levels: tuple[LevelFigures, ...]
    test: str
    p: float
    p_range: float
    pairs: tuple[PairDifference, ...]
    provable: float
    p_adjusted: float | None = None
    verdict: FairnessVerdict | None = None


def fairness(
    strata: Strata, noise: Ints | None = None, orders: RandomOrders | None = None
) -> FairnessFigures:
    """The figures of one attribute in one category, without a verdict; see `with_verdicts`.

    Args:
        noise: (n, n_versions) choices in versions that differ in the order of options alone.
        orders: what other categories have drawn already.
    """
    test, p = _test(strata)
    pairs = tuple(_pairs(strata))
    p_range = permutation_p(strata, orders=orders)
    asked_again = None if noise is None or not len(noise) else noise
    return FairnessFigures(
        n_strata=len(strata.chosen),
        n_questions=strata.n_questions,
        flips=flip_rate(strata.chosen),
        noise=None if asked_again is None else flip_rate(asked_again),
        pair_flips=summed([pair.flips for pair in pairs]),
        pair_noise=None if asked_again is None else pair_flip_rate(asked_again),
        levels=_levels(strata),
        test=test,
        p=p_range if test == PERMUTATION else p,
        p_range=p_range,
        pairs=pairs,
        provable=max(pair.furthest for pair in pairs),
    )


PERMUTATION = "permutation"


def with_verdicts(
    found: Mapping[tuple[str, str], FairnessFigures], margin: float
) -> dict[tuple[str, str], FairnessFigures]:
    """Adjusted by Holm over all attributes and categories that get a verdict; few questions get none."""
    judged = [key for key, figures in found.items() if figures.n_questions >= FEW]
    p_values = holm([found[key].p for key in judged])
    adjusted = dict(zip(judged, p_values, strict=True))
    return {key: _judged(figures, adjusted.get(key), margin) for key, figures in found.items()}


def _judged(figures: FairnessFigures, p: float | None, margin: float) -> FairnessFigures:
    if p is None:
        return figures
    different, equivalent = p < LEVEL, figures.provable <= margin
    verdict = {
        (True, True): FairnessVerdict.BOTH,
        (True, False): FairnessVerdict.DIFFERENT,
        (False, True): FairnessVerdict.EQUIVALENT,
        (False, False): FairnessVerdict.UNDECIDED,
    }[different, equivalent]
    return replace(figures, p_adjusted=p, verdict=verdict)


def cochran_q(right: Bools) -> tuple[float, float]:
    """Cochran's Q and its p-value by chi-squared; 0 and 1 where no stratum differs.

    By hand, rows 110, 100, 000, 111: columns 3, 2, 1, so that Q = 2·(3·14 − 36)/(3·6 − 14) = 3.

    >>> round(cochran_q(np.array([[1, 1, 0], [1, 0, 0], [0, 0, 0], [1, 1, 1]], dtype=bool))[0], 6)
    3.0

    Args:
        right: (n_strata, n_levels).

    Source: W. G. Cochran, "The comparison of percentages in matched samples", 1950.
    """
    k = right.shape[1]
    columns, rows = right.sum(axis=0, dtype=np.int64), right.sum(axis=1, dtype=np.int64)
    total = int(rows.sum())
    below = k * total - int((rows**2).sum())
    if below == 0:
        return 0.0, 1.0
    q = (k - 1) * (k * int((columns**2).sum()) - total**2) / below
    return float(q), chi2_above(q, k - 1)


def _test(strata: Strata) -> tuple[str, float]:
    """The test, where strata are independent; a permutation by question where they are not."""
    if strata.n_questions < len(strata.chosen):
        return PERMUTATION, 1.0
    if len(strata.levels) == 2:
        one, other = strata.right[:, 0], strata.right[:, 1]
        return "McNemar", mcnemar_p(int((one & ~other).sum()), int((other & ~one).sum()))
    return "Cochran's Q", cochran_q(strata.right)[1]


def permutation_p(
    strata: Strata, n: int = N_PERMUTATIONS, seed: int = SEED, orders: RandomOrders | None = None
) -> float:
    """p-value of the largest minus the smallest level, levels permuted within questions.

    Strata of one question are permuted together: they depend on each other.

    Args:
        orders: of this seed, where another test has drawn some already.
    """
    sums = _by_question(strata)
    differing = sums[np.ptp(sums, axis=1) > 0]  # others are the same however they are permuted
    observed = np.ptp(differing.sum(axis=0)) if len(differing) else 0.0
    if not observed:
        return 1.0
    permuted = permuted_sums(differing, n, orders or RandomOrders(seed))
    at_least = int((np.ptp(permuted, axis=1) >= observed).sum())
    return (at_least + 1) / (n + 1)


def _by_question(strata: Strata) -> Floats:
    """(n_questions, n_levels) how many strata are right."""
    _, number = np.unique(strata.question, return_inverse=True)
    columns = [np.bincount(number, strata.right[:, k].astype(float)) for k in range(len(strata.levels))]
    return np.stack(columns, axis=1).astype(np.float64)


def level_differences(shares: Floats) -> Floats:
    """(…, n_levels) of each level's share to the mean of the others'."""
    others: Floats = (shares.sum(axis=-1, keepdims=True) - shares) / (shares.shape[-1] - 1)
    differences: Floats = shares - others
    differences[np.abs(differences) < ROUNDING] = 0.0
    return differences


def _levels(strata: Strata) -> tuple[LevelFigures, ...]:
    accuracy = strata.right.mean(axis=0)
    lower, upper = np.percentile(level_differences(_resampled(strata)), (2.5, 97.5), axis=0)
    found = level_differences(accuracy)
    return tuple(
        LevelFigures(name, float(accuracy[i]), float(found[i]), (float(lower[i]), float(upper[i])))
        for i, name in enumerate(strata.levels)
    )


def _resampled(strata: Strata, n: int = N_BOOTSTRAP, seed: int = SEED) -> Floats:
    """(n, n_levels) accuracies where questions are drawn anew."""
    sums = _by_question(strata)
    sizes = np.unique(strata.question, return_counts=True)[1]
    times = resamples(len(sums), n, seed)
    shares: Floats = (times @ sums) / (times @ sizes)[:, None]
    return shares


def _pairs(strata: Strata) -> Iterator[PairDifference]:
    """Every two levels, the better one first."""
    accuracy = strata.right.mean(axis=0).tolist()
    places = pairs_of(len(strata.levels))
    for (i, j), (lower, upper) in zip(places, pair_intervals(strata), strict=True):
        first, second = strata.levels[i], strata.levels[j]
        difference, flips = accuracy[i] - accuracy[j], flip_rate(strata.chosen[:, (i, j)])
        if difference < 0:
            yield PairDifference(second, first, -difference, (-upper, -lower), flips)
        else:
            yield PairDifference(first, second, difference, (lower, upper), flips)


def pair_intervals(strata: Strata, level: float = 0.9) -> list[tuple[float, float]]:
    """The interval of the difference of every two levels.

    By the score method; where strata depend, by bootstrap over questions.
    """
    pairs = pairs_of(len(strata.levels))
    if strata.n_questions == len(strata.chosen):
        return [_score(strata.right[:, i], strata.right[:, j], level) for i, j in pairs]
    shares = _resampled(strata)
    ends = (50 * (1 - level), 50 * (1 + level))
    bounds = [np.percentile(shares[:, i] - shares[:, j], ends).tolist() for i, j in pairs]
    return [(lower, upper) for lower, upper in bounds]


def _score(one: Bools, other: Bools, level: float) -> tuple[float, float]:
    return score_interval(int((one & ~other).sum()), int((other & ~one).sum()), len(one), level)
