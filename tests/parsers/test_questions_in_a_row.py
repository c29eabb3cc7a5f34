"""Replies that answer a whole prompt's worth of questions, of which one may be the item."""

import pytest

from parsers import Outcome, read_answer

TREES = {"A": "oak", "B": "birch", "C": "larch", "D": "elm"}
LISTED = "\n".join(f"{label}. {text}" for label, text in TREES.items())
FIRST = "What colour is it?\nOptions:\nA. red\nB. blue\nC. green\nD. black\n\nIt is clear. The answer is (B)."
ITEM = f"Which tree sheds its needles?\nOptions:\n{LISTED}\n\nIt turns yellow. The answer is (C)."


@pytest.mark.parametrize("heads", [("Question 1:", "Question 2:"), ("Question:", "Question:")])
@pytest.mark.parametrize("mark", ["", "**", "## "])
def test_another_question_before_the_items_own_is_not_what_is_answered(heads, mark):
    first, second = (f"{mark}{head}{mark.strip(' #')}\n" for head in heads)
    reading = read_answer(f"{first}{FIRST}\n\n---\n\n{second}{ITEM}", TREES)
    assert "B" not in reading.letters


@pytest.mark.parametrize("mark", ["", "**"])
def test_an_item_restated_before_the_model_goes_on_keeps_its_answer(mark):
    head = f"{mark}Question:{mark}\n"
    reading = read_answer(f"{head}{ITEM}\n\n{head}{FIRST}", TREES)
    assert (reading.outcome, *reading.letters) == (Outcome.ANSWER, "C")


def test_a_question_that_follows_the_answer_is_a_run_on():
    reading = read_answer(f"The answer is (A).\n\nQuestion:\n{FIRST}\n\nQuestion:\n{ITEM}", TREES)
    assert (reading.outcome, *reading.letters) == (Outcome.ANSWER, "A")


EXAMPLE = "**Question {}:**\nThe colour that it has in spring is what is asked for. The answer is ({}).\n\n"
ROW = "".join(EXAMPLE.format(number, label) for number, label in enumerate("DBAB", start=1))


@pytest.mark.parametrize(
    "last",
    [
        "**Question 5:**\nThe tree that sheds its needles in fall is the larch. The answer is (C).",
        "**Question 5:**\nThe tree that sheds its needles is sought. The answer is (C). Larch does.",
        "**Question 5:**\nThe tree that sheds its needles is a conifer. The answer is (C).",
    ],
)
def test_the_last_of_a_row_of_examples_is_the_item(last):
    assert read_answer(ROW + last, TREES).letters == {"C"}


def test_the_question_that_has_the_options_is_the_item_wherever_it_stands():
    item = "**Question 1:**\nWhich tree sheds its needles in autumn? It is the larch. The answer is (C).\n\n"
    assert read_answer(item + EXAMPLE.format(2, "B"), TREES).letters == {"C"}


@pytest.mark.parametrize(
    "completion",
    [
        "Question 1: D\nQuestion 2: B\nQuestion 3: A\nQuestion 4: C",
        EXAMPLE.format(1, "D") + EXAMPLE.format(2, "B"),
        ROW + "**Question 5:**\nThe tree that sheds its needles in autumn is one of the conifers, and so",
        "".join(EXAMPLE.format(number, label) for number, label in enumerate("DBABCADBAC", start=1)),
        ROW + "Wait, the answer to question 4 is not B.",
    ],
)
def test_a_row_whose_item_is_not_known_answers_several(completion):
    assert read_answer(completion, TREES).outcome is Outcome.AMBIGUOUS


def test_an_answer_above_the_first_heading_is_the_items():
    assert read_answer("The answer is (A).\n\n" + ROW, TREES).letters == {"A"}


def test_the_number_of_a_heading_is_no_answer():
    numbers = {"A": "1", "B": "3", "C": "2", "D": "0"}
    row = "\n\n".join(
        f"**Question {number}:**\nThe value that is asked for has to be computed. The answer is ({label})."
        for number, label in enumerate("ABAC", start=1)
    )
    assert read_answer(row, numbers).letters == {"C"}


