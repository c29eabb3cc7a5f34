"""A reading is a record: it can be written, read back, and gives the same bytes every time."""

import json
import time

import pytest

from parsers import Grade, Outcome, Reading, ReadingError, read_answer

OPTIONS = {"A": "indication", "B": "contraindication", "C": "off-label use", "D": "none"}


def test_a_reading_survives_writing_and_reading_back():
    reading = read_answer("<think>A?</think>The answer is (B), not A.", OPTIONS)
    assert Reading.from_dict(json.loads(reading.to_json())) == reading


def test_the_same_completion_gives_the_same_bytes():
    assert read_answer("Answer: C", OPTIONS).to_json() == read_answer("Answer: C", dict(OPTIONS)).to_json()


def test_a_stored_reading_without_a_field_names_what_is_missing():
    stored = read_answer("B", OPTIONS).to_dict()
    del stored["outcome"]
    with pytest.raises(ReadingError, match="outcome"):
        Reading.from_dict(stored)


def test_the_span_points_into_the_raw_completion():
    completion = "<think>A</think> **Answer:** $\\boxed{\\text{C}}$"
    reading = read_answer(completion, OPTIONS)
    assert (reading.outcome, sorted(reading.letters), reading.grade) == (
        Outcome.ANSWER,
        ["C"],
        Grade.EXPLICIT,
    )
    assert reading.span is not None
    assert completion[slice(*reading.span)] == "C"


@pytest.mark.parametrize(("reply", "grade"), [("2", "strict"), ("(2)", "strict"), ("Answer: 2", "explicit")])
def test_a_label_that_is_a_number_is_graded_as_a_label(reply, grade):
    reading = read_answer(reply, {"1": "lithium", "2": "valproate"})
    assert (sorted(reading.letters), reading.grade) == (["2"], grade)


def test_a_number_that_is_an_options_text_is_graded_as_a_text():
    assert read_answer("2", {"i": "2", "ii": "4"}).grade == "text"


@pytest.mark.parametrize("completion", [None, b"B", 3])
def test_what_is_no_text_is_refused_by_its_name(completion):
    with pytest.raises(TypeError, match=f"not {type(completion).__name__}: give ''"):
        read_answer(completion, {"A": "oak", "B": "birch"})


def test_the_span_is_the_spoken_name_of_a_letter_in_the_raw_completion():
    reading = read_answer("উত্তর: বি।", OPTIONS)
    assert (reading.span, reading.folded) == ((7, 8), ((7, "B"),))


@pytest.mark.timeout(30)  # one of them took half a minute where a pattern began anew at each sign
def test_a_row_of_one_sign_before_the_answer_holds_nobody_up():
    for sign in ".!?…。।۔`":
        assert read_answer(f"Answer: {sign * 39_000}B", OPTIONS).letters == {"B"}
    assert read_answer("`" * 50_000, OPTIONS).letters == set()


TREES = {"A": "oak", "B": "birch", "C": "larch", "D": "elm"}
OTHER_QUESTION = (
    "**Question 1:**\nThe colour that it has in spring is what is asked for. The answer is (A).\n\n"
    "**Question 2:**\nThe tree that sheds its needles in autumn is a conifer. The answer is (C). "
    "It is the larch."
)


@pytest.mark.parametrize(
    ("reply", "by"),
    [
        ("A is wrong. The answer is C.", "denial"),
        ("If it had cones, it would be A. The answer is C.", "condition"),
        ("The answer is A. Wait, no, the answer is C.", "correction"),
        ("The answer is C.\n\nQuestion: What next?\nThe answer is A.", "run-on"),
        (OTHER_QUESTION, "other-question"),
        ("E) pine\nAnswer: C", "next-option"),
        ("Let us go through the options:\nA. oak. It sheds.\n\nThe answer is C.", "opened-list"),
    ],
)
def test_what_is_set_aside_says_by_which_rule(reply, by):
    reading = read_answer(reply, TREES)
    assert reading.letters == {"C"}
    assert by in [candidate.by for candidate in reading.candidates if candidate.set_aside]
    assert Reading.from_dict(reading.to_dict()) == reading


def test_a_reading_of_an_earlier_version_names_no_rules():
    stored = read_answer("A is wrong. The answer is C.", TREES).to_dict()
    for candidate in stored["candidates"]:
        candidate.pop("by", None)
    assert [candidate.by for candidate in Reading.from_dict(stored).candidates] == ["", ""]


@pytest.mark.timeout(30)
@pytest.mark.parametrize("head", ["A", "```\n", "Answer: A", "{", "| A |", "- "])
def test_no_row_of_signs_holds_the_reader_up(head):
    """2,500 line breaks behind a letter took minutes, in which Ctrl-C was not heard."""
    for unit in ("\n", " ", "\u00a0", "\\)\n", "*\n", "\\boxed{\n", "-", "-\t", ". ", "#\n "):
        for row in (unit * 4_000, (unit * 100 + "q ") * 80):
            started = time.process_time()
            read_answer(f"{head}{row}x", OPTIONS)
            assert time.process_time() - started < 2, (head, unit)


def test_a_row_is_cut_in_its_middle_and_places_stay_those_of_the_completion():
    completion = "Well" + ". " * 3_000 + "The answer is B."
    reading = read_answer(completion, OPTIONS)
    assert reading.span is not None
    assert completion[slice(*reading.span)] == "B"
    assert reading.letters == {"B"}
    (cut,) = reading.removed
    assert (cut.kind, completion[slice(*cut.span)].strip(". ")) == ("row", "")
    assert cut.span[1] - cut.span[0] > 5_500
