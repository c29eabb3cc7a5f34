"""Every figure of a run of twelve items, worked out by hand from `worked_example.py`."""

from math import sqrt

import pytest

from mhclient.figures.coverage import assignment
from mhclient.report.blocks.accuracy import average_figures
from mhclient.report.blocks.coverage import coverage_of
from mhclient.report.blocks.evidence import evidence_effects
from mhclient.report.summary import Summary
from tests.support.asking import summaries_of
from tests.support.stored import store_run
from tests.support.worked_example import ENTITIES, ITEMS, PLAIN, write_worked_example


@pytest.fixture(scope="module")
def summary(tmp_path_factory) -> Summary:
    folder = tmp_path_factory.mktemp("worked")
    run_id = store_run(folder / "store.sqlite3", write_worked_example(folder / "bench"), PLAIN)
    (made,) = summaries_of(folder / "store.sqlite3", run_id)
    return made


@pytest.mark.parametrize(
    ("task", "n", "right", "read", "bounds"),
    [
        ("FC", 4, 2, 4, (2 / 4, 2 / 4)),
        ("RP", 4, 2, 3, (2 / 4, 3 / 4)),
        ("R1", 2, 1, 2, (1 / 2, 1 / 2)),
        ("R1+E", 2, 2, 2, (1.0, 1.0)),
    ],
)
def test_accuracy_in_its_parts(summary, task, n, right, read, bounds):
    figures = summary.tasks[task].accuracy
    assert (figures.n_planned, figures.n) == (n, n)
    assert (figures.correct.count, figures.answered.n) == (right, read)
    assert figures.accuracy == right / n
    assert figures.answered.value == right / read
    assert figures.bounds == bounds


def test_the_curve_over_strictness_counts_ever_more_readings(summary):
    steps = summary.tasks["RP"].accuracy.by_strictness
    # p1 and p4 are bare letters, of which p1 is right; p2 is declared, and right; p3 says nothing at any
    # step.
    assert [(steps[name].read.count, steps[name].correct.count) for name in steps] == [
        (2, 1),
        (3, 2),
        (3, 2),
        (3, 2),
        (3, 2),
    ]


def test_outcomes_and_format(summary):
    overall = summary.overall.accuracy
    assert {name: n for name, n in overall.outcomes.items() if n} == {"answer": 11, "refusal": 1}
    # All but the declared answer and the refusal are the letter alone, as the prompt asked.
    assert (overall.kept_format.count, overall.kept_format.n) == (10, 12)


def test_groups_and_averages(summary):
    assert {name: group.accuracy.correct.count for name, group in summary.groups.items()} == {
        "relations": 4,
        "two hops": 1,
        "two hops with evidence": 2,
    }
    known = {
        name: average.value
        for name, average in summary.get(average_figures).items()
        if average.value is not None
    }
    assert known == {"AvgR*": (2 / 4 + 2 / 4) / 2}


def test_letters_of_the_binary_task(summary):
    figures = summary.tasks["FC"]
    # Said A, B, B, A; gold A, A, B, B: one right of each gold.
    assert figures.prediction_a_rate is not None
    assert figures.agreement is not None
    assert figures.prediction_a_rate.value == 2 / 4
    assert figures.gold_a_rate == 2 / 4
    assert figures.agreement.balanced_accuracy.value == (1 / 2 + 1 / 2) / 2
    assert (figures.agreement.kappa.value, figures.agreement.mcc.value) == (0.0, 0.0)
    assert figures.chance == 1 / 2


