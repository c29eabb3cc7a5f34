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
        (["mentalbench"], "where is the download of MentalBench?"),
        (["mentalbench", "nowhere"], "holds no MentalBench cases"),
        (["mentalbench", "nowhere", "--name", "x"], "--name is for questions of your own"),
        (["nowhere.jsonl"], "nowhere.jsonl: there is no such file"),
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


def test_what_was_found_is_said_and_a_mapping_may_come_in_several_options(tmp_path, capsys):
    path = tmp_path / "klausur.csv"
    path.write_bytes("Wortlaut, lang;eins;zwei;Ergebnis\nGröße?;0,5;1,5;ZWEI\n".encode("cp1252"))
    arguments = ["--map", "question=Wortlaut, lang,options=eins+zwei", "--map", "gold=Ergebnis"]
    assert main(["import", str(path), *arguments, "--out", str(tmp_path / "b")]) == 0
    said = capsys.readouterr().err
    assert (
        "separated by semicolons, the encoding is taken to be Windows-1252 (with the words 'Größe';" in said
    )
    assert "save the file again as UTF-8), the header is in line 1" in said
    assert "The gold is a letter in 'Ergebnis'" in said


def test_more_bad_lines_than_a_screen_holds_go_into_a_file(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "q.csv"
    path.write_text("question,A,B,gold\n" + "".join(f"q{n},x,y,Z\n" for n in range(60)), encoding="utf-8")
    for _ in range(2):
        assert main(["import", "q.csv", "--out", "b"]) == 2
    said = capsys.readouterr().err
    assert "60 lines are no questions" in said
    assert "line 51: gold 'Z'" in said
    assert "line 52" not in said
    assert "All of them: q.csv.problems.txt" in said
    assert len((tmp_path / "q.csv.problems.txt").read_text().splitlines()) == 60
