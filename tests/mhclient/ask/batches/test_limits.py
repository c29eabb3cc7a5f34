"""How batches keep to limits: the provider's on lines, bytes and its queue, and the run's own caps."""

from dataclasses import replace

import anyio
import pytest

from cache import Caps
from cache.connection import open_connection
from mhclient.errors import RunStopped
from mhclient.providers.batches import BatchLimits
from mhclient.providers.openai.batches import openai_batches
from mhclient.run.prices import Price
from mhclient.simulator.batch_api import BatchFault
from mhclient.simulator.faults import FAULTS
from tests.support.asking import simulator_for
from tests.support.batching import (
    PACE,
    WAITING,
    batches_in,
    lines_in,
    run_batch,
)
from tests.support.items import make_items

N = 30
ALL = ["openai", "anthropic", "gemini-native"]
ONE_ROUND = replace(WAITING, rounds=0)


@pytest.mark.parametrize("provider", ALL)
async def test_batches_are_split_by_lines(make_benchmark, tmp_path, provider):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.05) as simulator:
        pace = replace(WAITING, most_lines=8)
        await run_batch(benchmark, simulator, store, provider=provider, pace=pace)
        assert [len(batch.lines) for batch in simulator.batch_api.batches.values()] == [8, 8, 8, 6]
    assert lines_in(store) == [{"response": 8}] * 3 + [{"response": 6}]


async def test_batches_are_split_by_bytes(make_benchmark, tmp_path, monkeypatch):
    monkeypatch.setattr("mhclient.providers.openai.batches.LIMITS", BatchLimits(lines=1_000, bytes=5_000))
    made_anew = openai_batches.__wrapped__  # what is kept from before has the usual limits
    monkeypatch.setattr("mhclient.providers.openai.connection.openai_batches", made_anew)
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.05) as simulator:
        await run_batch(benchmark, simulator, store)
        sizes = [len(file.content) for file in simulator.batch_api.files.values()]
        longest = max(
            len(line) for file in simulator.batch_api.files.values() for line in file.content.splitlines()
        )
    assert len(sizes) > 2
    assert max(sizes) <= 5_000
    assert min(sizes[:-1]) > 5_000 - 2 * longest
    assert lines_in(store) == [{"response": batch.n_lines} for batch in batches_in(store)]


@pytest.mark.slow
async def test_a_full_queue_is_learned_from_and_waited_for(make_benchmark, tmp_path):
    """The provider takes a third of what there is at once, and says so only after the first try."""
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.2, queue_tokens=900) as simulator:
        await run_batch(benchmark, simulator, store)
        assert set(simulator.batch_api.submitted.values()) == {1}
        assert len(simulator.batch_api.submitted) == N
    states = lines_in(store)
    assert states[0] == {"BatchFailed": N}
    assert sum(lines.get("response", 0) for lines in states) == N
    assert "token_limit_exceeded" in (batches_in(store)[0].problem or "")


async def test_a_provider_without_room_is_asked_again_once_a_batch_has_ended(make_benchmark, tmp_path):
    """Anthropic refuses what goes beyond its queue with 429, as long as that lasts."""
    benchmark = make_benchmark(make_items(N))
    store, said = tmp_path / "s.sqlite3", list[str]()
    faults = [None, *[BatchFault.CREATE_REFUSED] * 5]
    async with simulator_for(benchmark, batch_s=0.3, batch_faults=faults) as simulator:
        pace = replace(WAITING, most_lines=20)
        await run_batch(benchmark, simulator, store, provider="anthropic", pace=pace, said=said)
        assert set(simulator.batch_api.submitted.values()) == {1}
    assert any("no further batch is taken now" in line for line in said)
    assert lines_in(store) == [{"response": 20}, {"response": 10}]


async def test_a_stated_queue_limit_is_never_passed(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.1, queue_tokens=1_100) as simulator:
        await run_batch(benchmark, simulator, store, pace=replace(WAITING, queued_tokens=1_000))
        assert not [batch for batch in simulator.batch_api.batches.values() if batch.problem]
        assert len(simulator.batch_api.submitted) == N
    assert len(batches_in(store)) > 2


async def test_a_batch_stays_under_the_cap_at_its_own_price(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    price = Price(10.0, 30.0, "test").in_batch()
    async with simulator_for(benchmark, batch_s=0.05) as simulator:
        pace = replace(PACE, price=price, caps=Caps(cost_usd=0.05))
        await run_batch(benchmark, simulator, store, pace=pace)
        n_sent = len(simulator.batch_api.submitted)
        await anyio.sleep(0.06)
        await run_batch(benchmark, simulator, store, pace=pace, collect_only=True)
    connection = open_connection(store)
    (cost,) = connection.execute("SELECT sum(cost_usd) FROM attempts").fetchone()
    (tokens,) = connection.execute(
        "SELECT sum(prompt_tokens * 5.0 + completion_tokens * 15.0) / 1e6 FROM responses"
    ).fetchone()
    assert 0 < n_sent < N
    assert cost == pytest.approx(tokens)
    assert cost <= 0.05


async def test_a_provider_that_refuses_every_look_is_asked_a_few_times_and_no_more(make_benchmark, tmp_path):
    """No pacer holds back the calls about batches: a refusal for congestion has to wait, and to end."""
    benchmark = make_benchmark(make_items(3))
    store = tmp_path / "s.sqlite3"
    faults = [BatchFault.CREATE_REPLY_LOST]
    async with simulator_for(benchmark, batch_s=0.0, batch_faults=faults) as simulator:
        simulator.batch_routes.get_faults.extend([FAULTS["rate-limited"]] * 100)
        with pytest.raises(RunStopped):
            await run_batch(benchmark, simulator, store, pace=PACE)
        assert len(simulator.batch_routes.get_faults) == 100 - PACE.policy.attempts_max
        simulator.batch_routes.get_faults.clear()
        await run_batch(benchmark, simulator, store)
        assert set(simulator.batch_api.submitted.values()) == {1}


async def test_a_refusal_that_says_to_come_back_some_other_day_is_not_sat_out(
    make_benchmark, tmp_path, monkeypatch
):
    monkeypatch.setitem(FAULTS, "rate-limited", FAULTS["endless-wait"])
    benchmark = make_benchmark(make_items(3))
    store = tmp_path / "s.sqlite3"
    faults = [BatchFault.CREATE_REFUSED] * 5
    async with simulator_for(benchmark, batch_s=0.0, batch_faults=faults) as simulator:
        with anyio.fail_after(60), pytest.raises(RunStopped):
            await run_batch(benchmark, simulator, store, pace=PACE)
        assert [batch.state for batch in batches_in(store)] == ["intended"]
        await run_batch(benchmark, simulator, store)
        assert set(simulator.batch_api.submitted.values()) == {1}
