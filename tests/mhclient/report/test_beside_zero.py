"""Which way differences are meant, and why a verdict may stand beside an interval that seems to deny it."""

import html
import json
from typing import Any

import pytest

from mhclient.cli.main import main
from mhclient.report.wording.verdicts import BEYOND, OPEN, REACHES
from tests.support.items import make_binary_items
from tests.support.stored import store_run

WRONG = {"A": "B", "B": "A"}


@pytest.fixture
def runs_with(make_benchmark, store):
    """Runs m-1, m-2 … of 80 independent items that have so many of the first ones wrong."""
    items = make_binary_items(80)
    benchmark = make_benchmark(items)

    def runs(*wrong: int | range) -> list[str]:
        """Args: wrong: the places of the items that each run has wrong, or how many from the first on."""
        places = [each if isinstance(each, range) else range(each) for each in wrong]
        said = [
            {it.id: WRONG[it.gold[0]] if n in each else it.gold[0] for n, it in enumerate(items)}
            for each in places
        ]
        return [store_run(store, benchmark, each, model=f"m-{no}") for no, each in enumerate(said, start=1)]

    return runs


def written(arguments, capsys) -> str:
    assert main(arguments) == 0
    return " ".join(capsys.readouterr().out.replace("\\%", "%").split())


def verdict_of(runs, capsys) -> dict[str, Any]:
    """What is found between the last two of the runs, in a family of all."""
    found = json.loads(written(["report", *runs, "--format", "json"], capsys))["verdicts"]
    return next(each for each in found if each["runs"] == list(runs[-2:]))


def page_of(runs, tmp_path) -> str:
    assert main(["report", *runs, "--no-items", "--out", "page.html"]) == 0
    return html.unescape((tmp_path / "page.html").read_text(encoding="utf-8"))


def every_pair(command: str, runs) -> list[str]:
    return [command, *runs, *(["--all-pairs"] if command == "compare" else [])]


FORMS = (("report", "terminal"), ("report", "latex"), ("compare", "latex"), ("compare", "markdown"))


@pytest.mark.parametrize(("command", "form"), FORMS)
def test_a_difference_shown_beside_an_interval_with_0_is_explained(runs_with, capsys, command, form):
    """m-2 and m-3 differ on 5 of 80 items: p .039 of one comparison, as the last of Holm's steps, too."""
    runs = runs_with(0, 30, 35)
    found = verdict_of(runs, capsys)
    assert (found["verdict"], found["ci95_simultaneous"][0] < 0) == ("better", True)
    said = written([*every_pair(command, runs), "--format", form], capsys)
    assert REACHES in said.replace("$<$", "<")
    assert OPEN not in said


def test_findings_and_the_figure_of_differences_explain_it_too(runs_with, capsys, tmp_path):
    runs = runs_with(0, 30, 35)
    terminal = written(["compare", *runs, "--all-pairs"], capsys)
    assert "; it has 0 in it, and the verdict stands all the same: it goes by the adjusted test" in terminal
    page = page_of(runs, tmp_path)
    chart = page.partition('<figure id="chart-differences"')[2].partition("</figure>")[0]
    assert REACHES in chart
    found = page.partition('<section id="findings"')[2].partition("</section>")[0]
    assert "it has 0 in it, and the verdict stands all the same" in found
    assert "That verdict goes by the adjusted test" in page  # behind the matrix


@pytest.mark.slow
@pytest.mark.filterwarnings("error")
def test_a_figure_of_one_pair_has_room_for_its_words(make_benchmark, store, tmp_path):
    """Of simulated models a sentence stands above it; matplotlib warns where axes have no room left."""
    pytest.importorskip("matplotlib", reason="the extra 'figures' is not installed")
    items = make_binary_items(4)
    said = {item.id: item.gold[0] for item in items}
    benchmark = make_benchmark(items)
    runs = [store_run(store, benchmark, said, model=name) for name in ("sim-a", "sim-b")]
    assert main(["report", *runs, "--figures", "drawn", "--out", "report.json"]) == 0
    assert (tmp_path / "drawn" / "differences.svg").exists()


@pytest.mark.slow
def test_the_papers_figure_says_which_way_and_explains_it(runs_with, tmp_path, figures_as_svg):
    assert main(["report", *runs_with(0, 30, 35), "--figures", "drawn", "--out", "report.json"]) == 0
    drawn = (tmp_path / "drawn" / "differences.svg").read_text(encoding="utf-8")
    for said in ("m-1 minus m-2", "first minus second: above 0 the first is better", "which finds slightly"):
        assert said in drawn


@pytest.mark.parametrize(("command", "form"), FORMS)
def test_nothing_shown_beside_an_interval_without_0_is_explained(runs_with, capsys, command, form):
    """m-2 and m-3 differ on 5 of 80 items: p .039 of one comparison, .078 of two that are left."""
    runs = runs_with(0, 5, 10)
    found = verdict_of(runs, capsys)
    assert (found["verdict"], found["ci95"][0] > 0) == ("undecided", True)
    said = written([*every_pair(command, runs), "--format", form], capsys)
    assert OPEN in said
    assert REACHES not in said


def test_equivalence_beside_a_wider_interval_is_explained(runs_with, capsys, tmp_path):
    """By hand: 3 of 80 wrong, 5 others, is +2.5 points, 90 % from −3.4 to +8.4, 95 % from −4.6 to +9.6."""
    runs = runs_with(3, range(3, 8))
    said = written(["compare", *runs, "--margin", "9"], capsys)
    assert "m-1 and m-2 are equivalent within ±9.0 points" in said
    assert BEYOND in said
    assert main(["report", *runs, "--margin", "9", "--no-items", "--out", "page.html"]) == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "which need less than the interval shown" in page
    assert "m-1 minus m-2 is +2.5 points" in page


@pytest.mark.parametrize(("command", "form"), FORMS)
def test_where_verdict_and_intervals_agree_nothing_is_explained(runs_with, capsys, command, form):
    said = written([command, *runs_with(0, 40), "--format", form], capsys)
    assert not [note for note in (REACHES, OPEN, BEYOND) if note in said]


def test_differences_are_named_the_way_they_are_meant(runs_with, capsys, tmp_path):
    """Above 0 the first is better, wherever two runs stand beside each other; no arrow says otherwise."""
    runs = runs_with(0, 4, 40)
    for command in (["compare", *runs, "--all-pairs"], ["report", *runs]):
        for form in ("terminal", "markdown", "latex"):
            said = written([*command, "--format", form], capsys)
            assert ("→" in said, r"\to$" in said) == (False, False)
            assert "m-1 minus m-3" in said
    page = page_of(runs, tmp_path)
    assert "→" not in page.partition("<body")[2].partition("<script")[0]
    assert "Each cell is row minus column in points" in page


def test_sentences_by_task_name_both_runs(format_alone, store, capsys):
    assert main(["compare", *format_alone, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["findings"]
    texts = [each["text"] for each in found if each["code"] == "verdict_depends_on_reading"]
    assert texts
    for text in texts:
        assert text.startswith(("m-1 against m-2 over all items: ", "m-1 against m-2 in FC: "))
        assert "m-1 minus m-2 lies between" in text
        assert "Read: 100.0 % of m-1's replies" in text
