"""Files that have the right option in a column by itself, and wrong ones in others."""

import pytest

from benchmark.errors import ItemFormatError
from benchmark.imports import BadLines, read_people_file
from tests.support.questions import found_in, lines
from tests.support.workbooks import workbook

GERMAN = ["Frage", "Richtig", "Falsch 1", "Falsch 2", "Falsch 3"]
CITIES = [f"Stadt {n}" for n in range(1, 41)]
ROWS = [[f"Hauptstadt von Land {n}?", city, "Rom", "Oslo", "Kairo"] for n, city in enumerate(CITIES)]


def table(tmp_path, header, rows, name="q.csv"):
    path = tmp_path / name
    path.write_text("".join(";".join(row) + "\n" for row in [header, *rows]), encoding="utf-8")
    return path


def right_texts(items):
    return [item.options[letter] for item in items for letter in item.gold]


@pytest.mark.parametrize(
    "header",
    [
        GERMAN,
        ["Question", "Correct Answer", "Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3"],
        ["question", "correct_answer", "distractor3", "distractor1", "distractor2"],
        ["Question", "answer", "Wrong A", "Wrong B", "Wrong C"],
        ["Frage", "Richtige Antwort", "Distraktor 1", "Distraktor 2", "Distraktor 3"],
        ["Énoncé", "Bonne réponse", "Mauvaise réponse 1", "Mauvaise réponse 2", "Mauvaise réponse 3"],
        ["Frage", "Antwort", "Falsche Antwort 1", "Falsche Antwort 2", "Falsche Antwort 3"],
    ],
    ids=lambda header: header[1],
)
def test_the_gold_is_the_right_text_wherever_it_stands_after_shuffling(tmp_path, header):
    items, found = found_in(table(tmp_path, header, ROWS))
    assert right_texts(items) == CITIES
    assert all(
        sorted(item.options.values()) == sorted(row[1:]) for item, row in zip(items, ROWS, strict=True)
    )
    letters = [item.gold[0] for item in items]
    assert all(4 <= letters.count(letter) <= 17 for letter in "ABCD")
    assert f"the right option is in '{header[1]}', wrong ones are in '{header[2]}' to '{header[4]}'" in found
    assert "shuffled with a fixed seed" in found


def test_the_same_row_gives_the_same_item_in_any_file(tmp_path):
    whole = read_people_file(table(tmp_path, GERMAN, ROWS)).items
    assert read_people_file(table(tmp_path, GERMAN, ROWS, "other.csv")).items == whole
    assert read_people_file(table(tmp_path, GERMAN, ROWS[7:9])).items == whole[7:9]
    book = workbook(tmp_path / "q.xlsx", ("Fragen", [GERMAN, *ROWS]))
    assert read_people_file(book).items == whole
    # What was asked of a file once is found again: the order is part of what later versions keep.
    assert [item.gold[0] for item in whole[:8]] == list("CABCDABA")


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (["Frage", "Ja!", "x", "y", "z"], {"gold": "Ja!", "options": "Ja!+x+y+z"}),
        (["Frage", "Richtig", "x", "y", "z"], {"options": "x+Richtig+y+z"}),
        (["Frage", "Ja!", "Falsch 1", "Falsch 2", "Falsch 3"], {"gold": "Ja!"}),
        (["Frage", "Ja!", "Falsch 1", "Falsch 2", "Falsch 3"],
         {"gold": "Ja!", "options": "Falsch 1+Falsch 2+Falsch 3"}),
        (["Frage", "Antwort 1", "Antwort 2", "Antwort 3", "Antwort 4"], {"gold": "Antwort 1"}),
        (["Frage", "A", "B", "C", "D"], {"gold": "A", "gold_is": "text"}),
    ],
)  # fmt: skip
def test_the_user_can_say_which_column_is_right(tmp_path, header, said):
    items, found = found_in(table(tmp_path, header, ROWS), said)
    assert right_texts(items) == CITIES
    assert len({item.gold for item in items}) == 4
    assert "shuffled with a fixed seed" in found


@pytest.mark.parametrize(
    ("cells", "complaint"),
    [
        (["F?", "Rom", "Oslo", "rom ", "Bern"], "line 3: 'Richtig' and 'Falsch 2' read the same: 'rom'"),
        (["F?", "Rom", "Oslo", "Bern", "Oslo"], "line 3: 'Falsch 1' and 'Falsch 3' read the same: 'Oslo'"),
        (["F?", "", "Oslo", "Bern", "Kairo"], "line 3: 'Richtig' is empty"),
        (["F?", "Rom", "Oslo", " ", "Kairo"], "line 3: 'Falsch 2' is empty"),
        (["F?", "Rom", "Oslo", "Bern", ""], "line 3: 'Falsch 3' is empty"),
        (["F?", "Rom", "#REF!", "Bern", "Oslo"], "line 3: 'Falsch 1' is #REF!"),
    ],
)
def test_an_empty_or_repeated_option_is_refused_with_its_line(tmp_path, cells, complaint):
    with pytest.raises(BadLines) as refused:
        read_people_file(table(tmp_path, GERMAN, [ROWS[0], cells, ROWS[1]]))
    assert str(refused.value).split(", ", 1)[1].startswith(complaint)


