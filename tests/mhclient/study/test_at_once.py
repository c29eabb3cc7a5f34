"""Cells of a grid at once: which they are, that it saves time, that cap, resuming and Ctrl-C hold."""

import signal
from contextlib import asynccontextmanager

import anyio
import pytest

import mhclient
from cache import Store, StoreMoved
from cache.async_store import AsyncStore
from mhclient.ask.order import Controls, Limits
from mhclient.ask.stopping import StopReason, Stops
from mhclient.study.asking import ask_grid, exit_status, lanes, with_connections_divided
from mhclient.study.grid import AskedModel, Wanted, make_grid
from tests.support.asking import N_PERMITS, attempts_of, simulator_for, until
from tests.support.items import make_items
from tests.support.killing import run_command_line
from tests.support.processes import finish, start, wait_for

N_ITEMS = 12
HERE, THERE = "http://127.0.0.1:1/v1", "http://127.0.0.1:2/v1"


def model(provider: str, name: str, base_url: str | None = None) -> AskedModel:
    return AskedModel(mhclient.find_model(provider, name, base_url=base_url))


@pytest.mark.parametrize(
    ("asked", "at_once"),
    [
        ([("openai", "a", None), ("anthropic", "b", None)], [[0, 1], [2, 3]]),
        ([("openai", "a", None), ("openai", "b", None)], [[0, 1], [2, 3]]),
        ([("compatible", "a", HERE), ("compatible", "b", HERE)], [[0, 1, 2, 3]]),
        ([("compatible", "a", HERE), ("compatible", "a", THERE)], [[0, 1], [2, 3]]),
        ([("openai", "a", HERE), ("openai", "b", HERE)], [[0, 1, 2, 3]]),
    ],
)
def test_services_are_asked_at_once_and_one_server_in_turn(make_benchmark, asked, at_once):
    wanted = Wanted(variants=["letter-only", "reasoning"])
    cells = make_grid([make_benchmark(make_items(4))], [model(*each) for each in asked], wanted)
    assert lanes(cells) == at_once


def test_models_of_one_service_divide_its_connections(make_benchmark):
    asked = [model("openai", "a"), model("openai", "b"), model("anthropic", "c")]
    cells = make_grid([make_benchmark(make_items(4))], asked, Wanted(limits=Limits(concurrency=10)))
    assert [cell.pace.concurrency for cell in with_connections_divided(cells)] == [5, 5, 10]


@asynccontextmanager
async def two_services(benchmark, **settings):
    """Two models, each on a server of its own."""
    async with simulator_for(benchmark, **settings) as one, simulator_for(benchmark, **settings) as other:
        yield (
            [one, other],
            [
                model("openai", "sim-tidy", one.openai_base_url),
                model("anthropic", "sim-verbose", other.url),
            ],
        )


def attending(stops=None):
    """What is under way when, and what stops it."""
    stops, under_way, most = stops or Stops(), [], []

    @asynccontextmanager
    async def attend(turn):
        under_way.append(turn.number)
        most.append(len(under_way))
        with stops.one() as stop:
            yield Controls(stop)
        under_way.remove(turn.number)

    return attend, most


async def ask(store_path, cells, attend=None):
    async with AsyncStore(store_path) as store:
        return await ask_grid(store, cells, attend or attending()[0])


async def test_two_services_are_asked_at_once(make_benchmark, store_path):
    benchmark, (attend, most) = make_benchmark(make_items(N_ITEMS)), attending()
    async with two_services(benchmark, latency_s=0.02) as (_, asked):
        cells = make_grid([benchmark], asked, Wanted())
        assert exit_status(await ask(store_path, cells, attend)) == 0
    assert max(most) == 2


