"""What MENTAT's files can have wrong: each ends with status 2, names its place, and quotes no question.

Every message of these commands is also searched for texts of questions and for the password.
"""

import csv
import json
import pickle
import shutil
import zipfile
from pathlib import Path

import pytest

from benchmark.labels.annotations import read_annotations
from mhclient.cli.main import main
from tests.support.mentat import LOG_COLUMNS, SECRET, change_row, clone_with_labels, released_row, write_sets

PASSWORD = "a-password-that-nobody-may-read"
QUESTIONS = "final_dataset_raw_questions.csv"
LOG = "annotated_data/x0_annotation_data_0.csv"
ORDER = (2, 0, 1, 4, 3)
ENDING = "\n\nAnswer (single letter): "


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    return clone_with_labels(tmp_path_factory.mktemp("sound"))


@pytest.fixture
def clone(sound, tmp_path, monkeypatch):
    """A copy to be broken; the current folder."""
    shutil.copytree(sound / "clone", tmp_path / "clone")
    shutil.copy(sound / "labels.json", tmp_path / "labels.json")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MHCLIENT_MENTAT_PASSWORD", PASSWORD)
    return tmp_path / "clone"


def complaint_of(capsys, *words):
    """What a command that ends with status 2 says, in one line."""
    capsys.readouterr()
    assert main(list(words)) == 2
    printed = capsys.readouterr()
    said = " ".join(printed.err.split())
    for hidden in (SECRET, "invented matter", "Invented step", PASSWORD, "Traceback"):
        assert hidden not in printed.out + printed.err
    return said


RESPONSE = {"Q0": 10, "Q1": 20, "Q2": 30, "Q3": 40, "Q4": 50, "comment": SECRET}


@pytest.mark.parametrize(
    ("row", "changes", "complaint"),
    [
        (4, {"response": SECRET}, "row 5: 'response' must be JSON"),
        (5, {"response": json.dumps({"Q0": 1, "comment": SECRET})}, "row 6: 'response' has no Q1"),
        (
            4,
            {"response": json.dumps(RESPONSE | {"Q2": 130})},
            "row 5: Q2 is '130'; expected a number from 0 to 100",
        ),
        (4, {"response": json.dumps(RESPONSE | {"Q4": "many"})}, "row 5: Q4 is 'many'; expected a number"),
        (
            4,
            {"question_order": "[0, 1, 2, 4, 4]"},
            "row 5: the order 0,1,2,4,4 must have each number from 0 to 4 once",
        ),
        (1, {"rater_id": ""}, "the rater's id is missing"),
        (4, {"q_no": "seven"}, "row 5: 'q_no' is 'seven', which is not the number of a question"),
        (0, {"q_key": None}, "column 'q_key' is missing"),
    ],
)
def test_ratings(clone, capsys, row, changes, complaint):
    change_row(clone / LOG, row, **changes)
    said = complaint_of(capsys, "labels", "check", "clone")
    assert complaint in said
    assert "x0_annotation_data_0.csv" in said


@pytest.mark.parametrize("missing", ["Q4", "rater", "order2", "q_key"])
def test_a_table_of_ratings_without_a_column_names_that_column(clone, tmp_path, capsys, missing):
    names = ("rater", "q_no", "q_key", *(f"order{k}" for k in range(5)), *(f"Q{k}" for k in range(5)))
    cells = ("x0", "73", "q_male", *range(5), *range(5))
    kept = [(name, str(cell)) for name, cell in zip(names, cells, strict=True) if name != missing]
    rows = [",".join(part) for part in zip(*kept, strict=True)]
    (tmp_path / "t.csv").write_text("\n".join(rows), encoding="utf-8")
    said = complaint_of(capsys, "labels", "check", "t.csv")
    assert f"t.csv: column '{missing}' is missing; a table of ratings has the columns" in said


@pytest.mark.parametrize(
    "words",
    [
        ("labels", "fit", "empty", "--out", "x.json"),
        ("build", "mentat", "empty", "--out", "b"),
        ("import", "mentat", "empty", "--out", "b"),
        ("build", "mentat", "clone/annotated_data", "--out", "b"),
        ("import", "mentat", "clone/annotated_data", "--out", "b"),
        ("build", "mentat", "clone", "--out", "clone"),
    ],
)
def test_a_wrong_folder_is_told_before_anything_is_said_to_be_fitted(clone, tmp_path, capsys, words):
    (tmp_path / "empty").mkdir()
    said = complaint_of(capsys, *words)
    assert "Fitting" not in said
    assert "holds no annotations" in said or "has neither" in said or "already holds other files" in said


