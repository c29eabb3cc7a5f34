"""Twelve files as people have them, and what is made of each."""

import json
from pathlib import Path

import openpyxl
import pytest

from benchmark.errors import ItemFormatError
from benchmark.imports import BadLines, read_people_file
from benchmark.item import Mode
from tests.support.questions import found_in, lines
from tests.support.workbooks import workbook

FILES = Path(__file__).parents[1] / "fixtures" / "questions"
HEADER = ["Frage", "A", "B", "C", "Lösung", "Fach"]
ROWS = [
    ["Welche Dosis?", "0,5 mg", "1,5 mg", "2,5 mg", "b", "Pharmakologie"],
    ["Größte Drüse?", "Leber", "Milz", "Niere", "A", "Anatomie"],
    ["Säure im Magen?", "HCl", "NaOH", "H2SO4", "a", "Physiologie"],
]


def delimited(rows, mark=";"):
    return "".join(mark.join(row) + "\r\n" for row in rows)


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("cp1252", "taken to be Windows-1252"),
        ("utf-16", "the encoding is UTF-16,"),
        ("utf-16-le", "UTF-16 without a byte order mark"),
        ("utf-8-sig", "UTF-8 with a byte order mark"),
        ("utf-8", "the encoding is UTF-8,"),
    ],
)
def test_semicolons_decimal_commas_and_any_encoding(tmp_path, encoding, said):
    path = tmp_path / "klausur.csv"
    path.write_bytes(delimited([HEADER, *ROWS]).encode(encoding))
    items, found = found_in(path)
    assert [item.gold for item in items] == [("B",), ("A",), ("A",)]
    assert items[0].options["A"] == "0,5 mg"
    assert items[1].question == "Größte Drüse?"
    assert items[0].details == {"Fach": "Pharmakologie"}
    assert said in found
    assert "semicolons" in found
    assert "Kept beside each question: Fach." in found


def test_a_column_of_decimal_commas_is_kept_and_said(tmp_path):
    path = tmp_path / "k.csv"
    path.write_text(
        delimited([[*HEADER, "p"], *([*row, f"0,{n}5"] for n, row in enumerate(ROWS))]), encoding="utf-8"
    )
    items, found = found_in(path)
    assert items[1].details["p"] == "0,15"
    assert "decimal comma are kept as they are written: p." in found


@pytest.mark.parametrize("mark", ["\t", "|", ",", "sep=;"])
def test_other_delimiters(tmp_path, mark):
    rows = [["question", "A", "B", "gold"], ["What?", "x", "y", "B"]]
    path = tmp_path / "q.csv"
    text = "sep=;\r\n" + delimited(rows) if mark == "sep=;" else delimited(rows, mark)
    path.write_text(text, encoding="utf-8")
    assert read_people_file(path).items[0].gold == ("B",)


def test_a_workbook_from_libreoffice():
    """Written by Calc: a title, a merged header in two rows, an empty row, numbers, a second sheet."""
    items, found = found_in(FILES / "libreoffice.xlsx")
    assert [(item.options["A"], item.gold, item.details) for item in items] == [
        ("0.5", ("B",), {"Jahr": "2021"}),
        ("Leber", ("A",), {"Jahr": "2022"}),
    ]
    assert "Sheet 'Fragen', the header is in rows 3 and 4, read together." in found
    assert "Not read: 'Notizen'." in found
    assert "1 empty row was passed over." in found


def test_a_workbook_with_a_merged_header_and_empty_rows(tmp_path):
    path = workbook(
        tmp_path / "q.xlsx",
        (
            "Tabelle1",
            [
                ["Prüfung 2024"],
                [],
                ["Frage", "Antworten", None, None, "Lösung"],
                [None, "A", "B", "C", None],
                ["Wie viele?", 1, 2.0, 2.5, "c"],
                [],
                [None, None],
                ["Noch eine?", True, "x", None, "B"],
            ],
        ),
    )
    book = openpyxl.load_workbook(path)
    book["Tabelle1"].merge_cells("B3:D3")
    book.save(path)
    items, found = found_in(path)
    assert [(dict(item.options), item.gold) for item in items] == [
        ({"A": "1", "B": "2", "C": "2.5"}, ("C",)),
        ({"A": "TRUE", "B": "x"}, ("B",)),
    ]
    assert "the header is in rows 3 and 4, read together" in found
    assert "2 empty rows were passed over" in found


