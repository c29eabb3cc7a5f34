"""Forced choices by hand; and a preference for letters that is put in by hand is found and taken out."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhclient.figures.letter_probabilities import (
    View,
    balanced,
    choice_figures,
    debias,
    distinct,
    prior_of_item,
)
from mhclient.providers.letter_choice import FormScore, LetterScores
from mhclient.providers.local.wire import ForcedChoice, ScoreCheck
from mhclient.read.choices import Chosen
from mhclient.report.letters import rule_rows
from mhclient.run.letter_forms import FormSet

FORMS = FormSet(("{}", "({})"))


def chosen(item_id, right, checks=None, **log_probs):
    """An item whose letters have these log-probs for the forms "A" and "(A)" (one and two tokens)."""
    scores = LetterScores(
        {
            letter: (FormScore(bare, 1, closed=False), FormScore(bracketed, 2))
            for letter, (bare, bracketed) in log_probs.items()
        }
    )
    return Chosen(item_id, "RP", right, ForcedChoice(FORMS, scores, "packed", 50, 0, checks or {}))


def test_another_rule_flips_a_pick():
    """A leads by its best form (-1.0 against -1.1), B by all forms together and by the closed form."""
    item = chosen("1", "B", A=(-1.0, -9.0), B=(-1.1, -1.2))
    figures = choice_figures([item])
    assert {name: rule.n_flipped for name, rule in figures.rules.items()} == {
        "max": 0,
        "log_sum_exp": 1,
        "length_normalised": 1,  # B: -1.2 / 2
        "closed": 1,
    }
    assert figures.rules["max"].n_correct == 0
    assert figures.rules["log_sum_exp"].n_correct == 1


def test_near_ties_are_items_within_the_largest_measured_noise():
    checked = chosen("1", "A", {"bfloat16": ScoreCheck("A", 0.05)}, A=(-1.0, -9.0), B=(-2.0, -9.0))
    close = chosen("2", "A", A=(-1.0, -9.0), B=(-1.05, -9.0))
    clear = chosen("3", "A", A=(-1.0, -9.0), B=(-1.06, -9.0))
    figures = choice_figures([checked, close, clear])
    assert figures.near_ties == ("2",)
    assert figures.checks["bfloat16"].n == 1
    assert figures.checks["bfloat16"].n_near_ties == 1


def test_a_pick_that_a_check_made_otherwise_is_counted():
    flipped = chosen("1", "A", {"alone": ScoreCheck("B", 0.2)}, A=(-1.0, -9.0), B=(-1.1, -9.0))
    kept = chosen("2", "A", {"alone": ScoreCheck("A", 0.1)}, A=(-1.0, -9.0), B=(-3.0, -9.0))
    check = choice_figures([flipped, kept]).checks["alone"]
    assert (check.n, check.n_flipped, check.noise) == (2, 1, 0.2)


def test_without_checks_nothing_is_called_a_near_tie():
    figures = choice_figures([chosen("1", "A", A=(-1.0, -9.0), B=(-1.0, -9.0))])
    assert figures.near_ties == ()
    assert figures.checks == {}


def test_mass_is_of_all_forms_together():
    half = math.log(0.2)
    figures = choice_figures([chosen("1", "A", A=(half, half), B=(math.log(0.05), math.log(0.02)))])
    assert figures.mass is not None
    assert figures.mass.median == pytest.approx(0.47)
    assert figures.n_small_mass == 1


def test_no_items_have_no_accuracy():
    figures = choice_figures([])
    assert {rule.accuracy for rule in figures.rules.values()} == {None}
    assert {row[3] for row in rule_rows(figures)} == {"–"}


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
    assert done.p(gold) == pytest.approx(2 / 2**15)  # fifteen are won, none is lost
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
