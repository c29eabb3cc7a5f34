"""Two sets of labels side by side: whose golds differ, how far apart they are, and in what the sets are
unlike besides.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.labels.agreement import category_of
from benchmark.labels.annotations import AUTHOR
from benchmark.labels.label_file import Label, LabelSet

NAMED = 10  # questions or raters that a sentence names
# What of the settings decides which ratings are fitted, and how.
SETTINGS = {
    "order": "order of options",
    "author": "author's answer counts as a rating",
    "offset": "offset of raters",
    "prior_sd": "standard deviation of the prior",
    "model": "model",
}


@dataclass(frozen=True, slots=True)
class Overlap:
    """The questions of two sets: those of both, and those of one alone, rising."""

    both: tuple[int, ...]
    first_alone: tuple[int, ...]
    second_alone: tuple[int, ...]


def overlap(first: LabelSet, second: LabelSet) -> Overlap:
    """Which questions both sets have, and which one of them alone."""
    one, other = first.labels.keys(), second.labels.keys()
    return Overlap(tuple(sorted(one & other)), tuple(sorted(one - other)), tuple(sorted(other - one)))


def unlike(first: LabelSet, second: LabelSet) -> Iterator[str]:
    """In what the sources of two sets differ, a sentence each; of what a file does not say, nothing."""
    if first.digest and second.digest and first.digest != second.digest:
        yield "They were fitted to different ratings, which alone can make labels differ."
    one, other = (set(_dict(each, "raters")) - {AUTHOR} for each in (first, second))
    if one and other:
        alone = {"first": sorted(one - other), "second": sorted(other - one)}
        yield from (
            f"Only the {name} has ratings by {_listed(those)}." for name, those in alone.items() if those
        )
    settings = [_dict(each, "settings") for each in (first, second)]
    if all(settings) and (differing := [n for n in SETTINGS if settings[0].get(n) != settings[1].get(n)]):
        named = [f"{SETTINGS[n]}: {_value(settings[0], n)} and {_value(settings[1], n)}" for n in differing]
        yield f"They were fitted in different ways (the first and the second): {'; '.join(named)}."
    if not all(settings):
        yield "One of the files does not say how its labels were fitted."


def numbers(questions: Sequence[int]) -> str:
    """How many, and the first of them: "3 (85, 86, 90)"."""
    return f"{len(questions)} ({_listed(list(map(str, questions)))})" if questions else "0"


def _listed(names: Collection[str]) -> str:
    shown = list(names)[:NAMED]
    return ", ".join([*shown, *(["…"] if len(names) > NAMED else [])])


def _dict(labels: LabelSet, key: str) -> dict[str, Any]:
    found = labels.about.get(key)
    return found if isinstance(found, dict) else {}


def _value(settings: dict[str, Any], name: str) -> str:
    value = settings.get(name)
    if isinstance(value, float):
        return f"{value:g}"
    return {True: "yes", False: "no", None: "none"}.get(value, str(value))


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
