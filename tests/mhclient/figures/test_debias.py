"""A preference for letters that is put in by hand is found and taken out."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhclient.figures.letter_probabilities import View, balanced, debias, distinct, prior_of_item

LETTERS = "ABCD"


def cyclic(shift):
    """Letter as shown → the item's own letter, options moved up by `shift`."""
    return {label: LETTERS[(place + shift) % 4] for place, label in enumerate(LETTERS)}


def view(shift, beliefs, bias):
    """What a model gives that believes this of the options and prefers these letters."""
    shown = cyclic(shift)
    return View(shown, {label: beliefs[shown[label]] + bias[label] for label in LETTERS})


scores = st.fixed_dictionaries({letter: st.floats(-6, 6) for letter in LETTERS})


@given(beliefs=scores, bias=scores)
def test_over_all_cyclic_orders_the_prior_is_the_bias_whatever_the_beliefs(beliefs, bias):
    prior = prior_of_item([view(shift, beliefs, bias) for shift in range(4)])
    total = math.fsum(math.exp(value) for value in bias.values())
    assert prior == pytest.approx({letter: math.exp(bias[letter]) / total for letter in LETTERS}, abs=1e-9)


def test_a_bias_learned_from_a_few_items_is_taken_out_of_all():
    bias = {"A": 3.0, "B": 0.0, "C": 0.0, "D": 0.0}
    beliefs = {
        f"item {n}": {letter: 1.0 if letter == LETTERS[n % 4] else 0.0 for letter in LETTERS}
        for n in range(20)
    }
    gold = {item: LETTERS[n % 4] for n, item in enumerate(beliefs)}
    first = {item: view(0, belief, bias) for item, belief in beliefs.items()}
    sample = list(beliefs)[:4]
    others = [{item: view(shift, beliefs[item], bias) for item in sample} for shift in (1, 2, 3)]
    done = debias(first, others)
    assert done.n_correct(gold) == (5, 20)
    assert (done.n_sample, done.n_balanced, done.n_views, done.n_changed) == (4, 4, 12, 15)
    assert done.priors[4]["A"] == pytest.approx(math.exp(3) / (math.exp(3) + 3))


def test_items_with_another_number_of_options_stay_as_they_were():
    first = {
        "four": view(0, dict.fromkeys(LETTERS, 0.0), dict.fromkeys(LETTERS, 0.0)),
        "two": View({"A": "A", "B": "B"}, {"A": -1.0, "B": -2.0}),
    }
    done = debias(first, [{"four": view(1, dict.fromkeys(LETTERS, 0.0), dict.fromkeys(LETTERS, 0.0))}])
    assert done.without_prior["two"] == "A"
    assert 2 not in done.priors


def test_an_order_asked_twice_counts_once():
    """A shift by four places is no shift of four options."""
    nothing = dict.fromkeys(LETTERS, 0.0)
    views = [view(shift, nothing, nothing) for shift in (0, 1, 2, 3, 4)]
    assert len(distinct(views)) == 4
    assert balanced(distinct(views))
    assert not balanced(views)
    assert not balanced(views[:3])
