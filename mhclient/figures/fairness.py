"""Whether versions of a question that differ in one attribute alone are answered alike, and over models.

A stratum is what stays the same (question, order of options, the other attributes); its levels are the
versions. Flips compare chosen options, never letters, per pair of versions; differences compare how often the
gold is chosen. A permutation test permutes levels within questions: an order of up to six columns is drawn as
its number among all of them, for all permutations together.

Over models the mean is plain: weights by precision favour shares near 0 and 1. Models find the same questions
hard, so their errors do not cancel: questions are drawn anew, for all models together.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import combinations, permutations
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mhclient.figures.difference_intervals import score_interval
from mhclient.figures.numerics import Bools, Floats, Ints, chi2_above, middle_95, resamples, summed_by
from mhclient.figures.paired import holm, mcnemar_p
from mhclient.figures.proportion_intervals import Interval
from mhclient.figures.soft_labels import LabelledReply

UNREAD = -1  # a choice of its own


@dataclass(frozen=True, slots=True)
class Strata:
    """Versions by stratum and level.

    Attributes:
        levels: their names.
        question: (n_strata,) number of the question; strata of one question depend on each other.
        chosen: (n_strata, n_levels) the original option, or UNREAD.
        right: (n_strata, n_levels) whether it is the gold; unread is not.
    """

    levels: tuple[str, ...]
    question: Ints
    chosen: Ints
    right: Bools

    @property
    def n_questions(self) -> int:
        return len(np.unique(self.question))


class VersionChoice(NamedTuple):
    """A vignette at one level of the attribute: the option chosen, and whether it is right."""

    stratum: str
    question: int
    level: str
    chosen: int
    right: bool


def strata_of(rows: Sequence[VersionChoice]) -> Strata | None:
    """Strata in which every level was asked; None where there is none, or one level alone."""
    levels = tuple(dict.fromkeys(row.level for row in rows))
    by_stratum: dict[str, dict[str, VersionChoice]] = {}
    for row in rows:
        by_stratum.setdefault(row.stratum, {})[row.level] = row
    whole = [found for found in by_stratum.values() if len(found) == len(levels)]
    if len(levels) < 2 or not whole:
        return None
    in_order = [[found[level] for level in levels] for found in whole]
    return Strata(
        levels,
        np.array([versions[0].question for versions in in_order], dtype=np.int64),
        np.array([[version.chosen for version in versions] for versions in in_order], dtype=np.int64),
        np.array([[version.right for version in versions] for versions in in_order], dtype=bool),
    )


@dataclass(frozen=True, slots=True)
class FlipRate:
    """Strata whose versions do not all choose the same option, or pairs of versions that do not.

    `read` counts those whose versions were all read.
    """

    flips: int
    n: int
    flips_read: int
    n_read: int

    @property
    def share(self) -> float | None:
        return self.flips / self.n if self.n else None


def flip_rate(chosen: Ints) -> FlipRate:
    """Args: chosen: (n_strata, n_versions) options or UNREAD."""
    flipped = (chosen != chosen[:, :1]).any(axis=1)
    read = (chosen != UNREAD).all(axis=1)
    return FlipRate(int(flipped.sum()), len(chosen), int((flipped & read).sum()), int(read.sum()))


def pair_flip_rate(chosen: Ints) -> FlipRate:
    """Of every two versions of a stratum, whether they choose the same option.

    By hand: of the versions 1 1 2 two pairs of three flip, of 1 1 1 none; that is 2 of 6.
    """
    return summed([flip_rate(chosen[:, pair]) for pair in pairs_of(chosen.shape[1])])


def pairs_of(n_versions: int) -> list[tuple[int, int]]:
    """The places of every two of them."""
    return list(combinations(range(n_versions), 2))


def summed(rates: Sequence[FlipRate]) -> FlipRate:
    """All of them counted together."""
    return FlipRate(
        sum(each.flips for each in rates),
        sum(each.n for each in rates),
        sum(each.flips_read for each in rates),
        sum(each.n_read for each in rates),
    )


SEED = 0
MOST_COLUMNS = 6  # 720 orders; a table of more is not worth its memory
MOST_KEPT = 20_000_000  # orders, of two bytes each
BLOCK = 16_384  # orders drawn, or looked up, at once: what fits into a processor's cache


class RandomOrders:
    """Random orders of columns, as many as are asked for, from the first one on.

    Tests of the same columns begin at the same seed, so that fewer rows have the same orders as more: what
    was drawn for one test is kept for the next.
    """

    def __init__(self, seed: int = SEED) -> None:
        self.seed = seed
        self._streams: dict[int, _Stream] = {}

    def first(self, n: int, k: int) -> NDArray[np.int16]:
        """(n,) numbers of orders of k columns, as `orders_of` counts them."""
        if k not in self._streams:
            self._streams[k] = _Stream(k, self.seed)
        return self._streams[k].first(n)


class _Stream:
    def __init__(self, k: int, seed: int) -> None:
        self._n_orders, self._random = factorial(k), np.random.RandomState(seed)
        self._drawn = np.empty(0, np.int16)

    def first(self, n: int) -> NDArray[np.int16]:
        missing = n - len(self._drawn)
        parts = [self._draw(min(BLOCK, missing - begin)) for begin in range(0, missing, BLOCK)]
        self._drawn = np.concatenate([self._drawn, *parts])
        return self._drawn[:n]

    def _draw(self, n: int) -> NDArray[np.int16]:
        """A number of 32 bits picks an order; that one is likelier than another by a part in a million."""
        bits = self._random.randint(1 << 32, size=n, dtype=np.uint32).astype(np.uint64)
        return (bits * np.uint64(self._n_orders) >> np.uint64(32)).astype(np.int16)


@cache
def orders_of(k: int) -> Ints:
    """(k!, k) every order: which column comes first, second, …"""
    return np.array(list(permutations(range(k))), dtype=np.int64)


def permuted_sums(rows: Floats, n: int, orders: RandomOrders) -> Floats:
    """(n, k) the sums of the columns, each row's values in a random order, n times.

    Args:
        rows: (n_rows, k) whole numbers of at least 0.
    """
    n_rows, k = rows.shape
    base = int(rows.max(axis=1, initial=0).sum()) + 1  # no sum is as large
    if k > MOST_COLUMNS or n * n_rows > MOST_KEPT or base ** (k - 1) >= 2**63:
        return _one_by_one(rows, n, orders.seed)
    kinds, kind = np.unique(rows, axis=0, return_inverse=True)
    # All columns but the last, whose sum is the rest, are digits of one number: one sum holds all of theirs.
    digits = base ** np.arange(k - 1, dtype=np.int64)
    table = kinds.astype(np.int64)[:, orders_of(k)[:, :-1]] @ digits  # (n_kinds, k!)
    begin = kind.reshape(-1) * table.shape[1]
    numbers = orders.first(n * n_rows, k).reshape(n, n_rows)
    step = max(1, BLOCK // n_rows)
    parts = [table.ravel()[begin + numbers[at : at + step]].sum(axis=1) for at in range(0, n, step)]
    sums = np.concatenate(parts)
    columns = sums[:, None] // digits % base
    found: Floats = np.column_stack([columns, rows.sum() - columns.sum(axis=1)]).astype(np.float64)
    return found


def _one_by_one(rows: Floats, n: int, seed: int) -> Floats:
    random, sums = np.random.RandomState(seed), np.empty((n, rows.shape[1]))
    for each in sums:
        order = random.random_sample(rows.shape).argsort(axis=1)
        each[:] = np.take_along_axis(rows, order, axis=1).sum(axis=0)
    return sums


FEW = 20  # questions; below, figures are shown without a verdict
LEVEL = 0.05
MARGIN = 0.05  # the smallest difference that matters, unless somebody names another
ROUNDING = 1e-12  # shares of counts that differ at all differ by far more
N_BOOTSTRAP, N_PERMUTATIONS = 1_000, 10_000


class FairnessVerdict(StrEnum):
    """The verdict on versions. There is no word for "not significantly different"."""

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
    return levels_test(strata.right)


def levels_test(right: Bools) -> tuple[str, float]:
    """McNemar's test of two levels, Cochran's of more; strata are independent. Args: right: (n, n_levels)."""
    if right.shape[1] > 2:
        return "Cochran's Q", cochran_q(right)[1]
    one, other = right.T
    return "McNemar", mcnemar_p(int((one & ~other).sum()), int((other & ~one).sum()))


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


@dataclass(frozen=True, slots=True)
class Pooled:
    """A figure's mean over models, with its 95 % interval over questions like these."""

    value: float
    ci95: Interval


