"""Batches and results that the provider does not find: for a moment, or since their time has passed."""

import pytest

from cache import Store
from mhclient.simulator.batch_api import BatchFault
from tests.support.asking import records_of, simulator_for
from tests.support.batching import PACE, WAITING, batches_in, lines_in, run_batch
from tests.support.items import make_items

N = 30
ALL = ["openai", "anthropic", "gemini-native"]
DAY_S = 86_400.0


@pytest.mark.slow
@pytest.mark.parametrize("provider", ALL)
async def test_results_that_are_not_found_at_first_are_looked_for_again(make_benchmark, tmp_path, provider):
    benchmark = make_benchmark(make_items(N))
    store, said = tmp_path / "s.sqlite3", list[str]()
    faults = [BatchFault.RESULTS_UNSEEN]
    async with simulator_for(benchmark, batch_s=0.05, batch_faults=faults) as simulator:
        await run_batch(benchmark, simulator, store, provider=provider, pace=WAITING, said=said)
        assert set(simulator.batch_api.submitted.values()) == {1}
    assert lines_in(store) == [{"response": N}]
    assert sum("does not find its results now, but keeps them until" in line for line in said) == 1
    assert batches_in(store)[0].problem is None


async def test_results_that_are_never_found_are_given_up_after_their_lifetime(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store, said = tmp_path / "s.sqlite3", list[str]()
    async with simulator_for(benchmark, batch_s=0.0, batch_faults=[BatchFault.RESULTS_GONE]) as simulator:
        now_s = simulator.batch_api.clock.now()
        for days in (0.0, 20.0, 30.5):
            wall_s = now_s + days * DAY_S
            await run_batch(benchmark, simulator, store, pace=PACE, wall_s=lambda at=wall_s: at)
            assert lines_in(store) == [{"waiting": N}]
        assert "keeps them until" in (batches_in(store)[0].problem or "")
        late_s = now_s + 32 * DAY_S
        await run_batch(
            benchmark, simulator, store, pace=PACE, wall_s=lambda: late_s, collect_only=True, said=said
        )
    assert lines_in(store) == [{"ResultsGone": N}]
    assert "the provider has deleted the results of the batch" in said[-1]
    assert "30 lines without a result" in (batches_in(store)[0].problem or "")


async def test_what_anthropic_has_archived_is_gone_at_once(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.0) as simulator:
        await run_batch(benchmark, simulator, store, pace=PACE, provider="anthropic")
        simulator.batch_api.clock.advance(30 * DAY_S)
        await run_batch(benchmark, simulator, store, pace=PACE, provider="anthropic", collect_only=True)
    assert lines_in(store) == [{"ResultsGone": N}]


async def test_a_batch_the_provider_does_not_find_is_lost_only_past_its_lifetime(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        await run_batch(benchmark, simulator, store, pace=PACE)
        simulator.batch_api.batches.clear()
        for days, state in ((0, "waiting"), (2, "waiting"), (32, "ResultsGone")):
            wall_s = simulator.batch_api.clock.now() + days * DAY_S
            await run_batch(
                benchmark, simulator, store, pace=PACE, wall_s=lambda at=wall_s: at, collect_only=True
            )
            assert lines_in(store) == [{state: N}]


@pytest.mark.parametrize("fault", [BatchFault.RESULTS_GONE, BatchFault.LINES_MISSING])
async def test_replies_that_turn_up_after_all_are_kept_when_the_batch_is_opened_again(
    make_benchmark, tmp_path, fault
):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.0, batch_faults=[fault]) as simulator:
        late_s = simulator.batch_api.clock.now() + 32 * DAY_S
        await run_batch(benchmark, simulator, store, pace=PACE)
        run_id = await run_batch(
            benchmark, simulator, store, pace=PACE, wall_s=lambda: late_s, collect_only=True
        )
        (lines,) = lines_in(store)
        assert sum(n for name, n in lines.items() if name in ("ResultsGone", "LineMissing")) >= 10
        (batch,) = simulator.batch_api.batches.values()
        batch.fault = None
        with Store.open(store) as opened:
            assert opened.batches.reopen(run_id) == 1
        await run_batch(benchmark, simulator, store, pace=PACE, collect_only=True)
        assert set(simulator.batch_api.submitted.values()) == {1}
    assert lines_in(store) == [{"response": N}]
    assert (batches_in(store)[0].problem, batches_in(store)[0].n_doubled) == (None, 0)
    assert {record.admission for record in records_of(store, run_id).values()} == {"complete"}
