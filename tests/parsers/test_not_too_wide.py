"""Sentences near those that choose nothing, deny or qualify, which choose an option all the same."""

import pytest

from tests.support.letters import letters_for

DRUGS = {"A": "Lithium", "B": "Sertraline", "C": "CBT", "D": "Haloperidol"}
DIAGNOSES = {
    "A": "Major depressive disorder",
    "B": "Bipolar disorder",
    "C": "Schizophrenia",
    "D": "Panic disorder",
}
TREES = {"A": "oak", "B": "birch", "C": "maple", "D": "fir"}

letters = letters_for(DRUGS)


@pytest.mark.parametrize(
    "text",
    [
        "B. Sertraline. However, it is a myth that lithium is outdated.",
        "B. Sertraline\n\nIt is a common misconception that haloperidol works for depression.",
        "B) Sertraline. It is a myth that SSRIs are addictive.",
        "B. Sertraline. However, this is a myth to many.",
    ],
)
def test_a_myth_about_something_else_takes_no_answer_back(text):
    assert letters(text) == "B"


def test_a_myth_may_be_what_is_asked_for():
    options = {"A": "Sleep matters", "B": "Talking about suicide causes it", "C": "Therapy helps"}
    assert letters("B. Talking about suicide causes it. This is a common misconception.", options) == "B"


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("B: this is not associated with weight gain.", DRUGS, "B"),
        ("B: This is less sedating than the others.", DRUGS, "B"),
        ("C: This is unrelated to lithium levels and therefore safe.", DRUGS, "C"),
        ("B - this is not bipolar disorder.", DIAGNOSES, "B"),
        ("The answer is B, this is not right.", DRUGS, ""),
        ("The answer is B, this is not the right time to wait.", DRUGS, "B"),
    ],
)
def test_this_denies_an_option_only_by_a_verdict(text, options, expected):
    assert letters(text, options) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The next step is to check for hypothyroidism.", "B"),
        ("The clinician should first check for suicidal ideation.", "C"),
        ("Please consult the guideline for anemia.", ""),
    ],
)
def test_what_is_checked_for_may_be_the_answer(text, expected):
    options = {"A": "Anemia", "B": "Hypothyroidism", "C": "Suicidal ideation"}
    assert letters(text, options) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("The patient should get an SSRI, for example sertraline.", DRUGS, "B"),
        ("A mood stabilizer, for instance lithium, is indicated.", DRUGS, "A"),
        ("This suggests an anxiety disorder, for example panic disorder.", DIAGNOSES, "D"),
    ],
)
def test_a_text_may_be_the_example_that_is_meant(text, options, expected):
    assert letters(text, options) == expected


@pytest.mark.parametrize(
    "text",
    [
        "This points to B with leaves that are not evergreen.",
        "So B describing a tree which is not evergreen is right.",
    ],
)
def test_a_property_that_is_denied_denies_no_option(text):
    assert letters(text, TREES) == "B"


@pytest.mark.parametrize("rest", ["is the first-line drug.", "is a mood stabilizer."])
def test_a_before_a_capital_is_a_label(rest):
    assert letters(f"A Lithium {rest}") == "A"


@pytest.mark.parametrize(
    "text",
    [
        "This is one of those cases where B is the best answer.",
        "In situations where mania is absent sertraline is the answer.",
        "In situations in which it is severe B is best.",
    ],
)
def test_the_cases_in_which_an_option_is_right_may_be_this_one(text):
    assert letters(text) == "B"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I considered whether B is right, and it is.", "B"),
        ("The question is whether B is correct; it is.", "B"),
        ("I considered whether B is right, and it is not.", ""),
        ("The question is whether B is correct; it is, however, not.", ""),
    ],
)
def test_what_is_asked_of_an_option_may_be_affirmed_at_once(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The most likely genotype is C.", "C"),
        ("The father's genotype is B because he has an O child.", "B"),
        ("The most common allele is C.", "C"),
    ],
)
def test_one_letter_may_be_the_option_of_a_kind(text, expected):
    assert letters(text, {"A": "AO", "B": "BO", "C": "AB", "D": "OO"}) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("The answer is C. Mania falls under B.", DIAGNOSES, "C"),
        ("Answer: C\n\nExplanation: mania falls under B.", DIAGNOSES, "C"),
        ("Answer: C\n\nExplanation: this falls under B.", DIAGNOSES, "C"),
        ("The answer is C. Without the voices we are left with A.", DIAGNOSES, "C"),
        ("C is right. We are left with B.", DIAGNOSES, "C"),
        ("This no longer falls under B.", DIAGNOSES, ""),
        ("This rarely falls under B.", DIAGNOSES, ""),
        ("Mania falls under B, but this patient hears voices.", DIAGNOSES, ""),
        ("After ruling out C and D we are left with A and B. A is too big.", TREES, ""),
        ("This case falls under B, because it has white bark.", TREES, "B"),
        ("C and D are out, so we are left with B.", TREES, "B"),
    ],
)
def test_where_the_case_falls_and_what_is_left_are_weaker_than_an_answer(text, options, expected):
    assert letters(text, options) == expected
