"""Answers as classes: the table of what was said against what is right, and the figures that follow from it.

A table is (..., L, L + 1): a row per gold label, a column per label said, the last column for what could not
be read. Every function of tables works on many at once. Kappa, MCC and balanced accuracy are smooth functions
of the table: for small changes a weighted sum over items, of which each weighs as much as one more item in
its cell would change the figure. The variance of that sum is worked out as for any other
(`cluster_robust.py`), so that items which share entities depend here too. Source: F. R. Hampel, "The
influence curve and its role in robust estimation", 1974 (also known as the delta method, or linearisation).

Labels are letters, or texts where texts are labels (types, relations, yes and no). Letters are shuffled from
item to item, so a model that always says "none" spreads over all letters and looks better than chance. Over
texts it is seen for what it is: kappa 0, balanced accuracy one in so many labels.

Items with several right answers (MentalBench) compare sets with sets; their classes are what the options
stand for (disorders). An item from which nothing was read says the empty set.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from benchmark import Item, Mode
from mhclient.figures.accuracy import Counted
from mhclient.figures.cluster_robust import LinearFigure
from mhclient.figures.confidence_intervals import ANY, DIFFERENCE, SHARE, UNDEFINED, Bounds, Estimate
from mhclient.figures.numerics import Floats, Ints, ratio
from mhclient.figures.proportion_intervals import Share, share
from mhclient.read.scored import Scored

# From tables (..., n_cells) to figures (...); NaN where undefined.
OfTable: TypeAlias = Callable[[Floats], Floats]
STEP = 1e-4  # items: small against the least count there is, large against rounding
# Slopes that are all below this are rounding: a figure of about 1 is known to 1e-16, and divided by STEP.
NO_SLOPE = 1e-11


def smooth_estimate(
    figure: OfTable, codes: Ints, n_cells: int, mean: LinearFigure, within: Bounds = ANY
) -> Estimate:
    """A figure of a table, with its standard error.

    Args:
        codes: (n_items,) each item's cell.
        mean: the mean over these items.
        within: what the figure can be.
    """
    table = np.bincount(codes, minlength=n_cells).astype(np.float64)
    value = float(figure(table))
    if np.isnan(value):
        return UNDEFINED
    influence = len(codes) * slopes(figure, table)[codes]
    return mean.estimate_smooth(value, influence, within)


def slopes(figure: OfTable, table: Floats) -> Floats:
    """(n_cells,) how fast the figure grows with each cell; 0 for cells without items, which none looks up."""
    cells = np.flatnonzero(table)
    steps = np.zeros((len(cells), len(table)))
    steps[np.arange(len(cells)), cells] = STEP
    found = np.zeros(len(table))
    found[cells] = (figure(table + steps) - figure(table - steps)) / (2 * STEP)
    found = np.nan_to_num(found)
    return found if np.abs(found).max(initial=0.0) >= NO_SLOPE else np.zeros(len(table))


# From tables (..., L, L + 1) to figures (...); NaN where undefined.
Figure: TypeAlias = Callable[[Floats], Floats]


def cell(item: Scored, n_letters: int) -> int:
    """The item's cell, row by row; it is of mode single and was asked."""
    column = n_letters if item.said is None else _place(item.said)
    return _place(item.gold) * (n_letters + 1) + column


def _place(letters: frozenset[str]) -> int:
    (letter,) = letters
    return ord(letter) - ord("A")


def as_tables(counts: Floats, n_letters: int) -> Floats:
    """(..., cells) as (..., L, L + 1)."""
    return counts.reshape(*counts.shape[:-1], n_letters, n_letters + 1)


def answered_only(tables: Floats) -> Floats:
    """The tables without what could not be read."""
    return np.concatenate([tables[..., :-1], np.zeros_like(tables[..., :1])], axis=-1)


def prediction_a_rate(tables: Floats) -> Floats:
    """The share of A among what was read."""
    return ratio(tables[..., 0].sum(-1), tables[..., :-1].sum((-2, -1)))


def balanced_accuracy(tables: Floats) -> Floats:
    """The mean over gold letters of the accuracy on their items; unread counts as wrong."""
    recall = ratio(np.diagonal(tables, axis1=-2, axis2=-1), tables.sum(-1))
    measured = ~np.isnan(recall)
    return ratio(np.where(measured, recall, 0.0).sum(-1), measured.sum(-1).astype(float))


def kappa(tables: Floats) -> Floats:
    """Cohen's kappa of what was said and the gold: agreement beyond what the letters' frequencies give.

    What could not be read is a category of its own, which never agrees.

    By hand, [[3, 1, 0], [1, 3, 0]]: observed 6/8; expected (4*4 + 4*4) / 64 = 1/2; kappa 0.25 / 0.5 = 0.5.

    >>> float(kappa(np.array([[3.0, 1, 0], [1, 3, 0]])))
    0.5
    """
    total = tables.sum((-2, -1))
    # Of counts, not of shares: whoever says one thing alone has 0, not what is left by rounding.
    expected = (tables.sum(-1) * tables.sum(-2)[..., :-1]).sum(-1)
    return ratio(_right(tables) * total - expected, total**2 - expected)


def mcc(tables: Floats) -> Floats:
    """Matthews' correlation of what was said and the gold, for any number of letters.

    Source: J. Gorodkin, "Comparing two K-category assignments by a K-category correlation coefficient", 2004.
    What could not be read is a category of its own.

    By hand, [[3, 1, 0], [1, 3, 0]], as for two categories: (3*3 - 1*1) / sqrt(4*4*4*4) = 0.5.

    >>> float(mcc(np.array([[3.0, 1, 0], [1, 3, 0]])))
    0.5
    """
    total = tables.sum((-2, -1))
    gold, said = tables.sum(-1), tables.sum(-2)
    covariance = _right(tables) * total - (gold * said[..., :-1]).sum(-1)
    spread = np.sqrt((total**2 - (gold**2).sum(-1)) * (total**2 - (said**2).sum(-1)))
    return ratio(covariance, spread)


