"""An answer line that a reply shows as an example of the form, and examples of other things."""

import pytest

from tests.support.letters import letters_for

TREES = {"A": "birch", "B": "oak", "C": "pine", "D": "elm"}

letters = letters_for(TREES)


@pytest.mark.parametrize(
    "text",
    [
        "请从A,B,C,D中选出一个正确的答案，并写在[正确答案]和<eoa>之间。例如[正确答案]A<eoa>。请严格按照这个格式回答。",
        "例如：答案：B",
        "请按格式回答，例如“答案：B”。",
        "Give the letter, for example: Answer: B.",
        "Write it down, e.g. Answer: B",
        "예를 들어 '정답: B'와 같이 답하세요.",
        "例えば「答え：B」のように答えてください。",
        "उदाहरण: उत्तर: B",
        "Contoh: Jawaban: B",
        "Bijvoorbeeld: antwoord: B",
        "For example:\nAnswer: B",
        "Por ejemplo:\nRespuesta: B",
        "Zum Beispiel:\n\nAntwort: B",
        "Par exemple :\nRéponse : B",
        "Например:\nОтвет: B",
        "Örneğin:\nCevap: B",
        "例如：\n答案：B",
        "Να απαντήσεις, για παράδειγμα: Answer: B",
    ],
)
def test_an_answer_line_that_is_shown_as_an_example_is_no_answer(text):
    assert letters(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "树木如桦树，例如落叶，答案：B",
        "例如跑步时心率加快，所以答案：B",
        "El abedul, por ejemplo de hoja, respuesta: B",
        "дерево растёт (например, берёза), ответ: B",
        "ağaç örneğin büyür, cevap: B",
        "cây ví dụ lọc, đáp án: B",
        "الكبد مثلا، الجواب: B",
        "肝臓は例えば解毒、答え：B",
        "ตับกรองเลือด เช่น สารพิษ คำตอบคือ: B",
        "memompa darah, misalnya saat lari, jawaban: B",
        "【例：血液】 答え：B",
        "Razones: los robles, por ejemplo:\n- son altos.\n\nRespuesta: B",
        "Por ejemplo:\n- 1+1=2\n\nRespuesta: B",
        "Es alta, por ejemplo.\nRespuesta: B",
        "Zum Beispiel hat die Birke Blätter.\n\nAntwort: B",
        "Ejemplo:\nRespuesta: B",
        "例:\n答え：B",
        "예:\n정답: B",
        "Por ejemplo: la encina.\nRespuesta: B",
    ],
)
def test_an_example_of_something_else_before_the_answer_shows_no_form(text):
    assert letters(text) == "B"


def test_an_answer_below_such_an_example_is_read():
    assert letters("例如[正确答案]A<eoa>。\n[正确答案]C<eoa>") == "C"
    assert letters("The answer is C. For example, an oak (option B) is no conifer.") == "C"
