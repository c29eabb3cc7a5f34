"""The two options of a yes-no item restated in another language's words choose none of them."""

import pytest

from parsers import AnswerMode, read_answer

YES_NO = {"A": "Yes", "B": "No"}
TRUE_FALSE = {"A": "True", "B": "False"}
RELATED = {"A": "Related", "B": "Not related"}
TREES = {"A": "oak", "B": "birch"}


def letters(text, options, mode=AnswerMode.SINGLE):
    return "".join(sorted(read_answer(text, options, mode=mode).letters))


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("A. Ano\nB. Ne\n\nOdpověď: Ne", YES_NO),
        ("A: Wahr\nB: Falsch\nAntwort: Falsch", YES_NO),
        ("A. Vrai\nB. Faux\n\nRéponse : Faux", TRUE_FALSE),
        ("A: Vrai\nB: Faux\nRéponse : Faux", TRUE_FALSE),
        ("A: 对\nB: 错\n答案：错", TRUE_FALSE),
        ("A: Prawda\nB: Fałsz\nOdpowiedź: Fałsz", {"A": "Correct", "B": "Incorrect"}),
        ("A. 正确\nB. 错误\n\n这个说法是错误的。", TRUE_FALSE),
        ("A. صحيح\nB. خطأ", TRUE_FALSE),
        ("A. صحيح\nB. خطأ", TREES),
        ("A) Vero\nB) Falso", RELATED),
        ("B. Falsch\nA. Wahr", YES_NO),
    ],
)
def test_restated_options_of_a_yes_no_item_are_no_verdicts(text, options):
    assert letters(text, options) in ("", "B")


def test_english_words_for_them_judge_no_item_of_yes_and_no():
    assert letters("A: Yes\nB: No\n\nAnswer: No", RELATED) in ("", "B")


@pytest.mark.parametrize(
    "text",
    [
        "A: Correct\nB: Incorrect",
        "A. True\nB. False",
        "A: richtig\nB: falsch",
        "A – верно\nB – неверно",
        "A) oak – vrai\nB) birch – faux",
        "A: Falsch, weil sie keine Eiche ist.\nB: Falsch\n\nAntwort: A",
    ],
)
def test_two_other_texts_are_judged(text):
    assert letters(text, TREES) == "A"


def test_english_words_of_judgement_judge_an_item_of_yes_and_no():
    assert letters("A: Correct\nB: Incorrect", YES_NO) == "A"


@pytest.mark.parametrize("text", ["A: nesprávně\nB: správně", "A. Falsch\nB. Richtig", "A: falso\nB: vero"])
def test_words_that_contradict_the_options_judge_them(text):
    assert letters(text, YES_NO) == "B"


def test_statements_of_which_several_may_hold_are_judged():
    assert letters("A: Wahr\nB: Falsch", TRUE_FALSE, AnswerMode.MULTI) == "A"


def test_an_answer_below_the_restated_options_is_read():
    assert letters("A. Vrai\nB. Faux\n\nRéponse : B", TRUE_FALSE) == "B"
