"""Items asked several times, under several orders, and with several prompts."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhclient.figures.cluster_robust import mean_of
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.repetitions import (
    agreement_values,
    circular_values,
    majority_values,
    pass_all,
    pass_at,
    pass_values,
    position_curve,
    prompt_variance,
    variance,
)

REPLIES = st.lists(st.sampled_from(["A", "B", "C", None]), min_size=2, max_size=7)


@given(right=st.lists(st.booleans(), min_size=1, max_size=9), data=st.data())
def test_pass_at_k_is_the_share_of_all_choices_of_k(right, data):
    k = data.draw(st.integers(1, len(right)))
    chosen = list(combinations(right, k))
    n_right = sum(right)
    assert pass_at(len(right), n_right, k) == pytest.approx(sum(map(any, chosen)) / len(chosen))
    assert pass_all(len(right), n_right, k) == pytest.approx(sum(map(all, chosen)) / len(chosen))


def test_pass_at_5_of_3_right_in_10_is_the_published_formula():
    right = np.array([[1.0] * 3 + [0.0] * 7])
    assert pass_values(right, 1)[0] == pytest.approx(0.3)
    assert pass_values(right, 5)[0] == pytest.approx(0.9167, abs=5e-5)
    assert pass_values(right, 3, every=True)[0] == pytest.approx(1 / comb(10, 3))


@given(said=REPLIES, data=st.data())
def test_the_majority_is_that_of_all_choices_of_k_with_ties_unread(said, data):
    k = data.draw(st.integers(1, len(said)))

    def is_right(chosen):
        counts = {letter: chosen.count(letter) for letter in "ABC"}
        most = [letter for letter, n in counts.items() if n == max(counts.values()) and n]
        return most == ["A"]

    expected = np.mean([is_right(chosen) for chosen in combinations(said, k)])
    assert majority_values([said], ["A"], k)[0] == pytest.approx(expected)


@given(said=REPLIES)
def test_agreement_is_the_share_of_pairs_that_say_the_same(said):
    pairs = list(combinations(said, 2))
    expected = np.mean([one is not None and one == other for one, other in pairs])
    assert agreement_values([said])[0] == pytest.approx(expected)


def test_variance_is_split_into_items_and_chance():
    """Chances spread uniformly from 0 to 1: between 1/12, within the mean of p(1 − p), 1/6."""
    draw = np.random.default_rng(4)
    chance = draw.random(20_000)
    right = (draw.random((20_000, 5)) < chance[:, None]).astype(float)
    found = variance(right)
    assert found is not None
    assert found.between == pytest.approx(1 / 12, abs=0.003)

    assert found.within == pytest.approx(1 / 6, abs=0.003)
    assert found.of_mean == pytest.approx(float(right.mean(axis=1).var(ddof=1)) / 20_000)
    assert found.with_epochs(10) < found.of_mean < found.with_epochs(1)
    assert variance(right[:, :1]) is None


def test_of_few_items_the_variance_between_them_is_too_large_on_average_as_the_table_says():
    """20 items asked twice, chances .36 or .64: cut at 0 the mean is .031 where .0196 is true."""
    draw = np.random.default_rng(8)
    chances = np.where(draw.random((4_000, 20, 1)) < 0.5, 0.36, 0.64)
    found = [variance(each) for each in (draw.random((4_000, 20, 2)) < chances).astype(float)]
    mean = np.mean([each.between for each in found if each is not None])
    assert 0.028 < mean < 0.036


def test_the_interval_of_repetitions_is_over_items_not_over_replies():
    """Ten repetitions that always say the same are worth one."""
    right = np.repeat(np.array([1.0] * 20 + [0.0] * 20)[:, None], 10, axis=1)
    figure = mean_of(ItemClusters.of([()] * 40))
    assert figure.estimate(pass_values(right, 1)) == figure.estimate(right[:, 0])


def test_an_item_is_right_in_a_circle_if_it_is_under_every_order():
    said = [["A", "A", "A"], ["A", "A", "B"], ["C", "C", "C"]]
    assert circular_values(said, ["A", "A", "A"]).tolist() == [1.0, 0.0, 0.0]
    assert agreement_values(said).tolist() == pytest.approx([1.0, 1 / 3, 1.0])


def test_the_curve_over_places_shows_a_preference_for_the_first():
    replies = [(1, 1), (2, 1), (3, 1), (3, 3), (2, None)]
    first, second, third = position_curve(replies, 3)
    assert (first.said.count, first.said.n, first.gold.count) == (3, 4, 1)
    assert (second.correct.count, second.correct.n) == (0, 2)
    assert third.correct.value == 0.5


def test_the_variance_over_prompts_is_what_chance_does_not_explain():
    draw = np.random.default_rng(6)
    item, prompt = draw.normal(0, 0.5, (3_000, 1)), draw.normal(0, 0.1, (1, 40))
    found = prompt_variance(item + prompt + draw.normal(0, 0.3, (3_000, 40)))
    assert found is not None
    assert found.prompts == pytest.approx(float(prompt.var(ddof=1)), rel=0.02)
    assert found.residual == pytest.approx(0.09, rel=0.05)
    nothing = prompt_variance(item[:200] + draw.normal(0, 0.3, (200, 40)))
    assert nothing is not None
    assert nothing.spread < 0.02
