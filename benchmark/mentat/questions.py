"""The question file: texts by gender, options, the author's answer. No message quotes any of it."""

import ast
import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass

from benchmark.errors import ItemFormatError
from benchmark.labels.annotations import N_OPTIONS, question_number
from benchmark.mentat.structure import AGE_SLOT, CATEGORIES, GENDERS, NATIONALITY_SLOT, QuestionShape

OPTION_COLUMNS = tuple(f"answer_{letter}" for letter in "abcde")
TEXT_COLUMNS = tuple(f"text_{gender}" for gender in GENDERS)
COLUMNS = ("q_id", "category", *OPTION_COLUMNS, "creator_truth", *TEXT_COLUMNS)


@dataclass(frozen=True, slots=True)
class MentatQuestion:
    """A question of the file.

    Attributes:
        options: five, in their original order.
        truth: a probability per option; one-hot where one answer is right. January's labels otherwise.
        texts: gender → text; genders without one are missing.
    """

    number: int
    category: str
    options: tuple[str, ...]
    truth: tuple[float, ...]
    texts: Mapping[str, str]

    @property
    def shape(self) -> QuestionShape:
        """What it can vary."""
        return QuestionShape(
            self.category,
            frozenset(self.texts),
            len(self.texts) == len(GENDERS) and len(set(self.texts.values())) > 1,
            any(NATIONALITY_SLOT in text for text in self.texts.values()),
            any(AGE_SLOT in text for text in self.texts.values()),
        )

    def text(self, gender: str, nationality: str | None, age: int | None) -> str:
        """The question as asked; slots that the text has are filled.

        Raises:
            ItemFormatError: a slot is left.
        """
        text = self.texts[gender]
        if nationality is not None:
            text = text.replace(NATIONALITY_SLOT, nationality, 1)
        if age is not None:
            text = text.replace(AGE_SLOT, f"{age}-year-old", 1)
        for slot in (NATIONALITY_SLOT, AGE_SLOT):
            if slot in text:
                raise ItemFormatError(f"question {self.number}: {slot} is left in the text for {gender}.")
        return text


def read_questions(data: bytes, where: str) -> dict[int, MentatQuestion]:
    """Number → question, rising.

    Raises:
        ItemFormatError: a column is missing, or a row is no question; names the row, and no text of it.
    """
    try:
        reader = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), restval="")
        missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
        if missing:
            raise ItemFormatError(f"{where}: column {missing[0]!r} is missing.")
        rows = list(reader)
    except (UnicodeDecodeError, csv.Error) as error:
        raise ItemFormatError(f"{where} cannot be read as a table: {type(error).__name__}.") from error
    found: dict[int, MentatQuestion] = {}
    for number, row in enumerate(rows, 1):
        question = _question(f"{where}, row {number}", row)
        if question.number in found:
            raise ItemFormatError(f"{where}, row {number}: question {question.number} stands twice.")
        found[question.number] = question
    return dict(sorted(found.items()))


def _question(where: str, row: Mapping[str, str]) -> MentatQuestion:
    if (q_id := question_number(row["q_id"].strip())) is None:
        raise ItemFormatError(f"{where}: 'q_id' is not the number of a question.")
    where = f"{where} (question {q_id})"
    if row["category"] not in CATEGORIES:
        raise ItemFormatError(f"{where}: the category is none of {', '.join(CATEGORIES)}.")
    options = tuple(row[column].strip() for column in OPTION_COLUMNS)
    if "" in options or len(set(options)) != N_OPTIONS:
        raise ItemFormatError(f"{where}: five different options are expected; one is empty or stands twice.")
    texts = {g: row[column].strip() for g, column in zip(GENDERS, TEXT_COLUMNS, strict=True)}
    texts = {gender: text for gender, text in texts.items() if text}
    if not texts:
        raise ItemFormatError(f"{where}: it has no text.")
    return MentatQuestion(
        q_id, row["category"], options, probabilities_in(row["creator_truth"], where), texts
    )


def probabilities_in(text: str, where: str) -> tuple[float, ...]:
    """Five probabilities written as a list.

    Raises:
        ItemFormatError: they are none.
    """
    try:
        found = [float(each) for each in ast.literal_eval(text.strip())]
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError, OverflowError) as error:
        raise ItemFormatError(f"{where}: 'creator_truth' is no list of numbers.") from error
    return checked_probabilities(found, where)


def checked_probabilities(found: list[float], where: str) -> tuple[float, ...]:
    """The same, of numbers."""
    if len(found) != N_OPTIONS or min(found) < 0 or not abs(sum(found) - 1) <= 1e-6:
        raise ItemFormatError(f"{where}: labels must be five numbers of at least 0 that sum to 1.")
    return tuple(found)
