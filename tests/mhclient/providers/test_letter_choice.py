"""From forms' log-probs to a letter, by hand and by invariant."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhclient.errors import UsageError
from mhclient.providers.letter_choice import (
    FormScore,
    LetterScores,
    Rule,
    largest_shift,
    nested_paths,
    scores_from_json,
    scores_to_json,
    softmax,
)
from mhclient.run.letter_forms import NAMED, FormSet, forms_given


def form(probability, n_tokens=1, *, nested=False, closed=True):
    return FormScore(math.log(probability), n_tokens, nested, closed)


# A by its bare letter (open: also the article), B by two closed forms, C by a long one.
WORKED = LetterScores(
    {
        "A": (form(0.30, closed=False), form(0.05, 2)),
        "B": (form(0.20), form(0.18)),
        "C": (form(0.01), form(0.12, 4)),
    }
)


def test_each_rule_picks_as_worked_out_by_hand():
    """Max: A 0.30. Sum: A 0.35, B 0.38, C 0.13. Per token: C (0.12 ** (1/4) = 0.589). Closed: B 0.20."""
    assert WORKED.choices() == {
        "max": "A",
        "log_sum_exp": "B",
        "length_normalised": "C",
        "closed": "B",
    }
    assert WORKED.margin() == pytest.approx(math.log(0.30 / 0.20))
    assert WORKED.mass() == pytest.approx(0.86)


def test_a_form_that_begins_with_another_is_counted_once():
    """B then a newline (0.05) is part of what B alone has (0.20)."""
    scores = LetterScores({"B": (form(0.20, closed=False), form(0.05, 2, nested=True))})
    assert scores.mass() == pytest.approx(0.20)
    assert scores.score("B", Rule.LOG_SUM_EXP) == pytest.approx(math.log(0.20))


def test_without_closed_forms_that_rule_picks_nothing():
    scores = LetterScores({"A": (form(0.5, closed=False),), "B": (form(0.1, closed=False),)})
    assert scores.choice(Rule.CLOSED) is None


def test_of_equal_letters_the_first_of_the_item_is_picked():
    assert LetterScores({"B": (form(0.2),), "A": (form(0.2),)}).choice() == "B"


def test_what_moves_all_letters_alike_is_no_shift():
    one = {"A": -1.0, "B": -3.0}
    assert largest_shift(one, {"A": -2.0, "B": -4.0}) == 0
    assert largest_shift(one, {"A": -1.5, "B": -2.5}) == 1.0


forms = st.builds(FormScore, st.floats(-60, 0, allow_nan=False), st.integers(1, 6), st.booleans())
letters = st.dictionaries(st.sampled_from("ABCDE"), st.tuples(forms, forms), min_size=1)


@given(letters)
def test_scores_come_back_from_json_as_they_went(by_letter):
    scores = LetterScores(by_letter)
    stored = json.loads(json.dumps(scores_to_json(scores)))
    assert scores_from_json(stored, closed=[True, True]) == scores


@given(letters)
def test_shares_sum_to_one_and_rank_as_the_scores_do(by_letter):
    scores = LetterScores(by_letter).scores()
    shares = softmax(scores)
    assert math.fsum(shares.values()) == pytest.approx(1)
    assert scores[max(shares, key=shares.__getitem__)] == pytest.approx(max(scores.values()))


@given(st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=3), min_size=1, max_size=8))
def test_paths_that_are_not_nested_exclude_each_other(paths):
    """No path that counts is the beginning of another that counts: their probabilities may be added."""
    counted = [path for path, nested in zip(paths, nested_paths(paths), strict=True) if not nested]
    for one in counted:
        assert not any(other is not one and other[: len(one)] == one for other in counted)


def test_forms_say_letters_and_letters_are_found_in_them():
    for forms in NAMED.values():
        for letter in "AK":
            assert [forms.letter_in(text) for text in forms.of(letter)] == [letter] * len(forms.templates)
        assert forms.letter_in("no form at all") is None


def test_closed_forms_are_those_that_end_the_letter():
    assert all(NAMED["closed"].closed())
    assert NAMED["paper"].closed() == (True, True, True, False, False, True)


@pytest.mark.parametrize(
    ("own", "message"),
    [(["({}"], None), (["x"], "once"), (["{}{}"], "once"), (["{}", "{}"], "twice"), ([r"{}\n"], None)],
)
def test_own_forms_are_checked(own, message):
    if message is None:
        assert forms_given(None, own).templates == (own[0].replace("\\n", "\n"),)
    else:
        with pytest.raises(UsageError, match=message):
            forms_given(None, own)


def test_an_unknown_set_names_those_there_are():
    with pytest.raises(UsageError, match="paper, closed"):
        forms_given("papers", None)
    with pytest.raises(UsageError, match="at least one"):
        FormSet(())
