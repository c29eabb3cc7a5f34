"""What a reply says besides its own answer: other questions, lists that go on, scales, what is ruled out."""

import pytest

from parsers import Reading, read_answer

TREES = {"A": "oak", "B": "birch", "C": "larch", "D": "elm"}
MOODS = {"A": "mania", "B": "dysthymia", "C": "panic", "D": "cyclothymia"}
SCALE = {"1": "Not like me at all", "2": "Not like me", "3": "Neither", "4": "Like me", "5": "Just like me"}
YES_NO = {"A": "Yes", "B": "No"}
EXAMPLE = "**Question {}:**\nThe colour that it has in spring is what is asked for. The answer is ({}).\n\n"
ROW = "".join(EXAMPLE.format(number, label) for number, label in enumerate("DBAB", start=1))
LAST = "**Question 5:**\nThe tree that sheds its needles in autumn is a conifer. The answer is (C)."
OPTIONS = "A. red\nB. blue\nC. green\nD. black"
OTHER = f"**Question**: What colour has the sky at noon?\n{OPTIONS}\nIt is clear. The answer is (B).\n\n"
OWN = (
    "**Question**: Which tree sheds its needles?\nA. oak\nB. birch\nC. larch\nD. elm\nThe answer is (C).\n\n"
)
PART = "Question {}: Does the tree have {}, as the description of the item says?\nThe answer is {}.\n\n"
PARTS = PART.format(1, "needles", "yes") + PART.format(2, "lobes", "no") + PART.format(3, "cones", "yes")


def said(reply, options, **asked):
    reading = read_answer(reply, options, **asked)
    return "".join(sorted(reading.letters)) or reading.outcome.value


@pytest.mark.parametrize(
    ("reply", "options", "expected"),
    [
        (ROW + LAST, TREES, "C"),  # the last of a row of examples is the item
        (EXAMPLE.format(1, "D") + EXAMPLE.format(2, "B"), TREES, "ambiguous"),  # two do not tell
        (EXAMPLE.format(1, "D") + LAST.replace("5", "2") + " It is the larch.", TREES, "C"),  # its texts tell
        ("Question 1: D\nQuestion 2: B", TREES, "ambiguous"),  # nothing is asked above the answers
        ("The answer is (A).\n\n" + ROW, TREES, "A"),  # an answer above the first heading is the item's
        (ROW + "Wait, the answer to question 4 is not B.", TREES, "ambiguous"),
        (OTHER + OWN, TREES, "C"),
        (OWN + OTHER, TREES, "C"),
        (PARTS, YES_NO, "ambiguous"),  # parts of the item
    ],
)
def test_of_questions_in_a_row_the_items_own_is_read(reply, options, expected):
    assert said(reply, options) == expected


@pytest.mark.parametrize(
    ("reply", "options", "expected"),
    [
        ("E) pine\nAnswer: C", TREES, "C"),
        ("E) pine.\nResposta: \nC\nExplicação: sheds its needles.", TREES, "C"),
        ("E) pine\nAnswer: E", TREES, "out_of_range"),
        ("E. Of these, only conifers shed needles.", TREES, "out_of_range"),
    ],
)
def test_the_next_option_that_a_model_makes_up_is_no_answer_beside_its_own(reply, options, expected):
    assert said(reply, options) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("The incorrect statement is C.", "C"),
        ("Only C is not a mood disorder.", "C"),
        ("Nur C ist keine Störung der Stimmung.", "C"),
        ("Solo la C no es un trastorno del ánimo.", "C"),
        ("Die falsche Aussage ist C.", "C"),
        ("La opción **incorrecta** es la **C**: no es del ánimo.", "C"),
        ("La opción INCORRECTA es:\n\nC. panic\n\nEl pánico no es un trastorno del ánimo.", "C"),
        ("誤っているのはCです。", "C"),
        ("옳지 않은 것은 C입니다", "C"),
        ("不正确的是C。", "C"),
        ("Неверным является утверждение C.", "C"),
        ("La opción incorrecta es la C. La D tampoco es correcta.", "no_answer"),
        ("La opción incorrecta es la C, por lo que la respuesta es B.", "B"),
        ("C is wrong.", "no_answer"),  # says nothing of what was asked for
        ("C是错误的。", "no_answer"),
        ("不是C。", "no_answer"),
    ],
)
def test_the_one_that_is_called_the_wrong_one_was_asked_for(reply, expected):
    assert said(reply, MOODS) == expected


