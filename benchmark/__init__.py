"""A knowledge graph becomes items with gold and provenance; other data sets become items too.

Importing this package imports the standard library alone: what builds a benchmark from a graph is imported
when it is first used, and polars with it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from benchmark.build.settings import BuildSettings, MultiUsage, Scope, Task
from benchmark.build.sources import Sources
from benchmark.errors import BenchmarkError
from benchmark.folder import Benchmark, read_benchmark, read_items
from benchmark.item import Entity, Item, Mode, TripleRef

if TYPE_CHECKING:
    from benchmark.build.build import build_benchmark
    from benchmark.sample import SAMPLE_SIZES, sample_paths

__all__ = [
    "SAMPLE_SIZES",
    "Benchmark",
    "BenchmarkError",
    "BuildSettings",
    "Entity",
    "Item",
    "Mode",
    "MultiUsage",
    "Scope",
    "Sources",
    "Task",
    "TripleRef",
    "build_benchmark",
    "read_benchmark",
    "read_items",
    "sample_paths",
]

_WHERE = {
    "SAMPLE_SIZES": "benchmark.sample",
    "build_benchmark": "benchmark.build.build",
    "sample_paths": "benchmark.sample",
}


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module 'benchmark' has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)
