"""Replies without a label that say an option in nearly its words; and those that only look so."""

import pytest

from parsers import Grade, Outcome, read_answer

SCAN = {
    "1": "El paciente presenta una fractura abierta a la exploración.",
    "2": "El paciente presenta una fractura cerrada a la exploración.",
    "3": "El paciente no presenta fractura (0 %).",
    "4": "Osmolalidad urinaria > 300 mg/dl.",
}
CARE = {
    "A": "Repeat the endoscopy in twelve months and stop every drug.",
    "B": "Offer ablation with a catheter in an expert centre, keeping the pump inhibitor.",
    "C": "No treatment is needed at present in this patient.",
}
PLANT = {
    "1": "La planta muestra una mancha roja, que se trata mediante azufre y riego.",
    "2": "La planta muestra una plaga de pulgón, que se trata mediante jabón y agua.",
}
ARTICLES = {"A": "eine ältere Frau", "B": "ein Mädchen"}


@pytest.mark.parametrize(
    ("completion", "options", "label"),
    [
        ("El hallazgo es que el paciente presenta **una fractura abierta en la exploración**.", SCAN, "1"),
        ("El dato es la osmolalidad urinaria mayor de 300 mg/dl.\n\nOtros datos: …", SCAN, "4"),
        ("Die Wahl ist klar:\ndas Mädchen. Dies ist so, weil es jung ist.", ARTICLES, None),
        ("das Mädchen. Dies ist aufgrund seiner Jugend so, anders als bei der Frau.", ARTICLES, "B"),
        (
            "The best step is to offer ablation by catheter in an expert centre, keeping a pump inhibitor.",
            CARE,
            "B",
        ),
        ("Por lo tanto, el dato es **osmolalidad urinaria mayor de 300 mg/dl**. ¿Algo más?", SCAN, "4"),
        ("**2. El paciente presenta una fractura cerrada en la exploración.**\n\nAsí se ve.", SCAN, "2"),
        (
            "1. Fractura abierta.\n2. El paciente presenta una fractura cerrada en la exploración.",
            SCAN,
            None,
        ),
        ("la tecnica è: le due donne.", {"A": "due donne", "B": "tre donne"}, "A"),
        ("El cuadro es **dolor iliotibial**.", {"A": "Dolor ilio-tibial", "B": "Rotura"}, "A"),
        (
            "Lo mejor es que **la planta tiene una mancha roja y debe tratarse con azufre y riego**.",
            PLANT,
            "1",
        ),
        ("Les deux femmes, car elles sont jeunes.", {"A": "deux femmes", "B": "trois femmes"}, "A"),
    ],
)
def test_an_option_said_in_nearly_its_words_where_an_answer_is_due_is_read(completion, options, label):
    reading = read_answer(completion, options)
    assert reading.letters == ({label} if label else frozenset())
    if label:
        assert reading.outcome is Outcome.ANSWER
        assert reading.grade is Grade.TEXT


@pytest.mark.parametrize(
    ("completion", "options"),
    [
        ("No es cierto que el paciente presente nada. El paciente tose.", SCAN),
        ("El hallazgo no es una osmolalidad urinaria mayor de 300 mg/dl.", SCAN),
        ("El paciente presenta una fractura a la exploración.", SCAN),
        ("El paciente presenta una fractura abierta y una fractura cerrada a la exploración.", SCAN),
        ("¿Es la osmolalidad urinaria mayor de 300 mg/dl?", SCAN),
        ("Si la osmolalidad es otra, el dato es la osmolalidad urinaria mayor de 300 mg/dl.", SCAN),
        ("das Mädchen, die ältere Frau und der Hund", ARTICLES),
        ("The best step is to offer ablation.", CARE),
        ("Bipolar disorder is a mood disorder.", {"A": "Bipolar I disorder", "B": "Bipolar II disorder"}),
    ],
)
def test_what_is_denied_asked_listed_or_said_of_two_is_not_read(completion, options):
    assert not read_answer(completion, options).letters


@pytest.mark.parametrize(
    ("completion", "letters"),
    [
        ("To'g'ri javob **B**dir.", {"B"}),
        ("Дұрыс жауап: **B**дір.", {"B"}),
        ("Doğru seçenek **B) mirtavine**dir.", {"B"}),
        ("Doğru seçenek **B) mirtavine** değildir.", set()),
        ("To'g'ri javob **B** emas.", set()),
        ("The word **B**irch is a tree.", set()),
    ],
)
def test_an_ending_behind_what_stands_in_bold_belongs_to_no_label(completion, letters):
    options = {"A": "xerosol", "B": "mirtavine", "C": "dolupam", "D": "quentarol"}
    assert read_answer(completion, options).letters == letters


@pytest.mark.parametrize(
    ("completion", "letters"),
    [
        ("En se basant sur les faits, la réponse la plus adaptée serait C.", {"C"}),
        ("La opción que se recomienda como respuesta correcta es la C.", {"C"}),
        ("La risposta che si ottiene è C.", {"C"}),
        ("Se houver febre, a resposta seria C.", set()),
        ("Si hay fiebre, la respuesta sería C.", set()),
        ("Falls Fieber besteht, ist die Antwort C.", set()),
    ],
)
def test_a_reflexive_pronoun_is_no_condition(completion, letters):
    options = {"A": "xerosol", "B": "mirtavine", "C": "dolupam", "D": "quentarol"}
    assert read_answer(completion, options).letters == letters


def test_the_number_of_a_source_on_a_line_of_its_own_is_no_label():
    options = {"1": "25%.", "2": "30%.", "3": "33%."}
    assert read_answer("La respuesta correcta es **33%**.\n\n[1]", options).letters == {"3"}
    assert read_answer("La respuesta correcta es:\n\n[1]", options).letters == {"1"}


