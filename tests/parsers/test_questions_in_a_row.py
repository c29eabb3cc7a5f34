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
