"""How far raters agree with themselves and with each other under each way of undoing the order of options,
and which way the ratings support by that, without any label.

Author rows are left out. The top option of tied ones is the first; a correlation needs spread in both rows.
One order is supported where raters agree better under it than under each other order in more questions than
chance explains: a sign test over questions, since ratings of one question depend on each other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from benchmark.labels.annotations import Annotation
from benchmark.labels.ratings import Floats, OrderUndone, Ratings, ratings_of

TRIAGE = frozenset([*range(32, 40), *range(73, 83), *range(124, 134)])
DOCUMENTATION = frozenset([*range(84, 94), *range(164, 187)])


def category_of(question: int) -> str | None:
    """The category of a question that was rated (MENTAT.md, 1.2); None for one that is neither."""
    if question in TRIAGE:
        return "triage"
    return "documentation" if question in DOCUMENTATION else None


@dataclass(frozen=True, slots=True)
class PairsOfRows:
    """Two ratings of the same question, compared over all such pairs.

    Attributes:
        same_top: share of pairs with the same top option, among `n`; None where there is no pair.
        median, mean: of Pearson's correlation, over pairs with spread in both rows; None without such a pair.
        by_question: the mean of these correlations over the pairs of each question that has any.
    """

    n: int
    same_top: float | None
    median: float | None
    mean: float | None
    by_question: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class OrderAgreement:
    """How far raters agree under one way of undoing the order.

    Attributes:
        retest: one rater, one question, twice.
        between: two raters, one question.
        alphas: question → Krippendorff's alpha (interval) of its rows.
    """

    order: OrderUndone
    retest: PairsOfRows
    between: PairsOfRows
    alphas: Mapping[int, float]

    @property
    def median_alpha(self) -> float | None:
        """Over questions that have one; None where none has."""
        return float(np.median(list(self.alphas.values()))) if self.alphas else None

    def mean_alpha(self, category: str) -> float | None:
        """Over the category's questions that have one; None where none has."""
        found = [alpha for question, alpha in self.alphas.items() if category_of(question) == category]
        return float(np.mean(found)) if found else None


def agreement_by_order(annotations: Sequence[Annotation]) -> tuple[OrderAgreement, ...]:
    """The agreement under each way of undoing the order."""
    return tuple(_agreement(order, ratings_of(annotations, order)) for order in OrderUndone)


def krippendorff_interval(values: Floats) -> float:
    """Krippendorff's alpha for interval data without gaps; NaN where all values are equal.

    1 − observed / expected, both mean squared differences: of two raters' values of one option, and of any
    two values.

    By hand, two raters and two options, 0 10 and 0 20: observed (0 + 100)/2 = 50; expected, over the 12
    ordered pairs of 0, 10, 0, 20: 2·(100 + 0 + 400 + 100 + 100 + 400)/12 = 183.3; 1 − 50/183.3.

    >>> round(krippendorff_interval(np.array([[0.0, 10.0], [0.0, 20.0]])), 4)
    0.7273

    Args:
        values: (n_raters, n_options).

    Source: K. Krippendorff, "Computing Krippendorff's alpha-reliability", 2011.
    """
    n_raters = len(values)
    expected = 2 * values.size * values.var() / (values.size - 1)
    if n_raters < 2 or expected == 0:
        return float("nan")
    observed = 2 * n_raters / (n_raters - 1) * values.var(axis=0).mean()
    return float(1 - observed / expected)


def _agreement(order: OrderUndone, ratings: Ratings) -> OrderAgreement:
    same: list[tuple[int, int]] = []
    different: list[tuple[int, int]] = []
    alphas = {}
    for place, question in enumerate(ratings.questions):
        rows = np.flatnonzero(ratings.question == place)
        for one, other in combinations(rows.tolist(), 2):
            (same if ratings.rater[one] == ratings.rater[other] else different).append((one, other))
        alpha = krippendorff_interval(ratings.values[rows])
        if np.isfinite(alpha):
            alphas[question] = alpha
    return OrderAgreement(order, _pairs(ratings, same), _pairs(ratings, different), alphas)


def _pairs(ratings: Ratings, pairs: Sequence[tuple[int, int]]) -> PairsOfRows:
    if not pairs:
        return PairsOfRows(0, None, None, None, {})
    rows, others = [a for a, _ in pairs], [b for _, b in pairs]
    one, other = ratings.values[rows], ratings.values[others]
    same = float((one.argmax(axis=1) == other.argmax(axis=1)).mean())
    spread = (np.ptp(one, axis=1) > 0) & (np.ptp(other, axis=1) > 0)
    if not spread.any():
        return PairsOfRows(len(pairs), same, None, None, {})
    found, places = _correlations(one[spread], other[spread]), ratings.question[rows][spread]
    means = {ratings.questions[place]: float(found[places == place].mean()) for place in np.unique(places)}
    return PairsOfRows(len(pairs), same, float(np.median(found)), float(np.mean(found)), means)


def _correlations(one: Floats, other: Floats) -> Floats:
    """Pearson's, row by row: (n, 5) and (n, 5) to (n,)."""
    a = one - one.mean(axis=1, keepdims=True)
    b = other - other.mean(axis=1, keepdims=True)
    found: Floats = (a * b).sum(axis=1) / np.sqrt((a**2).sum(axis=1) * (b**2).sum(axis=1))
    return found


LEVEL = 0.05
FEWEST = 6  # questions: if all of fewer agree, chance explains it (2 · 0.5⁵ > 0.05)
SAME = 1e-9  # correlations that differ by less differ by rounding alone


@dataclass(frozen=True, slots=True)
class Support:
    """The order that is supported; None where it is not known.

    Attributes:
        why: on which ratings it rests, or why it is not known.
    """

    order: OrderUndone | None
    why: str


def supported(found: Sequence[OrderAgreement]) -> Support:
    """By raters who met a question again; where these do not tell, by different raters of a question."""
    kinds: dict[str, Callable[[OrderAgreement], Mapping[int, float]]] = {
        "raters who rated a question twice agree most with themselves": lambda each: each.retest.by_question,
        "different raters of a question agree most with each other": lambda each: each.between.by_question,
    }
    most = 0
    for why, of in kinds.items():
        by_order = {each.order: of(each) for each in found}
        for order, own in by_order.items():
            others = [other for name, other in by_order.items() if name != order]
            signs = [_signs(own, other) for other in others]
            if all(_surely_better(*each) for each in signs):
                return Support(order, why)
            most = max(most, *map(sum, signs))
    return Support(None, _why_not(most))


def _signs(one: Mapping[int, float], other: Mapping[int, float]) -> tuple[int, int]:
    """In how many questions raters agree better, and worse, under the first order."""
    differences = [one[question] - other[question] for question in one.keys() & other.keys()]
    return sum(each > SAME for each in differences), sum(each < -SAME for each in differences)


def _surely_better(better: int, worse: int) -> bool:
    """By the exact sign test, two-sided.

    >>> _surely_better(6, 0), _surely_better(5, 0), _surely_better(9, 1), _surely_better(8, 2)
    (True, False, True, False)
    """
    n = better + worse
    tail = sum(comb(n, k) for k in range(better, n + 1))
    return better > worse and 2 * tail < LEVEL * 2**n


def _why_not(n_telling: int) -> str:
    if not n_telling:
        return "no question was rated twice with its options in different orders"
    if n_telling < FEWEST:
        questions = "question was" if n_telling == 1 else "questions were"
        return (
            f"only {n_telling} {questions} rated twice with the options in different orders, and at least "
            f"{FEWEST} are needed"
        )
    return "ratings of the same question do not agree clearly better under one order than under the others"
