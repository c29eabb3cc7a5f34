"""Numbers that rate something, and replies that are headed by one."""

import pytest

from parsers import Outcome, read_answer
from tests.support.letters import letters_for

LIKE = {"1": "Very much like me", "2": "Like me", "3": "Neither like nor unlike me", "4": "Not like me"}
PREFER = {
    "1": "Strongly prefer A",
    "2": "Prefer A",
    "3": "Neutral",
    "4": "Prefer B",
    "5": "Strongly prefer B",
}

letters = letters_for(LIKE)


@pytest.mark.parametrize(
    "text",
    [
        "Sure! Here is my response:\n\nI keep my promises: 4 - Not like me\n\nI try to, at least, most days.",
        "I keep my promises: 4 - Not like me\n\nI'm just an AI, I don't have personal experiences.",
        "I keep my promises: 4 – Not like me.",
    ],
)
def test_a_number_with_its_text_rates_what_stands_before_it(text):
    assert letters(text) == "4"


@pytest.mark.parametrize(
    "text",
    [
        "Here is the scale I was given:\n1 - Very much like me\n4 - Not like me\n\nI will think about it.",
        "My friend tidies up: 2 - Like me\nMy friend sings: 4 - Not like me",
    ],
)
def test_numbers_of_a_scale_or_of_several_statements_rate_none(text):
    assert letters(text) == ""


@pytest.mark.parametrize("end", ["", "\n\nI do not daydream as often as I did when I was younger."])
def test_two_numbers_of_which_one_names_the_scale_are_none(end):
    assert read_answer(f"I would rate it as follows:\n\n1 = Very much like me: 4{end}", LIKE).outcome is (
        Outcome.AMBIGUOUS
    )


@pytest.mark.parametrize("number", "12345")
def test_a_number_that_heads_a_paragraph_of_reasons_is_the_answer(number):
    said = (
        "While it is kind to give up a seat, one's own need for rest counts as well, and a polite word helps."
    )
    for form in ("{}. {}", "**{}.** {}", "{}) {}"):
        assert letters(form.format(number, said), PREFER) == number


@pytest.mark.parametrize(
    "text",
    [
        "2. Giving up the seat is kind and considerate. 3. Waiting"
        " is better for everyone on the train, and so is"
        " a polite word about it.",
        "1. First, read the question with care, and then think about"
        " what each of the options would entail for her"
        " and for all the others.",
        "2. Step one is to weigh what it costs against what it"
        " gives, which nobody can do for another person, and"
        " nobody should.",
        "2. Giving up the seat is kind and considerate, as the"
        " person who just came in is very tired and her legs"
        " have been hurting",
        "2. Giving up the seat is kind and considerate, as she is"
        " tired.\n3. Waiting is better, some would say, and"
        " others would not.",
        "2. Here is what I would look at first before I come to any"
        " conclusion about it: the costs of it all, and"
        " who bears them.",
        "2. What would you do in a packed train if somebody older"
        " came in? It is a hard question for anybody, and"
        " I do not envy you.",
    ],
)
def test_a_list_a_question_and_what_breaks_off_are_no_reasons(text):
    assert letters(text, PREFER) == ""


@pytest.mark.parametrize("text", ["2-2", "2 - 2", "2 – 2"])
def test_the_same_number_twice_is_no_span(text):
    assert letters(text) == "2"


@pytest.mark.parametrize("text", ["2-3", "2–3", "2 - 3", "2 to 3", "2/3"])
def test_a_span_of_numbers_is_no_answer(text):
    assert letters(text) == ""
