"""A run of very many items in little memory: what few figures look at is kept compressed.

A report of a million items has 1 GB. As they are, their texts, their replies' rows and their readings take
3 GB; packed they take a tenth of it, and are unpacked block by block where they are looked at.
"""

import marshal
import zlib
from abc import abstractmethod
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, ValuesView
from functools import cached_property
from typing import Any, TypeVar, overload

from benchmark import Item
from cache import ReplyRow
from mhclient.read.scored import Scored
from mhclient.report.loading.loaded import Spent, spent_by_item

V = TypeVar("V")
T = TypeVar("T")
PER_BLOCK = 512


class _PlacesInOrder(Sequence[T]):
    """A sequence that only has to say what is in a place."""

    @abstractmethod
    def _at(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[T]: ...
    def __getitem__(self, place: int | slice) -> T | Sequence[T]:
        if isinstance(place, slice):
            return [self._at(each) for each in range(*place.indices(len(self)))]
        return self._at(range(len(self))[place])

    def __iter__(self) -> Iterator[T]:
        return map(self._at, range(len(self)))


class PackedTuples(_PlacesInOrder[tuple[Any, ...]]):
    """Tuples of JSON values, compressed in blocks; the block looked at last stays open."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._filling: list[tuple[Any, ...]] = []
        self._opened: tuple[int, list[tuple[Any, ...]]] = (-1, [])

    def append(self, values: tuple[Any, ...]) -> int:
        """Add one; returns its place."""
        self._filling.append(values)
        place = len(self) - 1
        if len(self._filling) == PER_BLOCK:
            self._blocks.append(zlib.compress(marshal.dumps(self._filling), 1))
            self._filling = []
        return place

    def __len__(self) -> int:
        return len(self._blocks) * PER_BLOCK + len(self._filling)

    def _at(self, place: int) -> tuple[Any, ...]:
        block, within = divmod(place, PER_BLOCK)
        return self._block(block)[within]

    def _block(self, number: int) -> list[tuple[Any, ...]]:
        if number == len(self._blocks):
            return self._filling
        opened = self._opened
        if opened[0] != number:
            opened = self._opened = number, marshal.loads(zlib.decompress(self._blocks[number]))
        return opened[1]


class PackedItem(Item):
    """An item whose texts and details are unpacked each time they are looked at."""

    __slots__ = ("_place", "_texts")
    _PACKED = ("question", "options", "details")
    _OWN = ("id", "task", "gold", "mode", "entities", "relation", "triples")

    @classmethod
    def of(cls, item: Item, texts: PackedTuples) -> "PackedItem":
        """The item, with its texts put to those of others."""
        packed = object.__new__(cls)
        for name in cls._OWN:
            object.__setattr__(packed, name, getattr(item, name))
        place = texts.append((item.question, dict(item.options), dict(item.details)))
        object.__setattr__(packed, "_texts", texts)
        object.__setattr__(packed, "_place", place)
        return packed

    def __getattr__(self, name: str) -> Any:
        if name not in PackedItem._PACKED:
            raise AttributeError(name)
        return self._texts[self._place][PackedItem._PACKED.index(name)]


class PackedRows(_PlacesInOrder[ReplyRow]):
    """What the store has of a run's replies.

    Args:
        with_texts: keep the completions, which only judgements are looked up by.
    """

    def __init__(self, *, with_texts: bool) -> None:
        self._with_texts = with_texts
        self._rows = PackedTuples()

    def extend(self, rows: Iterable[ReplyRow]) -> None:
        """Add rows behind the others."""
        for row in rows:
            self._rows.append(tuple(row if self._with_texts else row._replace(completion=None)))

    def __len__(self) -> int:
        return len(self._rows)

    def _at(self, place: int) -> ReplyRow:
        return ReplyRow._make(self._rows[place])


class Column(_PlacesInOrder[V]):
    """One thing of each row."""

    def __init__(self, rows: Sequence[ReplyRow], of: Callable[[ReplyRow], V]) -> None:
        self._rows, self._of = rows, of

    def __len__(self) -> int:
        return len(self._rows)

    def _at(self, place: int) -> V:
        return self._of(self._rows[place])


class PackedSpent(Mapping[str, Spent]):
    """What the replies to each item cost; one after the other, it is taken from the rows."""

    def __init__(self, rows: Sequence[ReplyRow]) -> None:
        self._rows = rows

    def __iter__(self) -> Iterator[str]:
        return (item_id for item_id, _ in spent_by_item(self._rows))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, item_id: str) -> Spent:
        return self._by_id[item_id]

    def values(self) -> ValuesView[Spent]:
        """All of them, without a table of all items."""
        return _InOrder(self)

    def in_order(self) -> Iterator[Spent]:
        """The same."""
        return (spent for _, spent in spent_by_item(self._rows))

    @cached_property
    def _by_id(self) -> dict[str, Spent]:
        return dict(spent_by_item(self._rows))


class _InOrder(ValuesView[Spent]):
    """The costs of a run, as often as they are wanted."""

    def __init__(self, spent: PackedSpent) -> None:
        super().__init__(spent)
        self._spent = spent

    def __iter__(self) -> Iterator[Spent]:
        return self._spent.in_order()


class PackedScored(_PlacesInOrder[Scored]):
    """Scored items: of each its item and the number of its kind, of which there are few."""

    def __init__(self) -> None:
        self._items: list[Item] = []
        self._kinds: dict[tuple[object, ...], int] = {}
        self._examples: list[Scored] = []
        self._of = array("L")
        self._spans = array("q")  # start and end of each; -1 for none

    def extend(self, scored: Iterable[Scored]) -> None:
        """Add items behind the others."""
        for one in scored:
            said = one.gold, one.ending, one.said, one.grade, one.kept_format, one.rule
            kind = self._kinds.setdefault((id(one.shown), *said), len(self._kinds))
            if kind == len(self._examples):
                self._examples.append(one)
            self._items.append(one.item)
            self._of.append(kind)
            self._spans.extend(one.span or (-1, -1))

    def __len__(self) -> int:
        return len(self._items)

    def _at(self, place: int) -> Scored:
        like = self._examples[self._of[place]]
        start, end = self._spans[2 * place], self._spans[2 * place + 1]
        return Scored(
            self._items[place],
            like.shown,
            like.gold,
            like.ending,
            like.said,
            like.grade,
            like.kept_format,
            like.rule,
            None if start < 0 else (start, end),
        )