async def test_one_cap_holds_over_what_is_asked_at_once(make_benchmark, store_path):
    benchmark, cap = make_benchmark(make_items(N_ITEMS)), N_ITEMS + 5
    async with two_services(benchmark, latency_s=0.02) as (simulators, asked):
        limits = Limits(max_requests=cap, concurrency=8)
        cells = make_grid([benchmark], asked, Wanted(variants=["letter-only", "reasoning"], limits=limits))
        ends = await ask(store_path, cells)
        assert sum(simulator.asked.total() for simulator in simulators) == cap
        assert all(simulator.asked for simulator in simulators)
        assert exit_status(ends) == 1
        await ask(store_path, cells)
        assert sum(simulator.asked.total() for simulator in simulators) == cap
    with Store.open(store_path, read_only=True) as store:
        assert store.ledger.add_up([cell.run_id for cell in cells]).requests == cap


@pytest.mark.slow
async def test_an_interruption_drains_all_and_the_rest_is_asked_once(make_benchmark, store_path):
    benchmark, stops = make_benchmark(make_items(N_ITEMS)), Stops()
    async with two_services(benchmark, latency_s=0.1) as (simulators, asked):
        cells = make_grid(
            [benchmark],
            asked,
            Wanted(variants=["letter-only", "reasoning"], limits=Limits(concurrency=2)),
        )
        async with anyio.create_task_group() as beside:

            async def interrupt():
                await until(lambda: all(simulator.asked.total() >= 4 for simulator in simulators))
                stops.interrupt(signal.SIGINT)

            beside.start_soon(interrupt)
            ends = await ask(store_path, cells, attending(stops)[0])
        stopped = [end.stopped.reason for end in ends if end.stopped is not None]
        assert stopped == [StopReason.INTERRUPTED] * 2
        assert [end.begun for end in ends] == [True, False, True, False]
        assert exit_status(ends) == 130
        assert {state for state, _ in attempts_of(store_path)} == {"answered"}
        assert exit_status(await ask(store_path, cells)) == 0
        assert sum(simulator.asked.total() for simulator in simulators) == len(cells) * N_ITEMS


async def test_a_store_that_fails_one_cell_ends_all_with_its_error(make_benchmark, store_path, monkeypatch):
    benchmark = make_benchmark(make_items(N_ITEMS))
    async with two_services(benchmark, latency_s=0.05) as (_, asked):
        cells = make_grid([benchmark], asked, Wanted(limits=Limits(concurrency=1)))
        async with AsyncStore(store_path) as store, anyio.create_task_group() as beside:

            async def move():
                await until(lambda: len(attempts_of(store_path)) > 4)
                store_path.rename(store_path.with_name("elsewhere.db"))

            beside.start_soon(move)
            with pytest.raises(StoreMoved):
                await ask_grid(store, cells, attending()[0])


async def kill_after(n_requests: int, simulator, words) -> None:
    """Start a command and kill it once so many requests have been asked."""
    process = start(run_command_line, words)
    await until(lambda: simulator.asked.total() >= n_requests)
    process.kill()
    assert await wait_for(process) == -signal.SIGKILL


@pytest.mark.storm
async def test_killed_and_started_again_nothing_is_asked_twice(make_benchmark, tmp_path):
    benchmark, store = make_benchmark(make_items(40)), tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, latency_s=0.02) as simulator:
        url, study = simulator.openai_base_url, tmp_path / "study.toml"
        study.write_text(
            f"""
            benchmarks = ["{benchmark.directory}"]
            variants = ["letter-only", "reasoning"]
            epochs = 2
            limits = {{ concurrency = 16, max_requests = 1000, preflight = false }}
            models = [
                {{ name = "compatible:sim-tidy", base_url = "{url}", temperature = 1 }},
                {{ name = "openrouter:sim-verbose", base_url = "{url}", temperature = 1 }},
            ]
            """
        )
        words = ["run", str(study), "--store", str(store)]
        for n in (30, 80):
            await kill_after(n, simulator, words)
        assert await finish(run_command_line, words) == 0
        repeats = simulator.asked.total() - 4 * 2 * 40
    unknown = [state for state, _ in attempts_of(store)].count("unknown")
    assert 0 <= repeats <= unknown <= 2 * 2 * N_PERMITS
