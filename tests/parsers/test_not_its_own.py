"""What a reply has and does not say: a next question, the prompt's list, a question mark, a number."""

import pytest

from parsers import Outcome, read_answer
from tests.support.letters import letters_for

TREES = {"A": "oak", "B": "birch", "C": "pine", "D": "elm"}
QUESTIONS = {"A": "Why so?", "B": "Where from?", "C": "Ne payda?", "D": "Is man free?"}
BENGALI = {"A": "ওক", "B": "বার্চ", "C": "পাইন", "D": "এলম"}

letters = letters_for(TREES)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("### প্রশ্ন", "### উত্তর"),
        ("سوئال", "جاۋاب"),
        ("سوال", "جواب"),
        ("Суаль", "Джевап"),
        ("So'al", "Jawab"),
        ("கேள்வி", "பதில்"),
        ("ప్రశ్న", "సమాధానం"),
        ("ಪ್ರಶ್ನೆ", "ಉತ್ತರ"),
        ("ചോദ്യം", "ഉത്തരം"),
        ("પ્રશ્ન", "જવાબ"),
        ("ਸਵਾਲ", "ਜਵਾਬ"),
        ("सवाल", "जवाब"),
        ("Tambaya", "Amsa"),
        ("Ibeere", "Idahun"),
        ("שאלה", "תשובה"),
        ("ጥያቄ", "መልስ"),
    ],
)
def test_the_next_question_ends_the_reply_in_its_language(question, answer):
    assert letters(f"B\n\n{question}: 2 + 2?\nA) 3\nB) 4\n\n{answer}: A") == "B"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Doğru cevap D şıkkıdır.Soru: hangisi?\nA) x\nDoğru cevap A şıkkıdır.", "D"),
        ("Demak, to'g'ri javob: C) pine.Savol: 2?\nA) oak\nDemak, to'g'ri javob: A) oak.", "C"),
        ("Düzgün cavab A variantıdır.Sual: hansı?\nDüzgün cavab B variantıdır.", "A"),
        ("The answer is B.Question: What? The answer is C.", "B"),
        ("My first thought is A.Question: is it? The answer is B.", "B"),
        ("Javob A emas.Savol: x? Javob B.", "B"),
    ],
)
def test_the_next_question_may_be_glued_to_the_sentence_of_the_answer(text, expected):
    assert letters(text) == expected


def test_below_the_question_restated_at_the_head_the_answer_is_read():
    assert letters("### প্রশ্ন:\nকোন গাছ?\n\n### উত্তর:\nখ) বার্চ", BENGALI) == "B"


LISTED = "ক) ওক\nখ) বার্চ\nগ) পাইন\nঘ) এলম"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"### বিকল্প:\n{LISTED}", ""),
        (f"গাছটি কী?\n\nবিকল্প:\n{LISTED}\n\nআপনার উত্তর:", ""),
        (f"### বিকল্প:\n{LISTED}\n\n### উত্তর:\nখ) বার্চ", "B"),
        ("### সঠিক উত্তর:\nক) ওক\n\nক) ওক", "A"),
        ("विकल्प:\nक) oak\nख) birch\nग) pine\nघ) elm", ""),
    ],
)
def test_the_first_of_a_list_below_the_word_for_options_is_no_answer(text, expected):
    assert letters(text, BENGALI if "ওক" in text else TREES) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Doğru cevap **B) Where from?**", "B"),
        ('Dóres juwap **C) "Ne payda?"** bolıp tabıladı. Omar aytadı.', "C"),
        ("Сондықтан дұрыс жауап: A) Why so?", "A"),
        ("Doğru cevap B) Where from? değildir.", ""),
        ("Doğru cevap B mi?", ""),
        ("Is the answer B) Where from?", ""),
        ("So is the answer B) Where from?", ""),
        ("Hmm, is it B) Where from?", ""),
        ("Therefore, the answer is B) Where from?", "B"),
        ("So the answer is B) Where from?", "B"),
        ("Do you think the correct answer is B) Where from?", ""),
        ("Could it be B) Where from? No, it is C.", "C"),
        ("".join(f"{label}) {text}\n" for label, text in QUESTIONS.items()), ""),
    ],
)
def test_the_question_mark_of_an_options_own_text_asks_nothing(text, expected):
    assert letters(text, QUESTIONS) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Variables:\n- Age of Ann: A\n- Age of Fred: F\n\nWe get A + F = 12.", ""),
        ("Берілгені:\nТеректің жасы: A\nҚайыңның жасы: N\nТеңдеуі: N+9=A", ""),
        ("The molar mass:\n\n* C: 12 g/mol * 2 = 24\n* H: 1 g/mol * 6 = 6\n", ""),
        ("Qoidalar:\n   - A-T vodorodlari: 2 ta\n   - C-G vodorodlari: 3 ta", ""),
        ("Rows:\n   x   A   B   C\nA   4   -   -\nB   F  15  3D", ""),
        ("Diagnosis: B\nConfidence: 9", "B"),
        ("Verdict: **B**\nScore: N", "B"),
        ("Type: B - birch\nH: none", "B"),
        ("Tree: B.\nLevel: S", "B"),
    ],
)
def test_a_letter_that_names_a_quantity_is_no_answer(text, expected):
    assert letters(text) == expected


def test_two_answers_below_each_other_are_ambiguous():
    assert read_answer("Answer 1: A\nAnswer 2: B", TREES).outcome is Outcome.AMBIGUOUS


NUMBERS = {"A": "1", "B": "3", "C": "2", "D": "5"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. Первый шаг.\n2. Второй шаг.", ""),
        ("1. Бірінші қадам.\n2. Екінші қадам.\nЖауап: C", "C"),
        ("1-қадам: санды табамыз.\n2-қадам: көбейтеміз.", ""),
        ("1. 第一步。\n2. 第二步。", ""),
        ("解答：\n1. 第一步。\n2. 第二步。\n答案：5", "D"),
        ("**1. প্রথম ধাপ**\n\nক\n\n**2. দ্বিতীয় ধাপ**", ""),
        ("1. الخطوة الأولى\n2. الخطوة الثانية\nالجواب: 3", "B"),
        ("2. Потому что так.", "C"),
        ("2, потому что так", "C"),
        ("1\n\nПотому что 3 - 2 = 1.", "A"),
    ],
)
def test_the_number_of_the_first_step_is_no_answer(text, expected):
    assert letters(text, NUMBERS) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Doğru cevap **B) birch**\n\nD. İ. Mendeleyev devriy sistemasında.", "B"),
        ("Cevap: D. İyi bir ağaç", "D"),
    ],
)
def test_initials_with_turkish_capitals_are_no_labels(text, expected):
    assert letters(text) == expected


SHOWN = "A) oak\nB) birch\nC) pine\nD) elm\n\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SHOWN * 3 + "A) oa", ""),
        (SHOWN * 2 + "A) oak", ""),
        (SHOWN * 2 + "C) pine", "C"),
        (SHOWN + "A) oak", "A"),
        (SHOWN * 2 + "Answer: A) oak", "A"),
    ],
)
def test_a_loop_of_lists_that_is_cut_in_the_first_entry_is_no_answer(text, expected):
    assert letters(text) == expected
