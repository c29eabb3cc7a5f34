"""Solutions of examination items: the item's number and title above them, and values in fences."""

import pytest

from parsers import read_answer

NUMBERS = {"A": "$0$", "B": "$1$", "C": "$\\sqrt{2}$", "D": "$2$"}
TREES = {"A": "larch", "B": "birch", "C": "elm", "D": "oak"}
PART = "## Part I: Multiple Choice Questions\n\n### Question 2\n\n"


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("## 1\n\n### Solution\nIts modulus is sought.\n\n### Answer\n{'1': ['C']}", NUMBERS, "C"),
        ("1\n\n### 答案\n{'1': ['C']}\n\n***", NUMBERS, "C"),
        ("## 2.\n\nThe modulus is sought.\n\nThe correct answer is C.", NUMBERS, "C"),
        ("## 2\n\nBecause it is.", NUMBERS, "D"),
        ("2\n\nThe correct answer is C.", NUMBERS, ""),
        (
            PART + "#### Answer\n{'2': ['B']}\n\n***\n\n#### Solution\nTo find it, look.",
            TREES,
            "B",
        ),
        (PART + "#### Solution Process\nThe leaf is small.\n\nThe answer is B.", TREES, "B"),
        ("The tree is small.\n\nQuestion 2: what is it?\nThe answer is B.", TREES, ""),
        ("The leaf was looked at for long.\n\n### Answer\n```python\n{'8': ['C']}\n```\n\n***", TREES, "C"),
        ("The leaf was looked at for long, by many.\n\n```python\nanswer = ['C']\n```", TREES, ""),
        ("Hence the tangent is \\boxed{2\\sqrt{3}}.", NUMBERS, ""),
        ("Hence the tangent is \\boxed{2}.", NUMBERS, "D"),
    ],
)
def test_the_number_and_title_of_an_item_are_no_answer(text, options, expected):
    assert "".join(read_answer(text, options).letters) == expected


VALUES = {"A": "$-1$", "B": "$\\frac{1}{2}$", "C": "$1$", "D": "$2$"}
LISTED = "### Original Problem\nFind a.\n- A. $-1$\n- B. $\\frac{1}{2}$\n- C. $1$\n- D. $2$\n\n"
CHECKED = "- A. $a = -1$: no.\n- B. $a = \\frac{1}{2}$: no.\n- C. $a = 1$: no.\n- D. $a = 2$: it fits.\n\n"
LOGIC = {"A": "Both p and q are true", "B": "Only q is true", "C": "Only p is true"}


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (
            f"{LISTED}### Solution\nWe can solve this problem so.\n\n### Answer\n{{'6': ['D']}}",
            VALUES,
            "D",
        ),
        (f"{LISTED}Let's check the given options:\n{CHECKED}The answer is D.", VALUES, "D"),
        (f"The answer is A.\n\nWe can solve the next problem too.\n\n{LISTED}The answer is D.", VALUES, "A"),
        ("- $p: \\forall x, x > 1$\n- $q: \\exists x, x = 1$\n\n### Answer\n{'2': ['B']}", LOGIC, "B"),
        ("The leaf is small.\n\nQ: what is it?\nAnswer: B", LOGIC, ""),
    ],
)
def test_a_list_that_only_restates_the_item_does_not_end_the_reply(text, options, expected):
    assert "".join(read_answer(text, options).letters) == expected
