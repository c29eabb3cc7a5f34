"""Fixtures of the benchmark tests."""

import csv

import pytest

from benchmark import Sources
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
