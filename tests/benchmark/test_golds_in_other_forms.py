"""Golds that are marks or truth values, options that are none, and lines that are left out."""

import json

import polars as pl
import pytest

from benchmark.errors import ItemFormatError
from benchmark.folder import read_benchmark
from benchmark.imports import BadLines, import_questions, read_people_file
from mhclient.study.source import ReadAs, find_benchmark
from tests.support.questions import found_in, lines
from tests.support.workbooks import workbook


def rows(options, *golds):
    """A question for each gold; all with these options, or each with its own."""
    each = options if isinstance(options[0], list | dict) else [options] * len(golds)
    return [
        {"question": f"q{n}?", "options": held, "gold": gold}
        for n, (held, gold) in enumerate(zip(each, golds, strict=True))
    ]


def letters(items):
    return " ".join("".join(item.gold) for item in items)


@pytest.mark.parametrize(
    ("options", "golds", "expected"),
    [
        (["yes", "no"], [[1, 0], [0, 1]], "A B"),
        (["x", "y"], [[1.0, 0.0], [0.0, 1.0]], "A B"),
        (["x", "y", "z"], [[1, 0, 0], [0, 1, 0], [0, 1, 1]], "A B BC"),
        (["x", "y", "z"], [[True, False, False], [False, False, True]], "A C"),
        (["x", "y"], ["1 0", "0;1"], "A B"),
        (["x", "y"], ["[0, 1]", "[True, False]"], "B A"),
        (["x", "y", "z"], ["010", "100"], "B A"),
        (["x", "y"], [{"A": 0, "B": 1}, {"A": 1, "B": 0}], "B A"),
        (["x", "y"], [{"x": True, "y": False}, {"x": False, "y": True}], "A B"),
        (["0", "1"], [[0, 1], [1, 0]], "B A"),
        ([["x", "y", None, None], ["x", "y", "z", "w"]], [[0, 1, 0, 0], [0, 0, 0, 1]], "B D"),
        ([["x", "y"], ["x", "y", "z"]], [[0, 1], [0, 0, 1]], "B C"),
    ],
)
def test_a_mark_for_each_option_is_no_list_of_numbers(tmp_path, options, golds, expected):
    items, found = found_in(lines(tmp_path / "q.jsonl", *rows(options, *golds)))
    assert letters(items) == expected
    assert "The gold is a mark for each option, 1 where it is right, in 'gold'." in found
    assert ("several right letters" in found) == ("BC" in expected)


def test_marks_in_a_table_and_as_truthfulqa_has_them(tmp_path):
    path = tmp_path / "q.csv"
    path.write_text("question,A,B,gold\nIs it?,x,y,1 0\nWas it?,x,y,0 1\n", encoding="utf-8")
    assert letters(read_people_file(path).items) == "A B"
    targets = {"choices": ["p", "q", "r"], "labels": [0, 1, 0]}
    several = {"choices": ["p", "q", "r"], "labels": [0, 1, 1]}
    path = lines(tmp_path / "t.jsonl", {"question": "t?", "mc1_targets": targets, "mc2_targets": several})
    assert letters(read_people_file(path).items) == "B"
    second = {"options": "mc2_targets.choices", "gold": "mc2_targets.labels"}
    assert letters(read_people_file(path, second).items) == "BC"
    old = lines(tmp_path / "o.jsonl", {"question": "t?", "mc1_targets": {"p": 0, "q": 1}})
    assert letters(read_people_file(old).items) == "B"


@pytest.mark.parametrize(
    ("golds", "complaint"),
    [
        ([[1, 0], [0]], r"may be B, A \(a number.*\) or A \(a mark .*gold_is.: .index0.*gold_is.: .onehot"),
        ([[0, 0], [0, 1]], r"line 1: gold '\[0, 0\]' marks no option as right"),
        ([[0, 1, 0], [0, 1]], r"line 1: gold '\[0, 1, 0\]' is not a mark for each option"),
    ],
)
def test_marks_that_do_not_fit_are_refused(tmp_path, golds, complaint):
    with pytest.raises(ItemFormatError, match=complaint):
        read_people_file(lines(tmp_path / "q.jsonl", *rows(["x", "y"], *golds)))


