"""One rule for the interval of a proportion, and one for that of a difference, from 0 of n to n of n."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import binomtest
from scipy.stats import t as student

from mhclient.figures.cluster_robust import LinearFigure, mean_of
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.confidence_intervals import DIFFERENCE, SHARE
from mhclient.figures.proportion_intervals import Z_95, proportion_interval, wilson
from tests.support.sharing import items_with_entities

N = st.integers(2, 300)


def known(value: Any) -> Any:
    """A value that there is."""
    assert value is not None
    return value


def of_independent(n: int) -> LinearFigure:
    return mean_of(ItemClusters.of([()] * n), within=SHARE)


def bounds(n: int, n_right: int) -> tuple[float, float]:
    """The interval of so many of n independent items."""
    low, high = known(of_independent(n).estimate((np.arange(n) < n_right).astype(float)).ci95)
    return low, high


@given(n=N, data=st.data())
def test_one_more_right_raises_both_bounds_and_by_about_an_item(n, data):
    """11,348 of 11,348 were 70.8 to 100, one fewer 99.98 to 100. Wilson's moves by 1.8 items at most."""
    n_right = data.draw(st.integers(0, n - 1))
    fewer, more = bounds(n, n_right), bounds(n, n_right + 1)
    assert 0 <= fewer[0] < fewer[1] <= 1
    assert fewer[0] < more[0] or n_right + 1 == 1
    assert fewer[1] < more[1] or n_right == n
    if n >= 20:
        assert max(more[0] - fewer[0], more[1] - fewer[1]) < 2 / n


@given(n=N, data=st.data())
def test_what_is_wrong_has_the_mirrored_interval(n, data):
    n_right = data.draw(st.integers(0, n))
    low, high = bounds(n, n_right)
    assert bounds(n, n - n_right) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("n_right", [0, 1, 5, 200, 400, 430, 431])
def test_independent_items_have_nearly_the_intervals_of_wilson_and_of_clopper_and_pearson(n_right):
    """Beside Wilson's there is Student's t of n − 1 for the normal, and n − 1 for n where some are wrong."""
    low, high = bounds(431, n_right)
    assert (low, high) == pytest.approx(known(wilson(n_right, 431)), abs=0.001)
    exact = binomtest(n_right, 431).proportion_ci(0.95, method="exact")
    assert (low, high) == pytest.approx((exact.low, exact.high), abs=0.005)


@example(value=0.9999999999999999, n=23.75, of_pairs=0.0, critical=2.0)
@given(value=st.floats(0, 1), n=st.floats(1, 1e5), of_pairs=st.floats(0, 1), critical=st.floats(1, 13))
def test_an_interval_has_its_figure_in_it_and_is_no_narrower_than_wilsons(value, n, of_pairs, critical):
    at = (value * n + 0.5) / (n + 1)
    low, high = proportion_interval(value, n, critical, of_pairs, at)
    plain = proportion_interval(value, n, critical)
    assert 0 <= low <= plain[0] <= value <= plain[1] <= high <= 1


@pytest.mark.parametrize("value", [0.05, 0.5, 0.97])
def test_bounds_are_where_the_score_is_the_quantile(value):
    """Slowly: the least and the largest p of a grid that are not too far from what was found."""
    grid = np.linspace(0, 1, 1_000_001)
    q, there = 0.25 if value == 0.5 else 0.04, grid * (1 - grid)
    at = 0.5 + np.sqrt(0.25 - q)
    variance = there / 40 * np.maximum(1, 1 + 0.3 * (there / q - 1))
    inside = grid[(value - grid) ** 2 <= Z_95**2 * variance]
    assert proportion_interval(value, 40, Z_95, 0.6, at) == pytest.approx((inside[0], inside[-1]), abs=2e-6)


@given(keys=items_with_entities(), data=st.data())
def test_all_right_says_more_than_all_but_one_whatever_items_share(keys, data):
    figure = mean_of(ItemClusters.of(keys), within=SHARE)
    right = np.ones(len(keys))
    every = figure.estimate(right)
    right[data.draw(st.integers(0, len(keys) - 1))] = 0
    but_one = figure.estimate(right)
    if every.ci95 is not None:
        assert known(but_one.ci95)[0] < every.ci95[0]
        assert known(but_one.ci95)[1] < every.ci95[1] == 1


