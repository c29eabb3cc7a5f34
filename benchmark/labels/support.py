"""Which way of undoing the order of options the ratings support, and when they do not tell.

One order is supported where raters agree better under it than under each other order in more questions than
chance explains: a sign test over questions, since ratings of one question depend on each other.
Decision: docs/decisions/benchmark.md, "An order of options is supported by a test, or not known".
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import comb

from benchmark.labels.agreement import OrderAgreement
from benchmark.labels.ratings import OrderUndone

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
