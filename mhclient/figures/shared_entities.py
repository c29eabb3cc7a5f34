"""Which items share an entity, as sums over sets of entities: nothing here grows with the square of items.

Items that share a drug, a gene or a disease are right or wrong together, so their errors are correlated. S is
the matrix with S_ij = 1 where items i and j share an entity (and where i = j), else 0. It is never formed.
Inclusion–exclusion gives, for any numbers e over items,

    e'Se = Σ over sets A of entities of (−1)^(|A|+1) · (Σ of e over the items that have all of A)²

The terms of a set of entities that one item alone has need no sum: per item they come to a factor of e².

Entities have kinds (drugs, diseases): items that share a drug may be more, or less, alike than items that
share a disease. `by_kind` is the sharing of each kind alone.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np

from mhclient.figures.arrays import Bools, Floats, Ints, digest, renumbered, summed_by
from mhclient.figures.sets_of_entities import SetsOfEntities

MOST_KEPT = (
    50_000  # of more items, sharing among some of them is worked out each time: it has 8 bytes for each
)
FEW = 2_000  # of more items, sharing of each two kinds is worked out each time: there may be ten pairs
T = TypeVar("T")


def one_kind(key: str) -> str:
    """The kind of every entity where no kinds are told apart."""
    return ""


class SharedEntities:
    """The items that share an entity.

    Attributes:
        n_items: how many items there are.
    """

    def __init__(self, group_of: Ints, entities: Ints, kinds: Ints, names: Sequence[str]) -> None:
        """Args:
        group_of: (n_items,) items of one group have the same shared entities.
        entities: (n_groups, most) the numbers of each group's entities, rising, then −1.
        kinds: (n_entities,) the number of each entity's kind.
        names: (n_kinds,) what the kinds are called.
        """
        self._group_of = group_of
        self._entities = entities
        self._kinds = kinds
        self._names = names
        self._among: dict[bytes, SharedEntities] = {}
        self._of_kinds: dict[frozenset[int], SharedEntities] = {}
        self._known: dict[bytes, Any] = {}

    @classmethod
    def of(
        cls, keys: Sequence[Collection[str]], kind_of: Callable[[str], str] = one_kind
    ) -> "SharedEntities":
        """Args:
        keys: per item its entities; one without any shares nothing.
        kind_of: the kind of an entity.

        An entity that one item alone has is left out: it changes nothing.
        """
        alike = Counter(map(tuple, keys))  # many items have the same entities: these are looked at once
        frequency: Counter[str] = Counter()
        for of_items, n in alike.items():
            frequency.update(dict.fromkeys(of_items, n))
        numbers: dict[str, int] = {}
        groups: dict[object, int] = {}
        shared: dict[tuple[str, ...], tuple[int, ...]] = {}
        for of_items in alike:
            # Numbered in the order in which they come: a set's order differs from process to process.
            several = [key for key in dict.fromkeys(of_items) if frequency[key] > 1]
            shared[of_items] = tuple(sorted([numbers.setdefault(key, len(numbers)) for key in several]))
        of = [
            groups.setdefault(shared[tuple(of_item)] or f"item {place}", len(groups))
            for place, of_item in enumerate(keys)
        ]
        names, kinds = np.unique([kind_of(key) for key in numbers], return_inverse=True)
        table = _padded(list(groups))
        return cls(np.array(of, dtype=np.int64), table, kinds.astype(np.int64), names.tolist())

    @property
    def n_items(self) -> int:
        return len(self._group_of)

    def among(self, rows: Ints) -> "SharedEntities":
        """Sharing among some of the items, in this order; kept for each choice of items."""
        if len(rows) == self.n_items and bool((rows == np.arange(self.n_items)).all()):
            return self
        key = digest(rows)
        if key in self._among:
            return self._among[key]
        groups, group_of = renumbered(self._group_of[rows])
        among = SharedEntities(group_of, self._entities[groups], self._kinds, self._names)
        if self.n_items <= MOST_KEPT:
            self._among[key] = among
        return among

    @cached_property
    def kinds(self) -> Ints:
        """The numbers of the kinds that entities of these items have, rising."""
        return np.unique(self._kinds[self._entities[self._entities >= 0]])

    @property
    def kind_names(self) -> tuple[str, ...]:
        """What these are called, in their order."""
        return tuple(self._names[kind] for kind in self.kinds)

    @cached_property
    def by_kind(self) -> "tuple[SharedEntities, ...]":
        """Sharing of the entities of each kind alone, in the order of `kinds`."""
        return tuple(self.of_kinds([kind]) for kind in self.kinds)

    def of_kinds(self, kinds: Collection[int]) -> "SharedEntities":
        """Sharing of the entities of these kinds alone; of few items it is kept for each choice of kinds."""
        if set(self.kinds.tolist()) <= set(kinds):
            return self
        key = frozenset(kinds)
        if key in self._of_kinds:
            return self._of_kinds[key]
        chosen = self._chosen(kinds)
        if self.n_items <= FEW:
            self._of_kinds[key] = chosen
        return chosen

    def _chosen(self, kinds: Collection[int]) -> "SharedEntities":
        kept = np.isin(self._kinds, list(kinds))
        last = np.iinfo(np.int64).max
        table = np.sort(np.where((self._entities >= 0) & kept[self._entities], self._entities, last), axis=1)
        table, groups = _different_rows(np.where(table == last, -1, table))
        group_of = groups[self._group_of]
        alone = table[group_of, 0] < 0  # no two of these share anything
        group_of[alone] = len(table) + np.arange(alone.sum())
        none = np.full((alone.sum(), table.shape[1]), -1, dtype=np.int64)
        table = np.concatenate([table, none])
        return SharedEntities(group_of.astype(np.int64), table, self._kinds, self._names)

    def known(self, key: bytes, make: Callable[[], T]) -> T:
        """What is known of this sharing under a key; made, and kept, where it is not. It is to be small."""
        if key not in self._known:
            self._known[key] = make()
        return cast("T", self._known[key])

    def quadratic(self, values: Floats) -> float:
        """e'Se.

        By hand, items with the entities (d1, s1), (d1, s2), (d2, s1), (d2, s2), all of them 1: every item
        shares with two others and itself, so 4 · 3 = 12.

        >>> shared = SharedEntities.of([("d1", "s1"), ("d1", "s2"), ("d2", "s1"), ("d2", "s2")])
        >>> shared.quadratic(np.ones(4))
        12.0

        Args:
            values: (n_items,).
        """
        sets = self._sets
        sums = summed_by(self._group_of, values, len(self._entities))
        total = float(sets.alone @ (sums * sums))
        if len(sets.starts):
            together = np.add.reduceat(sums[sets.groups], sets.starts)
            total += float(sets.signs @ (together * together))
        return total

    def summed_over_sharing(self, values: Floats, rows: Ints | None = None) -> Floats:
        """(n_items,) Se: for each item, the sum over the items that share with it, and itself.

        Args:
            values: (n_items,).
            rows: the items whose values these are, where those of all others are 0.
        """
        sets = self._sets
        group_of = self._group_of if rows is None else self._group_of[rows]
        sums = summed_by(group_of, values, len(self._entities))
        total = sets.alone * sums
        if len(sets.starts):
            together = np.add.reduceat(sums[sets.groups], sets.starts) * sets.signs
            total += summed_by(sets.groups, np.repeat(together, sets.sizes), len(total))
        summed: Floats = total[self._group_of]
        return summed

    def draw_effects(self, draw: "np.random.Generator", by_kind: Mapping[str, float] | None = None) -> Floats:
        """(n_items,) standard normal numbers that are correlated as far as items have entities in common.

        Args:
            by_kind: name of a kind → how much of the variance lies with its entities, together 1; what lies
                with a kind of which an item has no shared entity is the item's own. Unless told, each of an
                item's entities counts as much as any other.
        """
        entities = draw.standard_normal(int(self._entities.max(initial=-1)) + 2)
        entities[-1] = 0.0  # what −1, no entity, stands for
        own = draw.standard_normal(self.n_items)
        effects, left = np.zeros(len(self._entities)), np.ones(len(self._entities))
        for share, counted in self._drawn(by_kind or {}):
            n = counted.sum(1)
            effects += np.sqrt(share / np.maximum(n, 1)) * np.where(counted, entities[self._entities], 0).sum(
                1
            )
            left -= np.where(n > 0, share, 0.0)
        drawn: Floats = effects[self._group_of] + np.sqrt(np.maximum(left, 0.0))[self._group_of] * own
        return drawn

    def _drawn(self, by_kind: Mapping[str, float]) -> Iterator[tuple[float, Bools]]:
        """How much of the variance lies with some of the entities, and (n_groups, most) which these are."""
        if not by_kind:
            yield 1.0, self._entities >= 0
        for kind, name in zip(self.kinds, self.kind_names, strict=True):
            if share := by_kind.get(name, 0.0):
                yield share, (self._entities >= 0) & (self._kinds[self._entities] == kind)

    @cached_property
    def _sets(self) -> SetsOfEntities:
        return SetsOfEntities.of(self._entities)


def _different_rows(table: Ints) -> tuple[Ints, Ints]:
    """The rows that differ, rising, and (n_rows,) the place of each among them; of numbers from −1.

    As `np.unique(table, axis=0, return_inverse=True)`, which compares rows number by number: here a row is
    one number, where that has room for it.
    """
    base, n_columns = int(table.max(initial=-1)) + 2, table.shape[1]
    if base**n_columns > np.iinfo(np.int64).max:
        rows, places = np.unique(table, axis=0, return_inverse=True)
        return rows, places
    codes = (table + 1) @ (base ** np.arange(n_columns - 1, -1, -1, dtype=np.int64))
    _, firsts, places = np.unique(codes, return_index=True, return_inverse=True)
    return table[firsts], places


def _padded(groups: Sequence[object]) -> Ints:
    """(n_groups, most) entities of each group, rising, then −1; a group that is no tuple has none."""
    rows = [group if isinstance(group, tuple) else () for group in groups]
    table = np.full((len(rows), max(map(len, rows), default=0)), -1, dtype=np.int64)
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return table
