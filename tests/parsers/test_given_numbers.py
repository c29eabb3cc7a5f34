"""Numbers and values that a reply gives: rated, bare, of one thing or of several, or only instructed."""

import pytest

from parsers import read_answer

TREES = {"A": "oak", "B": "birch", "C": "larch", "D": "elm"}
SCALE = {"1": "Strongly disagree", "2": "Disagree", "3": "Agree", "4": "Strongly agree"}
SOUND = {"A": "Yes", "B": "No"}
LIKE = {
    "1": "Not like me at all",
    "2": "Not like me",
    "3": "Neither",
    "4": "Like me",
    "5": "Very much like me",
}
LITRES = {"A": "3.4 mEq/L", "B": "8.4 mEq/L", "C": "-3.4 mEq/L"}
KILOS = {"A": "3.4 mEq/L", "B": "8.4 mEq/kg", "C": "13.4 mEq/L"}


def read(text, options=TREES):
    reading = read_answer(text, options)
    return "".join(sorted(reading.letters)) or reading.outcome.value


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        # a number on a scale
        ("I would rate myself as a 4, Like me.", LIKE, "4"),
        (
            "I would rate myself as a 4. However, I would not rate myself as a 5, Very much like me.",
            LIKE,
            "4",
        ),
        ("I wouldn't rate myself as a 5.", LIKE, "no_answer"),
        ("I would rate this person as a 2, Not like me. While I may.", LIKE, "2"),
        ("I would not rate this person as a 2.", LIKE, "no_answer"),
        ("Here it is:\n\nI take charge: 4 = Like me\n\nI am organized.", LIKE, "4"),
        ("Please use: 1 = Not like me at all, 5 = Very much like me.", LIKE, "no_answer"),
        ("It is: 1 = Not like me at all, 2 = Not like me, 4 = Like me", LIKE, "ambiguous"),
        ("I get stressed: 4 (Very much like me)", LIKE, "no_answer"),
        ("Response: 4 = Like me", LIKE, "4"),
        ("Response: 1 = Like me", LIKE, "ambiguous"),
        ("1 = Like me", LIKE, "ambiguous"),
        ("Therefore, I would rate myself as a 1 = Very much like me.", LIKE, "ambiguous"),
        # a line that gives the answer below one that leads up to it
        ("Assuming the bark is white, this leaves one tree:\n\n**The answer is (B).**", TREES, "B"),
        ("If the bark were white:\n\nThe answer is (B).", TREES, "no_answer"),
        # a number without the unit that all options share
        ("3.4", LITRES, "A"),
        ("$-3.4$", LITRES, "C"),
        (r"\boxed{8.4}", LITRES, "B"),
        ("3.5", LITRES, "no_answer"),
        ("3.4", KILOS, "no_answer"),
        ("3.4 and then some", LITRES, "no_answer"),
    ],
)
def test_numbers_that_are_rated_or_bare(text, options, expected):
    assert read(text, options) == expected


def test_several_things_with_a_value_each_choose_none():
    kinds = {"A": "disease", "B": "drug", "C": "gene", "D": "pathway"}
    assert read("sertraline: drug; depression: disease", kinds) == "no_answer"
    assert read("sertraline: drug", kinds) == "B"


@pytest.mark.parametrize("last", ["overall risk", "overall", "total", "final"])
def test_the_last_of_several_values_may_be_of_the_whole(last):
    rated = {"A": "low", "B": "medium", "C": "high"}
    assert read(f"Likelihood: low; impact: high; {last}: medium", rated) == "B"


@pytest.mark.parametrize(
    "text",
    [
        "I would respond with: 3",
        "I'd reply with 3.",
        "I'd give it a 3.",
        "I would assign a rating of 3.",
        "I can't fulfill that request. However, I would respond with: 3",
    ],
)
def test_a_number_that_is_given_is_chosen(text):
    assert read(text, SCALE) == "3"


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("Let me assign A to oak. The best is C.", TREES, "C"),
        ("B\nRespond with A or B.", TREES, "B"),
        ("No\nRespond with only Yes", SOUND, "B"),
        ("Respond with Yes", SOUND, "no_answer"),
        ("I'd give it a 2-3.", SCALE, "no_answer"),
        ("I'd give it a 3.5", SCALE, "no_answer"),
        ("I am asked to respond with a number 1-4. I'd say 3.", SCALE, "3"),
    ],
)
def test_an_instruction_or_a_span_is_not_given(text, options, expected):
    assert read(text, options) == expected
