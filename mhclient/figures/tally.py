"""Scored items by kind: figures of accuracy and letters tell few items apart, however many there are.

Decision: docs/decisions/report.md, "The time of a report over fifteen runs".
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import tee
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from mhclient.figures.arrays import Bools, Floats, Ints, renumbered
from mhclient.read.scored import Scored

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
