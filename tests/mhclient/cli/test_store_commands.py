"""`mhclient runs` and `mhclient cache`: what they show, what they find, what they leave alone."""

import json
import os
import pty
import sqlite3
import subprocess
import sys
from contextlib import suppress

import anyio
import pytest
from sqlite_utils import Database

from cache.connection import open_connection
from cache.packing import pack
from mhclient.cli.main import main
from mhclient.run.parameters import Parameters
from mhclient.simulator.faults import FAULTS
from tests.support.asking import run, simulator_for
from tests.support.items import make_items


@pytest.fixture
def store(make_benchmark, tmp_path):
    """A store with two runs of six items, one of them at another temperature; one reply was filtered."""
    benchmark = make_benchmark(make_items(6))
    path = tmp_path / "mhclient.sqlite3"

    async def ask():
        async with simulator_for(benchmark, script=[None, FAULTS["filtered-prompt"]]) as simulator:
            first, _ = await run(benchmark, simulator, path)
            second, _ = await run(benchmark, simulator, path, parameters=Parameters(temperature=1.0))
        return first, second

    return path, *anyio.run(ask)


def test_runs_are_listed_with_their_state(store, capsys):
    _, first, second = store
    assert main(["runs", "--json"]) == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(run["run"], run["items"], run["answered"], run["state"]) for run in listed] == [
        (first, 6, 6, "done"),
        (second, 6, 6, "done"),
    ]


def test_a_run_whose_process_died_is_partial_and_one_that_works_is_running(store, capsys):
    path, first, _second = store
    connection = sqlite3.connect(path)
    connection.execute("UPDATE run_items SET response_id = NULL WHERE position = 0")
    connection.execute("UPDATE sessions SET ended_at = NULL")
    connection.execute("UPDATE sessions SET pid_started = 'x' WHERE run_id = ?", (first,))
    connection.commit()
    main(["runs", "--json"])
    states = [json.loads(line)["state"] for line in capsys.readouterr().out.splitlines()]
    assert states[0] == "partial: died"
    assert states[1].startswith("running (process ")


def test_the_tables_are_readable_with_sqlite_utils(store):
    path, *_ = store
    database = Database(path)
    assert database["responses"].count == 12
    assert {row["admission"] for row in database.query("SELECT admission FROM responses")} == {
        "complete",
        "filtered",
    }


def test_stats_count_replies_by_what_they_may_serve_as(store, capsys):
    assert main(["cache", "stats"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "complete 11, filtered 1" in shown
    assert "responses 12" in shown


def test_a_sound_store_is_found_sound(store, capsys):
    assert main(["cache", "verify"]) == 0
    assert "12 requests and 12 replies checked: nothing wrong." in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "finding"),
    [
        ("UPDATE requests SET endpoint = 'https://elsewhere'", "its body has the key"),
        ("UPDATE requests SET body = X'00'", "its body cannot be read"),
        ("UPDATE responses SET completion = 'C', n_visible = 1 WHERE id = 1", "its body says"),
        ("UPDATE responses SET finish_reason = 'stop' WHERE id = 1 AND finish_reason = 'x'", None),
        ("UPDATE responses SET n_visible = 99 WHERE id = 1", "its body says"),
        ("DELETE FROM responses WHERE id = 1", "a run rests on a response that is not there"),
        ("UPDATE run_items SET response_id = 2 WHERE response_id = 1", "the response to another request"),
        ("DELETE FROM attempts", "a response has no attempt"),
        ("DELETE FROM requests", "a response has no request"),
        ("""UPDATE items SET body = replace(body, '"gold":["A"]', '"gold":["B"]')""", "they were changed"),
        ("DELETE FROM items WHERE position = 5", "or are not all there"),
        (
            """UPDATE run_items SET shown = '{"A":"B","B":"A","C":"C","D":"D"}' WHERE position = 2""",
            "item RP-00002: its options are recorded in another order than the run shows them",
        ),
        (
            "UPDATE run_items AS one SET (request_key, response_id) = (SELECT request_key, response_id FROM "
            "run_items WHERE run_id = one.run_id AND position = 4) WHERE position = 3",
            "item RP-00003: its request asks something else",
        ),
    ],
)
def test_verify_finds_what_was_tampered_with(store, capsys, damage, finding):
    path, *_ = store
    connection = sqlite3.connect(path)
    connection.execute(damage)
    connection.commit()
    assert main(["cache", "verify"]) == (0 if finding is None else 1)
    assert (finding or "nothing wrong") in capsys.readouterr().out


