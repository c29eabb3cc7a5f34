"""Annotations: a clinician's five sliders for one question, as they were shown.

Reads upstream's logs (jsPsych, one CSV per session) or one table of numbers with the same content. What a
rater typed or read is not kept: no text of a question gets past this module.
"""

import csv
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.errors import AnnotationError
from benchmark.untrusted import MB, open_regular_file, parse_json

N_OPTIONS = 5
NUMBER = r"[0-9]{1,20}(\.[0-9]{0,20})?(e[-+]?[0-9]{1,2})?"
LOG_NAME = "*_annotation_data_*.csv"
LOG_FOLDER = "annotated_data"
LOG_MAX = 64 * MB
# A log's first rows are consent and instructions, its last one is the farewell (MENTAT.md, 1.3).
FIRST_ROW, RATER_ROW = 4, 1
GENDERS = {"q_male": "male", "q_female": "female", "q_they": "nonbinary"}
LOG_COLUMNS = ("rater_id", "question_order", "q_no", "q_key", "response")
TABLE_COLUMNS = (
    *("rater", "q_no", "q_key"),
    *(f"order{place}" for place in range(N_OPTIONS)),
    *(f"Q{place}" for place in range(N_OPTIONS)),
)
KNOWN_COLUMNS = {*LOG_COLUMNS, *TABLE_COLUMNS}
AUTHOR = "crtr"  # the rater's name of author rows, as in the release


@dataclass(frozen=True, slots=True)
class Annotation:
    """One rating of the five options of a question.

    Attributes:
        gender: which text of the question was shown: male, female or nonbinary.
        order: `order[i]` is the original option that was shown at place i.
        shown: `shown[i]` is the slider there, from 0 to 100.
        where: its file and row, for messages.
    """

    rater: str
    question: int
    gender: str
    order: tuple[int, ...]
    shown: tuple[float, ...]
    where: str = field(default="", compare=False)


_NEEDS = (
    f"labels are fitted to ratings, a .csv with the columns {', '.join(TABLE_COLUMNS[:4])}, …, or to logs "
    f"{LOG_NAME}"
)


def read_annotations(path: Path) -> list[Annotation]:
    """The annotations of a folder of logs, of a clone of the release, or of a table of numbers.

    Raises:
        AnnotationError: there are none, or a row is not as expected; names file and row.
    """
    found = [annotation for file in annotation_files(path) for annotation in _read_file(file)]
    if not found:
        raise AnnotationError(f"{path} holds no annotations.")
    _refuse_copies(found)
    return found


def _refuse_copies(annotations: Sequence[Annotation]) -> None:
    """A rating that stands twice would count twice; its five sliders alike in the same order are no chance.

    The release has four cases of one rater, question and order: with other sliders, which are ratings anew.
    """
    seen: dict[Annotation, str] = {}
    for each in annotations:
        if each in seen:
            raise AnnotationError(
                f"{each.where}: the same rating as in {seen[each]} (rater {each.rater[:40]}, question "
                f"{each.question}, order and all numbers). Take one of them out."
            )
        seen[each] = each.where


def annotation_files(path: Path) -> list[Path]:
    """The files that hold annotations, in the order of their names.

    Raises:
        AnnotationError: there are none.
    """
    if path.is_file():
        return [path]
    for folder in (path, path / LOG_FOLDER):
        if files := sorted(folder.glob(LOG_NAME)):
            return files
    if not path.exists():
        raise AnnotationError(f"There is no file or folder {path}.")
    raise AnnotationError(
        f"{path} holds no annotations: expected a folder with files {LOG_NAME}, or a table with columns "
        f"{', '.join(TABLE_COLUMNS[:4])}, …"
    )