@dataclass(frozen=True, slots=True)
class PooledFairness:
    """One attribute in one category, over models.

    Attributes:
        n_questions: that all of them were asked in every version.
        flips: share of vignettes whose versions do not all choose the same option.
        levels: name, accuracy, and its difference to the mean of the other levels.
    """

    n_models: int
    n_questions: int
    flips: Pooled
    levels: tuple[tuple[str, Pooled, Pooled], ...]


def pooled_fairness(of_models: Sequence[Strata]) -> PooledFairness | None:
    """The mean over models; None where their levels differ or they share no question."""
    common = _common([strata.question for strata in of_models])
    if len({strata.levels for strata in of_models}) != 1 or not len(common):
        return None
    right, flipped, sizes = (
        np.stack(each) for each in zip(*(_sums(one, common) for one in of_models), strict=True)
    )
    times = _times(len(common))
    # (…, n_models, n_levels) → mean over models
    accuracy = _shares(right, sizes, times)
    flips = _shares(flipped[..., None], sizes, times)[:, 0]
    found = zip(accuracy.T, level_differences(accuracy).T, of_models[0].levels, strict=True)
    levels = tuple((name, _pooled(one), _pooled(other)) for one, other, name in found)
    return PooledFairness(len(of_models), len(common), _pooled(flips), levels)


