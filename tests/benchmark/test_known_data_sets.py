"""MMLU, MedQA, ARC and folders of data sets as they are downloaded."""

import csv

import polars as pl
import pytest

from benchmark.errors import ItemFormatError
from benchmark.imports import BadLines, read_people_file
from tests.support.questions import found_in, lines
from tests.support.workbooks import workbook


@pytest.mark.slow
def test_mmlu_as_parquet_and_as_json_lines(tmp_path):
    rows = [
        {"question": f"q{n}", "subject": "anatomy", "choices": ["w", "x", "y", "z"], "answer": n % 4}
        for n in range(8)
    ]
    pl.DataFrame(rows).write_parquet(tmp_path / "mmlu.parquet")
    for path in (tmp_path / "mmlu.parquet", lines(tmp_path / "mmlu.jsonl", *rows)):
        items, found = found_in(path)
        assert [item.gold[0] for item in items] == list("ABCD") * 2
        assert items[0].details == {"subject": "anatomy"}
        assert "a number counted from 0, in 'answer'" in found


MMLU = [
    ["Which drug, if any, is a statin?", "Simvastatin", "Ramipril", "Digoxin", "Warfarin", "A"],
    ["Where is the tibia?", "arm", "leg", "head", "hand", "B"],
    ['He said "no". Why?', "x", "y", "z", "1", "D"],
]


def test_mmlu_as_it_was_published_without_a_header(tmp_path):
    with (tmp_path / "anatomy_test.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(MMLU)
    items, found = found_in(tmp_path / "anatomy_test.csv")
    assert [[item.question, *item.options.values(), *item.gold] for item in items] == MMLU
    said = "There is no header: its 6 columns are read as question, A to D and gold, as in MMLU's files."
    assert f"the encoding is UTF-8. {said}" in found
    book = workbook(tmp_path / "q.xlsx", ("T", MMLU), ("Notes", [["nothing"], ["here"]]))
    of_book, found = found_in(book)
    assert of_book == items
    assert f"Sheet 'T'. {said} Not read: 'Notes'." in found
    with_header = workbook(tmp_path / "h.xlsx", ("T", [["question", *"ABCD", "gold"], *MMLU]))
    assert read_people_file(with_header).items == items


def test_a_bad_line_below_no_header_is_named(tmp_path):
    rows = [
        *MMLU,
        *MMLU[:1],
        ["Nose?", "x", "y", "z", "w", "E"],
        *[[f"q{n}", *MMLU[1][1:]] for n in range(8)],
    ]
    with (tmp_path / "q.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    with pytest.raises(BadLines) as refused:
        read_people_file(tmp_path / "q.csv")
    assert [line.partition(":")[0] for line in refused.value.every_line] == ["line 4", "line 5"]


@pytest.mark.parametrize(
    "rows",
    [
        [["Nr", "Text", "A", "B", "C"], ["1", "What?", "x", "y", "B"]],
        [["What?", "x", "y", "z"], ["Who?", "x", "y", "B"]],
        [["What?", "A"], ["Who?", "B"]],
        [["What?", "x", "y", "A"], ["Who?", "x", "y", "z"], ["Why?", "x", "y", "z"]],
    ],
)
def test_other_tables_without_a_header_are_refused(tmp_path, rows):
    (tmp_path / "q.csv").write_text("".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    with pytest.raises(ItemFormatError, match="Expected question, A, B, … and gold"):
        read_people_file(tmp_path / "q.csv")


def test_medqa_with_its_letter_and_its_text(tmp_path):
    row = {
        "question": "Which?",
        "answer": "Nitrofurantoin",
        "options": {"A": "Ampicillin", "B": "Nitrofurantoin"},
        "meta_info": "step2&3",
        "answer_idx": "B",
    }
    items, found = found_in(lines(tmp_path / "medqa.jsonl", row))
    assert (items[0].gold, items[0].details["meta_info"]) == (("B",), "step2&3")
    assert "The gold is a letter in 'answer_idx'" in found
    listed = {
        **row,
        "options": [{"key": "A", "value": "Ampicillin"}, {"key": "B", "value": "Nitrofurantoin"}],
    }
    assert read_people_file(lines(tmp_path / "bigbio.jsonl", listed)).items[0].gold == ("B",)
    with pytest.raises(BadLines, match=r"'answer_idx' says A, but 'answer' says B \('Nitrofurantoin'\)"):
        read_people_file(lines(tmp_path / "wrong.jsonl", {**row, "answer_idx": "A"}))


def test_arc_with_labels_that_are_letters_or_numbers(tmp_path):
    rows = [
        {
            "id": "a",
            "question": "One?",
            "choices": {"text": ["x", "y"], "label": ["A", "B"]},
            "answerKey": "B",
        },
        {
            "id": "b",
            "question": "Two?",
            "choices": {"text": ["x", "z"], "label": ["1", "2"]},
            "answerKey": "1",
        },
    ]
    pl.DataFrame(rows).write_parquet(tmp_path / "arc.parquet")
    items, _ = found_in(tmp_path / "arc.parquet")
    assert [(item.id, item.gold) for item in items] == [("a", ("B",)), ("b", ("A",))]
    original = {
        "id": "c",
        "question": {"stem": "Three?", "choices": [{"text": "x", "label": "A"}, {"text": "y", "label": "B"}]},
        "answerKey": "A",
    }
    (item,) = read_people_file(lines(tmp_path / "arc.jsonl", original)).items
    assert (item.question, item.gold) == ("Three?", ("A",))


@pytest.mark.slow
def test_a_dataset_folder_with_splits_and_configurations(tmp_path):
    rows = [{"question": f"q{n}", "choices": ["x", "y"], "answer": n % 2} for n in range(4)]
    for config in ("anatomy", "law"):
        folder = tmp_path / "mmlu" / config
        folder.mkdir(parents=True)
        pl.DataFrame(rows).write_parquet(folder / "test-00000-of-00001.parquet")
        pl.DataFrame(rows[:2]).write_parquet(folder / "dev-00000-of-00001.parquet")
    with pytest.raises(ItemFormatError, match=r"'anatomy/dev', 'anatomy/test', 'law/dev', 'law/test'"):
        read_people_file(tmp_path / "mmlu")
    items, found = found_in(tmp_path / "mmlu", sheet="law")
    assert len(items) == 4
    assert "'law/test'" in found
    items, found = found_in(tmp_path / "mmlu" / "law")
    assert len(items) == 4
    assert "not read: 'dev'" in found


@pytest.mark.slow
def test_a_dataset_saved_to_disk(tmp_path):
    (tmp_path / "test").mkdir()
    rows = [{"question": f"q{n}", "choices": ["x", "y"], "answer": n} for n in range(2)]
    pl.DataFrame(rows).write_ipc_stream(tmp_path / "test" / "data-00000-of-00001.arrow")
    (tmp_path / "test" / "state.json").write_text("{}")
    assert [item.gold for item in read_people_file(tmp_path).items] == [("A",), ("B",)]
