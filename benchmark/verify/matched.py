"""A benchmark that says it is matched: no shortcut may be right much more often than chance."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchmark.errors import BenchmarkError
from benchmark.folder import TRIPLES, read_items
from benchmark.item import Item
from benchmark.shortcuts import Surroundings, best_guesses
from benchmark.verify.lines import Kind, Violation

# What the builder promises: this much above chance.
ALLOWED = 0.10


def check_matched(directory: Path) -> Iterator[Violation]:
    """Tasks that a shortcut answers too well; a file whose items cannot be read has other violations."""
    by_task: defaultdict[str, list[Item]] = defaultdict(list)
    try:
        for item in read_items(directory / "items.jsonl"):
            by_task[item.task].append(item)
    except BenchmarkError:
        return
    around = Surroundings.read(directory / TRIPLES)
    for task, items in by_task.items():
        chance = sum(1 / len(item.options) for item in items) / len(items)
        best = best_guesses(task, items, around)
        if not task.endswith("+E") and best is not None and best.accuracy > chance + ALLOWED:
            what = f"settings say matched, but '{best.shortcut}' is right in {best.accuracy:.0%} of the items"
            yield Violation(task, Kind.MANIFEST_WRONG, what)