def test_white_space_around_an_option_does_not_tell_the_right_one(tmp_path):
    (item,) = read_people_file(table(tmp_path, GERMAN, [["F?", '"Rom\n"', " Oslo", "Bern ", "Kairo"]])).items
    assert sorted(item.options.values()) == ["Bern", "Kairo", "Oslo", "Rom"]
    assert right_texts([item]) == ["Rom"]


def test_a_list_of_wrong_options(tmp_path):
    rows = [
        {"question": "2 + 2?", "correct_answer": 4, "incorrect_answers": [3, 5]},
        {"question": "Water is wet.", "correct_answer": True, "incorrect_answers": [False]},
    ]
    items = read_people_file(lines(tmp_path / "q.jsonl", *rows)).items
    assert right_texts(items) == ["4", "true"]
    assert [sorted(item.options.values()) for item in items] == [["3", "4", "5"], ["false", "true"]]
    text = table(tmp_path, ["question", "answer", "distractors"], [["2 + 2?", "4", "['3', '5']"]])
    assert sorted(read_people_file(text).items[0].options.values()) == ["3", "4", "5"]


def test_several_answers_that_are_no_list_are_refused(tmp_path):
    header = ["question", "Best Answer", "Best Incorrect Answer", "Incorrect Answers"]
    rows = [["Why?", "x", "y", "y, z"], ["When?", "x", "z", "y und z"]]
    said = r"must hold lists such as \[.* found 'y, z': .* a column for each wrong option: `columns=.*mc_task"
    with pytest.raises(ItemFormatError, match=said):
        read_people_file(table(tmp_path, header, rows))
    mapping = {"gold": "Best Answer", "options": "Best Answer+Best Incorrect Answer"}
    assert len(read_people_file(table(tmp_path, header, rows), mapping).items) == 2
    rows[0][3] = "['y', 'z']"
    with pytest.raises(BadLines, match=r"line 3: 'Incorrect Answers' must be a list such as"):
        read_people_file(table(tmp_path, header, rows))


def test_an_interval_among_single_wrong_options_is_no_list(tmp_path):
    file = table(
        tmp_path, ["Frage", "Richtig", "Falsch 1", "Falsch 2"], [["?", "[1, 2]", "[0, 1]", "[2, 3]"]]
    )
    assert len(read_people_file(file).items[0].options) == 3


def test_a_gold_written_otherwise_is_refused_where_it_is_an_option(tmp_path):
    with pytest.raises(ItemFormatError, match=r"'Richtig' is itself an option, .* Leave gold_is out"):
        read_people_file(table(tmp_path, GERMAN, ROWS), {"gold_is": "letter"})


def test_columns_that_are_one_and_the_same_are_refused(tmp_path):
    with pytest.raises(ItemFormatError, match="question, options and gold are not each a column by itself"):
        read_people_file(table(tmp_path, GERMAN, ROWS), {"question": "Frage", "gold": "Frage"})


def test_letters_beside_a_column_called_right_stay_as_they_were(tmp_path):
    file = table(tmp_path, ["Frage", "A", "B", "Richtig", "Falsch 1"], [["F?", "x", "y", "B", "?"]])
    (item,) = read_people_file(file).items
    assert (dict(item.options), item.gold) == ({"A": "x", "B": "y"}, ("B",))


@pytest.mark.parametrize(
    "text", ["All of the above", "None of the above", "Keine der genannten", "Todas las anteriores"]
)
def test_an_option_about_all_others_stands_last_whatever_the_order(tmp_path, text):
    rows = [[f"Frage {n}?", *((text, "a", "b", "c") if n % 2 else ("a", "b", text, "c"))] for n in range(12)]
    items, found = found_in(table(tmp_path, GERMAN, rows))
    assert {item.options["D"] for item in items} == {text}
    assert {"".join(item.gold) for item in items[1::2]} == {"D"}
    assert len({item.gold for item in items[::2]}) > 1
    assert (
        "12 questions have options that speak of other options (“All of the above”), first in line 2" in found
    )


def test_letters_of_options_that_have_none_are_said(tmp_path):
    rows = [["Q1?", "Both A and B", "x", "y", "z"], ["Q2?", "Hepatitis A and B", "x", "y", "z"]]
    items, found = found_in(table(tmp_path, GERMAN, rows))
    assert items[0].options["D"] == "Both A and B"
    assert (
        "1 option names others by letter ('Both A and B' in line 2), but options of this file have no"
        in found
    )
