"""The commands as a user types them: what they print, and the exit status they end with."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cache import Store
from mhclient.cli import main as entry
from mhclient.cli.main import main
from mhclient.cli.parser import VERBS, verb_parser
from mhclient.errors import UsageError
from mhclient.run.parameters import Parameters
from mhclient.show.files import write_file
from tests.support.items import make_items
from tests.support.stored import rows_of, store_run


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(verb, capsys):
    with pytest.raises(SystemExit) as ended:
        main([verb, "--help"])
    assert ended.value.code == 0
    assert f"usage: mhclient {verb}" in capsys.readouterr().out


def test_help_of_run_shows_the_usual_options_and_help_all_every_one(capsys):
    shown = {}
    for option in ("--help", "--help-all"):
        with pytest.raises(SystemExit) as ended:
            main(["run", option])
        assert ended.value.code == 0
        shown[option] = capsys.readouterr().out
    assert all(name in shown["--help"] for name in ("--model", "--effort", "--max-cost", "--help-all"))
    assert not any(name in shown["--help"] for name in ("--gpus-per-seat", "--max-reply-mb", "--shard"))
    every = {text for action in verb_parser("run")._actions for text in action.option_strings}
    assert not [name for name in every if name not in shown["--help-all"]]


def test_no_verb_shows_the_help_and_is_no_success(capsys):
    assert main([]) == 2
    assert "usage: mhclient" in capsys.readouterr().out


def test_an_unknown_verb_is_a_usage_error(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["rnu"])
    assert ended.value.code == 2


def run_arguments(benchmark, *more: str) -> list[str]:
    usual = {"--provider": "openai", "--model": "m", "--benchmark": str(benchmark.directory)}
    return ["run", *(word for option in usual.items() if option[0] not in more for word in option), *more]


def test_a_missing_key_is_one_line_that_names_the_variable(make_benchmark, capsys):
    assert main(run_arguments(make_benchmark(make_items(2)))) == 2
    said = capsys.readouterr().err
    assert said == (
        "mhclient: no API key: set OPENAI_API_KEY in the environment (export OPENAI_API_KEY=...), and start "
        "again.\n"
    )


def runs_in(store: Path) -> list[tuple[object, ...]]:
    return rows_of(store, "SELECT run_id FROM runs")


def test_a_run_without_a_key_leaves_no_run_behind(make_benchmark, store, capsys):
    assert main(run_arguments(make_benchmark(make_items(2)))) == 2
    assert "no API key" in capsys.readouterr().err
    assert runs_in(store) == []
    assert rows_of(store, "SELECT * FROM run_items") == []
    assert main(run_arguments(make_benchmark(make_items(2), "again"), "--batch")) == 2
    assert "no API key" in capsys.readouterr().err
    assert runs_in(store) == []


def test_a_run_that_rests_on_stored_replies_stays_though_there_is_no_key(
    make_benchmark, store, capsys, monkeypatch
):
    """One of two replies is there, so the new run can be reported as far as it goes."""
    monkeypatch.setattr("mhclient.providers.http.on_this_machine", lambda _: False)
    items = make_items(2)
    benchmark = make_benchmark(items)
    store_run(store, benchmark, {items[0].id: "A"})
    there = ["--base-url", "http://127.0.0.1:1/v1", "--max-tokens", str(Parameters().max_tokens)]
    assert main(run_arguments(benchmark, *there, "--run-id", "other")) == 2
    assert "no API key" in capsys.readouterr().err
    assert ("other",) in runs_in(store)
    replies = "SELECT count(response_id) FROM run_items WHERE run_id = 'other'"
    assert rows_of(store, replies) == [(1,)]


def test_a_variant_that_cannot_be_asked_is_told_before_any_is(make_benchmark, store, capsys):
    """The third variant wants more examples than there are items; the server would not have answered."""
    benchmark = make_benchmark(make_items(5))
    variants = ("letter-only", "json", "letter-only:shots=9", "answer-line")
    options = [option for name in variants for option in ("--variant", name)]
    assert main(run_arguments(benchmark, *options, "--base-url", "http://127.0.0.1:1/v1")) == 2
    said = capsys.readouterr().err
    assert "variant letter-only:shots=9: task RP has only 4 items fit to be examples" in said
    assert not store.exists()


def test_a_run_that_cannot_be_planned_leaves_no_run_behind(make_benchmark, store, capsys):
    benchmark = make_benchmark(make_items(5))
    for options, said in (
        (["--variant", "letter-only:shots=9"], "has only 4 items fit to be examples"),
        (["--tasks", "XX"], "no task 'XX'"),
    ):
        assert main(run_arguments(benchmark, *options)) == 2
        assert said in capsys.readouterr().err
        assert runs_in(store) == []


@pytest.mark.slow
def test_an_unreachable_server_is_one_line(make_benchmark, capsys):
    assert main(run_arguments(make_benchmark(make_items(2)), "--base-url", "http://127.0.0.1:1/v1")) == 1
    begun, said = capsys.readouterr().err.splitlines()
    assert begun.endswith(": 0 of 2 done")
    assert said.startswith(
        "mhclient: stopped: the first request failed: no connection: nothing listens at 127.0.0.1:1; start"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--benchmark", "nowhere"], "nowhere: there is no such file or folder"),
        (["--variant", "sonnet"], "no variant 'sonnet'"),
        (["--provider", "oracle"], "no provider 'oracle'. There are: anthropic"),
        (["--model", ""], "--model is empty"),
        (["--model", " "], "--model is empty"),
        (["--provider", "local", "--model", ""], "--model is empty"),
        (["--base-url", "gopher://x"], "not an http:// or https:// address"),
        (["--store", "/dev/null/x"], "there is no folder /dev/null"),
    ],
)
def test_bad_input_is_one_line_and_status_2(make_benchmark, capsys, arguments, message):
    assert main(run_arguments(make_benchmark(make_items(2)), *arguments)) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["--limit", "0"],
        ["--limit", "x"],
        ["--temperature", "-1"],
        ["--concurrency", "0"],
        ["--tasks", ","],
        ["--run-id", ""],
        ["--run-id", "a\nb"],
        ["--run-id", "a\x1b[31m"],
    ],
)
def test_values_out_of_range_are_usage_errors(make_benchmark, capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        main(run_arguments(make_benchmark(make_items(2)), *arguments))
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_fault_of_our_own_is_said_to_be_one_and_hides_the_traceback(monkeypatch, capsys):
    from mhclient.cli.verbs import report

    monkeypatch.setattr(report, "execute_report", lambda args: 1 // 0)
    assert main(["report", "x"]) == 70
    said = capsys.readouterr().err
    assert "internal error: ZeroDivisionError" in said
    assert "Traceback" not in said


@pytest.mark.slow
def test_the_demo_runs_from_an_empty_folder_and_says_what_to_type_next(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "mhclient", "demo"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    shown = " ".join(done.stdout.split())
    assert "sim-tidy sim-verbose sim-a-biased sim-reasoning" in shown
    assert "mhclient run --provider openai --model MODEL" in shown
    assert "They do not measure clinical safety" in shown
    assert (tmp_path / "mhclient-demo" / "benchmark" / "items.jsonl").exists()
    store = tmp_path / "mhclient-demo" / "mhclient.sqlite3"
    rows = json.loads(output_of(sys.executable, "-m", "sqlite_utils", "query", store, COUNTED))
    assert [row["model"] for row in rows] == ["sim-a-biased", "sim-reasoning", "sim-tidy", "sim-verbose"]
    assert all((row["asked"], row["said"]) == (431, 431) and 0 < row["right"] < row["read"] for row in rows)
    if datasette := shutil.which("datasette"):
        shown = output_of(datasette, store, "--get", "/mhclient/results.json?_shape=array&ending=truncated")
        assert {row["correct"] for row in json.loads(shown)} == {0}
        assert json.loads(shown)[0]["completion"].startswith("To approach this")


COUNTED = (
    "SELECT model, count(question) AS asked, count(completion) AS said, count(prediction) AS read, "
    "sum(correct) AS right FROM results GROUP BY model ORDER BY model"
)


def output_of(*command: object) -> str:
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True).stdout


def test_output_never_replaces_a_store(tmp_path):
    store = tmp_path / "s.sqlite3"
    Store.open(store, create=True).close()
    before = store.read_bytes()
    with pytest.raises(UsageError, match="is not replaced"):
        write_file(store, b"csv")
    assert store.read_bytes() == before


def test_output_never_replaces_a_file_of_a_benchmark(make_benchmark):
    benchmark = make_benchmark(make_items(2))
    before = benchmark.items_path.read_bytes()
    with pytest.raises(UsageError, match="a file of the benchmark in"):
        write_file(benchmark.items_path, b"csv")
    assert benchmark.items_path.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "name", "words"),
    [
        (["letters", "RUN", "--store", "F", "WRITTEN"], "written", "WRITTEN"),
        (["letters", "--store", "F", "RUN", "--format", "json", "WRITTEN"], "written", "WRITTEN"),
        (["compare", "A", "--store", "F", "B"], "runs", ["A", "B"]),
        (["compare", "--all-pairs", "A", "B", "--store", "F", "C"], "runs", ["A", "B", "C"]),
        (["report", "A", "--format", "json", "B"], "runs", ["A", "B"]),
        (["audit", "agreement", "--store", "F", "B"], "runs", ["agreement", "B"]),
        (["audit", "--plain", "A", "--store", "F", "B"], "runs", ["A", "B"]),
        (["reread", "A", "--store", "F", "B", "--json"], "runs", ["A", "B"]),
        (["batches", "A", "--open", "B"], "runs", ["A", "B"]),
        (["collect", "A", "--wait", "B"], "runs", ["A", "B"]),
        (["cache", "explain", "K", "--store", "F", "L"], "keys", ["K", "L"]),
        (["cache", "--help-is-none"], None, None),
        (["compare", "--store", "F"], None, None),
        (["compare", "A", "--no-such", "B"], None, None),
        (["letters", "A", "--store", "F", "B", "C"], None, None),
    ],
)
def test_names_may_stand_before_between_and_after_options(line, name, words, monkeypatch, capsys):
    seen = []

    def execute(args):
        seen.append(args)
        return 0

    monkeypatch.setattr(entry, "work_of", lambda verb: execute)
    if name is None:
        with pytest.raises(SystemExit) as ended:
            main(line)
        assert (ended.value.code, seen) == (2, [])
        assert "Traceback" not in capsys.readouterr().err
    else:
        assert main(line) == 0
        assert getattr(seen[0], name) == words
