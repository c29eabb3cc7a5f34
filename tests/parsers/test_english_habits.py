"""Habits of models that answer in English, each with a reply that looks alike and is read otherwise."""

import pytest

from parsers import read_answer

TREES = {"A": "oak", "B": "birch", "C": "larch", "D": "elm"}
CAREERS = {"A": "He loses his fight.", "B": "He loses his fight but wins the next."}
SCALE = {"1": "Strongly disagree", "2": "Disagree", "3": "Agree", "4": "Strongly agree"}
SOUND = {"A": "Yes", "B": "No"}
STATEMENTS = dict(zip("ABCDEFGHI", ["x1", "x2", "x3", "x4", "x5", "x6", "I only", "x8", "x9"], strict=True))
KNOWN = {"A": "The family of M", "B": "The family of N", "C": "Not enough info"}


def read(text, options=TREES):
    reading = read_answer(text, options)
    return "".join(sorted(reading.letters)) or reading.outcome.value


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        # a heading that restates the item
        ("Let's solve this step by step.\n\n**Problem:**\nWhich tree?\n\n**Answer:** B", TREES, "B"),
        ("Let's solve this step by step.\n\n**Question:**\nWhich tree?\n\nAnswer: B", TREES, "B"),
        ("It is tall.\n\n**Task:**\nName it.\n\n**Solution:**\nIts bark is white.\n\nAnswer: B", TREES, "B"),
        ("Oak and birch are trees.\n\nQuestion: Which is a fern?\nAnswer: B", TREES, "no_answer"),
        # options compared
        ("Therefore, (a) is more likely than (b).", CAREERS, "A"),
        ("Option (b) seems more probable.", TREES, "B"),
        ("Therefore, (a) is less likely than (b).", CAREERS, "no_answer"),
        # what follows a verb is no condition
        ("C. Not enough info is provided to determine which family moved.", KNOWN, "C"),
        ("B applies provided that it is wet.", TREES, "no_answer"),
        # taken back in the same breath
        ("The closest answer is (C) larch, but this is not the correct answer.", TREES, "no_answer"),
        ("The closest answer is (C) larch, but this is not the only correct answer.", TREES, "C"),
        # a line that gives the answer
        (f"The closest is (A). {'It is tall. ' * 20}But we must choose.\n\nThe answer is (B).", TREES, "B"),
        ("The answer is (A).\nThe answer is (B).", TREES, "ambiguous"),
        # signs that are no labels
        ("Yes, this is sound. All A are B. Some B are C. Therefore, some A are C.", SOUND, "A"),
        ("All oaks are tall, so A is right.", TREES, "A"),
        ("The correct answer is G, as only statement I is true.\n\nAnswer: G", STATEMENTS, "G"),
        ("I is true, II is false, so the answer is G.", STATEMENTS, "G"),
        ("The answer is I.", STATEMENTS, "I"),
        # numbers that head lines
        ("Think before making a decision:\n\n1. The risks.\n2. The costs.\n3. The law.", SCALE, "no_answer"),
        ("My decision:\n\n1. Strongly disagree", SCALE, "1"),
        # the first word of reasons that were cut
        ("B\nExplanation: A", TREES, "B"),
        ("B\nAnswer: A", TREES, "ambiguous"),
        # an option's text with its label behind it
        ("Considering these, larch (option C) would most likely grow here.", TREES, "C"),
        ("Considering these, larch (option C) would not grow here.", TREES, "no_answer"),
    ],
)  # fmt: skip
def test_habits(text, options, expected):
    assert read(text, options) == expected
