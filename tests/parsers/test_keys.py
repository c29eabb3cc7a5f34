"""Keys before a colon that reject what follows, or that ask for something else than the answer."""

import pytest

from tests.support.letters import letters_for

letters = letters_for({"A": "oak", "B": "birch", "C": "maple", "D": "fir"})
HEAD = "The tree keeps its leaves in winter."
REJECTING = """
    ruled_out eliminate eliminated exclude rejected discarded dismissed eliminated_options wrong_answers
    not_this distractor decoy trap runner_up second_best close_second rank_2 backup also_possible
    previous_answer old_answer
"""
OTHER = "Confidence Certainty Difficulty Version Appendix Figure Comorbid Statement_index Item_number"
ANNOUNCING = "Verdict Best_fit Choice Pick Prediction Type Category Conclusion"


@pytest.mark.parametrize("key", REJECTING.split())
def test_a_key_that_rejects_announces_no_answer(key):
    key = key.replace("_", " ").capitalize()
    assert letters(f"{HEAD}\n{key}: A") == ""
    assert letters(f"{HEAD}\n**{key}:** A\n**Answer:** B") == "B"
    assert letters(f"Answer: B\n{key}: A") == "B"


@pytest.mark.parametrize("key", OTHER.split())
def test_a_key_that_asks_for_something_else_announces_no_answer(key):
    key = key.replace("_", " ")
    assert letters(f"{key}: A") == ""
    assert letters(f"Answer: B\n{key}: A") == "B"


@pytest.mark.parametrize("key", ANNOUNCING.split())
def test_other_keys_announce_one(key):
    assert letters(f"{key.replace('_', ' ')}: B") == "B"


def test_reasons_that_repeat_the_choice_do_not_take_it_back():
    options = {"A": "a party founded in 1945.", "B": "a union of three parties.", "C": "the first party."}
    assert letters("[ ]\nExplanation: [C] the first party. \n\nThe question asks about", options) == "C"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm torn: A has the longer history.", ""),
        ("After rejecting A and C: B", "B"),
        ("Discarding A, C and D: B", "B"),
        ("My previous answer: A was wrong. It is B.", "B"),
        ("First: A\nSecond: B", ""),
        ("Elimination answer: B", "B"),
        ("Comorbidity: C", "C"),
    ],
)
def test_words_before_a_colon_keep_their_sense(text, expected):
    assert letters(text) == expected


def test_a_number_that_counts_items_is_no_answer():
    scale = {"1": "Disagree", "2": "Neutral", "3": "Agree"}
    assert letters("Statement index: 3", scale) == ""
    assert letters("Statement index: 3[INST", scale) == ""
    assert letters("Item number: 3\nAnswer: 2", scale) == "2"
    assert letters("Rating: 3", scale) == "3"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Final Answer:\nA, 3, 6, 7", ""),
        ("A, 3, 6, 7", ""),
        ("Answer: B, 3 years", "B"),
        ("Answer: B, 3.5, 12", "B"),
        ("Answer: B, 1, since it is white.", "B"),
    ],
)
def test_a_label_in_a_row_of_numbers_is_no_answer(text, expected):
    assert letters(text) == expected
