"""Labels in formulas, labels before what another option begins with, small letters that head parts."""

import pytest

from parsers import AnswerMode, Outcome, read_answer
from tests.support.letters import letters_for

FIGURES = {"A": "0.2", "B": "0.6", "C": "$2.72$ $L$", "D": "70 pieces", "E": "1", "I": "75 pieces"}
COSTS = {"A": "rise in costs", "B": "a rise in costs and wages", "C": "a rise in costs", "D": "none"}
SUMS = {
    "A": "$10,000 and $50,000", "B": "$30,000 and $150,000", "C": "$15,000 and $75,000",
    "D": "$20,000 and $100,000",
}  # fmt: skip


letters = letters_for(FIGURES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The correct position is \\[ x = 2.72L \\]\n\nThe answer is \\( C. 2.72L \\).", "C"),
        ("So the answer is $B. 0.6$.", "B"),
        ("(i) The number of pieces by noon is:\n\\[ The answer is D. 70 pieces \\]", "D"),
        ("Therefore, the answer is:\n\\[\nThe answer is I.\n\\]", "I"),
        ("Thus, the correct option is $B. 0.6$.", "B"),
        ("The answer is option \\( B. 0.6 \\).", "B"),
        ("Option \\( A. \\frac{1}{5} \\) is wrong. The answer is B.", "B"),
        ("Choice $E. 60$ can't be right, so the answer is B.", "B"),
        ("For option \\( A. 5x \\) we get 1. For option \\( B. 3x \\) we get 2. The answer is B.", "B"),
        ("The product is \\( B. A \\) for these two.", ""),
        ("The law is \\[ the sum of A and B \\]", ""),
    ],
)
def test_a_label_is_read_in_a_formula_that_gives_the_answer(text, expected):
    assert letters(text) == expected


def test_a_label_before_its_own_text_is_no_article():
    assert letters("The answer is A. rise in costs", COSTS) == "A"
    assert letters("The answer is a rise in costs", COSTS) == "C"
    assert letters("The answer is C. a rise in costs", COSTS) == "C"


def test_small_letters_that_head_parts_are_no_labels():
    parts = "Thus, the answers are:\n- (a) The bank can lend more.\n- (b) The others can add more.\n\n"
    assert letters(parts, SUMS) == ""
    assert letters(f"{parts}The answer is (C).", SUMS) == "C"
    assert letters("The answers are:\n(a) $10,000 and $50,000\n(b) $30,000 and $150,000", SUMS) == ""
    both = "The answers are:\n(a) $10,000 and $50,000\n(b) $30,000 and $150,000"
    assert letters(both, SUMS, mode=AnswerMode.MULTI) == "AB"
    assert letters("The answer is:\n(b) The others can add more.", SUMS) == "B"


def test_small_letters_without_a_first_bracket_head_parts_where_a_capital_is_declared():
    parts = "a) To find the profit, we add. It is 10.\n\nb) With a discount, it is 50."
    assert letters(f"{parts}\n\nThe answer is (C).", SUMS) == "C"
    assert letters(f"{parts}\n\nThe answer is (c).", SUMS) == ""
    assert letters(f"{parts.partition(chr(10))[0]}\n\nThe answer is (C).", SUMS) == ""


def test_a_letter_with_a_prime_before_an_equals_sign_is_a_variable():
    seconds = {"A": "T s", "B": "2T s", "C": "4T s", "D": "8T s"}
    text = "Therefore: T' = 8T\n\nThe period becomes **8T s**.\n\nANSWER: D"
    assert "".join(read_answer(text, seconds).letters) == "D"


def test_initials_before_a_surname_with_its_possessive_are_no_labels():
    text = 'No, R. A. Marlowe\'s "Long Road" has fewer pages than his "Short Road."'
    assert "".join(read_answer(text, {"A": "YES", "B": "NO"}).letters) == "B"


def test_a_label_before_a_word_of_an_option_is_no_initial():
    kinds = {"A": "Poisson process", "B": "Wiener process", "C": "Markov process"}
    text = "Answer: A\n\nC. Markov chains are memoryless, so that fits better."
    assert read_answer(text, kinds).outcome is Outcome.AMBIGUOUS