def test_no_ratings(clone, capsys):
    shutil.rmtree(clone / "annotated_data")
    assert "clone holds no annotations" in complaint_of(capsys, "labels", "fit", "clone", "--out", "x.json")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"answer_c": "Invented step a of 1"}, "row 1 (question 1): five different options"),
        ({"text_female": None}, "column 'text_female' is missing"),
        ({"creator_truth": "[0.5, 0.4, 0, 0, 0]"}, "row 1 (question 1): labels must be five numbers"),
        ({"creator_truth": "[1.2, -0.2, 0, 0, 0]"}, "row 1 (question 1): labels must be five numbers"),
        ({"text_male": "<NAT> and <NAT>: " + SECRET}, "question 1: <NAT> is left"),
    ],
)
def test_questions(clone, capsys, changes, complaint):
    change_row(clone / QUESTIONS, 0, **changes)
    words = ("build", "mentat", "clone", "--split", "all", "--out", "b", "--labels", "labels.json")
    assert complaint in complaint_of(capsys, *words)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"random_order": [0, 1, 1, 3, 4]}, "'random_order' is no permutation"),
        ({"labels": [0.5, 0.4, 0.0, 0.0, 0.0]}, "sum to 1"),
        ({"labels": [1.5, -0.5, 0.0, 0.0, 0.0]}, "at least 0"),
        ({"prompt_mcq": f"Question: {SECRET}"}, "not of the released form"),
        ({"prompt_mcq": f"Question: {SECRET}\n\nA: 1\nB: 2{ENDING}"}, "five options"),
        (
            {"prompt_mcq": f"Question: {SECRET} <AGE>\n\nA: 1\nB: 2\nC: 3\nD: 4\nE: 5{ENDING}"},
            "a slot is left",
        ),
        (
            {"prompt_mcq": f"Question: {SECRET}\n\nA: 1\nB: 2\nC: 3\nD: 4\nE: 4{ENDING}"},
            "two options are equal",
        ),
    ],
)
def test_rows_of_the_released_sets(clone, capsys, changes, complaint):
    write_sets(clone, nat=[released_row(1, ORDER), released_row(73, ORDER, **changes)])
    said = complaint_of(capsys, "import", "mentat", "clone", "--out", "m", "--labels", "labels.json")
    assert complaint in said
    assert "set 'nat', row 2 (question 73)" in said


@pytest.mark.parametrize(
    ("column", "cells", "complaint"),
    [
        ("q_id", [1, None], "set 'nat', row 2: 'q_id' is empty"),
        ("q_id", ["1", "x"], "set 'nat': column 'q_id' must hold whole numbers"),
        ("prompt_mcq", [1, 2], "set 'nat': column 'prompt_mcq' must hold texts"),
        (
            "labels",
            [[1.0, 0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0, None]],
            "row 2 (question 73): labels must",
        ),
        ("labels", [["a"], ["b"]], "set 'nat': column 'labels' must hold lists of numbers"),
        ("random_order", [1, 2], "set 'nat': column 'random_order' must hold lists of numbers"),
        ("random_order", [list(ORDER), [2, 0, 1, 4, None]], "row 2 (question 73): 'random_order' is no perm"),
        ("age", ["30", "x"], "set 'nat': column 'age' must hold numbers"),
        ("age", [30.0, float("inf")], "set 'nat', row 2 (question 73): 'age' is no age in whole years"),
        ("age", [30.0, 30.5], "set 'nat', row 2 (question 73): 'age' is no age in whole years"),
        ("category", ["diagnosis", None], "set 'nat', row 2: 'category' is empty"),
    ],
)
def test_cells_of_the_released_sets_that_are_of_another_kind(clone, capsys, column, cells, complaint):
    rows = [released_row(1, ORDER), released_row(73, ORDER)]
    write_sets(clone, nat=[{**row, column: cell} for row, cell in zip(rows, cells, strict=True)])
    said = complaint_of(capsys, "import", "mentat", "clone", "--out", "m", "--labels", "labels.json")
    assert complaint in said


