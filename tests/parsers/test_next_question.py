"""A question that the model adds behind its answer ends the reply; the question of a step does not."""

import pytest

from tests.support.letters import letters_for

TREES = {"A": "birch", "B": "oak", "C": "pine", "D": "elm"}
CHINESE = {"A": "桦树", "B": "橡树", "C": "松树", "D": "榆树"}

letters = letters_for(TREES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("答案: C 问题: 以下关于树木说法正确的是  A: 2018", "C"),
        ("Answer: C Question: What is A: 2018", "C"),
        ("Respuesta: C Pregunta: ¿Qué es? A: 2018", "C"),
        ("Antwort: (B). Frage: Was ist das? Antwort: A", "B"),
        ("Ответ: C Вопрос 2: Что это? Ответ: A", "C"),
        ("Cevap: C Soru: Bu nedir? Cevap: A", "C"),
        ("Đáp án: C Câu hỏi: Đây là gì? Đáp án: A", "C"),
        ("Respuesta: C La pregunta: ¿es A?\nRespuesta: A", ""),
        ("[正确答案]B<eoa>\n请你回答：\n下列哪一项是正确的?A:叶;B:根。\n[正确答案]C<eoa>", "B"),
        ("请你回答：\n答案：B", "B"),
        ("[正确答案]A,B,C,D<eoa>\n请你回答：\n下列哪一项?A:叶。[正确答案]A<eoa>", ""),
    ],
)
def test_a_question_behind_an_answer_ends_the_reply(text, expected):
    assert letters(text, CHINESE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My first thought is A. Question: is it tall? No, so the answer is B.", "B"),
        ("First, option A. Question: is it tall? No.\nThen option B. Question: old? Yes.\n\nAnswer: B", "B"),
        ("Could be A. Question: is it tall? No. Correct answer: B", "B"),
        ("Let me think about A. Question: is it tall? No.\nSo it must be B.", "B"),
        ("B seems likely. It begs a question: is it tall? Yes. The answer is C.", ""),
        ("Answer: B. Let me restate a question: which tree? Sorry, the answer is C.", "C"),
    ],
)
def test_a_question_of_a_step_does_not_end_the_reply(text, expected):
    assert letters(text, CHINESE) == expected


def test_a_question_behind_an_answer_with_its_text_ends_the_reply():
    pair = {"A": "oak", "B": "silver birch"}
    assert letters("Answer: B. Silver birch. Question: What is next? Answer: A", pair) == "B"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is lower.\n\n**Example**:\n- An oak: tall.\n\nThus it is small.\n\n**Answer**: A", "A"),
        ("It is small.\n\nFor example:\nThe trunk is thin.\n\nThe answer is (B).", "B"),
        ("It is small.\n\nExample:\nWhat is tall?\n\nAnswer: A", ""),
        ("It is small.\n\nExample:\nA. a house\nB. a hill\n\nAnswer: A", ""),
        ("It is small.\n\nExample 2:\nThe trunk is thin.\n\nAnswer: A", ""),
        ("Answer with the letter only.\n\nExample:\nAnswer: A", ""),
        ("Please put your final answer within \\boxed{}.\n\nExample: \\boxed{C}", ""),
        ("The tree is an oak.\n\nExample: A tree has needles.\nAnswer: A", "B"),
        ("Answer: B\n\nExample:\nThe trunk is thin.\n\nAnswer: A", "B"),
    ],
)
def test_an_example_within_a_solution_is_no_next_question(text, expected):
    assert letters(text) == expected
