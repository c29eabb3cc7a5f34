"""How a run ends early: drained, aborted, or given up because nothing comes back."""

import io
import os
import signal
from dataclasses import replace

import anyio
import pytest
from rich.console import Console

from mhclient.ask.session import Endurance, Progress
from mhclient.ask.stopping import Stop, StopReason
from mhclient.cli.screen.running import Ended, stop_on_signals
from mhclient.errors import RunStopped
from mhclient.simulator.faults import FAULTS, slow, status
from tests.support.asking import PACE, attempts_of, records_of, run, simulator_for
from tests.support.items import make_items

INTERRUPTED = StopReason.INTERRUPTED.cause("SIGINT")


def test_only_an_interruption_decides_the_exit_status():
    decided = {reason for reason in StopReason if reason.exit_status is not None}
    assert decided == {StopReason.INTERRUPTED, StopReason.INTERRUPTED_TWICE}
    assert {reason.exit_status for reason in decided} == {130}


def test_a_provider_that_says_it_was_interrupted_does_not_change_the_exit_status():
    cause = StopReason.FATAL.cause("interrupted service")
    assert str(cause) == "interrupted service"
    assert Ended(Progress(), cause).exit_status(1) == 1


async def test_draining_finishes_what_is_under_way_and_starts_nothing(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(60))
    stop = Stop()
    async with simulator_for(benchmark, latency_s=0.3) as simulator:
        async with anyio.create_task_group() as beside:
            beside.start_soon(_drain_once_asked, stop, simulator, 5)
            run_id, progress = await run(
                benchmark, simulator, store_path, stop=stop, pace=replace(PACE, concurrency=8)
            )
        asked = simulator.asked.total()
        assert 1 < progress.done == asked < 60
        assert {state for state, _ in attempts_of(store_path)} == {"answered"}
        _, progress = await run(benchmark, simulator, store_path)
        assert progress.done == 60
        assert set(simulator.asked.values()) == {1}
    assert len(records_of(store_path, run_id)) == 60


async def _drain_once_asked(stop: Stop, simulator, n_requests: int) -> None:
    while simulator.asked.total() < n_requests:  # noqa: ASYNC110 - the simulator sets no event
        await anyio.sleep(0.01)
    stop.drain(INTERRUPTED)


async def _drain_after(stop: Stop, seconds: float) -> None:
    await anyio.sleep(seconds)
    stop.drain(INTERRUPTED)


async def test_draining_does_not_wait_for_a_long_retry_after(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(5))
    stop = Stop()
    told = status(429, "come back in 50 minutes", retry_after="3000")
    async with (
        simulator_for(benchmark, script=[None, *[told] * 99]) as simulator,
        anyio.create_task_group() as beside,
    ):
        beside.start_soon(_drain_after, stop, 0.3)
        with anyio.fail_after(60):
            await run(benchmark, simulator, store_path, stop=stop)
    assert stop.cause == INTERRUPTED


async def test_aborting_leaves_what_was_under_way_on_record_as_unknown(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(4))
    stop = Stop()
    async with simulator_for(benchmark, script=[None, *[slow(60.0)] * 9]) as simulator:

        async def abort() -> None:
            await anyio.sleep(0.5)
            stop.abort(StopReason.INTERRUPTED_TWICE.cause())

        async with anyio.create_task_group() as beside:
            beside.start_soon(abort)
            await run(benchmark, simulator, store_path, stop=stop)
    assert sorted(state for state, _ in attempts_of(store_path)) == [
        "answered",
        "unknown",
        "unknown",
        "unknown",
    ]


async def test_a_provider_that_only_fails_is_given_up(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(200))
    pace = replace(PACE, endurance=Endurance(failing_s=0.2, failing_n=5), concurrency=4)
    async with simulator_for(benchmark, script=[None, *[FAULTS["server-error"]] * 2000]) as simulator:
        with pytest.raises(RunStopped, match="nothing has come back for"):
            await run(benchmark, simulator, store_path, pace=pace)
        assert simulator.asked.total() < 400


@pytest.mark.slow
async def test_a_provider_that_refuses_everything_is_given_up_when_patience_ends(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(20))
    pace = replace(PACE, endurance=Endurance(refused_s=1.0))
    async with simulator_for(benchmark, script=[None, *[FAULTS["rate-limited"]] * 2000]) as simulator:
        with pytest.raises(RunStopped, match="refused every request"):
            await run(benchmark, simulator, store_path, pace=pace)
        assert simulator.asked.total() < 100


async def test_each_ctrl_c_is_answered_at_once():
    stop, shown = Stop(), io.StringIO()
    console = Console(file=shown, width=200)
    async with anyio.create_task_group() as beside:
        beside.start_soon(stop_on_signals, stop, console)
        with anyio.fail_after(60):
            await anyio.wait_all_tasks_blocked()
            os.kill(os.getpid(), signal.SIGINT)
            while not stop.draining:  # noqa: ASYNC110 - a signal's
                await anyio.sleep(0.01)
            await anyio.wait_all_tasks_blocked()
            assert shown.getvalue().startswith("Stopping: what is under way may finish.")
            os.kill(os.getpid(), signal.SIGINT)
            while not stop.abort_scope.cancel_called:  # noqa: ASYNC110 - a signal's
                await anyio.sleep(0.01)
            await anyio.wait_all_tasks_blocked()
        beside.cancel_scope.cancel()
    assert shown.getvalue().splitlines()[1] == "Giving up what is under way."