@pytest.mark.parametrize("number", ["\u00b2", "9" * 5_000, "\u0661", "1_2"])
def test_numbers_of_questions_have_the_digits_0_to_9_alone(clone, capsys, number):
    change_row(clone / QUESTIONS, 0, q_id=number)
    words = ("build", "mentat", "clone", "--split", "all", "--out", "b", "--labels", "labels.json")
    assert "row 1: 'q_id' is not the number of a question" in complaint_of(capsys, *words)
    labels = json.loads(Path("labels.json").read_text())
    labels["questions"][number] = labels["questions"]["73"]
    Path("labels.json").write_text(json.dumps(labels))
    assert "not in the form that 'mhclient labels fit' writes" in complaint_of(capsys, *words)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"probabilities": [10**400, 0, 0, 0, 0]}, "question 73: NaN and infinity are no labels"),
        ({"lower": [9, 0, 0, 0, 0]}, "question 73: 'lower' and 'upper' must lie between 0 and 1"),
        ({"tops": "0123"}, "'tops' must have as many draws for each question, not 3 and 4"),
    ],
)
def test_labels_that_no_fit_can_have_written(clone, capsys, changes, complaint):
    labels = json.loads(Path("labels.json").read_text())
    labels["questions"]["73"] |= changes
    Path("labels.json").write_text(json.dumps(labels))
    words = ("build", "mentat", "clone", "--split", "all", "--out", "b", "--labels", "labels.json")
    assert complaint in complaint_of(capsys, *words)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--seed", "-1"), "--seed -1: must be between 0 and 4,294,967,295"),
        (("--seed", "4294967296"), "--seed 4294967296: must be between 0 and 4,294,967,295"),
        (("--design", ""), "designs are gender, nationality"),
    ],
)
def test_designs_that_there_are_not(clone, capsys, words, complaint):
    said = complaint_of(capsys, "build", "mentat", "clone", "--out", "b", "--labels", "labels.json", *words)
    assert complaint in said


def test_a_row_of_a_released_set_without_a_label_is_named_by_set_and_row(clone, capsys):
    document = json.loads(Path("labels.json").read_text())
    del document["questions"]["73"]
    Path("labels.json").write_text(json.dumps(document))
    said = complaint_of(capsys, "import", "mentat", "clone", "--out", "m", "--labels", "labels.json")
    assert "set 'base', row 2 (question 73): label set 'experts' has no label of this question" in said


def test_sets_without_a_column(clone, capsys):
    rows = [{name: value for name, value in released_row(1, ORDER).items() if name != "labels"}]
    write_sets(clone, age=rows)
    said = complaint_of(capsys, "import", "mentat", "clone", "--out", "m", "--labels", "labels.json")
    assert "set 'age': column 'labels' is missing" in said


@pytest.mark.parametrize("damage", ["empty", "no zip", "one set"])
def test_an_archive_without_the_four_sets(clone, capsys, damage):
    path = clone / "eval_data_release.zip"
    if damage == "no zip":
        path.write_bytes(b"PK no archive")
    else:
        with zipfile.ZipFile(path, "w") as archive:
            if damage == "one set":
                archive.writestr("eval_data/mentat_data_base/data-00000-of-00001.arrow", b"")
    said = complaint_of(capsys, "import", "mentat", "clone", "--out", "m", "--labels", "labels.json")
    assert "eval_data_release.zip" in said
    assert "cannot be read as a zip file" in said or "has no set" in said


def test_what_is_no_encrypted_file(clone, capsys):
    (clone / QUESTIONS).rename(clone / f"{QUESTIONS}.aes")
    said = complaint_of(capsys, "build", "mentat", "clone", "--out", "b", "--labels", "labels.json")
    assert f"{QUESTIONS}.aes is no file of AES Crypt" in said


@pytest.mark.parametrize("damage", ["wrong password", "cut short"])
def test_a_wrong_password_or_a_damaged_file_are_both_named(clone, capsys, damage):
    crypt = pytest.importorskip("pyAesCrypt")
    path, key = clone / QUESTIONS, PASSWORD if damage == "cut short" else "another"
    encrypted = path.with_name(f"{QUESTIONS}.aes")
    crypt.encryptFile(str(path), str(encrypted), key)
    path.unlink()
    if damage == "cut short":
        encrypted.write_bytes(encrypted.read_bytes()[:-40])
    said = complaint_of(capsys, "build", "mentat", "clone", "--out", "b", "--labels", "labels.json")
    assert "the password is wrong, or the file is damaged" in said
    assert encrypted.name in said


