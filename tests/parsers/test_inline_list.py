"""Options listed in one sentence, and words that praise or merely describe."""

import pytest

from parsers import Outcome, read_answer
from tests.support.letters import letters_for

OPTIONS = {"A": "red paint", "B": "blue", "C": "green", "D": "grey"}


letters = letters_for(OPTIONS)


@pytest.mark.parametrize(
    "text",
    [
        "The options are: A. red colour, B. blue, C. green, D. gray.",
        "The options are A) red colour, B) bluish, C) greenish, and D) gray. First I look at",
        "The options are: (A) red paint, (B) bluish, (C) greenish, (D) grey.",
        "Las opciones son: A. pintura roja, B. azul, C. verde, D. gris.",
        "Die Optionen sind: A. rote Farbe, B. Blau, C. Grün und D. Grau.",
        "Chaguzi ni: A. rangi nyekundu, B. bluu, C. kijani, na D. kijivu. Kwanza, ninahitaji",
    ],
)
def test_all_options_in_one_sentence_are_a_list_that_chooses_none(text):
    reading = read_answer(text, OPTIONS)
    assert (reading.outcome, reading.letters) == (Outcome.NO_ANSWER, frozenset())


def test_the_answer_behind_such_a_list_is_read():
    listed = "Chaguzi ni: A. rangi nyekundu, B. bluu, C. kijani, na D. kijivu.\n\n"
    judged = "**A. Nyekundu**: si hivyo.\n**B. Buluu**: si hivyo.\n**C. Kijani**: ndiyo.\n\n**Jibu**: C"
    assert letters(listed + judged) == "C"
    assert letters("The options are: A. reddish, B. bluish, C. greenish, D. gray. The answer is C.") == "C"


def test_some_of_the_options_or_what_is_said_of_them_is_no_list():
    assert letters("The colour is: A. reddish, B. bluish.") == "A"
    assert letters("The colour is: A. reddish, not B. bluish, C. greenish or D. gray.") == "A"


def test_what_is_clear_is_the_answer_only_beside_a_noun_for_one():
    assert letters("Warm colours (A) and cold colours (B) are clear groups.") == ""
    assert letters("Option B is a clear difference from the others.") == ""
    for said in (
        "B is clear.",
        "B is the clear choice.",
        "B is the obvious best option.",
        "B is clear from it.",
    ):
        assert letters(said) == "B"


def test_the_most_plausible_option_is_chosen_and_the_most_tempting_one_is_not():
    assert letters("Option B is the most plausible.") == "B"
    assert letters("Option B is most reasonable.") == "B"
    assert letters("La opción B es la más plausible.") == "B"
    assert letters("Option B is the most tempting.") == ""
    assert letters("Option B is plausible.") == ""


def test_a_swahili_clause_that_opens_with_the_right_option_announces_it():
    assert letters("Chaguo linalofaa zaidi kwa mgonjwa huyu ni B.") == "B"
    assert letters("Chaguo linalofaa zaidi kwa mgonjwa huyu si B.") == ""
