"""Replies whose answer stands beside what they say: in brackets, with its text, or on a line of its own."""

import pytest

from parsers import Grade, read_answer

OPTIONS = {"A": "red maple tree", "B": "silver birch tree", "C": "common oak tree"}
NUMBERED = dict(zip("123", OPTIONS.values(), strict=True))


@pytest.mark.parametrize(
    ("completion", "options", "label"),
    [
        ("La especie más probable es **un abedul joven** (opción 2). Las demás no encajan.", NUMBERED, "2"),
        ("La respuesta correcta es **el abedul** (opción B).", OPTIONS, "B"),
        ("正确答案是桦树（B）。", OPTIONS, "B"),
        ("答えはシラカバ(B)。", OPTIONS, "B"),
        ("Die gesuchte Art ist die Eiche (Antwort C). Sie wird alt.", OPTIONS, "C"),
        ("Daun ini jatuh di musim gugur.\n\nJadi, pohonnya adalah birch (pilihan B).", OPTIONS, "B"),
        ("Hình này cho thấy B. silver birch tree. Cây có vỏ trắng.", OPTIONS, "B"),
        ("Демек, жауабы төмендегідей:\n\nC) емен ағашы\n\nОл ұзақ өседі.", OPTIONS, "C"),
        ('Dari dua pilihan, pilihan B, yaitu "pohon birch," adalah yang paling tepat.', OPTIONS, "B"),
    ],
)
def test_an_option_that_stands_beside_what_is_said_is_read(completion, options, label):
    reading = read_answer(completion, options)
    assert reading.letters == {label}
    assert reading.grade is not Grade.STRICT


@pytest.mark.parametrize(
    ("completion", "label"),
    [
        ("- Maple (A) is red.\n- Birch (B) is white.\n\nThus, the answer is:\n\n**C. common oak tree**", "C"),
        (
            'Pilihan A, "maple," kurang masuk akal.\n\nPilihan B, "birch," adalah yang paling tepat.',
            "B",
        ),
        ("Bakalım:\n- Red maple tree: kırmızı\n- Silver birch tree: beyaz\n\nDoğru cevap C şıkkıdır.", "C"),
        ("###\nCâu hỏi: Cây nào?\n###\nĐáp án: B. silver birch tree", "B"),
        ("La opción que NO es propia de este bosque es: **C. el roble viejo**", "C"),
        ("La respuesta incorrecta es: B. silver birch tree.", "B"),
        ("La respuesta incorrecta es: B. silver birch tree. El texto dice otra cosa.", "B"),
        (
            "La respuesta INCORRECTA es la siguiente:\nB. El abedul plateado.\n\nEs incorrecta porque muere.",
            "B",
        ),
    ],
)
def test_what_is_listed_above_it_does_not_hide_the_answer(completion, label):
    assert read_answer(completion, OPTIONS).letters == {label}


@pytest.mark.parametrize(
    "completion",
    [
        "La respuesta no es: B. silver birch tree.",
        "正确答案不是桦树（B）。",
        "La opción que no es correcta es: **C. el roble viejo**",
        "La respuesta incorrecta es la B.",
        "La respuesta que no es incorrecta es: B. silver birch tree. El texto dice otra cosa.",
        "B) silver birch tree. es incorrecta, ya que muere pronto.",
        "B) silver birch tree. es incorrecta, ya que los otros árboles (red maple tree, el roble) son altos.",
        "La especie no es **un abedul joven** (opción B). Las demás no encajan.",
        "La especie es un abedul (opción B). Por lo tanto, el árbol es un roble (opción C).",
        "Die Eiche ist alt (Antwort C). Der Ahorn ist rot (Antwort A).",
        "Hình này không phải B. silver birch tree. Cây có vỏ trắng.",
        "Hình này cho thấy B. silver birch tree, hay C. common oak tree? Cây có vỏ trắng.",
        'Dari dua pilihan, pilihan B, yaitu "pohon birch," tidak masuk akal.',
    ],
)
def test_what_is_denied_named_twice_or_opens_a_list_is_not_read(completion):
    assert not read_answer(completion, OPTIONS).letters


FALLACIES = {"A": "ad ignorantium", "B": "Many questions", "C": "Extension", "D": "Compound proposition"}


def test_a_label_begins_behind_the_option_text_that_ends_in_its_noun():
    """The noun was taken for the label's, so that all places behind it were those of other words."""
    judged = "- {} ({}): It asks. This does not match.\n"
    reply = judged.format("Many questions", "B") + judged.format("Compound proposition", "D")
    reading = read_answer(reply + "\nThe answer is (C).", FALLACIES)
    assert reading.letters == {"C"}
    assert (reading.candidates[1].letters, reading.candidates[1].span) == (("D",), (54, 77))
