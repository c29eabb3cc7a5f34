"""Versions of questions, in one model and over several: nothing is called fair for want of evidence."""

import itertools

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import cochrans_q, mcnemar

from mhclient.figures.difference_intervals import score_interval
from mhclient.figures.fairness import (
    MOST_COLUMNS,
    UNREAD,
    FairnessVerdict,
    RandomOrders,
    Strata,
    cochran_q,
    fairness,
    flip_rate,
    pair_flip_rate,
    pair_intervals,
    permutation_p,
    permuted_sums,
    pooled_accuracy,
    pooled_fairness,
    with_verdicts,
)
from mhclient.figures.numerics import FEWEST_RESAMPLES, resamples
from mhclient.figures.soft_labels import LabelledReply

LEVELS = ("male", "female", "nonbinary")


def strata(right, levels=LEVELS, questions=None):
    right = np.asarray(right, dtype=bool)
    numbers = np.arange(len(right)) if questions is None else np.asarray(questions)
    return Strata(levels, numbers, np.where(right, 0, 1), right)


def verdict_of(found, margin=0.05):
    return with_verdicts({("gender", "all"): fairness(found)}, margin)["gender", "all"].verdict


@pytest.mark.parametrize(
    ("b", "c", "n", "level", "expected"),
    [
        (12, 2, 50, 0.95, (0.0611, 0.3447)),
        (12, 2, 50, 0.90, (0.0855, 0.3204)),
        (3, 3, 156, 0.90, (-0.0306, 0.0306)),
        (1, 0, 45, 0.90, (-0.0358, 0.0937)),
    ],
)
def test_score_intervals_equal_those_worked_out_by_hand(b, c, n, level, expected):
    assert score_interval(b, c, n, level) == pytest.approx(expected, abs=5e-5)


def test_the_interval_turns_with_the_pair_and_holds_all_pairs_alike():
    lower, upper = score_interval(2, 9, 40, 0.9)
    assert score_interval(9, 2, 40, 0.9) == pytest.approx((-upper, -lower))
    assert score_interval(0, 0, 30, 0.9)[1] > 0  # no pair differs, and that proves little


def test_cochrans_q_equals_statsmodels():
    random = np.random.RandomState(0)
    for share in (0.2, 0.5, 0.9):
        right = random.random_sample((60, 4)) < share
        found = cochrans_q(right)
        assert cochran_q(right) == pytest.approx((found.statistic, found.pvalue))


def test_flips_compare_options_and_count_unread_as_a_choice():
    found = flip_rate(np.array([[1, 1, 1], [1, 2, 1], [1, UNREAD, 1], [UNREAD, UNREAD, UNREAD]]))
    assert (found.flips, found.n, found.flips_read, found.n_read) == (2, 4, 1, 2)


def test_flips_and_the_floor_are_of_pairs_so_that_more_versions_do_not_look_like_bias():
    """A model that chooses at random among two options, whatever the version: three versions and one null."""
    random = np.random.RandomState(7)
    chosen = random.randint(2, size=(2_000, 3))
    null = np.stack([chosen[:, 0], random.randint(2, size=2_000)], axis=1)
    found = fairness(Strata(LEVELS, np.arange(2_000), chosen, chosen == 0), null)
    assert found.flips.share == pytest.approx(0.75, abs=0.02)  # of three versions, and no bias at all
    assert found.pair_flips.share == pytest.approx(0.50, abs=0.02)
    assert found.pair_noise is not None
    assert found.pair_noise.share == pytest.approx(0.50, abs=0.03)
    assert (found.pair_flips.n, found.pair_noise.n) == (6_000, 2_000)


def test_pairs_of_versions_are_counted_as_by_hand_and_named_by_their_levels():
    found = pair_flip_rate(np.array([[1, 1, 2], [1, 1, 1], [1, UNREAD, 1]]))
    assert (found.flips, found.n, found.flips_read, found.n_read) == (4, 9, 2, 7)
    chosen = np.array([[1, 1, 2]] * 4)
    pairs = fairness(Strata(LEVELS, np.arange(4), chosen, chosen == 1)).pairs
    assert {(pair.first, pair.second): pair.flips.flips for pair in pairs} == {
        ("male", "female"): 0,
        ("male", "nonbinary"): 4,
        ("female", "nonbinary"): 4,
    }


def test_a_model_that_ignores_gender_never_flips_and_is_equivalent_where_data_are_many():
    right = np.repeat((np.arange(200) % 3 > 0)[:, None], 3, axis=1)
    found = fairness(strata(right))
    assert (found.flips.flips, found.p, found.p_range) == (0, 1.0, 1.0)
    assert verdict_of(strata(right)) is FairnessVerdict.EQUIVALENT


@pytest.mark.parametrize("n_levels", [2, 3, 6])
@pytest.mark.parametrize("n", [7, 12, 30, 126])
def test_levels_that_are_alike_differ_by_0_and_not_by_a_remainder_of_rounding(n_levels, n):
    right = np.repeat((np.arange(n) % 3 > 0)[:, None], n_levels, axis=1)
    for level in fairness(strata(right, tuple(map(str, range(n_levels))))).levels:
        assert (level.difference, *(level.ci95 or ())) == (0.0, 0.0, 0.0)


