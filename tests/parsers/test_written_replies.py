"""Replies written in 49 languages, and habits of answering looked for in each language that has them.

`written_replies.jsonl` was written from the definitions alone, before it was read; what is read otherwise
still is listed here, and no label was changed. `habits.txt` was written to mend by.

Decision: docs/decisions/parsers.md, "Replies written in 49 languages".
"""

import json
from pathlib import Path
from typing import Any

import pytest

from parsers import read_answer

CORPUS = Path(__file__).parent / "corpus"
REPLIES = [
    json.loads(line) for line in (CORPUS / "written_replies.jsonl").read_text(encoding="utf-8").splitlines()
]
HABITS = [
    line.partition(" ")[::2]
    for line in (CORPUS / "habits.txt").read_text(encoding="utf-8").splitlines()
    if line[0] not in "#?"  # "?": not read yet
]
OPTIONS = {"A": "xerosol", "B": "mirtavine", "C": "quentarol", "D": "dolupam"}
# Two options left open in words not known yet, one said in other words, one not called the answer.
OTHERWISE = "w005 w019 w063 w071 w085 w087 w111 w198 w214 w250 w294 w335 w338"


def outcome_of(reply: dict[str, Any]) -> tuple[str, list[str]]:
    options = dict(reply["options"])
    reading = read_answer(reply["reply"], options, finish_reason=reply["finish"], mode=reply["mode"])
    return reading.outcome.value, sorted(reading.letters)


def test_written_replies_are_read_as_they_are_labelled():
    otherwise = {
        reply["id"] for reply in REPLIES if outcome_of(reply) != (reply["outcome"], sorted(reply["letters"]))
    }
    assert len(REPLIES) == 357
    assert otherwise <= {*OTHERWISE.split()}


def test_no_written_reply_yields_another_letter_than_its_own():
    for reply in REPLIES:
        letters = outcome_of(reply)[1]
        assert not letters or letters == sorted(reply["letters"]), reply["id"]


def read_as(text: str, finish: str = "stop") -> str:
    """The letter, or the outcome of what has none."""
    reading = read_answer(text.replace("\\n", "\n"), OPTIONS, finish_reason=finish)
    return "".join(reading.letters) or reading.outcome.value


def test_habits_are_read_alike_in_every_language():
    wrong = []
    for expected, text in HABITS:
        said = read_as(text, "length" if expected == "truncated" else "stop")
        wrong += [(expected, said, text)] if said != expected else []
    assert len(HABITS) > 400
    assert not wrong


# Sentences with the words that were added for the habits, which answer nothing, or answer otherwise.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Es bleibt A unklar.", ""),
        ("Es bleibt A oder B.", ""),
        ("Μένει το A ή το B.", ""),
        ("Resta A da verificare.", ""),
        ("Il reste A, qui est aussi fausse.", ""),
        ("Rimane il dubbio tra A e B.", ""),
        ("Marad az A vagy a B.", ""),
        ("Hastada semptom olarak A kalır.", ""),
        ("Damit bleibt nur B.", "B"),
        ("La respuesta es A. Si me equivoqué, la respuesta sería B.", "A"),
        ("正解はAです。多くの人がBと間違えました。", "A"),
        ("答案是A。很多人看错了题，选了B。", "A"),
        ("A: falso\nB: falso\nC: falso\nD: falso", ""),
        ("1. vero\n2. falso\n3. vero", ""),
        ("Правда, A тоже возможно.", ""),
        ("Den rigtige af mulighederne:\n\nA) xerosol", "A"),
        ("Af mulighederne er den bedste:\n\nA) xerosol", "A"),
        ("מבין האפשרויות, הנכונה היא:\n\nA) xerosol", "A"),
        ("各选项中，正确的是：\n\nA) xerosol", "A"),
        ("Nu pot da sfaturi medicale, dar răspunsul corect este A.", "A"),
        ("Als AI kan ik geen diagnose stellen, maar het antwoord is A.", "A"),
        ("والإجابة ليست A.", ""),
        ("والخيار A خاطئ، والخيار B صحيح.", "B"),
        ("فالإجابة A.", "A"),
        ("A ผิด B ผิด C ผิด ดังนั้นตอบ D", "D"),
        ("答案：A\n\n12. 患者年龄是（）\nA. 二十岁\nC. 三十岁\n\n答案：C", "A"),
        ("1. `def __init__()`\n2. …\n\nAnswer: B", "B"),
    ],
)
def test_words_of_these_habits_in_other_sentences(text, expected):
    assert "".join(read_answer(text, OPTIONS).letters) == expected
