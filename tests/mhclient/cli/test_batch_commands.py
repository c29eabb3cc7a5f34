"""`run --batch`, `collect` and `batches` as a user types them: what is printed, what the status says."""

import json
import os
import re
import signal
import sqlite3
from pathlib import Path

import anyio
import pytest

from cache.connection import open_connection
from mhclient.cli.main import main
from mhclient.providers.access import Secret
from mhclient.providers.http import account_of
from tests.support.asking import run_arguments, simulator_for, until
from tests.support.batching import PACE, batches_in, lines_in, run_batch
from tests.support.commands import typed
from tests.support.items import make_items
from tests.support.killing import run_command_line
from tests.support.processes import start, wait_for
from tests.support.stored import rows_of

pytestmark = pytest.mark.storm

N = 12


async def test_a_day_at_the_command_line(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        status, _, said = await typed([*run_arguments(simulator, benchmark, store), "--batch"])
        assert status == 0, said
        assert "1 of 12 items has a reply" in said  # the preflight's
        assert "11 in batches" in said
        assert "Next: mhclient collect" in said
        status, out, _ = await typed(["runs", "--json", "--store", str(store)])
        assert json.loads(out)["state"] == "waiting for 11 replies in batches"
        status, _, said = await typed(["collect", "--store", str(store)])
        assert status == 1
        assert "in_progress" in said
        status, out, _ = await typed(["batches", "--json", "--store", str(store)])
        (listed,) = [json.loads(line) for line in out.splitlines()]
        assert (status, listed["lines"], listed["outcomes"]) == (0, 11, {"waiting": 11})
        assert listed["expires_at"] > 0
        simulator.batch_api.clock.advance(3601.0)
        status, _, said = await typed(["collect", "--store", str(store)])
        assert (status, "12 of 12 items have a reply" in said) == (0, True)
        assert rows_of(store, "SELECT count(correct) FROM read_items") == [(N,)]
        status, _, said = await typed([*run_arguments(simulator, benchmark, store), "--batch"])
        assert (status, "Nothing was missing" in said) == (0, True)
        assert set(simulator.asked.values()) == {1}
    status, out, _ = await typed(["batches", "--store", str(store)])
    assert (status, "collected" in out) == (0, True)


async def test_the_end_of_a_collect_says_why_replies_hold_no_answer(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        more = ("--model", "sim-reasoning", "--batch", "--no-preflight", "--max-tokens", "5")
        assert (await typed(run_arguments(simulator, benchmark, store, *more)))[0] == 0
        simulator.batch_api.clock.advance(3601.0)
        _, _, said = await typed(["collect", "--store", str(store)])
    assert "100.0 % (12 of 12) were cut at the cap of 5 tokens before an answer" in " ".join(said.split())


async def test_a_cap_that_was_reached_is_named_as_what_to_raise(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        command = [*run_arguments(simulator, benchmark, store), "--batch", "--no-preflight"]
        status, _, said = await typed([*command, "--max-requests", "5"])
    assert status == 1
    assert "the cap is reached, what waits in batches counted in full" in said
    assert "The same command with a higher cap asks what is missing." in said
    assert "The same command again" not in said


async def test_a_queue_too_small_for_one_request_is_named(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    async with simulator_for(benchmark) as simulator:
        command = [*run_arguments(simulator, benchmark, tmp_path / "s.sqlite3"), "--batch", "--no-preflight"]
        status, _, said = await typed([*command, "--queued-tokens", "5"])
    assert status == 1
    assert "RP-00000 fits in no batch: it takes about" in said
    assert "--queued-tokens" in said


async def test_an_address_without_a_batch_api_is_named_as_that(make_benchmark, tmp_path, capsys):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark) as simulator:
        command = run_arguments(simulator, benchmark, store)
        command[command.index("--base-url") + 1] = simulator.url
        status, _, said = await typed([*command, "--batch", "--no-preflight"])
        assert (status, lines_in(store)) == (1, [{"NoBatchApi": N}])
        assert f"there is no batch API at {simulator.url}" in said
        anthropic = ["anthropic", "--base-url", simulator.openai_base_url]
        command = ["run", "--model", "m", "--benchmark", str(benchmark.directory), "--provider", *anthropic]
        assert await anyio.to_thread.run_sync(main, command) == 2
        assert f"try {simulator.url}." in capsys.readouterr().err


def test_a_provider_without_batches_says_which_have_them(make_benchmark, capsys):
    benchmark = make_benchmark(make_items(2))
    command = ["run", "--provider", "gemini", "--model", "m", "--benchmark", str(benchmark.directory)]
    assert main([*command, "--batch"]) == 2
    assert "openai, openai-responses, anthropic and gemini-native" in capsys.readouterr().err
    assert main([*command, "--wait"]) == 2
    assert "--wait needs --batch" in capsys.readouterr().err


def test_collecting_needs_a_store(capsys, tmp_path):
    assert main(["collect", "--store", str(tmp_path / "none.sqlite3")]) == 2
    assert "no store here" in capsys.readouterr().err


async def test_a_provider_that_cannot_be_asked_does_not_hold_up_the_others(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.0) as simulator:
        async with simulator_for(benchmark, batch_s=0.0) as closed:
            await run_batch(benchmark, closed, store, pace=PACE, provider="anthropic")
        await run_batch(benchmark, simulator, store, pace=PACE)
        status, _, said = await typed(["collect", "--store", str(store)])
    assert status == 1
    assert "the provider's batches cannot be reached" in said or "could not be asked for" in said
    assert sorted(map(str, lines_in(store))) == ["{'response': 12}", "{'waiting': 12}"]


@pytest.mark.parametrize("key", [None, "another", "the same"])
async def test_a_key_goes_to_no_address_that_only_the_store_names(make_benchmark, tmp_path, key):
    """Nor is there one, perhaps; the other providers are asked either way."""
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.0) as simulator:
        first = await run_batch(benchmark, simulator, store, pace=PACE, provider="anthropic")
        await run_batch(benchmark, simulator, store, pace=PACE)
        with sqlite3.connect(store) as connection:  # as if it had been asked elsewhere than on this machine
            connection.execute(
                "UPDATE runs SET spec = json_set(spec, '$.endpoint', 'http://nowhere.invalid/v1/messages') "
                "WHERE run_id = ?",
                (first,),
            )
            if key == "the same":  # whoever changes a store can copy the fingerprint of a key into it
                account = account_of("http://nowhere.invalid", Secret(key, "a variable"))
                connection.execute("UPDATE batches SET account = ? WHERE run_id = ?", (account, first))
        command = ["collect", "--store", str(store)]
        keys = {"ANTHROPIC_API_KEY": key} if key else {}
        status, _, said = await typed(command, **keys)
        assert (status, f"{first}: " in said) == (2, True)
        assert "add --base-url http://nowhere.invalid" in said
        assert sorted(map(str, lines_in(store))) == ["{'response': 12}", "{'waiting': 12}"]
        status, _, said = await typed([*command, "--base-url", "http://nowhere.invalid"], **keys)
        assert ("could not be asked for" in said) == (key is not None)


async def test_ctrl_c_ends_the_waiting_and_loses_nothing(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        command = [*run_arguments(simulator, benchmark, store), "--batch", "--wait"]
        process = start(run_command_line, command)
        assert process.pid is not None
        await until(lambda: bool(simulator.batch_api.batches) and _submitted(store))
        os.kill(process.pid, signal.SIGINT)
        with anyio.fail_after(60):
            assert await wait_for(process) == 130
        simulator.batch_api.clock.advance(3601.0)
        status, _, _ = await typed(["collect", "--store", str(store)])
    assert status == 0
    assert lines_in(store) == [{"response": 11}]


def _submitted(store: Path) -> bool:
    return [batch.state for batch in batches_in(store)] == ["submitted"]


async def test_a_run_with_open_batches_is_not_pruned(make_benchmark, tmp_path, capsys):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        run_id = await run_batch(benchmark, simulator, store, pace=PACE)
    assert main(["cache", "prune", "--run", run_id, "--yes", "--store", str(store)]) == 2
    assert "their replies are paid for" in capsys.readouterr().err
    assert lines_in(store) == [{"waiting": N}]
    assert main(["cache", "verify", "--store", str(store)]) == 0


@pytest.mark.parametrize("named", [False, True])
async def test_collecting_finishes_every_run_that_waits_for_a_batch(make_benchmark, tmp_path, named):
    """A second run on some of the same items sends nothing: its requests lie in the first one's batch."""
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    second = ["--limit", "5", "--run-id", "second"]
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        command = [*run_arguments(simulator, benchmark, store), "--batch", "--no-preflight"]
        assert (await typed(command))[0] == 0
        status, _, said = await typed([*command, *second])
        assert (status, "5 in batches" in said) == (0, True)
        simulator.batch_api.clock.advance(3601.0)
        status, _, said = await typed(["collect", *(["second"] if named else []), "--store", str(store)])
        assert (status, "second: 5 of 5 items have a reply" in said) == (0, True), said
        assert ("12 of 12 items have a reply" in said) is not named
        assert simulator.asked.total() == N
    assert "5 items of second rest on its replies, too" in said


async def test_the_key_is_in_no_file_of_a_batch(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    canary, store = "sk-canary-4f1d9c", tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.0) as simulator:
        plain = simulator.batch_api.answer
        simulator.batch_api.answer = lambda url, body: _echo(plain(url, body), canary)
        status, out, said = await typed(
            [*run_arguments(simulator, benchmark, store), "--batch", "--wait"], OPENAI_API_KEY=canary
        )
    assert (status, canary in out + said) == (0, False)
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or canary.encode() not in path.read_bytes(), path
    bodies = open_connection(store).execute("SELECT fingerprint FROM responses WHERE fingerprint != ''")
    assert "[key]" in {row[0] for row in bodies}


def _echo(answered, canary: str):
    status, body = answered
    return status, body | {"system_fingerprint": canary}


async def test_a_study_that_goes_by_batch_ends_in_one_table_one_report_and_one_next_command(
    make_benchmark, tmp_path
):
    benchmark = make_benchmark(make_items(N))
    store, study = tmp_path / "s.sqlite3", tmp_path / "study.toml"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        study.write_text(
            f'benchmarks = ["{benchmark.directory}"]\nreport = "all.html"\n'
            'variants = ["letter-only", "reasoning"]\n'
            f'[[models]]\nname = "openai:sim-tidy"\nbase_url = "{simulator.openai_base_url}"\n'
        )
        command = ["run", str(study), "--batch", "--store", str(store)]
        begun = await typed(command)
        assert begun.status == 0, begun.said
        assert begun.said.count("Next: ") == 1
        assert f"Next: mhclient collect --store {store}" in begun.said
        assert (
            "all.html, since 22 replies wait in batches. Once collected, the same command writes"
            in begun.said
        )
        assert not begun.out
        simulator.batch_api.clock.advance(3601.0)
        collected = await typed(["collect", "--store", str(store)])
        assert [line for line in collected.said.splitlines() if line.startswith("Next")] == [
            f"Next: mhclient report @last --store {store}"
        ]
        assert {"sim-tidy · letter-only", "sim-tidy · reasoning"} == {
            found[0]
            for line in collected.out.splitlines()
            if (found := re.search("sim-tidy · [a-z-]+", line))
        }
        made = await typed(command)
    assert made.status == 0, made.said
    assert made.out.splitlines()[:3] == collected.out.splitlines()[:3]
    next_command = made.said.partition("Next: mhclient ")[2].splitlines()[0]
    assert next_command == f"report @last --store {store}"  # the page is written by the study
    assert "Written: " in made.said.splitlines()[-1]
    assert (tmp_path / "all.html").stat().st_size > 50_000
    assert (await typed(next_command.split())).status == 0
