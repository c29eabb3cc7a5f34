"""Reports as users get them: every form, what it says of itself, and that it never changes."""

import csv
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import anyio
import polars as pl
import pytest
from rich.console import Console

from mhclient.cli.main import main
from mhclient.figures.metrics import accuracy_figures
from mhclient.figures.tally import counted
from mhclient.read.scored import ENDINGS, NoReply
from mhclient.report.caveat import NOT_SAFETY
from mhclient.report.table import Table
from mhclient.report.writers.terminal import render_table
from mhclient.report.writers.text import latex_table
from mhclient.show.files import replacing
from parsers import Grade, Outcome
from tests.support.asking import report_of, run, simulator_for
from tests.support.items import make_binary_items, make_items
from tests.support.places import ROOT
from tests.support.scoring_cases import scored
from tests.support.stored import store_run

# Ten items: gold A six times, gold B four times. Read: five A (four right), two B (one right), one of them in
# prose. Unread: one refusal, one cut reply, one request that failed. Two more were not asked.
TEN = [
    *[scored("A", "A")] * 3,
    scored("A", "A", grade=Grade.TEXT),
    scored("B", "A"),
    scored("A", "B"),
    scored("B", "B", grade=Grade.EXPLICIT),
    scored("A", None, ending=Outcome.REFUSAL),
    scored("B", None, ending=Outcome.TRUNCATED),
    scored("B", None, ending=NoReply.ERROR),
]
NOT_ASKED = [scored("A", None, ending=NoReply.MISSING)] * 2


def test_what_was_not_asked_is_in_no_figure_but_the_plan():
    figures = accuracy_figures(counted(TEN + NOT_ASKED))
    assert (figures.n_planned, figures.n, figures.answered.n, figures.correct.count) == (12, 10, 7, 5)
    assert figures.partial
    assert figures.bounds == (5 / 10, 8 / 10)
    steps = {name: step.correct.value for name, step in figures.by_strictness.items()}
    assert steps == {"strict": 0.3, "explicit": 0.4, "leading": 0.4, "text": 0.5, "all": 0.5}
    assert {name: n for name, n in figures.outcomes.items() if n} == {
        "answer": 7,
        "refusal": 1,
        "truncated": 1,
        "error": 1,
    }


def test_a_task_of_which_nothing_was_asked_has_no_figures_and_no_zero():
    figures = accuracy_figures(counted(NOT_ASKED))
    assert (figures.n, figures.accuracy, figures.correct.ci95, figures.bounds) == (0, None, None, None)


def test_a_set_is_right_only_as_a_whole():
    assert scored("AB", "AB", multi=True).correct
    assert not scored("AB", "A", multi=True).correct
    assert not scored("A", "AB", multi=True).correct


@pytest.fixture
def two_runs(make_benchmark, tmp_path):
    """A store with a tidy run and a reasoning run, part of whose replies ran out; their ids."""
    benchmark = make_benchmark(make_items(20) + make_binary_items(20))
    store = tmp_path / "mhclient.sqlite3"

    async def ask_both():
        async with simulator_for(benchmark) as simulator:
            tidy, _ = await run(benchmark, simulator, store)
            reasoning, _ = await run(benchmark, simulator, store, model="sim-reasoning")
        return store, tidy, reasoning

    return anyio.run(ask_both)


