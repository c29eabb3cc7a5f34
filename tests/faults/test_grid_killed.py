"""A grid killed again and again: nothing twice but what was under way, one cap over all, one table each."""

import signal
from pathlib import Path
from random import Random

import pytest

from cache import Store
from tests.support.asking import N_PERMITS, attempts_of, simulator_for, until
from tests.support.items import make_binary_items, make_items
from tests.support.killing import run_command_line
from tests.support.processes import finish, start, wait_for

pytestmark = pytest.mark.storm

MODELS = ("sim-tidy", "sim-verbose", "sim-reasoning")
VARIANTS = ("letter-only", "reasoning", "answer-line")
N_ITEMS, EPOCHS, KILLS = 8, 2, 3
N_REPLIES = len(MODELS) * len(VARIANTS) * 2 * EPOCHS * N_ITEMS


def grid(simulator, benchmarks, store, cap: int) -> list[str]:
    url = simulator.openai_base_url
    return [
        *("run", *(str(benchmark.directory) for benchmark in benchmarks)),
        *(word for model in MODELS for word in ("--model", model)),
        *(word for variant in VARIANTS for word in ("--variant", variant)),
        *("--provider", "compatible", "--base-url", url, "--epochs", str(EPOCHS), "--temperature", "1"),
        *("--store", str(store), "--max-requests", str(cap), "--concurrency", "16", "--no-preflight"),
    ]


async def test_three_models_three_variants_two_benchmarks_two_epochs(make_benchmark, tmp_path):
    benchmarks = make_benchmark(make_items(N_ITEMS), "one"), make_benchmark(make_binary_items(N_ITEMS), "two")
    store, said, moments = tmp_path / "s.sqlite3", tmp_path / "said", Random(7)
    simulated = make_benchmark(make_items(N_ITEMS) + make_binary_items(N_ITEMS), "both")
    async with simulator_for(simulated, latency_s=0.02) as simulator:
        for _ in range(KILLS):
            await _kill_after(moments.randint(20, 50), simulator, grid(simulator, benchmarks, store, 250))
        assert await finish(run_command_line, grid(simulator, benchmarks, store, 250)) == 1
        assert simulator.asked.total() <= 250
        assert _n_requests(store) == 250
        all_of_it = grid(simulator, benchmarks, store, N_REPLIES + KILLS * N_PERMITS)
        assert await finish(run_command_line, all_of_it, said=said) == 0
        repeats = simulator.asked.total() - N_REPLIES
    unknown = [state for state, _ in attempts_of(store)].count("unknown")
    assert 0 <= repeats <= unknown <= KILLS * N_PERMITS
    shown = _lines(Path(f"{said}.out"))
    assert sum("accuracy" in line and "cost USD" in line for line in shown) == len(benchmarks)
    for model in MODELS:
        for variant in VARIANTS:
            rows = [line for line in shown if f" {model} · {variant}  " in line]
            assert len(rows) == len(benchmarks)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


async def _kill_after(n_requests: int, simulator, words: list[str]) -> None:
    """Start the grid and kill it once it has asked so many more."""
    asked = simulator.asked.total()
    process = start(run_command_line, words)
    await until(lambda: simulator.asked.total() >= asked + n_requests)
    process.kill()
    assert await wait_for(process) == -signal.SIGKILL


def _n_requests(store: Path) -> int:
    with Store.open(store, read_only=True) as opened:
        return opened.ledger.add_up([run.run_id for run in opened.runs.get_all()]).requests
