"""A server that is away costs no item, no request and no money; what is refused for all is lost for none."""

import asyncio
import time
from dataclasses import replace

import pytest
from aiohttp import web

from cache import Caps, Store
from cache.connection import open_connection
from mhclient.ask.loop import WORKERS
from mhclient.ask.session import Endurance
from mhclient.ask.stopping import Stop, StopReason
from mhclient.errors import RunStopped
from tests.support.asking import PACE, attempts_of, records_of, run, simulator_for
from tests.support.items import make_items

pytestmark = pytest.mark.slow

N = 300


async def away_for(seconds: float, benchmark, simulator, done: asyncio.Event) -> None:
    """Take a server away once it has been asked a little, and bring it back."""
    while simulator.asked.total() < 60:  # noqa: ASYNC110 - requests come from elsewhere
        await asyncio.sleep(0.005)
    await simulator.__aexit__()
    await asyncio.sleep(seconds)
    async with simulator_for(benchmark, port=simulator.port, latency_s=0.02):
        await done.wait()


@pytest.mark.parametrize("provider", ["compatible", "openai", "anthropic", "gemini-native"])
async def test_a_server_that_is_away_costs_no_item_and_nothing_is_booked_for_what_was_never_sent(
    make_benchmark, tmp_path, provider
):
    benchmark, store = make_benchmark(make_items(N)), tmp_path / "s.sqlite3"
    simulator = await simulator_for(benchmark, latency_s=0.02).__aenter__()
    done = asyncio.Event()
    away = asyncio.create_task(away_for(4.0, benchmark, simulator, done))
    caps = Caps(requests=N + PACE.n_permits())  # those under way when it went are of unknown outcome
    pace = replace(PACE, caps=caps)
    run_id, progress = await run(benchmark, simulator, store, provider=provider, pace=pace)
    done.set()
    await away
    assert (progress.done, progress.errors) == (N, 0)
    attempts = attempts_of(store)
    n_unsent = [state for state, _ in attempts].count("unsent")
    # Those on their way, of which a slow machine may let some begin twice before the first has failed;
    # then one at a time.
    assert 0 < n_unsent < 2 * WORKERS * PACE.concurrency
    assert Store(open_connection(store)).ledger.add_up(run_id).requests == len(attempts) - n_unsent
    assert {error for state, error in attempts if state == "unsent"} == {"NeverSent"}


async def test_the_wait_for_a_server_is_bounded_and_leaves_everything_missing(make_benchmark, tmp_path):
    benchmark, store = make_benchmark(make_items(N)), tmp_path / "s.sqlite3"
    simulator = await simulator_for(benchmark, latency_s=0.02).__aenter__()

    async def go() -> None:
        while simulator.asked.total() < 60:  # noqa: ASYNC110 - requests come from elsewhere
            await asyncio.sleep(0.005)
        await simulator.__aexit__()

    gone = asyncio.create_task(go())
    pace = replace(PACE, endurance=Endurance(away_s=2.0))
    with pytest.raises(RunStopped, match=r"the server could not be reached for \d s; .*no connection"):
        await run(benchmark, simulator, store, pace=pace)
    await gone
    async with simulator_for(benchmark, port=simulator.port) as back:
        _, progress = await run(benchmark, back, store)
    assert (progress.done, progress.errors) == (N, 0)


async def test_a_drain_ends_the_wait_at_once(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(9))
    stop = Stop()
    waiting = asyncio.create_task(
        run(
            *(benchmark, simulator_for(benchmark, port=1), tmp_path / "s.sqlite3"),
            pace=replace(PACE, preflight=False),
            stop=stop,
        )
    )
    await asyncio.sleep(1.5)
    assert not waiting.done()
    stop.drain(StopReason.INTERRUPTED.cause("SIGINT"))
    _, progress = await asyncio.wait_for(waiting, 2)
    assert (progress.done, progress.errors) == (0, 0)


PAGE = "<html><head><title>502 Bad Gateway</title></head></html>"


