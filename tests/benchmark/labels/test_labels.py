"""Labels of invented ratings: what is read, what is refused, what the fit and the file hold."""

import csv
import json
import math
import pickle
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import check_grad

from benchmark.errors import AnnotationError, LabelError, PickleRefused
from benchmark.labels.annotations import Annotation, hash_of, read_annotations
from benchmark.labels.authors import authors_from, read_listed_wrong
from benchmark.labels.fit import SETS, LabelModel, LabelSettings, fit_labels
from benchmark.labels.label_file import label_set, read_labels
from benchmark.labels.models import Objective
from benchmark.labels.ratings import OrderUndone, preferences_of, ratings_of
from benchmark.untrusted import read_pickle
from tests.support.mentat import SECRET, invented_annotations, write_log

TABLE_HEAD = "rater,q_no,q_key,order0,order1,order2,order3,order4,Q0,Q1,Q2,Q3,Q4"


def test_a_log_gives_the_annotations_that_were_made(tmp_path):
    annotations = [each for each in invented_annotations() if each.rater == "x1"]
    write_log(tmp_path / "annotated_data" / "x1_annotation_data_0.csv", annotations)
    assert read_annotations(tmp_path) == annotations
    assert hash_of(read_annotations(tmp_path)) == hash_of(list(reversed(annotations)))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"response": SECRET}, "row 5: 'response' must be JSON"),
        ({"response": "[1]"}, "row 5: 'response' must be a JSON object"),
        ({"response": '{"Q0": 1, "Q1": 2, "Q2": 3, "Q4": 4}'}, "row 5: 'response' has no Q3"),
        (
            {"response": '{"Q0": 1, "Q1": 2, "Q2": 101, "Q3": 3, "Q4": 4}'},
            "Q2 is '101'; expected a number from 0 to 100",
        ),
        ({"response": '{"Q0": null, "Q1": 2, "Q2": 1, "Q3": 3, "Q4": 4}'}, "Q0 is 'None'; expected a number"),
        ({"response": '{"Q0": NaN, "Q1": 2, "Q2": 1, "Q3": 3, "Q4": 4}'}, "Q0 is 'nan'; expected a number"),
        ({"response": '{"Q0": "1_0", "Q1": 2, "Q2": 1, "Q3": 3, "Q4": 4}'}, "Q0 is '1_0'; expected a number"),
        ({"response": '{"Q0": "\\u0665", "Q1": 2, "Q2": 1, "Q3": 3, "Q4": 4}'}, "expected a number from 0"),
        ({"response": f'{{"Q0": 1{"0" * 400}, "Q1": 2, "Q2": 1, "Q3": 3, "Q4": 4}}'}, "Q0 is '1000000000"),
        ({"q_no": "\u0663\u0662"}, "which is not the number of a question"),
        ({"question_order": "[0,1,2,3,3]"}, "the order 0,1,2,3,3 must have each number from 0 to 4 once"),
        ({"question_order": "7"}, "the order 7 must have each number from 0 to 4 once"),
        ({"q_no": "six"}, "'q_no' is 'six', which is not the number of a question"),
        ({"q_key": "q_all"}, "'q_key' is 'q_all'"),
    ],
)
def test_a_rating_that_is_none_is_named_by_file_and_row(tmp_path, changes, complaint):
    write_log(tmp_path / "x0_annotation_data_0.csv", invented_annotations(), **changes)
    with pytest.raises(AnnotationError, match="x0_annotation_data_0") as caught:
        read_annotations(tmp_path)
    assert complaint in str(caught.value)
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize("cell", ["1_0", "\u0665", "\uff15\uff10", "0x10", "1e999", "", "+-1"])
def test_a_cell_of_a_table_that_python_alone_takes_for_a_number_is_refused_with_its_row(tmp_path, cell):
    path = tmp_path / "t.csv"
    path.write_text(
        f"{TABLE_HEAD}\nx0,32,q_male,0,1,2,3,4,9,8,7,6,5\nx0,33,q_male,0,1,2,3,4,9,8,{cell},6,5\n"
    )
    with pytest.raises(AnnotationError, match=r"t\.csv, row 2: Q2 is .*; expected a number from 0 to 100"):
        read_annotations(path)


def test_a_rating_that_stands_twice_is_refused_with_both_rows(tmp_path):
    """Be it in one table or in a log that was copied; another rating by the same rater is none of it."""
    path = tmp_path / "t.csv"
    row = "x0,32,q_male,0,1,2,3,4,9,8,7,6,5"
    path.write_text(f"{TABLE_HEAD}\n{row}\n{row[:-1]}4\n{row}\n")
    with pytest.raises(AnnotationError, match=r"t\.csv, row 3: the same rating as in .*t\.csv, row 1 "):
        read_annotations(path)
    path.write_text(f"{TABLE_HEAD}\n{row}\n{row[:-1]}4\n")
    assert len(read_annotations(path)) == 2
    logs = tmp_path / "logs"
    for name in ("x0_annotation_data_0.csv", "x0_annotation_data_1.csv"):
        write_log(logs / name, invented_annotations()[:1])
    with pytest.raises(
        AnnotationError, match=r"data_1\.csv, row 5: the same rating as in .*data_0\.csv, row 5"
    ):
        read_annotations(logs)


