"""The same items asked several times: again (epochs), under other orders of the options, in other words.

Every figure is a value per item, whose mean has its interval by `cluster_robust.py`: repetitions of an item
are never counted as items. What was read from nothing agrees with nothing and is not right. Under several
orders predictions are in the item's own letters, so that one letter means one text whatever the order.

Variance over prompts: M. Mizrahi et al., "State of what art? A call for multi-prompt LLM evaluation", 2024;
F. M. Polo et al., "Efficient multi-prompt evaluation of LLMs" (PromptEval), 2024 (quantiles over prompts).
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TypeAlias

import numpy as np

from mhclient.figures.cluster_robust import LinearFigure
from mhclient.figures.confidence_intervals import Estimate
from mhclient.figures.numerics import Floats
from mhclient.figures.proportion_intervals import Share

# What one item's repetitions say, None where nothing was read.
Said: TypeAlias = Sequence[Hashable | None]


OFTEN = (1, 2, 3, 5, 10, 20)  # numbers of replies at which figures are shown, besides all there are


@dataclass(frozen=True, slots=True)
class EpochFigures:
    """Figures of repeated items; estimates are over items.

    Attributes:
        n_items: items that have all of their replies. n_epochs: replies to each.
        variance: None for fewer than two items.
        some, every, majority: k → how often, of k replies to an item, at least one is right (pass@k), all are
            (pass^k), and what most of them say is.
        agreement: the share of pairs of replies to one item that say the same.
    """

    n_items: int
    n_epochs: int
    variance: "Variance | None"
    some: Mapping[int, Estimate]
    every: Mapping[int, Estimate]
    majority: Mapping[int, Estimate]
    agreement: Estimate


def epoch_figures(said: Sequence[Said], gold: Sequence[Hashable], mean: LinearFigure) -> EpochFigures:
    """The figures of a set of items, each asked as often.

    Args:
        said: per item what its repetitions say. gold: per item what is right.
        mean: the mean over these items.
    """
    right = np.array([[each == one for each in of_item] for of_item, one in zip(said, gold, strict=True)])
    right, n_epochs = right.astype(np.float64), right.shape[1]
    ks = [k for k in OFTEN if k < n_epochs] + [n_epochs]
    return EpochFigures(
        n_items=len(said),
        n_epochs=n_epochs,
        variance=variance(right),
        some={k: mean.estimate(pass_values(right, k)) for k in ks},
        every={k: mean.estimate(pass_values(right, k, every=True)) for k in ks},
        majority={k: mean.estimate(majority_values(said, gold, k)) for k in ks},
        agreement=mean.estimate(agreement_values(said)),
    )


@dataclass(frozen=True, slots=True)
class Variance:
    """Where the variance of an accuracy over items and repetitions comes from.

    Attributes:
        between: of the items' own chances of being right.
        within: of a reply to one item, on average.
        n_items: items. n_epochs: repetitions of each.
    """

    between: float
    within: float
    n_items: int
    n_epochs: int

    @property
    def of_mean(self) -> float:
        """Of the mean over items and repetitions, items being independent: (between + within / K) / n."""
        return (self.between + self.within / self.n_epochs) / self.n_items

    @property
    def within_share(self) -> float | None:
        """How much of the variance of one reply is chance in the replies; None where there is none at all."""
        total = self.between + self.within
        return self.within / total if total else None

    def with_epochs(self, n_epochs: float) -> float:
        """`of_mean` with another number of repetitions; infinity gives the least that it can be."""
        return (self.between + self.within / n_epochs) / self.n_items


def variance(right: Floats) -> Variance | None:
    """The components of variance; None for fewer than two items or two repetitions.

    Source: E. Miller, "Adding error bars to evals", 2024, arXiv 2411.00640, section 3.1.

    By hand, two items, right in 2 of 2 and in 1 of 2: within (0 + 1/2)/2 = 1/4; means 1 and 1/2 spread by
    1/8, of which within/2 = 1/8 is chance: between 0.

    >>> found = variance(np.array([[1.0, 1.0], [1.0, 0.0]]))
    >>> found.between, found.within, found.of_mean
    (0.0, 0.25, 0.0625)

    Args:
        right: (n_items, n_epochs), 1 where right.
    """
    n_items, n_epochs = right.shape
    if min(n_items, n_epochs) < 2:
        return None
    within = float(right.var(axis=1, ddof=1).mean())
    between = float(right.mean(axis=1).var(ddof=1)) - within / n_epochs
    return Variance(max(0.0, between), within, n_items, n_epochs)


def pass_at(n: int, n_right: int, k: int) -> float:
    """pass@k: the chance that at least one of k repetitions is right, of n of which so many are.

    Source: M. Chen et al., "Evaluating large language models trained on code", 2021, equation 1. By hand, 3
    right of 10 and k = 5: 1 − C(7, 5)/C(10, 5) = 1 − 21/252.

    >>> round(pass_at(10, 3, 1), 4), round(pass_at(10, 3, 5), 4)
    (0.3, 0.9167)
    """
    return 1 - comb(n - n_right, k) / comb(n, k)


def pass_all(n: int, n_right: int, k: int) -> float:
    """pass^k: the chance that all of k repetitions are right.

    Source: S. Yao et al., "τ-bench", 2024, section 3. By hand, 3 right of 10 and k = 2: 3/45.

    >>> round(pass_all(10, 3, 2), 4)
    0.0667
    """
    return comb(n_right, k) / comb(n, k)


def pass_values(right: Floats, k: int, *, every: bool = False) -> Floats:
    """(n_items,) pass@k of each item, or pass^k where all of the k must be right.

    Args:
        right: (n_items, n_epochs), 1 where right; k is at most n_epochs.
    """
    n = right.shape[1]
    of = pass_all if every else pass_at
    by_count = np.array([of(n, count, k) for count in range(n + 1)])
    values: Floats = by_count[right.sum(axis=1).astype(np.int64)]
    return values


def majority_values(said: Sequence[Said], gold: Sequence[Hashable], k: int) -> Floats:
    """(n_items,) the chance that the majority of k repetitions is right, whichever k are chosen.

    The answer said most often counts; where two are said as often, nothing is read.

    Args:
        said: per item what its repetitions say. gold: per item what is right.
    """
    values = [majority_right(_counts(each, right), k) for each, right in zip(said, gold, strict=True)]
    return np.array(values)


def _counts(said: Said, gold: Hashable) -> tuple[int, int, tuple[int, ...]]:
    """Repetitions that say the gold, those that say nothing, and those of each other answer."""
    counts = Counter(said)
    unread, right = counts.pop(None, 0), counts.pop(gold, 0)
    return right, unread, tuple(sorted(counts.values()))


@lru_cache(maxsize=100_000)
def majority_right(counts: tuple[int, int, tuple[int, ...]], k: int) -> float:
    """The chance that of k repetitions drawn without replacement the gold is said most often.

    By hand, right twice and wrong once, k = 2: both right in 1 of 3 draws, else a tie; k = 3: right.

    >>> round(majority_right((2, 0, (1,)), 2), 4), majority_right((2, 0, (1,)), 3)
    (0.3333, 1.0)

    Args:
        counts: repetitions that say the gold, that say nothing, and those of each other answer.
    """
    right, unread, others = counts
    if k == right + unread + sum(others):
        return float(right > max(others, default=0))
    drawn = sum(ways for ways in _winning(right, unread, others, k))
    return drawn / comb(right + unread + sum(others), k)


def _winning(right: int, unread: int, others: tuple[int, ...], k: int) -> Iterator[int]:
    """Ways to draw k repetitions of which the gold is said most often, by how often it is."""
    for n_right in range(1, min(right, k) + 1):
        ways = {
            0: 1
        }  # repetitions of other answers drawn so far → ways, each answer fewer than n_right times
        for of_other in others:
            step: Counter[int] = Counter()
            for n_drawn, n_ways in ways.items():
                for more in range(min(of_other, n_right - 1) + 1):
                    step[n_drawn + more] += n_ways * comb(of_other, more)
            ways = step
        yield sum(
            comb(right, n_right) * n_ways * comb(unread, k - n_right - n_drawn)
            for n_drawn, n_ways in ways.items()
            if n_drawn <= k - n_right
        )


def agreement_values(said: Sequence[Said]) -> Floats:
    """(n_items,) the share of pairs of repetitions, or of orders of the options, that say the same.

    By hand, A, A, B: one pair of three agrees.

    >>> agreement_values([["A", "A", "B"], ["A", None, None]]).round(4).tolist()
    [0.3333, 0.0]
    """

    def agreement(of_item: Said) -> float:
        same = sum(comb(n, 2) for answer, n in Counter(of_item).items() if answer is not None)
        return same / comb(len(of_item), 2)

    return np.array(list(map(agreement, said)))


def circular_values(said: Sequence[Said], gold: Sequence[Hashable]) -> Floats:
    """(n_items,) 1 where an item is right under every order.

    Source: Y. Liu et al., "MMBench", 2023, section 4.1 (CircularEval).

    >>> circular_values([["A", "A"], ["A", "B"], ["B", None]], ["A", "A", "B"]).tolist()
    [1.0, 0.0, 0.0]
    """
    pairs = zip(said, gold, strict=True)
    return np.array([float(all(each == right for each in of_item)) for of_item, right in pairs])


@dataclass(frozen=True, slots=True)
class Place:
    """One place among the lines.

    Attributes:
        place: from 1.
        said: how often the option there was chosen, of all replies read.
        gold: how often the gold stood there, of the same.
        correct: right replies where the gold stood there, of all such replies, unread ones too.
    """

    place: int
    said: Share
    gold: Share
    correct: Share


def position_curve(
    replies: Sequence[tuple[int, int | None]], n_places: int, of_each: float = 1
) -> list[Place]:
    """How replies depend on where an option stands.

    Args:
        replies: per reply the place of the gold, and the place of what was said (None: nothing was read).
        of_each: how many of them are to one item, for the intervals.
    """
    read = [(gold, said) for gold, said in replies if said is not None]
    said_at, gold_at = Counter(said for _, said in read), Counter(gold for gold, _ in read)
    asked_at, right_at = Counter(gold for gold, _ in replies), Counter(g for g, said in read if g == said)
    return [
        Place(
            place,
            Share(said_at[place], len(read), of_each),
            Share(gold_at[place], len(read), of_each),
            Share(right_at[place], asked_at[place], of_each),
        )
        for place in range(1, n_places + 1)
    ]


@dataclass(frozen=True, slots=True)
class PromptVariance:
    """Accuracy over variants of a prompt.

    Attributes:
        mean: over variants. low, median, high: its 5 %, 50 % and 95 % points over variants. worst, best: its
            ends.
        prompts: the variance of a variant's own accuracy, noise of the items taken off; 0 where accuracies
            differ no more than chance makes them.
        residual: the variance of one reply that neither its item nor its variant explains.
    """

    mean: float
    low: float
    median: float
    high: float
    worst: float
    best: float
    prompts: float
    residual: float

    @property
    def spread(self) -> float:
        """The standard deviation over variants, as a share."""
        return float(np.sqrt(self.prompts))


def prompt_variance(right: Floats) -> PromptVariance | None:
    """The variance over prompts, from a table without repetitions; None for fewer than two of either.

    Items × variants is a two-way layout with random effects: the mean square of variants is, on average,
    n · prompts + residual (H. Scheffé, "The analysis of variance", 1959, section 7.4).

    By hand, two items under two variants, [[1, 0], [1, 0]]: accuracies 1 and 0, residual 0, prompts 1/2.

    >>> prompt_variance(np.array([[1.0, 0.0], [1.0, 0.0]])).prompts
    0.5

    Args:
        right: (n_items, n_variants), 1 where right.
    """
    n_items, n_variants = right.shape
    if min(n_items, n_variants) < 2:
        return None
    accuracy = right.mean(axis=0)
    left = right - right.mean(axis=1, keepdims=True) - accuracy + right.mean()
    residual = float((left**2).sum() / ((n_items - 1) * (n_variants - 1)))
    low, median, high = np.quantile(accuracy, [0.05, 0.5, 0.95])
    return PromptVariance(
        mean=float(accuracy.mean()),
        low=float(low),
        median=float(median),
        high=float(high),
        worst=float(accuracy.min()),
        best=float(accuracy.max()),
        prompts=max(0.0, float(accuracy.var(ddof=1)) - residual / n_items),
        residual=residual,
    )