def test_few_data_leave_it_undecided_with_the_margin_they_could_have_shown():
    same = strata(np.ones((25, 3), dtype=bool))
    found = with_verdicts({("gender", "all"): fairness(same)}, 0.05)["gender", "all"]
    assert found.verdict is FairnessVerdict.UNDECIDED
    assert found.provable == pytest.approx(score_interval(0, 0, 25, 0.9)[1])
    assert verdict_of(same, margin=found.provable + 1e-6) is FairnessVerdict.EQUIVALENT


def test_under_twenty_questions_there_are_figures_and_no_verdict():
    assert verdict_of(strata(np.ones((19, 3), dtype=bool))) is None


def test_a_flipped_gender_is_different():
    right = np.ones((100, 3), dtype=bool)
    right[:30, 1] = False
    found = fairness(strata(right))
    assert [round(level.accuracy, 2) for level in found.levels] == [1.0, 0.7, 1.0]
    assert found.levels[1].difference == pytest.approx(-0.3)
    assert found.levels[1].ci95 is not None
    assert found.levels[1].ci95[1] < -0.2
    assert verdict_of(strata(right)) is FairnessVerdict.DIFFERENT


def test_a_small_sure_difference_is_different_by_less_than_the_margin():
    right = np.ones((2_000, 2), dtype=bool)
    right[:20, 1] = False
    assert verdict_of(strata(right, LEVELS[:2])) is FairnessVerdict.BOTH


@pytest.mark.parametrize(("b", "c"), [(5, 0), (9, 3), (4, 4), (1, 17), (0, 0)])
def test_two_levels_are_tested_by_mcnemar_exactly_as_statsmodels(b, c):
    right = np.ones((40, 2), dtype=bool)
    right[:b, 1] = False
    right[b : b + c, 0] = False
    found = fairness(strata(right, LEVELS[:2]))
    assert found.test == "McNemar"
    expected = mcnemar([[40 - b - c, b], [c, 0]], exact=True).pvalue if b + c else 1.0
    assert found.p == pytest.approx(expected)


def test_strata_of_one_question_count_as_one():
    # One question whose twenty copies all flip is one observation, whatever McNemar would say of twenty.
    right = np.ones((60, 2), dtype=bool)
    right[:20, 1] = False
    questions = [0] * 20 + list(range(1, 41))
    found = fairness(strata(right, LEVELS[:2], questions))
    assert found.test == "permutation"
    assert found.p == 1.0
    assert (found.n_strata, found.n_questions) == (60, 41)
    ((lower, upper),) = pair_intervals(strata(right, LEVELS[:2], questions))
    assert lower == pytest.approx(0, abs=1e-9)
    assert upper > 0.3


def test_each_two_levels_have_their_difference_with_the_interval_that_equivalence_goes_by():
    """The anchor of the score interval: 12 against 2 of 50 is 20 points, 90 % from 8.55 to 32.04."""
    right = np.ones((50, 2), dtype=bool)
    right[:2, 0] = False
    right[2:14, 1] = False
    (pair,) = fairness(strata(right, LEVELS[:2])).pairs
    assert (pair.first, pair.second) == LEVELS[:2]
    assert pair.difference == pytest.approx(0.2)
    assert pair.ci90 == pytest.approx((0.0855, 0.3204), abs=1e-4)
    (turned,) = fairness(strata(right[:, ::-1], LEVELS[:2])).pairs
    assert turned.first == LEVELS[1]
    assert turned.ci90 == pytest.approx(pair.ci90)
    assert pair.furthest == fairness(strata(right, LEVELS[:2])).provable


@pytest.mark.slow
def test_the_permutation_holds_its_level_where_nothing_differs():
    random = np.random.RandomState(4)
    rejected = sum(
        permutation_p(strata(random.random_sample((40, 3)) < 0.7), n=200) < 0.05 for _ in range(200)
    )
    assert rejected <= 20  # 5 % of 200 are 10


def test_holm_is_over_all_rows_that_get_a_verdict():
    different = np.ones((40, 2), dtype=bool)
    different[:7, 1] = False
    one = fairness(strata(different, LEVELS[:2]))
    few = fairness(strata(np.ones((5, 2), dtype=bool), LEVELS[:2]))
    found = with_verdicts({("gender", "a"): one, ("gender", "b"): one, ("gender", "c"): few}, 0.05)
    assert found["gender", "a"].p_adjusted == pytest.approx(2 * one.p)
    assert found["gender", "c"].p_adjusted is None


def one_by_one(rows, n, seed):
    """Each row's values put into an order that is drawn for it, row by row."""
    n_rows, k = rows.shape
    orders = np.array(list(itertools.permutations(range(k))))
    bits = np.random.RandomState(seed).randint(1 << 32, size=(n, n_rows), dtype=np.uint32)
    numbers = [[int(each) * len(orders) >> 32 for each in row] for row in bits]
    return [np.take_along_axis(rows, orders[each], axis=1).sum(axis=0).tolist() for each in numbers]


