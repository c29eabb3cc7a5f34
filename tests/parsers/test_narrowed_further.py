"""Rules for replies outside English kept from what they do not say: sets, second thoughts, headings, steps.

Decision: docs/decisions/parsers.md, "Rules outside English that took too much".
"""

import pytest

from parsers import read_answer
from parsers.outcome import Outcome


def lettered(*texts: str) -> dict[str, str]:
    return dict(zip("ABCDEF", texts, strict=False))


def read_as(text: str, options: dict[str, str]) -> str:
    """The label that is read, or nothing."""
    return "".join(sorted(read_answer(text, options).letters))


TREES = lettered("樫", "樺", "楓", "樅")


@pytest.mark.parametrize(
    "text",
    [
        "正解はbとdである。",
        "正解はbやdです。",
        "正解はaとbとdです。",
        "정답은 b와 d입니다.",
        "答案：a、c。",
        "答案：b，d。",
        "答案是b与c。",
        "选a、d。",
        "答えはbかcです。",
    ],
)
def test_several_small_letters_are_no_single_answer(text):
    reading = read_answer(text, TREES)
    assert reading.letters == frozenset()
    assert reading.outcome is Outcome.AMBIGUOUS


@pytest.mark.parametrize("text", ["正解はaでしょうか。", "选a为未知数。", "正しい変数はaです。"])
def test_a_small_letter_asked_about_or_named_otherwise_is_no_answer(text):
    assert read_as(text, TREES) == ""


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("答案是a。", lettered("b", "a", "d", "c")),
        ("正解はaです。", lettered("v=at", "s=vt", "F=ma", "a")),
        ("정답은 a이다.", lettered("x=a", "x=b", "x=-a", "x=2a")),
    ],
)
def test_a_small_letter_that_an_option_says_is_no_label(text, options):
    assert read_as(text, options) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [("答案是b。", "B"), ("正解はdである。", "D"), ("정답은 d입니다.", "D"), ("正确选项为b，", "B")],
)
def test_a_small_letter_alone_is_read_still(text, expected):
    assert read_as(text, TREES) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("错误的说法是B，所以答案是C", "C"),
        ("错误的说法是B。答案是C。", "C"),
        ("pernyataan yang salah adalah B, jadi jawabannya C", "C"),
        ("Nhận định sai là B nên chọn A.", "A"),
        ("题目要求选正确的，错误的陈述是B。", ""),
        ("错误的说法是B。因此选B。", "B"),
        ("错误的叙述是B", "B"),
        ("Phát biểu sai là B. Vậy đáp án là D.", "D"),
        ("Soal meminta pernyataan yang benar. Pernyataan yang salah adalah B.", ""),
        ("题目问的是错误的说法，错误的说法是B。", "B"),
        ("La afirmación falsa es B. La respuesta es C.", ""),
    ],
)
def test_the_false_statement_gives_way_to_the_answer(text, expected):
    assert read_as(text, lettered("甲", "乙", "丙", "丁")) == expected


FEVER = {"1": "Cursa con fiebre", "2": "Es hereditaria", "3": "Afecta al pulmón", "4": "Es crónica"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("La opción incorrecta es la 2. Por eso la descarto y sigo pensando en las demás opciones.", ""),
        ("La respuesta incorrecta es la 3. Sin embargo, la pregunta pide otra cosa y no puede ser esa.", ""),
        ("La respuesta incorrecta es la 3. Por eso la correcta tiene que ser una de las que quedan.", ""),
        ("La opción incorrecta es la 3. En realidad el pulmón no se ve afectado por esta enfermedad.", "3"),
        ("La respuesta incorrecta es la 3. Las demás opciones son correctas según la guía actual.", "3"),
        ("La respuesta incorrecta es la 3. No obstante, el pulmón puede afectarse en fases avanzadas.", "3"),
    ],
)
def test_a_wrong_one_that_is_ruled_out_was_not_asked_for(text, expected):
    assert read_as(text, FEVER) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sau khi phân tích các phương án: B", "B"),
        ("Hasil analisis opsi: B", "B"),
        ("Berdasarkan analisis pilihan jawaban: B", "B"),
        ("Setelah menganalisis pilihan:\nB", "B"),
        ("Phân tích các lựa chọn: B đúng.", "B"),
        ("Phân tích các lựa chọn:\nB đúng vì", ""),
        ("Analisis pilihan:\n\nB", ""),
    ],
)
def test_only_a_line_below_the_heading_of_an_analysis_is_an_entry(text, expected):
    assert read_as(text, TREES) == expected


