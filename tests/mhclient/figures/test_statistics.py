"""Intervals, tests and the bootstrap: against published cases, other libraries, and slow versions of them."""

import csv
import json
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, spearmanr
from statsmodels.stats.contingency_tables import SquareTable, mcnemar
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from mhclient.figures import classification
from mhclient.figures.accuracy import Tally, counted, missing_at_random_p
from mhclient.figures.calibration import calibration_error, discrimination
from mhclient.figures.cluster_robust import mean_of
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.confidence_intervals import SHARE
from mhclient.figures.letter_bias import letter_figures
from mhclient.figures.paired import holm, mcnemar_p, paired
from mhclient.figures.proportion_intervals import wilson
from mhclient.figures.ranks import rank_correlation
from mhclient.read.scored import NoReply
from parsers import Grade, Outcome
from tests.support.places import SHARED
from tests.support.scoring_cases import scored


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3 (the score method as it stands).
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_published_intervals(successes, n, low, high):
    assert wilson(successes, n) == pytest.approx((low, high), abs=5e-5)


@given(n=st.integers(1, 5_000), data=st.data())
def test_wilson_is_that_of_statsmodels(n, data):
    successes = data.draw(st.integers(0, n))
    assert wilson(successes, n) == pytest.approx(proportion_confint(successes, n, method="wilson"), abs=1e-12)


@given(n=st.integers(1, 5_000))
def test_wilson_ends_exactly_where_nothing_or_everything_is_counted(n):
    none, every = wilson(0, n), wilson(n, n)
    assert none is not None
    assert every is not None
    assert (none[0], every[1]) == (0.0, 1.0)
    assert 0.0 < none[1] == pytest.approx(1 - every[0])


@given(b=st.integers(0, 60), c=st.integers(0, 60))
def test_mcnemar_is_that_of_statsmodels(b, c):
    expected = mcnemar([[5, b], [c, 5]], exact=True).pvalue if b + c else 1.0
    assert mcnemar_p(b, c) == pytest.approx(expected)


def test_mcnemar_gives_a_published_p():
    # Agresti, Categorical Data Analysis, section 10.1: approval of the prime minister, 150 against 86
    # changed; z² = (86 - 150)² / (86 + 150) = 17.36, far below any usual level.
    assert pytest.approx(17.36, abs=0.01) == (86 - 150) ** 2 / (86 + 150)
    assert mcnemar_p(150, 86) == pytest.approx(3.7e-5, abs=1e-6)


def test_holm_keeps_the_order_and_leaves_out_what_could_not_be_tested():
    assert holm([0.01, 0.04, 0.03, None, 0.005]) == pytest.approx([0.03, 0.06, 0.06, None, 0.02])
    assert holm([None]) == [None]
    assert holm([]) == []


@given(p_values=st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_holm_is_that_of_statsmodels(p_values):
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1].tolist())


tables = st.integers(2, 5).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, 12), min_size=n, max_size=n), min_size=n, max_size=n).filter(
        lambda rows: sum(map(sum, rows)) > 0
    )
)


@given(rows=tables)
def test_kappa_is_that_of_statsmodels(rows):
    table = np.array(rows, dtype=float)
    ours = classification.kappa(np.hstack([table, np.zeros((len(rows), 1))]))
    theirs = cohens_kappa(table, return_results=False) if np.isfinite(ours) else np.nan
    assert float(ours) == pytest.approx(float(theirs), nan_ok=True)


@given(rows=tables)
def test_mcc_is_the_correlation_of_the_indicator_columns(rows):
    """Gorodkin's definition, straight from the items: the covariance summed over categories."""
    table = np.array(rows, dtype=float)
    gold, said = (np.repeat(index.ravel(), table.astype(int).ravel()) for index in np.indices(table.shape))
    x, y = (np.eye(len(rows))[letters] for letters in (gold, said))
    x, y = x - x.mean(0), y - y.mean(0)
    spread = np.sqrt((x * x).sum() * (y * y).sum())
    expected = (x * y).sum() / spread if spread > 1e-9 else np.nan
    ours = classification.mcc(np.hstack([table, np.zeros((len(rows), 1))]))
    assert float(ours) == pytest.approx(expected, nan_ok=True, abs=1e-9)


def test_letters_are_tested_against_the_golds_frequencies():
    """Three letters, all confused with each other: the test is statsmodels' on the whole table."""
    table = np.array([[20, 10, 5], [3, 15, 6], [2, 1, 12]])
    items = [
        scored("ABC"[gold], "ABC"[said], options=3)
        for gold, row in enumerate(table)
        for said, n in enumerate(row)
        for _ in range(n)
    ]
    expected = SquareTable(table, shift_zeros=False).homogeneity(method="stuart_maxwell").pvalue
    assert letter_figures(counted(items)).homogeneity_p == pytest.approx(float(expected))


