"""Whole replies that are a noun and a label in one word: "Option_C", "optionC"."""

import pytest

from parsers import Grade, read_answer
from tests.support.letters import letters_for

TREES = {"A": "oak", "B": "birch", "C": "pine", "D": "elm"}
letters = letters_for(TREES)


@pytest.mark.parametrize(
    "text", ["Option_C", "optionC", "OptionC.", "**option_C**", "(answer_C)", "OPTION_C"]
)
def test_a_noun_joined_to_its_label_is_a_named_label(text):
    reading = read_answer(text, TREES)
    assert (sorted(reading.letters), reading.grade) == (["C"], Grade.EXPLICIT)
    assert reading.span is not None
    assert text[reading.span[0] : reading.span[1]].endswith("C")


@pytest.mark.parametrize(
    "text", ["Option_E", "optional", "optionCB", "Option_C or option_D", "myoptionC", "CoptionC"]
)
def test_other_words_have_no_label(text):
    assert letters(text) == ""


def test_numbers_are_labels_where_options_have_them():
    assert letters("option_2", {"1": "oak", "2": "birch"}) == "2"
    assert letters("option_2") == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FINAL_ANSWER: B", "B"),
        ("**Final_Answer**: A", "A"),
        ("my_choice : B", "B"),
        ("FINAL_ANSWER: not B", ""),
        ("NO_ANSWER: B", ""),
        ("record.final_answer: B", ""),
    ],
)
def test_what_names_the_answer_with_a_low_line_names_it_below_long_reasons(text, expected):
    reasons = "It is a tall tree with white bark that grows in the north. " * 9
    assert letters(f"{reasons}\n\n{text}") == expected