def hash_of(annotations: Iterable[Annotation]) -> str:
    """A SHA-256 of what was rated: the same for the logs and for a table of their numbers."""
    lines = sorted(
        f"{each.rater},{each.question},{each.gender},{each.order},{each.shown}\n" for each in annotations
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _read_file(path: Path) -> Iterator[Annotation]:
    if path.suffix.lower() not in (".csv", ".tsv", ".txt", ""):
        raise AnnotationError(
            f"{path} holds no annotations: {_NEEDS}. Questions are read by 'mhclient import' and "
            "'mhclient run'; a workbook of ratings has to be saved as .csv."
        )
    columns, rows = _rows(path)
    yield from (_of_table if _is_table(path, columns) else _of_log)(path, rows)


def _is_table(path: Path, columns: Sequence[str]) -> bool:
    """Whether it is a table of numbers, not a log; by the columns that only one of them has.

    Raises:
        AnnotationError: a column is missing; names it.
    """
    of_table, of_log = (set(names) & set(columns) for names in (TABLE_COLUMNS, LOG_COLUMNS))
    is_table = len(of_table) > len(of_log)
    named = TABLE_COLUMNS if is_table else LOG_COLUMNS
    if missing := [name for name in named if name not in columns]:
        kind = "a table of ratings" if is_table else "a log of ratings"
        if not of_table and not of_log:
            raise AnnotationError(
                f"{path} holds no annotations: {_NEEDS}. Questions are read by 'mhclient import' and "
                "'mhclient run'."
            )
        raise AnnotationError(
            f"{path}: column {missing[0]!r} is missing; {kind} has the columns {', '.join(named)}."
        )
    return is_table


def _rows(path: Path) -> tuple[Sequence[str], list[dict[str, str]]]:
    try:
        # Excel begins UTF-8 with a mark.
        with open_regular_file(path, LOG_MAX, "utf-8-sig") as file:
            reader = csv.DictReader(file, restval="")
            columns, rows = tuple(reader.fieldnames or ()), list(reader)
    except OSError as error:
        raise AnnotationError(f"{path} cannot be read as a table: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise AnnotationError(f"{path} cannot be read as a table: it is not UTF-8.") from error
    except csv.Error as error:
        raise AnnotationError(f"{path}, line {reader.line_num}: no line of a table: {error}.") from error
    if not columns:
        raise AnnotationError(f"{path} is empty.")
    if twice := next((name for name in columns if columns.count(name) > 1 and name in KNOWN_COLUMNS), None):
        raise AnnotationError(f"{path}: column {twice!r} stands twice.")
    if long := next((number for number, row in enumerate(rows, 1) if None in row), None):
        raise AnnotationError(f"{path}, row {long}: more cells than column headings.")
    return columns, rows


def _of_table(path: Path, rows: Sequence[Mapping[str, str]]) -> Iterator[Annotation]:
    for number, row in enumerate(rows, 1):
        order = [row[f"order{place}"] for place in range(N_OPTIONS)]
        shown = [row[f"Q{place}"] for place in range(N_OPTIONS)]
        yield _checked(f"{path}, row {number}", row["rater"], row, order, shown)


def _of_log(path: Path, rows: Sequence[Mapping[str, str]]) -> Iterator[Annotation]:
    if len(rows) < FIRST_ROW + 2:
        raise AnnotationError(
            f"{path} has {len(rows)} rows. Expected {FIRST_ROW} rows of instructions, then one or more "
            "ratings, then a closing row."
        )
    rater = rows[RATER_ROW]["rater_id"]
    for number, row in enumerate(rows[FIRST_ROW:-1], FIRST_ROW + 1):
        where = f"{path}, row {number}"
        response = _json(where, "response", row["response"])
        if not isinstance(response, dict):
            raise AnnotationError(f"{where}: 'response' must be a JSON object.")
        missing = [f"Q{place}" for place in range(N_OPTIONS) if f"Q{place}" not in response]
        if missing:
            raise AnnotationError(f"{where}: 'response' has no {missing[0]}.")
        shown = [response[f"Q{place}"] for place in range(N_OPTIONS)]
        order = _json(where, "question_order", row["question_order"])
        yield _checked(where, rater, row, order if isinstance(order, list) else [order], shown)


def _json(where: str, column: str, text: str) -> object:
    try:
        found: object = parse_json(text)
    except ValueError as error:
        raise AnnotationError(f"{where}: {column!r} must be JSON.") from error
    return found


def _checked(
    where: str, rater: str, row: Mapping[str, str], order: Sequence[object], shown: Sequence[object]
) -> Annotation:
    if not rater.strip():
        raise AnnotationError(f"{where}: the rater's id is missing.")
    if rater.strip() == AUTHOR:
        raise AnnotationError(
            f"{where}: rater {AUTHOR!r} is the author of a question, whose answer is no rating. Take such "
            "rows out: label sets that count authors work them out."
        )
    if not rater.strip().isprintable():
        raise AnnotationError(f"{where}: the rater's id has a line break or another control character.")
    if sorted(map(str, order)) != [str(place) for place in range(N_OPTIONS)]:
        raise AnnotationError(
            f"{where}: the order {','.join(map(str, order))[:40]} must have each number from 0 to 4 once."
        )
    if row["q_key"] not in GENDERS:
        raise AnnotationError(f"{where}: 'q_key' is {row['q_key'][:40]!r}, none of {', '.join(GENDERS)}.")
    return Annotation(
        rater=rater.strip(),
        question=_question(where, row["q_no"]),
        gender=GENDERS[row["q_key"]],
        order=tuple(int(str(place)) for place in order),
        shown=tuple(_slider(where, place, value) for place, value in enumerate(shown)),
        where=where,
    )


def _question(where: str, text: str) -> int:
    # pandas writes numbers of a column with gaps as "82.0".
    if (number := question_number(text.strip().removesuffix(".0"))) is None:
        raise AnnotationError(f"{where}: 'q_no' is {text[:40]!r}, which is not the number of a question.")
    return number


def question_number(text: str) -> int | None:
    """The number of a question, in the digits 0 to 9 alone; None for anything else.

    >>> question_number("82"), question_number("²"), question_number("8_2"), question_number("9" * 5000)
    (82, None, None, None)
    """
    return int(text) if re.fullmatch("[0-9]{1,6}", text) else None


def _slider(where: str, place: int, value: object) -> float:
    # Python also takes "1_0" and the digits of other scripts for numbers; nothing that writes CSV does.
    if isinstance(value, str) and re.fullmatch(NUMBER, value.strip()):
        value = float(value)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 100:
        raise AnnotationError(f"{where}: Q{place} is {str(value)[:40]!r}; expected a number from 0 to 100.")
    return float(value)