def test_of_two_options_the_wrong_one_is_no_answer():
    assert said("La opción incorrecta es la A.", {"A": "mania", "B": "panic"}) == "no_answer"


@pytest.mark.parametrize(
    "reply",
    [
        "I rule out A.", "Option A is dismissed.", "Ich verwerfe Option A.", "Antwort A fällt weg.",
        "A scheidet aus.", "Descartamos la A.", "La opción A queda descartada.", "J'élimine la réponse A.",
        "La réponse A est à écarter.", "Escludo la risposta A.", "A alternativa A está descartada.",
        "A可以排除。", "Aを除外します。", "A는 제외됩니다.", "A를 배제합니다.", "Вариант A отпадает.",
        "Отбрасываем A.", "Optie A kan worden uitgesloten.", "Odrzucam A.", "A'yı eliyorum.",
        "Saya mengeliminasi A.", "Loại trừ đáp án A.", "أستبعد الخيار A.", "विकल्प A को खारिज करते हैं।",
    ],
)  # fmt: skip
def test_what_is_excluded_by_any_verb_is_no_answer(reply):
    assert said(reply, MOODS) == "no_answer"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("I would rate myself as a 4, Like me. I enjoy it.", "4"),
        ("I'd rate this as a 4, as I enjoy it, so I wouldn't rate it as a 5.", "4"),
        ("Therefore, I would rate myself as a 1 = Just like me.", "ambiguous"),
    ],
)
def test_a_number_that_a_statement_is_rated_as_is_the_answer(reply, expected):
    assert said(reply, SCALE) == expected


@pytest.mark.parametrize(
    "reply",
    [
        "Let us go through the options:\n\nA. oak: it sheds its leaves, and",
        "Options: A",
        "Vamos analisar cada opção:\n\nA) oak. Perde as folhas.\n\nB) birch. Também, e",
        "選択肢を一つずつ検討します：\n\nA. oak：葉が落ちる。しかし",
        "从A,B,C,D中选出一个，例如[正确答案]A<end>。请按照这个格式回答。",
        "Choose one, for example [answer] A.",
        "The closest of the given trees is (C) larch, but this is not the correct answer.",
    ],
)
def test_a_list_that_is_opened_or_an_example_of_the_form_is_no_answer(reply):
    assert said(reply, TREES) == "no_answer"


def test_a_line_that_takes_one_from_the_options_chooses():
    assert said("My pick from the options:\n\nA. oak", TREES) == "A"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Je ne peux pas donner de réponse précise sans plus d'informations.", "no_answer"),
        ("Ich kann die Frage ohne weiteren Kontext nicht beantworten.", "no_answer"),
        ("Lo siento, no puedo responder sin la imagen.", "no_answer"),
        ("Não posso responder, falta o texto.", "no_answer"),
        ("Mi dispiace, non posso rispondere: non vedo l'immagine.", "no_answer"),
        ("Извините, не могу ответить без изображения.", "no_answer"),
        ("申し訳ありませんが、画像がないため回答できません。", "no_answer"),
        ("抱歉，没有看到图片，我无法回答。", "no_answer"),
        ("죄송하지만 이미지가 없어 답변할 수 없습니다.", "no_answer"),
        ("Je ne peux pas vous aider avec cette demande.", "refusal"),
        ("Lo siento, no puedo dar consejos médicos.", "refusal"),
        ("抱歉，我无法提供医疗建议。", "refusal"),
    ],
)
def test_what_declines_for_want_of_something_in_the_prompt_is_no_refusal(reply, expected):
    assert said(reply, TREES) == expected


