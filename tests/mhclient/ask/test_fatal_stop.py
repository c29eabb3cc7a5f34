"""A run that cannot go on is summed up like any other before its error is told."""

import pytest
from aiohttp import web

from mhclient.cli.main import main
from tests.support.asking import attempts_of, records_of, run_command, serving, simulator_for, with_options
from tests.support.items import make_items

LAST = "mhclient: stopped: "


async def refuse(request, _):
    return web.json_response({"error": {"message": "who are you?"}}, status=401)


def ended(simulator, benchmark, store, capsys, *more: str) -> tuple[int, list[str]]:
    """Status and lines of a run in this process."""
    words = run_command(simulator, benchmark, store)[3:]
    status = main(with_options(words, "--concurrency", "1", *more))
    return status, capsys.readouterr().err.splitlines()


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")


def test_a_key_refused_in_mid_run_leaves_a_summary(make_benchmark, tmp_path, capsys):
    benchmark, store = make_benchmark(make_items(9)), tmp_path / "s.sqlite3"
    with serving(simulator_for(benchmark, script=[None, None, None, refuse])) as simulator:
        status, lines = ended(simulator, benchmark, store, capsys, "--run-id", "r")
    n = sum(record.completion is not None for record in records_of(store, "r").values())
    assert (status, 3 <= n < 9) == (1, True)  # one more may have been under way
    assert lines[-5:] == [
        f"r: {n} of 9 items have a reply (0 reused from the store); 0 errors, {9 - n} not asked.",
        f"Missing: RP {9 - n} of 9.",
        "The same command again asks what is missing.",
        f"Next: mhclient report r --store {store}",
        f"{LAST}HTTP 401: who are you?",
    ]


def test_a_run_that_got_nothing_says_so_in_one_line(make_benchmark, tmp_path, capsys):
    benchmark, store = make_benchmark(make_items(9)), tmp_path / "s.sqlite3"
    with serving(simulator_for(benchmark, script=[refuse])) as simulator:
        status, lines = ended(simulator, benchmark, store, capsys)
    assert (status, lines[0].endswith(": 0 of 9 done"), len(lines)) == (1, True, 2)


def test_a_batch_that_is_refused_leaves_a_summary(make_benchmark, tmp_path, capsys):
    """OpenAI's batches are made below /v1; here there are none."""
    benchmark, store = make_benchmark(make_items(9)), tmp_path / "s.sqlite3"
    with serving(simulator_for(benchmark)) as simulator:
        more = ("--run-id", "r", "--batch", "--no-preflight", "--base-url", simulator.url)
        status, lines = ended(simulator, benchmark, store, capsys, *more)
    assert status == 1
    assert lines[-5:-1] == [
        "r: 0 of 9 items have a reply (0 reused from the store); 9 errors, 0 not asked.",
        "Errors: 9 NoBatchApi.",
        "The same command again retries errors that another try may cure; --ask-again errors asks them all.",
        f"Next: mhclient report r --store {store}",
    ]
    assert lines[-1].startswith("mhclient: the provider does not take the batch ")


async def block(request, _):
    return web.Response(status=403, text="<!DOCTYPE html><title>Blocked</title>", content_type="text/html")


def test_errors_that_no_other_try_cures_are_not_said_to_be_tried_again(make_benchmark, tmp_path, capsys):
    benchmark, store = make_benchmark(make_items(5)), tmp_path / "s.sqlite3"
    with serving(simulator_for(benchmark, script=[None, None, block])) as simulator:
        _, first = ended(simulator, benchmark, store, capsys, "--run-id", "r")
        _, again = ended(simulator, benchmark, store, capsys, "--run-id", "r")
    assert "The same command again retries errors that another try may cure" in first[-2]
    assert again[-3:-1] == [
        "Errors: 1 Blocked.",
        "These errors stay as they are; --ask-again errors asks them again.",
    ]


async def move(request, _):
    headers = {"Location": "http://new.example/api/v1/chat/completions?token=secret"}
    return web.Response(status=307, headers=headers, text="moved")


@pytest.mark.parametrize("provider", ["openai", "compatible"])
def test_a_redirect_names_the_address_to_give(provider, make_benchmark, tmp_path, capsys):
    benchmark, store = make_benchmark(make_items(9)), tmp_path / "s.sqlite3"
    with serving(simulator_for(benchmark, script=[None, None, None, move])) as simulator:
        status, lines = ended(simulator, benchmark, store, capsys, "--provider", provider)
    assert status == 1
    assert lines[-1] == (f"{LAST}HTTP 307: the address has moved; give --base-url http://new.example/api/v1")
    assert "AddressMoved" in {error for _, error in attempts_of(store)}