def test_the_json_report_has_the_documented_fields(two_runs, capsys):
    _, tidy, _ = two_runs
    assert main(["report", tidy, "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert {"schema", "caveat", "runs", "tasks", "overall", "averages", "coverage"} <= set(report)
    task = report["tasks"]["FC"]
    assert {"n", "accuracy", "accuracy_answered", "bounds", "ci95", "outcomes", "compliance"} <= set(task)
    assert {"prediction_a_rate", "balanced_accuracy"} <= set(task)
    assert task["n"] == sum(task["outcomes"].values()) == 20
    assert report["tasks"]["RP"]["prediction_a_rate"] is None
    assert report["runs"][0]["model"] == "sim-tidy"


def fields_of(value):
    """Every name of a field in a JSON document, names of tasks and the like apart."""
    named_by_users = {"tasks", "groups", "outcomes", "outcome_rates", "served_models", "by_strictness"}
    named_by_users |= {"a_rate_by_strictness", "gold_a_rate_by_strictness", "imbalance", "averages"}
    named_by_users |= {"averages_ci95", "variant", "parameters", "rank_correlations", "fingerprints"}
    named_by_users |= {"rank_correlations_ci95"}
    named_by_users |= {"labels", "shortcuts"}
    if isinstance(value, list):
        return {name for entry in value for name in fields_of(entry)}
    if not isinstance(value, dict):
        return set()
    below = [
        fields_of(list(entry.values()) if name in named_by_users and isinstance(entry, dict) else entry)
        for name, entry in value.items()
    ]
    return set(value) | {name for names in below for name in names}


@pytest.mark.parametrize("verb", ["report", "compare"])
def test_every_field_is_described(two_runs, capsys, verb):
    described = (ROOT / "docs" / "report.md").read_text()
    _, tidy, reasoning = two_runs
    main([verb, tidy, reasoning, "--format", "json"])
    fields = fields_of(json.loads(capsys.readouterr().out))
    # Intervals of named estimates, and counts of what was measured, are described as families.
    families = ("ci95_", "_measured")
    missing = [
        name for name in fields if f"`{name}`" not in described and not any(part in name for part in families)
    ]
    assert sorted(missing) == []


def test_several_runs_stand_side_by_side(two_runs, capsys):
    _, tidy, reasoning = two_runs
    main(["report", tidy, reasoning, "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert [part["run"] for part in report["reports"]] == [tidy, reasoning]
    assert "tasks" not in report


def test_one_run_has_the_same_shape_as_several(two_runs, capsys):
    _, tidy, reasoning = two_runs
    main(["report", tidy, "--format", "json"])
    one = json.loads(capsys.readouterr().out)
    main(["report", tidy, reasoning, "--format", "json"])
    several = json.loads(capsys.readouterr().out)
    assert set(several) <= set(one)
    assert set(one["reports"][0]) == set(several["reports"][0])
    assert one["reports"][0]["overall"] == one["overall"]


def test_csv_and_parquet_have_a_row_per_item_and_run(two_runs, tmp_path, capsys):
    _, tidy, reasoning = two_runs
    main(["report", tidy, reasoning, "--format", "csv"])
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert main(["report", tidy, reasoning, "--format", "parquet", "--out", "rows.parquet"]) == 0
    frame = pl.read_parquet(tmp_path / "rows.parquet")
    assert len(rows) == len(frame) == 2 * 40
    assert [row["item_id"] for row in rows] == frame["item_id"].to_list()
    assert [row["correct"] for row in rows] == [str(value).lower() for value in frame["correct"]]
    # The rows are enough to find the report's accuracy again.
    main(["report", tidy, "--format", "json"])
    overall = json.loads(capsys.readouterr().out)["overall"]
    assert frame.filter(pl.col("run") == tidy)["correct"].mean() == overall["accuracy"]


def test_parquet_is_not_for_the_terminal(two_runs, capsys):
    assert main(["report", two_runs[1], "--format", "parquet"]) == 2
    assert "needs --out" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_one_line(two_runs, tmp_path, capsys):
    out = tmp_path / "folder"
    out.mkdir()
    assert main(["report", two_runs[1], "--format", "json", "--out", str(out)]) == 2
    said = capsys.readouterr().err
    assert "cannot be written" in said
    assert said.count("\n") == 1


WRITES_TOO_MUCH = """
import resource, sys
from pathlib import Path
from mhclient.show.files import write_file

resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
write_file(Path(sys.argv[1]), bytes(2_000))
"""


def test_what_lay_there_stays_if_a_file_cannot_be_written(tmp_path):
    """A limit on the size of files stands in for a full disk."""
    out = tmp_path / "report.json"
    out.write_text("the last report")
    done = subprocess.run(
        [sys.executable, "-c", WRITES_TOO_MUCH, str(out)], capture_output=True, text=True, check=False
    )
    assert "report.json cannot be written: File too large" in done.stderr
    assert out.read_text() == "the last report"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.storm
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("form", ["terminal", "json"])
def test_an_output_that_takes_nothing_is_one_line(two_runs, form):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mhclient", "report", two_runs[1], "--format", form],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "mhclient: the output cannot be written: No space left on device.\n"


@pytest.mark.storm
def test_a_closed_output_is_no_fault_of_a_command_that_writes_a_file(two_runs, tmp_path):
    out = tmp_path / "report.json"
    command = [sys.executable, "-m", "mhclient", "report", two_runs[1], "--format", "json", "--out", str(out)]
    done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *command], stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert out.is_file()


@pytest.mark.storm
@pytest.mark.parametrize("verb", ["report", "compare"])
def test_a_closed_output_is_one_line(two_runs, verb):
    store, *runs = two_runs
    done = subprocess.run(
        [sys.executable, "-m", "mhclient", verb, *runs, "--store", str(store)],
        stdout=None,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        preexec_fn=lambda: os.close(1),
    )
    assert done.returncode == 2
    assert done.stderr == "mhclient: the standard output is closed: name a file with --out.\n"


def test_a_file_beside_the_output_is_nobody_elses_to_replace(two_runs, tmp_path):
    """Not even one that has the name of what is written first."""
    store = tmp_path / "mhclient.sqlite3"
    mine = tmp_path / "items.csv.part"
    mine.write_bytes(store.read_bytes())
    assert main(["report", two_runs[1], "--format", "csv", "--out", "items.csv"]) == 0
    assert mine.read_bytes() == store.read_bytes()


def test_two_that_write_one_file_do_not_write_into_each_other(tmp_path):
    out = tmp_path / "report.json"
    with replacing(out) as one, replacing(out) as other:
        one.write_text("one")
        other.write_text("other")
    assert out.read_text() == "one"  # the last to take its place
    assert list(tmp_path.iterdir()) == [out]


def test_two_outputs_are_two_files(two_runs, tmp_path, capsys):
    (tmp_path / "w").mkdir()
    out = ["--out", "a.csv", "--assignment", str(tmp_path / "w" / ".." / "a.csv")]
    assert main(["report", two_runs[1], "--format", "csv", *out]) == 2
    assert "--out and --assignment name the same file" in capsys.readouterr().err
    assert not (tmp_path / "a.csv").exists()


def test_what_is_asked_for_by_name_and_is_not_there_is_said(two_runs, capsys):
    assert main(["report", two_runs[1], "--show", "accuracy,calibration,disorders"]) == 0
    shown = capsys.readouterr().out
    assert "calibration: this run has nothing to show there." in shown
    assert "disorders: this run has nothing to show there." in shown
    assert "accuracy: this run has nothing" not in shown
    with pytest.raises(SystemExit):
        main(["report", two_runs[1], "--show", "accuracy,,groups"])
    assert "has one comma too many" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["json", "csv", "html"])
def test_a_missing_folder_is_named_and_not_made(two_runs, tmp_path, capsys, form):
    out = tmp_path / "nowhere" / "x"
    assert main(["report", two_runs[1], "--format", form, "--out", str(out)]) == 2
    said = capsys.readouterr().err
    assert f"there is no folder {out.parent}" in said
    assert said.count("\n") == 1
    assert main(["compare", *two_runs[1:], "--out", str(out)]) == 2
    assert f"there is no folder {out.parent}" in capsys.readouterr().err
    assert not out.parent.exists()


@pytest.mark.parametrize("form", ["terminal", "markdown"])
def test_a_report_for_people_says_what_its_figures_rest_on(two_runs, capsys, form):
    _, _, reasoning = two_runs
    main(["report", reasoning, "--format", form])
    shown = " ".join(capsys.readouterr().out.split())
    assert "Accuracy counts" in shown
    assert "truncated" in shown
    assert NOT_SAFETY in shown


def test_a_partial_run_is_marked_partial(two_runs, capsys):
    store, tidy, _ = two_runs
    connection = sqlite3.connect(store)
    connection.execute("UPDATE run_items SET response_id = NULL WHERE run_id = ? AND position < 5", (tidy,))
    connection.commit()
    main(["report", tidy])
    shown = " ".join(capsys.readouterr().out.split())
    assert "PARTIAL: 5 of 40 items have not been asked." in shown
    # All five are of the first task: 5 of 20 against 0 of 20.
    assert "not spread over the tasks as chance would have it (p 0.017)" in shown
    assert json.loads(report_of(store, tidy))["runs"][0]["partial"] is True


@pytest.mark.parametrize("form", ["json", "csv", "markdown", "latex", "parquet", "terminal"])
def test_the_same_store_gives_the_same_bytes(two_runs, tmp_path, form):
    _, tidy, reasoning = two_runs
    for name in ("one", "two"):
        assert main(["report", tidy, reasoning, "--format", form, "--out", name]) == 0
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize("form", ["json", "markdown", "latex", "terminal"])
def test_every_form_says_what_it_does_not_measure(two_runs, capsys, form):
    main(["report", two_runs[1], "--format", form])
    assert NOT_SAFETY in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        (["own"], "measure agreement with the golds that were given. They do not"),
        (["mhgraphbench"], "measure agreement with a curated knowledge graph. They do not"),
        (["mentalbench"], "measure agreement with the diagnoses of synthetic cases, which were"),
        (["mhgraphbench", "own"], "graph or with the golds that were given. They do not measure"),
    ],
)
@pytest.mark.parametrize("form", ["json", "markdown", "latex", "terminal", "html"])
def test_what_figures_measure_is_told_by_the_kind_of_benchmark(
    make_benchmark, store, tmp_path, kinds, said, form
):
    items = make_binary_items(4)
    runs = [
        store_run(store, make_benchmark(items[place:], f"bench-{kind}", kind), {"FC-00003": "A"})
        for place, kind in enumerate(kinds)
    ]
    out = tmp_path / "out.txt"
    assert main(["report", *runs, "--format", form, "--out", str(out)]) == 0
    written = " ".join(out.read_text(encoding="utf-8").split())
    assert said in written
    assert ("curated" in written) is (kinds != ["own"])
    if form == "html":
        item_pages = [path.read_text(encoding="utf-8") for path in tmp_path.glob("out-items/*.html")]
        assert all("agreement with" in page for page in item_pages)
        assert len(item_pages) == len(runs)


