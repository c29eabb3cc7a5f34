"""What is said once a run has ended or was refused, and what `@last` means then."""

from pathlib import Path

import pytest

from cache import Store
from mhclient.cli.main import main
from mhclient.run.stored_runs import select_runs
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator
from tests.support.asking import serving

ROWS = "".join(f"What is {n} + {n}?,{n},{2 * n},{3 * n},B\n" for n in range(1, 9))


@pytest.fixture
def exam(tmp_path):
    path = tmp_path / "exam.csv"
    path.write_text(f"question,A,B,C,gold\n{ROWS}", encoding="utf-8")
    return path


@pytest.fixture
def simulator():
    with serving(Simulator(AnswerKey())) as running:
        yield running


def run(simulator, exam, *models, options=()):
    named = [word for model in models for word in ("--model", f"compatible:{model}")]
    return main(["run", str(exam), *named, "--base-url", simulator.openai_base_url, *options])


def last():
    with Store.open(Path("mhclient.sqlite3"), read_only=True) as store:
        return [run.partition("-letter-only")[0] for run in select_runs(store, ["@last"])]


@pytest.mark.slow
def test_a_start_that_is_refused_leaves_last_where_it_was(exam, simulator, capsys):
    assert run(simulator, exam, "sim-tidy", options=("--max-requests", "3")) == 1
    assert run(simulator, exam, "sim-verbose") == 0
    assert last() == ["sim-verbose"]
    away = ("--endpoint-name", "here")
    assert run(simulator, exam, "sim-tidy", options=(*away, "--max-requests", "3")) == 1
    assert run(simulator, exam, "sim-verbose") == 0  # all of it is there: it is the last all the same
    assert last() == ["sim-verbose"]
    gone = ["run", str(exam), "--model", "compatible:sim-tidy", "--base-url", "http://127.0.0.1:1/v1", *away]
    assert main(gone) == 1
    assert "nothing listens at 127.0.0.1:1" in capsys.readouterr().err
    assert last() == ["sim-verbose"]


@pytest.mark.slow
def test_a_refused_start_in_a_store_without_runs_leaves_no_last(exam, capsys):
    assert main(["run", str(exam), "--model", "compatible:m", "--base-url", "http://127.0.0.1:1/v1"]) == 1
    assert main(["report", "@last"]) == 2
    assert "has been asked anything yet" in capsys.readouterr().err


@pytest.mark.slow
def test_a_server_that_speaks_http_is_not_reached_by_https(exam, simulator, capsys):
    address = simulator.openai_base_url.replace("http:", "https:")
    assert main(["run", str(exam), "--model", "compatible:sim-tidy", "--base-url", address]) == 1
    said = capsys.readouterr().err
    where = simulator.url.removeprefix("http://")
    assert f"the server at {where} speaks http, not https; give its address as http://{where}" in said
    assert "SSL" not in said


def test_a_simulated_model_and_what_it_guessed_are_named_at_the_end_and_in_the_report(exam, tmp_path, capsys):
    assert main(["import", str(exam), "--out", "known"]) == 0
    more = tmp_path / "more.csv"
    more.write_text(exam.read_text(encoding="utf-8") + "What is 50 + 50?,50,100,150,B\n", encoding="utf-8")
    with serving(Simulator(AnswerKey.from_file("known/items.jsonl"))) as simulator:
        capsys.readouterr()
        assert run(simulator, exam, "sim-tidy") == 0
        assert "the models are simulated" in capsys.readouterr().out
        assert main(["report", "@last"]) == 0
        assert "answer key" not in capsys.readouterr().out
        assert run(simulator, more, "sim-tidy", options=("--epochs", "2")) == 0
    said = "Guessed, not in the simulator's answer key: 1 of 9 questions."
    assert said in capsys.readouterr().out
    assert main(["report", "@last", "--format", "markdown"]) == 0
    assert said in capsys.readouterr().out
