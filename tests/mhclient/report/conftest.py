"""What tests of reports share: a store with two runs, asked once."""

import shutil
from pathlib import Path

import anyio
import pytest

from benchmark import read_benchmark
from benchmark.folder import write_benchmark
from tests.support.asking import run, simulator_for
from tests.support.items import make_binary_items, make_items
from tests.support.stored import store_run


@pytest.fixture(scope="session")
def asked_twice(tmp_path_factory) -> tuple[Path, str, str]:
    """A folder with a benchmark, and a store in which two models have answered it; the runs' ids."""
    folder = tmp_path_factory.mktemp("two-runs")
    manifest = {"format": "mhclient-benchmark/1", "kind": "own"}
    write_benchmark(folder / "bench", make_items(20) + make_binary_items(20), manifest)
    benchmark, store = read_benchmark(folder / "bench"), folder / "mhclient.sqlite3"

    async def ask_both() -> tuple[str, str]:
        async with simulator_for(benchmark) as simulator:
            tidy, _ = await run(benchmark, simulator, store)
            reasoning, _ = await run(benchmark, simulator, store, model="sim-reasoning")
        return tidy, reasoning

    return folder, *anyio.run(ask_both)


@pytest.fixture
def two_runs(asked_twice, tmp_path) -> tuple[Path, str, str]:
    """A store with a tidy run and a reasoning run, part of whose replies ran out; their ids."""
    folder, tidy, reasoning = asked_twice
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    return tmp_path / "mhclient.sqlite3", tidy, reasoning


@pytest.fixture
def format_alone(make_benchmark, store):
    """Two models that know the same 45 of 60 answers; the second declines every other item."""
    items = make_binary_items(60)
    benchmark = make_benchmark(items)
    wrong = {"A": "B", "B": "A"}
    says = {
        item.id: item.gold[0] if place % 4 < 3 else wrong[item.gold[0]] for place, item in enumerate(items)
    }
    declines = {
        item_id: "I'm sorry, but I can't help with that." if place % 8 < 4 else letter
        for place, (item_id, letter) in enumerate(says.items())
    }
    return store_run(store, benchmark, says, model="m-1"), store_run(store, benchmark, declines, model="m-2")


@pytest.fixture
def figures_as_svg(monkeypatch):
    """Figures in the one form that tests read words in; test_paper.py draws all three."""
    pytest.importorskip("matplotlib", reason="the extra 'figures' is not installed")
    monkeypatch.setattr("mhclient.report.writers.plots.FORMS", ("svg",))
