"""`mhclient import` as a user types it."""

import json

import pytest

from benchmark import SAMPLE_SIZES, BuildSettings, build_benchmark, read_benchmark, sample_paths
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


@pytest.fixture
def made(tmp_path):
    return build_benchmark(sample_paths(), BuildSettings(sizes=SAMPLE_SIZES), tmp_path / "b").directory


def run(capsys, *arguments):
    status = main(["describe", *map(str, arguments)])
    printed = capsys.readouterr()
    return status, printed.out, " ".join(printed.err.split())


def test_tables_are_printed(made, capsys):
    status, shown, _ = run(capsys, made)
    assert status == 0
    assert "disease_phenotype_positive" in shown
    assert "Gold positions" in shown


@pytest.mark.slow
@pytest.mark.parametrize(("form", "begins"), [("markdown", "# MHGraphBench"), ("latex", "% MHGraphBench")])
def test_markdown_and_latex_go_to_the_terminal_or_to_a_file(made, capsys, tmp_path, form, begins):
    status, shown, _ = run(capsys, made, "--format", form)
    assert (status, shown.startswith(begins)) == (0, True)
    assert run(capsys, made, "--format", form, "--out", tmp_path / "text")[0] == 0
    assert (tmp_path / "text").read_text(encoding="utf-8") == shown


@pytest.mark.slow
def test_the_page_is_written(made, capsys, tmp_path):
    status, _, said = run(capsys, made, "--format", "html", "--out", tmp_path / "page.html")
    assert (status, "Written:" in said) == (0, True)
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_what_can_be_guessed_goes_to_programs_as_json_and_csv(made, capsys, tmp_path):
    for name in ("d.json", "d.csv"):
        assert run(capsys, made, "--out", tmp_path / name)[0] == 0
        assert "What can be guessed" in (tmp_path / name).read_text(encoding="utf-8")


def test_no_spreadsheet_calculates_what_a_description_holds(tmp_path, capsys):
    question = {"question": "?", "options": ["a", "b"], "gold": "A", "task": "=1+1"}
    (tmp_path / "q.jsonl").write_text(json.dumps(question), encoding="utf-8")
    assert main(["import", str(tmp_path / "q.jsonl"), "--out", str(tmp_path / "b")]) == 0
    status, shown, said = run(capsys, tmp_path / "b", "--format", "csv")
    assert (status, ",'=1+1," in shown, ",=1+1," in shown) == (0, True, False)
    assert "follow an apostrophe" in said
    assert ",=1+1," in run(capsys, tmp_path / "b", "--format", "csv", "--csv-for", "programs")[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["{made}", "--format", "html"], "needs --out"),
        (["{made}", "--out", "x"], "--out needs --format"),
        (["nowhere"], "nowhere is not a folder"),
        (["{made}", "--format", "latex", "--out", "{made}"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_2(made, capsys, arguments, complaint):
    status, _, said = run(capsys, *(argument.format(made=made) for argument in arguments))
    assert (status, complaint in said) == (2, True)


def test_text_that_would_move_the_cursor_is_shown_as_text(tmp_path, capsys):
    question = {"question": "?", "options": ["\x1b[31mred", "b\u202ee"], "gold": "A"}
    (tmp_path / "q.jsonl").write_text(json.dumps(question), encoding="utf-8")
    assert (
        main(["import", str(tmp_path / "q.jsonl"), "--name", "two\nlines", "--out", str(tmp_path / "b")]) == 0
    )
    assert read_benchmark(tmp_path / "b").manifest["name"] == "two lines"
    assert main(["describe", str(tmp_path / "b")]) == 0
    shown = capsys.readouterr().out
    assert "\\u001b[31mred" in shown
    assert "\x1b[31m" not in shown
