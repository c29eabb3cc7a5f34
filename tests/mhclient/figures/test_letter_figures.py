"""Figures of forced choices, against cases worked out by hand."""

import math

import pytest

from mhclient.figures.letter_probabilities import choice_figures
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
