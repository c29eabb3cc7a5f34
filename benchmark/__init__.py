"""A knowledge graph becomes items with gold and provenance; other data sets become items too.

Importing this package imports the standard library alone; polars comes with the first pass over a graph file.
"""

from benchmark.build.build import Sources, build, build_benchmark
from benchmark.build.settings import BuildSettings, MultiUsage, Scope, Task
from benchmark.errors import BenchmarkError
from benchmark.folder import Benchmark, read_benchmark, read_items
from benchmark.item import Entity, Item, Mode, TripleRef
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
    "build",
    "build_benchmark",
    "read_benchmark",
    "read_items",
    "sample_paths",
]
