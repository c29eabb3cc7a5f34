"""Replies that reason first: what their last line, their code and their listings say."""

import pytest

from parsers import Outcome, read_answer
from tests.support.letters import letters_for

OPTIONS = {
    "A": "grief reaction", "B": "panic disorder", "C": "delirium", "D": "catatonia", "E": "somatic symptoms",
}  # fmt: skip
FOREIGN = {"A": "горе", "B": "паника", "C": "делирий", "D": "кататония"}
THOUGHT = "The onset is sudden and attention fluctuates during the day, which is typical. " * 4


letters = letters_for(OPTIONS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (THOUGHT + '\n\n```json\n{"correct_answer_key": "c"}\n```', "C"),
        (THOUGHT + "\n\n\\boxed{c}", "C"),
        (THOUGHT + "\n\n<answer>c</answer>", "C"),
        ("If nothing else is found, the closest option would be:\n\nAnswer: C", "C"),
        (THOUGHT + "So the answer could be:\n\\[ \\text{Answer: } C \\]", "C"),
        ("C\\n\\n\\nDelirium", "C"),
        (f"I would first pick B here. {THOUGHT}{THOUGHT}However, attention decides.\n\nAnswer: C", "C"),
        (
            "**Differential Diagnosis:**\n- Panic disorder: less likely.\n- Delirium: fits.\n\n"
            f"{THOUGHT}\n\nAnswer: C",
            "C",
        ),
        ("Here is what is asked, in short:\n\n**Question:** what is it?\n\nWe look on.\n\nAnswer: C", "C"),
        (
            "C. delirium\n\nRationale: A is also a correct description. E is correct for many patients.",
            "C",
        ),
        (
            "Option A is plausible in part.\nOption B is correct in part.\nTherefore, option C is correct.",
            "C",
        ),
        (f"{THOUGHT}\n```python\nresult = a + b\nprint('B')\n```\nTherefore, option C is correct.", "C"),
    ],
)
def test_the_last_word_is_read(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        THOUGHT * 2 + "\n\nThe options, one by one:\n\nA. grief reaction\nHmm, that may be, but",
        "Answer: B\n\nAnswer: C",
        "Therefore, option B is correct.\nTherefore, option C is correct.",
        "The options are A through D.",
        THOUGHT + "We conclude that E is a product of the same process",
        THOUGHT + "The others matter less. Panic disorder (option B",
        "Differential diagnosis:\n- Panic disorder: it may be\n- Delirium: it may be",
        '{"answer": "x"}',
    ],
)
def test_what_is_no_last_word_is_not(text):
    assert not letters(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Объяснение:\n\nВ Python это так. Таким образом, **вариант C** является верным.",
            "C",
        ),
        (
            "Вариант A верен отчасти. Вариант D верен всегда. Таким образом, вариант D является правильным.",
            "D",
        ),
        ("А 5 лет назад было иначе.", ""),
        ("選択肢はAからDです。", ""),
        ("選択肢はAからDです。したがって、答えはBです。", "B"),
        ("Las opciones van de A a D.", ""),
        ("Các lựa chọn:\nA. горе\nB. паника\nC. делирий\nD. кататония\n\nTrả lời: B. паника", "B"),
    ],
)
def test_words_that_look_like_labels_and_ranges_of_labels(text, expected):
    assert letters(text, FOREIGN) == expected


def test_a_list_of_all_options_behind_an_announcement_chooses_none():
    listed = "\n".join(f"{label}. {text}" for label, text in OPTIONS.items())
    assert read_answer(f"Answer: {listed}", OPTIONS).outcome is not Outcome.ANSWER


def test_a_program_in_a_reply_is_recorded_as_removed():
    reading = read_answer(f"{THOUGHT}\n```python\nx = 'B'\n```\nAnswer: C", OPTIONS)
    assert [cut.kind for cut in reading.removed] == ["program"]
