"""A report on the packaged sample, or on simulated models, says in every form that it is an illustration."""

import html
import json

import pytest

from benchmark import read_benchmark
from benchmark.folder import write_benchmark
from mhclient.cli.main import main
from tests.support.stored import store_run
from tests.support.worked_example import ITEMS, OTHER, PLAIN

QUESTIONS = "the questions are a small invented sample that comes with mhclient, not the published benchmark"
BOTH = (
    f"Illustration only: {QUESTIONS}, and the models are simulated. These figures say nothing about real "
    "models."
)


@pytest.fixture
def sample(tmp_path):
    manifest = {"format": "mhclient-benchmark/1", "kind": "mhgraphbench", "illustration": "a note"}
    write_benchmark(tmp_path / "sample", ITEMS[:-1], manifest)  # a store tells benchmarks apart by items
    return read_benchmark(tmp_path / "sample")


@pytest.fixture
def runs(sample, store):
    return [
        store_run(store, sample, without_last(said), model=name)
        for name, said in (("sim-a", PLAIN), ("sim-b", OTHER))
    ]


def without_last(said: dict[str, str]) -> dict[str, str]:
    return {item.id: said[item.id] for item in ITEMS[:-1]}


def _written(arguments, capsys) -> str:
    assert main(arguments) == 0
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("form", ["terminal", "markdown", "latex", "methods"])
def test_each_form_of_a_report_says_that_questions_and_models_are_invented(runs, capsys, form):
    written = _written(["report", *runs, "--format", form], capsys)
    assert BOTH in written
    if form == "terminal":
        assert written.startswith(BOTH)
    if form == "latex":
        assert written.count(rf"\caption{{Accuracy over all items, in \%. {BOTH}") == 1


def test_json_says_it_before_what_the_figures_measure(runs, capsys):
    assert main(["report", *runs, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["caveat"].startswith(f"{BOTH} These figures measure")


def test_the_page_says_it_in_its_head_and_names_the_sample(runs, tmp_path):
    assert main(["report", *runs, "--out", "report.html"]) == 0
    page = html.unescape((tmp_path / "report.html").read_text(encoding="utf-8"))
    head, _, rest = page.partition("In one minute")
    assert f'<p class="invented">{BOTH}</p>' in head
    assert "Two runs on the packaged sample</h1>" in head
    assert BOTH in rest  # below all figures, too


@pytest.mark.slow
def test_figures_for_a_paper_say_it_in_the_figure(runs, worked, store, tmp_path, figures_as_svg):
    real = store_run(store, worked, PLAIN, model="gpt-5")
    for folder, some in (("invented", runs), ("real", [real])):
        assert main(["report", *some, "--figures", folder, "--out", "report.json"]) == 0
    for name in ("accuracy", "outcomes", "differences"):
        assert "Illustration only: the questions" in (tmp_path / "invented" / f"{name}.svg").read_text()
    assert "Illustration only" not in (tmp_path / "real" / "accuracy.svg").read_text()


def test_real_models_on_the_sample_and_simulated_ones_on_real_questions(sample, worked, store, capsys):
    real = store_run(store, sample, without_last(PLAIN), model="gpt-5")
    one = _written(["report", real], capsys)
    assert f"Illustration only: {QUESTIONS}. These figures say nothing about what a model knows." in one
    simulated = store_run(store, worked, PLAIN, model="sim-a")
    other = _written(["report", simulated], capsys)
    assert "Illustration only: the models are simulated. These figures say nothing about real" in other
    both = _written(["report", real, simulated], capsys)
    assert "some of the questions are a small invented sample" in both
    assert "and some of the models are simulated" in both
