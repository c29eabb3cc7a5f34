"""What a run's figures are worked out from: its items counted by kind, and which of them depend."""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress
from operator import add, ne
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from benchmark import Item
from benchmark.same import copies_among
from benchmark.shortcuts import Guesses, Surroundings, best_guesses
from mhclient.errors import ReportError
from mhclient.figures.accuracy import Tally
from mhclient.figures.cluster_robust import LinearFigure, mean_of
from mhclient.figures.clustering import (
    ClusterBy,
    Entities,
    ItemClusters,
    column_keys,
    copy_keys,
    entity_kind,
    one_kind,
    question_keys,
    sharing_keys,
)
from mhclient.figures.confidence_intervals import SHARE
from mhclient.figures.coverage import CoverageBasis, Slice, parts_of_each
from mhclient.figures.numerics import Bools, Floats, Ints, digest, renumbered
from mhclient.read.scored import Scored
from mhclient.report.loading.loaded import LoadedBenchmark, LoadedRun
from mhclient.report.settings import Settings

RowsByTask: TypeAlias = dict[str, Ints]
K = TypeVar("K")
V = TypeVar("V")
MOST_KEPT = 1_000_000  # of a kind of figure, as many as have so many items together: twenty bytes for each


class DependentItems:
    """Which items of a set depend on each other, and their means: runs of the same items share it.

    Args:
        items: the items in the order of a run's rows; one that was asked several times has as many rows, one
            after the other.
        tasks: item id → its task, where items are grouped by something else: however they are shown, the
            figure over all of them is the same.
        copies: id of an item that asks what an earlier one asks → that one's id; found in the items unless
            it is told.

    Attributes:
        shared: which of the items share an entity, or what else they may share.
        tasks: (n_rows,) number of each row's task, from 0.
        item_of: (n_rows,) number of each row's item.
        question_of: (n_rows,) number of the question that each row's item is a copy of.
    """

    def __init__(
        self,
        items: Sequence[Item],
        settings: Settings,
        tasks: Mapping[str, str] | None = None,
        copies: Mapping[str, str] | None = None,
    ) -> None:
        ids = [item.id for item in items]
        new = list(map(ne, ids, [None, *ids[:-1]]))
        self._items = list(compress(items, new))
        self.item_of: Ints = np.cumsum(new, dtype=np.int64) - 1
        questions = dict[str, int]()
        self._copies = copies_among(self._items) if copies is None else copies
        asked = question_keys(self._items, self._copies)
        of_items = [questions.setdefault(key, len(questions)) for key in asked]
        self.question_of: Ints = np.array(of_items, dtype=np.int64)[self.item_of]
        self.shared = ItemClusters.of(_keys(self._items, settings, self._copies), _kind_of(settings))
        self._settings = settings
        numbers, own = dict[str, int](), tasks or {}
        self.tasks: Ints = np.array(
            [numbers.setdefault(own.get(item.id, item.task), len(numbers)) for item in items], dtype=np.int64
        )
        self._means: dict[bytes, LinearFigure] = {}
        self._coverage_bases: dict[bytes, CoverageBasis] = {}
        self._guesses: dict[tuple[str, bytes], Guesses | None] = {}
        self._rows_where: dict[str, Ints] = {}
        self._facts: dict[Callable[[Item], Any], ItemFacts] = {}
        self._averages: dict[tuple[str, bytes], LinearFigure] = {}
        self._surroundings: Surroundings | None = None

    @cached_property
    def items_by_task(self) -> "RowsByTask":
        """Task → the numbers of its items."""
        return rows_by_task(self._items)

    @cached_property
    def rows_by_task(self) -> "RowsByTask":
        """Task → the places of its rows, the tasks in the order in which they come."""
        of_items = self.items_by_task.items()
        return {task: np.flatnonzero(np.isin(self.item_of, items)) for task, items in of_items}

    def mean(self, rows: Ints, counted: Floats | None = None) -> LinearFigure:
        """The mean over the items in these places, of tasks together where they are of several.

        Args:
            counted: (n_rows,) 1 for those that it is over, or how far; None for all. Only means over all are
                kept.
        """
        weights = self.weights(rows)
        if counted is not None:
            shared, item_of = self._among(rows)
            counted = counted if weights is None else counted * weights
            return mean_of(shared, counted, self.parts(rows), SHARE, item_of)
        return self._kept(self._means, digest(rows), lambda: self._mean_of_all(rows, weights))

    def mean_given(self, rows: Ints, key: str) -> LinearFigure:
        """The mean over the items in these places, which all have the entity of this key.

        That entity is given: what else they share makes them depend on each other.
        """
        items, numbers = renumbered(self.item_of[rows])
        shared_by = _keys([self._items[item] for item in items], self._settings, self._copies)
        others = [tuple(each for each in keys if each != key) for keys in shared_by]
        shared = ItemClusters.of(others, _kind_of(self._settings))
        item_of = None if len(items) == len(rows) else numbers
        return mean_of(shared, self.weights(rows), self.parts(rows), SHARE, item_of)

    def weights(self, rows: Ints) -> Floats | None:
        """(n_rows,) for how much each reply counts, so that items weigh the same.

        None where all have as many replies: not where a log repeats some tasks, nor in a run under way.
        """
        if len(self._items) == len(self.item_of) or not len(rows):
            return None
        n_of = np.bincount(self.item_of[rows])[self.item_of[rows]]
        return None if (n_of == n_of[0]).all() else n_of.max() / n_of

    def _mean_of_all(self, rows: Ints, weights: Floats | None) -> LinearFigure:
        shared, item_of = self._among(rows)
        return mean_of(shared, weights, self.parts(rows), SHARE, item_of)

    def _kept(self, known: dict[K, V], key: K, make: Callable[[], V]) -> V:
        """What is known under a key; made, and kept for other runs of these items, where it is not.

        The more items there are, the less is kept.
        """
        if key in known:
            return known[key]
        made = make()
        if len(known) * len(self._items) < MOST_KEPT:
            known[key] = made
        return made

    def _among(self, rows: Ints) -> tuple[ItemClusters, Ints | None]:
        """Sharing among the items in these rows, and (n_rows,) their numbers; None where no item has two."""
        if len(self._items) == len(self.item_of):
            return self.shared.among(rows), None
        items, numbers = renumbered(self.item_of[rows])
        return self.shared.among(items), numbers

    def weighted(self, name: str, rows: Ints, weights: Floats) -> LinearFigure:
        """A weighted sum over the items in these places; its name stands for the weights."""

        def make() -> LinearFigure:
            shared, item_of = self._among(rows)
            return LinearFigure(shared, weights, self.parts(rows), SHARE, item_of)

        return self._kept(self._averages, (name, digest(rows)), make)

    def rows_where(self, name: str, fact_of: Callable[[Item], V], test: Callable[[V], bool]) -> Ints:
        """The places of items that pass a test of a fact of the item alone; its name stands for the test.

        A fact can be hashed: one that many items have in common is tested once.
        """

        def make() -> Ints:
            if fact_of not in self._facts:
                self._facts[fact_of] = ItemFacts.of(map(fact_of, self._items))
            return np.flatnonzero(self._facts[fact_of].passing(test)[self.item_of])

        return self._kept(self._rows_where, name, make)

    def parts(self, rows: Ints) -> Ints:
        """(n_rows,) number of each item's task among those of these items, from 0 without gaps."""
        return renumbered(self.tasks[rows])[1]

    def best_guesses(self, task: str, rows: Ints, graph: Slice | None) -> Guesses | None:
        """What the task's best shortcut answers to the items in these places; None where there is none."""

        def make() -> Guesses | None:
            # Each item once: what is learnt from one repetition must not be tried on another.
            items, of = renumbered(self.item_of[rows])
            found = best_guesses(task, [self._items[item] for item in items], self._around(graph))
            return found and _spread(found, of)

        return self._kept(self._guesses, (task, digest(rows)), make)

    def _around(self, graph: Slice | None) -> Surroundings:
        """What the items' graph says; it is one and the same for all of their tasks."""
        if self._surroundings is None:
            self._surroundings = Surroundings() if graph is None else Surroundings.of(graph.triples)
        return self._surroundings

    def coverage_basis(self, rows: Ints, graph: Slice) -> CoverageBasis:
        """What the coverage of the items in these places rests on."""

        def make() -> CoverageBasis:
            items = [self._items[row] for row in self.item_of[rows]]
            parts = parts_of_each(items, self._settings.coverage)
            shared, item_of = self._among(rows)
            return CoverageBasis(parts, graph, shared, self.parts(rows), item_of)

        return self._kept(self._coverage_bases, digest(rows), make)


