"""Batches over real HTTP: asked, collected, and the same replies as online."""

import pytest

from mhclient.simulator.batch_api import BatchFault
from tests.support.asking import attempts_of, records_of, report_of, run, simulator_for
from tests.support.batching import PACE, PROVIDERS, batches_in, lines_in, run_batch
from tests.support.items import make_binary_items, make_items


@pytest.mark.slow
@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_batched_run_reports_what_an_online_run_does(make_benchmark, tmp_path, provider):
    benchmark = make_benchmark(make_items(40) + make_binary_items(30))
    batched, online = tmp_path / "batched.sqlite3", tmp_path / "online.sqlite3"
    async with simulator_for(benchmark, batch_s=0.05) as simulator:
        run_id = await run_batch(benchmark, simulator, batched, provider=provider)
        assert set(simulator.batch_api.submitted.values()) == {1}
        assert len(simulator.batch_api.batches) == 1
        online_id, _ = await run(benchmark, simulator, online, provider=provider)
    assert run_id == online_id
    assert report_of(batched, run_id) == report_of(online, run_id)
    assert lines_in(batched) == [{"response": 70}]


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_batched_reply_serves_an_online_run_and_the_other_way_round(
    make_benchmark, tmp_path, provider
):
    benchmark = make_benchmark(make_items(20))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.05) as simulator:
        await run(benchmark, simulator, store, provider=provider, limit=8)
        await run_batch(benchmark, simulator, store, provider=provider)
        _, progress = await run(benchmark, simulator, store, provider=provider)
        assert set(simulator.asked.values()) == {1}
    assert (progress.done, progress.n_attempts) == (20, 0)
    assert lines_in(store) == [{"response": 12}]


async def test_without_wait_the_command_returns_and_a_later_one_collects(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(10))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        await run_batch(benchmark, simulator, store, pace=PACE)
        assert lines_in(store) == [{"waiting": 10}]
        await run_batch(benchmark, simulator, store, pace=PACE, collect_only=True)
        assert lines_in(store) == [{"waiting": 10}]
        simulator.batch_api.clock.advance(3601.0)
        run_id = await run_batch(benchmark, simulator, store, pace=PACE, collect_only=True)
    assert {record.admission for record in records_of(store, run_id).values()} == {"complete"}
    assert [batch.state for batch in batches_in(store)] == ["collected"]


async def test_items_in_a_batch_are_not_asked_online_meanwhile(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(10))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        await run_batch(benchmark, simulator, store, pace=PACE)
        _, progress = await run(benchmark, simulator, store)
        assert simulator.asked.total() == 0
    assert progress.done == 0
    assert len(attempts_of(store)) == 10


async def test_what_failed_in_a_batch_is_asked_online_under_the_same_key(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(12))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.0, batch_faults=[BatchFault.BATCH_EXPIRED]) as simulator:
        await run_batch(benchmark, simulator, store, pace=PACE)
        assert lines_in(store) == [{"waiting": 12}]
        await run_batch(benchmark, simulator, store, pace=PACE, collect_only=True)
        assert lines_in(store) == [{"LineExpired": 6, "response": 6}]
        _, progress = await run(benchmark, simulator, store)
    assert (progress.done, progress.errors, progress.n_attempts) == (12, 0, 6)


@pytest.mark.parametrize(
    ("fault", "strange"),
    [
        (BatchFault.LINES_TORN, "; 10 lines were for no request of ours, or could not be read"),
        (BatchFault.UNKNOWN_IDS, "; 10 lines were for no request of ours, or could not be read"),
        (BatchFault.LINES_DOUBLED, "; 10 lines came twice"),
        (BatchFault.LINES_REORDERED, ""),
    ],
)
async def test_what_else_was_in_the_results_is_said_and_nothing_more(
    make_benchmark, tmp_path, fault, strange
):
    benchmark, said = make_benchmark(make_items(30)), list[str]()
    async with simulator_for(benchmark, batch_s=0.0, batch_faults=[fault]) as simulator:
        await run_batch(benchmark, simulator, tmp_path / "s.sqlite3", pace=PACE)
        await run_batch(benchmark, simulator, tmp_path / "s.sqlite3", pace=PACE, collect_only=True, said=said)
    (collected,) = [line for line in said if "collected" in line]
    assert collected[collected.find("; ") :] == strange if strange else "; " not in collected
