"""An answer below the line that announces it, and what is said of the other options below that."""

import pytest

from tests.support.letters import letters_for

OPTIONS = {"A": "oak tree", "B": "birch tree", "C": "pine tree", "D": "maple tree"}

letters = letters_for(OPTIONS)


@pytest.mark.parametrize(
    ("announced", "reasons"),
    [
        ("The correct answer is:", "Explanation"),
        ("A resposta correta é:", "Justificativa"),
        ("La respuesta correcta es:", "Justificación"),
        ("La bonne réponse est :", "Explication"),
        ("Die richtige Antwort ist:", "Begründung"),
        ("Правильный ответ:", "Объяснение"),
        ("Doğru cevap:", "Açıklama"),
        ("Đáp án đúng là:", "Giải thích"),
        ("正确答案是：", "解析"),
        ("정답은:", "해설"),
        ("الإجابة الصحيحة هي:", "التفسير"),
    ],
)
@pytest.mark.parametrize(
    "layout",
    [
        "{}\n\n**A) oak tree**\n\n**{}:**\nxx yy.\n\n- **B) birch**: uu.\n- **C) pine**: vv.\n- **D)** w.",
        "{}\n\nA) oak tree\n\n---\n\n### {}\n\nxx yy zz.\n\nB) uu.\nC) vv.\nD) ww.",
        "{}\n\nA) oak tree\n\n{} xx yy zz.\n\nB) uu.\nC) vv.\nD) ww.",
    ],
)
def test_a_reason_below_the_announced_option_makes_it_the_answer(announced, reasons, layout):
    assert letters(layout.format(announced, reasons)) == "A"


OTHERS = "\n\n- **B) birch tree**: uu.\n- **C) pine tree**: vv.\n- **D) maple tree**: ww."


@pytest.mark.parametrize(
    "head",
    [
        "A\n\nThe oak grows taller than any.",
        "**A**\n\nA contraindicação é a extensão.",
        "A.\n\n橡树最高。",
        "Based on this, the most likely diagnosis is:\n\n**A) oak tree.**\n\n**Explanation:**\n- xx yy.",
        "Com base nisso, o diagnóstico mais provável é:\n\n**A) oak tree.**\n\n**Justificativa:**\n- xx yy.",
        "Con base en eso, el diagnóstico más probable es:\n\nA) oak tree\n\nEs alto y viejo.",
    ],
)
def test_a_bare_label_on_top_and_what_something_is_are_announced_too(head):
    assert letters(head + OTHERS) == "A"


