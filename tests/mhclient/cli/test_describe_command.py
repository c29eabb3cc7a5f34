"""`mhclient describe` as a user types it."""

import json

import pytest

from benchmark import SAMPLE_SIZES, BuildSettings, build_benchmark, read_benchmark, sample_paths
from mhclient.cli.main import main


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
