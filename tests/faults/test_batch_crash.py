"""A process killed anywhere on a batch's way: each paid batch has its owner, no line is bought twice."""

import signal
from pathlib import Path

import anyio
import pytest

from mhclient.simulator.batch_api import BatchFault
from tests.support.asking import address_of, report_of, run, run_arguments, simulator_for
from tests.support.batching import batches_in, intend_only, lines_in
from tests.support.commands import typed
from tests.support.items import make_items
from tests.support.killing import work_killed_at, work_on_batches
from tests.support.processes import finish, start, wait_for

pytestmark = pytest.mark.storm

N = 60

# Enough of them that each kill finds the run a step further; the last ones lie beyond its end.
AT_COMMITS = (3, 7, 8, 9, 10, 11, 14, 40)


async def finished(provider: str, simulator, benchmark, store: Path) -> str:
    """Start again after a kill; everything must be there then, and nothing paid for twice."""
    errors, output = store.with_name("said"), store.with_name("said.out")
    work = (work_on_batches, provider, benchmark.directory, address_of(simulator), store)
    status = await finish(*work, said=errors)
    said = output.read_text(encoding="utf-8")
    assert status == 0, errors.read_text(encoding="utf-8")
    assert len(simulator.batch_api.submitted) == N
    assert set(simulator.batch_api.submitted.values()) == {1}, said
    assert set(simulator.asked.values()) == {1}
    owned = {batch.remote_id for batch in batches_in(store)}
    assert owned == set(simulator.batch_api.batches)
    assert sum((sum(lines.values()) for lines in lines_in(store)), 0) == N
    assert {name for lines in lines_in(store) for name in lines} == {"response"}
    return said


async def same_report(provider: str, simulator, benchmark, store: Path) -> None:
    online = store.with_name("online.sqlite3")
    run_id, _ = await run(benchmark, simulator, online, provider=provider)
    assert report_of(store, run_id) == report_of(online, run_id)


@pytest.mark.parametrize(
    ("provider", "where"),
    [
        ("openai", "before commit"),
        ("openai", "after commit"),
        ("anthropic", "before commit"),
        ("gemini-native", "before commit"),
    ],
)
async def test_kill_9_at_every_commit_buys_nothing_twice(make_benchmark, tmp_path, provider, where):
    """Each start is killed a little later than the one before, until one ends."""
    benchmark = make_benchmark(make_items(N))
    store, killed = tmp_path / "s.sqlite3", 0
    async with simulator_for(benchmark, batch_s=0.3) as simulator:
        run_of = (provider, benchmark.directory, address_of(simulator), store)
        for nth in AT_COMMITS:
            status = await finish(work_killed_at, where, nth, *run_of)
            if status != -signal.SIGKILL:
                break
            killed += 1
        await finished(provider, simulator, benchmark, store)
        await same_report(provider, simulator, benchmark, store)
    assert status == 0
    assert killed >= 4


@pytest.mark.parametrize(
    ("provider", "step", "nth"),
    [
        ("openai", "uploaded", 1),
        ("openai", "created", 1),
        ("openai-responses", "created", 2),
        ("openai", "reading", 1),
        ("anthropic", "created", 1),
        ("anthropic", "created", 2),
        ("anthropic", "reading", 2),
        ("gemini-native", "uploaded", 1),
        ("gemini-native", "created", 1),
        ("gemini-native", "created", 2),
        ("gemini-native", "reading", 1),
    ],
)
async def test_kill_9_seen_from_the_server(make_benchmark, tmp_path, provider, step, nth):
    """Killed once the server has a file, has made a batch, or is sending results: before it can answer."""
    benchmark = make_benchmark(make_items(N))
    store, seen = tmp_path / "s.sqlite3", 0
    async with simulator_for(benchmark, batch_s=0.3) as simulator:
        process = start(work_on_batches, provider, benchmark.directory, address_of(simulator), store)

        def kill(name: str) -> None:
            nonlocal seen
            seen += name == step
            if name == step and seen == nth:
                process.kill()

        simulator.batch_api.on_step = kill
        assert await wait_for(process) == -signal.SIGKILL
        simulator.batch_api.on_step = lambda _: None
        await finished(provider, simulator, benchmark, store)
        assert simulator.batch_api.n_uploads == (0 if provider == "anthropic" else 2)
        await same_report(provider, simulator, benchmark, store)


@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini-native"])
async def test_a_lost_answer_to_the_call_that_makes_a_batch_buys_nothing_twice(
    make_benchmark, tmp_path, provider
):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    faults = [BatchFault.CREATE_REPLY_LOST, None, BatchFault.CREATE_UNAVAILABLE, None]
    async with simulator_for(benchmark, batch_s=0.3, batch_faults=faults) as simulator:
        said = await finished(provider, simulator, benchmark, store)
        await same_report(provider, simulator, benchmark, store)
    assert "found at the provider as" in said


async def test_two_processes_on_one_run_make_each_batch_once(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.5) as simulator:
        work = (work_on_batches, "openai", benchmark.directory, address_of(simulator), store)
        async with anyio.create_task_group() as two:
            two.start_soon(finish, *work)
            two.start_soon(finish, *work)
        assert set(simulator.batch_api.submitted.values()) == {1}
        await finished("openai", simulator, benchmark, store)


async def test_a_batch_never_sent_is_asked_online_instead(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    simulator = await intend_only(benchmark, store)
    assert [batch.state for batch in batches_in(store)] == ["intended"]
    async with simulator_for(benchmark, port=simulator.port) as simulator:
        status, _, said = await typed(run_arguments(simulator, benchmark, store))
        assert status == 0, said
        assert set(simulator.asked.values()) == {1}
    assert batches_in(store) == []
