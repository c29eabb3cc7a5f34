"""Every Eval Ever: `…_samples.jsonl` (schema 0.3.0). It has no field for why a reply ended."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mhclient.adopt.logged import (
    NO_FINISH_REASONS,
    Fields,
    LoggedReply,
    LogHead,
    LogUnusable,
    Published,
    answer_format_of,
    as_exported,
    gold_of,
    labelled,
    prompt_messages,
    said_of,
    texts_of,
)
from mhclient.adopt.records import document_of, field, lines_of

TOOL = "eee"
OURS = "mhclient"  # in the metadata of what `mhclient export` has written


def recognises(path: Path) -> bool:
    """By its name, where its first line is not a question."""
    if not path.name.endswith("_samples.jsonl"):
        return False
    try:
        first = next(lines_of(path), ("", {}))[1]
    except LogUnusable:  # told by whoever reads it
        return True
    return not first or isinstance(first.get("input"), dict)


def read(path: Path, fields: Fields) -> tuple[LogHead, Iterator[LoggedReply]]:
    """The samples of one model."""
    first = next(lines_of(path), ("", {}))[1]
    notes = () if OURS in (first.get("metadata") or {}) else (NO_FINISH_REASONS,)
    named = (first.get("schema_version"), first.get("model_id"))
    head = LogHead(TOOL, *named, notes=notes, answer_format=_answer_format(path))
    return head, (reply for place, record in lines_of(path) for reply in _of_sample(place, record))


def _answer_format(path: Path) -> str | None:
    """Of a run of ours: it stands in the file beside, which is about all samples."""
    beside = path.with_name(path.name.replace("_samples.jsonl", ".json"))
    about = document_of(beside) if beside.is_file() else None
    if not isinstance(about, dict):
        return None
    return answer_format_of(field(about, "eval_library.additional_details"))


def _of_sample(place: str, record: dict[str, Any]) -> Iterator[LoggedReply]:
    notes = record.get("metadata")
    for reply in _replies(place, record):
        yield as_exported(reply, notes) if isinstance(notes, dict) and OURS in notes else reply


def _replies(place: str, record: dict[str, Any]) -> Iterator[LoggedReply]:
    outputs = field(record, "output.raw")
    error = record.get("error")
    without = f"{place}: no output.raw: no text of a reply."
    outputs = texts_of(outputs, without)
    failed = isinstance(error, str) and error != ""
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
            messages=prompt_messages(str(field(record, "input.formatted") or question)),
            completion=text if text is not None else None if failed else "",
            absent=None if text is not None or failed else without,
            error=error if failed else None,
            task=str(record.get("evaluation_name") or "logged"),
            published=Published(said_of(said, options), right) if number == 0 else None,
            epoch=number + 1,
            served_model=record.get("model_id"),
            prompt_tokens=field(record, "token_usage.input_tokens"),
            completion_tokens=field(record, "token_usage.output_tokens"),
            record=record,
        )
