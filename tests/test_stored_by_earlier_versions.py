"""What version 0.1.0 stored is still there: its runs resume without a request, its reports say the same.

`tests/fixtures/v0_1_0` was made by that version (`scripts/make_store_fixture.py`). The commands recorded in
it are given again, through `main`. Nothing listens where the runs were asked: a request would fail.
"""

import gzip
import json
import shutil
import sqlite3
from contextlib import closing
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from mhclient.cli.main import main

FIXTURE = Path(__file__).parent / "fixtures" / "v0_1_0"
STORE = "mhclient.sqlite3"
RUNS: dict[str, dict[str, Any]] = json.loads((FIXTURE / "runs.json").read_text(encoding="utf-8"))
EXPECTED: list[dict[str, Any]] = json.loads(gzip.decompress((FIXTURE / "expected.json.gz").read_bytes()))
ENDED = [name for name in RUNS if name not in ("unfinished", "local")]  # the local run's model is not kept
VERBOSE: str = RUNS["verbose"]["run_id"]


@pytest.fixture(autouse=True)
def stored(tmp_path):
    """The fixture as the working folder, its store unpacked."""
    shutil.copytree(FIXTURE, tmp_path, dirs_exist_ok=True)
    store = tmp_path / STORE
    store.write_bytes(gzip.decompress((FIXTURE / "store.sqlite3.gz").read_bytes()))
    return store


def rows(store: Path, query: str) -> list[tuple[Any, ...]]:
    """What a query finds; no code of the program is in the way."""
    with closing(sqlite3.connect(store)) as connection:
        return connection.execute(query).fetchall()


def lines_printed(capsys, *words: str) -> list[dict[str, Any]]:
    """The JSON lines that a command prints."""
    assert main(list(words)) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_run_is_listed_with_its_state(capsys):
    listed = {run["run"]: run for run in lines_printed(capsys, "runs", "--json")}
    assert set(listed) == {run["run_id"] for run in RUNS.values()}
    unfinished = listed.pop(RUNS["unfinished"]["run_id"])
    assert (unfinished["items"], unfinished["answered"]) == (40, 15)
    assert {run["state"] for run in listed.values()} == {"done"}
    assert all(run["items"] == run["answered"] for run in listed.values())


@pytest.mark.parametrize("line", ["runs", "report sim-tidy*", "cache stats", "cache export"])
def test_what_only_reads_leaves_the_file_as_it_is(stored, capsys, line):
    before = stored.read_bytes()
    assert main(line.split()) == 0
    assert "sim-tidy" in capsys.readouterr().out or line == "cache stats"
    assert stored.read_bytes() == before


def test_its_readings_are_in_plain_columns_once_it_has_been_read(stored):
    assert main(["cache", "read"]) == 0
    found = rows(stored, "SELECT outcome, rule, words, letters FROM read_replies WHERE outcome = 'answer'")
    assert len(found) > 100
    assert all(rule and words and letters for _, rule, words, letters in found)


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDED)
def test_the_same_command_finds_its_run_and_asks_nothing(stored, name):
    runs, attempts = rows(stored, "SELECT run_id FROM runs"), rows(stored, "SELECT count(*) FROM attempts")
    assert main(RUNS[name]["command"]) == 0
    assert rows(stored, "SELECT run_id FROM runs") == runs
    assert rows(stored, "SELECT count(*) FROM attempts") == attempts


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDED)
def test_the_same_command_takes_every_reply_for_a_run_of_another_name(stored, name):
    """All request keys are the same; the run's id is part of none."""
    attempts = rows(stored, "SELECT count(*) FROM attempts")
    command = RUNS[name]["command"]
    at = command.index("--run-id") if "--run-id" in command else len(command)
    assert main([*command[:at], *command[at + 2 :], "--run-id", "another"]) == 0
    assert rows(stored, "SELECT count(*) FROM attempts") == attempts
    key = (
        "SELECT item_id, request_key, response_id, shown FROM run_items WHERE run_id = '{}' ORDER BY position"
    )
    assert rows(stored, key.format("another")) == rows(stored, key.format(RUNS[name]["run_id"]))


def test_an_unfinished_run_has_only_the_rest_to_ask(capsys):
    command = [word for word in RUNS["unfinished"]["command"] if word not in ("--max-requests", "15")]
    assert main([*command, "--dry-run"]) == 0
    assert "40 items, 15 of them with a reply in the store; 25 requests" in capsys.readouterr().out


