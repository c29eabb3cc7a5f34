"""Items with several right answers (MentalBench): sets against sets, and which classes are taken for which.

The classes are what the options stand for (disorders). An item from which nothing was read says the empty
set.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmark import Item, Mode
from mhclient.figures.metrics import Share, share
from mhclient.figures.tally import Counted
from mhclient.read.scored import Scored


@dataclass(frozen=True, slots=True)
class Prf:
    """Precision, recall and F1; None where undefined."""

    precision: float | None
    recall: float | None
    f1: float | None

    @classmethod
    def of(cls, right: int, said: int, gold: int) -> "Prf":
        """From counts. By hand, 2 right of 4 said and 3 gold: 0.5, 2/3, 4/7.

        >>> Prf.of(2, 4, 3).f1 == 4 / 7
        True
        """
        return cls(share(right, said), share(right, gold), share(2 * right, said + gold))


@dataclass(frozen=True, slots=True)
class SetFigures:
    """One task whose items ask for one or more letters.

    Attributes:
        exact: the set said is the gold.
        jaccard: mean over items of shared letters among all letters said or gold.
        over, under, incorrect, unread: a strict superset of the gold (over-diagnosis), a strict subset
            (under-diagnosis), any other set, nothing; with `exact` they are all items asked.
        micro: from the counts of letters over all items.
        macro: mean over classes of each class's figures; the precision of one that was never said is 0, as in
            scikit-learn.
        by_item: mean over items of each item's figures; an unread item's are 0.
    """

    exact: Share
    jaccard: float | None
    over: Share
    under: Share
    incorrect: Share
    unread: Share
    micro: Prf
    macro: Prf
    by_item: Prf


@dataclass(frozen=True, slots=True)
class ClassRow:
    """One class in one task: items whose gold holds it, and how many of them are right as a whole."""

    name: str
    task: str
    correct: Share
    figures: Prf


@dataclass(frozen=True, slots=True)
class ConfusedPair:
    """A class that was left out where it is gold, and one that was said instead, and in how many items."""

    gold: str
    said: str
    n: int


def set_figures(asked: Counted, epochs: float = 1) -> SetFigures:
    """The figures of one task's items; all were asked.

    Args:
        epochs: replies to an item, on average.
    """
    n = sum(count for _, count in asked)
    sets = [(item.gold, item.said or frozenset(), count) for item, count in asked]
    over = sum(count for gold, said, count in sets if said > gold)
    under = sum(count for gold, said, count in sets if said and said < gold)
    unread = sum(count for item, count in asked if item.said is None)
    exact = sum(count for item, count in asked if item.correct)
    return SetFigures(
        exact=Share(exact, n, epochs),
        jaccard=_mean([(len(gold & said) / len(gold | said), count) for gold, said, count in sets]),
        over=Share(over, n, epochs),
        under=Share(under, n, epochs),
        incorrect=Share(n - exact - over - under - unread, n, epochs),
        unread=Share(unread, n, epochs),
        micro=Prf.of(
            sum(count * len(gold & said) for gold, said, count in sets),
            sum(count * len(said) for _, said, count in sets),
            sum(count * len(gold) for gold, _, count in sets),
        ),
        macro=_mean_prf([(row.figures, 1) for row in class_rows(asked)]),
        by_item=_mean_prf(
            [(Prf.of(len(gold & said), len(said) or 1, len(gold)), count) for gold, said, count in sets]
        ),
    )


def class_rows(asked: Counted) -> tuple[ClassRow, ...]:
    """Every class in every task, by name."""
    right, said, gold, exact, n = (Counter[tuple[str, str]]() for _ in range(5))
    for item, count in asked:
        in_gold, in_said = classes(item)
        for name in in_gold | in_said:
            place = (name, item.task)
            right[place] += count * (name in in_gold and name in in_said)
            said[place] += count * (name in in_said)
            gold[place] += count * (name in in_gold)
            exact[place] += count * (name in in_gold and item.correct)
            n[place] += count * (name in in_gold)
    return tuple(
        ClassRow(*place, Share(exact[place], n[place]), Prf.of(right[place], said[place], gold[place]))
        for place in sorted(said | gold)
    )


def confused_pairs(asked: Sequence[Scored]) -> list[ConfusedPair]:
    """Which class was said instead of which, the most frequent first."""
    pairs = Counter(pair for item in asked for pair in _confused(item))
    return [
        ConfusedPair(*pair, n) for pair, n in sorted(pairs.items(), key=lambda entry: (-entry[1], entry[0]))
    ]


def _confused(item: Scored) -> Iterator[tuple[str, str]]:
    gold, said = classes(item)
    return ((missed, added) for missed in sorted(gold - said) for added in sorted(said - gold))


def has_sets(item: Item) -> bool:
    """Whether options stand for classes: of items of mode multi, and of those that could be."""
    return item.mode is Mode.MULTI or "option_ids" in item.details


def classes(item: Scored) -> tuple[set[str], set[str]]:
    """What gold and prediction stand for: the texts of their options."""
    options = item.item.options
    return {options[letter] for letter in item.item.gold}, {
        options[letter] for letter in item.prediction or ()
    }


def _mean_prf(figures: Sequence[tuple[Prf, int]]) -> Prf:
    """The mean of each figure; an undefined one counts as 0."""
    return Prf(
        _mean([(figure.precision or 0.0, count) for figure, count in figures]),
        _mean([(figure.recall or 0.0, count) for figure, count in figures]),
        _mean([(figure.f1 or 0.0, count) for figure, count in figures]),
    )


def _mean(values: Sequence[tuple[float, int]]) -> float | None:
    """The mean of values that stand so often."""
    n = sum(count for _, count in values)
    return sum(value * count for value, count in values) / n if n else None
