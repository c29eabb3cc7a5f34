"""Verdicts of families of differences, against other libraries, and ranks and power that follow from them."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, multinomial, t
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import ttost_paired

from mhclient.figures.cluster_robust import mean_of
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.confidence_intervals import DIFFERENCE, SHARE, Estimate
from mhclient.figures.paired import (
    Judged,
    ParentPair,
    Verdict,
    adjusted,
    judged,
    mean_difference,
    paired,
    paired_drop,
)
from mhclient.figures.power import Pilot, VerdictPower
from mhclient.figures.ranks import rank_correlation_interval, rank_sets

ESTIMATES = st.builds(Estimate, st.floats(-1, 1), st.floats(0.001, 0.3), st.floats(1.0, 60))


def known(value: Any) -> Any:
    """A value that there is."""
    assert value is not None
    return value


def independent(values: np.ndarray) -> Estimate:
    return mean_of(ItemClusters.of([()] * len(values))).estimate(values)


@given(family=st.lists(ESTIMATES, min_size=1, max_size=8))
def test_adjusted_p_are_those_of_holm_over_the_tests_that_could_be_made(family):
    found = judged(family)
    p = [each.p for each in found if each.p is not None]
    expected = list(multipletests(p, method="holm")[1]) if p else []
    assert [each.p_holm for each in found if each.p is not None] == pytest.approx(expected)
    assert all((each.p is None) == (known(each.estimate.n_effective) < 2) for each in found)


@given(family=st.lists(ESTIMATES, min_size=1, max_size=6), more=ESTIMATES)
def test_one_more_run_never_turns_undecided_into_better(family, more):
    before, after = judged(family, 0.05), judged([*family, more], 0.05)
    for one, other in zip(before, after, strict=False):
        if one.verdict is Verdict.UNDECIDED:
            assert other.verdict is Verdict.UNDECIDED
        if one.verdict not in (Verdict.BETTER, Verdict.WORSE):
            assert other.verdict not in (Verdict.BETTER, Verdict.WORSE)


@given(family=st.lists(ESTIMATES, min_size=1, max_size=6))
def test_simultaneous_intervals_hold_the_plain_ones(family):
    for each in judged(family):
        if each.simultaneous is not None:
            low, high = known(each.estimate.ci95)
            assert each.simultaneous[0] <= low + 1e-12
            assert high <= each.simultaneous[1] + 1e-12
            if each.simultaneous[0] > 0:
                assert each.verdict is Verdict.BETTER


def test_simultaneous_intervals_are_bonferronis():
    family = [Estimate(0.1, 0.05, 11.0)] * 4
    expected = t.interval(1 - 0.05 / 4, 10, 0.1, 0.05)
    assert judged(family)[0].simultaneous == pytest.approx(expected)


@pytest.mark.parametrize(("shift", "verdict"), [(0.0, Verdict.EQUIVALENT), (0.2, Verdict.BETTER)])
def test_equivalence_is_two_one_sided_tests_as_in_statsmodels(shift, verdict):
    d = np.random.default_rng(5).normal(shift, 0.3, 200)
    estimate = independent(d)
    one = judged([estimate], margin=0.08)[0]
    assert one.p_equivalent == pytest.approx(ttost_paired(d, np.zeros(200), -0.08, 0.08)[0])
    assert one.verdict is verdict
    low, high = known(estimate.interval(0.90))
    assert one.within_margin == (low > -0.08 and high < 0.08)


@pytest.mark.parametrize(("n", "margin"), [(200, 0.03), (150, 0.03), (300, 0.02), (60, 0.05), (431, 0.03)])
def test_runs_a_margin_apart_are_called_equivalent_in_few_samples(n, margin):
    """Exactly: of n independent items each is failed by one run alone, with the margin as its chance."""
    chance = {k: binom.pmf(k, n, margin) for k in range(1, n)}
    found = {k: judged([independent(np.arange(n) < k)], margin)[0] for k in chance if chance[k] > 1e-6}
    assert sum(chance[k] for k, one in found.items() if one.within_margin) <= 0.065
    worse = {k: judged([independent(-1.0 * (np.arange(n) < k))], margin)[0] for k in found}
    assert sum(chance[k] for k, one in worse.items() if one.not_inferior) <= 0.065


def test_items_that_differ_by_halves_differ_in_more_places():
    """By hand: asked twice each, 3 points are a half on 6 % of the items: half the variance of whole ones."""
    whole, halves = np.zeros(200), np.zeros(200)
    whole[:2], halves[:4] = 1.0, 0.5
    shared = ItemClusters.of([()] * 200)
    both = [paired(each, np.zeros(200), mean_of(shared)).difference for each in (whole, halves)]
    assert both[1].per_item == pytest.approx(both[0].per_item / 2)
    assert both[0].per_item == pytest.approx(1 / 199)


def test_without_a_margin_nothing_is_called_equivalent():
    one = judged([Estimate(0.0, 1e-6, 50.0)])[0]
    assert (one.verdict, one.p_equivalent) == (Verdict.UNDECIDED, None)


def test_better_by_less_than_the_margin_is_better_and_says_so():
    one = judged([Estimate(0.01, 0.002, 50.0)], margin=0.05)[0]
    assert (one.verdict, one.within_margin) == (Verdict.BETTER, True)


def test_undecided_where_the_first_is_not_inferior_and_may_be_much_better():
    """By hand, one-sided at −5 points: t = (.06 + .05) / .04 = 2.75 of 49 degrees of freedom."""
    one = judged([Estimate(0.06, 0.04, 50.0)], margin=0.05)[0]
    assert (one.verdict, one.not_inferior) == (Verdict.UNDECIDED, True)
    assert one.p_not_inferior == pytest.approx(t.sf(2.75, 49))
    other_way = judged([Estimate(-0.06, 0.04, 50.0)], margin=0.05)[0]
    assert (other_way.verdict, other_way.not_inferior) == (Verdict.UNDECIDED, False)


def test_undecided_says_what_cannot_be_excluded():
    one = judged([Estimate(0.02, 0.03, 21.0)])[0]
    low, high = t.interval(0.95, 20, 0.02, 0.03)
    assert one.verdict is Verdict.UNDECIDED
    assert one.not_excluded == pytest.approx(max(-low, high))


def pair_of(n: int, n_better: int, n_worse: int = 0) -> Judged:
    """Of n independent items, the first run is right alone on some, the second on others."""
    first, second = np.zeros(n), np.zeros(n)
    first[:n_better], second[n - n_worse :] = 1.0, 1.0
    found = paired(first, second, mean_of(ItemClusters.of([()] * n), within=SHARE))
    return adjusted([found], margin=0.05)[0].judged


def test_where_no_item_differs_the_interval_is_that_of_items_of_which_one_might():
    """By hand, 30 items: one more, half a win and half a loss, has the variance 1/31, of the mean 1/930."""
    none, one = pair_of(30, 0), pair_of(30, 1, 1)
    assert none.p == 1.0
    half = t.ppf(0.975, 29) / np.sqrt(930)
    assert none.simultaneous == pytest.approx((-half, half))
    assert known(one.simultaneous)[1] > half


@pytest.mark.parametrize(
    ("differences", "clusters", "inside"),
    [
        ([0] * 50, range(50), (-0.05, 0.05)),
        ([-1] * 50, range(50), (-1.0, -0.9)),
        ([1, 1, 0], range(3), (-1.0, 1.0)),
        ([1] * 4, range(4), (-0.2, 1.0)),
        ([1] * 8, [0, 0, 1, 1, 2, 2, 3, 3], (-0.5, 1.0)),
        ([1], [0], None),
        ([1, 1, 0], [0, 0, 0], None),
        ([], [], None),
    ],
)
def test_a_mean_difference_has_the_one_interval_of_differences(differences, clusters, inside):
    """50 items without a difference were known to have none, 2 of 3 had −0.77 to 2.10."""
    names = [str(each) for each in clusters]
    found = mean_difference(np.array(differences, dtype=float), names).ci95
    each = zip(differences, names, strict=True)
    drop = paired_drop([ParentPair(max(d, 0), max(-d, 0), 1, 1, name) for d, name in each])
    assert (drop and drop.ci95) == found
    if inside is None:
        assert found is None
    else:
        low, high = known(found)
        assert inside[0] <= low < np.mean(differences) + 1e-9
        assert low < high <= inside[1]


@pytest.mark.parametrize("chance", [0.5, 0.75, 0.9])
@pytest.mark.parametrize("n", [5, 8, 12, 20])
def test_equal_models_of_few_independent_items_are_told_apart_in_5_percent_at_most(n, chance):
    """By all samples there are, with their chances; of 8 items it was 8.55 %."""
    one_way, found = chance * (1 - chance), 0.0
    for better, worse in product(range(n + 1), repeat=2):
        if better + worse <= n and known(pair_of(n, better, worse).p) < 0.05:
            counts = [better, worse, n - better - worse]
            found += multinomial.pmf(counts, n, [one_way, one_way, 1 - 2 * one_way])
    assert found <= 0.05


@pytest.mark.parametrize("size", [1, 10, 50])
@pytest.mark.parametrize("n", range(2, 9))
def test_clusters_that_differ_either_way_by_chance_are_told_apart_in_8_percent_at_most(n, size):
    """By all samples there are: each cluster is all better or all worse. Of 2 to 4 it was 50 to 12.5 %."""
    figure = mean_of(ItemClusters.of([(str(each),) for each in range(n) for _ in range(size)]))
    found = 0.0
    for better in range(n + 1):
        values = np.repeat([1.0] * better + [-1.0] * (n - better), size)
        found += binom.pmf(better, n, 0.5) * (known(figure.estimate(values, DIFFERENCE).p()) < 0.05)
    assert found <= 0.08


def test_a_difference_on_every_item_is_shown_from_five_items_on_and_in_large_families():
    """It was the sign test of effective clusters, of which 11,348 items had too few beside seven models."""
    assert [pair_of(n, n).verdict for n in (3, 5, 30)] == [Verdict.UNDECIDED, Verdict.BETTER, Verdict.BETTER]
    assert known(pair_of(30, 30).p) < known(pair_of(30, 29).p) < 1e-9


def test_ranks_are_single_where_all_is_decided_and_open_where_nothing_is():
    decided = np.triu(np.ones((4, 4), dtype=bool), 1)
    values = [0.4, 0.3, 0.2, 0.1]
    assert rank_sets(decided, values) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert rank_sets(np.zeros((4, 4), dtype=bool), values) == [(1, 4)] * 4


@given(st.data())
def test_more_right_is_never_a_worse_rank(data):
    values = data.draw(st.lists(st.integers(0, 9), min_size=2, max_size=6))
    more = np.greater.outer(values, values)
    drawn = data.draw(st.lists(st.booleans(), min_size=more.size, max_size=more.size))
    shown = more & np.array(drawn).reshape(more.shape)
    found = rank_sets(shown, values)
    for one, other in np.argwhere(more):
        assert found[one][0] <= found[other][0]
        assert found[one][1] <= found[other][1]


def test_the_interval_of_a_rank_correlation():
    """By hand, r 0.5 of 12: z 0.5493, its error √(1.125/9) = 0.35355."""
    low, high = known(rank_correlation_interval(0.5, 12))
    assert (low, high) == pytest.approx((np.tanh(0.5493 - 0.69295), np.tanh(0.5493 + 0.69295)), abs=1e-4)
    assert rank_correlation_interval(0.5, 3) is None
    assert rank_correlation_interval(1.0, 12) is None


def test_a_pilots_design_effect_is_its_variance_over_that_of_independent_items():
    pilot = known(Pilot.of(Estimate(0.1, 0.02, 21.0), discordant=0.3, n=500))
    assert pilot.design_effect == pytest.approx(0.02**2 / ((0.3 - 0.01) / 500))
    assert Pilot.of(Estimate(0.1, 0.02, 1.5), 0.3, 500) is None
    assert Pilot.of(Estimate(1.0, 0.0, 21.0, (-1, 1)), 1.0, 500) is None  # all items differ one way


@pytest.mark.slow
def test_the_power_of_independent_items_is_that_of_the_t_test():
    """300 items, 30 % differ, difference 10 points: noncentral t."""
    from scipy.stats import nct

    power = VerdictPower(ItemClusters.of([()] * 300), Pilot(0.3, 1.0), draws=1_000)
    away = 0.1 / np.sqrt((0.3 - 0.01) / 299)
    expected = nct.sf(t.ppf(0.975, 299), 299, away)
    assert power.at(0.1) == pytest.approx(expected, abs=0.04)
    found = known(power.smallest(0.8))
    assert nct.sf(t.ppf(0.975, 299), 299, found / np.sqrt((0.3 - found**2) / 299)) == pytest.approx(
        0.8, abs=0.05
    )


@pytest.mark.slow
def test_items_that_share_entities_take_a_larger_difference():
    keys = [(f"d{place % 15}", f"s{place % 20}") for place in range(300)]
    weak, strong = (VerdictPower(ItemClusters.of(keys), Pilot(0.3, effect), draws=200) for effect in (1.5, 6))
    assert strong.at(0.1) < weak.at(0.1) - 0.2
    assert known(strong.smallest(0.8)) > known(weak.smallest(0.8))


def test_degrees_of_freedom_and_the_least_that_items_of_an_entity_are_alike():
    """Ten drugs, ten items each. By hand, against a margin: Σw² = .01, and .03 · (1/10 − .01) more."""
    mean = mean_of(ItemClusters.of([(f"d{place % 10}",) for place in range(100)]), within=SHARE)
    values = np.zeros(100)
    values[:3] = 1.0, -1.0, 1.0
    for within, least in ((SHARE, 2), (DIFFERENCE, 6)):
        found = mean.estimate(np.abs(values) if within == SHARE else values, within)
        pairs = min(1.0, 2 * found.of_pairs + least / 10)
        assert found.freedom == pytest.approx(1 / ((1 - pairs) ** 2 / 99 + pairs**2 / 9))
    there = mean.estimate(np.zeros(100), DIFFERENCE).at_margin(0.03)
    assert there.se == pytest.approx(np.sqrt((0.01 + 0.03 * 0.09) * 0.03 * 0.97))
    assert there.freedom is None