def test_a_table_that_excel_saved_begins_with_a_mark_and_is_read(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(f"{TABLE_HEAD}\nx0,32,q_male,0,1,2,3,4,9,8,7,6,5\n", encoding="utf-8-sig")
    assert read_annotations(path)[0].rater == "x0"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"{TABLE_HEAD},Q4\nx0,32,q_male,0,1,2,3,4,9,8,7,6,5,4\n", "column 'Q4' stands twice"),
        (
            f"{TABLE_HEAD}\ncrtr,32,q_male,0,1,2,3,4,9,8,7,6,5\n",
            "row 1: rater 'crtr' is the author of a question",
        ),
        (f'{TABLE_HEAD}\n"x\n0",32,q_male,0,1,2,3,4,9,8,7,6,5\n', "row 1: the rater's id has a line break"),
        (f"{TABLE_HEAD}\n{'x' * 200_000},32\n", "field larger than field limit"),
    ],
)
def test_tables_that_say_something_twice_or_name_no_rater_are_refused(tmp_path, text, complaint):
    csv.field_size_limit(1 << 17)  # as a process begins; reading features raises it
    path = tmp_path / "t.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(AnnotationError, match=r"t\.csv") as caught:
        read_annotations(path)
    assert complaint in str(caught.value)


def test_a_label_of_which_nothing_is_left_is_refused(tmp_path):
    rows = invented_annotations()
    labels = label_set(fit_labels(rows, SETS["experts"]), "")
    with pytest.raises(
        LabelError, match="question 32: all of its label is on options that are listed as wrong"
    ):
        labels.without_listed_wrong({32: (0, 1, 2, 3, 4)})


def test_a_row_with_more_cells_than_the_heading_is_named(tmp_path):
    path = write_log(tmp_path / "x0_annotation_data_0.csv", invented_annotations())
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([*lines[:9], f"{lines[9]},x", *lines[10:]]), encoding="utf-8")
    with pytest.raises(AnnotationError, match=r"x0_annotation_data_0\.csv, row 9: more cells"):
        read_annotations(tmp_path)


def test_a_log_without_a_rater_and_a_folder_without_logs_are_refused(tmp_path):
    with pytest.raises(AnnotationError, match="holds no annotations"):
        read_annotations(tmp_path)
    nameless = [replace(each, rater="") for each in invented_annotations()]
    write_log(tmp_path / "x0_annotation_data_0.csv", nameless)
    with pytest.raises(AnnotationError, match="the rater's id is missing"):
        read_annotations(tmp_path)


def test_the_gradient_is_that_of_the_objective():
    preferences = preferences_of(ratings_of(invented_annotations(), OrderUndone.RELEASED))
    random = np.random.RandomState(3)
    for offset, prior_sd in ((True, None), (False, 2.0)):
        objective = Objective(preferences, preferences.counts(), offset=offset, prior_sd=prior_sd)
        x = objective.start() + random.normal(scale=0.3, size=len(objective.start()))
        error = check_grad(lambda x, of=objective: of(x)[0], lambda x, of=objective: of(x)[1], x)
        assert error < 1e-4


def test_three_of_four_preferences_are_odds_of_three():
    shown = [(60.0, 40.0)] * 3 + [(40.0, 60.0)]
    order = (0, 1, 2, 3, 4)
    rows = [Annotation(f"x{n}", 32, "male", order, (*two, 0.0, 0.0, 0.0)) for n, two in enumerate(shown)]
    settings = LabelSettings(prior_sd=None, model=LabelModel.BT)
    label = fit_labels(rows, settings).probabilities[0]
    assert label[0] / label[1] == pytest.approx(3, abs=1e-6)


def test_questions_that_cannot_be_fitted_are_left_out_with_the_reason():
    rows = invented_annotations()
    alone = replace(rows[0], question=84)
    alike = [replace(row, question=85, shown=(50.0,) * 5) for row in rows[:3]]
    fitted = fit_labels([*rows, alone, *alike], SETS["experts"])
    assert fitted.left_out == {84: "only one rater", 85: "all options rated alike"}
    assert fitted.ratings.questions == (32, 33, 34, 35)


def test_authors_that_are_needed_and_missing_are_asked_for():
    with pytest.raises(LabelError, match="--author-from"):
        fit_labels(invented_annotations(), SETS["released"])


