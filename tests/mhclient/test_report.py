"""Figures checked by hand, and reports that say what their figures rest on."""

import csv
import io
import json
import sqlite3

import anyio
import pytest

from mhclient.cli.main import main
from mhclient.report.summary import CAVEAT
from mhclient.scoring.averages import averages
from mhclient.scoring.intervals import wilson
from mhclient.scoring.metrics import task_figures
from mhclient.scoring.scored import Ending, Scored
from parsers import Grade
from tests.conftest import make_binary_items, make_items
from tests.mhclient.asking import report_of, run, simulator_for


def scored(gold: str, prediction: str | None, *, ending=None, grade=Grade.STRICT, binary=True) -> Scored:
    """One item; a prediction makes it an answer, none makes it what `ending` says."""
    return Scored(
        item_id="i",
        task="T",
        gold=frozenset(gold),
        ending=Ending.ANSWER if prediction else ending,
        prediction=frozenset(prediction) if prediction else None,
        grade=grade if prediction else None,
        binary=binary,
        relation=None,
    )


# Ten items: gold A six times, gold B four times. Read: five A (four right), two B (one right), one of them in
# prose. Unread: one refusal, one cut reply, one request that failed. Two more were not asked.
TEN = [
    *[scored("A", "A")] * 3,
    scored("A", "A", grade=Grade.TEXT),
    scored("B", "A"),
    scored("A", "B"),
    scored("B", "B", grade=Grade.EXPLICIT),
    scored("A", None, ending=Ending.REFUSAL),
    scored("B", None, ending=Ending.TRUNCATED),
    scored("B", None, ending=Ending.ERROR),
]
NOT_ASKED = [scored("A", None, ending=Ending.MISSING)] * 2


def test_ten_items_worked_by_hand():
    figures = task_figures(TEN + NOT_ASKED)
    assert (figures.n_planned, figures.n, figures.n_answered, figures.n_correct) == (12, 10, 7, 5)
    assert figures.accuracy == 5 / 10
    assert figures.accuracy_answered == 5 / 7
    assert figures.bounds == (5 / 10, 8 / 10)
    assert figures.accuracy_by_strictness == {"strict": 3 / 10, "explicit": 4 / 10, "all": 5 / 10}
    assert {name: n for name, n in figures.outcomes.items() if n} == {
        "answer": 7,
        "refusal": 1,
        "truncated": 1,
        "error": 1,
    }
    assert figures.binary is not None
    assert figures.binary.prediction_a_rate == 5 / 7
    assert figures.binary.gold_a_rate == 6 / 10
    assert figures.binary.balanced_accuracy == pytest.approx((4 / 6 + 1 / 4) / 2)


def test_a_task_of_which_nothing_was_asked_has_no_figures_and_no_zero():
    figures = task_figures(NOT_ASKED)
    assert (figures.n, figures.accuracy, figures.ci95, figures.bounds, figures.binary) == (
        0,
        None,
        None,
        None,
        None,
    )


def test_a_set_is_right_only_as_a_whole():
    assert scored("AB", "AB").correct
    assert not scored("AB", "A").correct
    assert not scored("A", "AB").correct


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3 (the score method as it stands).
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_published_intervals(successes, n, low, high):
    assert wilson(successes, n) == pytest.approx((low, high), abs=5e-5)


NINE = {
    **{"ET": 0.9, "EC": 0.7, "FC": 0.5, "RT": 1.0, "RP": 0.3},
    **{"R1": 0.6, "R2": 0.4, "R1+E": 0.8, "R2+E": 0.2},
}


def test_the_papers_averages_are_means_of_tasks():
    assert averages(NINE) == pytest.approx(
        {
            "AvgE": 0.8,
            "AvgR": 0.6,
            "AvgR*": 0.4,
            "AvgS": 0.5,
            "AvgS+E": 0.5,
            "AvgAll": 5.4 / 9,
            "AvgAll*": 4.4 / 8,
        }
    )


def test_an_average_with_a_task_missing_is_not_known():
    assert averages({"ET": 0.9})["AvgE"] is None
    assert averages({"triage": 0.9}) == {}


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
    assert {"schema", "caveat", "runs", "tasks", "overall", "averages", "parser_version"} <= set(report)
    task = report["tasks"]["FC"]
    assert {"n", "accuracy", "accuracy_answered", "bounds", "ci95", "outcomes"} <= set(task)
    assert {"prediction_a_rate", "balanced_accuracy"} <= set(task)
    assert task["n"] == sum(task["outcomes"].values()) == 20
    assert report["tasks"]["RP"]["balanced_accuracy"] is None
    assert report["runs"][0]["model"] == "sim-tidy"


def test_several_runs_stand_side_by_side(two_runs, capsys):
    _, tidy, reasoning = two_runs
    main(["report", tidy, reasoning, "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert [part["run"] for part in report["reports"]] == [tidy, reasoning]
    assert "tasks" not in report


def test_csv_has_a_row_per_run_and_task(two_runs, capsys):
    _, tidy, reasoning = two_runs
    main(["report", tidy, reasoning, "--format", "csv"])
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["run"], row["task"]) for row in rows] == [
        (run_id, task) for run_id in (tidy, reasoning) for task in ("RP", "FC")
    ]
    assert rows[0]["outcomes_answer"] == "20"


@pytest.mark.parametrize("form", ["terminal", "markdown"])
def test_a_report_for_people_says_what_its_figures_rest_on(two_runs, capsys, form):
    _, _, reasoning = two_runs
    main(["report", reasoning, "--format", form])
    shown = " ".join(capsys.readouterr().out.split())
    assert "Accuracy counts" in shown
    assert "truncated" in shown
    assert " ".join(CAVEAT.split()) in shown


def test_a_partial_run_is_marked_partial(two_runs, capsys):
    store, tidy, _ = two_runs
    connection = sqlite3.connect(store)
    connection.execute("UPDATE run_items SET response_id = NULL WHERE run_id = ? AND position < 5", (tidy,))
    connection.commit()
    main(["report", tidy])
    assert "PARTIAL: 5 of 40 items have not been asked." in " ".join(capsys.readouterr().out.split())
    assert json.loads(report_of(store, tidy))["runs"][0]["partial"] is True


def test_the_same_store_gives_the_same_bytes(two_runs, capsys):
    _, tidy, reasoning = two_runs
    shown = []
    for _ in range(2):
        main(["report", tidy, reasoning, "--format", "json"])
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]


def test_an_unknown_run_or_store_is_one_line(two_runs, capsys):
    assert main(["report", "nonesuch"]) == 2
    assert "no run 'nonesuch' in this store" in capsys.readouterr().err
    assert main(["report", "x", "--store", "missing.sqlite3"]) == 2
    assert "no store here" in capsys.readouterr().err
