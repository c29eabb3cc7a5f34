"""A run killed at any moment loses nothing that was committed, and repeats at most what was under way."""

import json
import os
import signal
from pathlib import Path
from random import Random

import anyio
import pytest

from cache import StoreFull
from cache.connection import open_connection
from cache.packing import unpack
from tests.support.asking import (
    N_PERMITS,
    PACE,
    address_of,
    attempts_of,
    nearly_full,
    report_of,
    run,
    run_arguments,
    run_command,
    simulator_for,
    until,
)
from tests.support.items import make_binary_items, make_items
from tests.support.killing import ask_killed_at, run_command_line
from tests.support.processes import finish, start, wait_for

pytestmark = pytest.mark.storm


async def test_kill_9_in_mid_run_again_and_again(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(150) + make_binary_items(150))
    store, moments = tmp_path / "s.sqlite3", Random(7)
    async with simulator_for(benchmark, latency_s=0.05) as simulator:
        for _ in range(4):
            await _kill_after(moments.randint(20, 60), simulator, benchmark, store)
        assert await finish(run_command_line, run_arguments(simulator, benchmark, store)) == 0
        repeats = simulator.asked.total() - len(simulator.asked)
    async with simulator_for(benchmark, port=simulator.port) as simulator:
        run_id, _ = await run(benchmark, simulator, tmp_path / "unbroken.sqlite3")
    unknown = [state for state, _ in attempts_of(store)].count("unknown")
    assert 0 < repeats <= unknown <= 4 * N_PERMITS
    assert report_of(store, run_id) == report_of(tmp_path / "unbroken.sqlite3", run_id)


async def _kill_after(n_requests: int, simulator, benchmark, store: Path) -> None:
    """Start the run and kill it once it has asked so many more; what it committed stays."""
    asked = simulator.asked.total()
    process = start(run_command_line, run_arguments(simulator, benchmark, store))
    await until(lambda: simulator.asked.total() >= asked + n_requests)
    before = _answered(store)
    process.kill()
    assert await wait_for(process) == -signal.SIGKILL
    assert _answered(store) >= before


def _answered(store: Path) -> int:
    if not store.exists():
        return 0
    return int(open_connection(store).execute("SELECT count(response_id) FROM run_items").fetchone()[0])


@pytest.mark.parametrize("where", ["before commit", "after commit"])
@pytest.mark.parametrize("nth", [1, 2, 3, 5, 6, 8, 11])
async def test_kill_9_at_a_commit_point_loses_and_doubles_nothing(make_benchmark, tmp_path, where, nth):
    benchmark = make_benchmark(make_items(30))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, latency_s=0.01) as simulator:
        address = address_of(simulator)
        killed = await finish(ask_killed_at, where, nth, benchmark.directory, address, store)
        assert killed == -signal.SIGKILL
        answered = _answered(store)
        asked = simulator.asked.total()
        assert await finish(run_command_line, run_arguments(simulator, benchmark, store)) == 0
        repeats = simulator.asked.total() - len(simulator.asked)
    assert asked - answered <= N_PERMITS
    assert repeats == asked - answered
    assert _answered(store) == 30


async def test_eight_processes_on_one_run_ask_each_item_once(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(160))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, latency_s=0.05) as simulator:
        async with anyio.create_task_group() as eight:
            for _ in range(8):
                eight.start_soon(finish, run_command_line, run_arguments(simulator, benchmark, store))
        assert set(simulator.asked.values()) == {1}
    assert _answered(store) == 160


async def test_a_disk_that_fills_up_stops_the_run_and_loses_nothing(make_benchmark, tmp_path):
    """SQLite's own page limit stands in for the disk: it raises the same error at the same places."""
    benchmark = make_benchmark(make_items(300))
    path = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, latency_s=0.1) as simulator:
        _, progress = await run(benchmark, simulator, path, limit=5)
        assert progress.done == 5
        with pytest.raises(StoreFull, match=r"free some space and start again\..*could not be kept"):
            await run(benchmark, simulator, path, open_store=nearly_full)
        kept = _answered(path)
        assert 5 < kept < 300
        _, progress = await run(benchmark, simulator, path)
        repeats = simulator.asked.total() - len(simulator.asked)
    assert progress.done == 300
    assert repeats <= PACE.n_permits()  # what was under way when the disk was full


