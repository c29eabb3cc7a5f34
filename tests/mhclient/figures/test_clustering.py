"""Intervals where items share entities, of one kind or several: by hand, slowly, and by another library."""

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t

from benchmark import BuildSettings, Sources
from benchmark.build.build import build
from benchmark.build.seeds import seed_path
from mhclient.figures.cluster_robust import LinearFigure, mean_of
from mhclient.figures.clustering import ClusterBy, ItemClusters, column_keys, sharing_keys
from mhclient.figures.confidence_intervals import SHARE
from mhclient.figures.paired import paired
from tests.support.items import make_items
from tests.support.places import SHARED
from tests.support.sharing import items_with_entities, known, numbers, sharing

BY_HAND = [("d1", "s1"), ("d1", "s2"), ("d2", "s1"), ("d2", "s2")]


def test_the_case_by_hand_has_its_standard_error_and_no_interval():
    figure = mean_of(ItemClusters.of(BY_HAND)).estimate(np.array([1.0, 0, 0, 0]))
    assert (known(figure.value), known(figure.se)) == pytest.approx((0.25, 0.25))
    assert figure.n_effective == pytest.approx(4 / 3)
    assert (figure.ci95, figure.p()) == (None, None)


def test_what_rests_on_the_same_items_and_weights_is_worked_out_once():
    """A report asks the same of a run's items for many figures: a quarter of its CPU time went into that."""
    shared = ItemClusters.of(BY_HAND, lambda key: key[0])
    made = [shared.known(b"key", object), shared.known(b"key", object), shared.known(b"other", object)]
    assert made[0] is made[1] is not made[2]
    assert shared.of_kinds([0]) is shared.of_kinds([0]) is not shared.of_kinds([1])
    values = np.array([1.0, 0, 0, 1])
    heavier = LinearFigure(shared, np.array([0.4, 0.2, 0.2, 0.2]))
    assert mean_of(shared).estimate(values) == mean_of(shared).estimate(values) != heavier.estimate(values)


@given(keys=items_with_entities())
def test_sums_over_sets_of_entities_are_those_of_the_matrix(keys):
    shared, s = ItemClusters.of(keys), sharing(keys)
    values = numbers(len(keys))
    assert shared.quadratic(values) == pytest.approx(values @ s @ values)
    assert shared.summed_over_sharing(values) == pytest.approx(s @ values)


@given(keys=items_with_entities(), data=st.data())
def test_the_order_of_items_changes_nothing(keys, data):
    order = np.array(data.draw(st.permutations(range(len(keys)))))
    values, parts = numbers(len(keys)), np.arange(len(keys)) % 2
    weights = np.arange(1.0, len(keys) + 1)
    one = LinearFigure(ItemClusters.of(keys), weights, parts).estimate(values)
    moved = ItemClusters.of([keys[place] for place in order])
    other = LinearFigure(moved, weights[order], parts[order]).estimate(values[order])
    assert (one.value, one.se) == pytest.approx((other.value, other.se))
    assert one.n_effective == pytest.approx(other.n_effective)


@given(keys=items_with_entities(), data=st.data())
def test_an_entity_of_one_item_alone_changes_nothing(keys, data):
    place = data.draw(st.integers(0, len(keys) - 1))
    more = [[*of_item, "nobody else's"] if at == place else of_item for at, of_item in enumerate(keys)]
    values = numbers(len(keys))
    assert mean_of(ItemClusters.of(keys)).estimate(values) == mean_of(ItemClusters.of(more)).estimate(values)


@given(keys=items_with_entities(most=3))
def test_an_entity_under_two_names_changes_nothing(keys):
    split = [[name for key in of_item for name in (key, f"{key} too")] for of_item in keys]
    values = numbers(len(keys))
    one, other = (mean_of(ItemClusters.of(each)).estimate(values) for each in (keys, split))
    assert (one.value, one.se, one.n_effective) == pytest.approx((other.value, other.se, other.n_effective))


