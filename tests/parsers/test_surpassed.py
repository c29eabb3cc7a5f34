"""What only looks like the answer: named between commas, called the most plausible, or possible."""

import pytest

from parsers import Outcome, read_answer
from parsers.grammar import superlatives
from tests.support.letters import letters_for

_TURNS = (
    ", pero", ";aber", ", но", ", όμως", " مگر", "لیکن", "ولكن", "কিন্তু", "แต่", "، la correcta",
    ", das richtige",
)  # fmt: skip
_NO_TURNS = ("pero", ", peros", ", la mas", "xمگر", "مگرx", "xلیکن", ",", "แ", "م")


@pytest.mark.parametrize("words", _TURNS)
def test_these_words_turn_to_another_option(words):
    assert superlatives.TURN.search(f"◆ {words} ") is not None


@pytest.mark.parametrize("words", _NO_TURNS)
def test_other_words_do_not(words):
    assert superlatives.TURN.search(f"◆ {words} ") is None


OPTIONS = {"A": "oak", "B": "birch", "C": "pine", "D": "elm"}


letters = letters_for(OPTIONS)


@pytest.mark.parametrize(
    "text",
    [
        "In the previous question, the correct answer, B, was easy.",
        "For question 1, the correct answer, C, was given.",
        "In the example, the correct answer, A, is marked.",
        "Please provide the final answer, A, in brackets.",
        "The format is: the correct answer, A, then the reason.",
        "I am unsure whether the correct answer, B, is complete.",
        "Neither the best answer, A, nor C fits.",
        "This is hardly the best option, B, because it burns.",
        "The right choice, A, would require evergreen leaves.",
        "Die beste Antwort, A, gibt es nicht.",
        "En la pregunta anterior la respuesta correcta, B, era fácil.",
        "In der vorigen Frage war die richtige Antwort, B, leicht.",
        "A resposta correta, B, não está clara.",
    ],
)
def test_an_answer_between_commas_under_a_hedge_or_of_another_question_is_none(text):
    assert letters(text) == ""


def test_what_replaces_an_answer_between_commas_is_the_answer():
    assert letters("The correct answer, A, was my first thought, but it is B.") == "B"
    assert letters("I first gave the correct answer, A, but now B.") == "B"
    assert letters("The student marked the correct answer, B, but the key says C.") != "B"


def test_an_answer_between_commas_that_opens_its_sentence_is_the_answer():
    assert letters("So, the correct answer, B, has white bark.") == "B"
    assert letters("Birches are white.\nThe best option, B, is a tree with white bark.") == "B"
    assert letters("Por lo tanto, la respuesta correcta, B, tiene corteza blanca.") == "B"


@pytest.mark.parametrize(
    "text",
    [
        "Η επιλογή A είναι πιθανή.",
        "Η επιλογή A είναι πιθανή, αλλά όχι η καλύτερη.",
        "Είναι πιθανή η A ή η B.",
        "Η A είναι κατάλληλη για ενήλικες, η B για παιδιά.",
        "Η επιλογή A είναι πιθανή και η B επίσης πιθανή.",
        "Eine der plausibelsten ist A.",
    ],
)
def test_what_is_possible_or_among_the_most_plausible_is_no_answer(text):
    assert letters(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "La opción A es la más completa, pero no la correcta.",
        "A opção A é a mais completa, mas não a correta.",
        "Opcja A jest najbardziej prawdopodobna, ale nie poprawna.",
        "Varianta A este cea mai probabilă, dar nu corectă.",
        "La A es la más plausible, pero es incorrecta.",
        "A is the most plausible, yet it is wrong.",
        "A is the most plausible but not certain.",
        "A is the most defensible objection.",
    ],
)
def test_what_is_the_most_plausible_and_still_not_right_is_no_answer(text):
    assert letters(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "La más completa sería A, la correcta B.",
        "A on paras, mutta oikea on B.",
        "الأقرب هو A، لكن الصحيح B.",
        "A قریب ترین ہے مگر درست B ہے۔",
        "উত্তরের কাছাকাছি বিকল্প A, কিন্তু সঠিক B।",
        "คำตอบใกล้เคียง A แต่เป็น B",
    ],
)
def test_what_is_the_nearest_is_not_the_answer_where_another_is_the_right_one(text):
    assert letters(text) in ("", "B")


@pytest.mark.parametrize(
    "text",
    [
        "Het meest waarschijnlijk is A, maar het antwoord is B.",
        "Mest sandsynlig er A, men svaret er B.",
        "B is the answer; A is the most plausible distractor.",
        "A is the most plausible distractor, but B is right.",
    ],
)
def test_the_right_answer_outdoes_the_most_plausible_one(text):
    assert letters(text) == "B"


@pytest.mark.parametrize(
    "text",
    [
        "Η επιλογή B είναι η πιο πιθανή.",
        "Η B είναι η πιο κατάλληλη.",
        "Am wahrscheinlichsten ist B.",
        "La opción B es la más completa, porque no es un roble.",
        "B is the most plausible, as it has white bark but A has none.",
        "B is the most plausible option.",
    ],
)
def test_the_most_plausible_option_alone_is_the_answer(text):
    assert letters(text) == "B"


@pytest.mark.parametrize(
    "text",
    [
        "Jibu labda ni B lakini sijui.",
        "Jibu labda ni A, labda B.",
        "Jibu labda ni B, labda si B.",
        "Kama jibu labda ni B, basi A ni kosa.",
    ],
)
def test_what_may_be_the_answer_in_swahili_is_none(text):
    assert letters(text) == ""


def test_who_does_not_know_in_swahili_abstains():
    assert read_answer("Jibu labda ni B lakini sijui.", OPTIONS).outcome is not Outcome.ANSWER


CLEAR = """\
B is the obvious first choice.
B is the clear logical choice.
B is the clear overall winner.
B is the clear diagnosis.
Option B is the obvious diagnosis here.
B is the obvious candidate.
B is the obvious culprit.
B is the obvious front-runner.
B is obvious at first glance.
B is clear enough.
B seems obvious after reading the question.
B is clear without further tests.
B is obvious with this bark."""


@pytest.mark.parametrize("text", CLEAR.splitlines())
def test_what_is_clear_or_the_clear_one_is_the_answer(text):
    assert letters(text) == "B"


def test_what_is_clear_reasons_or_a_clear_lure_is_no_answer():
    assert letters("B is the obvious distractor.") == ""
    assert letters("Soil (A) and water (B) are clear factors.") == ""
    assert letters("Option B is clear evidence of decay.") == ""
