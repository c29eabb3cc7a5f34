"""An answer that names the question it answers, in each language; and labels beside initials and formulas."""

import pytest

from tests.support.letters import letters_for

letters = letters_for({"A": "oak tree", "B": "birch tree", "C": "pine tree", "D": "maple tree"})

SENTENCES = """
La respuesta a esta pregunta es la B.
A resposta a esta pergunta é B.
La réponse à cette question est B.
Die Antwort auf diese Frage ist B.
La risposta a questa domanda è B.
Het antwoord op deze vraag is B.
Odpowiedź na to pytanie to B.
Odpověď na tuto otázku je B.
Ответ на этот вопрос — B.
Відповідь на це запитання — B.
Bu sorunun cevabı B.
Bu soruya cevap B.
Bu sualge cevap B.
Bu savolga javob B.
Бу саволга жавоб B.
Бұл сұраққа жауап B.
الإجابة على هذا السؤال هي B.
جواب این سؤال گزینه B است.
התשובה לשאלה זו היא B.
इस प्रश्न का उत्तर B है।
এই প্রশ্নের উত্তর B।
اس سوال کا جواب B ہے۔
这道题的答案是B。
この問題の答えはBです。
이 문제의 답은 B입니다.
Câu trả lời cho câu hỏi này là B.
Jawaban untuk pertanyaan ini adalah B.
คำตอบของคำถามนี้คือ B
Jibu la swali hili ni B.
Svaret på denna fråga är B.
Vastaus tähän kysymykseen on B.
A kérdésre a válasz B.
Răspunsul la această întrebare este B.
Odgovor na to vprašanje je B.
இந்த கேள்விக்கான பதில் B.
ಈ ಪ್ರಶ್ನೆಗೆ ಉತ್ತರ B.
Ang sagot sa tanong na ito ay B.
Atsakymas į šį klausimą yra B.
Atbilde uz šo jautājumu ir B.
Vastus sellele küsimusele on B.
ამ კითხვის პასუხია B.
Энэ асуултын хариулт B.
"""


@pytest.mark.parametrize("sentence", SENTENCES.strip().splitlines())
def test_the_answer_to_this_question_is_read(sentence):
    assert letters(sentence) == "B"


@pytest.mark.parametrize(
    "sentence",
    [
        "Bu soruya cevap B değildir.",
        "Bu sualge cevap B degil.",
        "Bu savolga javob B emas.",
        "Vastaus tähän kysymykseen ei ole B.",
        "Răspunsul la această întrebare nu este B.",
        "Odgovor na to vprašanje ni B.",
        "คำตอบของคำถามนี้ไม่ใช่ B",
        "Ang sagot sa tanong na ito ay hindi B.",
        "Atbilde uz šo jautājumu nav B.",
        "Vastus sellele küsimusele ei ole B.",
    ],
)
def test_its_denial_is_not(sentence):
    assert letters(sentence) == ""


WRITERS = {"А": "А. Пушкин", "Б": "В. Маяковский", "В": "С. Есенин", "Г": "Н. Гоголь"}


@pytest.mark.parametrize(
    ("reply", "label"),
    [
        ("Б) В. Маяковский", "Б"),
        ("В. Маяковский", "Б"),
        ("Відповідь: В) С. Есенин", "В"),
        ("Правильна відповідь – Г. Н. Гоголь", "Г"),
        ("В", "В"),
        ("Відповідь: Б, В", ""),
    ],
)
def test_initials_of_an_option_are_no_labels_of_another_alphabet(reply, label):
    assert letters(reply, WRITERS) == label


def test_two_blanks_behind_an_initial_part_no_name():
    people = {"A": "С.  Альенде.", "B": "Л.  Корвалан.", "C": "Л.  Карденас."}
    assert letters("A) С.  Альенде.", people) == letters("A) С. Альенде.", people) == "A"


def test_a_letter_in_brackets_inside_a_formula_names_no_option():
    masses = {"A": "2,33", "B": "2,50", "C": "2,65", "D": "2,82"}
    assert letters("Шешім:\n* Көміртектің массасы (C) ≈ 12\n\nЕң жақын мән **D) 2,82**.", masses) == "D"
    numbered = {"1": "warm blankets", "2": "cool blankets for all", "3": "no blankets"}
    assert letters("It is known.\n\nRESPONSA CORRECTA: (2) Wet towels should be used.", numbered) == "2"