def test_an_author_row_follows_from_the_means():
    rows = invented_annotations()
    values = ratings_of(rows, OrderUndone.RELEASED)
    means = {}
    for place, question in enumerate(values.questions):
        of_question = values.values[values.question == place]
        means[str(question)] = {"res": ((of_question.sum(axis=0) + 100 * np.eye(5)[2]) / 4).tolist()}
    assert authors_from({"means_and_alphas": means}, rows) == dict.fromkeys((32, 33, 34, 35), 2)
    means["33"]["res"][0] += 1
    with pytest.raises(AnnotationError, match="question 33"):
        authors_from({"means_and_alphas": means}, rows)
    means["33"]["res"][0] = math.nan
    with pytest.raises(AnnotationError, match="question 33: 'res' must be 5 numbers"):
        authors_from({"means_and_alphas": means}, rows)


def test_labels_come_back_from_their_file(tmp_path):
    rows = invented_annotations()
    labels = label_set(fit_labels(rows, SETS["experts"]), hash_of(rows))
    path = tmp_path / "labels.json"
    path.write_text(labels.to_text())
    assert read_labels(path) == labels
    assert labels.name == "experts"


@pytest.mark.parametrize(
    ("probabilities", "complaint"),
    [
        (
            [0.5, 0.6, 0.0, 0.0, -0.1],
            "question 32: labels must be at least 0 and sum to 1; the smallest is -0.1",
        ),
        ([0.5, 0.6, 0.0, 0.0, 0.0], "the sum 1.1"),
        ([0.5, 0.5], "five numbers are expected"),
        ("ABCDE", "five numbers are expected"),
        ([math.nan, 0.0, 0.0, 0.0, 1.0], "NaN and infinity are no labels"),
        ([0.0, 0.0, 0.0, math.nan, 1.0], "NaN and infinity are no labels"),
        ([math.inf, 0.0, 0.0, 0.0, 0.0], "NaN and infinity are no labels"),
    ],
)
def test_labels_that_are_no_probabilities_are_refused(tmp_path, probabilities, complaint):
    path = tmp_path / "labels.json"
    path.write_text(
        json.dumps({"schema": "mhclient-labels/1", "questions": {"32": {"probabilities": probabilities}}})
    )
    with pytest.raises(LabelError, match="question 32") as caught:
        read_labels(path)
    assert complaint in str(caught.value)


def test_a_bound_that_is_no_number_is_refused(tmp_path):
    path = tmp_path / "labels.json"
    question = {"probabilities": [1, 0, 0, 0, 0], "lower": [math.nan, 0, 0, 0, 0]}
    path.write_text(json.dumps({"schema": "mhclient-labels/1", "questions": {"32": question}}))
    with pytest.raises(LabelError, match="question 32: NaN and infinity are no labels"):
        read_labels(path)


def test_listed_wrong_options_go_to_0_and_the_rest_is_rescaled(tmp_path):
    config = tmp_path / "mentat" / "config" / "config_params.py"
    config.parent.mkdir(parents=True)
    config.write_text("import nowhere\ndict_wrong_answer_filter = {32: [0, 4], 33: []}\nraise SystemExit\n")
    wrong = read_listed_wrong(tmp_path)
    assert wrong == {32: (0, 4), 33: ()}
    rows = invented_annotations()
    labels = label_set(fit_labels(rows, SETS["experts"]), "").without_listed_wrong(wrong)
    zeroed = labels.labels[32].probabilities
    assert (zeroed[0], zeroed[4]) == (0.0, 0.0)
    assert sum(zeroed) == pytest.approx(1)


@pytest.mark.parametrize(
    "table", ["{'x': [0]}", "{'\u00b2': [0]}", "{1: [True]}", "{1: ['a']}", "{1: [9]}", "[1]"]
)
def test_a_table_of_wrong_options_that_is_none_is_refused(tmp_path, table):
    path = tmp_path / "config_params.py"
    path.write_text(f"dict_wrong_answer_filter = {table}\n", encoding="utf-8")
    with pytest.raises(LabelError, match="dict_wrong_answer_filter"):
        read_listed_wrong(path)


def test_a_pickle_may_hold_arrays_and_nothing_that_runs():
    held = [{"a": np.arange(3.0), "b": np.float64(2.5)}]
    found = read_pickle(pickle.dumps(held), "x.pkl")
    assert (found[0]["a"].tolist(), float(found[0]["b"])) == ([0.0, 1.0, 2.0], 2.5)
    with pytest.raises(PickleRefused, match=r"x\.pkl holds 'builtins\.print'"):
        read_pickle(pickle.dumps(print), "x.pkl")
    with pytest.raises(PickleRefused, match="cannot be read as a pickle"):
        read_pickle(b"\x80\x04nonsense", "x.pkl")


@pytest.mark.parametrize("name", ["exam.csv", "exam.xlsx", "exam.jsonl"])
def test_questions_are_no_ratings(tmp_path, name):
    (tmp_path / name).write_text("question,A,B,gold\nq?,x,y,A\n", encoding="utf-8")
    with pytest.raises(
        AnnotationError, match=r"labels are fitted to ratings.* read by 'mhclient import' and"
    ):
        read_annotations(tmp_path / name)