def test_the_tables_a_user_asks_for_are_those_shown(two_runs, capsys):
    assert main(["report", two_runs[1], "--show", "strictness"]) == 0
    shown = capsys.readouterr().out
    assert "how strictly" in shown
    assert "How the items ended" not in shown


def test_the_counting_rule_can_be_exported(two_runs, tmp_path):
    assert main(["report", two_runs[1], "--assignment", "rule.csv", "--format", "json", "--out", "x"]) == 0
    with (tmp_path / "rule.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert {row["counts_for"] for row in rows} == {"relation"}  # these items have no entities
    assert len(rows) == 15  # a quarter of the 20 RP items are about no relation, and FC items have none here


def test_an_unknown_run_or_store_is_one_line(two_runs, capsys):
    assert main(["report", "nonesuch"]) == 2
    assert "no run 'nonesuch' in this store" in capsys.readouterr().err
    assert main(["report", "x", "--store", "missing.sqlite3"]) == 2
    assert "no store here" in capsys.readouterr().err


def test_an_unknown_run_is_answered_with_those_like_it(make_benchmark, tmp_path, capsys):
    benchmark = make_benchmark(make_binary_items(2))
    runs = [store_run(tmp_path / "s", benchmark, {}, model=f"model-{number}") for number in range(12)]
    assert main(["report", runs[0][:-1] + "!", "--store", str(tmp_path / "s")]) == 2
    told = capsys.readouterr().err
    assert runs[0] in told
    assert "and 4 more ('mhclient runs' lists all)" in told


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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--show", "accuracy", "--format", "json"], "--show does nothing with --format json"),
        (["--no-items"], "--no-items does nothing with --format terminal"),
        (["--top", "3", "--format", "csv"], "--top does nothing with --format csv"),
        (["--cluster", "item", "--format", "csv"], "--cluster does nothing with --format csv"),
    ],
)
def test_options_that_do_nothing_are_refused(two_runs, capsys, arguments, said):
    assert main(["report", two_runs[1], *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("form", ["terminal", "markdown", "json", "html"])
def test_every_form_says_what_its_intervals_are_about(two_runs, capsys, tmp_path, form):
    out = tmp_path / "report.any"
    for given, said in ((), "other entities like these"), (("--entities", "fixed"), "exactly these entities"):
        assert main(["report", two_runs[1], "--format", form, "--out", str(out), *given]) == 0
        assert said in " ".join(out.read_text().split())


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


def test_the_description_of_the_document_names_every_ending():
    described = (ROOT / "docs" / "report.md").read_text(encoding="utf-8")
    assert all(f"`{ending}`" in described for ending in ENDINGS)
