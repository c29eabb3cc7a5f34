"""Items out of a store, checked whole: anyone may have made it, and what cannot be scored is not asked.

Decision: docs/decisions/report.md, "What items share is found without a look at their texts".
"""

import sys
from collections.abc import Hashable, Iterable
from operator import is_
from typing import TypeVar

from benchmark import Item
from benchmark.checks import item_from_line
from cache import BenchmarkItem
from mhclient.errors import UsageError

T = TypeVar("T", bound=Hashable)
# Of so many parts the reader of items gives one and the same again (`benchmark.checks`), but not of more.
MOST_BY_ID = 30_000


class SharedParts:
    """What many items have in common, kept once: a benchmark of a million items names few entities.

    JSON gives every item texts and objects of its own, which were two thirds of the memory that items take.
    """

    def __init__(self) -> None:
        self._kept: dict[object, object] = {}
        self._together: dict[tuple[int, ...], object] = {}  # ids of parts that are kept → the tuple of them
        self._by_id: dict[int, object] = {}  # of these the first ones, found without a look at their texts

    def in_place_of(self, item: Item) -> Item:
        """The same item, with parts that are shared with earlier ones."""
        gold, relation = self._one(item.gold), item.relation and sys.intern(item.relation)
        entities, triples = self._each(item.entities), self._each(item.triples)
        known = item.gold is gold and item.relation is relation
        if known and item.entities is entities and item.triples is triples:
            return item  # as from the store, where items are few
        task = sys.intern(item.task)
        return Item(
            item.id,
            task,
            item.question,
            item.options,
            gold,
            item.mode,
            entities,
            relation,
            triples,
            item.details,
        )

    def _one(self, part: T) -> T:
        """The part that was there before."""
        if self._by_id.get(id(part)) is part:
            return part
        return self._seen(self._kept.setdefault(part, part))  # type: ignore[return-value]  # equal, so alike

    def _each(self, parts: tuple[T, ...]) -> tuple[T, ...]:
        """The parts that were there before, where all of them stood together then, too."""
        if self._by_id.get(id(parts)) is parts:
            return parts
        same = tuple([self._one(part) for part in parts])
        alike = parts if all(map(is_, same, parts)) else same
        return self._seen(self._together.setdefault(tuple(map(id, same)), alike))  # type: ignore[return-value]

    def _seen(self, part: object) -> object:
        if len(self._by_id) < MOST_BY_ID:
            self._by_id[id(part)] = part
        return part


def stored_item(entry: BenchmarkItem) -> Item:
    """A stored benchmark's item.

    Raises:
        ValueError: it is not one, or not the one whose place it has; says why.
    """
    item = item_from_line(entry.body)
    if (item.id, item.task) != (entry.item_id, entry.task):
        raise ValueError(
            f"it has the place of item {str(entry.item_id)[:80]!r} of task {str(entry.task)[:80]!r}"
        )
    return item


def reply_name(item_id: str, repetition: int) -> str:
    """What a reply of a run is called: its item, and the number of the repetition from the second on.

    >>> reply_name("FC-12", 1), reply_name("FC-12", 3)
    ('FC-12', 'FC-12 (3)')
    """
    return item_id if repetition == 1 else f"{item_id} ({repetition})"


def check_items(entries: Iterable[BenchmarkItem], source: str) -> None:
    """Look at every item before any is asked.

    Raises:
        UsageError: one cannot be used; `source` is named.
    """
    for entry in entries:
        try:
            stored_item(entry)
        except ValueError as error:
            raise UsageError(
                f"{source}: item {str(entry.item_id)[:80]!r} of the benchmark cannot be used: {error}. "
                "Nothing was asked. Use a new store with `store`, or mend the items and import them again."
            ) from error
