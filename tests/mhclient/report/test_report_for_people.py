"""How a report looks on a terminal and in LaTeX: wide tables, narrow windows, signs, names of others."""

import io
import shutil
import sqlite3
import subprocess

import pytest
from rich.console import Console

from mhclient.cli.main import main
from mhclient.report.table import Table
from mhclient.report.wording.names import NOT_SAFETY
from mhclient.report.writers.paper import latex_table
from mhclient.report.writers.terminal import render_table
from tests.support.items import make_binary_items, make_items
from tests.support.stored import store_run
from tests.support.worked_example import OTHER, PLAIN


@pytest.mark.parametrize("wide", ["name-of-a-run-" * 3 + "(asked again)", "+10.0 (−12.5 to +32.5) †"])
def test_a_table_that_is_too_wide_keeps_its_row_names_and_every_figure(wide):
    table = Table("t", ("Task", *[f"{wide[:4]}{number}" for number in range(4)]), [("R1+E", *[wide] * 4)])
    console = Console(width=80, file=(written := io.StringIO()))
    console.print(render_table(table))
    printed = written.getvalue()
    assert "R1+E" in printed
    assert "…" not in printed


@pytest.mark.parametrize("width", [60, 40, 20])
def test_on_a_narrow_terminal_a_table_stands_in_blocks_with_its_row_names(width):
    figures = [f"{number}0.0–{number}5.5" for number in range(6)]
    table = Table("t", ("Task", *[f"figure {number}" for number in range(6)]), [("R1+E", *figures)])
    console = Console(width=width, file=(written := io.StringIO()))
    console.print(render_table(table))
    lines = written.getvalue().splitlines()
    blocks = [line for line in lines if line.startswith("Task")]
    assert len(blocks) == len([line for line in lines if line.startswith("R1+E")]) > 1
    assert max(map(len, lines)) <= width
    assert [word for line in lines for word in line.split() if word in figures] == figures


def test_a_note_is_said_once_on_the_terminal_and_short_names_of_tasks_in_full(worked, store, capsys):
    runs = [store_run(store, worked, said, model=name) for name, said in (("one", PLAIN), ("two", OTHER))]
    capsys.readouterr()
    assert main(["report", *runs]) == 0
    across, *_ = " ".join(capsys.readouterr().out.split()).split("one · letter-only")
    assert across.count("Clusters: effective clusters, that is") == 1
    assert "Tasks: FC fact checking, RP relation prediction" in across
    assert main(["report", runs[0]]) == 0
    alone = " ".join(capsys.readouterr().out.split())
    assert alone.count("Clusters: effective clusters, that is") == 1
    assert "Tasks: FC fact checking, RP relation prediction" in alone


ESCAPE = "\x1b]0;taken\x07"


def test_escape_sequences_in_names_reach_no_terminal(make_benchmark, tmp_path, capsys):
    benchmark = make_benchmark(make_binary_items(2))
    store_run(tmp_path / "s", benchmark, {"FC-00000": "A"}, model=f"m{ESCAPE}")
    with sqlite3.connect(tmp_path / "s") as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for table in ("runs", "run_items", "sessions"):
            connection.execute(f"UPDATE {table} SET run_id = ?", (f"run{ESCAPE}",))
    connection.close()
    store = ["--store", str(tmp_path / "s")]
    for line, status in (
        (["report", f"run{ESCAPE}"], 0),
        (["report", f"run{ESCAPE}", "--format", "markdown"], 0),
        (["report", f"run{ESCAPE}", "--format", "latex"], 0),
        (["report", f"no{ESCAPE}"], 2),
        (["letters", f"run{ESCAPE}"], 2),
        (["compare", f"run{ESCAPE}", f"run{ESCAPE}"], 2),
        (["runs"], 0),
    ):
        assert main([*line, *store]) == status
        captured = capsys.readouterr()
        assert "\x1b" not in captured.out + captured.err, line


def test_latex_shows_comparison_signs_and_notes():
    table = Table("t", ("a > b", "c"), [("x < 1", "2 †")], "p > 0.05")
    written = latex_table(table, "tab:1", NOT_SAFETY)
    assert "a $>$ b" in written
    assert "x $<$ 1" in written
    assert "p $>$ 0.05" in written
    assert r"$\dagger$: rough" in written


def test_latex_keeps_options_as_they_are_typed_and_ends_a_question_once():
    table = Table("Do they rank alike?", ("Run", "n"), [("a", "1")], "as --limit asked for; 1–2 ---")
    written = latex_table(table, "tab:ranks", NOT_SAFETY)
    assert r"as -{}-limit asked for; 1--2 -{}-{}-" in written
    assert rf"\caption{{Do they rank alike? {NOT_SAFETY}}}" in written


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not installed")
def test_latex_compiles_whatever_a_model_is_called(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(3) + make_binary_items(3))
    store = tmp_path / "mhclient.sqlite3"
    replies = {"FC-00000": "A"}
    runs = [store_run(store, benchmark, replies, model=name) for name in (r"a_b\c{d}^~#$%&<>", "x--y †·→±−")]
    assert main(["report", *runs, "--format", "latex", "--out", "tables.tex"]) == 0
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\n\\usepackage{booktabs,graphicx}\n"
        "\\begin{document}\n\\input{tables.tex}\n\\end{document}\n"
    )
    done = subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "paper.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2_000:]