def test_a_run_id_refuses_another_specification(capsys):
    assert main([*RUNS["refusing"]["command"], "--temperature", "1"]) == 2
    assert RUNS["refusing"]["run_id"] in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("known", EXPECTED, ids=lambda known: " ".join(known["command"])[:70])
def test_reports_and_comparisons_say_the_same(capsys, known):
    assert main([*known["command"], "--format", "json"]) == 0
    assert differences(known["printed"], json.loads(capsys.readouterr().out)) == {}


@pytest.mark.parametrize("name", ["logprobs", "local"])
def test_the_letters_have_the_same_probabilities(tmp_path, name):
    assert main(["letters", RUNS[name]["run_id"], "--items", "found.jsonl"]) == 0
    known, found = (
        read_lines(path) for path in (FIXTURE / f"letters-{name}.jsonl", tmp_path / "found.jsonl")
    )
    assert found == known


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# What schema 2 works out otherwise: intervals and tests rest on shared entities, differences are first less
# second. Counts and shares are all the same; what is new in it is nothing that was known. A task that both
# runs have right on the same items is not tested any more, and not counted among the tests.
CHANGED = {
    *("program_version", "parser_version", "caveat", "text", "schema", "intervals", "findings", "n_tests"),
    *("ci95", "ci95_clustered", "averages_ci95", "n_clusters", "p", "p_holm", "difference", "effects"),
}


# Over all tasks, a two-hop question and its twin with evidence are one in the test of letters.
CHANGED_OVER_ALL = {"/overall/letters/homogeneity_p"}


def differences(known: Any, found: Any, path: str = "") -> dict[str, tuple[Any, Any]]:
    """Where a document does not say what was known, but for what changed on purpose."""
    if path in CHANGED_OVER_ALL:
        return {}
    if isinstance(known, dict) and isinstance(found, dict):
        names = {name for name in {*known} - CHANGED if not name.startswith("ci95_")}
        pairs = [(f"{path}/{name}", known.get(name, "absent"), found.get(name, "absent")) for name in names]
    elif isinstance(known, list) and isinstance(found, list) and len(known) == len(found):
        pairs = [(f"{path}/{place}", *pair) for place, pair in enumerate(zip(known, found, strict=True))]
    else:
        same = isclose(known, found, abs_tol=1e-12) if isinstance(known, float) else known == found
        return {} if same and type(known) is type(found) else {path: (known, found)}
    return {place: pair for where, a, b in pairs for place, pair in differences(a, b, where).items()}


def test_every_key_and_reply_is_still_what_it_was(stored, capsys):
    """The store is checked, and exported whole."""
    kept = rows(stored, "SELECT request_key, completion, finish_reason FROM responses")
    assert main(["cache", "verify"]) == 0
    capsys.readouterr()
    exported = lines_printed(capsys, "cache", "export")
    assert len(kept) > 500
    assert sorted(kept) == sorted(
        (line["key"], line["completion"], line["finish_reason"]) for line in exported
    )


def test_batches_are_listed_and_nothing_is_left_to_collect(capsys):
    listed = lines_printed(capsys, "batches", "--json")
    assert {batch["run"] for batch in listed} == {
        RUNS[name]["run_id"] for name in ("batch", "anthropic-batch")
    }
    assert {batch["state"] for batch in listed} == {"collected"}
    assert main(["collect"]) == 0


def test_the_sample_and_its_judgements_are_found(stored, capsys):
    before = rows(stored, "SELECT count(*) FROM samples")
    assert main(["audit", "sample", VERBOSE, "--n", "8", "--plain", "--settle", "ann"]) == 0
    assert rows(stored, "SELECT count(*) FROM samples") == before == [(1,)]
    assert main(["audit", "agreement", VERBOSE]) == 1  # the raters disagree on one reply
    capsys.readouterr()
    assert main(["audit", "decisions", VERBOSE]) == 1
    assert capsys.readouterr().out == (FIXTURE / "decisions.json").read_text(encoding="utf-8")


def test_the_benchmark_of_then_is_still_sound():
    assert main(["verify", "bench", "--sample"]) == 0
    assert main(["describe", "bench"]) == 0


def test_the_same_settings_still_build_the_same_items(tmp_path):
    sizes = json.loads((FIXTURE / "bench" / "manifest.json").read_text(encoding="utf-8"))["settings"]["sizes"]
    words = [word for task, size in sizes.items() for word in ("--size", f"{task}={size}")]
    assert main(["build", "--sample", "--out", "again", *words]) == 0
    for name in ("items.jsonl", "triples.csv"):
        assert (tmp_path / "again" / name).read_bytes() == (FIXTURE / "bench" / name).read_bytes()
