"""Answers by what they say, where texts are labels: types, relations, yes and no.

Letters are shuffled from item to item, so a model that always says "none" spreads over all letters and looks
better than chance. Over texts it is seen for what it is: kappa 0, balanced accuracy one in so many labels.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchmark import Item, Mode
from mhclient.figures import confusion
from mhclient.figures.arrays import Floats, Ints
from mhclient.figures.estimate import DIFFERENCE, SHARE, Bounds, Estimate
from mhclient.figures.linear import LinearFigure
from mhclient.figures.metrics import Share
from mhclient.figures.smooth import smooth_estimate
from mhclient.read.scored import Scored

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

    def estimate(figure: confusion.Figure, within: Bounds) -> Estimate:
        return smooth_estimate(
            lambda cells: figure(confusion.as_tables(cells, n_labels)), codes, n_cells, mean, within
        )

    best = float(table.sum(1).max() / table.sum())
    right = (codes // (n_labels + 1) == codes % (n_labels + 1)).astype(np.float64)
    beyond = skill(mean.estimate(right), best)
    return LabelFigures(
        rows=tuple(_rows(table, labels, mean.per_item)),
        table=table,
        balanced_accuracy=estimate(confusion.balanced_accuracy, SHARE),
        kappa=estimate(confusion.kappa, DIFFERENCE),
        mcc=estimate(confusion.mcc, DIFFERENCE),
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
    value, se = (accuracy.value - best_constant) / left, accuracy.se / left
    within = -best_constant / left, 1.0
    return Estimate(value, se, accuracy.n_effective, within, freedom=accuracy.freedom)


def table_shares(table: Ints) -> Floats:
    """(n_labels, n_labels + 1) each row as shares of it; 0 for a label that is never right."""
    total = table.sum(1, keepdims=True)
    shares: Floats = table / np.maximum(total, 1)
    return shares
