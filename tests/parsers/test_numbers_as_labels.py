"""Labels that are numbers are read as letters in their place are, and so are the statements around them."""

import pytest

from parsers import read_answer

TEXTS = ("red maple", "white birch", "silver fir", "black poplar")
LETTERS = dict(zip("ABCD", TEXTS, strict=True))
NUMBERS = dict(zip("1234", TEXTS, strict=True))
# So long that a number in passing is no answer.
REASONS = (
    "\n\nThe trees that stand here were planted at a time when nobody had thought of the weather they meet "
    "today, and the soil under them has changed as well. What follows from it is a matter of some dispute."
)
SENTENCES = (
    "Option ◆ is correct.",
    "Therefore, option ◆ is the correct answer.",
    "La opción **◆** es la única correcta.",
    "La afirmación **falsa** es la número **◆**.",
    "La señal que aumenta la sospecha es la opción **◆. white birch**.",
    "La afirmación correcta según el documento Global Initiative 2025 (GOLD 2025) es la **opción ◆**.",
    "Вариант ◆ верен.",
    "Die Option ◆ ist richtig.",
    "Die falsche Aussage ist ◆.",
    "L'option ◆ est correcte.",
    "したがって、誤っている記述は◆です。",
    "選択肢◆が正しい。",
    "विकल्प ◆ सही है।",
    "الخيار ◆ هو الصحيح.",
    "ข้อ ◆ ถูกต้อง",
)
DENIED = (
    "La opción ◆ es incorrecta.",
    "Option ◆ is wrong.",
    "La opción ◆ no es correcta.",
    "Die Option ◆ ist falsch.",
)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_reads_alike_with_letters_and_with_numbers(sentence):
    by_letter = read_answer(sentence.replace("◆", "B") + REASONS, LETTERS)
    by_number = read_answer(sentence.replace("◆", "2") + REASONS, NUMBERS)
    assert (by_letter.letters, by_number.letters) == (frozenset("B"), frozenset("2"))


@pytest.mark.parametrize("sentence", DENIED)
def test_a_number_that_is_denied_is_no_answer(sentence):
    assert not read_answer(sentence.replace("◆", "2") + REASONS, NUMBERS).letters


@pytest.mark.parametrize(
    "sentence",
    [
        "The dose is 2 mg and correct.",
        "It takes 2 weeks, which is right.",
        "In 2 of them the choice is sound.",
    ],
)
def test_a_number_that_counts_something_is_no_label(sentence):
    assert not read_answer(sentence + REASONS, NUMBERS).letters


def test_accents_that_are_signs_of_their_own_are_the_same_text():
    options = {
        "A": "ku\u0308tleye bag\u0306l\u0131 deg\u0306ildir",
        "B": "h\u0131za bag\u0306l\u0131d\u0131r",
    }
    said = "Doğru cevap **A) kütleye bağlı değildir.**\n\n**Açıklama:** Hız sabittir."
    assert read_answer(said, options).letters == frozenset("A")


@pytest.mark.parametrize(
    "said",
    [
        "Sobram R$ 1 440,00 para os doutores. A alternativa correta é a B. Resposta: B.",
        "It costs $ 20 for each of them. The answer is B.",
        "The solution is the interval (2; 9], so the answer is:\n\n**B**",
        "选项A是正确的。选项C是正确的。选项D也是正确的。选项B是错误的。\n【答案】B",
        "Cevap: B\n\nDiğer seçeneklerin anlamları:\n- red maple: bir ağaç\n- silver fir: başka bir ağaç",
        "B) white birch\n\nА. В. Затаевич жинаған әндер туралы.",
    ],
)
def test_what_stands_around_does_not_hide_the_answer(said):
    assert read_answer(said, LETTERS).letters == frozenset("B")


def test_a_label_beside_its_own_text_that_is_a_letter_is_one_answer():
    assert read_answer("Cavab: **B) A**", {"A": "N", "B": "A", "C": "H", "D": "C"}).letters == frozenset("B")


@pytest.mark.parametrize(
    "said",
    [
        "2 wordt uitgesloten.",
        "2 nemůže být správně.",
        "저라면 2를 고르지 않겠습니다.",
        "Kama mgonjwa angekuwa mzee, 2 ingekuwa sahihi.",
        "2 को हटा देते हैं।",
    ],
)
def test_what_another_language_says_of_a_lone_number_is_not_taken_for_a_choice(said):
    assert read_answer(said, NUMBERS).letters == frozenset()


@pytest.mark.parametrize("said", ["Odpowiedź nr 2", "Vastaus on 2.", "Chọn 2.", "2."])
def test_a_lone_number_that_ends_a_short_reply_is_the_choice(said):
    assert read_answer(said, NUMBERS).letters == frozenset("2")


@pytest.mark.parametrize("said", ["I will choose... 2", "Je vais choisir l'option… 2"])
def test_a_number_behind_dots_may_be_all_that_follows_them(said):
    """What stands behind the last character was once asked for without a look whether there is any."""
    assert read_answer(said, NUMBERS).letters == frozenset("2")


def test_a_denial_in_the_text_behind_a_number_is_not_of_the_number():
    options = {"1": "Los sucesos inter- personales", "2": "Los sucesos no inter- personales"}
    said = "La respuesta correcta es:\n\n2. Los sucesos no interpersonales.\n\nEs lo que se ve."
    assert read_answer(said, options).letters == frozenset("2")
    assert read_answer("2. seçenek yanlıştır.", options).letters == frozenset()
