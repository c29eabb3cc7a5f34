"""`mhclient import` as a user types it."""

import json

import pytest

from benchmark import read_benchmark
from mhclient.cli.main import main

QUESTION = {"question": "Which?", "options": ["one", "two"], "gold": "B"}


@pytest.fixture
def questions(tmp_path):
    path = tmp_path / "exam.jsonl"
    path.write_text(json.dumps(QUESTION) + "\n", encoding="utf-8")
    return path


def test_own_questions_become_a_benchmark(questions, tmp_path, capsys):
    assert main(["import", str(questions), "--out", str(tmp_path / "b")]) == 0
    assert "1 item in" in " ".join(capsys.readouterr().out.split())
    assert read_benchmark(tmp_path / "b").manifest["name"] == "exam"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["mentalbench"], "Where is it?"),
        (["mentalbench", "nowhere"], "holds no MentalBench cases"),
        (["mentalbench", "nowhere", "--name", "x"], "--name is for questions of your own"),
        (["nowhere.jsonl"], "nowhere.jsonl cannot be read"),
        (["one.jsonl", "two.jsonl"], "One file at a time"),
    ],
)
def test_what_cannot_be_imported_is_one_line_and_status_2(
    tmp_path, capsys, monkeypatch, arguments, complaint
):
    monkeypatch.chdir(tmp_path)
    assert main(["import", *arguments, "--out", "b"]) == 2
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "b").exists()
