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
        ("## Resposta\n\nA", "A"),
        ("## Resposta\n\nA) oak tree", "A"),
        ("Resposta\nA porque é alta.", "A"),
        ("Cevap\nA seçeneği", "A"),
    ],
)
def test_the_portuguese_article_below_a_heading_is_no_label(text, expected):
    assert letters(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "A conduta mais adequada para o paciente é a opção C, pois adiciona insulina.",
        "A conduta mais apropriada é a letra C, pois valoriza a queixa.",
        "A conduta mais indicada para o caso apresentado é a **alternativa C** – encaminhar.",
        "La conduite la plus appropriée pour ce patient est l'option C, car elle est sûre.",
        "La condotta più indicata per il paziente è l'opzione C, poiché è sicura.",
    ],
)
def test_what_suits_the_patient_best_is_the_answer(text):
    assert letters(text) == "C"


@pytest.mark.parametrize(
    "text",
    [
        "A conduta menos adequada é a opção C.",
        "A conduta menos apropriada para o paciente é a letra C.",
        "A conduta mais adequada para o paciente não é a opção C.",
        "La conducta menos adecuada es la opción C.",
        "La conduite la moins appropriée pour ce patient est l'option C.",
        "Caso a conduta mais indicada para o paciente fosse a opção C, haveria insulina.",
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
