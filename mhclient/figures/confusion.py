"""The table of what was said against what is right, and the figures that follow from it alone.

A table is (..., L, L + 1): a row per gold letter, a column per letter said, the last column for what
could not be read. Every function works on many tables at once, since a figure's interval is the figure of
every resample's table.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from mhclient.figures.arrays import Floats, ratio
from mhclient.read.scored import Scored

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
