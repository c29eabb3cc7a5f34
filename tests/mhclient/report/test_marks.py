"""Runs that are no plain runs are marked wherever they are named, and the mark is explained there."""

import csv
import json
import sqlite3
from dataclasses import replace

import pytest
from markupsafe import escape

from cache import Store
from mhclient.audit.web.api import AuditApi
from mhclient.cli.main import main
from mhclient.report.blocks.asked import asked_findings
from mhclient.report.blocks.coverage import on_the_same_items
from mhclient.report.blocks.loop import across_tables
from mhclient.report.wording.names import runs_of
from mhclient.report.writers.paper import escape_latex
from mhclient.run.marks import MEANING, Mark
from mhclient.run.parameters import Parameters
from mhclient.run.sparse import sparse
from mhclient.run.spec import Reask
from mhclient.run.variant import load_variant
from tests.support.asking import summaries_of
from tests.support.items import make_binary_items
from tests.support.stored import FAILED, store_run
from tests.support.worked_example import OTHER, PLAIN


@pytest.fixture
def plain(worked, store) -> str:
    return store_run(store, worked, PLAIN, model="plain")


def write(store, statement: str, *values: object) -> None:
    with sqlite3.connect(store) as connection:
        connection.execute(statement, values)
    connection.close()


def edit_spec(store, run_id: str, **fields: object) -> None:
    """Change what a stored run is said to have asked."""
    with Store.open(store) as opened:
        spec = opened.runs.get(run_id).spec
    write(store, "UPDATE runs SET spec = ? WHERE run_id = ?", json.dumps(spec | fields), run_id)


def partial(store, worked) -> str:
    return store_run(store, worked, {"f1": "A", "f2": "B"}, model="odd")


def reasked(store, worked) -> str:
    run_id = store_run(store, worked, OTHER, model="odd")
    edit_spec(store, run_id, reask=sparse(Reask("earlier", ("truncated",), tuple(OTHER))))
    return run_id


def limited(store, worked) -> str:
    run_id = store_run(store, worked, OTHER, model="odd")
    edit_spec(store, run_id, limit=6)
    write(store, "DELETE FROM run_items WHERE run_id = ? AND position >= 6", run_id)
    return run_id


def errors(store, worked) -> str:
    return store_run(store, worked, OTHER | {"f1": FAILED}, model="odd")


def several_models(store, worked) -> str:
    run_id = store_run(store, worked, OTHER, model="odd")
    write(store, "UPDATE responses SET served_model = 'odd-2' WHERE completion = 'C'")
    return run_id


def fingerprint_changed(store, worked) -> str:
    run_id = store_run(store, worked, OTHER, model="odd")
    write(store, "UPDATE responses SET fingerprint = 'fp_' || completion WHERE served_model = 'odd'")
    return run_id


def other_parameters(store, worked) -> str:
    return store_run(store, worked, OTHER, model="odd", parameters=Parameters(temperature=1.0))


ODD = {
    Mark.PARTIAL: partial,
    Mark.REASKED: reasked,
    Mark.LIMITED: limited,
    Mark.ERRORS: errors,
    Mark.SEVERAL_MODELS: several_models,
    Mark.SEVERAL_FINGERPRINTS: fingerprint_changed,
    Mark.OTHER_PARAMETERS: other_parameters,
}


SHOWN = (Mark.PARTIAL, Mark.OTHER_PARAMETERS)  # one as all are shown, and the one of which more is said


