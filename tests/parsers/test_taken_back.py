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


FREQUENCY = {"1": "not at all", "2": "several days", "3": "more than half the days", "4": "nearly every day"}


@pytest.mark.parametrize(
    ("text", "options", "outcome"),
    [
        ("1. As an AI model I can't rate statements.", AGREE, Outcome.REFUSAL),
        ("1. There is not enough information in the vignette.", FREQUENCY, Outcome.NO_ANSWER),
    ],
)
def test_a_numbered_sentence_that_declines_chooses_no_number(text, options, outcome):
    assert read_answer(text, options).outcome is outcome


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("1. The person reports low mood nearly every day.", FREQUENCY, "4"),
        ("1. The best description would be several days.", FREQUENCY, "2"),
        ("1. The answer is 4.", AGREE, "4"),
        ("1. The sentence is one that I would not put my name to.", AGREE, "1"),
    ],
)
def test_a_numbered_sentence_about_another_option_does_not_choose_its_number(text, options, expected):
    assert letters(text, options) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("The answer is 3. 2 is not right. (1)", NUMBERED, "3"),
        ("3 is correct; 2 is not. 1", NUMBERED, ""),
        ("Not 15. 20?", {"A": "5", "B": "10", "C": "15", "D": "20"}, ""),
        ("Not 15. (20)", {"A": "5", "B": "10", "C": "15", "D": "20"}, ""),
        ("The score is 10, not 15. 20.", {"A": "5", "B": "10", "C": "15", "D": "20"}, ""),
        ("Not 15. 20.", {"A": "5", "B": "10", "C": "15", "D": "20"}, "D"),
        ("It is not 15. 20.", {"A": "5", "B": "10", "C": "15", "D": "20"}, "D"),
    ],
)
def test_a_number_at_the_end_is_left_only_where_all_else_is_denied(text, options, expected):
    assert letters(text, options) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("The two people. The other group is five people.", {"A": "2 people", "B": "5 people"}, "A"),
        ("two mg. The maximum is 5 mg.", {"A": "1 mg", "B": "2 mg", "C": "5 mg"}, "B"),
        ("two mg is too low. The maximum is 5 mg.", {"A": "1 mg", "B": "2 mg", "C": "5 mg"}, ""),
        ("two mg. The dose is 5 mg.", {"A": "1 mg", "B": "2 mg", "C": "5 mg"}, ""),
    ],
)
def test_another_figure_is_told_beside_the_first(text, options, expected):
    assert letters(text, options) == expected


@pytest.mark.parametrize("text", ["Therefore, B.", "B matches.", "Only B fits.", "B would be the best."])
def test_letters_that_options_define_are_options_where_nothing_else_is_chosen(text):
    defined = {"A": "A = water, B = ether", "B": "A = ether, B = water", "C": "A = ethanol, B = ether"}
    assert letters(text, defined) == "B"


def test_what_tells_options_apart_is_no_answer_where_all_deny_it():
    assert letters("Depressed", {"A": "not anxious", "B": "not depressed", "C": "not psychotic"}) == ""
    assert letters("Frontal", {"A": "frontal lobe", "B": "parietal lobe", "C": "temporal lobe"}) == "A"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"incorrect_statement": {"answer": "B"}}', "B"),
        ('{"incorrect_answers": {"answer": "B"}}', ""),
        ("D Best next step: B later.", ""),
        ("Options for the most appropriate next step:\nA. oak\nB. birch", ""),
        ("Best next step: B", "B"),
        ("The most appropriate next step: B", "B"),
    ],
)
def test_keys_that_may_announce_an_answer(text, expected):
    assert letters(text) == expected