def _spread(found: Guesses, of: Ints) -> Guesses:
    """What was found of items, for each row. Args: of: (n_rows,) the item's number."""
    return replace(
        found,
        answers=tuple(found.answers[number] for number in of),
        right=tuple(found.right[number] for number in of),
    )


def _keys(items: Sequence[Item], settings: Settings, copies: Mapping[str, str]) -> Sequence[tuple[str, ...]]:
    """What each item may share with others; a question that stands twice is one cluster in any case."""
    asked_again = copy_keys(items, copies)
    if settings.entities is Entities.FIXED:
        return asked_again
    if settings.column is not None:
        keys = column_keys(items, settings.column)
        if not any(keys):
            raise ReportError(
                f"`cluster={settings.column}`: no item has such a column. It is entity, triple, item, or a "
                "column of the file that questions were imported from."
            )
        return list(map(add, keys, asked_again))
    return sharing_keys(items, settings.cluster_by, copies)


def _kind_of(settings: Settings) -> Callable[[str], str]:
    """Entities are of kinds; triples and values of a column are all of one."""
    by_entity = settings.column is None and settings.cluster_by is ClusterBy.ENTITY
    return entity_kind if by_entity else one_kind


class Sharings:
    """One `DependentItems` per set of items."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._made: dict[tuple[str, tuple[str, ...]], DependentItems] = {}

    def over(
        self, benchmark: LoadedBenchmark, scored: Sequence[Scored], ids: Iterable[str] | None = None
    ) -> DependentItems:
        """That of these items. Args: ids: theirs, where they are known."""
        key = benchmark.digest, tuple([item.item.id for item in scored] if ids is None else ids)
        if key not in self._made:
            self._made[key] = DependentItems(
                [item.item for item in scored], self.settings, benchmark.tasks_before, benchmark.copies
            )
        return self._made[key]


@dataclass(frozen=True, slots=True)
class Basis:
    """What a block works its figures of a run out from; gone once the run is summarised.

    Attributes:
        tally: the items by kind, with arrays over all of them.
        of_task: task → (n,) the places of its items.
        sharing: which of the run's items depend on each other.
    """

    run: LoadedRun
    tally: Tally
    of_task: RowsByTask
    sharing: DependentItems
    settings: Settings
    _found: dict[Callable[["Basis"], Any], Any] = field(default_factory=dict)

    def asked_where(self, name: str, test: Callable[[Item], bool]) -> Ints:
        """The places of items that were asked and pass a test of the item alone; its name stands for it."""
        rows = self.sharing.rows_where(name, test, bool)
        asked: Ints = rows[self.tally.asked[rows]]
        return asked

    def get(self, figures: Callable[["Basis"], V]) -> V:
        """What a function makes of this basis, worked out when it is first asked for."""
        if figures not in self._found:
            self._found[figures] = figures(self)
        return cast("V", self._found[figures])

    @classmethod
    def of(cls, run: LoadedRun, sharings: Sharings) -> "Basis":
        """The basis of a run's figures."""
        over = sharings.over(run.benchmark, run.scored, run.names if run.spec.epochs == 1 else None)
        return cls(run, run.tally, over.rows_by_task, over, sharings.settings)


def rows_by_task(scored: Sequence[Scored | Item]) -> RowsByTask:
    """Task → the places of its items, the tasks in the order in which they come."""
    rows: dict[str, list[int]] = {}
    for row, item in enumerate(scored):
        rows.setdefault(item.task, []).append(row)
    return {task: np.array(places, dtype=np.int64) for task, places in rows.items()}


class ItemFacts(NamedTuple):
    """A fact of each item: one byte for each where few facts differ, so that it is kept of however many.

    Attributes:
        different: those that are not alike.
        of_items: (n_items,) the place of each item's fact among them.
    """

    different: list[Any]
    of_items: NDArray[np.unsignedinteger[Any]]

    @classmethod
    def of(cls, facts: Iterable[Any]) -> "ItemFacts":
        numbers: dict[Any, int] = {}
        places = array("L", (numbers.setdefault(fact, len(numbers)) for fact in facts))
        return cls(list(numbers), np.array(places, dtype=np.min_scalar_type(len(numbers))))

    def passing(self, test: Callable[[Any], bool]) -> Bools:
        """(n_items,) whether each passes."""
        passes: Bools = np.array([bool(test(fact)) for fact in self.different], dtype=bool)
        of_items: Bools = passes[self.of_items]
        return of_items
