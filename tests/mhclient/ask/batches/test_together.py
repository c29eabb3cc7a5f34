"""Several processes, and several machines, at the same batches."""

import shutil

import anyio
import pytest

from tests.support.asking import report_of, run_arguments, simulator_for
from tests.support.batching import PACE, batches_in, lines_in, run_batch
from tests.support.commands import typed
from tests.support.items import make_items

pytestmark = pytest.mark.storm

N = 400


async def test_two_collects_and_a_run_at_once_store_each_reply_once(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    collect = ["collect", "--store", str(store)]
    async with simulator_for(benchmark, batch_s=0.0) as simulator:
        await run_batch(benchmark, simulator, store, pace=PACE)
        commands = [collect, collect, run_arguments(simulator, benchmark, store)]
        async with anyio.create_task_group() as all_at_once:
            for command in commands:
                all_at_once.start_soon(typed, command)
        assert (await typed(run_arguments(simulator, benchmark, store)))[0] == 0
        assert set(simulator.asked.values()) == {1}
        assert set(simulator.batch_api.submitted.values()) == {1}
    assert lines_in(store) == [{"response": N}]
    assert (batches_in(store)[0].n_doubled, batches_in(store)[0].state) == (0, "collected")


async def test_a_store_that_was_copied_is_collected_there_as_well(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store, copy = tmp_path / "s.sqlite3", tmp_path / "elsewhere" / "s.sqlite3"
    copy.parent.mkdir()
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        run_id = await run_batch(benchmark, simulator, store, pace=PACE)
        shutil.copy(store, copy)
        simulator.batch_api.clock.advance(3601.0)
        for each in (copy, store):
            assert (await typed(["collect", "--store", str(each)]))[0] == 0
        assert set(simulator.asked.values()) == {1}
    assert lines_in(copy) == lines_in(store) == [{"response": N}]
    assert report_of(copy, run_id) == report_of(store, run_id)