GERMS = lettered("Un virus", "Una bacteria", "Un hongo", "Un parásito")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("La respuesta correcta sería B) Una bacteria si no fuera porque el cultivo es negativo.", ""),
        ("La bonne réponse est B) Una bacteria ne peut pas être en cause ici.", ""),
        ("La respuesta correcta es B) Una bacteria no explica la fiebre del paciente, así que es la C.", "C"),
        ("La respuesta correcta es la B) Una bacteria no es un virus ni un hongo", "B"),
    ],
)
def test_a_text_that_goes_on_is_neither_supposed_nor_impossible(text, expected):
    assert read_as(text, GERMS) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B est correcte. C est aussi correct mais moins précis.", "B"),
        ("B jest poprawna. C też jest poprawna tylko częściowo.", "B"),
        ("B è corretta. C è anche corretta solo in parte.", "B"),
        ("B ist richtig. C ist auch richtig aber unvollständig.", "B"),
        ("B ist richtig. C ist auch richtig.", ""),
    ],
)
def test_what_is_right_too_with_a_reserve_is_no_second_answer(text, expected):
    assert read_as(text, GERMS) == expected


SALTS = lettered("El sodio se oxida", "El cloro se oxida", "Nada se oxida", "El agua se reduce")
OPENING = "La opción A describe una reacción en la que el sodio pierde un electrón y se oxida, mientras que "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{OPENING}el cloro lo gana y se reduce.", "A"),
        (f"{OPENING}el cloro lo gana y se reduce a clor", ""),
        (f"{OPENING}el cloro no lo gana nunca en el texto.", ""),
        (f"{OPENING}el autor lo queda fuera de la discusión.", ""),
        (f"{OPENING}las demás opciones hablan del cloro.", ""),
    ],
)
def test_a_paragraph_for_one_option_is_whole_and_compares_with_none(text, expected):
    assert read_as(text, SALTS) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"pregunta": 3, "opciones": ["B"]}', "B"),
        ('{"question":"x","options":{"correct":"B"}}', "B"),
        ('{"question":"x","options":["oak","birch","elm","fir"]}', ""),
        ('{"question":"x","options":["oak", "bir', ""),
    ],
)
def test_one_entry_alone_is_no_list_of_options(text, expected):
    assert read_as(text, lettered("oak", "birch", "elm", "fir")) == expected


def test_an_option_whose_own_text_says_false_is_not_called_so():
    assert read_as("B uongo.", lettered("Kweli", "Si kweli")) == "B"
    assert read_as("A uongo.", lettered("Kweli", "Si kweli")) == ""


LISTED = "A. 樫\nB. 樺\nC. 楓\nD. 樅\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [(f"{LISTED * 2}正确答案是\nA", "A"), (f"{LISTED * 2}La respuesta es\nA", "A"), (f"{LISTED * 2}A", "")],
)
def test_a_cue_heads_no_further_round_of_a_list(text, expected):
    assert read_as(text, TREES) == expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (
            "La respuesta correcta es:\n1. Solo hay uno.\n\nLas demás no son correctas:\n2. Hay menos.",
            lettered("1", "2", "3", "4"),
            "A",
        ),
        (
            "La respuesta correcta es:\n1. Cursa con fiebre alta.\n\n2. Es hereditaria no es correcta.",
            FEVER,
            "1",
        ),
        ("1-қадам: қосамыз\n2-қадам: бөлеміз\nЖауабы: 4", lettered("1", "2", "3", "4"), "D"),
    ],
)
def test_a_number_declared_in_a_sentence_is_no_step(text, options, expected):
    assert read_as(text, options) == expected


STORY = "The record shows that many of them tried to do so, and that one had the idea before the others. "


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("**Answer: B. Birch**", "B"),
        ("**Answer:** B. birches", "B"),
        ("Jawab: B. Birch", "B"),
        ("**Jibu**: B. Bir", "B"),
        ("The cause is most likely C. diffic", ""),
        ("Some of them are due to C. diffic", ""),
    ],
)
def test_one_word_behind_the_label_of_an_answer_line_is_no_name_that_was_cut(line, expected):
    assert read_as(f"{STORY}{STORY}\n\n{line}", TREES) == expected


FIGURES = lettered("10", "8", "4", "16")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Formula:\nq1 - birinchi zaryad\nq2 - ikkinchi zaryad\n\nJavob: B) 8", "B"),
        ("Кулон законы:\nq1' = q1/2\n\nҖавап: B) 8", "B"),
        ("The quartiles are these.\nQ1 (first quartile) is 3.\nQ3 (third quartile) is 7.\n\nคำตอบ: B", "B"),
        ("Mean = 5.\nQ1 salary = 3\nThe answer is B.", "B"),
        ("Answer: B\n\nQ2. What is 2+2?\nAnswer: C", "B"),
        ("Answer: B\n\nQ2 Who was it\nAnswer: C", "B"),
        ("B\n\nQ2 Ποιος ήταν;\nC", "B"),
        ("答案：B\n\nQ2、谁最高\n答案：C", "B"),
        ("Answer: B\nQ2) 5 men do it\nAnswer: C", "B"),
    ],
)
def test_a_charge_or_a_quartile_is_no_next_question(text, expected):
    assert read_as(text, FIGURES) == expected


