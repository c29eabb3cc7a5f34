"""Brackets between an option and what is said of it; names of labels in a box; what is left of tokens."""

import pytest

from parsers import Outcome, read_answer
from tests.support.letters import letters_for

TREES = {"A": "oak", "B": "a silver birch of the north", "C": "larch", "D": "maple"}
GLOSS = "the birch with the white bark"
RIGHT = [
    "Therefore, option {} is the correct answer.",
    "Daher ist Option {} richtig.",
    "Por lo tanto, la opción {} es la correcta.",
    "Portanto, a alternativa {} é a correta.",
    "Отже, варіант {} є правильним.",
    "Bu nedenle, {} doğrudur.",
    "Deməli, {} düzgündür.",
    "Demak, {} to‘g‘ri.",
    "Сондықтан {} дұрыс.",
    "Vì vậy, đáp án {} là đúng.",
    "Kwa hivyo, chaguo {} ni sahihi.",
    "Jadi, pilihan {} adalah yang paling tepat.",
    "তাই, বিকল্প {} সঠিক।",
    "ดังนั้น ข้อ {} ถูกต้อง",
    "Därför är alternativ {} rätt.",
    "したがって、{}が最も適切です。",
]
WRONG = [
    "Option {} ist nicht richtig.",
    "La opción {} no es la correcta.",
    "Варіант {} є неправильним.",
    "{} doğru değildir.",
    "Pilihan {} tidak tepat.",
    "Chaguo {} si sahihi.",
    "Alternativ {} är inte rätt.",
    "{}は適切ではありません。",
]


letters = letters_for(TREES)


@pytest.mark.parametrize("sentence", RIGHT)
def test_a_gloss_in_brackets_parts_no_option_from_what_is_said_of_it(sentence):
    assert letters(sentence.format("B")) == letters(sentence.format(f"B ({GLOSS})")) == "B"


@pytest.mark.parametrize("sentence", WRONG)
def test_behind_a_gloss_a_denial_is_one(sentence):
    assert letters(sentence.format("B")) == letters(sentence.format(f"B ({GLOSS})")) == ""


@pytest.mark.parametrize(
    "sentence",
    ["Option B (falsch) richtig.", "La opción B (no) es la correcta.", "B (incorrecta) es correcta."],
)
def test_a_verdict_in_brackets_is_no_gloss(sentence):
    assert letters(sentence) == ""


@pytest.mark.parametrize(
    "box", [r"\boxed{{{}}}", r"$\boxed{{\text{{{}}}}}$", "উত্তর হলো:\n$$\n\\boxed{{{}}}\n$$"]
)
@pytest.mark.parametrize("name", ["খ", "বি", "ख", "ب", "ข", "ב"])
def test_the_name_of_a_label_is_read_in_a_box(box, name):
    assert letters(box.format(name)) == "B"


def test_a_word_in_a_box_is_no_name_of_a_label():
    assert letters(r"\boxed{খবর}") == ""
    assert letters(r"\boxed{ب و}") == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Answer: X has a white bark. So the correct answer is B.", "B"),
        ("**Cavab:** X ağacının qabığı ağdır. Yəni düzgün cavab **B** variantıdır.", "B"),
        ("Ответ: X имеет белую кору. Правильный ответ: B.", "B"),
    ],
)
def test_a_letter_that_a_sentence_is_about_is_no_choice(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    "text", ["Answer: X", "Answer: X is correct.", "Answer: F has it.", "Cavab: X variantıdır."]
)
def test_a_letter_that_the_item_lacks_is_a_choice_still(text):
    assert read_answer(text, TREES).outcome is Outcome.OUT_OF_RANGE


@pytest.mark.parametrize("end", ["|end|", "<|end|", "|im_end|", "|end|>\nB"])
def test_what_is_left_of_a_token_ends_the_turn(end):
    assert letters(f"oak{end}") == "A"


def test_a_table_has_bars_of_its_own():
    assert letters("|start|end|\n|---|---|\n|1|2|\n\nAnswer: B") == "B"
