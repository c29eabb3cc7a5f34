"""Keys of a structure under which an option is set aside, weighed or given as an example, and not chosen."""

import json

import pytest

from tests.support.letters import letters_for

TREES = {"A": "red maple", "B": "white birch", "C": "silver fir", "D": "black poplar"}
letters = letters_for(TREES)


@pytest.mark.parametrize("value", [["B. white birch"], "B. white birch", "white birch", "B"])
@pytest.mark.parametrize(
    "key",
    [
        "eliminated", "ruled_out", "excluded", "unlikely", "discarded", "considered", "distractor",
        "second_choice", "runner_up", "alternative", "example", "not_answer", "reasoning", "explanation",
        "initial", "first_impression", "wrong",
    ],
)  # fmt: skip
def test_an_option_under_a_key_that_sets_it_aside_is_no_answer(key, value):
    assert letters(json.dumps({key: value})) == ""


@pytest.mark.parametrize("value", ["B. white birch", "white birch", "B"])
@pytest.mark.parametrize("key", ["tree", "type", "diagnosis", "alternativa", "answer"])
def test_an_option_under_the_only_other_key_is_the_answer(key, value):
    assert letters(json.dumps({key: value})) == "B"
