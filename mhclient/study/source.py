"""What is asked, as people name it: a benchmark folder, a file of questions, or `mhgraphbench`.

A file becomes a benchmark folder beside the store, under a name made from what the file holds: the same file
is the same folder, so that a later start asks only what is missing.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import benchmark as benchmark_package  # its build_benchmark is loaded, polars with it, when it is used
from benchmark import Benchmark, BuildSettings, Sources, read_benchmark
from benchmark.build.seeds import seed_path
from benchmark.folder import sha256_of
from benchmark.imports import import_own
from mhclient.errors import UsageError

ENDINGS = (".csv", ".tsv", ".jsonl", ".json", ".xlsx", ".parquet")
GRAPH = "mhgraphbench"
KG, SEEDS = "kg.csv", "psychiatric-42"


@dataclass(frozen=True, slots=True)
class FoundBenchmark:
    """A benchmark, and what is said of where it came from; None for a folder as it was named."""

    benchmark: Benchmark
    said: str | None = None


def find_benchmark(source: str, store: Path) -> FoundBenchmark:
    """The benchmark that is meant.

    Args:
        source: a folder made by build or import; a file of questions; or `mhgraphbench`, made from the
            `kg.csv` of this folder, or of the one that is named: `mhgraphbench:PATH`.
        store: beside which a folder is made for a file.

    Raises:
        UsageError: there is no such thing.
        BenchmarkError: it cannot be used; names the line.
    """
    named, _, path = source.partition(":")
    if named == GRAPH:
        return _from_graph(Path(path or KG), store)
    given = Path(source)
    if given.is_dir():
        return FoundBenchmark(read_benchmark(given))
    if not given.is_file():
        raise UsageError(f"{source}: there is no such file or folder.{_nearest(given)}")
    if given.suffix.lower() not in ENDINGS:
        raise UsageError(
            f"{source}: questions come in a benchmark folder or in a file that ends in {', '.join(ENDINGS)}."
        )
    return _kept(given, store, lambda out: import_own(given, out))


def folder_for(source: Path, store: Path) -> Path:
    """Where the benchmark made of a file is kept: beside the store, named by the file and what it holds."""
    name = hashlib.sha256(f"{sha256_of(source)} {source.suffix.lower()}".encode()).hexdigest()[:12]
    return store.with_name(f"{store.stem}-benchmarks") / f"{source.stem}-{name}"


def _kept(source: Path, store: Path, make: Callable[[Path], Benchmark]) -> FoundBenchmark:
    """The benchmark made of a file: as it was made at an earlier start, or made now."""
    folder = folder_for(source, store)
    benchmark = read_benchmark(folder) if folder.is_dir() else make(folder)
    n_items = benchmark.manifest["items"]["count"]
    return FoundBenchmark(benchmark, f"{source}: {n_items:,} questions, kept in {folder}")


def _from_graph(kg: Path, store: Path) -> FoundBenchmark:
    if not kg.is_file():
        raise UsageError(
            f"{GRAPH}: there is no {kg} here. Download PrimeKG's kg.csv (it is not in the package), or name "
            f"it: {GRAPH}:PATH. 'mhclient build' has more settings."
        )
    sources = Sources(kg, seed_path(SEEDS), _beside(kg, "disease"), _beside(kg, "drug"))
    return _kept(kg, store, lambda out: benchmark_package.build_benchmark(sources, BuildSettings(), out))


def _beside(kg: Path, kind: str) -> Path | None:
    """PrimeKG's texts of that kind, where they lie beside its graph."""
    files = (kg.with_name(f"{kind}_features{ending}") for ending in (".tab", ".csv"))
    return next((file for file in files if file.is_file()), None)


def _nearest(given: Path) -> str:
    """A file or folder beside it of a similar name."""
    there = [path.name for path in given.parent.iterdir()] if given.parent.is_dir() else []
    like = get_close_matches(given.name, there, n=1)
    return f" Did you mean {given.parent / like[0]}?" if like else ""