async def test_ctrl_c_once_drains_and_says_how_to_go_on(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(100))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, latency_s=0.2) as simulator:
        async with await anyio.open_process(run_command(simulator, benchmark, store)) as process:
            await until(lambda: simulator.asked.total() >= 20)
            process.send_signal(signal.SIGINT)
            assert process.stderr is not None
            said = b"".join([chunk async for chunk in process.stderr]).decode()
            assert await process.wait() == 130
        assert "The same command again asks what is missing." in said
        assert _answered(store) == simulator.asked.total() < 100
        assert {state for state, _ in attempts_of(store)} == {"answered"}


async def test_ctrl_c_twice_stops_at_once(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(30))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, latency_s=600.0) as simulator:
        process = start(run_command_line, run_arguments(simulator, benchmark, store))
        assert process.pid is not None
        await until(lambda: simulator.asked.total() >= 1)
        os.kill(process.pid, signal.SIGINT)
        await anyio.sleep(0.5)
        os.kill(process.pid, signal.SIGINT)
        with anyio.fail_after(60):
            assert await wait_for(process) == 130
    assert attempts_of(store) == [("unknown", None)]


async def test_the_key_is_in_nothing_that_is_written(make_benchmark, tmp_path):
    """The server echoes the key in errors and replies; it must not reach a file, the screen or a log."""
    benchmark = make_benchmark(make_items(12))
    canary = "sk-canary-4f1d9c"
    store = tmp_path / "s.sqlite3"

    async def echo(request, sent):
        reply = json.loads(sent)
        reply["choices"][0]["message"]["content"] = f"B {request.headers['Authorization']}"
        return _json(reply)

    async def refuse(request, _):
        message = f"Incorrect API key provided: {request.headers['Authorization']}"
        return _json({"error": {"message": message, "code": "bad"}}, status=400)

    async def fail(request, _):
        return _json({"error": {"message": request.headers["Authorization"]}}, status=500)

    environment = os.environ | {"OPENAI_API_KEY": canary, "OPENAI_LOG": "debug"}
    async with simulator_for(benchmark, script=[None, echo, refuse, fail, echo]) as simulator:
        done = await anyio.run_process(
            run_command(simulator, benchmark, store), env=environment, check=False, cwd=tmp_path
        )
    assert canary not in (done.stdout + done.stderr).decode()
    assert _answered(store) == 11
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or canary.encode() not in path.read_bytes(), path
    kept = open_connection(store)
    completions = kept.execute("SELECT completion FROM responses WHERE length(completion) > 1")
    assert {row[0] for row in completions} == {"B Bearer [key]"}


async def test_the_key_is_in_no_kept_body_or_header(make_benchmark, tmp_path, monkeypatch):
    """Bodies lie compressed in the store, so what they hold does not show in the file."""
    benchmark = make_benchmark(make_items(6))
    canary = "sk-canary-4f1d9c"
    monkeypatch.setenv("OPENAI_API_KEY", canary)

    async def echo(request, sent):
        return _json(json.loads(sent), headers={"x-request-id": request.headers["Authorization"]})

    async def stop_prompt(request, _):
        said = request.headers["Authorization"]
        return _json({"error": {"message": said, "code": "content_filter"}}, status=400)

    async with simulator_for(benchmark, script=[None, echo, stop_prompt]) as simulator:
        await run(benchmark, simulator, tmp_path / "s.sqlite3")
    kept = open_connection(tmp_path / "s.sqlite3")
    bodies = [unpack(row[0]).decode() for row in kept.execute("SELECT body FROM responses")]
    headers = [row[0] or "" for row in kept.execute("SELECT headers FROM attempts")]
    assert sum("[key]" in text for text in bodies) == 1
    assert sum("[key]" in text for text in headers) == 1
    assert not [text for text in bodies + headers if canary in text]


def _json(body, status=200, headers=None):
    from aiohttp import web

    return web.json_response(body, status=status, headers=headers)
