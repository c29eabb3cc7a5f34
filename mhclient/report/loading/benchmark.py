"""A benchmark's items and graph as reports see them; of very many items the texts are kept compressed.

Few figures look at questions, options and details. Of a million items they would take a gigabyte and more;
compressed they take a tenth of that, and are unpacked block by block where they are looked at.
"""

import marshal
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from benchmark import Item
from benchmark.kinds import task_name
from cache import Store
from mhclient.figures.coverage import Slice
from mhclient.report.loading.loaded import LoadedBenchmark
from mhclient.run.stored_items import SharedParts, stored_item

PAGE = 5_000
LARGE = 50_000  # items: of fewer, texts take no more room than what reads them
PER_BLOCK = 512
OPEN_BLOCKS = 8  # replies of one block are being read while those of another are scored


class PackedTuples:
    """Tuples of JSON values, compressed in blocks; those looked at last stay open."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._filling: list[tuple[Any, ...]] = []
        self._opened: dict[int, list[tuple[Any, ...]]] = {}

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

    def __getitem__(self, place: int) -> tuple[Any, ...]:
        block, within = divmod(place, PER_BLOCK)
        return self._block(block)[within]

    def _block(self, number: int) -> list[tuple[Any, ...]]:
        if number == len(self._blocks):
            return self._filling
        opened = self._opened.get(number)
        if opened is None:
            for oldest in list(self._opened)[: 1 - OPEN_BLOCKS]:  # a list: another thread may look, too
                self._opened.pop(oldest, None)
            opened = self._opened[number] = marshal.loads(zlib.decompress(self._blocks[number]))
        return opened


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


def _grouped(item: Item, name_of: Callable[[str], str]) -> Item:
    """The item; one of a file without groups is in a group of the file's name."""
    task = name_of(item.task)
    return item if task == item.task else replace(item, task=task)


def load_benchmark(store: Store, digest: str, name: str) -> LoadedBenchmark:
    """A benchmark's items and graph.

    Args:
        name: what people read for it.
    """
    row = store.benchmarks.get(digest)
    name_of = cache(lambda task: task_name(row.manifest, task, name))
    items: dict[str, Item] = {}
    unusable: dict[str, str] = {}
    shared = SharedParts()
    texts = PackedTuples() if sum(store.benchmarks.count_items(digest).values()) > LARGE else None
    after = -1
    while page := store.benchmarks.read_items(digest, after=after, limit=PAGE):
        for entry in page:
            try:
                item = shared.in_place_of(_grouped(stored_item(entry), name_of))
                items[item.id] = item if texts is None else PackedItem.of(item, texts)
            except ValueError as error:
                unusable[entry.item_id] = str(error)
        after = page[-1].position
    sizes = Counter(item.task for item in items.values())
    graph = None if row.triples is None else Slice.from_csv(row.triples.decode())
    return LoadedBenchmark(digest, name, row.manifest, items, graph, dict(sizes), unusable)
