"""What stands beside an announced option in European and African languages: commas, quotes, reasons."""

import pytest

from parsers import Outcome, read_answer
from tests.support.letters import letters_for

OPTIONS = {"A": "oak", "B": "birch", "C": "maple", "D": "pine"}
NUMBERED = {"1": "dull oak leaves", "2": "birch", "3": "maple", "4": "pine"}


letters = letters_for(OPTIONS)


@pytest.mark.parametrize(
    "text",
    [
        "The correct answer, **B**, has a white bark and thin leaves.",
        "La respuesta correcta, B, tiene corteza blanca.",
        "Die richtige Antwort, B, hat eine weiße Rinde.",
        "La bonne réponse, B, a une écorce blanche.",
        "Правильный ответ, B, имеет белую кору.",
    ],
)
def test_a_label_between_commas_behind_the_right_answer_is_it(text):
    assert letters(text) == "B"


def test_a_label_between_commas_behind_what_is_not_the_answer_is_none():
    assert letters("This is not the correct answer, B, which sheds its leaves.") == ""
    assert letters("No es la respuesta correcta, B, que pierde las hojas.") == ""


def test_a_reply_that_is_all_in_quotation_marks_quotes_nobody():
    assert letters('"The correct answer is option B, the tree with white bark."') == "B"
    assert letters('"La respuesta correcta es la B, con corteza blanca."') == "B"
    assert letters('"He asked whether B is right."') == ""
    assert letters('He wrote "the correct answer is option B, the tree" and "trees have bark".') == ""


@pytest.mark.parametrize(
    "text", ["La respuesta es B: No es un pino.", "Die Antwort ist B: Es ist keine Eiche."]
)
def test_a_short_word_that_begins_what_the_answer_says_denies_nothing(text):
    assert letters(text) == "B"


def test_what_the_reason_against_a_label_says_is_no_answer():
    assert letters("Option A is incorrect because birch sheds its leaves.") == ""
    assert letters("La respuesta INCORRECTA es 3, ya que el roble pierde las hojas.", NUMBERED) == ""


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("A is wrong, birch is what we need.", OPTIONS),
        ("Since A is wrong, birch remains.", OPTIONS),
        ("It cannot be A, as only birch has white bark.", OPTIONS),
        ("It can't be A, because only birch has white bark.", OPTIONS),
        ("A ist falsch, birch passt.", OPTIONS),
        ("A ではなく birch。", OPTIONS),
        ("A is not correct – white bark means birch", OPTIONS),
        ("It can't be 1, only birch has white bark.", NUMBERED),
    ],
)
def test_a_text_that_is_left_when_a_label_is_denied_is_the_answer(text, options):
    assert letters(text, options) == ("2" if options is NUMBERED else "B")


def test_a_letter_that_stands_for_the_place_of_the_text_beside_it_agrees_with_it():
    assert letters("The correct option is C, maple.", NUMBERED) == "3"
    assert letters("The answer: B. birch", NUMBERED) == "2"
    assert letters("Option B (birch)", NUMBERED) == "2"
    assert letters("The answer is B, because pine grows there.", NUMBERED) == ""


def test_a_letter_in_a_name_like_those_of_the_options_is_no_label():
    vitamins = {"1": "vitamin A", "2": "vitamin D", "3": "vitamin K", "4": "zinc"}
    viruses = {"1": "Hepatitis A", "2": "Hepatitis B", "3": "Hepatitis C", "4": "E. coli"}
    assert letters("Rickets is due to vitamin D; the option vitamin E is absent.", vitamins) == "2"
    assert letters("The answer involves hepatitis B, which is a DNA virus.", viruses) == "2"


def test_a_text_beside_a_letter_that_numbered_options_lack_is_no_answer():
    assert (
        letters('"The answer is option B, since maple has a higher sugar content than oak."', NUMBERED) == ""
    )


def test_a_text_behind_the_number_of_another_option_is_no_answer():
    numbered = {"1": "Tiene hojas.", "2": "Es más habitual en verano.", "3": "Pierde la corteza."}
    assert letters("The correct answer is #3, 'Es más habitual en verano'.", numbered) == ""


@pytest.mark.parametrize(
    "text",
    [
        "La opción B es la más pertinente.",
        "L'option B est la plus cohérente.",
        "A alternativa B é a mais completa.",
        "L'opzione B è la più coerente.",
        "Optie B is het meest waarschijnlijk.",
        "Alternativ B er mest sannsynlig.",
        "Odpowiedź B jest najbardziej prawdopodobna.",
        "Možnost B je nejpravděpodobnější.",
        "Варіант B є найбільш імовірним.",
        "B seçeneği en uygun olanıdır.",
        "Varianta B este cea mai potrivită.",
        "A B válasz a legvalószínűbb.",
        "Jibu pengine ni B.",
        "Impendulo echanekileyo ngu-B.",
    ],
)
def test_the_fittest_option_is_the_answer(text):
    assert letters(text) == "B"


MISSING = [
    "Je suis désolé, mais je ne peux pas fournir une réponse sans plus de contexte.",
    "Lo siento, pero no puedo dar una respuesta sin más información.",
    "Es tut mir leid, aber ich kann ohne weitere Informationen keine Antwort geben.",
    "Não posso fornecer uma resposta sem mais informações.",
    "Я не могу дать ответ без дополнительной информации.",
]


@pytest.mark.parametrize("text", MISSING)
def test_who_misses_information_abstains_and_does_not_refuse(text):
    assert read_answer(text, OPTIONS).outcome is Outcome.NO_ANSWER


def test_options_that_a_key_announces_in_other_words_end_no_reply():
    listed = "Chaguzi ni:\n\nA. mwaloni\nB. mti mweupe\nC. mti mwekundu\nD. msonobari\n\n"
    judged = (
        "- **A. mwaloni**: ina majani.\n- **B. mti mweupe**: gome jeupe.\n- **C. mti mwekundu**: majani.\n\n"
    )
    assert letters(f"Swali linahusu miti. {listed}Tunachambua hapa.\n\n{judged}**Jibu**: B") == "B"
