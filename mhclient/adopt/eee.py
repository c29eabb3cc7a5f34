"""Every Eval Ever: `…_samples.jsonl` (schema 0.3.0). It has no field for why a reply ended."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mhclient.adopt.golds import gold_of, labelled, letter_of
from mhclient.adopt.logged import (
    NO_FINISH_REASONS,
    Fields,
    LoggedReply,
    LogHead,
    LogUnusable,
    Published,
)
from mhclient.adopt.records import field, lines_of

TOOL = "eee"


def recognises(path: Path) -> bool:
    """By its name."""
    return path.name.endswith("_samples.jsonl")


def read(path: Path, fields: Fields) -> tuple[LogHead, Iterator[LoggedReply]]:
    """The samples of one model."""
    first = next(lines_of(path), ("", {}))[1]
    head = LogHead(TOOL, first.get("schema_version"), first.get("model_id"), notes=(NO_FINISH_REASONS,))
    return head, (reply for place, record in lines_of(path) for reply in _of_sample(place, record))


def _of_sample(place: str, record: dict[str, Any]) -> Iterator[LoggedReply]:
    outputs = field(record, "output.raw")
    if not isinstance(outputs, list) or not outputs:
        raise LogUnusable(f"{place}: no output.raw: no text of a reply.")
    options = labelled(field(record, "input.choices"), place)
    gold = gold_of(field(record, "input.reference"), options, place)
    question = str(field(record, "input.raw") or "")
    found = [each for each in record.get("answer_attribution") or () if isinstance(each, dict)]
    said = next(
        (each.get("extracted_value") for each in reversed(found) if each.get("is_terminal", True)), None
    )
    right = field(record, "evaluation.is_correct")
    for number, text in enumerate(outputs):
        yield LoggedReply(
            place=place,
            item=str(record.get("sample_id")),
            question=question,
            options=options,
            gold=gold,
            messages=(("user", str(field(record, "input.formatted") or question)),),
            completion=str(text),
            task=str(record.get("evaluation_name") or "logged"),
            published=Published(letter_of(said, options), right) if number == 0 else None,
            epoch=number + 1,
            served_model=record.get("model_id"),
            prompt_tokens=field(record, "token_usage.input_tokens"),
            completion_tokens=field(record, "token_usage.output_tokens"),
            record=record,
        )