def test_a_sign_of_currency_joins_no_less_than_a_blank():
    options = {"A": "$22,500", "B": "$23,700", "C": "$25,500", "D": "$27,300"}
    assert read_answer("Xyz qwop dolum.\n\nHivyo, ni D. $27,300.", options).letters == {"D"}
    assert not read_answer("Xyz qwop dolum.\n\nHivyo, ni D. $22,500.", options).letters


def test_a_reply_that_names_no_option_of_an_item_with_numbers_is_read_too():
    for completion in ("Xyz qwop dolum.", "", "Das weiß ich nicht."):
        assert not read_answer(completion, {"1": "oak", "2": "red maple"}).letters


LETTERS = {"A": "xerosol", "B": "mirtavine", "C": "dolupam", "D": "quentarol"}
NUMBERS = dict(zip("1234", LETTERS.values(), strict=True))


@pytest.mark.parametrize(
    ("completion", "options", "letters"),
    [
        ("La única opción correcta en este caso es la n.º 2 (mirtavine).", NUMBERS, {"2"}),
        ("La respuesta correcta (y la que suele recogerse en los libros) es la opción 2.", NUMBERS, {"2"}),
        ("La respuesta correcta (y no otra) no es la opción 2.", NUMBERS, set()),
        ("我认为最接近答案的是C选项。" + "它提到了历史背景，" * 12 + "\n\n正确答案是：B。", LETTERS, {"B"}),
        ("B\n\nСавол: 2 + 2?\nA) 3\nB) 4\n\nЖавоб: A", LETTERS, {"B"}),
        ("D\n\nSual: 2 + 2?\nA) 3\nB) 4\n\nCavab: A", LETTERS, {"D"}),
        ("---\n\nCâu hỏi: 2 + 2?\nA. 3", LETTERS, set()),
        ("Hisoblaymiz.\n\nSavol: qaysi dori?\n\nTo'g'ri javob: C", LETTERS, {"C"}),
        ("Chaguzi ni: A. xerosol, B. mirtavine.", LETTERS, set()),
        ("Pilihan: A, B, C.", LETTERS, set()),
        ("(A) We can use the rate. It is 3. (B) We can use the time. It is 4", LETTERS, set()),
        ("(A) We can use the rate, since it is known.", LETTERS, {"A"}),
        ("la donna. È più giovane di un uomo.", {"A": "una donna", "B": "un uomo"}, {"A"}),
        ("il medico. La vita vale più di quella di un ladro.", {"A": "un ladro", "B": "un medico"}, {"B"}),
    ],
)
def test_what_replies_of_new_stores_taught_the_reader(completion, options, letters):
    assert read_answer(completion, options).letters == letters


def test_a_label_behind_which_the_reply_is_cut_is_no_second_answer():
    reply = "[D] In the first years of the war they attacked the base areas. " * 4 + "Options A,"
    assert read_answer(reply, LETTERS).letters == {"D"}


@pytest.mark.parametrize(
    ("completion", "options", "letters"),
    [
        ("La opción más adecuada es la 1: Tratamiento no invasivo con máscara.", NUMBERS, {"1"}),
        ("Die richtige Antwort ist B: Nicht invasive Beatmung.", LETTERS, {"B"}),
        ("La opción 1 no es la correcta: Tratamiento.", NUMBERS, set()),
        ("La respuesta correcta no es la 1: Tratamiento invasivo.", NUMBERS, set()),
        ("Димәк, җавап:\n\\[\n\\boxed{2.6}\n\\]", {"A": "2,6", "B": "1,4"}, {"A"}),
        ("The answer is 2,6.", {"A": "2.6", "B": "1.4"}, {"A"}),
        ("Shuning uchun, javob A) 1.5 N.", {"A": "1,5", "B": "1"}, {"A"}),
        ("Shuning uchun, javob A) 1.5 emas.", {"A": "1,5", "B": "1"}, set()),
        ("したがって、最も近い選択肢はD. quentarolです。ただし、結果は異なります。", LETTERS, {"D"}),
        ("Dari dua pilihan, pilihan B tampak lebih masuk akal. Pilihan A mungkin juga.", LETTERS, {"B"}),
        ("Pilihan B tampak kurang masuk akal.", LETTERS, set()),
    ],
)
def test_what_a_second_draw_taught_the_reader(completion, options, letters):
    assert read_answer(completion, options).letters == letters


def test_who_cannot_give_an_answer_in_swahili_for_want_of_data_abstains():
    reading = read_answer("Siwezi kutoa jibu la sahihi kutokana na taarifa zilizopo.", LETTERS)
    assert reading.outcome is Outcome.NO_ANSWER


def test_a_label_of_the_very_option_that_is_said_in_nearly_its_words_speaks_for_it():
    completion = (
        "El dato es **osmolalidad urinaria mayor de 300 mg/dl**.\n\nLo descrito en la opción {} orienta."
    )
    assert read_answer(completion.format(4), SCAN).letters == {"4"}
    assert not read_answer(completion.format(1), SCAN).letters


def test_a_denial_that_is_the_text_of_its_own_label_denies_nothing():
    options = {
        "الف": "قائم‌الزاویه است",
        "ب": "متساوی‌الاضلاع هست",
        "پ": "نمی‌توان نتیجه گرفت",
        "ت": "متساوی‌الاضلاع نیست",
    }
    assert read_answer("ت) متساوی‌الاضلاع نیست", options).letters == {"ت"}
