"""MENTAT's numbers beside the checkout, and invented ratings in the shape of its logs."""

import csv
import io
import json
import zipfile
from pathlib import Path

import polars as pl
import pytest

from benchmark.labels.annotations import Annotation, read_annotations
from benchmark.labels.authors import authors_from, read_analysis
from benchmark.mentat.release import GENDERS, QuestionShape
from mhclient.cli.main import main
from tests.support.places import SHARED

NUMBERS, DESIGN = SHARED / "mentat", SHARED / "mentat_design"
needs_numbers = pytest.mark.skipif(
    not NUMBERS.is_dir(), reason="MENTAT's numbers are not beside the checkout"
)

LOG_COLUMNS = (
    *("rt", "stimulus", "response", "trial_type", "trial_index", "time_elapsed", "internal_node_id"),
    *("participant_name", "rater_id", "question_order", "q_no", "q", "q_key"),
)
SECRET = "An invented question that must not be shown"


def released_numbers():
    """The 600 annotations, the released analysis, and the authors' answers that follow from both."""
    annotations = read_annotations(NUMBERS / "annotations_numeric.csv")
    analysis = read_analysis(NUMBERS / "released_analysis.json")
    return annotations, analysis, authors_from(analysis, annotations)


def invented_annotations(n_questions: int = 4) -> list[Annotation]:
    """Three raters who agree that option (question mod 5) is best, shown in different orders."""
    orders = [(1, 2, 0, 3, 4), (4, 0, 3, 1, 2), (2, 0, 1, 4, 3)]
    found = []
    for question in range(32, 32 + n_questions):
        for place, order in enumerate(orders):
            values = [80.0 - 20 * ((option - question) % 5) for option in range(5)]
            values[(question + place) % 5] += 15  # raters do not agree on everything
            shown = tuple(values[option] for option in order)
            found.append(Annotation(f"x{place}", question, "male", order, shown))
    return found


def write_log(path: Path, annotations: list[Annotation], **changes: str) -> Path:
    """A log as jsPsych writes it; `changes` replace fields of the first rating."""
    rows = [dict.fromkeys(LOG_COLUMNS, "")] * 4 + [_log_row(each) for each in annotations]
    rows[1] = {**rows[1], "rater_id": annotations[0].rater}
    rows[4] = {**rows[4], **changes}
    rows.append(dict.fromkeys(LOG_COLUMNS, ""))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, LOG_COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    return path


def _log_row(annotation: Annotation) -> dict[str, str]:
    response = {f"Q{place}": value for place, value in enumerate(annotation.shown)}
    return {
        **dict.fromkeys(LOG_COLUMNS, ""),
        "stimulus": SECRET,
        "q": SECRET,
        "response": json.dumps({**response, "comment": SECRET}),
        "question_order": json.dumps(list(annotation.order)),
        "q_no": str(annotation.question),
        "q_key": {"male": "q_male", "female": "q_female", "nonbinary": "q_they"}[annotation.gender],
    }


CATEGORIES = ("diagnosis", "monitoring", "treatment", "triage", "documentation")
NUMBERS_OF = {"diagnosis": 1, "monitoring": 12, "treatment": 40, "triage": 73, "documentation": 164}
WORDS = {"male": "He", "female": "She", "nonbinary": "They"}
PER_CATEGORY = 10


def invented_questions() -> list[dict[str, str]]:
    """Fifty rows in the shape of the question file; some lack slots, a non-binary text, or differences."""
    rows = []
    for category, first in NUMBERS_OF.items():
        for place in range(PER_CATEGORY):
            rows.append(_invented_question(category, first + place, place))
    return rows


def _invented_question(category: str, number: int, place: int) -> dict[str, str]:
    slots = "A patient" if place == 1 else "A <AGE> <NAT> patient"
    words = dict.fromkeys(WORDS, "One") if place == 2 else WORDS
    texts = {
        f"text_{g}": f"{slots} calls about invented matter {number}. {w} asks." for g, w in words.items()
    }
    if place == 3:
        texts["text_nonbinary"] = ""
    return {
        "q_id": str(number),
        "category": category,
        **{f"answer_{letter}": f"Invented step {letter} of {number}" for letter in "abcde"},
        "creator_truth": str([1.0 if option == number % 5 else 0.0 for option in range(5)]),
        **texts,
        "possible_modifiers": "[]" if place == 1 else "['age', 'nat']",
        "comment": SECRET,
    }


