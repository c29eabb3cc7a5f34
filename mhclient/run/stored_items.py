"""Items out of a store, checked whole: anyone may have made it, and what cannot be scored is not asked."""

from collections.abc import Iterable

from benchmark import Item
from benchmark.checks import item_from_line
from cache import BenchmarkItem
from mhclient.errors import UsageError


def stored_item(entry: BenchmarkItem) -> Item:
    """A stored benchmark's item.

    Raises:
        ValueError: it is none, or not the one whose place it has; says why.
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
                "Nothing was asked. Use a new store with --store, or mend the items and import them again."
            ) from error
