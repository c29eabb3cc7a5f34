"""Any file of records by the names of its fields: `--prompt --completion --options --gold --said --epoch`.

Where a name is not given, the usual names are looked for; options that cannot be found are refused, since
those that a prompt shows cannot be told apart from its examples.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mhclient.adopt.logged import (
    NO_FINISH_REASONS,
    Fields,
    LoggedReply,
    LogHead,
    LogUnusable,
    Published,
    gold_of,
    labelled,
    letter_of,
    letters_by_label,
)
from mhclient.adopt.records import field, opened, records_of

TOOL = "fields"
EPOCHS_MAX = 1_000_000  # more are no repetitions of a question, but a number of something else
_NAMES_MAX = 200  # characters of the names of a record's fields, in a message
USUAL = Fields(
    prompt="prompt",
    completion="completion",
    question="question",
    options="options",
    gold="gold",
    id="id",
    task="task",
    epoch="epoch",
)


def recognises(path: Path) -> bool:
    """Never by itself: the names have to be given."""
    return False


def read(path: Path, fields: Fields) -> tuple[LogHead, Iterator[LoggedReply]]:
    """The file's records; `fields.completion` and `fields.gold` say where reply and gold stand."""
    notes = (NO_FINISH_REASONS,)
    return LogHead(TOOL, model=None, notes=notes), (
        _reply(place, record, number, fields) for number, (place, record) in enumerate(records_of(path), 1)
    )


def _reply(place: str, record: dict[str, Any], number: int, fields: Fields) -> LoggedReply:
    def value(name: str) -> Any:
        given = getattr(fields, name)
        return field(record, given or getattr(USUAL, name) or "")

    completion = value("completion")
    no_text = _missing(place, record, "no text of a reply. Name its field with `completion` FIELD")
    absent = completion is None or completion != completion  # a table's NaN
    if not absent and not isinstance(completion, str):
        raise no_text
    question = value("question") or value("prompt")
    if not question:
        raise _missing(
            place, record, "neither question nor prompt. Name one with `question` or `prompt` FIELD"
        )
    listed, right = opened(value("options")), opened(value("gold"))
    if listed is None:
        raise _missing(
            place, record, "no options. Name their field with `options` FIELD, or several joined by '+'"
        )
    options, by_label = labelled(listed, place), letters_by_label(listed)
    if right in (None, ""):
        raise _missing(place, record, "no gold. Name its field with `gold` FIELD")
    _check_named(place, record, fields)
    said = field(record, fields.said) if fields.said else None
    letter = letter_of(by_label.get(str(said), said), options)
    gold = gold_of(_as_letters(right, by_label), options, place)
    return LoggedReply(
        place=place,
        item=str(value("id") if value("id") is not None else number),
        question=str(question),
        options=options,
        gold=gold,
        messages=(("user", str(value("prompt") or question)),),
        completion="" if absent else completion,
        absent=str(no_text) if absent else None,
        task=str(value("task") or "logged"),
        published=Published(letter, letter in gold) if fields.said else None,
        epoch=_epoch(value("epoch"), place),
        record=record,
    )


def _as_letters(right: Any, by_label: Mapping[str, str]) -> Any:
    """A gold, or a list of them, with our letter wherever it is a label of the record's own."""
    if isinstance(right, list):
        return [by_label.get(str(each), each) for each in right]
    return by_label.get(str(right), right)


def _check_named(place: str, record: dict[str, Any], fields: Fields) -> None:
    """Refuse a name that was given for what has a default: a slip there would change figures unseen.

    Raises:
        LogUnusable: the record has no such field.
    """
    for option in ("said", "id", "task", "epoch"):
        name = getattr(fields, option)
        if name == getattr(USUAL, option):
            continue  # it may be absent, as where no name is given
        if name and name not in record and name.partition(".")[0] not in record:
            raise _missing(place, record, f"no field {name[:60]!r}, which `{option}` names")


def _missing(place: str, record: dict[str, Any], what: str) -> LogUnusable:
    """Why a record cannot be used, with the names that it has."""
    names = ", ".join(record)
    shown = names if len(names) <= _NAMES_MAX else f"{names[:_NAMES_MAX]}…"
    return LogUnusable(f"{place}: {what}. It has: {shown}.")


def _epoch(value: Any, place: str) -> int:
    try:
        epoch = max(1, int(value or 1))
    except (TypeError, ValueError):
        epoch = EPOCHS_MAX + 1
    if epoch > EPOCHS_MAX:
        raise LogUnusable(
            f"{place}: the epoch {str(value)[:40]!r} is no whole number from 1 to {EPOCHS_MAX:,}."
        )
    return epoch