def write_release(folder: Path, questions: list[dict[str, str]] | None = None) -> Path:
    """A clone with an invented question file, annotations of its triage and documentation, and four sets."""
    rows = questions if questions is not None else invented_questions()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "final_dataset_raw_questions.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    rated = [int(row["q_id"]) for row in rows if row["category"] in CATEGORIES[3:]]
    for place, order in enumerate([(1, 2, 0, 3, 4), (4, 0, 3, 1, 2), (2, 0, 1, 4, 3)]):
        rater = [_rating(f"x{place}", number, place, order) for number in rated]
        write_log(folder / "annotated_data" / f"x{place}_annotation_data_0.csv", rater)
    return folder


def _rating(rater: str, number: int, place: int, order: tuple[int, ...]) -> Annotation:
    values = [80.0 - 20 * ((option - number) % 5) for option in range(5)]
    values[(number + place) % 5] += 15
    return Annotation(rater, number, "male", order, tuple(values[option] for option in order))


def released_row(number: int, order: tuple[int, ...], **changes: object) -> dict[str, object]:
    """A row of an invented evaluation set."""
    question = next(row for row in invented_questions() if row["q_id"] == str(number))
    text = question["text_male"].replace("<AGE>", "30-year-old").replace("<NAT>", "Asian")
    options = [question[f"answer_{'abcde'[option]}"] for option in order]
    lines = "\n".join(f"{letter}: {option}" for letter, option in zip("ABCDE", options, strict=True))
    return {
        "prompt_mcq": f"Question: {text}\n\n{lines}\n\nAnswer (single letter): ",
        "labels": [1.0 if option == number % 5 else 0.0 for option in order],
        "gender": "text_male",
        "nat": "Asian",
        "age": 30.0,
        "q_id": number,
        "category": question["category"],
        "random_order": list(order),
        **changes,
    }


def write_sets(folder: Path, **sets: list[dict[str, object]]) -> Path:
    """The four evaluation sets as Arrow streams in a zip; `sets` replace their rows."""
    rows = [released_row(number, (2, 0, 1, 4, 3)) for number in (1, 73)]
    with zipfile.ZipFile(folder / "eval_data_release.zip", "w") as archive:
        archive.writestr("__MACOSX/eval_data/mentat_data_base/data-00000-of-00001.arrow", b"rubbish")
        for name in ("base", "gender", "nat", "age"):
            stream = io.BytesIO()
            pl.DataFrame(sets.get(name, rows)).write_ipc_stream(stream)
            path = f"eval_data/mentat_data_{name}/data-00000-of-00001.arrow"
            archive.writestr(path, stream.getvalue())
    return folder


def released_shapes(path: Path = DESIGN / "structure.csv"):
    """The shapes of the released questions, from the table beside the checkout."""
    shapes = {}
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            texts = frozenset(gender for gender in GENDERS if row[f"has_{gender}"] != "0")
            three = all(row[f"has_{gender}"] == "1" for gender in GENDERS) and row["texts_identical"] == "0"
            flags = (row["nat_slot"] == "1", row["age_slot"] == "1")
            shapes[int(row["q_id"])] = QuestionShape(row["category"], texts, three, *flags)
    return shapes


def clone_with_labels(folder: Path) -> Path:
    """An invented clone in the folder, and labels of it."""
    clone = write_sets(write_release(folder / "clone"))
    assert main(["labels", "fit", str(clone), "--out", str(folder / "labels.json"), "--draws", "3"]) == 0
    return folder


def change_row(path, row, **changes):
    """Change cells of a data row (from 0) of a CSV file; None takes the column away from all."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    gone = [name for name, value in changes.items() if value is None]
    rows[row] |= {name: value for name, value in changes.items() if value is not None}
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [n for n in rows[0] if n not in gone], extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
