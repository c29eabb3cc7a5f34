"""Columns of options: none is lost without a word, and golds may name them."""

import pytest

from benchmark.errors import ItemFormatError
from benchmark.imports import BadLines, read_people_file


def table(tmp_path, *rows):
    path = tmp_path / "q.csv"
    path.write_text("".join(";".join(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_more_options_than_letters_are_refused_and_none_is_cut_off(tmp_path):
    names = [f"Option {n}" for n in range(1, 31)]
    file = table(tmp_path, ["Frage", *names, "Lösung"], ["F?", *map(str.lower, names), "option 3"])
    with pytest.raises(BadLines, match="line 2: 30 options; at most 26 can be lettered"):
        read_people_file(file)
    fewer = table(tmp_path, ["Frage", *names, "Lösung"], ["F?", "x", "y", *[""] * 28, "x"])
    assert read_people_file(fewer).items[0].options == {"A": "x", "B": "y"}


def test_options_counted_from_0_are_all_read(tmp_path):
    file = table(
        tmp_path,
        ["question", "ending0", "ending1", "ending2", "ending3", "label"],
        ["One?", "w", "x", "y", "z", "0"],
        ["Two?", "w", "x", "y", "z", "3"],
    )
    assert [(len(item.options), item.gold) for item in read_people_file(file).items] == [
        (4, ("A",)),
        (4, ("D",)),
    ]


@pytest.mark.parametrize(
    ("names", "after", "last"),
    [
        (["Option A", "Option B", "Option D"], "Option D", "Option B"),
        (["Antwort 1", "Antwort 2", "Antwort 4"], "Antwort 4", "Antwort 2"),
    ],
)
def test_an_option_after_a_gap_is_not_lost(tmp_path, names, after, last):
    file = table(tmp_path, ["Frage", *names, "Lösung"], ["F?", "x", "y", "z", "x"])
    with pytest.raises(ItemFormatError) as refused:
        read_people_file(file)
    said = str(refused.value)
    assert f"'{after}' is named as an option is, but does not follow '{last}'." in said
    assert said.endswith(f'say which are options: `columns={{"options": "{"+".join(names)}"}}`.')
    assert len(read_people_file(file, {"options": "+".join(names)}).items[0].options) == 3


@pytest.mark.parametrize(
    ("question", "option", "gold"),
    [
        ("Frage", "Möglichkeit 1", "Korrekt"),
        ("Fragenstamm", "Antwortvorschlag 1", "richtige Möglichkeit"),
        ("Question", "Answer option 1", "Correct answer"),
        ("Libellé de la question", "Possibilité 1", "Bonne option"),
        ("Pregunta", "Posibilidad 1", "Correcta"),
        ("Domanda", "Possibilità 1", "Risposta giusta"),
        ("Pergunta", "Escolha 1", "Opção certa"),
        ("Vraag", "Mogelijkheid 1", "Juiste"),
        ("Tekst pytania", "Możliwość 1", "Poprawna opcja"),
        ("Формулировка вопроса", "Возможный ответ 1", "Верный"),
        ("题目", "备选项1", "参考答案"),
        ("問い", "選択枝1", "正解番号"),
    ],
)
def test_more_words_that_people_use(tmp_path, question, option, gold):
    names = [option.replace("1", n) for n in "123"]
    file = table(tmp_path, [question, *names, gold], ["F?", "x", "y", "z", "3"], ["G?", "x", "y", "z", "y"])
    assert [item.gold for item in read_people_file(file).items] == [("C",), ("B",)]
    file = table(tmp_path, [question, *names, gold], ["F?", "x", "y", "z", "3"])
    assert f"The gold is the number that the option bears, in '{gold}'." in read_people_file(file).found


@pytest.mark.parametrize("gold", ["Option B", "option b", "Antwort B", "choice_b", "B", "(b)", "B) y", "Ｂ"])
def test_a_gold_may_name_the_option_with_a_word(tmp_path, gold):
    file = table(tmp_path, ["Frage", "A", "B", "C", "Lösung"], ["F?", "x", "y", "z", gold])
    assert read_people_file(file).items[0].gold == ("B",)


def test_a_word_that_only_begins_like_an_option_is_a_text(tmp_path):
    file = table(tmp_path, ["Frage", "A", "B", "C", "Lösung"], ["F?", "x", "y", "Opa", "Opa"])
    assert read_people_file(file).items[0].gold == ("C",)


@pytest.mark.parametrize("header", ["Frage A B Lösung", "Frage；A；B；Lösung"])
def test_cells_that_nothing_separates_are_told_what_to_put_between(tmp_path, header):
    with pytest.raises(ItemFormatError, match=r"one of all, 'Frage.*needs commas, semicolons, tabs or bars"):
        read_people_file(table(tmp_path, [header], ["F? x y A"]))


def test_where_several_columns_are_equally_near_none_is_proposed(tmp_path):
    file = table(tmp_path, ["Frage", "A", "B", "Loesungen", "Solutions"], ["F?", "x", "y", "1", "0"])
    with pytest.raises(ItemFormatError, match=r'`columns={"gold": "COLUMN"}`'):
        read_people_file(file)


@pytest.mark.parametrize(
    ("cell", "options"),
    [
        ("A) Rom B) Paris C) Oslo", ["Rom", "Paris", "Oslo"]),
        ("A) Rom\nB) Paris", ["Rom", "Paris"]),
        ("(a) Rom\n(b) Paris, (a city)", ["Rom", "Paris, (a city)"]),
        ("A. Rom B. Paris", ["Rom", "Paris"]),
        ("A: 5 mg\nB: 10 mg (z. B. B: abends)", ["5 mg", "10 mg (z. B. B: abends)"]),
        ("A) Vitamin A. B) Vitamin C. C) Vitamin K.", ["Vitamin A.", "Vitamin C.", "Vitamin K."]),
        ("Rom\nParis\n\nOslo", ["Rom", "Paris", "Oslo"]),
    ],
)
def test_options_in_one_cell(tmp_path, cell, options):
    file = table(tmp_path, ["Frage", "Antworten", "Lösung"], ["F?", f'"{cell}"', "B"])
    (item,) = read_people_file(file).items
    assert ([*item.options.values()], item.gold) == (options, ("B",))


@pytest.mark.parametrize(
    "cell",
    ["Rom", "Rom; Paris", "A. Vitamin A. B. Vitamin C. C. Vitamin K.", "A) Rom\nC) Paris", "B) Rom C) Paris"],
)
def test_one_text_whose_options_cannot_be_told_apart_is_refused_with_how_to_write_them(tmp_path, cell):
    file = table(tmp_path, ["Frage", "Antworten", "Lösung"], ["F?", f'"{cell}"', "B"])
    with pytest.raises(
        BadLines, match=r"line \d: the options are one text, .*: write A\) x B\) y, a line each"
    ):
        read_people_file(file)
