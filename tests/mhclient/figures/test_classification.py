"""Answers by what they say, not by shuffled letters; kappa and its kin with intervals."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from statsmodels.stats.inter_rater import cohens_kappa

from mhclient.figures import classification
from mhclient.figures.classification import (
    label_codes,
    label_figures,
    labels_of,
    skill,
    smooth_estimate,
    table_shares,
)
from mhclient.figures.cluster_robust import mean_of
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.confidence_intervals import SHARE, Estimate
from mhclient.read.scored import Scored
from tests.support.scoring_cases import scored

RELATIONS = ("contraindication", "indication", "none", "off-label use")


def known(value: Any) -> Any:
    """A value that there is."""
    assert value is not None
    return value


def answered(n: int, says: str | None, seed: int = 1) -> list[Scored]:
    """Items whose options stand in another order each; gold is "none" in four of ten; all get one text."""
    draw = np.random.default_rng(seed)
    found = []
    for number in range(n):
        texts = tuple(str(text) for text in draw.permutation(RELATIONS))
        gold = "none" if number % 10 < 4 else RELATIONS[(0, 1, 3)[number % 3]]
        said = None if says is None else "ABCD"[texts.index(says)]
        found.append(scored("ABCD"[texts.index(gold)], said, options=4, texts=texts))
    return found


def independent(n: int):
    return mean_of(ItemClusters.of([()] * n))


def test_who_always_says_none_has_kappa_0_and_a_quarter_balanced():
    items = answered(300, "none")
    labels = labels_of([item.item for item in items])
    assert labels == RELATIONS
    figures = label_figures(label_codes(items, labels), labels, independent(300))
    assert figures.kappa.value == 0.0
    assert known(figures.balanced_accuracy.value) == pytest.approx(0.25)
    assert figures.mcc.value is None  # nothing varies
    assert figures.skill.value == 0.0
    assert figures.best_constant == 0.4


@pytest.mark.parametrize("n", [7, 43, 161, 999, 14_288])
def test_figures_that_are_0_by_construction_have_no_interval(n):
    """Whatever the counts are, and are rounded to: no items drawn would give another figure."""
    items = answered(n, "none")
    codes = label_codes(items, RELATIONS)
    figures = label_figures(codes, RELATIONS, independent(n))
    assert (figures.kappa.value, figures.kappa.ci95) == (0.0, None)
    assert figures.balanced_accuracy.ci95 is None
    assert (figures.skill.value, figures.skill.ci95) == (0.0, None)


def test_a_constant_that_is_not_the_best_has_a_skill_below_0_with_its_interval():
    figures = label_figures(label_codes(answered(300, "indication"), RELATIONS), RELATIONS, independent(300))
    assert known(figures.skill.value) < 0
    assert known(figures.skill.ci95)[1] < 0
    assert (figures.kappa.value, figures.kappa.ci95) == (0.0, None)


def test_recall_and_confusion_are_of_texts():
    items = [*answered(30, "none"), *answered(10, None, 2)]
    labels = labels_of([item.item for item in items])
    figures = label_figures(label_codes(items, labels), labels, independent(40))
    rows = {row.text: row for row in figures.rows}
    assert (rows["none"].recall.count, rows["none"].recall.n) == (12, 16)
    assert (rows["none"].said.count, rows["none"].said.n) == (30, 30)
    assert figures.table[:, -1].sum() == 10
    assert table_shares(figures.table)[2].tolist() == [0, 0, 0.75, 0, 0.25]


def test_options_that_differ_from_item_to_item_are_no_labels():
    items = [scored("A", "A", texts=(f"drug {n}", f"drug {n + 1}")).item for n in range(20)]
    assert labels_of(items) == ()
    assert labels_of([scored("A", "A", multi=True).item]) == ()


def test_kappa_and_its_error_are_those_of_statsmodels():
    """Independent items; up to the factor n/(n − 1)."""
    draw = np.random.default_rng(7)
    gold = draw.integers(0, 3, 400)
    said = np.where(draw.random(400) < 0.6, gold, draw.integers(0, 3, 400))
    codes = gold * 4 + said
    found = smooth_estimate(
        lambda cells: classification.kappa(classification.as_tables(cells, 3)), codes, 12, independent(400)
    )
    table = np.bincount(codes, minlength=12).reshape(3, 4)[:, :3]
    expected = cohens_kappa(table)
    assert known(found.value) == pytest.approx(expected.kappa)
    assert known(found.se) == pytest.approx(expected.std_kappa, rel=0.005)


@pytest.mark.parametrize(
    "figure", [classification.balanced_accuracy, classification.mcc, classification.prediction_a_rate]
)
def test_errors_are_those_of_the_bootstrap_over_clusters(figure):
    """Twenty items to a cluster, right or wrong together: the slow way draws whole clusters."""
    draw = np.random.default_rng(8)
    clusters = np.repeat(np.arange(60), 20)
    gold = draw.integers(0, 2, 1_200)
    bias = draw.normal(0, 0.35, 60)[clusters]
    said = np.where(draw.random(1_200) < np.clip(0.7 + bias, 0, 1), gold, 1 - gold)
    codes = gold * 3 + said
    mean = mean_of(ItemClusters.of([(str(one),) for one in clusters]))

    def of_cells(cells):
        return figure(classification.as_tables(cells, 2))

    found = smooth_estimate(of_cells, codes, 6, mean)
    by_cluster = np.stack([np.bincount(codes[clusters == one], minlength=6) for one in range(60)])
    drawn = [of_cells(by_cluster[draw.integers(0, 60, 60)].sum(0).astype(float)) for _ in range(2_000)]
    assert known(found.se) == pytest.approx(np.std(drawn), rel=0.08)


def test_a_gold_that_nothing_has_does_not_disturb_the_error():
    items = [replace(item) for item in answered(100, "indication") if "none" in item.item.options.values()]
    found = smooth_estimate(
        lambda cells: classification.balanced_accuracy(classification.as_tables(cells, 4)),
        np.array([0 * 5 + 0, 0 * 5 + 1] * 50),
        20,
        independent(100),
    )
    assert len(items) == 100
    assert known(found.value) == 0.5
    assert known(found.se) == pytest.approx(np.sqrt(0.25 / 99))


def test_skill_has_the_interval_of_accuracy_on_its_own_scale():
    accuracy = Estimate(0.8, 0.03, 40.0)
    low, high = known(accuracy.ci95)
    beyond = skill(accuracy, 0.6)
    assert known(beyond.ci95) == pytest.approx(((low - 0.6) / 0.4, (high - 0.6) / 0.4))
    assert skill(accuracy, 1.0).value is None


@pytest.mark.parametrize("n_wrong", [0, 1])
def test_skill_beyond_all_right_is_in_no_interval(n_wrong):
    """It stood as 13.8 to 136.2 %; where all are right there was none."""
    right = np.array([0.0] * n_wrong + [1.0] * (8 - n_wrong))
    accuracy = mean_of(ItemClusters.of([()] * 8), within=SHARE).estimate(right)
    beyond = known(skill(accuracy, 0.4).ci95)
    assert beyond == pytest.approx([(each - 0.4) / 0.6 for each in known(accuracy.ci95)])
    assert beyond[0] < known(skill(accuracy, 0.4).value) <= beyond[1] <= 1.0


def test_coefficients_over_texts_have_no_interval_beyond_what_they_can_be():
    items = [*answered(8, "none"), *answered(1, "indication")]
    right = [replace(item, said=item.gold) for item in items[:-1]]
    labels = labels_of([item.item for item in items])
    found = label_figures(label_codes([*right, items[-1]], labels), labels, independent(9))
    for figure, least in ((found.balanced_accuracy, 0.0), (found.kappa, -1.0), (found.mcc, -1.0)):
        low, high = known(figure.ci95)
        assert least <= low < known(figure.value) < high <= 1.0