def test_a_wrong_sheet_is_refused_with_the_sheets_that_there_are(tmp_path):
    rows = [["question", "A", "B", "gold"], ["What?", "x", "y", "B"]]
    path = workbook(tmp_path / "q.xlsx", ("Notizen", [["nichts"], ["hier"]]), ("Fragen", rows), ("Alt", rows))
    with pytest.raises(ItemFormatError, match=r"several sheets: 'Fragen', 'Alt'. Say which with `sheet`"):
        read_people_file(path)
    with pytest.raises(ItemFormatError, match=r"no sheet 'fragen'. Did you mean 'Fragen'. It has 'Notizen'"):
        read_people_file(path, sheet="fragen")
    with pytest.raises(ItemFormatError, match=r"sheet 'Notizen'.*: no column for question"):
        read_people_file(path, sheet="Notizen")
    assert len(read_people_file(path, sheet="Fragen").items) == 1


def test_gold_by_text(tmp_path):
    row = {"question": "Which?", "options": ["Aspirin", "Ibuprofen"], "correct_answer": "ibuprofen "}
    (item,) = read_people_file(lines(tmp_path / "q.jsonl", row)).items
    assert item.gold == ("B",)


@pytest.mark.parametrize(
    ("golds", "letters", "said"),
    [
        ([0, 1, 2], ["A", "B", "C"], "line 1 has 0 of 3 options"),
        ([1, 2, 3], ["A", "B", "C"], "line 3 has 3 of 3 options"),
        (["1", "3", "1"], ["A", "C", "A"], "counted from 1"),
        ([[0, 2], [1], [0]], ["AC", "B", "A"], "counted from 0"),
        (["c", "B", "two"], ["C", "B", "B"], "a letter"),
        (["C", "two", "one"], ["C", "B", "A"], "the text of an option"),
        (["B. two", "(c)", "a)"], ["B", "C", "A"], "a letter"),
        (["A und C", "AC", "a;b"], ["AC", "AC", "AB"], "a letter"),
    ],
)
def test_how_the_gold_is_written_is_found_by_evidence(tmp_path, golds, letters, said):
    rows = [
        {"question": f"q{n}", "options": ["one", "two", "three"], "gold": gold}
        for n, gold in enumerate(golds)
    ]
    items, found = found_in(lines(tmp_path / "q.jsonl", *rows))
    assert ["".join(item.gold) for item in items] == letters
    assert said in found


def test_an_index_that_no_line_decides_is_refused_until_the_user_says_it(tmp_path):
    rows = [{"question": f"q{n}", "options": ["a1", "a2", "a3"], "gold": 1 + n % 2} for n in range(4)]
    path = lines(tmp_path / "q.jsonl", *rows)
    with pytest.raises(
        ItemFormatError, match=r"line 1: 'gold' is '1', which may be B .* or A .*gold_is.: .index0"
    ):
        read_people_file(path)
    assert read_people_file(path, {"gold_is": "index1"}).items[0].gold == ("A",)
    assert read_people_file(path, {"gold_is": "index0"}).items[0].gold == ("B",)


def test_one_number_among_texts_hides_no_other_bad_line(tmp_path):
    golds = ["one", "two", "fuor", "2", "three", "", "one"]
    rows = [{"question": f"q{n}", "options": ["one", "two", "three"], "gold": g} for n, g in enumerate(golds)]
    with pytest.raises(BadLines) as refused:
        read_people_file(lines(tmp_path / "q.jsonl", *rows))
    assert [line.split(":")[0] for line in refused.value.every_line] == ["line 3", "line 4", "line 6"]
    assert "gold '2' is not among the options A, B, C, nor the text of one" in str(refused.value)


