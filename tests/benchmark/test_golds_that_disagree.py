"""Two columns that may both be the gold, and cells that a spreadsheet could not calculate."""

import pytest

from benchmark.errors import ItemFormatError
from benchmark.imports import BadLines, read_people_file
from tests.support.workbooks import workbook


def exam(tmp_path, header, *rows):
    path = tmp_path / "q.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("columns", "cells"),
    [
        ("Lösung;Richtige Antwort", "A;B"),
        ("Lösung;Richtige Antwort", "A;falsch"),
        ("Lösung;Lösungsbuchstabe", "falsch;A"),
        ("Lösung;correct", "A;b"),
        ("answer;correct_answer", "A;B"),
        ("label;target", "A;B"),
        ("gold;answer", "A;B"),
        ("Antwort;Lösung", "wahr;B"),
    ],
)
def test_a_second_gold_that_names_another_option_is_named_with_its_line(tmp_path, columns, cells):
    source = exam(tmp_path, f"Frage;A;B;C;{columns}", "F1?;wahr;falsch;x;C;C", f"F2?;wahr;falsch;x;{cells}")
    with pytest.raises(BadLines) as refused:
        read_people_file(source)
    (line,) = refused.value.every_line
    assert line.startswith("line 3: ")
    first, second = columns.split(";")
    for gold in (first, second):
        assert f'`columns={{"gold": "{gold}"}}`' in line
    first_is, second_is = (read_people_file(source, {"gold": gold}).items[1].gold for gold in (first, second))
    assert {first_is, second_is} == {("A",), ("B",)}


def test_a_second_gold_by_number_that_names_another_option_is_named_with_its_line(tmp_path):
    source = exam(tmp_path, "Frage;A;B;C;gold;target", "F1?;wahr;falsch;x;C;3", "F2?;wahr;falsch;x;A;2")
    with pytest.raises(BadLines, match=r"line 3: 'gold' says A, but 'target' says B \('2'\)"):
        read_people_file(source)


@pytest.mark.parametrize(
    ("other", "cells"),
    [
        ("target", "A;C"),
        ("target", "wahr;x"),
        ("target", "A;x"),
        ("target", "0;2"),
        ("target", "1;3"),
        ("key", "2;17"),  # a running number is no index
        ("target", "siehe Buch;"),
    ],
)
def test_a_second_gold_that_agrees_or_names_no_option_is_kept(tmp_path, other, cells):
    first, second = cells.split(";")
    source = exam(
        tmp_path, f"Frage;A;B;C;gold;{other}", f"F1?;wahr;falsch;x;A;{first}", f"F2?;wahr;falsch;x;C;{second}"
    )
    assert [item.gold for item in read_people_file(source).items] == [("A",), ("C",)]


def test_a_key_beside_the_answer_is_the_gold_compared_or_asked_for(tmp_path):
    header = "Frage;A;B;C;Antwort;Schlüssel"
    agreeing = exam(tmp_path, header, "F1?;wahr;falsch;x;falsch;B", "F2?;wahr;falsch;y;wahr;A")
    assert [item.gold for item in read_people_file(agreeing).items] == [("B",), ("A",)]
    other = exam(tmp_path, header, "F1?;wahr;falsch;x;falsch;B", "F2?;wahr;falsch;y;wahr;C")
    with pytest.raises(BadLines, match=r"line 3: 'Antwort' says A, but 'Schlüssel' says C .*\. Say which"):
        read_people_file(other)
    explained = exam(tmp_path, header, "F1?;wahr;falsch;x;Denn es ist so.;B", "F2?;wahr;falsch;y;Nun ja.;A")
    with pytest.raises(ItemFormatError) as refused:
        read_people_file(explained)
    said = str(refused.value).split(": ", 1)[1]
    assert said == (
        "'Antwort' names no option on any line, but 'Schlüssel' does on each. "
        'Say that it is the gold: `columns={"gold": "Schlüssel"}`.'
    )
    assert read_people_file(explained, {"gold": "Schlüssel"}).items[0].gold == ("B",)
    alone = exam(tmp_path, "Frage;Antwort A;Antwort B;Schlüssel", "F1?;wahr;falsch;B")
    assert read_people_file(alone).items[0].gold == ("B",)


def test_an_identifier_called_key_beside_the_answer_is_kept(tmp_path):
    source = exam(tmp_path, "Frage;A;B;Antwort;Schlüssel", "F1?;wahr;falsch;B;17", "F2?;wahr;x;A;18")
    first, second = read_people_file(source).items
    assert (first.gold, second.details) == (("B",), {"Schlüssel": "18"})


@pytest.mark.parametrize("error", ["#REF!", "#N/A", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!"])
def test_an_error_of_the_spreadsheet_is_no_question_no_option_and_no_gold(tmp_path, error):
    good = ["Frage?", "a", "b", "A", error]
    rows = [[error, "a", "b", "A", ""], ["Zwei?", error, "b", "B", ""], ["Drei?", "a", "b", error, ""]]
    with pytest.raises(BadLines) as refused:
        read_people_file(
            workbook(tmp_path / "q.xlsx", ("T", [["Frage", "A", "B", "Lösung", "Notiz"], good, *rows]))
        )
    lines = refused.value.every_line
    named = zip((3, 4, 5), ("Frage", "A", "Lösung"), lines, strict=True)
    assert all(line.startswith(f"row {row}: {name!r} is {error}, ") for row, name, line in named)