@pytest.mark.parametrize(
    "head",
    [
        "A) oak tree\n\nOaks grow.",
        "The options are:\n\nA) oak tree\n\nNote:\nxx",
        "The first option is:\n\nA) oak tree\n\nNote: xx yy.",
        "What is the correct answer:\n\nA) oak tree\n\nxx yy.",
        "Let's see which is the correct answer:\n\nA) oak tree\n\nxx yy.",
        "Step 2: Choose the best answer:\n\nA) oak tree\n\nxx yy.",
        "Qual é a resposta correta:\n\nA) oak tree\n\nxx yy.",
        "My analysis is:\n\nA) oak tree\n\nxx yy.",
        "The leaf of each tree is:\n\nA) oak tree\n\nxx yy.",
        "The correct answer is:\n\nA) oak tree\n\nThis does not fit, as it grows.",
    ],
)
def test_the_head_of_a_list_is_not(head):
    assert letters(head + OTHERS) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "A) oak tree\n\n{}\n\nDiğer seçenekler:\n\n* birch tree: u.\n* pine tree: v.\n* maple tree: w.",
            "A",
        ),
        ("A) oak tree\n\n{}\n\nB) birch tree: uu.\nC) pine tree: vv.\nD) maple tree: ww.", "A"),
        ("**A) oak tree**\n\n**Həll:**\n\n{}\n\n* **B) birch tree:** uu.\n* **C)** vv.\n* **D)** ww.", "A"),
        ("A) oak tree cavabı doğrudur.\n\nBasqa variantlar:\n- birch tree: uu.\n- maple tree: vv.", "A"),
        ("A) oak tree - dūrys jawap.\n\n{}\n\n- birch tree: uu.\n- pine tree: vv.\n- maple tree: ww.", "A"),
        (
            "A) oak tree cavabı yanlışdır.\n\n{}\n\nB) birch tree: uu.\nC) pine tree: vv.\nD) maple tree: w.",
            "",
        ),
        ("A) oak tree\n\n{}\n\nB) birch tree\n\n{}\n\nC) pine tree\n\n{}\n\nD) maple tree", ""),
        (
            "A) oak tree\n\n{} It does not fit.\n\nB) birch tree: uu.\nC) pine tree: vv.\nD) maple tree: ww.",
            "",
        ),
        ("Variantlar:\nA) oak tree\n\n{}\n\nB) birch tree: uu.\nC) pine tree: vv.\nD) maple tree: ww.", ""),
        ("A) oak tree\n\n{}\n\nB) birch tree: doğru.\nC) pine tree: vv.\nD) maple tree: ww.", "B"),
        ("A) oak tree: {}\n\nB) birch tree: uu.\nC) pine tree: vv.\nD) maple tree: ww.", ""),
    ],
)
def test_a_first_line_above_a_paragraph_answers_where_the_others_have_one_line_each(text, expected):
    assert letters(text.replace("{}", "Uu vv ww xx yy zz. Uu vv ww, xx yy zz.")) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The correct answer is:\nA) oak tree\nB) birch tree\nC) pine tree\nD) maple tree",
        "The correct answer is:\n\nA) oak tree\n\nB) birch tree\n\nC) pine tree\n\nD) maple tree",
        "The correct answer is:\nA) oak tree: tall.\nB) birch tree: white.\nC) pine tree: green.",
        "The correct answer is:\n\nA) oak tree\nxx yy.\n\nB) birch tree\nuu vv.\n\nC) pine tree\nww.",
        "The correct answer is:\n\nA) oak tree\n\nxx yy.\n\nB) birch tree\n\nuu vv.\n\nC) pine tree\n\nww.",
        "The correct answer is:\n\nA) oak tree\n\nNote:\nx.\n\nB) birch tree\n\nNote:\nu.\n\nC) pine tree",
        "The options:\n\nA) oak tree\n\nNote:\nxx yy.\n\nB) birch tree\nC) pine tree\nD) maple tree",
    ],
)
def test_the_first_of_a_list_in_one_form_is_no_answer(text):
    assert letters(text) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## Resposta\n\nA alternativa correta é a **letra D**.", "D"),
        ("## Resposta\n\nA letra correta é **C**.\n\nA TC com contraste é o próximo passo.", "C"),
        ("## Resposta\n\nA opção D é a correta.", "D"),
        ("## Resposta\n\nA correta é a B.", "B"),
        ("## Réponse\n\nL'option C est correcte.", "C"),
        ("## Risposta\n\nL'opzione C è corretta.", "C"),
        ("## Odpowiedź\n\nA więc poprawna jest odpowiedź B.", "B"),
        ("A correta é a **D**.\n\n* **Correta:** O da planta é este.", "D"),
        ("## Resposta\n\nA", "A"),
        ("## Resposta\n\nA) oak tree", "A"),
        ("Resposta\nA porque é alta.", "A"),
        ("Cevap\nA seçeneği", "A"),
    ],
)
def test_an_article_below_a_heading_is_no_label(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "A conduta mais adequada para o paciente é a opção C, pois adiciona insulina.",
        "A conduta mais apropriada é a letra C, pois valoriza a queixa.",
        "A conduta mais apropriada para o caso apresentado é a **alternativa C** – encaminhar.",
        "La conduite la plus appropriée pour ce patient est l'option C, car elle est sûre.",
        "La condotta più adeguata per il paziente è l'opzione C, poiché è sicura.",
        "A letra **C** é a conduta mais adequada.",
        "La opción C es la conducta más adecuada.",
        "L'option C est la conduite la plus appropriée.",
    ],
)
def test_what_suits_the_patient_best_is_the_answer(text):
    assert letters(text) == "C"