def test_for_two_letters_the_test_is_mcnemars():
    items = [scored("A", "B")] * 9 + [scored("B", "A")] * 1 + [scored("A", "A")] * 5
    # Stuart–Maxwell on two categories is McNemar's chi-square: (9 - 1)² / 10 = 6.4 on one degree of freedom.
    assert letter_figures(counted(items)).homogeneity_p == pytest.approx(0.0114, abs=1e-4)


def test_reading_loosely_adds_no_bias_where_it_adds_other_golds():
    """Explicit: gold A three of four, said so. Prose adds four of gold B, all right: fewer A, and no bias."""
    explicit = [scored("A", "A", grade=Grade.EXPLICIT)] * 3 + [scored("B", "B", grade=Grade.EXPLICIT)]
    prose = [scored("B", "B", grade=Grade.IN_TEXT)] * 4
    assert letter_figures(counted(explicit + prose)).made_by_reading == pytest.approx(0.0)
    # Two of the prose replies read as A instead: said in 5 of 8, right in 3 of 8.
    wrong = [scored("B", "A", grade=Grade.IN_TEXT)] * 2 + prose[:2]
    assert letter_figures(counted(explicit + wrong)).made_by_reading == pytest.approx(2 / 8)


@pytest.mark.parametrize(("n_explicit", "is_rough"), [(19, True), (20, False), (0, False)])
def test_what_reading_adds_is_rough_where_few_replies_are_explicit(n_explicit, is_rough):
    """Without any explicit reply there is no figure, and so nothing to warn of."""
    explicit = [scored("A", "A")] * n_explicit
    figures = letter_figures(counted(explicit + [scored("B", "A", grade=Grade.IN_TEXT)] * 30))
    assert figures.reading_is_rough is is_rough
    assert (figures.made_by_reading is None) is (n_explicit == 0)


def test_letters_without_any_error_are_not_out_of_balance():
    assert letter_figures(counted([scored("A", "A"), scored("B", "B")])).homogeneity_p == 1.0
    assert letter_figures(counted([scored("A", None)])).homogeneity_p is None
    rough = [letter_figures(counted([scored("B", "A"), scored("A", "A")] * n)).p_is_rough for n in (2, 9, 10)]
    assert rough == [True, True, False]


@pytest.mark.skipif(not SHARED.exists(), reason="the real letter probabilities are not here")
@pytest.mark.parametrize("which", ["baseline", "finetuned"])
def test_published_calibration_and_discrimination_come_out(which):
    """Theirs sum rounded gaps, and count ties by the order of the items: the last digit may differ."""
    folder = SHARED / "letter_probabilities"
    published = json.loads((folder / "published_metrics.json").read_text())
    with (folder / f"{which}.csv").open() as file:
        rows = list(csv.DictReader(file))
    confidence = [float(row["confidence"]) for row in rows]
    right = [row["gold"] == row["prediction"] for row in rows]
    found = calibration_error(confidence, right)
    assert found == pytest.approx(published["reliability"][which]["ece"], abs=1.01e-4)
    area = discrimination(confidence, right)
    assert round(area or 0.0, 4) == pytest.approx(published["auroc"][which]["auroc"], abs=1.01e-4)


def test_confidence_that_says_nothing_discriminates_nothing():
    assert discrimination([0.5, 0.5, 0.5], [True, False, True]) == 0.5
    assert discrimination([0.9], [True]) is None
    assert calibration_error([], []) is None
    assert calibration_error([0.0, 1.0], [False, True]) == 0.0


def test_missing_items_are_held_against_an_even_spread():
    planned = {"ET": 100, "EC": 100, "RT": 10}
    assert missing_at_random_p(planned, {"ET": 50, "EC": 50, "RT": 5}) == pytest.approx(1.0)
    assert (missing_at_random_p(planned, {"ET": 100}) or 1.0) < 1e-6
    for nothing_to_test in ({}, planned):
        assert missing_at_random_p(planned, nothing_to_test) is None
    assert missing_at_random_p({"ET": 100}, {"ET": 50}) is None


def test_missing_items_that_are_drawn_by_lot_are_seldom_called_uneven():
    draws = np.random.RandomState(3)
    planned = {"ET": 60, "EC": 90, "FC": 150}
    tasks = np.repeat(list(planned), list(planned.values()))
    p_values = []
    for _ in range(400):
        names, counts = np.unique(draws.choice(tasks, 100, replace=False), return_counts=True)
        p_values.append(missing_at_random_p(planned, dict(zip(names, counts.tolist(), strict=True))))
    assert np.mean([(p or 0.0) < 0.05 for p in p_values]) == pytest.approx(0.05, abs=0.03)


def test_models_are_ranked_by_coverage_and_by_averages():
    # Spearman (1904), by ranks: 1 - 6 * sum d² / (n (n² - 1)); here d = 0, 1, -1, 0 and n = 4: 1 - 12/60.
    assert rank_correlation([0.1, 0.2, 0.3, 0.4], [1.0, 3.0, 2.0, 4.0]) == pytest.approx(0.8)
    assert rank_correlation([0.1, 0.2], [1.0, 3.0]) is None
    assert rank_correlation([0.1, 0.1, 0.1], [1.0, 2.0, 3.0]) is None


