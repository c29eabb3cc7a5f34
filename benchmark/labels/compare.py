"""Two sets of labels side by side: whose golds differ, and how far apart they are."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmark.labels.agreement import category_of
from benchmark.labels.label_file import Label, LabelSet


@dataclass(frozen=True, slots=True)
class LabelDistance:
    """One question in two sets; options from 0.

    Attributes:
        total_variation: half the sum of absolute differences, from 0 to 1.
        jensen_shannon: √(½KL(p‖m) + ½KL(q‖m)) with m their mean, natural logarithm.
    """

    question: int
    first_top: int
    second_top: int
    total_variation: float
    jensen_shannon: float

    @property
    def same_top(self) -> bool:
        """Whether both sets have the same gold."""
        return self.first_top == self.second_top


@dataclass(frozen=True, slots=True)
class CategoryDistance:
    """The same over a category's questions; distances are means."""

    category: str
    n: int
    same_top: int
    total_variation: float
    jensen_shannon: float


def compare_labels(first: LabelSet, second: LabelSet) -> list[LabelDistance]:
    """The questions that both sets have, by number."""
    shared = sorted(first.labels.keys() & second.labels.keys())
    return [_distance(question, first.labels[question], second.labels[question]) for question in shared]


def by_category(distances: Sequence[LabelDistance]) -> Iterator[CategoryDistance]:
    """Each category that occurs, and all questions last."""
    categories = {each.question: category_of(each.question) or "other" for each in distances}
    for category in dict.fromkeys(categories.values()):
        yield _mean(category, [each for each in distances if categories[each.question] == category])
    yield _mean("all", distances)


def _mean(category: str, distances: Sequence[LabelDistance]) -> CategoryDistance:
    n = len(distances)
    return CategoryDistance(
        category,
        n,
        sum(each.same_top for each in distances),
        sum(each.total_variation for each in distances) / n if n else math.nan,
        sum(each.jensen_shannon for each in distances) / n if n else math.nan,
    )


def _distance(question: int, first: Label, second: Label) -> LabelDistance:
    pairs = list(zip(first.probabilities, second.probabilities, strict=True))
    return LabelDistance(
        question,
        first.top,
        second.top,
        sum(abs(p - q) for p, q in pairs) / 2,
        jensen_shannon(first.probabilities, second.probabilities),
    )


def jensen_shannon(p: Sequence[float], q: Sequence[float]) -> float:
    """The Jensen–Shannon distance, natural logarithm; 0 for equal ones, √ln 2 for ones without overlap.

    >>> round(jensen_shannon([1.0, 0.0], [0.0, 1.0]) ** 2, 6), jensen_shannon([0.5, 0.5], [0.5, 0.5])
    (0.693147, 0.0)
    """
    middle = [(a + b) / 2 for a, b in zip(p, q, strict=True)]
    return math.sqrt(max(0.0, (_divergence(p, middle) + _divergence(q, middle)) / 2))


def _divergence(p: Sequence[float], q: Sequence[float]) -> float:
    return sum(a * math.log(a / b) for a, b in zip(p, q, strict=True) if a > 0)
