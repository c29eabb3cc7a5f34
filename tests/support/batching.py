"""What tests of batches share: one call that runs a benchmark by batch, and one that collects."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark import Benchmark
from cache import BatchRow, Store
from cache.async_store import AsyncStore
from mhclient.ask.batches.session import BatchPace, BatchRun, BatchSession, open_batch_session
from mhclient.ask.batches.work import work_on_batches
from mhclient.ask.order import RunOrder
from mhclient.ask.run import open_run
from mhclient.ask.stopping import Stop
from mhclient.errors import RunStopped
from mhclient.providers.base import batch_access
from mhclient.providers.registry import provider_named
from mhclient.run.spec import RunSpec
from mhclient.run.variant import load_variant
from mhclient.simulator.server import Simulator
from tests.support.asking import QUICK, Address, OpenStore, base_url_for, simulator_for

PACE = BatchPace(poll_first_s=0.02, poll_max_s=0.05, settle_s=0.05, policy=QUICK)
WAITING = replace(PACE, wait=True)
PROVIDERS = ("openai", "openai-responses", "anthropic", "gemini-native")


async def run_batch(
    benchmark: Benchmark,
    simulator: Simulator | Address,
    store_path: Path,
    *,
    provider: str = "openai",
    model: str = "sim-tidy",
    pace: BatchPace = WAITING,
    stop: Stop | None = None,
    collect_only: bool = False,
    said: list[str] | None = None,
    work: Callable[[BatchSession], Awaitable[object]] = work_on_batches,
    open_store: OpenStore = AsyncStore,
    epochs: int = 1,
    **more,
) -> str:
    """Work on the run's batches, or what else `work` does; returns the run's id."""
    base_url = base_url_for(provider, simulator)
    chosen = provider_named(provider, base_url)
    spec = RunSpec(
        *(chosen.name, model, chosen.endpoint, benchmark.items_sha256, load_variant("letter-only")),
        epochs=epochs,
    )
    heard = [] if said is None else said
    async with open_store(store_path) as store:
        sent, _ = await open_run(store, RunOrder(benchmark, spec, chosen, spec.run_id()))
        given = None if collect_only else sent
        run = BatchRun(spec.run_id(), chosen, batch_access(chosen), given)
        async with open_batch_session(store, run, pace, stop or Stop(), tell=heard.append, **more) as session:
            await work(session)
    return spec.run_id()


def batches_in(store_path: Path) -> list[BatchRow]:
    """Every batch, the oldest first."""
    with Store.open(store_path) as store:
        return store.batches.get_all()


def lines_in(store_path: Path) -> list[dict[str, int]]:
    """Per batch how many lines are in which state."""
    with Store.open(store_path) as store:
        return [dict(store.batch_lines.count_states(batch.id)) for batch in store.batches.get_all()]


def strays_in(store_path: Path) -> list[str]:
    """The kinds of the lines that were put aside."""
    with Store.open(store_path) as store:
        strays = [
            stray for batch in store.batches.get_all() for stray in store.batch_lines.read_strays(batch.id)
        ]
    return sorted(kind for kind, _ in strays)


async def intend_only(benchmark: Benchmark, store_path: Path) -> Simulator:
    """A batch that is intended but never sent, since nobody listens; returns the simulator that was there."""
    async with simulator_for(benchmark) as simulator:
        pass
    with pytest.raises(RunStopped):
        await run_batch(benchmark, simulator, store_path, pace=PACE)
    return simulator
