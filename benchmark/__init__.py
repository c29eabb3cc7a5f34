"""A knowledge graph becomes items with gold and provenance; other data sets become items too.

Importing this package imports none of its modules: each is imported when one of its names is first used, so
that only what builds a benchmark from a graph waits for that code, and for polars.
"""

from importlib import import_module

TYPE_CHECKING = False  # the module of that name takes longer to import than this one
if TYPE_CHECKING:
    from benchmark.build.build import build_benchmark
    from benchmark.build.settings import BuildSettings, GenericDiseases, MultiUsage, Scope, Sources, Task
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
    "GenericDiseases",
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
    "BenchmarkError": "benchmark.errors",
    "Sources": "benchmark.build.settings",
    "build_benchmark": "benchmark.build.build",
    **dict.fromkeys(
        ("BuildSettings", "GenericDiseases", "MultiUsage", "Scope", "Task"), "benchmark.build.settings"
    ),
    **dict.fromkeys(("Benchmark", "read_benchmark", "read_items"), "benchmark.folder"),
    **dict.fromkeys(("Entity", "Item", "Mode", "TripleRef"), "benchmark.item"),
    **dict.fromkeys(("SAMPLE_SIZES", "sample_paths"), "benchmark.sample"),
}


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module 'benchmark' has no attribute {name!r}")
    found: object = getattr(import_module(_WHERE[name]), name)
    globals()[name] = found  # the next use finds it at once
    return found
