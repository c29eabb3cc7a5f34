"""What goes into a paper: tables that LaTeX compiles, figures in three forms, and a methods paragraph."""

import re
import shutil
import subprocess

import pytest

from benchmark.extras import how_to_install
from mhclient.cli.main import main
from mhclient.report.chart import Measured, Point
from mhclient.report.page.charts import scale_of
from tests.support.items import make_binary_items
from tests.support.stored import store_run
from tests.support.worked_example import OTHER, PLAIN

DOCUMENT = r"""\documentclass{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{booktabs,graphicx}
\begin{document}
\input{report.tex}
\input{compared.tex}
\end{document}
"""


@pytest.fixture
def runs(worked, store):
    odd = "a_model & 100% #1 {of} ~ its^kind \\ <x>"
    return [store_run(store, worked, said, model=name) for name, said in ((odd, PLAIN), ("o", OTHER))]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_pdflatex_compiles_the_tables_of_reports_and_comparisons(runs, tmp_path):
    assert main(["report", *runs, "--out", "report.tex"]) == 0
    assert main(["compare", *runs, "--margin", "3", "--out", "compared.tex"]) == 0
    (tmp_path / "paper.tex").write_text(DOCUMENT)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-2000:]
    assert b"multiply defined" not in done.stdout
    assert (tmp_path / "paper.pdf").stat().st_size > 10_000


def test_the_main_table_has_n_and_intervals_and_labels_of_its_own(runs, tmp_path):
    """By hand: the first model has two of FC's four items right, the other three, which is bold."""
    assert main(["report", *runs, "--out", "report.tex"]) == 0
    written = (tmp_path / "report.tex").read_text()
    assert r"\shortstack[r]{FC\\ \scriptsize n 4}" in written
    assert re.search(r"\\shortstack\[r\]\{50\.0( \(4\))?\\\\ \\scriptsize [^}]+\}", written)
    assert r"\textbf{" in written
    labels = re.findall(r"\\label\{([^}]*)\}", written)
    assert {"tab:mhclient-accuracy-by-task", "tab:mhclient-ranking", "tab:mhclient-results"} <= set(labels)
    assert not [label for label in labels if re.search(r"\d$", label)]
    assert len(set(labels)) == len(labels)
    assert main(["report", *runs, "--label-prefix", "tab:ours-", "--out", "report.tex"]) == 0
    assert r"\label{tab:ours-accuracy-by-task}" in (tmp_path / "report.tex").read_text()


def test_a_comparison_as_latex_has_its_differences_with_intervals(runs, tmp_path):
    assert main(["compare", *runs, "--format", "latex", "--out", "compared.tex"]) == 0
    written = (tmp_path / "compared.tex").read_text()
    labels = re.findall(r"\\label\{([^}]*)\}", written)
    assert labels[0] == "tab:mhclient-compare-a-model-100-1-of-its-kind-x-minus-o-accuracy"
    assert labels[-1] == "tab:mhclient-compare-cost-of-the-replies-to-shared-items"
    assert len(set(labels)) == len(labels)
    assert "Difference (95 \\% CI)" in written


def test_tables_of_one_topic_have_labels_of_their_own(make_benchmark, store, tmp_path):
    """Two names that differ in signs alone, which no label has."""
    items = make_binary_items(4)
    said = {item.id: item.gold[0] for item in items}
    benchmark = make_benchmark(items)
    runs = [store_run(store, benchmark, said, model=name) for name in ("m", "n+", "n-")]
    assert main(["compare", *runs, "--out", "compared.tex"]) == 0
    labels = re.findall(r"\\label\{([^}]*)\}", (tmp_path / "compared.tex").read_text())
    assert len(set(labels)) == len(labels)
    assert {f"tab:mhclient-compare-m-minus-n-accuracy{end}" for end in ("", "-2")} <= set(labels)


BEST = "Bold: the highest of its column, whether or not a difference between runs is shown."
STRONG = "Bold: the run that is shown to be better."


def test_bold_is_explained_where_there_is_any(make_benchmark, store, tmp_path):
    items = make_binary_items(40)
    right = {item.id: item.gold[0] for item in items}
    wrong = {item.id: {"A": "B", "B": "A"}[item.gold[0]] for item in items}
    benchmark = make_benchmark(items)
    runs = [store_run(store, benchmark, said, model=name) for name, said in (("m", right), ("n", wrong))]
    for command, form, note in (
        *(("report", form, BEST) for form in ("tex", "md", "html")),
        *(("compare", form, STRONG) for form in ("tex", "md")),
        ("report", "html", STRONG),  # among its comparisons
    ):
        assert main([command, *runs, "--out", f"{command}.{form}"]) == 0
        assert note in (tmp_path / f"{command}.{form}").read_text(encoding="utf-8")
    for table in (tmp_path / "report.tex").read_text().split(r"\begin{table}")[1:]:
        assert (r"\textbf{" in table) == (BEST in table)


