"""Replies from JSON lines, and their readings as JSON lines: what `mhclient parse` reads and writes.

Each line stands alone: one that cannot be used is named by its number and does not stop the rest.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from benchmark.untrusted import refuse_many_values
from parsers import AnswerFormat, AnswerMode, Compliance, OptionsError, Reading, check_compliance, read_answer

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class FiledReply:
    """One line: a completion and what it is to be read against.

    Attributes:
        number: of the line, from 1.
        id: as given; the line's number where the line has none.
        options: label → text, in the order of the line.
        answer_format: what the prompt asked for, if the line says so; then compliance is judged, too.
    """

    number: int
    id: str | int
    completion: str
    options: Mapping[str, str]
    finish_reason: str | None
    mode: AnswerMode
    answer_format: AnswerFormat | None


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that holds no reply to read, and why."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class FiledReading:
    """A reply with its reading; `compliance` where the line named a format."""

    reply: FiledReply
    reading: Reading
    compliance: Compliance | None

    def to_json(self) -> str:
        """One line of JSON, plain ASCII, the same bytes for the same line."""
        record = {"id": self.reply.id, **self.reading.to_dict()}
        if self.compliance is not None:
            record["compliance"] = self.compliance.value
        return json.dumps(record, separators=(",", ":"))


def read_replies(lines: Iterable[bytes]) -> Iterator[FiledReading | BadLine]:
    """Read each line's reply; blank lines are passed over."""
    for number, line in enumerate(lines, start=1):
        bare = line.removeprefix(_BOM).strip() if number == 1 else line.strip()
        if bare:
            yield _read(number, bare)


def _read(number: int, line: bytes) -> FiledReading | BadLine:
    try:
        reply = _reply(number, line)
        reading = read_answer(
            reply.completion, reply.options, finish_reason=reply.finish_reason, mode=reply.mode
        )
    except (_Unusable, OptionsError) as error:
        return BadLine(number, str(error))
    if reply.answer_format is None:
        return FiledReading(reply, reading, None)
    compliance = check_compliance(
        reply.completion, reply.options, reply.answer_format, mode=reply.mode, reading=reading
    )
    return FiledReading(reply, reading, compliance)


class _Unusable(Exception):
    """Why a line cannot be used."""


def _reply(number: int, line: bytes) -> FiledReply:
    given = _object(line)
    identifier = given.get("id", number)
    if not isinstance(identifier, str | int):
        raise _Unusable("'id' must be text or a whole number.")
    return FiledReply(
        number=number,
        id=identifier,
        completion="" if given.get("response", "") is None else _text(given, "response"),
        options=_options(given.get("options")),
        finish_reason=_text(given, "finish_reason") if given.get("finish_reason") is not None else None,
        mode=AnswerMode(_one_of(given.get("mode") or AnswerMode.SINGLE, "mode", list(AnswerMode))),
        answer_format=_format(given.get("answer_format")),
    )


def _object(line: bytes) -> dict[str, Any]:
    try:
        refuse_many_values(line)
        given = json.loads(line, object_pairs_hook=_named_once)
    except (ValueError, RecursionError) as error:
        raise _Unusable(f"not a line of JSON ({error}).") from error
    if not isinstance(given, dict):
        raise _Unusable(f"a JSON {type(given).__name__}, not an object.")
    return given


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names differ: of two options A, JSON would keep the last without a word."""
    given = dict(pairs)
    if len(given) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Unusable(f"{twice!r} is given twice in one object.")
    return given


def _text(given: Mapping[str, Any], field: str) -> str:
    value = given.get(field)
    if not isinstance(value, str):
        problem = "is missing" if value is None else f"is {type(value).__name__}"
        raise _Unusable(f"'{field}' {problem}; it must be text.")
    return value


def _options(given: Any) -> Mapping[str, str]:
    if not isinstance(given, dict):
        raise _Unusable("'options' must be an object, letter to text.")
    return given


def _format(given: Any) -> AnswerFormat | None:
    return None if given is None else AnswerFormat(_one_of(given, "answer_format", list(AnswerFormat)))


def _one_of(given: Any, field: str, known: list[Any]) -> str:
    if given not in known:
        raise _Unusable(f"'{field}' is {given!r}; it must be one of {', '.join(known)}.")
    return str(given)
