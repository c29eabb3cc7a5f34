"""Which way differences are meant, and why a verdict may stand beside an interval that seems to deny it."""

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