@pytest.mark.parametrize(
    ("reply", "by"),
    [
        ("A is wrong. The answer is C.", "denial"),
        ("If it had cones, it would be A. The answer is C.", "condition"),
        ("The answer is A. Wait, no, the answer is C.", "correction"),
        ("The answer is C.\n\nQuestion: What next?\nThe answer is A.", "run-on"),
        (EXAMPLE.format(1, "A") + LAST.replace("5", "2") + " It is the larch.", "other-question"),
        ("E) pine\nAnswer: C", "next-option"),
        ("Let us go through the options:\nA. oak. It sheds.\n\nThe answer is C.", "opened-list"),
    ],
)
def test_what_is_set_aside_says_by_which_rule(reply, by):
    reading = read_answer(reply, TREES)
    assert reading.letters == {"C"}
    assert by in [candidate.by for candidate in reading.candidates if candidate.set_aside]
    assert Reading.from_dict(reading.to_dict()) == reading


def test_a_reading_of_an_earlier_version_names_no_rules():
    stored = read_answer("A is wrong. The answer is C.", TREES).to_dict()
    for candidate in stored["candidates"]:
        candidate.pop("by", None)
    assert [candidate.by for candidate in Reading.from_dict(stored).candidates] == ["", ""]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Answer: C Question: Which tree has cones? A: pine", "C"),
        ("答案: C 问题: 以下哪种树有球果  A: 松", "C"),
        ("Resposta: C) O pinheiro que não perde folhas.", "C"),
        ("La respuesta correcta es la opción C. larch no es un árbol de hoja perenne.", "C"),
        ("La respuesta correcta no es la opción C) Larch.", "no_answer"),
        (
            "It sheds, and assuming the needles fall, the result is clear:\n\n**The answer is (C).**",
            "C",
        ),
        ("If it had cones, the answer would be C.", "no_answer"),
        ("The least likely correct answer is: A. oak\n\nMy answer is: C. larch", "C"),
        ("A. oak: this is true\nC. larch: this is true\n\nThe tree that fits best here is C. larch", "C"),
    ],
)
def test_what_is_declared_stands_whatever_is_said_around_it(reply, expected):
    assert said(reply, TREES) == expected


@pytest.mark.parametrize(
    "reply",
    [
        "I don't have personal opinions, but I can provide information on the topic.",
        "I'm an artificial intelligence and don't have the ability to hold opinions.",
        "I cannot endorse or agree with the statement.",
    ],
)
def test_who_has_no_opinions_declines(reply):
    assert said(reply, SCALE) == "refusal"


@pytest.mark.parametrize("mode", ["single", "multi"])
@pytest.mark.parametrize(
    "reply",
    [
        "None of the options (A), (B), (C), (D) is correct.",
        "None of A, B, C or D is right.",
        "None of the options is correct; D is closest, but not right either.",
        "Of these, D is closest, but not right either.",
        "Keine der Optionen (A), (B), (C), (D) ist richtig.",
        "Ninguna de las opciones (A), (B), (C), (D) es correcta.",
    ],
)
def test_where_none_is_right_none_is_chosen(reply, mode):
    assert said(reply, TREES, mode=mode) == "no_answer"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("(A) We have $x = 1$ and therefore", "truncated"),
        ("The options are A and", "truncated"),
        ("(A) because it sheds its leaves in the", "A"),  # an answer with its reasons
    ],
)
def test_what_is_cut_in_working_or_a_list_is_truncated(reply, expected):
    assert said(reply, TREES, finish_reason="length") == expected
    assert said(reply, TREES) == ("no_answer" if expected == "truncated" else expected)
