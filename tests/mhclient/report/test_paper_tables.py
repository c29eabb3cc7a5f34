"""The tables that the paper has: their order, what is bold, shares of few items; and coverage by flag."""

import csv
import json
import re

import numpy as np
import pytest

from mhclient.cli.main import main
from mhclient.figures.cluster_robust import mean_of
from mhclient.figures.clustering import ClusterBy, ItemClusters, entity_kind, sharing_keys
from mhclient.figures.confidence_intervals import SHARE
from mhclient.report.blocks.loop import across_tables
from mhclient.report.page.charts import linked_table
from mhclient.report.page.runs import Links
from mhclient.report.writers.paper import latex_table
from mhclient.report.writers.text import markdown_table
from tests.support.asking import summaries_of
from tests.support.stored import store_run
from tests.support.worked_example import OTHER, PLAIN


@pytest.fixture
def runs(worked, store):
    """The worse run first; the third has nothing right."""
    nothing = dict.fromkeys(PLAIN, "I cannot say.")
    return [
        store_run(store, worked, said, model=name)
        for name, said in (("plain", PLAIN), ("nothing", nothing), ("other", OTHER))
    ]


@pytest.fixture
def tables(runs, store):
    return across_tables(summaries_of(store, *runs))


def names(table) -> list[str]:
    return [row[0] for row in table.texts]


@pytest.mark.parametrize("number", ["2", "6"])
def test_runs_stand_by_falling_cov_t(tables, number):
    assert names(tables[number]) == ["other", "plain", "nothing"]
    assert names(tables["1"]) == ["plain", "nothing", "other"]  # as given


def test_relations_and_entities_stand_by_items(tables):
    # Items: contraindication 5 (f2 f3 p2 r1 e1), indication 3, off-label use 1. Triples: 1, 2 and 1.
    assert list(tables["7"].head[1:]) == ["contraindication", "indication", "off-label use"]
    # Of d there are 8 items (f1 f4 p1 p3 p4, r1 and e1 with x, r2 and e2 with x: 9), of x 8, a 6, b 4, c 2.
    assert list(tables["8"].head[1:]) == ["Disease d", "Disease x", "Drug a", "Drug b", "Drug c"]


def test_the_best_of_a_column_is_bold(tables):
    written = latex_table(tables["2"], "tab:2", "")
    assert re.search(r"^other & \\textbf\{", written, re.MULTILINE)
    assert r"plain & \textbf" not in written
    assert re.search(r"^\| other \| \*\*\d", markdown_table(tables["2"]), re.MULTILINE)
    of_relations = latex_table(tables["7"], "tab:7", "")
    assert "mean of runs & \\textbf" not in of_relations


def test_the_best_of_a_column_is_bold_on_the_page(tables):
    rows = linked_table(tables["2"], Links()).rows
    cells = [(row.cells[0].text, at, cell) for row in rows for at, cell in enumerate(row.cells)]
    marked = {(name, column) for name, column, cell in cells if cell.best}
    assert marked == {(tables["2"].texts[row][0], column) for row, column in tables["2"].best_places}
    assert {name for name, _ in marked} == {"other"}


def test_equal_figures_are_both_best_and_a_gap_is_not_rated(tables):
    table = tables["1"]
    best = {(names(table)[row], table.head[column]) for row, column in table.best_places}
    assert {("plain", "R1"), ("other", "R1")} <= best
    assert not [name for _, name in best if name == "Gap"]


def test_latex_says_of_how_few_items_a_share_is(tables):
    written = latex_table(tables["7"], "tab:7", "")
    assert "0.0 (1)" in written  # off-label use, of one item
    assert r"\textbf{66.7} (3)" in written  # indication, two of three
    assert "In brackets: of how many replies, where they are fewer than 20." in written


def test_coverage_of_facts_alone_by_hand(runs, capsys, tmp_path):
    """Without f3 (right) and f4 (wrong): contraindication 3 of 4, indication 2 of 2, off-label use 0 of 1."""
    out = tmp_path / "rule.csv"
    arguments = ["report", runs[0], "--format", "json", "--coverage"]
    assert main([*arguments, "facts", "--assignment", str(out)]) == 0
    coverage = json.loads(capsys.readouterr().out)["coverage"]
    assert coverage["items"] == "facts"
    assert {part["key"]: (part["count"], part["n"]) for part in coverage["relations"]} == {
        "indication": (2, 2),
        "contraindication": (3, 4),
        "off-label use": (0, 1),
    }
    assert coverage["CovDeg(R)"] == pytest.approx((2 * 1 + 3 / 4 + 0) / 4)
    assert not {"f3", "f4"} & {row["item_id"] for row in csv.DictReader(out.read_text().splitlines())}
    assert main([*arguments, "all"]) == 0
    assert json.loads(capsys.readouterr().out)["coverage"]["CovDeg(R)"] == pytest.approx((4 / 3 + 4 / 5) / 4)


def test_a_relation_has_the_interval_of_items_that_share_entities(runs, store, capsys):
    """Contraindication: f2, f3, p2, r1 and e1, which share drugs and diseases."""
    (summary,) = summaries_of(store, runs[0])
    rows = [row for row, each in enumerate(summary.run.scored) if each.item.relation == "contraindication"]
    items = [summary.run.scored[row].item for row in rows]
    parts = np.unique([item.task for item in items], return_inverse=True)[1]
    shared = ItemClusters.of(sharing_keys(items, ClusterBy.ENTITY), entity_kind)
    right = np.array([float(summary.run.scored[row].correct) for row in rows])
    expected = mean_of(shared, parts=parts, within=SHARE).estimate(right)
    assert main(["report", runs[0], "--format", "json"]) == 0
    relations = {part["key"]: part for part in json.loads(capsys.readouterr().out)["coverage"]["relations"]}
    found = relations["contraindication"]
    assert (found["count"], found["n"]) == (right.sum(), 5)
    assert found["n_effective"] == expected.n_effective
    assert found["ci95"] == (None if expected.ci95 is None else list(expected.ci95))
    assert found["n_effective"] < 5
    assert main(["report", runs[0], "--format", "json", "--entities", "fixed"]) == 0
    relations = {part["key"]: part for part in json.loads(capsys.readouterr().out)["coverage"]["relations"]}
    alone = mean_of(ItemClusters.of([()] * 5), parts=parts, within=SHARE).estimate(right)
    assert relations["contraindication"]["ci95"] == list(alone.ci95 or ())


@pytest.mark.slow
def test_a_report_says_which_items_count_for_coverage(runs, capsys):
    assert main(["report", runs[0]]) == 0
    assert "as in the paper (--coverage all)" in " ".join(capsys.readouterr().out.split())
    assert main(["report", runs[0], "--coverage", "facts"]) == 0
    assert "count for no entity and no relation (--coverage facts)" in " ".join(
        capsys.readouterr().out.split()
    )
    assert main(["report", runs[0], "--coverage", "facts", "--format", "csv"]) == 2