def test_numbers_that_name_several_options_are_said_as_letters_are(tmp_path):
    items, found = found_in(lines(tmp_path / "q.jsonl", *rows(["x", "y", "z"], [0, 2], [1])))
    assert letters(items) == "AC B"
    assert "1 question has several right letters, first in line 1" in found
    both = lines(tmp_path / "b.jsonl", *rows(["x", "y"], [1, 0], [0]))
    assert letters(read_people_file(both, {"gold_is": "index0"}).items) == "AB A"
    assert letters(read_people_file(both, {"gold_is": "index0"}).items) != letters(
        read_people_file(lines(tmp_path / "o.jsonl", *rows(["x", "y"], [1, 0])), {"gold_is": "onehot"}).items
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "golds", "expected"),
    [
        (["True", "False"], [True, False], "A B"),
        ([True, False], [True, False], "A B"),
        (["no", "yes"], [True, False], "B A"),
        (["Wahr", "Falsch"], [False, "TRUE"], "B A"),
        (["Oui", "Non"], ["true", "FALSE"], "A B"),
        (["yes", "no", "maybe"], [True, "maybe"], "A C"),
        (["No", "Yes"], ["no", "yes"], "A B"),
    ],
)
def test_a_truth_value_names_the_option_that_says_so(tmp_path, options, golds, expected):
    assert letters(read_people_file(lines(tmp_path / "q.jsonl", *rows(options, *golds))).items) == expected
    if len({type(gold) for gold in golds}) == 1:
        table = pl.DataFrame(rows(options, *golds))
        table.write_parquet(tmp_path / "q.parquet")
        assert letters(read_people_file(tmp_path / "q.parquet").items) == expected
    cells = [[row["question"], *map(str, options), row["gold"]] for row in rows(options, *golds)]
    header = ["question", *"ABC"[: len(options)], "gold"]
    path = workbook(tmp_path / "q.xlsx", ("Q", [header, *cells]))
    assert letters(read_people_file(path).items) == expected


@pytest.mark.parametrize("options", [["Yes", "x"], ["x", "y"], ["Yes", "Correct", "No"]])
def test_a_truth_value_names_nothing_where_no_two_options_say_yes_and_no(tmp_path, options):
    with pytest.raises(BadLines, match="line 1: gold 'TRUE' is not among the options"):
        read_people_file(lines(tmp_path / "q.jsonl", *rows(options, True)))


def test_questions_of_yes_or_no_need_no_options(tmp_path):
    rows = [{"question": "is it?", "answer": True}, {"question": "was it?", "answer": False}]
    table = tmp_path / "q.csv"
    table.write_text("question,answer\nis it?,TRUE\nwas it?,FALSE\n", encoding="utf-8")
    pl.DataFrame(rows).write_parquet(tmp_path / "q.parquet")
    book = workbook(
        tmp_path / "q.xlsx", ("Q", [["question", "answer"], ["is it?", True], ["was it?", False]])
    )
    for path in (lines(tmp_path / "q.jsonl", *rows), table, tmp_path / "q.parquet", book):
        items, found = found_in(path)
        assert letters(items) == "A B"
        assert "No column holds options: they are" in found


@pytest.mark.parametrize(
    ("options", "gold", "kept"),
    [
        (["a", "b", None, None], "B", 2),
        (["a", "b", "", " "], "B", 2),
        ({"A": "a", "B": "b", "C": "c", "D": "d", "E": None}, "D", 4),
        ([{"key": "A", "value": "a"}, {"key": "B", "value": "b"}, {"key": "C", "value": None}], "B", 2),
        ({"text": ["a", "b", None], "label": ["A", "B", "C"]}, "B", 2),
        (["a", "b", "N/A", "N/A"], "A", 2),
        (["a", "b", "nan", "nan", None], "A", 2),
        (["a", "b", "N/A"], "C", 3),
    ],
)
def test_what_fills_a_list_of_options_up_is_no_option(tmp_path, options, gold, kept):
    path = lines(tmp_path / "q.jsonl", {"question": "q?", "options": options, "gold": gold})
    items, found = found_in(path)
    assert (len(items[0].options), items[0].gold) == (kept, (gold,))
    said = "N/A" in str(options) or "nan" in str(options)
    assert ("at the end" in found or "as the last option" in found) == said


def test_lists_of_parquet_and_of_wrong_options_are_filled_up_with_nothing(tmp_path):
    table = {"question": ["q?", "r?"], "options": [["a", "b", None], ["a", "b", "c"]], "gold": ["B", "C"]}
    pl.DataFrame(table).write_parquet(tmp_path / "q.parquet")
    assert [len(item.options) for item in read_people_file(tmp_path / "q.parquet").items] == [2, 3]
    wrong = {"question": "q?", "correct_answer": "a", "incorrect_answers": ["b", "c", None, ""]}
    assert len(read_people_file(lines(tmp_path / "q.jsonl", wrong)).items[0].options) == 3


