"""What narrower rules leave as it was: scales, bases that change, answers of others, numbers that count."""

import pytest

from parsers import Outcome, read_answer

TREES = {"A": "oak", "B": "birch", "C": "maple", "D": "fir"}
NUMBERED = {"1": "oak", "2": "birch", "3": "maple", "4": "fir"}
AGREE = {"1": "Strongly disagree", "2": "Disagree", "3": "Neutral", "4": "Agree", "5": "Strongly agree"}
SEEDS = {
    "1": "The bark is smooth",
    "2": "The leaves are evergreen",
    "3": "The seeds have wings",
    "4": "The wood is soft",
}
MUTATIONS = {"A": "silent", "B": "missense", "C": "nonsense"}
DRUGS = {"A": "Lithium", "B": "Sertraline", "C": "CBT", "D": "Haloperidol"}


def letters(text, options=TREES):
    return "".join(sorted(read_answer(text, options).letters))


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("Tree: 2 - birch\n3 - red maple has red leaves.", NUMBERED, "2"),
        ("Recommendation: 2. birch\nCompared with 1. oak it grows faster.", NUMBERED, "2"),
        ("Score: 4. Agree\nNote: 1. Strongly disagree and 5. Strongly agree are the extremes.", AGREE, "4"),
    ],
)
def test_a_number_told_in_passing_is_no_scale(text, options, expected):
    assert letters(text, options) == expected


def test_two_true_statements_with_reasons_are_two_answers():
    said = "The true statements are:\n\n3. The seeds have wings. This helps them to spread."
    said += "\n\n4. The wood is soft. It is easy to cut."
    assert read_answer(said, SEEDS).outcome is Outcome.AMBIGUOUS


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("The second base changed from A to C, so it is a missense mutation.", MUTATIONS, "B"),
        ("The answer is B. The base changed from A to C.", TREES, "B"),
        ("My answer is B. I was tempted to switch my answer from B to C.", TREES, "B"),
        ("I refuse to change my answer from B to C.", TREES, ""),
        ("It is pointless to change from B to C.", TREES, ""),
        ("I change my answer from B to C.", TREES, "C"),
        ("My answer is B. Let me change my answer from B to C.", TREES, "C"),
    ],
)
def test_only_who_answers_changes_an_answer(text, options, expected):
    assert letters(text, options) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("By this rule the answer is B, which does not make sense.", ""),
        ("The resident's answer is B, which is not supported by the history.", ""),
        ("Then the answer is B, which does not lead anywhere.", ""),
        ("The model's answer is A, which does not make sense. The right one is C.", "C"),
        ("The model's answer is A, which is not a drug. The right one is C.", "C"),
        ("The answer is B, which is not indicated here.", ""),
        ("The answer is B, which is not the case.", ""),
        ("The answer is B, which is not a mood stabiliser.", "B"),
    ],
)
def test_what_is_denied_behind_an_answer_is_its_reason_only_as_a_kind(text, expected):
    assert letters(text, DRUGS) == expected
