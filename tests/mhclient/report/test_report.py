"""Reports as users get them: every form, what it says of itself, and that it never changes."""

import csv
import io
import json
import sqlite3

import polars as pl
import pytest

from mhclient.cli.main import main
from mhclient.figures.accuracy import accuracy_figures, counted
from mhclient.read.scored import ENDINGS, NoReply
from parsers import Grade, Outcome
from tests.support.asking import report_of
from tests.support.items import make_binary_items
from tests.support.places import ROOT
from tests.support.scoring_cases import scored
from tests.support.stored import store_run
from tests.support.worked_example import PLAIN

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
    assert report["tasks"] is None


def test_one_run_has_the_same_shape_as_several(two_runs, capsys):
    _, tidy, reasoning = two_runs
    main(["report", tidy, "--format", "json"])
    one = json.loads(capsys.readouterr().out)
    main(["report", tidy, reasoning, "--format", "json"])
    several = json.loads(capsys.readouterr().out)
    assert list(several) == list(one)
    assert set(one["reports"][0]) == set(several["reports"][0])
    assert one["reports"][0]["overall"] == one["overall"]


def test_columns_of_designs_stand_only_where_there_are_designs(two_runs, tmp_path):
    assert main(["report", *two_runs[1:], "--format", "csv", "--out", str(tmp_path / "r.csv")]) == 0
    assert "option_said" not in (tmp_path / "r.csv").read_text().splitlines()[0]


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


def test_what_is_asked_for_by_name_and_is_not_there_is_said(two_runs, capsys):
    assert main(["report", two_runs[1], "--show", "accuracy,calibration,disorders"]) == 0
    shown = capsys.readouterr().out
    assert "calibration: this run has nothing to show there." in shown
    assert "disorders: this run has nothing to show there." in shown
    assert "accuracy: this run has nothing" not in shown
    with pytest.raises(SystemExit):
        main(["report", two_runs[1], "--show", "accuracy,,groups"])
    assert "has one comma too many" in capsys.readouterr().err


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


@pytest.mark.slow
@pytest.mark.parametrize("form", ["json", "csv", "markdown", "latex", "parquet", "terminal"])
def test_the_same_store_gives_the_same_bytes(two_runs, tmp_path, form):
    _, tidy, reasoning = two_runs
    for name in ("one", "two"):
        assert main(["report", tidy, reasoning, "--format", form, "--out", name]) == 0
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


BOTH_KINDS = "graph or with the answers that were given as right. They do not measure"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kinds", "said", "form"),
    [
        (["own"], "measure agreement with the answers that were given as right. They do not", "json"),
        (["mhgraphbench"], "measure agreement with a curated knowledge graph. They do not", "json"),
        (["mentalbench"], "measure agreement with the diagnoses of synthetic cases, which were", "json"),
        *(
            (["mhgraphbench", "own"], BOTH_KINDS, form)
            for form in ("json", "markdown", "latex", "terminal", "html")
        ),
    ],
)
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


@pytest.mark.slow
@pytest.mark.parametrize("form", ["terminal", "markdown", "json", "html"])
def test_every_form_says_what_its_intervals_are_about(worked, store, tmp_path, form):
    out, run_id = tmp_path / "report.any", store_run(store, worked, PLAIN)
    for given, said in ((), "other entities like these"), (("--entities", "fixed"), "exactly these entities"):
        assert main(["report", run_id, "--format", form, "--out", str(out), *given]) == 0
        assert said in " ".join(out.read_text().split())


@pytest.mark.slow
@pytest.mark.parametrize("form", ["terminal", "markdown", "latex", "json", "html", "methods"])
def test_of_questions_without_entities_no_form_speaks_of_any(two_runs, tmp_path, form):
    out = tmp_path / "report.any"
    for given, said in ((), "questions like these"), (("--entities", "fixed"), "questions like these"):
        assert main(["report", *two_runs[1:], "--format", form, "--out", str(out), *given]) == 0
        text = " ".join(out.read_text().split())
        assert said in text
        assert "exactly these questions" not in text  # of these accuracy is known
        assert "other entities" not in text
        assert "share a drug" not in text


def test_the_description_of_the_document_names_every_ending():
    described = (ROOT / "docs" / "report.md").read_text(encoding="utf-8")
    assert all(f"`{ending}`" in described for ending in ENDINGS)