def _right(tables: Floats) -> Floats:
    right: Floats = np.diagonal(tables, axis1=-2, axis2=-1).sum(-1)
    return right


MOST_LABELS = 10


@dataclass(frozen=True, slots=True)
class LabelRow:
    """One label: how often it is right, said (of what was read), and said where it is right."""

    text: str
    gold: Share
    said: Share
    recall: Share


@dataclass(frozen=True, slots=True)
class LabelFigures:
    """One task's answers by their texts.

    Attributes:
        rows: per label.
        table: (n_labels, n_labels + 1) items by the text that is right and the text said, unread ones last.
        balanced_accuracy, kappa, mcc: unread counts as wrong, and as a label of its own.
        best_constant: the accuracy of always saying the label that is right most often.
        skill: how much of the way from there to all right: (accuracy − best) / (1 − best).
    """

    rows: tuple[LabelRow, ...]
    table: Ints
    balanced_accuracy: Estimate
    kappa: Estimate
    mcc: Estimate
    best_constant: float
    skill: Estimate


def labels_of(items: Iterable[Item]) -> tuple[str, ...]:
    """The texts that are labels of these items, in order; none where options differ from item to item."""
    texts: set[str] = set()
    for item in items:
        texts.update(item.options.values())
        if item.mode is not Mode.SINGLE or len(texts) > MOST_LABELS:
            return ()
    return tuple(sorted(texts))


def label_codes(asked: Sequence[Scored], labels: Sequence[str]) -> Ints:
    """(n_items,) each item's cell: row by row, the text that is right and the text said."""
    place = {text: at for at, text in enumerate(labels)}
    wide = len(labels) + 1
    return np.array([place[_gold(item)] * wide + _said(item, place) for item in asked], dtype=np.int64)


def _gold(item: Scored) -> str:
    return item.item.options[item.item.gold[0]]


def _said(item: Scored, place: dict[str, int]) -> int:
    prediction = item.prediction
    if not prediction:
        return len(place)
    (letter,) = prediction
    return place[item.item.options[letter]]


def label_figures(codes: Ints, labels: Sequence[str], mean: LinearFigure) -> LabelFigures:
    """The figures of one task.

    Args:
        codes: (n_items,) as from `label_codes`.
        mean: the mean over these items.
    """
    n_labels = len(labels)
    n_cells = n_labels * (n_labels + 1)
    table = np.bincount(codes, minlength=n_cells).reshape(n_labels, n_labels + 1)

    def estimate(figure: Figure, within: Bounds) -> Estimate:
        return smooth_estimate(lambda cells: figure(as_tables(cells, n_labels)), codes, n_cells, mean, within)

    best = float(table.sum(1).max() / table.sum())
    right = (codes // (n_labels + 1) == codes % (n_labels + 1)).astype(np.float64)
    beyond = skill(mean.estimate(right), best)
    return LabelFigures(
        rows=tuple(_rows(table, labels, mean.per_item)),
        table=table,
        balanced_accuracy=estimate(balanced_accuracy, SHARE),
        kappa=estimate(kappa, DIFFERENCE),
        mcc=estimate(mcc, DIFFERENCE),
        best_constant=best,
        skill=_of_constant(beyond) if _is_best_constant(table) else beyond,
    )


def _is_best_constant(table: Ints) -> bool:
    """Whether one answer alone is given, and it is the best constant: then skill is 0 by construction."""
    return bool(np.count_nonzero(table.sum(0)) == 1 and np.trace(table) == table.sum(1).max())


def _of_constant(beyond: Estimate) -> Estimate:
    """The skill of the best constant: no sum of shares, of which rounding is left, and no interval."""
    return replace(beyond, value=None if beyond.value is None else 0.0, se=None)


def _rows(table: Ints, labels: Sequence[str], of_each: float) -> Iterable[LabelRow]:
    n, n_read = int(table.sum()), int(table[:, :-1].sum())
    for place, text in enumerate(labels):
        gold, said, right = (
            int(part) for part in (table[place].sum(), table[:, place].sum(), table[place, place])
        )
        yield LabelRow(
            text, Share(gold, n, of_each), Share(said, n_read, of_each), Share(right, gold, of_each)
        )


def skill(accuracy: Estimate, best_constant: float) -> Estimate:
    """Accuracy beyond a constant answer, as a share of what there is beyond it.

    The best constant is taken as known. It is 1 at most, and least where nothing is right. By hand, 0.73
    where 0.46 is had by always saying "none": 0.27/0.54.

    >>> round(skill(Estimate(0.73, 0.02, 50.0), 0.46).value, 4)
    0.5
    """
    if accuracy.value is None or accuracy.se is None or best_constant >= 1:
        return Estimate(None, None, accuracy.n_effective)
    left = 1 - best_constant

    def beyond(share: float) -> float:
        return (share - best_constant) / left

    return replace(
        accuracy,
        value=beyond(accuracy.value),
        se=accuracy.se / left,
        at=None if accuracy.at is None else beyond(accuracy.at),
        within=(beyond(0.0), 1.0),
        given=None,
    )


def table_shares(table: Ints) -> Floats:
    """(n_labels, n_labels + 1) each row as shares of it; 0 for a label that is never right."""
    total = table.sum(1, keepdims=True)
    shares: Floats = table / np.maximum(total, 1)
    return shares


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
