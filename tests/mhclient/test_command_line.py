"""The commands as a user types them: what they print, and the exit status they end with."""

import subprocess
import sys
from pathlib import Path

import pytest

from cache import ResponseStore
from mhclient.cli.main import VERBS, main
from mhclient.cli.options import write_file
from mhclient.errors import UsageError
from tests.conftest import make_items


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(verb, capsys):
    with pytest.raises(SystemExit) as ended:
        main([verb, "--help"])
    assert ended.value.code == 0
    assert f"usage: mhclient {verb}" in capsys.readouterr().out


def test_no_verb_shows_the_help_and_is_no_success(capsys):
    assert main([]) == 2
    assert "usage: mhclient" in capsys.readouterr().out


def test_an_unknown_verb_is_a_usage_error(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["rnu"])
    assert ended.value.code == 2


def run_arguments(benchmark, *more: str) -> list[str]:
    return ["run", "--provider", "openai", "--model", "m", "--benchmark", str(benchmark.directory), *more]


def test_a_missing_key_is_one_line_that_names_the_variable(make_benchmark, capsys):
    assert main(run_arguments(make_benchmark(make_items(2)))) == 2
    said = capsys.readouterr().err
    assert said == "mhclient: no API key: set OPENAI_API_KEY in the environment, and start again.\n"


def test_an_unreachable_server_is_one_line(make_benchmark, capsys):
    assert main(run_arguments(make_benchmark(make_items(2)), "--base-url", "http://127.0.0.1:1/v1")) == 1
    said = capsys.readouterr().err
    assert said.startswith("mhclient: stopped: the first request failed: no connection (")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--benchmark", "nowhere"], "nowhere is not a folder"),
        (["--variant", "sonnet"], "no variant 'sonnet'"),
        (["--provider", "oracle"], "no provider 'oracle'. There are: anthropic"),
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
    [["--limit", "0"], ["--limit", "x"], ["--temperature", "-1"], ["--concurrency", "0"], ["--tasks", ","]],
)
def test_values_out_of_range_are_usage_errors(make_benchmark, capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        main(run_arguments(make_benchmark(make_items(2)), *arguments))
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_fault_of_our_own_is_said_to_be_one_and_hides_the_traceback(monkeypatch, capsys):
    from mhclient.cli import report

    monkeypatch.setattr(report, "execute", lambda args: 1 // 0)
    assert main(["report", "x"]) == 70
    said = capsys.readouterr().err
    assert "internal error: ZeroDivisionError" in said
    assert "Traceback" not in said


def test_the_demo_runs_from_an_empty_folder_and_says_what_to_type_next(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "mhclient", "demo"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    shown = " ".join(done.stdout.split())
    assert "sim-tidy sim-verbose sim-a-biased sim-reasoning" in shown
    assert "mhclient run --provider openai --model MODEL" in shown
    assert "They do not measure clinical safety" in shown
    assert (tmp_path / "mhclient-demo" / "benchmark" / "items.jsonl").exists()
    assert Path(tmp_path / "mhclient-demo" / "mhclient.sqlite3").exists()


def test_output_never_replaces_a_store(tmp_path):
    store = tmp_path / "s.sqlite3"
    ResponseStore(store).close()
    before = store.read_bytes()
    with pytest.raises(UsageError, match="is not replaced"):
        write_file(store, b"csv")
    assert store.read_bytes() == before
