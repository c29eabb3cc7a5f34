"""An opening yes or no that speaks to the one who asks, or to what is not known, is no answer."""

import pytest

from tests.support.letters import letters_for

letters = letters_for({"A": "Yes", "B": "No"})


@pytest.mark.parametrize(
    "text",
    [
        "Yes, of course I can answer. Please share the passage.",
        "Yes, that is a good question, and one I can't answer.",
        "Yes, I understand that you want a yes or no. It isn't that simple.",
        "Yes, I can do that. Please paste the passage.",
        "Yes, it's complicated.",
        "Yes, but only a doctor can tell.",
        "No, I don't have enough information.",
        "No, I do not have access to the graph.",
        "No, there isn't enough information to tell.",
        "No, that cannot be determined from the text.",
        "No, nobody can say that for sure.",
        "No, you haven't given me the question.",
    ],
)
def test_what_is_said_to_the_one_who_asks_is_no_answer(text):
    assert letters(text) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The first hop is a yes; the second is a no.", ""),
        ("The first hop is yes and the second is no.", ""),
        ("The first hop holds but the second doesn't, so no.", "B"),
        ("Yes to the first part. No to the second. So overall no.", "B"),
    ],
)
def test_parts_that_are_answered_each_by_itself_are_no_answer(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Yes, I agree with the statement.", "A"),
        ("Yes, I can confirm that the edge exists.", "A"),
        ("Yes, this is a common one: sertraline treats it.", "A"),
        ("Yes. This is a hard question, but the answer is yes.", "A"),
        ("Yes. It is complicated by the fact that both are linked.", "A"),
        ("No. It's complicated, but the evidence is against it.", "B"),
        ("No, I don't have any of these symptoms.", "B"),
        ("No, I don't have enough information to say that the edge exists.", "B"),
        ("No, I do not have access to transport.", "B"),
        ("No, only a doctor can decide to stop the drug.", "B"),
        ("No, this is a question of dosage, not of indication.", "B"),
        ("No, there is no link between the two.", "B"),
    ],
)
def test_what_is_said_of_the_question_is(text, expected):
    assert letters(text) == expected