def test_a_comparison_by_parent_has_no_latex(runs, capsys):
    assert main(["compare", *runs, "--by", "parent", "--format", "latex"]) == 2
    assert "--by parent has no LaTeX" in capsys.readouterr().err


@pytest.mark.slow
def test_figures_are_written_in_three_forms_with_text_as_text(runs, tmp_path):
    pytest.importorskip("matplotlib", reason="the extra 'figures' is not installed")
    for folder in ("one", "two"):
        assert main(["report", *runs, "--figures", folder, "--out", "report.json"]) == 0
    names = {path.name for path in (tmp_path / "one").iterdir()}
    wanted = ("accuracy", "strictness", "outcomes", "differences", "letters")
    assert names >= {f"{name}.{form}" for name in wanted[:4] for form in ("svg", "pdf", "png")}
    drawn = (tmp_path / "one" / "accuracy.svg").read_text()
    assert "<text" in drawn
    assert "R1+E" in drawn
    assert "(n 12)" in (tmp_path / "one" / "strictness.svg").read_text()
    assert (tmp_path / "one" / "outcomes.pdf").read_bytes().startswith(b"%PDF")
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.slow
def test_beside_figures_accuracies_stand_alone_with_what_they_do_not_measure(
    worked, store, capsys, figures_as_svg
):
    """Whatever is asked of the form: simulated models are an illustration, and nothing measures safety."""
    runs = [store_run(store, worked, said, model=f"sim-{no}") for no, said in enumerate((PLAIN, OTHER))]
    drawn = ["--figures", "figures"]
    for given, other, commands in (
        (runs, "letters", [[], drawn]),
        (runs[:1], "differences", [[*drawn, "--show", "accuracy"]]),
    ):
        for options in commands:
            assert main(["report", *given, *options]) == 0
            shown = capsys.readouterr()
            words = " ".join(shown.out.split())
            assert words.count("the models are simulated. These figures say nothing about real models.") == 2
            assert "These figures measure agreement with " in words
            assert "They do not measure clinical safety or fitness for use with patients." in words
            assert ("How the items ended" in words) == (not options)
            assert shown.err.count(f"Not drawn: {other}: ") == (1 if options else 0)
            assert ("The tables are left out beside figures" in shown.err) == (options[-1:] == ["figures"])


def test_without_its_library_figures_say_what_to_install(runs, monkeypatch, capsys):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    assert main(["report", *runs, "--figures", "figures"]) == 2
    assert f"--figures needs matplotlib. {how_to_install('figures')}" in capsys.readouterr().err


def test_the_methods_paragraph_has_the_numbers_of_the_store(runs, capsys):
    """By hand: 2 runs of 12 items, one of which was declined by the first model."""
    assert main(["report", *runs, "--format", "methods"]) == 0
    said = capsys.readouterr().out
    for part in (
        "We asked 2 models",
        "the 12 items of MHGraphBench (SHA-256 ",
        "FC (fact checking) 4",
        "“letter-only”",
        "There are 24 replies in all.",
        "(1 pair)",
        "within ±3.0 points",
        "arXiv:2605.15589",
        "clinical safety",
    ):
        assert part in said
    assert re.search(r"\d+ of 24 replies could not be read \(.*refusal \d", said)


def test_the_name_that_a_server_gave_its_model_does_nothing_in_the_methods_paragraph(store, worked, tmp_path):
    served = "m-1\x1b]52;c;aGk=\x07\u202e\n\nWe found"
    run_id = store_run(store, worked, PLAIN, model="m", served=served)
    assert main(["report", run_id, "--format", "methods", "--out", "methods.txt"]) == 0
    written = (tmp_path / "methods.txt").read_text()
    assert "We asked 1 model (m (served as m-1␛]52;c;aGk=␇␦  We found); asked by way of openai)" in written


def test_the_methods_paragraph_of_fixed_entities_has_the_formula_and_its_numbers(runs, capsys):
    assert main(["report", runs[0], "--format", "methods", "--entities", "fixed"]) == 0
    said = capsys.readouterr().out
    assert "items are taken as independent" in said
    assert re.search(r"Wilson's score interval where ρ is 0.*; m [\d.]+, ρ 0\.00, q ", said, re.DOTALL)


def test_a_scale_of_differences_holds_every_interval_and_zero():
    scale = scale_of([Point("a", 0.12, (0.03, 0.21)), Point("b", -0.02, (-0.13, 0.09))], Measured.POINTS)
    assert scale.low <= -0.13 < 0.21 <= scale.high
    assert 0.0 in scale.ticks
    assert (scale.at(scale.low), scale.at(scale.high)) == ("0%", "100%")
