"""Calling batches off: what had been processed is kept, everything else may be asked again, once."""

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from pathlib import Path

import anyio
import pytest

from benchmark import Benchmark
from mhclient.ask.batches.work import cancel_of_run
from mhclient.cli.main import main
from mhclient.simulator.batch_api import BatchFault
from mhclient.simulator.server import Simulator
from tests.support.asking import records_of, run, run_arguments, simulator_for, until
from tests.support.batching import PACE, WAITING, batches_in, intend_only, lines_in, run_batch
from tests.support.commands import typed
from tests.support.items import make_items

pytestmark = pytest.mark.storm

N = 30
ALL = ["openai", "anthropic", "gemini-native"]


async def cancelled(
    benchmark: Benchmark, simulator: Simulator, store: Path, tags: Collection[str] | None = None, **more
) -> list[str]:
    """Call off batches, all of them by default; returns what was said."""
    said: list[str] = []
    chosen = [batch.tag for batch in batches_in(store)] if tags is None else tags
    work = partial(cancel_of_run, tags=chosen)
    await run_batch(benchmark, simulator, store, pace=PACE, work=work, said=said, **more)
    return said


@pytest.mark.parametrize("provider", ALL)
async def test_what_was_processed_before_is_kept_and_the_rest_asked_again(make_benchmark, tmp_path, provider):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        await run_batch(benchmark, simulator, store, pace=PACE, provider=provider)
        said = await cancelled(benchmark, simulator, store, provider=provider)
        assert "'mhclient collect' fetches what was processed before" in said[0]
        assert lines_in(store) == [{"waiting": N}]
        simulator.batch_api.clock.advance(2.0)
        await run_batch(benchmark, simulator, store, pace=PACE, provider=provider, collect_only=True)
        assert lines_in(store) == [{"LineCancelled": 15, "response": 15}]
        run_id, progress = await run(benchmark, simulator, store, provider=provider)
        assert set(simulator.asked.values()) == {1}
    assert (progress.done, progress.n_attempts) == (N, 15)
    assert {record.admission for record in records_of(store, run_id).values()} == {"complete"}


async def test_only_the_named_batch_is_called_off(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        await run_batch(benchmark, simulator, store, pace=replace(PACE, most_lines=20))
        first, _ = batches_in(store)
        await cancelled(benchmark, simulator, store, [first.tag])
        assert [batch.cancelled_at is None for batch in simulator.batch_api.batches.values()] == [False, True]


async def test_a_batch_that_was_never_sent_sets_its_requests_free(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    simulator = await intend_only(benchmark, store)
    said = await cancelled(benchmark, simulator, store)
    assert "was never sent; its 30 requests may be asked otherwise" in said[0]
    assert batches_in(store) == []


async def test_a_batch_whose_making_brought_no_answer_is_found_and_called_off(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store, said = tmp_path / "s.sqlite3", list[str]()
    faults = [BatchFault.CREATE_LATE]
    async with simulator_for(benchmark, batch_s=3600.0, batch_faults=faults) as simulator:
        async with anyio.create_task_group() as work:  # given up while it waits to look again
            pace = replace(PACE, settle_s=600.0)
            work.start_soon(partial(run_batch, benchmark, simulator, store, pace=pace, said=said))
            await until(lambda: bool(simulator.batch_api.batches and said and "looking again" in said[-1]))
            work.cancel_scope.cancel()
        assert [batch.state for batch in batches_in(store)] == ["creating"]
        await cancelled(benchmark, simulator, store)
        (remote,) = simulator.batch_api.batches.values()
        assert remote.cancelled_at is not None


async def test_results_that_are_not_found_can_be_given_up(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.0, batch_faults=[BatchFault.RESULTS_GONE]) as simulator:
        await run_batch(benchmark, simulator, store, pace=PACE)
        await run_batch(benchmark, simulator, store, pace=PACE, collect_only=True)
        assert lines_in(store) == [{"waiting": N}]
        said = await cancelled(benchmark, simulator, store)
    assert lines_in(store) == [{"ResultsGone": N}]
    assert "given up: the provider did not find the results" in said[-1]


async def test_another_keys_batch_is_not_given_up(make_benchmark, tmp_path, monkeypatch):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        await run_batch(benchmark, simulator, store, pace=PACE)
        monkeypatch.setenv("OPENAI_API_KEY", "another")
        said = await cancelled(benchmark, simulator, store)
        again = ["batches", "--store", str(store), "--cancel", batches_in(store)[0].tag]
        ended = await typed(again)
    assert ended.status == 1
    assert "it was made with another one" in said[0]
    assert lines_in(store) == [{"waiting": N}]


async def test_what_is_ours_by_size_and_time_alone_is_not_called_off(make_benchmark, tmp_path):
    """It may be another program's, whose work would be lost; only its results can tell."""
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    faults = [BatchFault.CREATE_REPLY_LOST]
    async with simulator_for(benchmark, batch_s=3600.0, batch_faults=faults) as simulator:
        await run_batch(benchmark, simulator, store, pace=PACE, provider="anthropic")
        assert batches_in(store)[0].guessed
        (remote,) = simulator.batch_api.batches.values()
        command = ["batches", "--store", str(store), "--cancel", remote.id]
        ended = await typed(command)
    assert (remote.cancelled_at, ended.status) == (None, 1)
    assert "msgbatch_000001 was taken for it by size and time alone" in ended.said
    assert lines_in(store) == [{"waiting": N}]


async def test_who_waits_does_not_buy_again_what_was_called_off(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store, said = tmp_path / "s.sqlite3", list[str]()
    async with simulator_for(benchmark, batch_s=3600.0) as simulator, anyio.create_task_group() as both:
        both.start_soon(partial(run_batch, benchmark, simulator, store, pace=WAITING, said=said))
        await until(lambda: bool(simulator.batch_api.batches) and bool(batches_in(store)[0].remote_id))
        await cancelled(benchmark, simulator, store)
    assert lines_in(store) == [{"LineCancelled": 15, "response": 15}]
    assert said[-1] == "what was cancelled is not sent again now; the same command sends it"


async def test_the_command_takes_the_providers_name_and_refuses_one_it_does_not_know(
    make_benchmark, tmp_path, capsys
):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        command = [*run_arguments(simulator, benchmark, store), "--batch", "--no-preflight"]
        assert (await typed(command)).status == 0
        cancel = ["batches", "--store", str(store), "--cancel"]
        assert await anyio.to_thread.run_sync(main, [*cancel, "batch_x"]) == 2
        assert "batch_x: no such batch" in capsys.readouterr().err
        ended = await typed([*cancel, "batch_000001"])
        assert ended.status == 0
        assert "cancelling; 'mhclient collect'" in ended.said
        (remote,) = simulator.batch_api.batches.values()
        assert remote.cancelled_at is not None


def test_calling_off_needs_a_store(tmp_path, capsys):
    assert main(["batches", "--store", str(tmp_path / "none.sqlite3"), "--cancel", "x"]) == 2
    assert "no store here" in capsys.readouterr().err