@pytest.mark.parametrize(
    ("options", "gold", "complaint"),
    [
        (["a", None, "c"], "A", "option B must be a non-empty text: it is empty, and others follow it"),
        ({"A": "a", "B": None, "C": "c"}, "A", "option B must be a non-empty text: it is empty"),
        ({"A": "a", "B": "b", "C": None}, "C", "gold 'C' is an option that is left empty"),
        (["a", "b", "N/A", "N/A"], "N/A", "gold 'N/A' is an option that is left empty"),
        (["a", None, None], "A", "at least two options, found 1"),
    ],
)
def test_a_gap_and_a_gold_that_names_nothing_are_refused(tmp_path, options, gold, complaint):
    with pytest.raises(BadLines, match=complaint):
        read_people_file(lines(tmp_path / "q.jsonl", {"question": "q?", "options": options, "gold": gold}))


BAD = [
    {"question": "Skewness?", "options": ["Mode", "Mean", "SD", "Mean"], "gold": "B"},
    {"question": "One?", "options": ["x", "y"], "gold": "A"},
    {"question": "One?", "options": ["x", "y"], "gold": "A"},
    {"question": "Two?", "options": ["x", "y"], "gold": "A"},
    {"question": "Two?", "options": ["y", "x"], "gold": "A"},
    {"question": "Three?", "options": ["x", "y"], "gold": "Q"},
    {"question": "Four?", "options": ["x", "y"], "gold": "B"},
]


def test_lines_that_are_no_questions_are_left_out_where_that_is_asked_for(tmp_path):
    """Of two lines alike the first stays; of two with different golds none does, since one is wrong."""
    path = tmp_path / "q.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in BAD) + "{broken\n", encoding="utf-8")
    with pytest.raises(BadLines, match=r"Mend them, or leave such lines out with `skip_bad`"):
        read_people_file(path)
    made = import_questions(path, tmp_path / "b", skip_bad=True)
    left_out = read_benchmark(tmp_path / "b").manifest["left_out"]
    assert made.manifest["items"]["count"] == 2
    assert left_out["count"] == 6
    assert [each["where"] for each in left_out["lines"]] == [f"line {n}" for n in (1, 3, 4, 5, 6, 8)]
    assert left_out["lines"][0]["why"] == "options B and D read the same: 'Mean'"
    items, found = found_in(path, skip_bad=True)
    assert [item.question for item in items] == ["One?", "Four?"]
    assert "6 lines that are no questions are left out (the manifest lists them): line 1: options B" in found
    kept = [find_benchmark(str(path), tmp_path / "s.sqlite3", ReadAs(skip_bad=True)) for _ in range(2)]
    assert all("q.jsonl: 2 questions (6 lines left out), kept in" in each.said[-1] for each in kept)
    with pytest.raises(BadLines, match="line 1: options B and D"):
        read_people_file(lines(tmp_path / "all.jsonl", BAD[0]), skip_bad=True)


@pytest.mark.parametrize(
    ("last", "word"),
    [
        ("Summe;;12;3;5;", "Summe"),
        ("Total;;;;;", "Total"),
        (";Итого:;1;2;3;", "Итого:"),
        (";Sum;1;2;;20", "Sum"),
    ],
)
def test_a_row_of_totals_is_named_as_that(tmp_path, last, word):
    path = tmp_path / "q.csv"
    path.write_text(f"Nr;Frage;A;B;C;Lösung\n1;F?;x;y;z;A\n{last}\n", encoding="utf-8")
    with pytest.raises(BadLines, match=rf"line 3: a row of totals \('{word}'\) and no question"):
        read_people_file(path)
    assert len(read_people_file(path, skip_bad=True).items) == 1


def test_golds_of_two_kinds_are_said_with_their_numbers(tmp_path):
    _, found = found_in(lines(tmp_path / "q.jsonl", *rows(["x", "y"], "B", "x", "A")))
    assert (
        "The gold is a letter in 'gold' in 2 questions, and the text of an option in 1, first in line 2."
        in found
    )


def test_golds_that_are_all_in_one_place_are_said(tmp_path):
    _, found = found_in(lines(tmp_path / "q.jsonl", *rows(["x", "y"], *"B" * 10)))
    assert "B is right in every question" in found
    _, found = found_in(lines(tmp_path / "q.jsonl", *rows(["x", "y"], *"BBBBBBBBBA")))
    assert "in every question" not in found
