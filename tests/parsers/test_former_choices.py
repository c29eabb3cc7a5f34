"""Options that were chosen before, by somebody else, or that the next sentence judges wrong."""

import pytest

from tests.support.letters import letters_for

letters = letters_for({"A": "oak", "B": "birch", "C": "pine", "D": "elm"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The professor thinks the best answer is A. But I need to verify that.", ""),
        ("The professor thinks the best answer is A. I need to verify. The answer is B.", "B"),
        ("My teacher insists that the answer is A.", ""),
        ("The expert believes the answer is A.", ""),
        ("Experts believe that B is correct.", "B"),
        ("Many believe the answer is B, and they are right.", "B"),
        ("As a teacher I believe that B is right.", "B"),
        ("The teacher should use option B.", "B"),
        ("The author believes that birch is the tallest of them.", "B"),
        ("I believe the answer is A, whatever the professor thinks.", "A"),
        ("The professor is right. The answer is A.", "A"),
    ],
)
def test_what_somebody_else_thinks_is_no_answer(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C: pine\n\n(Note: The previous choice was A; this one fits.)", "C"),
        ("C\n\nMy initial answer was A.", "C"),
        ("C: pine. It has needles. (Note: The previous answer was A, for its leaves.)", "C"),
        ("C. pine. Your earlier selection was (A).", "C"),
        ("C\n\nThe previous choice is still A.", ""),
        ("C\n\nMy final answer was A.", "A"),
        ("My previous answer was B, and I stand by it.", "B"),
        ("You suggest C. My original answer was B and I maintain that B is correct.", "B"),
        ("A seems right at first. Checking again, my initial answer was B, which is correct.", "B"),
        ("I choose D. Actually, my initial choice was right: the initial choice was B.", "B"),
        ("I understand you think the answer is C. My original answer was B.", ""),
        ("Option A is correct for its leaves only. My initial answer was B, and it still stands.", ""),
    ],
)
def test_what_was_chosen_before_is_no_second_answer(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("D) elm.\n\nThis is incorrect. Elms have no white bark.\n\nThe correct answer remains A) oak.", "A"),
        ("**D. elm**\nThat option is wrong.\n\nThe correct answer is B.", "B"),
        ("D) elm.\n\nThis is correct.\n\nThe correct answer is A) oak.", ""),
        ("D) elm.\n\nThis is incorrectly named.\n\nThe correct answer is A) oak.", ""),
        ("D) elm.\n\nThis is incorrect, as elms are not tall.", "D"),  # the wrong one may be asked for
        ("The answer is D) elm. This is incorrect. The correct answer is A.", ""),
    ],
)
def test_an_option_judged_wrong_at_once_is_no_second_answer(text, expected):
    assert letters(text) == expected
