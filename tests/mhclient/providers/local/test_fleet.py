"""Machines in the place of one: the same keys, letters and scores; nothing lost, nothing doubled."""

import asyncio
import signal
import time
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace

import pytest

from mhclient.cli.main import main
from mhclient.errors import BringsDownMachines, ModelUnusable, NeverSent, PromptTooLong
from mhclient.providers.local.fleet import fleet as fleet_module
from mhclient.providers.local.fleet.fleet import Fleet, FleetTerms
from mhclient.providers.local.fleet.over_http import HttpMachines
from mhclient.providers.local.fleet.server import WorkerServer
from mhclient.providers.local.fleet.wire import MachineIdentity
from tests.support.fleets import assert_alike, kept, run_words, wait_for_replies
from tests.support.items import make_items
from tests.support.killing import run_command_line
from tests.support.loaded import TORCH, forking_loaded
from tests.support.tiny import CHAT_TEMPLATE, byte_level_tokenizer, random_model, saved, wrapped

TOKEN = "0123456789abcdef0123"
WANTED = MachineIdentity("local:tiny@sha256-1", ("forced-choice", "float32", "packed"), "torch 2, cpu")


async def echo(body: str) -> bytes:
    return f"reply to {body}".encode()


@asynccontextmanager
async def serving(*asks, about=WANTED, **changed):
    """Machines, and a fleet of them that is open."""
    async with AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(
                WorkerServer(ask, about, host="127.0.0.1", port=0, token=changed.get("serves", TOKEN))
            )
            for ask in asks
        ]
        terms = FleetTerms(WANTED, mixed=changed.get("mixed", False), bucket=4, late_s=0.3)
        fleet = Fleet(HttpMachines([server.url for server in servers], TOKEN), terms)
        try:
            await fleet.open()
            yield fleet, servers
        finally:
            await fleet.close()


async def test_every_request_gets_its_own_reply_and_all_machines_work():
    async with serving(echo, echo) as (fleet, _):
        bodies = [f"body {number}" for number in range(100)]
        replies = await asyncio.gather(*map(fleet.ask, bodies))
        assert replies == [f"reply to {body}".encode() for body in bodies]
        assert all(seat.n_answered > 10 for seat in fleet.seats)
        assert fleet.status().count("\n") == 1


async def test_an_error_of_a_request_is_its_own():
    async def choosy(body: str) -> bytes:
        if body == "long":
            raise PromptTooLong("5,000 tokens")
        return await echo(body)

    async with serving(choosy) as (fleet, _):
        found = await asyncio.gather(fleet.ask("short"), fleet.ask("long"), return_exceptions=True)
    assert found[0] == b"reply to short"
    assert isinstance(found[1], PromptTooLong)
    assert str(found[1]) == "5,000 tokens"


async def test_what_brings_down_machines_ends_alone(monkeypatch):
    monkeypatch.setattr(fleet_module, "LOOK_EVERY_S", 0.05)

    async def dying(body: str) -> bytes:
        if body == "poison":
            raise RuntimeError("the process ends")
        return await echo(body)

    async with serving(dying, dying) as (fleet, _):
        bodies = [*(f"body {number}" for number in range(20)), "poison"]
        found = await asyncio.gather(*map(fleet.ask, bodies), return_exceptions=True)
    assert found[:-1] == [f"reply to {body}".encode() for body in bodies[:-1]]
    assert isinstance(found[-1], BringsDownMachines)


async def test_whoever_was_with_it_at_each_death_is_not_to_blame(monkeypatch):
    monkeypatch.setattr(fleet_module, "LOOK_EVERY_S", 0.05)

    def mortal():
        """Takes along whatever is under way when it dies."""
        dead = asyncio.Event()

        async def answer(body: str) -> bytes:
            if body == "poison":
                await asyncio.sleep(0.1)
                dead.set()
                dead.clear()  # and there it is again
                raise RuntimeError("the process ends")
            with suppress(TimeoutError):
                await asyncio.wait_for(dead.wait(), 0.2)
                raise RuntimeError("the process ended")
            return await echo(body)

        return answer

    async with serving(mortal(), mortal()) as (fleet, _):
        bodies = ["poison", *(f"body {number}" for number in range(8))]
        found = await asyncio.gather(*map(fleet.ask, bodies), return_exceptions=True)
    assert isinstance(found[0], BringsDownMachines)
    assert found[1:] == [f"reply to {body}".encode() for body in bodies[1:]]


async def test_what_one_machine_is_late_with_another_answers():
    async def stuck(body: str) -> bytes:
        await asyncio.sleep(3600)
        return b""

    async with serving(stuck, echo) as (fleet, _):
        bodies = [f"body {number}" for number in range(20)]
        async with asyncio.timeout(20):
            replies = await asyncio.gather(*map(fleet.ask, bodies))
    assert replies == [f"reply to {body}".encode() for body in bodies]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"about": replace(WANTED, model="local:tiny@sha256-2")}, "it has the model local:tiny@sha256-2"),
        ({"about": replace(WANTED, version="0.0.1")}, "it runs mhclient 0.0.1"),
        (
            {"about": replace(WANTED, how=("forced-choice", "bfloat16", "packed"))},
            "it computes by forced-choice, bfloat16, packed instead of forced-choice, float32",
        ),
        ({"serves": "another token 123"}, "wants another token"),
    ],
)
async def test_a_machine_that_is_not_the_right_one_is_refused(changed, says):
    with pytest.raises(ModelUnusable, match=says):
        async with serving(echo, **changed):
            pass