def test_letters_of_the_task_with_four_options(summary):
    figures = summary.tasks["RP"]
    # Said A, B, nothing, A; gold A, B, C, D.
    assert [(row.name, row.said.count, row.said.n) for row in figures.letters.letters] == [
        ("A", 2, 3),
        ("B", 1, 3),
        ("C", 0, 3),
        ("D", 0, 3),
    ]
    assert [row.recall.value for row in figures.letters.letters] == [1.0, 1.0, 0.0, 0.0]
    # Chance agreement: gold shares 1/4 each, said 2/4, 1/4, 0, 0 with 1/4 unread: (2 + 1) / 16.
    assert figures.agreement.kappa.value == pytest.approx((2 / 4 - 3 / 16) / (1 - 3 / 16))
    # Gorodkin: (2 * 4 - 3) / sqrt((16 - (4 + 1 + 1)) * (16 - 4)).
    assert figures.agreement.mcc.value == pytest.approx(5 / sqrt(10 * 12))
    # Among what was read: gold A, B, D; said A, B, A.
    assert figures.agreement.kappa_answered.value == pytest.approx((2 / 3 - 3 / 9) / (1 - 3 / 9))
    # One of the three readings would have to move from A to D.
    assert figures.letters.imbalance("all") == pytest.approx(1 / 3)
    # Explicit readings are all there are: reading adds nothing to A's rate.
    assert figures.letters.made_by_reading == 0.0


A_E = {"a": 5 / 6, "b": 2 / 4, "c": 0 / 2, "d": 5 / 9, "x": 5 / 7}
A_R = {"indication": 2 / 3, "contraindication": 4 / 5, "off-label use": 0 / 1}


def test_coverage_by_entity_and_relation(summary):
    coverage = summary.get(coverage_of)
    names = {entity.key: key for key, entity in ENTITIES.items()}
    assert {names[part.key]: part.correct.value for part in coverage.entities} == A_E
    assert [(names[part.key], part.degree) for part in coverage.entities] == [
        ("d", 3),
        ("x", 3),
        ("a", 2),
        ("b", 1),
        ("c", 1),
    ]
    assert {part.key: part.correct.value for part in coverage.relations} == A_R
    assert (coverage.n_entities, coverage.n_relations, coverage.n_triples) == (5, 4, 5)
    # No item is about disease_disease, so the triple d–x is not measured.
    assert coverage.n_triples_measured == 4


def test_coverage_as_in_the_papers_appendix(summary):
    coverage = summary.get(coverage_of)
    assert coverage.cov_avg_e.value == pytest.approx(sum(A_E.values()) / 5)
    degrees = {"a": 2, "b": 1, "c": 1, "d": 3, "x": 3}
    assert coverage.cov_deg_e.value == pytest.approx(sum(degrees[e] * A_E[e] for e in degrees) / 10)
    assert coverage.cov_avg_r.value == pytest.approx(sum(A_R.values()) / 3)
    assert coverage.cov_deg_r.value == pytest.approx((2 * 2 / 3 + 4 / 5 + 0) / 4)
    scores = [
        (A_E["a"] + A_R["indication"] + A_E["d"]) / 3,
        (A_E["a"] + A_R["contraindication"] + A_E["x"]) / 3,
        (A_E["b"] + A_R["indication"] + A_E["x"]) / 3,
        (A_E["c"] + A_R["off-label use"] + A_E["d"]) / 3,
    ]
    assert coverage.cov_t.value == pytest.approx(sum(scores) / 4)


def test_a_none_item_counts_for_its_entities_and_for_no_relation():
    rows = [row for row in assignment(ITEMS) if row[0] == "p4"]
    assert rows == [
        ("p4", "RP", "entity", ENTITIES["b"].key),
        ("p4", "RP", "entity", ENTITIES["d"].key),
    ]


def test_evidence_is_compared_on_the_same_items(summary):
    (effect,) = summary.get(evidence_effects)
    assert (effect.task, effect.with_evidence) == ("R1", "R1+E")
    right = effect.right
    assert (right.both, right.first_only, right.second_only, right.neither) == (1, 0, 1, 0)
    assert right.difference.value == -1 / 2  # without minus with
    assert right.mcnemar == 1.0  # one item differs: 2 * 1/2
    assert right.p is None  # both items share disease x


def test_every_figure_lies_in_its_interval(summary):
    for figures in [*summary.tasks.values(), *summary.groups.values(), summary.overall]:
        for value, bounds in [
            (figures.accuracy.accuracy, figures.accuracy.correct.ci95),
            (figures.estimate.value, figures.estimate.ci95),
            (figures.accuracy.answered.value, figures.accuracy.answered.ci95),
        ]:
            assert bounds is None or bounds[0] <= value <= bounds[1]
    # Two diseases and three drugs tie all items together: nothing can be said of others.
    assert all(figures.estimate.ci95 is None for figures in summary.tasks.values())
