"""Runs over real HTTP against the simulator: what is asked, what is kept, how a run ends."""

import sys
from dataclasses import replace

import anyio
import pytest
from aiohttp import web

from cache import Caps, RunMismatch, key_of_body
from cache.async_store import AsyncStore
from cache.connection import open_connection
from cache.packing import unpack
from mhclient.ask.order import RunOrder
from mhclient.ask.run import open_run
from mhclient.ask.stopping import Stop
from mhclient.errors import MissingKey, RunStopped, UsageError
from mhclient.providers.access import NetworkOptions
from mhclient.providers.registry import provider_named
from mhclient.run.parameters import Parameters
from mhclient.run.spec import RunSpec
from mhclient.run.variant import load_variant
from mhclient.simulator.faults import FAULTS, slow
from tests.support.asking import PACE, records_of, report_of, run, run_arguments, simulator_for
from tests.support.commands import typed
from tests.support.items import make_binary_items, make_items


@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini-native"])
async def test_every_item_is_asked_once_and_its_reply_kept(make_benchmark, store_path, provider):
    benchmark = make_benchmark(make_items(40) + make_binary_items(20))
    async with simulator_for(benchmark) as simulator:
        run_id, progress = await run(benchmark, simulator, store_path, provider=provider)
        assert set(simulator.asked.values()) == {1}
        assert len(simulator.asked) == 60
    kept = records_of(store_path, run_id)
    assert len(kept) == 60
    assert {record.admission for record in kept.values()} == {"complete"}
    assert (progress.done, progress.n_unread, progress.errors) == (60, 0, 0)


async def test_a_finished_run_asks_nothing_and_needs_no_server(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(10))
    async with simulator_for(benchmark) as simulator:
        run_id, _ = await run(benchmark, simulator, store_path)
        first = report_of(store_path, run_id)
    again, progress = await run(benchmark, simulator, store_path)  # the simulator is gone
    assert (again, progress.done) == (run_id, 10)
    assert report_of(store_path, run_id) == first


async def test_a_larger_run_takes_the_replies_of_a_smaller_one(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(10) + make_binary_items(10))
    async with simulator_for(benchmark) as simulator:
        _, small = await run(benchmark, simulator, store_path, limit=6)
        assert {task: counts.total for task, counts in small.tasks.items()} == {"RP": 3, "FC": 3}
        _, whole = await run(benchmark, simulator, store_path)
        assert (whole.from_cache, whole.done) == (6, 20)
        assert set(simulator.asked.values()) == {1}


async def test_only_the_tasks_asked_for_are_asked(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(5) + make_binary_items(5))
    async with simulator_for(benchmark) as simulator:
        run_id, _ = await run(benchmark, simulator, store_path, tasks=("FC",))
    assert {record.task for record in records_of(store_path, run_id).values()} == {"FC"}


async def test_an_unknown_task_is_an_error_that_names_the_known(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(5))
    async with simulator_for(benchmark) as simulator:
        with pytest.raises(UsageError, match=r"no task 'XX'\. It has RP"):
            await run(benchmark, simulator, store_path, tasks=("XX",))


async def test_another_temperature_is_another_request(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(3))
    async with simulator_for(benchmark) as simulator:
        await run(benchmark, simulator, store_path)
        await run(benchmark, simulator, store_path, parameters=Parameters(temperature=0.5))
        assert set(simulator.asked.values()) == {2}


@pytest.mark.slow
async def test_a_limit_on_requests_is_met_with_patience_and_everything_answered(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(60))
    async with simulator_for(benchmark) as simulator:
        run_id, progress = await run(benchmark, simulator, store_path, model="sim-limited")
    assert progress.done == 60
    assert progress.errors == 0
    assert len(records_of(store_path, run_id)) == 60


async def test_two_runners_on_one_run_ask_each_item_once(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(80))
    pace = replace(PACE, concurrency=8)
    async with simulator_for(benchmark, latency_s=0.02) as simulator:
        async with anyio.create_task_group() as both:
            for _ in range(2):
                both.start_soon(_run_quietly, benchmark, simulator, store_path, pace)
        assert set(simulator.asked.values()) == {1}
        run_id, progress = await run(benchmark, simulator, store_path)
    assert progress.done == 80
    assert len(records_of(store_path, run_id)) == 80


async def _run_quietly(benchmark, simulator, store_path, pace) -> None:
    _, progress = await run(benchmark, simulator, store_path, pace=pace)
    assert progress.total == 80


@pytest.mark.storm
@pytest.mark.parametrize(
    "name", ["--help", "@last", "study=x", "r*", "r[1]", "a\nb", "x" * 201, " r", "", "\x1b[2J"]
)
async def test_a_name_that_no_command_could_select_costs_nothing(name, make_benchmark, store_path):
    benchmark = make_benchmark(make_items(2))
    async with simulator_for(benchmark) as simulator:
        status, _, said = await typed([*run_arguments(simulator, benchmark, store_path), f"--run-id={name}"])
        assert (status, simulator.asked.total()) == (2, 0)
    assert "--run-id" in said