@pytest.mark.parametrize(
    "text",
    [
        "A conduta menos apropriada para o paciente é a letra C.",
        "A conduta mais adequada para o paciente não é a opção C.",
        "A opção C não é a conduta mais adequada.",
        "A opção C é o tratamento da depressão.",
        "A ressonância (C) é mais indicada para avaliação de litíase.",
        "Caso a conduta mais adequada para o paciente fosse a opção C, haveria insulina.",
    ],
)
def test_what_suits_least_is_no_answer(text):
    assert letters(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Answer: 1–B, 2–D, 3–A, 4–B.",
        "Відповідь: 1–B, 2–D, 3–A, 4–B.",
        "Answer: 1. B, 2. C",
        "Answer: a-2, b-1",
        "Answer: a – B, b – C",
        "Resposta: 1-B\n2-C\n3-A",
    ],
)
def test_items_matched_with_one_another_are_no_answer(text):
    assert letters(text) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Answer: 1 - B", "B"),
        ("1-B, 2-C, 3-A, so the answer is D", "D"),
        ("Answer: 1. B, 2. B", "B"),
        ("The matching is 1-B, 2-C. Answer: A", "A"),
    ],
)
def test_one_pair_and_an_answer_beside_pairs_are_read(text, expected):
    assert letters(text) == expected


SHOCKS = {"A": "Cardiogenic shock of low output", "B": "Septic shock", "C": "Lost blood", "D": "Allergy"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Answer: B\n\nWhat is it?\nA) Cardiogenic shock\nB) Embolism\nC) Stroke\nD) Seizure\n\nAnswer: A",
            "B",
        ),
        ("B it is, I guess.", "B"),
        ("Then B it is – the classic.", "B"),
        ("B it is with fluids.", "B"),
    ],
)
def test_one_entry_alike_makes_no_list_of_the_options(text, expected):
    assert letters_for(SHOCKS)(text) == expected


@pytest.mark.parametrize(
    "denial",
    [
        "Questa opzione è sbagliata.",
        "Diese Option ist falsch,",
        "Ta opcja jest błędna.",
        "Это неправильный ответ.",
        "Bu variant səhvdir.",
        "Phương án này sai.",
        "Αυτή η επιλογή είναι λάθος.",
    ],
)
def test_a_paragraph_that_begins_by_calling_the_first_line_wrong_is_no_reason_for_it(denial):
    text = f"A) oak tree\n\n{denial} Uu vv ww xx yy zz. Uu vv ww, xx yy.\n\n"
    assert letters(text + "B) birch tree: uu.\nC) pine tree: vv.\nD) maple tree: ww.") == ""


@pytest.mark.parametrize(
    "line",
    [
        "parece la respuesta correcta, pero",
        "¿es la respuesta correcta?",
        "semble la bonne réponse, mais",
        "scheint die richtige Antwort",
        "doğru cevap olurdu, eğer",
        "to'g'ri javobga o'xshaydi",
        "дұрыс жауап сияқты",
        "akan menjadi jawaban benar jika",
        "sẽ là đáp án đúng nếu",
        "如果是正确答案",
        "είναι η σωστή απάντηση;",
    ],
)
def test_a_first_line_that_only_seems_to_call_its_option_the_answer_does_not(line):
    text = f"A) oak tree {line}\n\nB) birch tree: uu.\nC) pine tree: vv.\nD) maple tree: ww."
    assert letters(text) == ""
    text = f"A) oak tree - {line}\nB) birch tree - {line}\nC) pine tree - es la respuesta correcta"
    assert letters(text) in ("", "C")


@pytest.mark.parametrize(
    ("reason", "last"),
    [
        ("{} Pero eso no es correcto.", "ww."),
        ("{} ¿Es así?", "ww."),
        ("{}", "es la respuesta correcta."),
        ("{}", "ww.\n\nLa respuesta correcta es la D."),
        ("{}", "ww.\n\nTodas son correctas."),
    ],
)
def test_a_paragraph_is_no_reason_where_it_ends_in_a_denial_or_another_option_is_right(reason, last):
    told = reason.replace("{}", "Uu vv ww xx yy zz. Uu vv ww, xx yy zz.")
    text = f"A) oak tree\n\n{told}\n\nB) birch tree: uu.\nC) pine tree: vv.\nD) maple tree: {last}"
    assert letters(text) in ("", "D")