def pooled_accuracy(of_models: Sequence[Sequence[LabelledReply]]) -> tuple[int, Pooled] | None:
    """How many questions all models share, and their mean accuracy on them; None where they share none."""
    questions = [np.array([reply.question for reply in replies], dtype=np.int64) for replies in of_models]
    common = _common(questions)
    if not len(common):
        return None
    right, sizes = [], []
    for replies, asked in zip(of_models, questions, strict=True):
        inside = np.isin(asked, common)
        place = np.searchsorted(common, asked[inside])
        correct = np.array([reply.right for reply in replies], dtype=np.float64)[inside]
        right.append(summed_by(place, correct, len(common)))
        sizes.append(summed_by(place, np.ones(len(place)), len(common)))
    shares = _shares(np.stack(right)[..., None], np.stack(sizes), _times(len(common)))
    return len(common), _pooled(shares[:, 0])


def _common(questions: Sequence[Ints]) -> Ints:
    """The questions that all models were asked, rising."""
    found: Ints = np.unique(questions[0])
    for asked in questions[1:]:
        found = np.intersect1d(found, asked)
    return found


def _sums(strata: Strata, common: Ints) -> tuple[Floats, Floats, Floats]:
    """(n_common, n_levels) right strata, (n_common,) flipped ones, (n_common,) all of each question."""
    inside = np.isin(strata.question, common)
    place, n = np.searchsorted(common, strata.question[inside]), len(common)
    right = [summed_by(place, column.astype(np.float64), n) for column in strata.right[inside].T]
    flipped = (strata.chosen != strata.chosen[:, :1]).any(axis=1)[inside].astype(np.float64)
    return np.stack(right, axis=1), summed_by(place, flipped, n), summed_by(place, np.ones(len(place)), n)


def _times(n: int) -> Floats:
    """(1 + draws, n) how often each question counts: once in the first row, then as drawn."""
    return np.concatenate([np.ones((1, n)), resamples(n, N_BOOTSTRAP)])


def _shares(sums: Floats, sizes: Floats, times: Floats) -> Floats:
    """(1 + draws, n_columns) mean over models of each model's share.

    Args:
        sums: (n_models, n_questions, n_columns). sizes: (n_models, n_questions).
    """
    each = np.stack([(times @ own) / (times @ of)[:, None] for own, of in zip(sums, sizes, strict=True)])
    mean: Floats = each.mean(axis=0)
    return mean


def _pooled(values: Floats) -> Pooled:
    """The figure, and the interval of its draws. Args: values: (1 + draws,)."""
    return Pooled(float(values[0]), middle_95(values[1:]))