async def test_an_address_where_nothing_listens_is_said_in_a_few_words():
    machines = HttpMachines(["http://127.0.0.1:9"], token="")
    with pytest.raises(ModelUnusable, match=r"http://127.0.0.1:9: cannot be reached: Connection refused\.$"):
        await Fleet(machines, FleetTerms(WANTED, mixed=False)).open()
    await machines.leave()


async def test_machines_of_two_kinds_are_refused_unless_that_is_wanted():
    other = replace(WANTED, computed_with="torch 2, H200")
    for mixed, n_used in ((False, 1), (True, 2)):
        async with (
            WorkerServer(echo, WANTED, host="127.0.0.1", port=0, token="") as one,
            WorkerServer(echo, other, host="127.0.0.1", port=0, token="") as two,
        ):
            fleet = Fleet(HttpMachines([one.url, two.url], token=""), FleetTerms(WANTED, mixed))
            await fleet.open()
            await asyncio.gather(*(fleet.ask(str(number)) for number in range(80)))
            assert sum(seat.state == "answers" for seat in fleet.seats) == n_used
            await fleet.close()


async def test_without_any_machine_a_request_counts_as_never_sent(monkeypatch):
    monkeypatch.setattr(fleet_module, "LOOK_EVERY_S", 0.05)
    monkeypatch.setattr(fleet_module, "NOBODY_S", 0.2)
    async with serving(echo) as (fleet, (server,)):
        await server.__aexit__()
        with pytest.raises(NeverSent, match="no machine answers"):
            await fleet.ask("body")


def test_what_is_no_answer_of_ours_is_not_believed():
    with pytest.raises(ValueError, match="not what an mhclient worker"):
        MachineIdentity.from_json('{"model": "x"}')


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["worker", "--model", "m", "--host", "0.0.0.0"], "Give a --token-file"),
        (["run", "q.csv", "--model", "local:m", "--on", "gpu1:8770"], "write http://HOST:PORT"),
        (["run", "q.csv", "--model", "openai:m", "--on", "http://a:1"], "local models"),
        (["run", "q.csv", "--model", "local:m", "--on", "http://a:1", "--token-file", "t"], "at least 16"),
        (
            ["run", "q.csv", "--model", "local:m", "--on", "http://a:1", "--token-file", "u"],
            "--token-file u cannot be read: No such file or directory.",
        ),
    ],
)
def test_mistakes_are_named(words, says, tmp_path, capsys):
    (tmp_path / "q.csv").write_text("question,A,B,answer\nq?,a,b,A\n")
    (tmp_path / "t").write_text("short\n")
    saved(tmp_path / "m", random_model("llama", 420), wrapped(byte_level_tokenizer()))
    assert main(words) == 2
    assert says in capsys.readouterr().err


# From here on: real models in real processes.


@pytest.fixture
def folder(tmp_path):
    tokenizer = wrapped(byte_level_tokenizer(), chat_template=CHAT_TEMPLATE)
    return saved(tmp_path / "tiny-llama", random_model("llama", len(tokenizer)), tokenizer)


def first_word(out):
    """Of what a program prints to this file, once a line is there."""
    deadline = time.monotonic() + 200
    while not out.exists() or "\n" not in out.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return out.read_text().split()[0]


def workers(loaded, folder, tmp_path, n: int):
    """So many workers with the arguments that a user types: processes, addresses."""
    (tmp_path / "token").write_text(TOKEN)
    words = ["worker", "--model", str(folder), "--port", "0", "--batch-size", "4", "--checks", "0"]
    words += ["--token-file", str(tmp_path / "token")]
    said = [tmp_path / f"worker{number}" for number in range(n)]
    started = [loaded.start(run_command_line, words, said=each) for each in said]
    return started, [first_word(each.with_suffix(".out")) for each in said]


def on(urls, tmp_path) -> list[str]:
    return ["--on", ",".join(urls), "--token-file", str(tmp_path / "token")]


@pytest.mark.storm
def test_machines_may_die_and_the_driver_too(folder, make_benchmark, tmp_path):
    bench, one = make_benchmark(make_items(160)), tmp_path / "one.sqlite3"
    assert main(run_words(folder, bench, one)) == 0
    expected = kept(one)
    assert len(expected) == 160
    with forking_loaded(TORCH) as loaded:
        processes, urls = workers(loaded, folder, tmp_path, 2)
        both = tmp_path / "both.sqlite3"
        words = run_words(folder, bench, both, *on(urls, tmp_path))
        driver = loaded.start(run_command_line, words)
        wait_for_replies(both, 20)
        processes[0].kill()
        assert driver.join() == 0
        assert_alike(kept(both), expected)

        cut = tmp_path / "cut.sqlite3"
        words = run_words(folder, bench, cut, *on(urls[1:], tmp_path))
        driver = loaded.start(run_command_line, words)
        wait_for_replies(cut, 20)
        driver.kill()
        assert driver.join() == -signal.SIGKILL
    assert main(run_words(folder, bench, cut)) == 0  # without the machines
    assert_alike(kept(cut), expected)