@given(keys=items_with_entities(), data=st.data())
def test_some_of_the_items_share_as_if_they_were_all(keys, data):
    rows = np.array(data.draw(st.lists(st.integers(0, len(keys) - 1), min_size=1, unique=True)))
    values = numbers(len(rows))
    among = ItemClusters.of(keys).among(rows).quadratic(values)
    assert among == pytest.approx(ItemClusters.of([keys[row] for row in rows]).quadratic(values))


@given(keys=items_with_entities(), data=st.data())
def test_an_item_of_weight_none_counts_as_if_it_were_not_there(keys, data):
    counted = np.array(
        data.draw(st.lists(st.booleans(), min_size=len(keys), max_size=len(keys))), dtype=float
    )
    if not counted.any():
        counted[0] = 1.0
    rows, values = np.flatnonzero(counted), numbers(len(keys))
    one = mean_of(ItemClusters.of(keys), counted).estimate(values)
    other = mean_of(ItemClusters.of([keys[row] for row in rows])).estimate(values[rows])
    assert (one.value, one.n_effective) == pytest.approx((other.value, other.n_effective))
    assert one.se == pytest.approx(other.se, abs=1e-12)


def test_with_one_entity_per_item_it_is_the_cluster_robust_error_of_statsmodels():
    """Up to the factor for few clusters: with clusters of one size it is G/(G − 1)."""
    clusters = np.repeat(np.arange(12), 5)
    y = numbers(60) + numbers(12, 2)[clusters]
    figure = mean_of(ItemClusters.of([(str(one),) for one in clusters])).estimate(y)
    fitted = sm.OLS(y, np.ones(60)).fit(
        cov_type="cluster", cov_kwds={"groups": clusters, "use_correction": False}
    )
    assert figure.n_effective == pytest.approx(12)
    assert figure.se == pytest.approx(float(fitted.bse[0]) * np.sqrt(12 / 11))
    assert figure.ci95 == pytest.approx(t.interval(0.95, 11, figure.value, figure.se))
    assert figure.p(0.1) == pytest.approx(2 * t.sf(abs(known(figure.value) - 0.1) / known(figure.se), 11))


def test_independent_items_have_the_textbook_standard_error():
    y = numbers(40)
    figure = mean_of(ItemClusters.of([()] * 40)).estimate(y)
    assert figure.se == pytest.approx(y.std(ddof=1) / np.sqrt(40))
    assert figure.n_effective == pytest.approx(40)


def test_tasks_of_other_difficulty_do_not_widen_an_average():
    """The mean of two tasks, of which one is easy: how much easier it is, is not chance."""
    keys, parts = [(str(place),) for place in range(80)], np.repeat([0, 1], 40)
    y = numbers(80)
    weights = np.full(80, 1 / 80)
    same = LinearFigure(ItemClusters.of(keys), weights, parts).estimate(y)
    shifted = LinearFigure(ItemClusters.of(keys), weights, parts).estimate(y + 5 * parts)
    pooled = LinearFigure(ItemClusters.of(keys), weights).estimate(y + 5 * parts)
    assert shifted.se == pytest.approx(same.se)
    assert known(pooled.se) > 2 * known(same.se)


def test_a_gap_between_tasks_has_an_interval_though_its_weights_sum_to_nothing():
    y, parts = numbers(80), np.repeat([0, 1], 40)
    gap = LinearFigure(ItemClusters.of([()] * 80), np.where(parts, -1 / 40, 1 / 40), parts).estimate(y)
    halves = y[:40], y[40:]
    assert gap.value == pytest.approx(halves[0].mean() - halves[1].mean())
    assert gap.se == pytest.approx(np.sqrt(sum(half.var(ddof=1) / 40 for half in halves)), rel=0.02)


