"""What all wire formats share when they read a body: validation, token counts, text that can be stored."""

import json
import re
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, TypeAdapter, ValidationError

from mhclient.errors import MalformedReply

T = TypeVar("T")

_LARGEST_TOKEN_COUNT = 2**31
_LONGEST_LABEL = 200
_COUNT = re.compile(r"[0-9]{1,12}(\.0{1,6})?")


def token_count(value: Any) -> int | None:
    """A count as somebody else gives it: 50, 50.0 and "50" alike; None where it cannot be one."""
    if isinstance(value, str) and _COUNT.fullmatch(value):
        value = float(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    plausible = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LARGEST_TOKEN_COUNT
    return value if plausible else None


def table(value: Any) -> dict[str, Any] | None:
    """An object of JSON; None where it is something else."""
    return value if isinstance(value, dict) else None


def label(value: Any) -> str | None:
    """A name as somebody else gives it; None where it is not one."""
    return value if isinstance(value, str) and 0 < len(value) <= _LONGEST_LABEL else None


def ending(value: Any) -> str | None:
    """Why a reply ended, as somebody else gives it; SGLang gives an object with a type.

    >>> ending("stop"), ending({"type": "stop", "matched": 2}), ending(["length"]), ending(7)
    ('stop', 'stop', 'length', None)
    """
    if isinstance(value, dict):
        value = value.get("type", value.get("reason"))
    return label(value[0] if isinstance(value, list) and len(value) == 1 else value)


def text_or_none(value: Any) -> str | None:
    """A text; None where it is something else."""
    return value if isinstance(value, str) else None


def first_alone(value: Any) -> Any:
    """The first of several; those that nobody reads may be anything. None are none."""
    return [] if value is None else value[:1] if isinstance(value, list) else value


# What stands beside a reply's text is a courtesy: where it is of no documented form it is "not known", never
# a reason to lose the reply. COURTESY is an object.
COURTESY = BeforeValidator(table)
Label = Annotated[str | None, BeforeValidator(label)]
Ended = Annotated[str | None, BeforeValidator(ending)]
Text = Annotated[str | None, BeforeValidator(text_or_none)]
FIRST = BeforeValidator(first_alone)


def validated(body: bytes, schema: TypeAdapter[T]) -> T:
    """The body as a value of the wire format's schema.

    Raises:
        MalformedReply: it is not JSON, or not of that shape; the message names the first offending field.
    """
    try:
        # What the adapter's own method calls; looking at options first takes it a fifth of its time.
        read: T = schema.validator.validate_json(body)
        return read
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
    try:
        # Legal JSON may escape a lone surrogate, which pydantic's parser refuses and Python's takes.
        return schema.validate_python(without_lone_surrogates(json.loads(body)))
    except (ValueError, RecursionError, ValidationError):
        where = ".".join(str(part) for part in first["loc"]) or "the body"
        raise MalformedReply(f"the reply is not of the documented form: {where}: {first['msg']}") from None


def without_lone_surrogates(value: Any) -> Any:
    """A value of JSON whose texts can be stored: half a character is shown as U+FFFD."""
    if isinstance(value, str):
        # One character for one: offsets into the text stay what they were.
        return "".join("\ufffd" if 0xD800 <= ord(character) <= 0xDFFF else character for character in value)
    if isinstance(value, list):
        return [without_lone_surrogates(each) for each in value]
    if isinstance(value, dict):
        return {without_lone_surrogates(k): without_lone_surrogates(v) for k, v in value.items()}
    return value
