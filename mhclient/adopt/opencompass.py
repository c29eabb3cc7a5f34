"""OpenCompass: `predictions/MODEL/DATASET.json`, an object of numbered records.

Options stand inside the prompt; a record may hold them, and then `--options FIELD` names them.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mhclient.adopt.logged import (
    NO_FINISH_REASONS,
    NO_READINGS,
    Fields,
    LoggedReply,
    LogHead,
    gold_of,
    labelled,
    texts_of,
)
from mhclient.adopt.records import document_of, field

TOOL = "opencompass"


def recognises(path: Path) -> bool:
    """By what it holds."""
    if path.suffix != ".json":
        return False
    document = document_of(path)
    first = document.get("0") if isinstance(document, dict) else None
    return isinstance(first, dict) and "origin_prompt" in first and "prediction" in first


def read(path: Path, fields: Fields) -> tuple[LogHead, Iterator[LoggedReply]]:
    """The records of one data set; the folder has the model's name."""
    document = document_of(path)
    head = LogHead(TOOL, None, path.parent.name or None, notes=(NO_FINISH_REASONS, NO_READINGS))
    replies = (
        reply
        for name, each in document.items()
        for reply in _of_record(f"{path}, record {name}", name, each, path.stem, fields)
    )
    return head, replies


def _of_record(
    place: str, name: str, record: dict[str, Any], task: str, fields: Fields
) -> Iterator[LoggedReply]:
    options = labelled(field(record, fields.options or "options"), place)
    messages = _messages(record.get("origin_prompt"))
    without = f"{place}: no text of a reply."
    for epoch, text in enumerate(texts_of(record.get("prediction"), without), start=1):
        yield LoggedReply(
            place=place,
            item=name,
            question=str((field(record, fields.question) if fields.question else None) or messages[-1][1]),
            options=options,
            gold=gold_of(field(record, fields.gold or "gold"), options, place),
            messages=messages,
            completion=text or "",
            absent=without if text is None else None,
            task=task,
            epoch=epoch,
            record=record,
        )


def _messages(prompt: Any) -> tuple[tuple[str, str], ...]:
    """A text, or turns of the roles HUMAN and BOT."""
    if not isinstance(prompt, list) or not prompt:
        return (("user", str(prompt)),)
    roles = {"HUMAN": "user", "BOT": "assistant", "SYSTEM": "system"}
    return tuple((roles.get(turn.get("role"), "user"), str(turn.get("prompt"))) for turn in prompt)
