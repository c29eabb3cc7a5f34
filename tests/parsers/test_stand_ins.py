"""What stands for an option where an answer is due: number words, and yes and no in other words."""

import pytest

from parsers.grammar.stand_ins import numbers, spoken_key, yes_and_no
from tests.support.letters import letters_for

NUMBERED = {"0": "entailment", "1": "neutral", "2": "contradiction"}
KOREAN = {"A": "예", "B": "아니오"}
ENGLISH = {"A": "Yes", "B": "No"}
COUNTED = {"A": "2个女人", "B": "4个运动员"}

letters = letters_for(NUMBERED)


@pytest.mark.parametrize(
    "text",
    [
        "Δύο.",
        "Απάντηση: δύο",
        "Η απάντηση είναι δύο.",
        "**dos**",
        "Die Antwort ist zwei.",
        "答案：二",
        "答案是二。",
        "정답: 둘",
        "Ответ: два.",
        "Jibu: mbili",
        "คำตอบ: สอง",
        "الإجابة: اثنان",
        "उत्तर: दो",
        "Answer: deux",
    ],
)
def test_a_number_word_is_the_label_where_an_answer_is_due(text):
    assert letters(text, NUMBERED) == "2"


@pytest.mark.parametrize(
    "text",
    [
        "δύο λόγοι",
        "όχι δύο",
        "Δεν είναι δύο.",
        "δύο, ένα",
        "Hay dos.",
        "La respuesta no es dos.",
        "¿dos?",
        "dos?",
        "Antwort: zwei Gründe",
        "Неверный ответ: два",
        "Respuesta incorrecta: dos",
        "Número de respuestas: dos",
    ],
)
def test_a_number_word_elsewhere_is_none(text):
    assert letters(text, NUMBERED) == ""


def test_a_number_word_is_no_label_where_an_option_has_a_number():
    assert letters("dos", {"1": "two pears", "2": "one apple"}) == ""
    assert letters("zwei", {"1": "2 Birnen", "2": "1 Apfel"}) == ""


@pytest.mark.parametrize(
    ("options", "text", "letter"),
    [
        (KOREAN, "답: 그렇다.", "A"),
        (KOREAN, "네, 맞습니다.", "A"),
        (KOREAN, "아니다", "B"),
        (KOREAN, "답: 그렇다.질문: 다음은", "A"),
        (ENGLISH, "Evet", "A"),
        (ENGLISH, "Respuesta: Sí.", "A"),
        (ENGLISH, "Antwort: Nein.", "B"),
        ({"A": "是", "B": "否"}, "不是", "B"),
        ({"A": "はい", "B": "いいえ"}, "違います。", "B"),
        ({"A": "نعم", "B": "لا"}, "كلا", "B"),
        ({"A": "Да", "B": "Нет", "C": "Неизвестно"}, "yes", "A"),
    ],
)
def test_other_words_for_yes_and_no(options, text, letter):
    assert letters(text, options) == letter


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (KOREAN, "네, 알겠습니다."),
        (KOREAN, "정답이 아니다."),
        (KOREAN, "예/아니오"),
        (ENGLISH, "Oui, mais non"),
        (ENGLISH, "Ja, ich verstehe."),
        (ENGLISH, "Да?"),
        ({"A": "Evet", "B": "Hayır"}, "Cevap: yok"),
        ({"A": "oak", "B": "birch"}, "Sí"),
    ],
)
def test_no_other_word_is_yes_or_no(options, text):
    assert letters(text, options) == ""


@pytest.mark.parametrize(
    ("text", "letter"),
    [("两个女人。她们更容易受到伤害。", "A"), ("四个运动员", "B"), ("十二个女人", ""), ("第二个女人", "")],
)
def test_a_count_in_chinese_numerals_is_the_digit_of_the_text(text, letter):
    assert letters(text, COUNTED) == letter


def test_words_are_compared_as_the_reader_leaves_them():
    assert all(spoken_key(word) == word for word in (*numbers(), *yes_and_no()))


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (ENGLISH, "Antwort: Ja\n\nBegründung: Das gilt. Daher lautet die richtige Antwort: Nein."),
        (ENGLISH, "Antwort: Ja\nAntwort: Nein"),
        (ENGLISH, "Antwort: Ja\n\nNein, das stimmt nicht."),
        (ENGLISH, "Cevap: Evet\n\nDüzeltme: Cevap: Hayır"),
        (ENGLISH, "답: 예\n\n다시 생각하면, 답: 아니오"),
        (ENGLISH, "답: 그렇다\n답: 그렇지 않다\n답: 그렇다\n답: 그렇지 않다"),
        (NUMBERED, "答案：二\n更正：一"),
        (ENGLISH, "Ответ: да\n\nНет, исправление: ответ — нет."),
        (ENGLISH, "Antwort: Ja\n\nNein, ich korrigiere: Die Antwort lautet nein."),
        (NUMBERED, "Respuesta: dos\n\nCorrección: la respuesta es uno."),
        (NUMBERED, "Die Antwort ist zwei. Halt, die Antwort ist eins."),
    ],
)
def test_one_of_two_that_are_said_is_not_read(options, text):
    assert letters(text, options) == ""


@pytest.mark.parametrize(
    ("options", "text", "letter"),
    [
        (ENGLISH, "Antwort: Ja\n\nBegründung: Das gilt. Antwort: Ja.", "A"),
        (ENGLISH, "Antwort: Nein\n\nBegründung: Kein Baum wird so alt.", "B"),
        (ENGLISH, "答案：是\n\n因为不是每一种都如此。", "A"),
        (NUMBERED, "答案：二\n\n理由：一共有三种，其中两种相反。", "2"),
        (NUMBERED, "Respuesta: dos\n\n- una cosa: roja\n- otra cosa: azul", "2"),
    ],
)
def test_reasons_below_such_a_word_do_not_change_it(options, text, letter):
    assert letters(text, options) == letter


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (ENGLISH, "Tak."),
        (ENGLISH, "Jawapan: Tak"),
        ({"A": "Ya", "B": "Tidak"}, "Jawapan: Tak"),
        ({"A": "Ya", "B": "Tidak"}, "Tak."),
        (ENGLISH, "Jo."),
        (ENGLISH, "Respuesta: rara"),
        ({"A": "Ja", "B": "Nein"}, "Ne"),
        *(
            ({"2": "red", "4": "blue", "5": "green"}, text)
            for text in ("Lima.", "Afar", "Answer: due", "Ответ: бес")
        ),
    ],
)
def test_words_that_mean_something_else_elsewhere_are_not_read(options, text):
    assert letters(text, options) == ""


@pytest.mark.parametrize(
    ("options", "text", "letter"),
    [
        ({"2": "red", "5": "green"}, "Jawaban: lima", "5"),
        ({"2": "red", "5": "green"}, "Risposta: due", "2"),
        ({"2": "red", "5": "green"}, "Жауап: бес", "5"),
        ({"A": "Tak", "B": "Nie"}, "Odpowiedź: Tak", "A"),
        ({"A": "예", "B": "아니오"}, "답: 옳다", "A"),
        ({"A": "예", "B": "아니오"}, "답: 그렇지 않다", "B"),
    ],
)
def test_such_words_are_read_in_their_own_language(options, text, letter):
    assert letters(text, options) == letter
