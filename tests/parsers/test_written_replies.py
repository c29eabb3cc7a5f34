"""Replies written in 49 languages, and habits of answering looked for in each language that has them.

`written_replies*.jsonl` were written from the definitions alone, before they were read; what is still read
otherwise is listed here, and no label was changed. `habits.txt` was written to mend by.

Decision: docs/decisions/parsers.md, "Replies written in 49 languages".
"""

import json
from typing import Any

import pytest

from parsers import read_answer
from tests.support.corpus import CORPUS

REPLIES = [
    json.loads(line)
    for name in ("written_replies", "written_replies_again")
    for line in (CORPUS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
]
HABITS = [
    line.partition(" ")[::2]
    for line in (CORPUS / "habits.txt").read_text(encoding="utf-8").splitlines()
    if line[0] not in "#?"  # "?": not read yet
]
OPTIONS = {"A": "xerosol", "B": "mirtavine", "C": "quentarol", "D": "dolupam"}
# Two options left open in words not known yet, one said in other words, one not called the answer.
OTHERWISE = """
    w005 w063 w071 w085 w087 w111 w214 w250 w294 w335 w338 v015 v019 v071 v086 v096 v105
"""


def outcome_of(reply: dict[str, Any]) -> tuple[str, list[str]]:
    options = dict(reply["options"])
    reading = read_answer(reply["reply"], options, finish_reason=reply["finish"], mode=reply["mode"])
    return reading.outcome.value, sorted(reading.letters)


def test_written_replies_are_read_as_they_are_labelled():
    otherwise = {
        reply["id"] for reply in REPLIES if outcome_of(reply) != (reply["outcome"], sorted(reply["letters"]))
    }
    assert len(REPLIES) == 357 + 118
    assert otherwise == {*OTHERWISE.split()}


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


# A verdict at the end of an option's line, or as all of it.
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("eski ilaç, yanlış.|yeni ilaç, doğru.|pahalı, yanlış.|zayıf, yanlış.", "B"),
        ("antigo, errado.|novo, certo.|caro, errado.|fraco, errado.", "B"),
        ("stary lek, fałsz|nowy lek, prawda|drogi, fałsz|słaby, fałsz", "B"),
        ("دواء قديم، خطأ.|دواء جديد، صحيح.|غالٍ، خطأ.|ضعيف، خطأ.", "B"),
        ("ni ya zamani – si sahihi.|ni mpya – sahihi.|ni ghali – si sahihi.|ni dhaifu – si sahihi.", "B"),
        ("старый, неверно;|новый, верно;|дорогой, неверно;|слабый, неверно.", "B"),
        ("antiguo, cierto.|nuevo, cierto.|falso.", ""),
        ("en sık kullanılan, doğru dozda verilmeli.|pahalı.|eski.", ""),
        ("wirkt schnell|wirkt langsam|wird oft als falsch bezeichnet", ""),
    ],
)
def test_a_verdict_may_end_the_line_of_its_option(lines, expected):
    told = zip("ABCD", OPTIONS.values(), lines.split("|"), strict=False)
    text = "\n".join(f"{label}) {name} – {said}" for label, name, said in told)
    assert "".join(read_answer(text, OPTIONS).letters) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A. salah\nB. benar\nC. salah\nD. salah", "B"),
        ("A. 错误\nB. 正确\nC. 错误\nD. 错误", "B"),
        ("A．×　古い\nB．○　新しい\nC．×　高い\nD．×　弱い", "B"),
        ("1. × 2. ○ 3. ×", ""),
        ("A. benar\nB. benar\nC. salah\nD. salah", ""),
        ("Ich meine nicht A.", ""),
        ("Cavab A və ya C ola bilər.", ""),
        ("Svar: D. Nej, det er forkert, jeg mente C.", "C"),
    ],
)
def test_a_verdict_may_be_all_of_the_line_and_a_sign(text, expected):
    assert "".join(read_answer(text, OPTIONS).letters) == expected
