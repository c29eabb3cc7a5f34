"""What stands beside an answer and is no second one, no denial and no cut: reasons, kinds, entries."""

import pytest

from parsers import Outcome, read_answer
from tests.support.letters import letters_for

TREES = {"A": "oak", "B": "birch", "C": "larch", "D": "elm"}
FILLER = "It grows on poor soils and in the mountains, where few other trees do, and it lives long. " * 3

letters = letters_for(TREES)


@pytest.mark.parametrize("who", ["it", "which", "this", "that"])
@pytest.mark.parametrize("aside", ["is not a conifer", "isn't a conifer", "is not D"])
def test_a_reason_that_denies_something_else_denies_no_answer(who, aside):
    assert letters(f"The correct answer is option (B), {who} {aside}.") == "B"


@pytest.mark.parametrize("who", ["it", "which", "this"])
@pytest.mark.parametrize(
    "denial",
    [
        "is not right",
        "is not the answer",
        "is not an option",
        "is not correct",
        "isn't",
        "does not fit",
    ],
)
def test_a_denial_behind_an_answer_denies_it(who, denial):
    assert letters(f"The correct answer is option (B), {who} {denial}.") == ""


def test_what_an_option_does_not_do_is_no_reason():
    assert letters("The correct answer is option (B), which does not shed needles.") == ""


def test_a_closed_bold_text_ends_a_reply():
    said = f"{FILLER}\n\n**Answer:**\n\nThe tree that sheds its needles is **the larch (Option C).**"
    assert letters(said) == "C"
    assert letters(f"{FILLER}\n\n**Conclusion**\n\nSo **the larch sheds its needles (Option C).**") == "C"


@pytest.mark.parametrize("end", ["*", "**"])
def test_a_bold_text_that_is_left_open_does_not(end):
    assert letters(f"{FILLER}\n\nThe tree that sheds its needles is {end}") == ""


def test_letters_that_options_define_are_things():
    options = {
        "A": "A = ethanol, B = ether",
        "B": "A = ether, B = ethanol",
        "C": "A = ethanol, B = water",
        "D": "A = water, B = ether",
    }
    said = "The correct option is **C**. The products are:\n- **A**: ethanol\n- **B**: water"
    assert letters(said, options) == "C"
    assert letters("The products are clear, so B is correct.", options) == "B"


def test_a_kind_named_by_letters_is_no_option():
    blood = "D. elm\n\nRationale: the blood type is O and the mother's blood type is A, B, or AB. So it is."
    assert letters(blood) == "D"
    assert letters("The tree type is B.") == "B"


@pytest.mark.parametrize("verb", ["choose", "select", "pick"])
def test_what_choosing_would_need_is_no_choice(verb):
    assert letters(f"To {verb} A or B would require more than we know.\n\nMy answer is C") == "C"
    assert letters(f"To {verb} B would require more than we know.") == ""
    assert letters(f"I {verb} B.") == "B"


def test_an_option_of_which_a_conclusion_says_that_it_is_not_so_is_none():
    said = (
        "The answer is (A). Nothing is said of bark, so option (B) introducing white bark is not supported."
    )
    assert letters(said) == "A"
    assert letters("Nothing is said of needles, so option (B) fits.") == "B"


def test_an_option_that_is_right_in_exceptions_is_not_the_answer():
    assert letters("There are cases where B makes more sense.\n\nCHOICE: A") == "A"


@pytest.mark.parametrize("word", ["misconception", "myth"])
def test_a_text_that_is_called_a_myth_at_once_is_no_answer(word):
    assert letters(f"B. birch\n\nActually, this is a common {word}. The bark of the oak may be white.") == ""
    assert letters(f"B. birch\n\nMany believe that it is the oak. That is a common {word}.") == "B"


def test_a_paragraph_that_denies_its_heading_chooses_nothing():
    said = "Let us see.\nOption (A): oak\nIt keeps its leaves, so (A) does not fit.\n"
    said += "Option (B): birch\nIt has leaves, so (B) does not fit. So neither of them does."
    assert letters(said, {"A": "oak", "B": "birch"}) == ""


def test_a_list_without_order_that_breaks_off_chooses_nothing():
    said = f"{FILLER}\n{FILLER}\n**Answer:**\n\nB. birch\nD. elm\nC. larch\nA. oak\nF. yew\nE. fir"
    assert letters(said, TREES | {"E": "fir", "F": "yew"}) == ""


@pytest.mark.parametrize("key", ["ruled_out", "incorrect", "eliminated_options", "rejected"])
def test_fields_below_a_key_that_rejects_them_are_no_answers(key):
    assert read_answer(f'{{"{key}": {{"answer": "B"}}}}', TREES).outcome is Outcome.NO_ANSWER
    assert read_answer(f'{{"{key}": [{{"option": "birch"}}]}}', TREES).outcome is Outcome.NO_ANSWER
    assert letters(f'{{"{key}": {{"option": "B"}}, "answer": "C"}}') == "C"
