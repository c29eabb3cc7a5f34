"""English replies: what stands beside the answer, and what looks like one."""

import pytest

from tests.support.letters import letters_for

TREES = {"A": "oak", "B": "birch", "C": "larch", "D": "none of the above"}
SHARES = {"A": "–50%", "B": "14000", "C": "$2,500", "D": "12 m/s"}


letters = letters_for(TREES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("None of them is ideal. I'd go with B.", "B"),
        ("None of the above.", "D"),
        ("The others (a, b, d) are wrong, so c is correct.", "C"),
        ("The form is 'Answer: X'.\nAnswer: C", "C"),
        ("### Options\nA. oak\nB. birch\nC. larch\nD. none of the above\n### Answer\nC", "C"),
        ("Answer: B\n\nReason: The other option, C, would be right in winter.", "B"),
        ("Most likely: B\nLeast likely: C", "B"),
        ("A common mistake is to choose A. The correct answer is C.", "C"),
        ("It's B, isn't it?", "B"),
        ("C is the odd one out.", "C"),
        ("Answer: A\n\nB. F. Skinner was no botanist.", "A"),
        ("The answer is:\n\nB. birch\n\nIt grows in the north, so option A is correct there.", "B"),
        ("In spring the tree by the mill was clearly felled (option C). It had stood for sixty years.", "C"),
        ('If we go by the needles, option C, "larch," might be the most accurate answer.', "C"),
        ("A. oak\n\n| T | T |\n| T | F |", "A"),
        ("None is exact; however, the closest option is B.", "B"),
    ],
)  # fmt: skip
def test_the_answer_is_read(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The closest option is C, but that is impossible in this soil.",
        "The closest option is B, but it loses its leaves. None of the options match.",
        "The answer is (C).\n\nFinal answer: B",
        "The tree is felled (option",
        "Ranking: 1. B 2. A 3. C",
        "It is tempting to choose B.",
        "The other option, C, would be right in winter.",
        "The form is 'Answer: X'.",
        "Is it B, or isn't it?",
    ],
)
def test_no_letter_is_taken(text):
    assert letters(text, {**TREES, "D": "elm"}) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The change is -50%.", "A"), ("The change is −50%.", "A"), ("The change is 50%.", ""),
        ("It costs $14,000.", "B"), ("The answer is 2500.", "C"), ("The answer is $2.5.", ""),
        ("$v = 12~\\text{m/s}$", "D"), ("\\boxed{12\\,\\mathrm{m/s}}", "D"), ("12~14 m/s", ""),
    ],
)  # fmt: skip
def test_numbers_are_found_however_they_are_spelled(text, expected):
    assert letters(text, SHARES) == expected


TEN = {label: f"statement {place} on tides" for place, label in enumerate("ABCDEFGHIJ")}
WORKED = "The moon pulls at the sea, and the sea follows it a little late, as the tables of the harbour show."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"The answer is (A)\nThe answer is (H)\nThe answer is (E)\n{WORKED}\n\nThe answer is (G)", "G"),
        (f"{WORKED} The answer is (B).\n\nAll:\nThe answer is A.\nThe answer is H.\nThe answer is E.", "B"),
        ("The answer is (A)\nThe answer is (H)\nThe answer is (E)\nThe answer is (G", ""),
        ("The answer is (A)\nThe answer is (H)\nThe answer is (E)", ""),
        (f"(I) The first flow. {WORKED} The answer is (A).\n\n(II) The second flow is like it.", "A"),
        (f"{WORKED} It began before World War II. Final answer: (I) statement 8 on tides", "I"),
        (f"{WORKED * 2} Then we use the CDF to find the height. The answer is (J).", "J"),
        (f"{WORKED} So the height is F(", ""),
        (f"{WORKED * 2} The height is given by the formula:\n\nE", ""),
        (f"{WORKED * 4} This supports (G) and weakens (I). The correct answer is", ""),
        (f"B. As said.\n\n{WORKED * 4} This supports (B). The correct answer is", "B"),
        (f"{WORKED} Let's use 150 cm. The answer is (J).", "J"),
        (f"{WORKED} The new concentrations are: [A-] = 0.5 M and rising", ""),
        ("The answer is:\n\\[\n\\text{J. statement 9 on tides}\n\\]", "J"),
        (f"{WORKED} With $\\frac{{d y}}{{d t}} = 3$ and $\\frac{{d x}}{{d t}} = 4$ the height is known", ""),
    ],
)  # fmt: skip
def test_lines_of_examples_and_symbols_are_no_answers(text, expected):
    assert letters(text, {**TEN, "H": "150 cm"}) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We have\n$$\n1 = x \\\n\nTherefore, the answer is:\n\nAnswer: B", "B"),
        ("B. Silver tree of the north\n\nRationale: It is not brown. Larch (C) is not a white tree.", "B"),
        ("We know that B must be an oak of the north.\n\nAnswer: C", "C"),
        (
            "2, birch. It is the tree of the north, and not the oak. "
            + "Ref: the book of trees, page 26. " * 9,
            "B",
        ),
        (
            "A) oak\n- True.\n\nB) birch\n- False.\n\nC) larch\n- True.\n\nD) none of the above\n- False.\n\n"
            "Final answer considering the analysis:\n\nA) oak\n\nA",
            "A",
        ),
    ],
)
def test_the_answer_of_a_long_solution_is_read(text, expected):
    assert letters(text) == expected
