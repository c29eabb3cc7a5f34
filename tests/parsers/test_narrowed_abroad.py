"""Rules outside English kept from what they do not say: polite endings, later questions, headings, denials.

Decision: docs/decisions/parsers.md, "Rules outside English that took too much".
"""

import pytest

from parsers import read_answer

OPTIONS = {"A": "xerosol", "B": "mirtavine", "C": "quentarol", "D": "dolupam"}


def read_as(text: str) -> str:
    """The letter that is read, or nothing."""
    return "".join(sorted(read_answer(text, OPTIONS).letters))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("したがって、Bが最も適切かと思います。", "B"),
        ("以上より、選択肢Bが正解かと思われます。", "B"),
        ("Bが正しいかと存じます。", "B"),
        ("Bが妥当かと考えます。", "B"),
        ("Bが正解かと。", "B"),
        ("Bが正解かなと思います。", "B"),
        ("정답은 B가 맞지 싶습니다.", "B"),
        ("B가 옳지, A는 아니다.", "B"),
        ("Bが正しいか分からない。", ""),
        ("Bが正しいかどうかは不明。", ""),
        ("B가 옳은지 확실하지 않다.", ""),
        ("B가 정답인지 알 수 없다.", ""),
    ],
)
def test_a_polite_guess_is_no_question(text, expected):
    assert read_as(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Die richtige Antwort ist B – ist das klar?", "B"),
        ("Die richtige Antwort ist B - ist das klar?", "B"),
        ("Antwort B – haben Sie noch Fragen?", "B"),
        ("A resposta correta é B (Quer uma explicação?)", "B"),
        ("정답은 B입니다 더 궁금한 점이 있으신가요?", "B"),
        ("正解はBです 説明が必要ですか?", "B"),
        ("الإجابة الصحيحة هي B. mirtavine هل تريد شرحا؟", "B"),
        ("Ist B die richtige Antwort?", ""),
        ("Je B správná odpověď?", ""),
        ("Est-ce que B est la bonne réponse ?", ""),
        ("B는 정답입니까?", ""),
        ("Bが正解ですか?", ""),
        ("A resposta correta é B?", ""),
    ],
)
def test_what_is_asked_behind_an_answer_takes_nothing_back(text, expected):
    assert read_as(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Вывод:\nB так как он сильнее.", "B"),
        ("Conclusão:\nB porque é mais forte.", "B"),
        ("结论：\nB 因为更强。", "B"),
        ("الخلاصة:\nB لأنه أقوى.", "B"),
        ("Fazit:\nOption B erklärt alles am besten.", "B"),
        ("Diagnóstico:\nB por la ictericia.", "B"),
        ("Závěr:\nB vysvětluje vše.", "B"),
        ("Überlegung:\nB kommt selten vor.", ""),
        ("Explicación:\nB es frecuente en niños.", ""),
        ("Analyse:\nB kommt häufig vor.", ""),
    ],
)
def test_a_conclusion_heads_its_sentence_and_thoughts_do_not(text, expected):
    assert read_as(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Odpověď: B – nepoužívá se.",
        "Odpoveď: B – nepoužíva sa.",
        "B) mirtavine – nepatří sem",
        "B. mirtavine nepatří do této skupiny.",
    ],
)
def test_words_that_describe_an_option_call_it_wrong_in_no_list(text):
    assert read_as(text) == "B"
