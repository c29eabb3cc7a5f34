"""Accuracy in its parts, each with its denominator: shares from 0 to 1, None where undefined.

A tally counts scored items by kind, since figures of accuracy and letters tell few kinds apart, however many
items there are. Everything here counts items as independent; intervals that do not are in
`cluster_robust.py`. Averages over tasks are weighted means of task accuracies, not of items.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import tee
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from mhclient.figures.numerics import Bools, Floats, Ints, independence_p, renumbered
from mhclient.figures.proportion_intervals import Interval, Share
from mhclient.read.scored import ENDINGS, Ending, NoReply, Scored
from parsers import Grade

V = TypeVar("V")
# One item of each kind, and how many there are of it: a part of their number where replies count for parts.
Counted: TypeAlias = Sequence[tuple[Scored, int]]


class Tally:
    """A run's items, each with its kind.

    Attributes:
        scored: the items, each as often as it is to be asked: `epochs` times.
        asked, read, right: (n_items,) whether each was asked, could be read, and is right.
    """

    def __init__(self, scored: Sequence[Scored], epochs: int = 1) -> None:
        self.scored = scored
        self.epochs = epochs
        kinds = defaultdict[object, int]()
        kinds.default_factory = kinds.__len__
        self._of: Ints = np.fromiter(map(kinds.__getitem__, _kinds(scored)), np.int64, len(scored))
        self._examples = [scored[place] for place in np.unique(self._of, return_index=True)[1]]
        self.asked: Bools = self._over([item.asked for item in self._examples], bool)
        self.read: Bools = self._over([item.said is not None for item in self._examples], bool)
        self.right: Bools = self._over([item.correct for item in self._examples], bool)

    def counted(self, rows: Ints, weights: Floats | None = None) -> Counted:
        """The kinds of the items in these places, in the order in which the run has them."""
        counts = np.bincount(self._of[rows], weights, minlength=len(self._examples))
        return [(item, n) for item, n in zip(self._examples, counts.tolist(), strict=True) if n]

    def of_rows(self, rows: Ints, weights: Floats | None = None) -> Counted:
        """The items in these places themselves, for figures that need more than the kind."""
        counts = np.ones(len(rows), dtype=np.int64) if weights is None else weights
        return [(self.scored[row], n) for row, n in zip(rows.tolist(), counts.tolist(), strict=True)]

    def codes(self, rows: Ints, code_of: Callable[[Scored], int]) -> Ints:
        """(n_rows,) a number for each of the items in these places; it may depend on the kind alone."""
        kinds, places = renumbered(self._of[rows])
        return np.array([code_of(self._examples[kind]) for kind in kinds], dtype=np.int64)[places]

    def each(self, of: Callable[[Scored], V]) -> list[V]:
        """(n_items,) what a function makes of each of all items; it may depend on the kind alone."""
        made = [of(item) for item in self._examples]
        return [made[kind] for kind in self._of.tolist()]

    def _over(self, of_kinds: Sequence[object], dtype: type) -> NDArray[Any]:
        return np.array(of_kinds, dtype=dtype)[self._of]


def counted(items: Sequence[Scored]) -> Counted:
    """The kinds of items."""
    return Tally(items).counted(np.arange(len(items)))


_FACTS = attrgetter("ending", "grade", "said", "gold", "kept_format", "item.mode")
_SHOWN = attrgetter("shown")


def _kinds(scored: Sequence[Scored]) -> Iterator[object]:
    """What tells the kinds apart, item by item; with no step of Python's for each, of which there are many.

    By which options an item shows its kind differs too; items that show them alike share what says so.
    """
    first, second = tee(scored)  # packed items are unpacked as they are looked at: once
    return zip(map(_FACTS, first), map(id, map(_SHOWN, second)), strict=True)


F = TypeVar("F")

# The curve over strictness: at each step, which grades count as a prediction. PARSING's three columns are
# "strict" (the letter alone), "explicit" (what MHGraphBench calls strict parsing) and "all".
STRICTNESS: Mapping[str, frozenset[Grade]] = {
    "strict": frozenset({Grade.STRICT}),
    "explicit": frozenset({Grade.STRICT, Grade.EXPLICIT}),
    "leading": frozenset({Grade.STRICT, Grade.EXPLICIT, Grade.LEADING}),
    "text": frozenset({Grade.STRICT, Grade.EXPLICIT, Grade.LEADING, Grade.TEXT}),
    "all": frozenset(Grade),
}


@dataclass(frozen=True, slots=True)
class Strictness:
    """One step of the curve over strictness: `read` and `correct` among all items asked."""

    read: Share
    correct: Share


@dataclass(frozen=True, slots=True)
class AccuracyFigures:
    """A set of items of one run; an item that is asked several times counts as often here.

    Shares are over items all the same: of items with more replies than others each counts for less.

    Attributes:
        n_planned: items the run is to ask.
        n: items asked: each has a reply or ended in an error.
        correct: right ones among all asked: what could not be read counts as wrong, as in the paper.
        answered: right ones among those that could be read.
        bounds: accuracy if everything unread were wrong, and if everything unread were right.
        by_strictness: read and right, counting only readings of those grades.
        outcomes: items per ending, all endings but "missing".
        kept_format: replies that are what the prompt asked for, among all items asked; undefined where it is
            not known what was asked for.
        epochs: replies to an item; the mean, where a log has more to some items than to others.
    """

    n_planned: int
    n: int
    correct: Share
    answered: Share
    bounds: Interval
    by_strictness: Mapping[str, Strictness]
    outcomes: Mapping[str, int]
    kept_format: Share
    epochs: float = 1

    @property
    def n_items(self) -> int:
        """Items asked, each counted once."""
        return round(self.n / self.epochs)

    @property
    def accuracy(self) -> float | None:
        return self.correct.value

    @property
    def n_unread(self) -> int:
        """Items asked from which no answer could be read."""
        return self.n - self.answered.n

    @property
    def partial(self) -> bool:
        """Whether items have not been asked yet."""
        return self.n < self.n_planned


def accuracy_figures(items: Counted, epochs: float = 1) -> AccuracyFigures:
    """The figures of the items of one task, or of any set of items.

    Args:
        epochs: as of `AccuracyFigures`.
    """
    asked = [(item, count) for item, count in items if item.asked]
    n = sum(count for _, count in asked)
    n_correct = sum(count for item, count in asked if item.correct)
    n_answered = sum(count for item, count in asked if item.said is not None)
    n_kept = sum(count for item, count in asked if item.kept_format)
    unknown = any(item.rule is not None and item.kept_format is None for item, _ in asked)
    endings: Counter[Ending] = Counter()
    grades: Counter[tuple[Grade | None, bool]] = Counter()
    for item, count in asked:
        endings[item.ending] += count
        grades[item.grade, item.correct] += count
    return AccuracyFigures(
        n_planned=sum(count for _, count in items),
        n=n,
        correct=Share(n_correct, n, epochs),
        answered=Share(n_correct, n_answered, epochs),
        bounds=(n_correct / n, (n_correct + n - n_answered) / n) if n else None,
        by_strictness={name: _at(counted, grades, n, epochs) for name, counted in STRICTNESS.items()},
        outcomes={ending.value: endings[ending] for ending in ENDINGS if ending is not NoReply.MISSING},
        kept_format=Share(n_kept, 0 if unknown else n, epochs),
        epochs=epochs,
    )


def with_means(found: F, weighed: F) -> F:
    """The figures with their counts of replies, but each share and mean as `weighed` has it.

    Args:
        weighed: the same figures of replies that count for parts, so that items weigh the same.
    """
    made: Any
    if isinstance(found, Share):
        made = replace(found, mean=with_means(found.value, cast("Share", weighed).value))
    elif is_dataclass(found) and not isinstance(found, type):
        names = [each.name for each in fields(found)]
        of = {name: with_means(getattr(found, name), getattr(weighed, name)) for name in names}
        made = replace(found, **of)
    elif isinstance(found, Mapping):
        made = {name: with_means(each, cast("Any", weighed)[name]) for name, each in found.items()}
    elif isinstance(found, tuple):
        made = tuple(map(with_means, found, cast("Any", weighed)))
    else:
        made = round(cast("float", weighed), 12) if isinstance(found, float) else found
    return cast("F", made)


def _at(
    counted: frozenset[Grade], grades: Mapping[tuple[Grade | None, bool], int], n: int, epochs: float
) -> Strictness:
    """Args: grades: grade and whether right → items."""
    right, wrong = (sum(grades.get((grade, correct), 0) for grade in counted) for correct in (True, False))
    return Strictness(Share(right + wrong, n, epochs), Share(right, n, epochs))


def missing_at_random_p(planned: Mapping[str, int], missing: Mapping[str, int]) -> float | None:
    """The chi-square test that items without a reply are spread over tasks as chance would have it.

    A small p says that some tasks are short of replies, so that figures over all tasks are not those of the
    whole run. Source: K. Pearson's test of a table of tasks × (missing, not missing), without correction.

    By hand, 2 of 10 and 6 of 10 missing, 4 of 10 expected in each: 4/4 + 4/4 + 4/6 + 4/6 = 3.333 on one
    degree of freedom, p = 0.0679.

    >>> round(missing_at_random_p({"ET": 10, "EC": 10}, {"ET": 2, "EC": 6}), 4)
    0.0679

    Args:
        planned: task → its items.
        missing: task → those without a reply; a task may be absent.

    Returns:
        None where there is nothing to test: one task, nothing missing, or everything.
    """
    n = np.array(list(planned.values()), dtype=float)
    without = np.array([missing.get(task, 0) for task in planned], dtype=float)
    if (n > 0).sum() < 2 or not 0 < without.sum() < n.sum():
        return None
    table = np.stack([without, n - without])[:, n > 0]
    return independence_p(table)


# Task → weight. An average is the weighted sum of its tasks' accuracies.
Weights: TypeAlias = Mapping[str, float]


def _mean_of(*tasks: str) -> Weights:
    return dict.fromkeys(tasks, 1 / len(tasks))


# MHGraphBench (section 4.3); the starred ones leave out RT, which has seven items. The gap says how much
# better a model recognises entities than it judges drugs and diseases: the paper names it, the formula is
# ours.
MHGRAPHBENCH: Mapping[str, Weights] = {
    "AvgE": _mean_of("ET", "EC"),
    "AvgR": _mean_of("FC", "RT", "RP"),
    "AvgR*": _mean_of("FC", "RP"),
    "AvgS": _mean_of("R1", "R2"),
    "AvgS+E": _mean_of("R1+E", "R2+E"),
    "AvgAll": _mean_of("ET", "EC", "FC", "RT", "RP", "R1", "R2", "R1+E", "R2+E"),
    "AvgAll*": _mean_of("ET", "EC", "FC", "RP", "R1", "R2", "R1+E", "R2+E"),
    "Gap": {"ET": 1 / 2, "EC": 1 / 2, "RP": -1 / 3, "R1": -1 / 3, "R2": -1 / 3},
}
MENTALBENCH_TYPES = ("type1", "type2", "type3", "type4")

# Group → its tasks: all items of a group together.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "entities": ("ET", "EC"),
    "relations": ("FC", "RT", "RP"),
    "two hops": ("R1", "R2"),
    "two hops with evidence": ("R1+E", "R2+E"),
}


def averages_for(tasks: Iterable[str], sizes: Mapping[str, int]) -> Mapping[str, Weights]:
    """The averages of the benchmark that the tasks belong to.

    Args:
        sizes: items per task in the benchmark. They weight MentalBench's overall accuracy (section 4:
            types of 1,725, 3,450, 6,525 and 13,050 cases).
    """
    asked = set(tasks)
    if asked & set(MHGRAPHBENCH["AvgAll"]):
        return MHGRAPHBENCH
    if asked & set(MENTALBENCH_TYPES) and set(MENTALBENCH_TYPES) <= set(sizes):
        total = sum(sizes[task] for task in MENTALBENCH_TYPES)
        return {"Overall": {task: sizes[task] / total for task in MENTALBENCH_TYPES}}
    return {}


def average(weights: Weights, accuracy: Mapping[str, float | None]) -> float | None:
    """One average; None if one of its tasks has no accuracy.

    >>> average(MHGRAPHBENCH["AvgE"], {"ET": 0.5, "EC": 0.75}), average(MHGRAPHBENCH["AvgR"], {"FC": 0.5})
    (0.625, None)
    """
    parts = [(weight, accuracy.get(task)) for task, weight in weights.items()]
    known: Sequence[float] = [weight * value for weight, value in parts if value is not None]
    return sum(known) if len(known) == len(parts) else None
