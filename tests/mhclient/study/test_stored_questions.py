"""The questions of another tool's log, or of a run in the store, asked afresh: the runs share every item."""

import json
from pathlib import Path

import pytest

from cache import Store
from mhclient.cli.main import main
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator
from mhclient.study.stored import log_of
from tests.mhclient.adopt.test_formats import document, lines, lm_eval_row, own_record, promptfoo_result
from tests.support.asking import serving

STORE = ["--store", "s.sqlite3"]


@pytest.fixture
def ask(tmp_path, monkeypatch):
    """`mhclient run SOURCE`; its exit status."""
    monkeypatch.chdir(tmp_path)
    with serving(Simulator(AnswerKey())) as running:
        model = ["--model", "compatible:sim-tidy", "--base-url", running.openai_base_url]
        yield lambda *words: main(["run", *words, *model, *STORE])


def lm_eval_log(folder, n=5):
    docs = ({"question": f"Which tree, {number}?", "choices": ["oak", "birch"]} for number in range(n))
    rows = [lm_eval_row(number, doc=doc) for number, doc in enumerate(docs)]
    return lines(folder / "samples_trees.jsonl", *rows)


def shared(capsys) -> int:
    """How many items the two runs of the store share."""
    with Store.open(Path("s.sqlite3")) as store:
        runs = [run.run_id for run in store.runs.get_all()]
    assert main(["compare", *runs, "--format", "json", *STORE]) == 0
    (verdict,) = json.loads(capsys.readouterr().out)["verdicts"]
    return int(verdict["n"])


def test_the_questions_of_a_log_are_asked_afresh_and_pair_with_it(tmp_path, ask, capsys):
    lm_eval_log(tmp_path)
    assert ask("samples_trees.jsonl") == 0
    said = capsys.readouterr().err
    assert "samples_trees.jsonl: a log of lm-eval, adopted as samples-trees-lm-eval-" in said
    assert "Its 5 questions are asked afresh." in said
    assert "Beside the log: mhclient compare samples-trees-lm-eval-" in said
    assert shared(capsys) == 5
    assert ask("samples_trees.jsonl") == 0
    assert "all 5 replies were there already" in capsys.readouterr().err


@pytest.mark.parametrize("by_name", ["run", "benchmark"])
def test_an_adopted_run_or_its_benchmark_is_a_source_by_its_name(tmp_path, ask, capsys, by_name):
    records = [own_record(n=number, ask=f"Which, {number}?") for number in range(3)]
    lines(tmp_path / "replies.jsonl", *records)
    fields = ["--completion", "out", "--options", "opts", "--gold", "key", "--prompt", "ask", "--id", "n"]
    assert main(["adopt", "replies.jsonl", *fields, "--model", "gpt-9", *STORE]) == 0
    run = capsys.readouterr().out.partition(":")[0]
    assert ask(run if by_name == "run" else "replies") == 0  # a run's name begins as a model's does
    assert ": 3 questions of s.sqlite3, kept in " in capsys.readouterr().err
    assert shared(capsys) == 3


def test_a_name_that_the_store_has_not_is_no_source(ask, tmp_path, capsys):
    lm_eval_log(tmp_path)
    assert main(["adopt", "samples_trees.jsonl", *STORE]) == 0
    assert ask("samples") == 2  # how names begin
    assert "samples: there is no such file or folder" in capsys.readouterr().err


def test_a_log_whose_options_are_not_found_says_to_adopt_it_first(ask, tmp_path, capsys):
    lines(tmp_path / "samples_trees.jsonl", lm_eval_row(doc={"text": "Which?"}))
    assert ask("samples_trees.jsonl") == 2
    said = capsys.readouterr().err
    assert "no options" in said
    assert "Adopt it first" in said


@pytest.mark.parametrize("source", ["samples_trees.jsonl", "."])
def test_a_log_without_any_reply_is_no_source_and_sends_nobody_to_adopt_it(ask, tmp_path, capsys, source):
    empty = {"resps": [[None]], "filtered_resps": [None]}
    lines(tmp_path / "samples_trees.jsonl", *({**lm_eval_row(n), **empty} for n in (0, 1)))
    assert ask(source) == 2
    said = capsys.readouterr().err
    assert "no text of a reply" in said
    assert "Nothing of it is kept, and nothing was asked" in said
    assert "Adopt it first" not in said


def test_questions_that_are_whole_prompts_are_said_to_show_their_options_twice(ask, tmp_path, capsys):
    row = lm_eval_row(doc={"choices": ["oak", "birch"]})  # no question apart from the prompt
    lines(tmp_path / "samples_trees.jsonl", row)
    assert ask("samples_trees.jsonl", "--dry-run") == 0
    assert "1 of 1 question show their options in their own text" in capsys.readouterr().err


def test_a_log_is_not_imported_as_a_file_of_questions(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = lm_eval_log(tmp_path)
    assert main(["import", str(path), "--out", "made"]) == 2
    assert "is a log of lm-eval, not a file of questions" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


def test_files_of_questions_are_no_logs_whatever_they_are_called(tmp_path):
    question = {"question": "Which?", "options": ["oak", "elm"], "answer": "A"}
    for name in ("samples_trees.jsonl", "trees_samples.jsonl", "exam.jsonl"):
        assert log_of(lines(tmp_path / name, question)) is None
    assert log_of(document(tmp_path / "exam.json", [question])) is None
    (tmp_path / "broken.json").write_text("{")
    assert log_of(tmp_path / "broken.json") is None
    log = {"results": {"results": [promptfoo_result()]}}
    assert log_of(document(tmp_path / "logs" / "out.json", log)) == "promptfoo"
    assert log_of(tmp_path / "logs") == "promptfoo"