def test_golds_that_may_be_read_in_two_ways_are_listed_with_the_other_bad_lines(tmp_path):
    golds = [1, 2, "four", 1, None]
    rows = [{"question": f"q{n}", "options": ["one", "two", "three"], "gold": g} for n, g in enumerate(golds)]
    rows.append({"question": "q5", "options": ["one"], "gold": 1})
    with pytest.raises(BadLines) as refused:
        read_people_file(lines(tmp_path / "q.jsonl", *rows))
    told = refused.value.every_line
    assert [line.split(":")[0] for line in told] == ["line 1", "line 3", "line 5", "line 6"]
    assert "no line of the file tells which" in told[0]
    assert "'four' is not among the options" in told[1]


def test_options_that_are_numbers_and_a_gold_that_may_be_one_of_them(tmp_path):
    rows = [{"question": f"q{n}", "options": [3, 1, 2], "gold": n} for n in (1, 2, 3)]
    with pytest.raises(ItemFormatError, match=r"the text of an option.*counted from 1.*gold_is.: .text"):
        read_people_file(lines(tmp_path / "q.jsonl", *rows))


def test_options_that_are_letters_and_a_gold_that_may_be_one_of_them(tmp_path):
    path = tmp_path / "q.csv"
    path.write_text("question,A,B,C,D,gold\nq1,B,A,D,C,A\nq2,B,A,D,C,D\n", encoding="utf-8")
    with pytest.raises(
        ItemFormatError, match=r"line 2: 'gold' is 'A', which may be A \(a letter\) or B \(the"
    ):
        read_people_file(path)
    assert [item.gold for item in read_people_file(path, {"gold_is": "letter"}).items] == [("A",), ("D",)]
    assert [item.gold for item in read_people_file(path, {"gold_is": "text"}).items] == [("B",), ("C",)]
    path.write_text("question,A,B,C,D,gold\nq1,B,A,D,C,A\nq2,x,y,z,w,D\n", encoding="utf-8")
    assert [item.gold for item in read_people_file(path).items] == [("A",), ("D",)]


def test_every_bad_line_is_listed_at_once_and_nothing_is_imported(tmp_path):
    rows = [
        {"id": str(n % 70), "question": f"q{n}", "options": ["x", "y"], "gold": "AB"[n % 2]}
        for n in range(140)
    ]
    rows[3]["gold"], rows[5]["question"] = "Q", ""
    with pytest.raises(BadLines) as caught:
        read_people_file(lines(tmp_path / "q.jsonl", *rows))
    assert caught.value.every_line[:2] == (
        "line 4: gold 'Q' is not among the options A, B, nor the text of one.",
        "line 6: 'question' must be a non-empty text, found ''.",
    )
    assert len(caught.value.every_line) == 2 + 68  # ids that stand twice, but for the two bad lines
    assert "line 71: same id" in str(caught.value)
    assert "… and 20 more." in str(caught.value)


def test_a_mapping_names_columns_that_are_not_found(tmp_path):
    path = tmp_path / "q.csv"
    path.write_text("Wortlaut,eins,zwei,Ergebnis\nWas?,x,y,zwei\nWer?,u,v,u\n", encoding="utf-8")
    with pytest.raises(ItemFormatError, match=r'`columns={"question": "COLUMN",'):
        read_people_file(path)
    mapping = {"question": "Wortlaut", "options": "eins+zwei", "gold": "Ergebnis"}
    with pytest.raises(ItemFormatError, match=r"no column 'Ergebniss'. Did you mean 'Ergebnis'"):
        read_people_file(path, {**mapping, "gold": "Ergebniss"})
    with pytest.raises(ItemFormatError, match=r"'goldd' is no field. Did you mean 'gold'"):
        read_people_file(path, {"goldd": "Ergebnis"})
    (first, second) = read_people_file(path, mapping).items
    assert (first.question, second.gold, second.mode) == ("Was?", ("A",), Mode.SINGLE)