@given(keys=items_with_entities(), data=st.data())
def test_an_entity_of_one_item_alone_changes_nothing(keys, data):
    right = np.array(data.draw(st.lists(st.booleans(), min_size=len(keys), max_size=len(keys))), dtype=float)
    more = [(*each, f"of {place} alone") for place, each in enumerate(keys)]
    assert mean_of(ItemClusters.of(more), within=SHARE).estimate(right) == mean_of(
        ItemClusters.of(keys), within=SHARE
    ).estimate(right)


@given(keys=items_with_entities(), data=st.data())
def test_a_difference_is_mirrored_where_its_runs_are_swapped(keys, data):
    d = np.array(data.draw(st.lists(st.sampled_from([-1.0, 0, 1]), min_size=len(keys), max_size=len(keys))))
    figure = mean_of(ItemClusters.of(keys), within=SHARE)
    one, other = figure.estimate(d, DIFFERENCE), figure.estimate(-d, DIFFERENCE)
    if one.ci95 is not None:
        low, high = one.ci95
        assert -1 <= low < high <= 1
        assert known(other.ci95) == pytest.approx((-high, -low))
        assert one.p() == pytest.approx(other.p())
        assert known(one.negated.ci95) == pytest.approx((-high, -low))


def test_a_task_of_seven_items_all_right_is_not_known_exactly():
    """The average of 7 of 7 and 900 of 1,000 stood as 94.1 to 95.9 %, with 6 of 7 as 74 to 100 %.

    By hand: with one item more 7.5 of 8 are right, so the first task has the variance 0.0586/7 at least.
    """
    parts = np.repeat([0, 1], [7, 1_000])
    weights = np.where(parts == 0, 1 / 14, 1 / 2_000)
    figure = LinearFigure(ItemClusters.of([()] * 1_007), weights, parts, SHARE)
    right = np.where(parts == 0, 1.0, np.arange(1_007) % 10 > 0)
    found = figure.estimate(right)
    by_hand = (0.05859375 / 7 + 0.09 / 999) / 4
    assert known(found.se) == pytest.approx(np.sqrt(by_hand), rel=2e-3)
    right[0] = 0
    # With one item more 6.5 of 8, variance .1523/7 beside .0903/1,000: it is known from the seven.
    six, small, large = figure.estimate(right), 0.15234 / 7, 0.0903 / 1_000
    welch = (small + large) ** 2 / (small**2 / 6 + large**2 / 999)
    assert known(six.freedom) == pytest.approx(welch, rel=0.01)
    low, high = known(six.ci95)
    assert low < known(found.ci95)[0] < 0.87 < high < known(found.ci95)[1] < 1


def test_the_documents_example_follows_from_its_formulas():
    """docs/statistics.md, step by step, without the project's code; and the project's code says the same."""
    right_of, c = np.array([4, 4, 4, 4, 3, 1]), 4
    n, g = 24, 6
    theta, shares = right_of.sum() / n, right_of / c
    between = c * ((shares - theta) ** 2).sum() / (g - 1)
    inside = c * (shares * (1 - shares)).sum() / (n - g)
    middle = (n * theta + 0.5) / (n + 1)
    q = middle * (1 - middle)
    v = between / n + (q - theta * (1 - theta)) / n
    rho = (between - inside) / n / v
    pi = min(1.0, 2 * (rho + 1 / g))
    quantile = student.ppf(0.975, 1 / ((1 - pi) ** 2 / (n - 1) + pi**2 / (g - 1)))
    grid = np.linspace(0, 1, 2_000_001)
    there = grid * (1 - grid)
    allowed = quantile**2 * there * v / q * np.maximum(1, 1 + rho / 2 * (there / q - 1))
    low, high = grid[(theta - grid) ** 2 <= allowed][[0, -1]]

    items = np.concatenate([np.arange(c) < k for k in right_of]).astype(float)
    clusters = ItemClusters.of([(str(place // c),) for place in range(n)])
    assert mean_of(clusters, within=SHARE).estimate(items).ci95 == pytest.approx((low, high), abs=1e-6)
    written = " ".join((Path(__file__).parents[3] / "docs" / "statistics.md").read_text().split())
    assert f"V = V₀ + (0.1476 − 0.13889)/24 = {v:.6f}, n* {q / v:.3f}, ρ {rho:.4f}" in written
    assert f"At p = {low:.5f} and at p = {high:.5f} both sides are equal" in written
    assert f"{100 * low:.1f} to {100 * high:.1f} %, shown with †" in written
