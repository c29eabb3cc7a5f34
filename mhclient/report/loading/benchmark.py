"""A benchmark's items and graph as reports see them."""

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
from mhclient.run.stored_items import stored_item

PAGE = 5_000


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
    seen: dict[Any, Any] = {}
    after = -1
    while page := store.benchmarks.read_items(digest, after=after, limit=PAGE):
        for entry in page:
            try:
                item = _grouped(stored_item(entry, seen), name_of)
                items[item.id] = item
            except ValueError as error:
                unusable[entry.item_id] = str(error)
        after = page[-1].position
    sizes = Counter(item.task for item in items.values())
    graph = None if row.triples is None else Slice.from_csv(row.triples.decode())
    change = store.benchmarks.find_change(digest)
    return LoadedBenchmark(digest, name, row.manifest, items, graph, dict(sizes), unusable, change)
