"""Which items stand or fall together, as sums over sets of entities: nothing grows with the square of items.

Items that share a drug, a gene or a disease are right or wrong together, so their errors are correlated. S is
the matrix with S_ij = 1 where items i and j share an entity (and where i = j), else 0. It is never formed.
Inclusion–exclusion gives, for any numbers e over items,

    e'Se = Σ over sets A of entities of (−1)^(|A|+1) · (Σ of e over the items that have all of A)²

The terms of a set of entities that one item alone has need no sum: per item they come to a factor of e².

Entities have kinds (drugs, diseases): items that share a drug may be more, or less, alike than items that
share a disease. `by_kind` is the sharing of each kind alone.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from operator import add
from types import MappingProxyType
from typing import Any, TypeVar, cast

import numpy as np

from benchmark import Entity, Item
from mhclient.figures.numerics import Bools, Floats, Ints, digest, renumbered, summed_by

QUESTION = "question"  # the role and type of the entity that versions of one question share
NO_COPIES: Mapping[str, str] = MappingProxyType({})


class Entities(StrEnum):
    """The population that an interval is about."""

    SAMPLE = "sample"  # these entities stand for others like them
    FIXED = "fixed"  # these entities are all there are: items are independent


class ClusterBy(StrEnum):
    """The unit of clustering: what makes items depend on each other."""

    ENTITY = "entity"  # they share an entity
    TRIPLE = "triple"  # they are made from the same triples
    ITEM = "item"  # nothing: items are independent


def sharing_keys(
    items: Sequence[Item], by: ClusterBy, copies: Mapping[str, str] = NO_COPIES
) -> list[tuple[str, ...]]:
    """What each item may share with others: items with a key in common are correlated.

    By entity, an item has all of its entities; one without any has its own id, or that of the item whose twin
    with evidence it is. An item that asks what another asks shares the question with it.

    Args:
        copies: id of an item that asks what an earlier one asks → that one's id.
    """
    keys = _sharing_keys(items, by)
    return list(map(add, keys, copy_keys(items, copies))) if copies else keys


def copy_keys(items: Sequence[Item], copies: Mapping[str, str]) -> list[tuple[str, ...]]:
    """What items share whose question stands several times; the others share nothing."""
    if not copies:
        return [()] * len(items)
    repeated = set(copies.values())
    firsts = (copies.get(item.id, item.id) for item in items)
    return [(f"{QUESTION}|{first}",) if first in repeated else () for first in firsts]


def _sharing_keys(items: Sequence[Item], by: ClusterBy) -> list[tuple[str, ...]]:
    known: dict[tuple[str, ...], tuple[str, ...]] = {}  # items of a million have few sets of entities
    if by is not ClusterBy.ENTITY:
        return [known.setdefault(keys, keys) for keys in (_keys(item, by) for item in items)]
    of: dict[int, tuple[str, ...]] = {}  # most items have the same entities as others, and share these
    found = []
    for item in items:
        keys = of.get(id(item.entities)) if item.entities else _keys(item, by)
        if keys is None:
            keys = of[id(item.entities)] = _keys(item, by)
        found.append(known.setdefault(keys, keys))
    return found


def question_keys(items: Sequence[Item], copies: Mapping[str, str] = NO_COPIES) -> Iterator[str]:
    """What copies of one question have in common: its twins with evidence, and versions of a vignette."""
    of: dict[int, str | None] = {}
    for item in items:
        if id(item.entities) not in of:
            of[id(item.entities)] = _question(item.entities)
        base = str(item.details.get("base_item", item.id))
        yield of[id(item.entities)] or copies.get(base, base)


def _question(entities: Iterable[Entity]) -> str | None:
    return next((entity.key for entity in entities if entity.role == QUESTION), None)


def entity_kind(key: str) -> str:
    """The type of the entity whose key it is, as `sharing_keys` by entity gives them: a drug, a disease.

    >>> entity_kind("disease|MONDO|5090|schizophrenia")
    'disease'
    """
    return key.partition("|")[0]


def column_keys(items: Sequence[Item], column: str) -> list[tuple[str, ...]]:
    """Items with the same value of an imported column share it; one without a value shares nothing."""
    values = (item.details.get(column) for item in items)
    return [(str(value),) if value not in (None, "") else () for value in values]


def _keys(item: Item, by: ClusterBy) -> tuple[str, ...]:
    if by is ClusterBy.ENTITY and item.entities:
        return tuple(dict.fromkeys([entity.key for entity in item.entities]))
    if by is ClusterBy.TRIPLE and item.triples:
        return ("|".join(f"{each.head} {each.relation} {each.tail}" for each in item.triples),)
    return () if by is ClusterBy.ITEM else (str(item.details.get("base_item", item.id)),)


@dataclass(frozen=True, slots=True)
class SetsOfEntities:
    """The sets of entities that several groups have.

    Attributes:
        groups: the groups that have each set, set after set.
        starts: (n_sets,) where each set's groups begin.
        sizes: (n_sets,) how many groups have each set.
        signs: (n_sets,) +1 for sets of odd size, −1 for even.
        alone: (n_groups,) the signs of all other sets of a group, summed: those that it alone has.
    """

    groups: Ints
    starts: Ints
    sizes: Ints
    signs: Floats
    alone: Floats

    @classmethod
    def of(cls, entities: Ints) -> "SetsOfEntities":
        """Args: entities: (n_groups, most), rising, then −1."""
        groups, starts, signs = [], [], []
        alone = np.ones(len(entities))  # the signs of all sets of a group sum to 1
        offset = 0
        for level, (members, firsts) in enumerate(_levels(entities)):
            sign = -1.0 if level % 2 else 1.0
            groups.append(members)
            starts.append(firsts + offset)
            signs.append(np.full(len(firsts), sign))
            alone -= sign * np.bincount(members, minlength=len(entities))
            offset += len(members)
        none = np.zeros(0, dtype=np.int64)
        all_starts = np.concatenate([none, *starts])
        return cls(
            np.concatenate([none, *groups]),
            all_starts,
            np.diff(all_starts, append=offset),
            np.concatenate([np.zeros(0), *signs]),
            alone,
        )


def _levels(entities: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Sets of one entity, of two, …: the groups that have each set, and where each set begins.

    A set that one group alone has is no part of a larger set that several have, so it is dropped before the
    next level: few large sets are ever looked at.
    """
    group, place = np.nonzero(entities >= 0)
    number = entities[group, place]
    while len(group):
        _, set_of, counts = np.unique(number, return_inverse=True, return_counts=True)
        several = counts[set_of] > 1
        group, place, set_of = group[several], place[several], set_of[several]
        order = np.argsort(set_of, kind="stable")
        if len(group):
            yield group[order], np.flatnonzero(np.diff(set_of[order], prepend=-1))
        group, place, number = _extended(entities, group, place, set_of)