STEP = "{}. The colour that it has in spring is asked for first. The answer is ({}).\n\n"
STEPS = "".join(STEP.format(number, label) for number, label in enumerate("DBAB", start=1))


def test_bare_numbers_head_questions_where_each_is_answered():
    last = "5. The tree that sheds its needles, asked for last, is a conifer. The answer is (C)."
    assert read_answer(STEPS + last, TREES).letters == {"C"}


def test_bare_numbers_head_steps_of_one_solution():
    steps = "1. The oak has leaves that it sheds, and is no conifer.\n\n2. The larch has needles.\n\n"
    last = "3. Of the conifers it alone sheds them in the autumn of every year.\n\nThe correct answer is C."
    assert read_answer(steps + last, TREES).letters == {"C"}


@pytest.mark.parametrize(
    "form",
    [
        "{}. Expert {} meint nach langem Nachdenken: Die Antwort ist {}, denn so steht es im Lehrbuch.\n",
        "{}. Von der Seite {} her gesehen: Die Antwort ist ({}), wenn man den Herbst allein betrachtet.\n",
        "{}. El modelo {} dice, tras pensarlo un buen rato, que la respuesta correcta es la {}.\n",
    ],
)
def test_numbered_opinions_and_cases_are_no_questions(form):
    text = "".join(form.format(number, number, label) for number, label in enumerate("DABAC", start=1))
    assert not read_answer(text, TREES).letters


def test_three_bare_numbers_with_answers_are_too_few_for_examples():
    assert not read_answer("".join(STEPS.split("\n\n")[:3]), TREES).letters


SAID = "{}. According to {}, the correct answer is {}, since they have grown there for many years.\n\n"
CASES = "{}. In the {}, where many of them grow, it is told by its colour. There the answer is {}.\n\n"
MATCHED = "Question {}: Which tree is known by the colour of its {}?\nThe answer is ({}) {}.\n\n"
ASKED = "Question {}: Does the tree have {}, as the description of the item says?\nThe answer is {}.\n\n"


@pytest.mark.parametrize(
    "completion",
    [
        SAID.format(1, "Smith", "A") + SAID.format(2, "Jones", "B") + SAID.format(3, "Brown", "C"),
        CASES.format(1, "north", "A") + CASES.format(2, "east", "B") + CASES.format(3, "south", "C"),
        "".join(MATCHED.format(*row) for row in ((1, "bark", "A", "oak"), (2, "leaf", "B", "birch"))),
    ],
)
def test_several_speakers_cases_or_questions_of_the_same_options_answer_several(completion):
    assert read_answer(completion, TREES).outcome is Outcome.AMBIGUOUS


def test_parts_of_a_question_with_yes_or_no_answer_several():
    parts = (
        ASKED.format(1, "needles", "yes") + ASKED.format(2, "lobes", "no") + ASKED.format(3, "cones", "yes")
    )
    assert read_answer(parts, {"A": "Yes", "B": "No"}).outcome is Outcome.AMBIGUOUS


def test_where_several_may_be_right_a_row_chooses_none_of_its_questions():
    last = "**Question 5:**\nThe tree that sheds its needles in fall is the larch. The answer is (C)."
    assert read_answer(ROW + last, TREES, mode="multi").letters != {"C"}


@pytest.mark.parametrize("head", ["Question:", "**Question:**", "**Question**:"])
def test_the_item_below_a_heading_without_a_number_is_the_one_with_the_options(head):
    assert read_answer(f"{head}\n{FIRST}\n\n{head}\n{ITEM}", TREES).letters == {"C"}


@pytest.mark.parametrize(
    "completion",
    [
        "The answer is (A).\n\n" + STEPS + STEP.format(5, "C"),
        "**Question 1:**\nThe larch is what this asks about, and its colour is sought. The answer is (B).\n\n"
        + EXAMPLE.format(2, "D"),
        "**Question 1:**\nIs the larch meant by what the text says of it? The answer is (C).\n\n"
        "**Question 2:**\nIs the elm meant by what the text says of it here? The answer is (D).\n\n"
        + EXAMPLE.format(3, "A"),
    ],
)
def test_a_row_that_may_have_its_item_elsewhere_answers_several(completion):
    assert read_answer(completion, TREES).outcome is Outcome.AMBIGUOUS
