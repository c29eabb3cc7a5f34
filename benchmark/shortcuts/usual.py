"""The usual answer: what is most often right for items with the same drug, disease, number of triples, …

Learnt from the other folds alone.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from itertools import compress
from math import log
from typing import TypeAlias

from benchmark.item import Item

FOLDS = 5
SEED = 42
# So many items' worth of the answers' overall shares stands beside what is known of one value.
PRIOR = 1.0
NONE: Mapping[str, int] = {}

# What is known of each item; None where it does not apply.
Feature: TypeAlias = Sequence[Hashable | None]


def fold_of(key: str, seed: int = SEED) -> int:
    """Which of the folds something is in; the same on every machine."""
    return int.from_bytes(hashlib.blake2b(f"{seed}|{key}".encode(), digest_size=8).digest(), "big") % FOLDS


def gold_text(item: Item) -> str:
    """The text of the right option; the item is of mode single."""
    return item.options[item.gold[0]]


def usual_answers(items: Sequence[Item], features: Sequence[Feature] = (), *, seed: int = SEED) -> list[str]:
    """For each item the answer that is likeliest by what other folds' items say of its features.

    Several features are put together as if they were independent given the answer (naive Bayes). Without
    features it is the answer that is right most often: the best constant.
    """
    folds = [fold_of(item.id, seed) for item in items]
    golds = [gold_text(item) for item in items]
    learnt = [_Learnt(golds, features, [fold != out for fold in folds]) for out in range(FOLDS)]
    return [learnt[fold].answer(items[place], place) for place, fold in enumerate(folds)]


class _Learnt:
    """Counts of right answers over some of the items: overall, and by each feature's value."""

    def __init__(self, golds: Sequence[str], features: Sequence[Feature], among: Sequence[bool]) -> None:
        self._features = features
        self._overall = Counter(compress(golds, among))
        self._of_all = self._overall.total() + len(self._overall) + 1
        self._by_value: list[defaultdict[Hashable, Counter[str]]] = [defaultdict(Counter) for _ in features]
        for counts, feature in zip(self._by_value, features, strict=True):
            for value, answer in compress(zip(feature, golds, strict=True), among):
                counts[value][answer] += 1
        self._answers: dict[tuple[Hashable, ...], str] = {}
        self._priors: dict[str, tuple[float, float]] = {}

    def answer(self, item: Item, place: int) -> str:
        """The likeliest of the item's options; of equally likely ones the first by text."""
        values = [feature[place] for feature in self._features]
        key = (*values, *item.options.values())
        if key not in self._answers:  # options that are labels come again and again
            counted = [counts.get(v) for counts, v in zip(self._by_value, values, strict=True)]
            known = [(counts, counts.total()) if counts else (NONE, 0) for counts in counted]
            likeliest = max(sorted(item.options.values()), key=lambda text: self._score(text, known))
            self._answers[key] = likeliest
        return self._answers[key]

    def _score(self, text: str, known: Sequence[tuple[Mapping[str, int], int]]) -> float:
        """Args: known: for each feature, how often which answer was right, and how often any was."""
        prior, of_prior = self._prior(text)
        score = of_prior
        for counts, total in known:
            score += log((counts.get(text, 0) + PRIOR * prior) / (total + PRIOR)) - of_prior
        return score

    def _prior(self, text: str) -> tuple[float, float]:
        """How often the text is right, whatever is asked, and the logarithm of that."""
        if text not in self._priors:
            prior = (self._overall.get(text, 0) + 1) / self._of_all
            self._priors[text] = prior, log(prior)
        return self._priors[text]
