"""A list of options that a line opens: its first option is gone through, not chosen."""

import pytest

from parsers import AnswerMode
from tests.support.letters import letters_for

OPTIONS = {"A": "İzmir", "B": "Hatay", "C": "Karaman", "D": "Bolu"}


letters = letters_for(OPTIONS)


@pytest.mark.parametrize(
    "text",
    [
        "Verilen seçeneklere baktığımızda:\n\nA) İzmir: İzmir, birinci derece",
        "Sasa, tuchunguze chaguzi:\n\n- **A. Izmir**\n  Hii inaonekana kuwa",
        "3-cü addım: Cavab variantlarına nəzər salaq:\nA) İzmir",
        "2. Жауаптарды талдау:\n- İzmir - жағалаудағы қала",
        "**Разбор вариантов:**\n* **A. Измир**",
        "Betrachten wir die Optionen:\n\n**A. Izmir** ist eine Stadt am Meer",
        "Analicemos las opciones:\n\n- **A. İzmir**: es una ciudad",
        "Which of them is a port? Here's the analysis:\n\n- **Option A** claims that it lies by the sea",
        "Let's review each option:\n\n- **A. İzmir** (Smyrna) - a city that",
        "Har bir variantni tekshiramiz:\n\nA) İzmir - dengiz boʻyidagi shahar",
        "Hebu tuangalie kwa undani:\n\nA. **İzmir**",
        "Let us look at the options:\n\nA. İzmir: a city by the sea that",
    ],
)
def test_the_first_option_below_a_line_that_opens_the_list_is_no_answer(text):
    assert letters(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Doğru seçenek:\n\nA) İzmir",
        "Bu seçeneklerden en uygunu:\n\nA) İzmir",
        "La mejor de las opciones es:\n\nA. İzmir",
        "Basierend auf den Optionen, ist die genaueste Antwort:\n\nA. İzmir",
        "From the options given:\n\nA. İzmir",
        "Von den Optionen:\n\nA. İzmir",
        "Правильный из вариантов:\n\nA. Измир",
    ],
)
def test_a_line_that_calls_one_of_them_right_opens_no_list(text):
    assert letters(text) == "A"


def test_an_analysis_that_calls_the_first_option_right_is_read():
    assert letters("Here's the analysis:\n\n- Option A is correct, since it lies by the sea.") == "A"
    assert letters("The correct answer is A. Here's the reasoning:\n\n- A. İzmir lies by the sea.") == "A"


def test_what_is_called_right_in_such_a_list_is_read():
    assert letters("Tuchunguze chaguzi:\n\nA. Izmir: A ni sahihi kwa sababu iko baharini.") == "A"
    assert letters("Tuchunguze chaguzi:\n\nA. Izmir: si hivyo.\n\nKwa hivyo, jibu sahihi ni B.") == "B"


@pytest.mark.parametrize("mode", AnswerMode)
def test_what_is_denied_of_an_entry_with_its_own_text_denies_it(mode):
    text = "Şimdi seçenekleri değerlendirelim:\n\nA) İzmir: Bu bir dağ değildir.\n\nDoğru cevap B şıkkıdır."
    assert letters(text, mode=mode) == "B"


def test_an_answer_with_its_own_text_may_deny_what_was_asked_of_the_others():
    options = {"A": "İzmir", "B": "Hatay", "C": "Karaman", "D": "Ural"}
    assert letters("Җавап: D. Ural — Төркия шәһәре түгел.", options) == "D"


TREES = {"A": "oak", "B": "birch", "C": "larch", "D": "pine"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Let's examine the options: A. oak - This is the tree that fits best, since it has acorns.", "A"),
        ("Answer choices:\nA. oak - This is the correct answer.", "A"),
        ("Let's examine the options: A. oak - This is a tree with acorns.", ""),
        ("Let's examine the options: A. oak - This is the tree that fits", ""),
        ("Let's examine the options: A. oak - This is not the tree that fits.", ""),
        ("Let's examine the options: A. oak - This is the best so far. B. birch - This", ""),
        ("Let's examine the options: A. oak - This is correct in the north. In the south it is not.", ""),
        ("Let's examine the options: A. oak - This is the right genus, but the wrong species.", ""),
        ("Let's examine the options: A. oak - This is the most common tree.", ""),
        ("Let's examine the options: A. oak - This is correct. Now the others:", ""),
        ("Let's examine the options: A. oak - This is right. Next I look at the rest.", ""),
        ("Having only these options:\n\nA. oak", ""),
        ("Answer choices:\nA. oak", ""),
        ("Having weighed every option:\n\nA. oak", "A"),
        ("Let's go through the options:\n\nA. oak. This is correct.", ""),
        ("Which one is not a tree? Here are the options:\nA. oak - This is the best match.", ""),
        ("We need the incorrect statement. Let's examine the options: A. oak - This is the best fit.", ""),
    ],
)
def test_an_entry_below_such_a_line_is_read_where_a_whole_sentence_judges_it_right(text, expected):
    assert letters(text, TREES) == expected


def test_an_entry_is_not_read_where_the_reply_is_cut_before_the_others():
    text = "Let's examine the options: A. oak - This is the best match."
    assert letters(text, TREES) == "A"
    assert letters(text, TREES, finish_reason="length") == ""