COINS = lettered("təngə", "dollar", "dirhəm", "lirə")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Onun valyutası lirədir (D). Təngə (A) Qazaxıstanın, dirhəm (C) BƏƏ-nin valyutasıdır.", ""),
        ("Onun valyutası budur. Bura aid olan dirhəm (C) BƏƏ-nin valyutasıdır.", "C"),
    ],
)
def test_the_last_of_several_labels_in_brackets_is_one_of_those_gone_through(text, expected):
    assert read_as(text, COINS) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("গ )  x + 1", "C"),
        ("C )  x + 1", "C"),
        ("(B ) x", "B"),
        ("A ) or B ) x", ""),
        ("Not C ) x", ""),
        ("A ) x, B ) y", ""),
        ("A ) x B ) y C ) z D ) w", ""),
    ],
)
def test_a_blank_before_the_bracket_of_a_leading_label_parts_nothing(text, expected):
    assert read_as(text, lettered("\\frac{1}{x}", "\\sqrt{x}", "x^2 + \\frac{1}{x}", "y^3 + 1")) == expected


CITIES = lettered("Мәскеу", "Киев", "Петербург", "Қазан")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Jawap: A\n\nТүсіндірме:\nС. Торайғыров өзінің поэмасымен белгілі.", "A"),
        ("Juwap: **C) Петербург**\n\nA. Óteniyazovqa arnap jazılǵan poemadır.", "C"),
        ("Doğru cevap C) Петербург.\n\n1. B. Hmelnitskiyniñ safdaşı olğan.", "C"),
        ("Джевап: **D) Қазан**.\n\nС. Ефремов ве башкъа алимлер анда эди.", "D"),
        ("Ответ: C\n\nОтвет: В. Хомяков жил", ""),
        ("Ответ: C\n\nB", ""),
        ("Ответ: C\n\nВ. Новая Москва", ""),
        ("Ответ: В. Хомяков жил здесь", "B"),
        ("B. Smirnov was there. Answer: C", "C"),
    ],
)
def test_an_initial_behind_a_declared_answer_is_no_second_one(text, expected):
    assert read_as(text, CITIES) == expected


HALVES = lettered("$\\frac{1}{8}$", "$\\frac{1}{4}$", "$\\frac{1}{2}$", "1")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("因此，我们可以选择 $a = 0$。", ""),
        ("因此，我们选择 $a = 0$。所以答案是 C。", "C"),
        ("Javob d = 3 m.", ""),
        ("Javob d = 1.", "D"),
        ("Javob: d) 3", "D"),
        ("答案：d = 1", "D"),
        ("因此选择 $b$。", "B"),
        ("答案是 b 为正确", "B"),
    ],
)
def test_a_letter_with_a_value_that_is_not_its_options_is_no_label(text, expected):
    assert read_as(text, HALVES) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("解析:\nA:犯罪嫌疑人:林某某\nB", ""),
        ("# Let's see\n\n# Option A: it can be held liable for that.\n# Option B", ""),
        ("A: it can be held liable.\nAnswer: B", ""),
        ("A: wrong because of that\nC", "C"),
        ("A: wrong because of that\nB", "B"),
        ("- A is wrong for us\n- B", "B"),
        ("x\nC. text text text\n\nAnswer:\nD", "D"),
    ],
)
def test_a_reply_that_breaks_off_at_the_next_label_answers_nothing(text, expected):
    assert read_as(text, CITIES) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("respuesta: b = 5", ""), ("respuesta: b = 7", ""), ("Ответ: c = 0", "C")],
)
def test_a_small_label_with_the_value_of_another_option_is_a_clash(text, expected):
    assert read_as(text, lettered("1", "2", "0", "5")) == expected


@pytest.mark.parametrize("noun", ["选项", "项", ""])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A{0}：红枫是树。B{0}：白桦皮白。C{0}：橡树结果。D{0}：松树有针叶。", ""),
        ("A{0}：红枫，正确。B{0}：白桦，错误。C{0}：橡树，正确。D{0}：松树，错误。", ""),
        ("A{0}：红枫。B{0}：白桦不符合。C{0}：橡树不对。D{0}：松树，错误。", "A"),
        ("A{0}：红枫，叶子是红的。", "A"),
    ],
)
def test_options_one_sentence_each_without_blanks_are_a_list(noun, text, expected):
    assert read_as(text.format(noun), lettered("红枫", "白桦", "橡树", "松树")) == expected
