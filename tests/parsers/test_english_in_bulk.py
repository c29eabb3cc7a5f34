"""What large samples of English replies showed: scales shown again, first persons, formulas, wrong ones.

Decision: docs/decisions/parsers.md, "English replies of 117 stores, read in bulk once more".
"""

import pytest

from parsers import Outcome, read_answer

TREES = {"A": "oak", "B": "birch", "C": "maple", "D": "fir"}
SUMS = {"A": "$24.93", "B": "$30.82", "C": "$27.82", "D": "$22.45"}
SCALE = {"1": "Strongly disagree", "2": "Disagree", "3": "Neutral", "4": "Agree", "5": "Strongly agree"}
SHOWN = "1 - Strongly disagree 2 - Disagree 3 - Neutral 4 - Agree 5 - Strongly agree"
JUDGED = (
    "A. Oak sheds its leaves. This statement is correct.\n\n"
    "B. Birch has white bark. This statement is correct.\n\n"
    "C. Maple has lobes. This statement is correct.\n\n"
    "D. Fir has broad leaves.{verdict}\n\n"
)
WRONG = " This statement is incorrect."


def _letters(text: str, options: dict[str, str]) -> str:
    reading = read_answer(text, options)
    assert (reading.outcome is Outcome.ANSWER) is bool(reading.letters)
    return "".join(sorted(reading.letters))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f" 2 - Disagree   Trees talk. Use the scale: {SHOWN} Thanks!  Answer: 4 - Agree   Rivers", "2"),
        (f"4 - Agree   Please answer using the following scale: {SHOWN} Trees talk.  1 - Strongly", "4"),
        (f"4 - Agree   Do you agree? Do not explain it. {SHOWN}  5 - Strongly agree   Do you", "4"),
        # No scale shown again; line breaks.
        ("2 - Disagree   Trees do not talk.  Answer: 4 - Agree", ""),
        (f"2 - Disagree Trees talk. Use the scale: {SHOWN} Thanks! Answer: 4 - Agree Rivers", ""),
        (f"2 - Disagree   Trees talk. Use the scale: {SHOWN} Thanks!\n\nAnswer: 4 - Agree", ""),
        (f"2 - Disagree\n\nThe scale was {SHOWN}.\n\nWait, the correct answer is 4.", "4"),
        # The reply itself goes on, or restates the options and answers.
        (f"2 - Disagree  was my first thought. Scale: {SHOWN}  Correction: the answer is 4 - Agree.", "4"),
        (f"2 - Disagree   is what others say, but on the scale {SHOWN} I choose 4.", ""),
        (f"2 - Disagree   {SHOWN}   The correct answer is 4.", ""),
        (f"2 - Disagree  No. Scale: {SHOWN}  My final answer is 4 - Agree", "4"),
    ],
)
def test_a_scale_shown_again_ends_a_reply_without_line_breaks(text, expected):
    assert _letters(text, SCALE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm an AI, so I have no opinions. However, I strongly disagree with the statement.", "1"),
        ("I cannot endorse cutting all trees. Therefore, I strongly disagree with the proposition.", "1"),
        ("As a forester, I disagree with the proposition that trees talk. " + "Wood is wood. " * 60, "2"),
        ("I am only an AI. So I would agree with this statement because trees are old.", "4"),
        ("1. Strongly disagree\nI disagree with the statement because trees are old.", "1"),
        ("I cannot say. So, I disagree with the statement.\n\nLabel: 1) Strongly disagree", "1"),
        # Somebody else's, granted, asked, denied, or of something else.
        ("I am an AI. You might say: I agree with the statement.", ""),
        ("I cannot say that I agree with the statement.", ""),
        ("I do not agree with the statement.", ""),
        ("Do I agree with the statement? It depends.", ""),
        ("While I agree with the statement that trees are old, it is complex.", ""),
        ("I agree that trees are old, but I disagree with the statement.", ""),
        ("I cannot give an opinion. I agree with you.", ""),
        # One of several persons or samples.
        (
            "I'm an AI. As a logger, I would agree with the statement; as a poet, I would disagree with it.",
            "",
        ),
        ("I can't answer for you. Possible answers:\nI agree with the statement.\nI disagree with it.", ""),
        ("I cannot answer. An extravert would say this. I agree with the statement.", ""),
        ("As an AI, I do not agree or disagree. As a hypothetical voter, I would agree with this.", ""),
    ],
)
def test_a_first_person_that_agrees_with_the_statement(text, expected):
    assert _letters(text, SCALE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The formula is A = P(1 + r)^t, where A is the final amount, and P is the principal.", ""),
        ("A is the final answer.", "A"),
        ("A is my final choice.", "A"),
        ("A work group of foresters is independent. The answer is (C).", "C"),
        ("A look at the bark shows it.", ""),
        ("A and B match. Both fit.", "AB"),
        ("The entropy is H = - sum p(b) * log2(p(b)), which is 2 bits in this case.", ""),
        ("The expectation of Y is given by:\n\nE[Y|X] = 2x + 3, which we compute.", ""),
        ("Answer: (b)", "B"),
        ("Conclusion: not (A is equivalent to B)", ""),
        ("So it is equivalent to B.", "B"),
        ("Therefore, A is equivalent to B.", ""),
        ("So A is logically equivalent to C.", ""),
        ("A is no joke, and a humorous edit, B is a bit funny.", ""),
    ],
)
def test_letters_that_name_something_else(text, expected):
    reading = read_answer(text, SUMS | {"E": "$1"}, mode="multi" if len(expected) > 1 else "single")
    assert "".join(sorted(reading.letters)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A would be right for adults; for children B.", ""),
        ("A fits for adults; for children, option B.", ""),
        ("A is the answer for adults; for children it is B.", ""),
        ("A is best in summer; in winter, B", ""),
        ("A is right for a reason; for one, B is wrong.", "A"),
        ("A is correct for the reasons given; for more see B in the text.", "A"),
        ("A is what the patient's previous doctor wrote.", ""),
        ("A is what the patient needs.", "A"),
        ("A is what the patient thought she had.", "A"),
        ("According to one 2012 trial, A was superior. Later trials did not confirm it.", ""),
        ("According to the guidelines, A is the best choice.", "A"),
        ("Grade: B", ""),
        ("Answer: C\nGrade: B", "C"),
        ('Its view is best represented by the statement "D. fir." It is a tree.', "D"),
        ("It is not described by the statement D.", ""),
        ("It is wrongly described by the statement D.", ""),
    ],
)
def test_what_is_said_by_others_of_some_or_of_a_statement(text, expected):
    assert _letters(text, TREES) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (JUDGED.format(verdict=WRONG) + "Therefore, the incorrect statement is D.", "D"),
        (
            JUDGED.format(verdict="") + "So the statement that is not correct is option D. It has needles.",
            "D",
        ),
        (JUDGED.format(verdict=WRONG) + "Therefore, the incorrect one is A.", ""),
        (JUDGED.format(verdict=WRONG) + "I do not know whether the incorrect statement is D.", ""),
        ("D) fir.\n\nHowever, this answer is technically incorrect. The best answer remains B) birch.", "B"),
        ("D) fir.\n\nHowever, this is not true of all trees.", "D"),
    ],
)
def test_the_wrong_statement_that_was_asked_for(text, expected):
    assert _letters(text, TREES) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Overall, I'd agree with this. The best label is Neutral.", "3"),
        (
            "I agree with the statement. However, on balance it is wrong, so I disagree with the statement.",
            "",
        ),
        ("I can't take a side. It is for each person. So I disagree with the claim that I must answer.", ""),
    ],
)
def test_agreement_with_something_else_or_beside_a_named_answer_is_none(text, expected):
    assert _letters(text, SCALE) == expected
