"""MENTAT's numbers beside the checkout, and invented ratings in the shape of its logs."""

import csv
import json
from pathlib import Path

import pytest

from benchmark.labels.annotations import Annotation, read_annotations
from benchmark.labels.authors import authors_from, read_analysis
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
