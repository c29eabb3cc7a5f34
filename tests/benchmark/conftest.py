"""Fixtures of the benchmark tests."""

import csv
import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark import Benchmark, BuildSettings, Scope, Sources, build_benchmark, read_benchmark
from benchmark.imports import import_mentalbench
from tests.support.graphs import EDGES, SEEDS, rows_of, write_rows, write_seeds
from tests.support.places import SHARED


@pytest.fixture
def small_graph(tmp_path):
    """The graph of `graphs.EDGES` on disk."""
    return Sources(
        kg=write_rows(tmp_path / "kg.csv", rows_of(EDGES)),
        seeds=write_seeds(tmp_path / "seeds.csv", SEEDS),
    )


@pytest.fixture(scope="session")
def real_slice():
    """The folder of real PrimeKG rows; tests skip where it is absent."""
    folder = SHARED / "primekg_slice"
    if not folder.is_dir():
        pytest.skip("no real PrimeKG rows beside the checkout")
    return folder


@pytest.fixture(scope="session")
def real_seeds(real_slice, tmp_path_factory):
    """Every psychiatric node that has an edge in the real rows, as a seed list."""
    with (real_slice / "kg.csv").open(encoding="utf-8", newline="") as file:
        names = {row[column] for row in csv.reader(file) for column in (5, 10)}
    with (real_slice / "psychiatric_nodes.csv").open(encoding="utf-8", newline="") as file:
        nodes = [row["node_name"] for row in csv.DictReader(file)]
    return write_seeds(
        tmp_path_factory.mktemp("seeds") / "seeds.csv", [name for name in nodes if name in names]
    )


@pytest.fixture(scope="session")
def made_once(tmp_path_factory) -> Callable[[str, Callable[[Path], object]], Path]:
    """Makes a folder once for all workers of this run, none of which changes it."""
    own: Path = tmp_path_factory.getbasetemp()
    common = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own

    def make(name: str, write: Callable[[Path], object]) -> Path:
        folder = common / name
        with (common / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                write(part := common / f"{name}.part")
                part.rename(folder)
        return folder

    return make


@pytest.fixture(scope="session")
def real_sources(real_slice, real_seeds) -> Sources:
    """The real rows with their features."""
    features = {name: real_slice / f"{name}.tab" for name in ("disease_features", "drug_features")}
    return Sources(real_slice / "kg.csv", real_seeds, **features)


@pytest.fixture(scope="session")
def real_benchmark(real_sources, made_once) -> Callable[[Scope], Benchmark]:
    """What is built from the real rows."""

    def built(scope: Scope) -> Benchmark:
        def write(folder: Path) -> object:
            return build_benchmark(real_sources, BuildSettings(absent_from=scope), folder)

        return read_benchmark(made_once(f"real-{scope.value}", write))

    return built


@pytest.fixture(scope="session")
def mentalbench() -> Path:
    """MentalBench's release; tests skip where it is absent."""
    folder = SHARED / "mentalbench"
    if not folder.is_dir():
        pytest.skip("no MentalBench beside the checkout")
    return folder


@pytest.fixture(scope="session")
def imported_mentalbench(mentalbench, made_once) -> Benchmark:
    """The whole release; the index beside it is checked row by row."""
    return read_benchmark(made_once("mentalbench", lambda folder: import_mentalbench(mentalbench, folder)))
