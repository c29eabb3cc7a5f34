"""What a reply asks of an option is no answer, but for the question why it is right."""

import pytest

from tests.support.letters import letters_for

letters = letters_for({"A": "oak tree", "B": "birch tree", "C": "pine tree", "D": "maple tree"})

ASKED = [
    "Ist C die richtige Antwort?",
    "Wäre C die richtige Antwort?",
    "C是正确答案吗？",
    "Cは正解ですか？",
    "C가 정답일까요?",
    "Является ли C правильным ответом?",
    "Czy C jest poprawną odpowiedzią?",
    "Seria a opção C a correta?",
    "Sería la opción C la correcta?",
    "C doğru cevap mı?",
    "Apakah C jawaban yang benar?",
    "هل C هو الجواب الصحيح؟",
    "क्या C सही उत्तर है?",
    "Je, C ni jibu sahihi?",
]


@pytest.mark.parametrize(
    "text",
    [
        "Ist C die richtige Antwort? Genau das fragen wir.",
        "Ist C die richtige Antwort? Sicher ist das nicht.",
        "Ist C die richtige Antwort? Sicher nicht.",
        "É C a resposta correta? Claro que não.",
        "C가 정답일까요? 물론 아닙니다.",
        "C是正确答案吗？当然不是。",
    ],
)
def test_a_question_that_is_answered_otherwise_is_none(text):
    assert letters(text) == ""


@pytest.mark.parametrize("question", ASKED)
def test_a_question_is_no_answer(question):
    assert letters(question) == ""
    assert letters(f"{question}\n\nB") == "B"


@pytest.mark.parametrize(
    "text",
    [
        "Warum ist C die richtige Antwort?",
        "为什么C是正确答案？",
        "なぜCが正解なのか？",
        "왜 C가 정답인가?",
        "Почему C правильный ответ?",
        "Por que a opção C é a correta?",
        "Pourquoi C est la bonne réponse ?",
        "Czy C jest poprawną odpowiedzią? Tak.",
        "C是正确答案吗？是的。",
        "La respuesta es C, ¿verdad?",
        "C ist richtig, oder?",
        "答案：C？",
        "答えは(C)。これは何ですか？",
        "Ist C die richtige Antwort? Auf jeden Fall.",
        "C是正确答案吗？当然。",
        "Ist C richtig? Richtig, denn sie ist alt.",
        "Como saber que C é a correta? Pela folha.",
        "Откуда известно, что C верно? Из условия.",
        "Per què C és correcta? Perquè el fetge.",
        "Ha C to'g'ri javob.",
        "Tai, kas C teisinga.",
        "Ist A die richtige Antwort? Nein. Die richtige Antwort ist C.",
        "A是正确答案吗？不是。答案是C。",
        "Welche Antwort ist richtig? C ist richtig.",
    ],
)
def test_what_a_question_takes_for_granted_or_answers_is_one(text):
    assert letters(text) == "C"