@pytest.mark.slow
@pytest.mark.parametrize("mark", SHOWN)
def test_a_mark_and_its_meaning_stand_in_every_form(mark, plain, worked, store, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    odd = ODD[mark](store, worked)
    differ = mark is Mark.OTHER_PARAMETERS  # of which it is said which they are
    behind, explained = ("temperature 1", "temperature 0, temperature 1") if differ else (mark, mark)
    for line in (
        ["report", plain, odd],
        ["report", plain, odd, "--format", "markdown"],
        ["report", plain, odd, "--format", "latex"],
        ["compare", plain, odd],
        ["compare", plain, odd, "--format", "markdown"],
    ):
        assert main(line) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert f"odd ({behind})" in shown, line
        meant = f"{explained}: {MEANING[mark]}"
        assert (escape_latex(meant) if "latex" in line else meant) in shown, line


@pytest.mark.slow
@pytest.mark.parametrize("mark", SHOWN)
def test_a_mark_stands_on_every_page_and_in_every_document(mark, plain, worked, store, tmp_path):
    odd = ODD[mark](store, worked)
    for form, name in (("html", "r.html"), ("json", "r.json"), ("csv", "r.csv")):
        assert main(["report", plain, odd, "--format", form, "--out", name]) == 0
    page = (tmp_path / "r.html").read_text()
    shown = "temperature 1" if mark is Mark.OTHER_PARAMETERS else mark
    assert page.count(f"odd ({shown})") > 10
    for path in ("r.html", "r-items/run-2.html"):
        assert f"<dt>{mark.capitalize()}</dt><dd>{escape(MEANING[mark])}" in (tmp_path / path).read_text()
    differ = mark is Mark.OTHER_PARAMETERS  # two runs differ in it from each other: both have the mark
    assert ("<dl" in (tmp_path / "r-items" / "run-1.html").read_text()) is differ
    runs = json.loads((tmp_path / "r.json").read_text())["runs"]
    assert [run["marks"] for run in runs] == [[mark] if differ else [], [mark]]
    with (tmp_path / "r.csv").open() as file:
        found = {(row["run"], row["marks"]) for row in csv.DictReader(file)}
    assert found == {(plain, mark if differ else ""), (odd, mark)}


BY_ITSELF = [mark for mark in ODD if mark is not Mark.OTHER_PARAMETERS]  # a list of runs compares nothing


@pytest.mark.parametrize("mark", BY_ITSELF)
def test_an_audit_and_the_list_of_runs_have_the_marks_of_reports(
    mark, plain, worked, store, capsys, monkeypatch
):
    monkeypatch.setenv("COLUMNS", "300")
    odd = ODD[mark](store, worked)
    for runs in ([odd], [plain, odd]):
        assert main(["audit", *runs, "--plain"]) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert f"Marks: {odd} ({mark}). {mark}: {MEANING[mark]}." in shown
    assert f"odd ({mark})" in shown
    api = AuditApi(Store.open(store))
    assert {run["run"]: run["marks"] for run in api.runs("ann")["runs"]} == {
        plain: [],
        odd: [[mark, MEANING[mark]]],
    }
    assert api.overview(odd)["marks"] == [[mark, MEANING[mark]]]
    assert api.overview(plain)["marks"] == []


def test_a_plain_run_has_no_mark(plain, store, capsys):
    for line in (["report", plain], ["audit", plain, "--plain"]):
        assert main(line) == 0
        assert "Marks" not in capsys.readouterr().out


def test_parameters_are_held_against_those_of_most_runs(worked, store, plain):
    others = [
        store_run(store, worked, OTHER, model=f"m{number}", parameters=Parameters(max_tokens=500))
        for number in range(2)
    ]
    summaries = summaries_of(store, plain, *others)
    assert [Mark.OTHER_PARAMETERS in summary.run.marks for summary in summaries] == [True, False, False]
    assert not summaries_of(store, plain)[0].run.marks


def test_what_differs_stands_behind_the_name_where_it_is_short(worked, store, plain, capsys):
    """Of two runs, each says what it was sent; beside two that agree, only the third does."""
    seeded = store_run(store, worked, OTHER, model="m7", parameters=Parameters(extra={"seed": 7}))
    assert [run.sent_otherwise for run in runs_of(summaries_of(store, plain, seeded))] == [
        "no seed",
        "seed 7",
    ]
    far = {"metadata": {"of": "a study whose name is long", "by": "somebody"}}
    third = store_run(store, worked, OTHER, model="m8", parameters=Parameters(extra=far))
    fourth = store_run(store, worked, OTHER, model="m9")
    found = runs_of(summaries_of(store, plain, seeded, third, fourth))
    assert [run.sent_otherwise for run in found] == ["", "seed 7", "", ""]
    assert main(["report", plain, seeded, third, fourth]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "m7 · letter-only (seed 7)" in said
    assert "m8 · letter-only (other parameters)" in said
    assert "seed 7, other parameters: not sent with the same parameters as the other runs" in said


def test_a_cap_that_follows_from_the_prompt_variant_is_no_other_parameter(worked, store, plain):
    reasoning = load_variant("reasoning")
    parameters = Parameters(max_tokens=reasoning.max_tokens)
    run_id = store_run(store, worked, OTHER, model="thinks", variant=reasoning, parameters=parameters)
    assert [summary.run.marks for summary in summaries_of(store, plain, run_id)] == [(), ()]


@pytest.mark.slow
def test_where_no_parameters_are_those_of_most_runs_all_are_marked(worked, store, plain, capsys):
    """Which of two runs was named first says nothing about which of them is the odd one."""
    odd = other_parameters(store, worked)
    for runs in ((plain, odd), (odd, plain)):
        assert [summary.run.marks for summary in summaries_of(store, *runs)] == [(Mark.OTHER_PARAMETERS,)] * 2
    third = store_run(store, worked, OTHER, model="third")
    marks = [summary.run.marks for summary in summaries_of(store, plain, odd, third)]
    assert marks == [(), (Mark.OTHER_PARAMETERS,), ()]


def test_the_name_of_the_cap_on_the_wire_is_no_other_parameter(worked, store, plain):
    run_id = store_run(
        store, worked, OTHER, model="odd", parameters=Parameters(cap_field="max_completion_tokens")
    )
    assert not any(summary.run.marks for summary in summaries_of(store, plain, run_id))


def test_parameters_that_were_adapted_are_said(worked, store, plain, capsys):
    write(store, "UPDATE runs SET sent = ?", json.dumps({"temperature": None, "max_tokens": 120}))
    assert main(["report", plain]) == 0
    assert "sent with temperature None instead of 0.0" in " ".join(capsys.readouterr().out.split())


def test_items_in_batches_are_not_said_to_be_unasked(worked, store, capsys):
    run_id = partial(store, worked)
    (summary,) = summaries_of(store, run_id)
    waiting = replace(summary, run=replace(summary.run, in_batches=7))
    found = {finding.code: finding.text for finding in asked_findings(waiting)}
    assert "10 of 12 items have no reply yet: 7 wait in batches, 3 have not been asked." in found["partial"]


def test_a_name_is_called_the_same_in_a_table_that_has_no_row_for_some_runs(
    plain, store, worked, make_benchmark
):
    """Two runs of one model are told apart by their ids: no model's name, though one of them has no graph."""
    items = make_binary_items(4)
    other = store_run(store, make_benchmark(items, "no-graph"), {items[0].id: "A"}, model="plain")
    tables = across_tables(summaries_of(store, plain, other))
    assert (len(tables["1"].rows), len(tables["2"].rows)) == (2, 1)
    assert tables.pop("questions").names == 1  # a row for every two benchmarks
    assert {table.head[table.names - 1] for table in tables.values()} == {"Run"}


@pytest.mark.slow
def test_only_runs_that_asked_all_of_the_same_items_have_a_mean(plain, store, worked):
    """A limited run and an unfinished one measure other items; the note says how many are in the mean."""
    others = [limited(store, worked), store_run(store, worked, {"f1": "A"}, model="unfinished")]
    assert "mean of runs" not in str(across_tables(summaries_of(store, plain, *others))["7"].rows)
    second = store_run(store, worked, OTHER, model="second")
    runs = [plain, others[0], second, others[1]]
    table = across_tables(summaries_of(store, *runs))["7"]
    alone = across_tables(summaries_of(store, plain, second))["7"]
    assert table.rows[-1] == alone.rows[-1]
    assert table.rows[-1][0] == "mean of runs"
    assert "Mean of runs: over the 2 of the 4 runs that have asked all of the same items." in table.note
    assert "Mean of runs: over the 2 runs that have asked all of the same items." in alone.note


def test_a_run_that_asks_again_is_in_no_mean(plain, store, worked):
    again = reasked(store, worked)
    assert "mean of runs" not in str(across_tables(summaries_of(store, plain, again))["7"].rows)


def test_only_runs_of_the_same_items_are_ranked(plain, store, worked):
    """A run of six items is finished too, but which six it was given would decide its place."""
    others = [store_run(store, worked, OTHER, model=name) for name in ("second", "third")]
    summaries = summaries_of(store, limited(store, worked), plain, *others)
    assert [summary.run.spec.model for summary in on_the_same_items(summaries)] == [
        "plain",
        "second",
        "third",
    ]
    assert "over the 3 runs" in across_tables(summaries)["ranks"].note