def test_verify_finds_a_body_that_is_no_reply(store, capsys):
    path, *_ = store
    connection = sqlite3.connect(path)
    connection.execute("UPDATE responses SET body = ? WHERE id = 1", (pack(b'{"choices": []}'),))
    connection.commit()
    assert main(["cache", "verify"]) == 1
    assert "response 1: the reply is not of the documented form" in capsys.readouterr().out


def keys_of(path) -> list[str]:
    return [
        row[0] for row in open_connection(path).execute("SELECT key FROM requests ORDER BY created_at, key")
    ]


def test_explain_names_the_field_that_makes_two_requests_differ(store, capsys):
    _path, *_ = store
    rows = main(["cache", "export"]) or capsys.readouterr().out
    replies = [json.loads(line) for line in str(rows).splitlines()]
    by_question: dict[str, list[str]] = {}
    for reply in replies:
        question = json.loads(reply["request"])["messages"][-1]["content"]
        by_question.setdefault(question, []).append(reply["key"])
    one, other = next(iter(by_question.values()))
    assert main(["cache", "explain", one[:12], other[:12]]) == 0
    shown = capsys.readouterr().out
    assert "body.temperature:" in shown
    assert shown.count(":\n") == 1
    assert main(["cache", "explain", one, one]) == 0
    assert "Both keys are of the same request." in capsys.readouterr().out


@pytest.mark.parametrize("key", ["0", "zzzzzzzz", "%%%%%%%"])
def test_a_key_that_means_no_request_is_an_error(store, capsys, key):
    assert main(["cache", "explain", key, key]) == 2
    assert "has a key that begins with" in capsys.readouterr().err


def test_export_holds_every_reply_with_what_was_sent(store, tmp_path, capsys):
    _, first, _ = store
    assert main(["cache", "export", "--run", first, "--out", "out.jsonl"]) == 0
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert len(lines) == 6
    assert all(json.loads(json.loads(line)["request"])["temperature"] == 0.0 for line in lines)


@pytest.mark.slow
def test_an_export_that_is_shown_on_a_terminal_does_nothing_to_it(store, tmp_path):
    """C1's command to clear the screen, and the sign that turns letters round; a pipe gets them as stored."""
    with sqlite3.connect(store[0]) as connection:
        connection.execute("UPDATE responses SET completion = ?", ("B \x9b2J \u202e",))
    command = [sys.executable, "-m", "mhclient", "cache", "export", "--store", str(store[0])]
    ours, its = pty.openpty()
    with subprocess.Popen(command, stdout=its) as process:
        os.close(its)
        shown = b""
        with suppress(OSError):  # how Linux says that nobody writes any more
            while part := os.read(ours, 65_536):
                shown += part
    os.close(ours)
    assert process.returncode == 0
    assert b"2J" in shown
    assert not {"\x9b", "\u202e"} & set(shown.decode())
    piped = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    assert {"\x9b", "\u202e"} <= set(piped)


def test_prune_says_what_would_go_and_does_it_only_when_told(store, capsys):
    path, first, second = store
    assert main(["cache", "prune", "--run", second]) == 0
    assert "1 run, 6 replies, 6 requests and 0 benchmarks would be deleted." in capsys.readouterr().out
    assert len(keys_of(path)) == 12
    assert main(["cache", "prune", "--run", second, "--yes"]) == 0
    assert len(keys_of(path)) == 6
    capsys.readouterr()
    assert main(["cache", "verify"]) == 0
    assert main(["report", first]) == 0
    assert main(["report", second]) == 2


def test_a_store_without_runs_says_how_to_make_one(tmp_path, capsys):
    open_connection(tmp_path / "mhclient.sqlite3", create=True).close()
    assert main(["runs"]) == 0
    assert "No runs yet" in capsys.readouterr().out


def test_prune_leaves_a_store_alone_that_a_process_works_on(store, capsys):
    path, first, _second = store
    connection = sqlite3.connect(path)
    connection.execute("UPDATE sessions SET ended_at = NULL WHERE run_id = ?", (first,))
    connection.commit()
    before = Database(path)["responses"].count
    assert main(["cache", "prune", "--run", first, "--yes"]) == 2
    assert "is working on run" in capsys.readouterr().err
    assert Database(path)["responses"].count == before
    assert Database(path)["runs"].count == 2


def test_an_export_names_a_damaged_body(store, capsys):
    path, *_ = store
    connection = sqlite3.connect(path)
    connection.execute("UPDATE responses SET body = x'00' WHERE id = 1")
    connection.commit()
    assert main(["cache", "export"]) == 2
    assert "cache verify" in capsys.readouterr().err