def test_the_variance_is_right_on_average_where_pairs_that_share_are_correlated_alike():
    """α and β against simulation; where no pair is correlated it errs on the safe side."""
    keys = [(f"d{place % 4}", f"s{place % 7}") for place in range(40)] + [("d9", f"x{n}") for n in range(20)]
    shared, draw = ItemClusters.of(keys), np.random.default_rng(3)
    parts = np.repeat([0, 1], 30)
    figure = LinearFigure(shared, np.full(60, 1 / 60), parts)
    draws = draw.standard_normal((2_000, 60))
    values = [figure.estimate(one) for one in draws]
    assert (
        1 / 60 < np.mean([known(one.se) ** 2 for one in values]) < 1.5 / 60
    )  # never below γ·e'e: on the safe side
    root = np.linalg.cholesky(sharing(keys) + 12 * np.eye(60))  # the models mixed, and S made definite
    values = [figure.estimate(root @ one) for one in draws]
    truth = float(np.ones(60) @ (sharing(keys) + 12 * np.eye(60)) @ np.ones(60)) / 60**2
    assert np.mean([known(one.se) ** 2 for one in values]) == pytest.approx(truth, rel=0.15)


def shares_of(n_clusters: int, values):
    """A share over clusters of 25 items each."""
    keys = [(str(place // 25),) for place in range(25 * n_clusters)]
    return mean_of(ItemClusters.of(keys), within=SHARE).estimate(values)


def test_degrees_of_freedom_are_those_of_clusters_where_all_of_a_cluster_are_alike():
    alike = np.repeat(np.random.default_rng(1).random(12) < 0.5, 25).astype(float)
    assert shares_of(12, alike).freedom == pytest.approx(11)


def test_degrees_of_freedom_are_more_where_items_that_share_are_not_alike():
    """At least a sixth, 2/12, of the variance is taken to be of pairs: 1 / ((5/6)²/299 + (1/6)²/11)."""
    draws = np.random.default_rng(2).random((40, 300)) < 0.5
    found = [known(shares_of(12, one.astype(float)).freedom) for one in draws]
    assert max(found) == pytest.approx(1 / ((5 / 6) ** 2 / 299 + (1 / 6) ** 2 / 11))
    assert np.median(found) > 40


def test_degrees_of_freedom_of_differences_are_those_of_shares():
    """With G* − 1, intervals of differences held the truth in up to 100 %, and tests found too little."""
    first, second = (np.random.default_rng(3).random((2, 300)) < 0.5).astype(float)
    keys = [(str(place // 25),) for place in range(300)]
    found = paired(first, second, mean_of(ItemClusters.of(keys), within=SHARE))
    difference, freedom = found.difference, known(found.difference.freedom)
    assert 11 < freedom < 299
    assert found.p == pytest.approx(2 * t.sf(abs(known(difference.value)) / known(difference.se), freedom))


def test_nothing_counted_has_no_figure():
    figure = mean_of(ItemClusters.of([()] * 3), np.zeros(3)).estimate(np.ones(3))
    assert (figure.value, figure.se, figure.ci95) == (None, None, None)


def test_items_share_by_what_is_asked_for():
    items = make_items(3)
    assert sharing_keys(items, ClusterBy.ITEM) == [(), (), ()]
    assert len(set(sharing_keys(items, ClusterBy.ENTITY))) == 3
    assert column_keys(items, "patient") == [(), (), ()]


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="real rows are not part of the project")
def test_real_questions_about_drugs_and_diseases_have_few_effective_clusters(tmp_path):
    kg = SHARED / "primekg_slice" / "kg.csv"
    sources = Sources(kg, seed_path("psychiatric-42"), skip_missing_seeds=True)
    items = [item for item in build(sources, BuildSettings()).items() if item.task == "RP"]
    figure = mean_of(ItemClusters.of(sharing_keys(items, ClusterBy.ENTITY)))
    assert figure.n_effective == pytest.approx(10.57, abs=0.02)


def kind(key: str) -> str:
    """Of a key of these tests: its first letter."""
    return key[0]


@given(keys=items_with_entities(most=4))
def test_kinds_that_always_come_together_count_as_one(keys):
    both = [[name for key in of_item for name in (f"d{key}", f"s{key}")] for of_item in keys]
    values = numbers(len(keys))
    one = mean_of(ItemClusters.of(keys)).estimate(values)
    other = mean_of(ItemClusters.of(both, kind)).estimate(values)
    assert (one.value, one.n_effective) == pytest.approx((other.value, other.n_effective))
    assert one.se == pytest.approx(other.se, rel=1e-6, abs=1e-9)


def test_moments_of_kinds_are_those_of_the_matrices():
    """Slowly: E[e'S_k e] = tr(M'BM S_m) for two kinds of entities, two parts and unequal weights."""
    keys: list[tuple[str, ...]] = [(f"d{n % 4}", f"s{n % 7}") for n in range(30)]
    keys += [(f"d{n % 3}",) for n in range(10)]
    weights, parts = np.linspace(1, 2, 40), np.repeat([0, 1], 20)
    of_kind = [sharing([[key for key in each if kind(key) == name] for each in keys]) for name in "ds"]
    means = np.stack([np.where(parts == part, weights, 0) for part in parts])
    off = np.diag(weights) @ (np.eye(40) - means / means.sum(1, keepdims=True))
    models = [*of_kind, np.eye(40)]
    slow = np.array([[np.trace(off.T @ one @ off @ other) for other in models] for one in models])
    truth = np.array([weights @ one @ weights for one in models])
    found = LinearFigure(ItemClusters.of(keys, kind), weights, parts)._expected.factors
    assert found.of == pytest.approx(np.linalg.solve(slow.T, truth))
    assert found.of_pairs == pytest.approx(np.linalg.solve(slow.T, [*truth[:2], 0.0]))
    assert found.gamma == pytest.approx(truth[2] / slow[2, 2])


def test_kinds_that_matter_differently_are_told_apart():
    """Drugs matter, diseases do not: taken for one kind, the variance is a fifth too small."""
    draw = np.random.default_rng(5)
    diseases, drugs = (4 * draw.random(400)).astype(int), (60 * draw.random(400) ** 3).astype(int)
    keys = [(f"d{disease}", f"s{drug}") for disease, drug in zip(diseases, drugs, strict=True)]
    draws = [draw.standard_normal(60)[drugs] for _ in range(400)]
    truth = float(np.sum((np.bincount(drugs) / 400) ** 2))
    told_apart, together = (
        np.mean([known(mean.estimate(one).se) ** 2 for one in draws])
        for mean in (mean_of(ItemClusters.of(keys, kind)), mean_of(ItemClusters.of(keys)))
    )
    assert told_apart == pytest.approx(truth, rel=0.1)
    assert together < 0.85 * truth


DRUGS_AND_DISEASES = ItemClusters.of(
    [(f"drug|{place % 20}", f"disease|{place // 20}") for place in range(300)], lambda key: key.split("|")[0]
)


def test_what_makes_items_alike_is_found_kind_by_kind():
    """Twenty drugs, each with fifteen diseases; only drugs have effects."""
    draw, found = np.random.default_rng(8), []
    for _ in range(100):
        effects = draw.standard_normal(20)[np.arange(300) % 20]
        found.append(mean_of(DRUGS_AND_DISEASES).by_kind(effects + draw.standard_normal(300)))
    assert np.mean([each.get("drug", 0.0) for each in found]) > 0.95
    assert all(sum(each.values()) == pytest.approx(1) for each in found)
    assert mean_of(ItemClusters.of([()] * 9)).by_kind(numbers(9)) == {}


@pytest.mark.slow
def test_effects_are_drawn_as_alike_as_each_kind_makes_them():
    """Items that share a drug are correlated by .7, those that share a disease by .2; the variance is 1."""
    draw = np.random.default_rng(2)
    drawn = np.array(
        [DRUGS_AND_DISEASES.draw_effects(draw, {"drug": 0.7, "disease": 0.2}) for _ in range(3_000)]
    )
    of_first = (drawn[:, 0] @ drawn) / 3_000
    drug, disease = np.arange(20, 300, 20), np.arange(1, 20)
    neither = np.setdiff1d(np.arange(21, 300), drug)
    found = of_first[0], of_first[drug].mean(), of_first[disease].mean(), of_first[neither].mean()
    assert found == pytest.approx((1.0, 0.7, 0.2, 0.0), abs=0.06)
