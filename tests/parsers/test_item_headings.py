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