def _extended(entities: Ints, group: Ints, place: Ints, set_of: Ints) -> tuple[Ints, Ints, Ints]:
    """Every set with each of its group's entities that come after its last: group, place, and a number."""
    # (set, entity) → (sets of one group, one entry for each place after the last)
    after = (np.arange(entities.shape[1]) > place[:, None]) & (entities[group] >= 0)
    row, then = np.nonzero(after)
    added = entities[group[row], then]
    return group[row], then, set_of[row] * (int(entities.max(initial=-1)) + 1) + added


MOST_KEPT = 1_000_000  # sharing among some of the items is kept so often as they are so many in all: 8 bytes
FEW = 2_000  # of more items, sharing of each two kinds is worked out each time: there may be ten pairs
T = TypeVar("T")


def one_kind(key: str) -> str:
    """The kind of every entity where no kinds are told apart."""
    return ""


class ItemClusters:
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
        self._among: dict[bytes, ItemClusters] = {}
        self._of_kinds: dict[frozenset[int], ItemClusters] = {}
        self._known: dict[bytes, Any] = {}

    @classmethod
    def of(cls, keys: Sequence[Collection[str]], kind_of: Callable[[str], str] = one_kind) -> "ItemClusters":
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

    def among(self, rows: Ints) -> "ItemClusters":
        """Sharing among some of the items, in this order; kept for each choice of items."""
        if len(rows) == self.n_items and bool((rows == np.arange(self.n_items)).all()):
            return self
        key = digest(rows)
        if key in self._among:
            return self._among[key]
        groups, group_of = renumbered(self._group_of[rows])
        among = ItemClusters(group_of, self._entities[groups], self._kinds, self._names)
        if len(self._among) * self.n_items < MOST_KEPT:
            self._among[key] = among
        return among

    @cached_property
    def kinds(self) -> Ints:
        """The numbers of the kinds that entities of these items have, rising."""
        return np.unique(self._kinds[self._entities[self._entities >= 0]])

    @property
    def kind_names(self) -> tuple[str, ...]:
        """The names of these kinds, in their order."""
        return tuple(self._names[kind] for kind in self.kinds)

    @cached_property
    def by_kind(self) -> "tuple[ItemClusters, ...]":
        """Sharing of the entities of each kind alone, in the order of `kinds`."""
        return tuple(self.of_kinds([kind]) for kind in self.kinds)

    def of_kinds(self, kinds: Collection[int]) -> "ItemClusters":
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

    def _chosen(self, kinds: Collection[int]) -> "ItemClusters":
        kept = np.isin(self._kinds, list(kinds))
        last = np.iinfo(np.int64).max
        table = np.sort(np.where((self._entities >= 0) & kept[self._entities], self._entities, last), axis=1)
        table, groups = _different_rows(np.where(table == last, -1, table))
        group_of = groups[self._group_of]
        alone = table[group_of, 0] < 0  # no two of these share anything
        group_of[alone] = len(table) + np.arange(alone.sum())
        none = np.full((alone.sum(), table.shape[1]), -1, dtype=np.int64)
        table = np.concatenate([table, none])
        return ItemClusters(group_of.astype(np.int64), table, self._kinds, self._names)

    def known(self, key: bytes, make: Callable[[], T]) -> T:
        """What is known of this sharing under a key; made, and kept, where it is not. It is to be small."""
        if key not in self._known:
            self._known[key] = make()
        return cast("T", self._known[key])

    def quadratic(self, values: Floats) -> float:
        """e'Se.

        By hand, items with the entities (d1, s1), (d1, s2), (d2, s1), (d2, s2), all of them 1: every item
        shares with two others and itself, so 4 · 3 = 12.

        >>> shared = ItemClusters.of([("d1", "s1"), ("d1", "s2"), ("d2", "s1"), ("d2", "s2")])
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