@pytest.mark.parametrize(
    ("header", "gold"),
    [
        ("Aufgabentext;A;B;Lösungsbuchstabe", "b"),
        ("Aufgabe;Antwort 1;Antwort 2;Musterlösung", "2"),
        ("Énoncé;Réponse A;Réponse B;Bonne réponse", "B"),
        ("Pregunta;Opción A;Opción B;Respuesta correcta", "b"),
        ("Questão;Alternativa A;Alternativa B;Gabarito", "B"),
        ("Domanda;Risposta A;Risposta B;Risposta corretta", "B"),
        ("Vraag;Optie A;Optie B;Juiste antwoord", "B"),
        ("Fråga;Alternativ A;Alternativ B;Rätt svar", "B"),
        ("Treść pytania;Odpowiedź A;Odpowiedź B;Poprawna odpowiedź", "B"),
        ("SORU;ŞIK A;ŞIK B;DOĞRU CEVAP", "B"),
        ("Вопрос;Вариант А;Вариант Б;Правильный ответ", "Б"),
        ("题目;选项A;选项B;正确答案", "B"),
        ("問題文;選択肢1;選択肢2;正解", "2"),
    ],
)
def test_headers_of_thirteen_languages(tmp_path, header, gold):
    path = tmp_path / "exam.csv"
    path.write_text(f"{header}\nq1;x;y;{gold}\nq2;z;w;{gold}\n", encoding="utf-8")
    items = read_people_file(path).items
    assert [(item.question, item.options, item.gold) for item in items] == [
        ("q1", {"A": "x", "B": "y"}, ("B",)),
        ("q2", {"A": "z", "B": "w"}, ("B",)),
    ]


@pytest.mark.parametrize(
    ("header", "field"),
    [("Frage;Fragetext;A;B;Lösung", "question"), ("Frage;A;B;Lösung;Musterlösung", "gold")],
)
def test_of_two_columns_of_equal_standing_the_user_says_which(tmp_path, header, field):
    path = tmp_path / "exam.csv"
    path.write_text(f"{header}\n1;q1;x;y;B\n", encoding="utf-8")
    names = [name for name in header.split(";") if name not in ("A", "B")]
    either = names[:2] if field == "question" else names[-2:]
    with pytest.raises(ItemFormatError, match=f"'{either[0]}' and '{either[1]}' may each be the {field}"):
        read_people_file(path)
    path.write_text(f"{header}\n" + ";".join("B" if n > 3 else f"q{n}" for n in range(5)), encoding="utf-8")
    assert len(read_people_file(path, {field: either[1]}).items) == 1


@pytest.mark.parametrize("held", ["list", "object", "keys"])
def test_json_that_is_one_value(tmp_path, held):
    rows = [{"question": f"q{n}", "options": ["x", "y"], "gold": "B"} for n in range(2)]
    value = {"list": rows, "object": {"version": 1, "data": rows}, "keys": {"a": rows[0], "b": rows[1]}}[held]
    path = tmp_path / "q.json"
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
    items = read_people_file(path).items
    assert len(items) == 2
    assert [item.id for item in items] == ["a", "b"] or held != "keys"


def test_percentages_of_a_workbook_are_read_as_they_are_shown(tmp_path):
    rows: list[list[object]] = [
        [*HEADER[:5]],
        ["Wie viele?", 0.5, 0.125, 1, "a"],
        ["Und?", 0.5, 0.25, 2, "a"],
    ]
    path = workbook(tmp_path / "q.xlsx", ("T", rows))
    book = openpyxl.load_workbook(path)
    for cell, shown in (("B2", "0%"), ("C2", "0.0 %"), ("D2", "0.00%")):
        book["T"][cell].number_format = shown
    book.save(path)
    first, second = read_people_file(path).items
    assert [*first.options.values()] == ["50%", "12.5%", "100%"]
    assert [*second.options.values()] == ["0.5", "0.25", "2"]


def test_a_formula_that_was_never_calculated_is_no_empty_cell(tmp_path):
    rows = [["Frage", "A", "B", "C", "Lösung", "Notiz"], ["Eins?", "x", "y", "z", "A", "=1+1"]]
    path = workbook(tmp_path / "q.xlsx", ("T", rows))
    assert read_people_file(path).items[0].gold == ("A",)  # in a column that is only kept, it does no harm
    rows.append(["Zwei?", "x", "y", "=1+1", "A", ""])
    with pytest.raises(BadLines, match=r"row 3: 'C' is #CALC!, .* or was never calculated. Mend it"):
        read_people_file(workbook(tmp_path / "q.xlsx", ("T", rows)))