async def gateway(_, __):
    """What nginx says while the server behind it is away."""
    return web.Response(status=502, text=PAGE, content_type="text/html")


def away_behind_a_gateway(seconds: float):
    """From its first request on, and so long."""
    began_at: list[float] = []

    async def answer(request, sent):
        began_at.append(time.monotonic())
        if began_at[-1] - began_at[0] < seconds:
            return await gateway(request, sent)
        return web.Response(body=sent, content_type="application/json")

    return answer


@pytest.mark.parametrize("provider", ["compatible", "anthropic"])
async def test_a_server_that_is_away_behind_a_gateway_costs_no_item(make_benchmark, tmp_path, provider):
    benchmark, store = make_benchmark(make_items(N)), tmp_path / "s.sqlite3"
    script = [None] * 60 + [away_behind_a_gateway(3.0)] * 999
    async with simulator_for(benchmark, script=script, latency_s=0.02) as simulator:
        _, progress = await run(benchmark, simulator, store, provider=provider)
    assert (progress.done, progress.errors) == (N, 0)
    failed = [error for state, error in attempts_of(store) if state == "failed"]
    assert set(failed) == {"GatewayFault"}
    assert len(failed) < 3 * PACE.concurrency  # those on their way, then one at a time
    least = open_connection(store).execute("SELECT min(tokens) FROM attempts WHERE state = 'failed'")
    assert least.fetchone()[0] > 0  # each may have been sent on


async def test_an_item_that_its_server_dies_of_is_an_error_and_stops_no_other(
    make_benchmark, tmp_path, monkeypatch
):
    monkeypatch.setattr("mhclient.ask.stopping.ALONE_S", 1.0)
    items = make_items(30)
    benchmark, store = make_benchmark(items), tmp_path / "s.sqlite3"

    async def dies(request, sent):
        if items[7].question in await request.text():
            return await gateway(request, sent)
        return web.Response(body=sent, content_type="application/json")

    async with simulator_for(benchmark, script=[dies] * 999, latency_s=0.02) as simulator:
        run_id, progress = await run(benchmark, simulator, store)
    assert (progress.done, progress.errors) == (30, 1)
    errors = {record.item_id: record.error for record in records_of(store, run_id).values() if record.error}
    assert errors == {items[7].id: "GatewayFault"}


async def reject(_, __):
    """What a gateway says to a wrong key."""
    return web.json_response({"error": {"message": "Authentication Error, Invalid proxy key"}}, status=400)


@pytest.mark.parametrize(("n_items", "preflight"), [(2, True), (30, True), (30, False)])
async def test_what_is_rejected_whatever_it_is_loses_no_item_once_the_cause_is_mended(
    make_benchmark, tmp_path, n_items, preflight
):
    benchmark, store = make_benchmark(make_items(n_items)), tmp_path / "s.sqlite3"
    pace = replace(PACE, preflight=preflight)
    async with simulator_for(benchmark, script=[reject] * 999) as simulator:
        with pytest.raises(RunStopped, match=r"were rejected.* Invalid proxy key"):
            await run(benchmark, simulator, store, pace=pace)
    async with simulator_for(benchmark, port=simulator.port) as simulator:
        run_id, progress = await run(benchmark, simulator, store, pace=pace)
    assert (progress.done, progress.errors) == (n_items, 0)
    assert all(record.admission == "complete" for record in records_of(store, run_id).values())


async def test_an_item_that_alone_is_rejected_is_an_error(make_benchmark, tmp_path):
    benchmark, store = make_benchmark(make_items(9)), tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, script=[reject, None, reject, reject]) as simulator:
        run_id, progress = await run(benchmark, simulator, store)
        n_asked = simulator.asked.total()
        _, again = await run(benchmark, simulator, store)
    assert (progress.done, progress.errors) == (9, 3)
    assert (again.errors, simulator.asked.total()) == (3, n_asked)
    errors = [record.error for record in records_of(store, run_id).values() if record.error]
    assert errors == ["RequestRejected"] * 3