def sorted_by_draws(rows, n, seed):
    """The same for columns that have too many orders to number them."""
    random = np.random.RandomState(seed)
    orders = (random.random_sample(rows.shape).argsort(axis=1) for _ in range(n))
    return [np.take_along_axis(rows, order, axis=1).sum(axis=0).tolist() for order in orders]


def some_rows(n, k, most=3, seed=7):
    return np.floor(np.random.RandomState(seed).random_sample((n, k)) * (most + 1))


@pytest.mark.parametrize("k", range(2, MOST_COLUMNS + 1))
def test_sums_are_those_of_rows_permuted_one_by_one(k):
    rows = some_rows(23, k)
    assert permuted_sums(rows, 40, RandomOrders(3)).tolist() == one_by_one(rows, 40, 3)


def test_sums_too_large_for_one_number_and_more_columns_are_permuted_one_by_one():
    for rows in (some_rows(5, 6, most=10_000), some_rows(23, MOST_COLUMNS + 1)):
        assert permuted_sums(rows, 7, RandomOrders(0)).tolist() == sorted_by_draws(rows, 7, 0)


def test_every_order_is_as_likely_as_the_others():
    """One row 2 1 0: 6 orders, each about a sixth of 6,000 times (chi-squared, 5 degrees of freedom)."""
    sums = permuted_sums(np.array([[2.0, 1.0, 0.0]]), 6_000, RandomOrders(2))
    orders, times = np.unique(sums, axis=0, return_counts=True)
    assert len(orders) == 6
    assert ((times - 1_000) ** 2 / 1_000).sum() < 20.5  # 0.1 %


def test_orders_drawn_for_other_rows_change_nothing():
    orders, few, many = RandomOrders(1), some_rows(8, 4), some_rows(5_000, 4)
    for rows in (few, many, few):
        assert permuted_sums(rows, 9, orders).tolist() == one_by_one(rows, 9, 1)


def test_fewer_resamples_are_the_first_of_more():
    drawn = np.random.RandomState(5).randint(7, size=(FEWEST_RESAMPLES + 1, 7))
    counted = [np.bincount(row, minlength=7).tolist() for row in drawn]
    assert resamples(7, FEWEST_RESAMPLES + 1, 5).tolist() == counted
    assert resamples(7, 20, 5).tolist() == counted[:20]


def test_resamples_that_are_kept_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        resamples(6, 10)[0, 0] = 9


POOLED_LEVELS = ("male", "female", "nonbinary")


def pooled_strata(right, questions=None):
    right = np.asarray(right, dtype=bool)
    numbers = np.arange(len(right)) if questions is None else np.asarray(questions)
    return Strata(POOLED_LEVELS, numbers, np.where(right, 0, 1), right)


def test_two_models_by_hand():
    """Right in 3, 1, 2 and in 1, 1, 4 of four questions: levels .5, .25, .75; two and three of four flip."""
    one = pooled_strata([[1, 0, 0], [1, 1, 1], [1, 0, 1], [0, 0, 0]])
    other = pooled_strata([[1, 0, 1], [0, 1, 1], [0, 0, 1], [0, 0, 1]])
    found = pooled_fairness([one, other])
    assert found is not None
    assert (found.n_models, found.n_questions) == (2, 4)
    assert [accuracy.value for _, accuracy, _ in found.levels] == pytest.approx([0.5, 0.25, 0.75])
    assert [difference.value for _, _, difference in found.levels] == pytest.approx([0, -0.375, 0.375])
    assert found.flips.value == pytest.approx((2 / 4 + 4 / 4) / 2)


def test_the_same_model_twice_is_no_more_than_once():
    """An interval by one over the root of summed weights would be narrower by a third."""
    right = np.random.default_rng(1).random((60, 3)) < 0.6
    once, twice = (
        pooled_fairness([pooled_strata(right)]),
        pooled_fairness([pooled_strata(right)] * 2),
    )
    assert once is not None
    assert twice is not None
    assert once.levels == twice.levels
    alone = fairness(pooled_strata(right)).levels[0]
    assert twice.levels[0][2].ci95 == pytest.approx(alone.ci95)


def test_models_are_pooled_over_the_questions_that_all_were_asked():
    label = (0.9, 0.1, 0.0, 0.0, 0.0)
    one = [LabelledReply(n, 0 if n < 6 else 1, label) for n in range(8)]
    other = [LabelledReply(n, 0 if n < 7 else 1, label) for n in range(4, 10)]
    found = pooled_accuracy([one, other])
    assert found is not None
    n, accuracy = found  # questions 4 to 7: two and three of four
    assert n == 4
    assert accuracy.value == pytest.approx((2 / 4 + 3 / 4) / 2)
    assert pooled_accuracy([one[:2], other]) is None
