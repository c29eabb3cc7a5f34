"""One record, scored: what was read from the reply, and whether it is the gold.

The reading knows no gold and the gold knows no text; this is where they meet.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cache import RecordRow
from parsers import Grade, Outcome, read_answer


class Ending(StrEnum):
    """How an item ended: the reader's outcomes, and what never came to be read."""

    ANSWER = "answer"
    AMBIGUOUS = "ambiguous"
    OUT_OF_RANGE = "out_of_range"
    REFUSAL = "refusal"
    FILTERED = "filtered"
    NO_ANSWER = "no_answer"
    TRUNCATED = "truncated"
    EMPTY = "empty"
    ERROR = "error"  # no reply: the request failed for good
    MISSING = "missing"  # not asked yet: the run is partial


@dataclass(frozen=True, slots=True)
class Scored:
    """One item of a run.

    Attributes:
        gold: the right letters.
        prediction: the letters read from the reply; None if none were.
        grade: how plainly the reply says them; None if there is no prediction.
        binary: whether the item asks A or B, yes or no.
    """

    item_id: str
    task: str
    gold: frozenset[str]
    ending: Ending
    prediction: frozenset[str] | None
    grade: Grade | None
    binary: bool
    relation: str | None

    @property
    def correct(self) -> bool:
        """Whether the prediction is the gold, exactly; no prediction is not."""
        return self.prediction == self.gold


def score(record: RecordRow) -> Scored:
    """Read a record's completion and hold it against the item's gold."""
    item: Mapping[str, Any] = json.loads(record.item)
    options: Mapping[str, str] = item["options"]
    ending, prediction, grade = _read(record, options, item["mode"])
    return Scored(
        item_id=record.item_id,
        task=record.task,
        gold=frozenset(item["gold"]),
        ending=ending,
        prediction=prediction,
        grade=grade,
        binary=item["mode"] == "single" and list(options) == ["A", "B"],
        relation=item["relation"],
    )


def _read(
    record: RecordRow, options: Mapping[str, str], mode: str
) -> tuple[Ending, frozenset[str] | None, Grade | None]:
    if record.response_id is None:
        return (Ending.ERROR if record.error else Ending.MISSING), None, None
    reading = read_answer(record.completion or "", options, finish_reason=record.finish_reason, mode=mode)
    if reading.outcome is Outcome.ANSWER:
        return Ending.ANSWER, frozenset(reading.letters), reading.grade
    return Ending(reading.outcome.value), None, None