def test_a_pickle_that_holds_more_than_numbers(clone, tmp_path, capsys):
    (tmp_path / "analysis.pkl").write_bytes(pickle.dumps([print, SECRET]))
    words = (
        "labels",
        "fit",
        "clone",
        "--set",
        "released",
        "--author-from",
        "analysis.pkl",
        "--out",
        "x.json",
    )
    said = complaint_of(capsys, *words)
    assert "analysis.pkl holds 'builtins.print'" in said


def test_draws_that_are_not_upstreams_are_said_and_no_error(clone, capsys):
    assert main(["import", "mentat", "clone", "--out", "m", "--labels", "labels.json"]) == 0
    assert "Set 'base': its draws are not upstream's" in " ".join(capsys.readouterr().err.split())


def test_questions_that_cannot_be_fitted_and_certain_labels_are_said_and_no_error(clone, capsys):
    """One question keeps one rater; all of another's options are rated alike."""
    logs = sorted((clone / "annotated_data").iterdir())
    for log in logs:
        with log.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        kept = [row for row in rows if row["q_no"] != "73" or log == logs[0]]
        for row in kept:
            if row["q_no"] == "74":
                row["response"] = json.dumps(dict.fromkeys(RESPONSE, 50) | {"comment": SECRET})
        with log.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, LOG_COLUMNS)
            writer.writeheader()
            writer.writerows(kept)
    assert main(["labels", "fit", "clone", "--out", "x.json", "--draws", "0"]) == 0
    printed = capsys.readouterr()
    assert "Left out: question 73, only one rater." in printed.out
    assert "Left out: question 74, all options rated alike." in printed.out
    assert SECRET not in printed.out + printed.err
    assert main(["labels", "fit", "clone", "--out", "y.json", "--draws", "0", "--prior-sd", "none"]) == 0
    printed = capsys.readouterr()
    assert "Practically certain labels (one option above 99.9 %): 18 (75, 76," in printed.out


@pytest.mark.slow
@pytest.mark.parametrize("design", ["gender", "replay:base"])
def test_ratings_of_a_question_that_no_question_file_has_are_refused(clone, capsys, design):
    for log in (clone / "annotated_data").iterdir():
        change_row(log, 4, q_no="84")
    assert len({each.question for each in read_annotations(clone)}) == 20
    said = complaint_of(capsys, "build", "mentat", "clone", "--out", "b", "--design", design)
    assert f"{QUESTIONS} does not have question 84, which the labels are of" in said
    assert not Path("b").exists()


def test_labels_of_a_question_that_no_question_file_has_are_refused(clone, capsys):
    labels = Path("labels.json")
    labels.write_text(labels.read_text().replace('"73":', '"84":'))
    said = complaint_of(capsys, "build", "mentat", "clone", "--out", "b", "--labels", "labels.json")
    assert f"{QUESTIONS} does not have question 84, which the labels are of" in said


@pytest.mark.slow  # fits labels
def test_one_rating_of_one_rater_of_an_unknown_question_is_refused_with_its_place(clone, capsys, monkeypatch):
    """Too few ratings for a label: nothing but the rating itself shows it, before anything is fitted."""
    change_row(clone / LOG, 4, q_no="999")
    monkeypatch.setattr("benchmark.mentat.items.fit_file", None)
    said = complaint_of(capsys, "build", "mentat", "clone", "--out", "b")
    assert f"{QUESTIONS} does not have question 999" in said
    assert "(rated in clone/annotated_data/x0_annotation_data_0.csv, row 5)" in said
    assert not Path("b").exists()
    assert main(["labels", "fit", "clone", "--out", "x.json", "--draws", "0"]) == 0
    shutil.rmtree(clone / "annotated_data")  # the file of labels says it, too
    said = complaint_of(capsys, "build", "mentat", "clone", "--out", "b", "--labels", "x.json")
    assert f"{QUESTIONS} does not have question 999" in said


@pytest.mark.slow
def test_the_release_s_own_ratings_of_questions_not_in_its_file_are_named_and_no_error(clone, capsys):
    for log in (clone / "annotated_data").iterdir():
        change_row(log, 4, q_no="91")
    assert main(["build", "mentat", "clone", "--out", "b", "--split", "all"]) == 0
    assert "Rated, and not in the question file: 91." in " ".join(capsys.readouterr().out.split())