async def test_a_run_id_in_use_is_not_resumed_on_other_items(make_benchmark, store_path):
    one, other = make_benchmark(make_items(3), "one"), make_benchmark(make_items(4), "other")
    provider = provider_named("openai", "http://127.0.0.1:1/v1")

    def spec(benchmark):
        return RunSpec("openai", "m", provider.endpoint, benchmark.items_sha256, load_variant("letter-only"))

    async with AsyncStore(store_path) as store:
        await open_run(store, RunOrder(one, spec(one), provider, "mine"))
        with pytest.raises(RunMismatch, match="benchmark was"):
            await open_run(store, RunOrder(other, spec(other), provider, "mine"))


async def test_what_was_sent_is_the_body_the_key_was_made_from(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(2))
    sent: set[str] = set()

    async def overhear(request: web.Request, reply: bytes) -> web.StreamResponse:
        sent.add(await request.text())
        return web.Response(body=reply, content_type="application/json")

    async with simulator_for(benchmark, script=[overhear] * 2) as simulator:
        await run(benchmark, simulator, store_path)
    rows = open_connection(store_path).execute("SELECT * FROM requests")
    stored = {row["key"]: (unpack(row["body"]).decode(), row) for row in rows}
    assert {body for body, _ in stored.values()} == sent
    for key, (body, row) in stored.items():
        method, endpoint, api_version = row["method"], row["endpoint"], row["api_version"]
        assert key == key_of_body(body, method=method, endpoint=endpoint, api_version=api_version)


async def test_a_server_that_rejects_everything_is_given_up(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(200))
    async with simulator_for(benchmark, script=[None, *[FAULTS["rejected"]] * 2000]) as simulator:
        with pytest.raises(RunStopped, match="requests in a row were rejected"):
            await run(benchmark, simulator, store_path)
        assert simulator.asked.total() < 150


@pytest.mark.parametrize(
    ("fault", "ending"),
    [
        ("rejected", "errors"),
        ("reasoned-out", "cut"),
        ("filtered-prompt", "filtered"),
        ("blank-content", "empty"),
    ],
)
async def test_what_ended_badly_is_asked_again_only_on_request(make_benchmark, store_path, fault, ending):
    benchmark = make_benchmark(make_items(6))
    async with simulator_for(benchmark, script=[None, None, FAULTS[fault]]) as simulator:
        await run(benchmark, simulator, store_path)
        await run(benchmark, simulator, store_path)
        assert simulator.asked.total() == 6
        run_id, progress = await run(
            benchmark, simulator, store_path, pace=replace(PACE, again=frozenset([ending]))
        )
        assert simulator.asked.total() == 7
    assert (progress.done, progress.errors) == (6, 0)
    assert {record.admission for record in records_of(store_path, run_id).values()} == {"complete"}
    kept = open_connection(store_path).execute("SELECT count(*) FROM responses").fetchone()[0]
    assert kept == (6 if ending == "errors" else 7)


@pytest.mark.slow
async def test_waiting_long_for_room_under_a_cap_is_only_waiting(make_benchmark, store_path, monkeypatch):
    """A request that a cap holds back looks again many times while the last one under it is slow."""
    monkeypatch.setattr("mhclient.ask.request.ROOM_S", 0.0)
    benchmark = make_benchmark(make_items(12))
    pace = replace(PACE, caps=Caps(requests=4), deadline_s=10.0)
    stop = Stop()
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(400)
    try:
        async with simulator_for(benchmark, script=[None, None, slow(2.0)]) as simulator:
            await run(benchmark, simulator, store_path, pace=pace, stop=stop)
            assert simulator.asked.total() == 4
    finally:
        sys.setrecursionlimit(limit)
    assert "the cap is reached" in str(stop.cause)


@pytest.mark.slow
async def test_the_deadline_of_an_attempt_begins_when_it_has_a_connection(make_benchmark, store_path):
    """The pacer gives a permit more than there are connections: who waits for one is not late yet."""
    benchmark = make_benchmark(make_items(60))
    pace = replace(PACE, concurrency=20, deadline_s=1.8, preflight=False)
    async with simulator_for(benchmark, latency_s=1.0) as simulator:
        _, progress = await run(benchmark, simulator, store_path, pace=pace)
        assert (progress.done, simulator.asked.total()) == (60, 60)


async def test_openais_key_is_not_sent_to_any_server_but_openai(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-openai-only-canary")
    with pytest.raises(MissingKey, match="MHCLIENT_API_KEY"):
        async with provider_named("compatible", "https://models.example.org/v1").connect(NetworkOptions()):
            pass