@given(values=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=3, max_size=15))
def test_ranks_with_ties_are_correlated_as_scipy_does(values):
    first, second = zip(*values, strict=True)
    if len(set(first)) > 1 and len(set(second)) > 1:
        assert rank_correlation(first, second) == pytest.approx(spearmanr(first, second).statistic)


@given(st.integers(0, 400), st.integers(0, 400))
def test_the_exact_test_is_scipys(first_only, second_only):
    if first_only + second_only:
        expected = binomtest(first_only, first_only + second_only).pvalue
        assert mcnemar_p(first_only, second_only) == pytest.approx(expected, rel=1e-9)


def test_items_counted_by_kind_are_all_counted():
    """What figures tell apart is a kind of its own; the places of a run's items are not mixed up."""
    items = [
        scored(gold, said, ending=ending, grade=grade, options=options)
        for gold in "AB"
        for said, ending in (("A", Outcome.ANSWER), ("B", Outcome.ANSWER), (None, Outcome.REFUSAL))
        for grade in (Grade.STRICT, Grade.TEXT)
        for options in (2, 4)
    ] * 3
    items.append(scored("A", None, ending=NoReply.MISSING))
    tally = Tally(items)
    rows = np.array([3, 5, 27, 40, 72])
    assert sum(n for _, n in counted(items)) == len(items)
    assert tally.right[rows].tolist() == [items[row].correct for row in rows]
    assert tally.asked.tolist() == [item.asked for item in items]
    assert tally.codes(rows, lambda item: len(item.item.options)).tolist() == [
        len(items[row].item.options) for row in rows
    ]

    def told_apart(item):
        return item.gold, item.said, item.ending, item.grade, len(item.item.options)

    by_kind: Counter[tuple[object, ...]] = Counter()
    for item, n in counted(items):
        by_kind[told_apart(item)] += n
    assert by_kind == Counter(map(told_apart, items))


def items_of_clusters(cluster_of):
    return mean_of(ItemClusters.of([(str(cluster),) for cluster in cluster_of]), within=SHARE)


def test_a_cluster_that_always_agrees_counts_as_one_item():
    """Ten copies of each of twenty items carry the information of twenty, and the interval says so."""
    once = np.tile([1.0, 0.0, 1.0, 1.0], 5)
    alone = items_of_clusters(range(20)).estimate(once)
    copies = items_of_clusters(np.repeat(np.arange(20), 10)).estimate(np.repeat(once, 10))
    # One item more, which no spread of an accuracy goes below, is a twentieth of the items or a 200th.
    assert copies.ci95 == pytest.approx(alone.ci95, abs=0.02)


def test_one_cluster_has_no_interval():
    one, two = items_of_clusters([0, 0, 0]), items_of_clusters([0, 1, 1])
    runs = [True, False, True], [False, True, True]
    assert paired(*runs, one).difference.ci95 is None
    assert items_of_clusters([0, 0, 1, 1]).estimate(np.array([1.0, 0, 1, 1])).ci95
    assert paired(*runs, two).difference.ci95 is None  # of two and one item: 1.8 clusters


@pytest.mark.skipif(not SHARED.exists(), reason="the real letter probabilities are not here")
@pytest.mark.parametrize("which", ["baseline", "finetuned"])
def test_a_published_bootstrap_of_independent_items_comes_out_nearly(which):
    """Accuracy of a model on 1,273 MedQA items, with somebody else's interval (1,000 resamples)."""
    folder = SHARED / "letter_probabilities"
    published = json.loads((folder / "published_metrics.json").read_text())["bootstrap"]["Overall Accuracy"][
        which
    ]
    with (folder / f"{which}.csv").open() as file:
        right = [float(row["gold"] == row["prediction"]) for row in csv.DictReader(file)]
    low, high = items_of_clusters(range(len(right))).estimate(np.array(right)).ci95 or (0.0, 0.0)
    assert (low, high) == pytest.approx((published["ci_low"], published["ci_high"]), abs=0.002)


def test_clustered_intervals_hold_the_truth_where_independent_ones_do_not():
    """Forty entities of twenty items each, some known well, others badly; half is right in the mean."""
    draws = np.random.RandomState(5)
    cluster_of = np.repeat(np.arange(40), 20)
    mean = items_of_clusters(cluster_of)
    held = {"clustered": 0, "wilson": 0}
    for _ in range(200):
        right = (draws.random_sample(800) < draws.beta(2, 2, 40)[cluster_of]).astype(np.float64)
        for name, bounds in (
            ("clustered", mean.estimate(right).ci95),
            ("wilson", wilson(int(right.sum()), 800)),
        ):
            low, high = bounds or (1.0, 0.0)
            held[name] += low <= 0.5 <= high
    assert held["clustered"] / 200 > 0.92
    assert held["wilson"] / 200 < 0.75
