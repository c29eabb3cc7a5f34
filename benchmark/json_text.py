"""Texts of JSON that others wrote: read within bounds, and refused in one kind of error."""

import json
import re
from collections.abc import Iterator
from typing import Any

# Signs that begin a value in one text: 180 to 450 MB once they are read, whatever they are.
MOST_VALUES = 5_000_000
ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")  # also in a whole character, as "\\ud83d\\ude00" is


def refuse_many_values(text: str | bytes) -> None:
    """Refuse a text of JSON that would take gigabytes: `[[],[],…` takes twenty times its own bytes.

    Raises:
        ValueError: it has more than five million signs that begin a value.
    """
    if len(text) <= MOST_VALUES:
        return
    signs = sum(map(text.count, "[{,")) if isinstance(text, str) else sum(map(text.count, b"[{,"))
    if signs > MOST_VALUES:
        raise ValueError(f"more than {MOST_VALUES:,} values of JSON in one text; split the file")


def parse_json(text: str | bytes, *, once: bool = False, halves: bool = False) -> Any:
    """What a text of JSON from outside says; the one reader of such texts in this package.

    Args:
        once: refuse an object in which a key stands twice.
        halves: whether it may hold half a character, as "\\ud800" is; whoever takes it looks for them.

    Raises:
        ValueError: it is no JSON, nested more deeply than Python can follow, has far more values than any of
            ours, or holds half a character that could neither be written nor sent; says which.
    """
    refuse_many_values(text)
    try:
        value = json.loads(text, object_pairs_hook=no_repeated_key if once else None)
        if not halves and may_hold_halves(text):
            check_utf8(value)
    except RecursionError as error:
        raise ValueError("JSON nested too deeply") from error
    return value


def may_hold_halves(text: str | bytes) -> bool:
    """Whether half a character may stand in it: escaped, or as it is, which `json` lets pass in bytes too."""
    if isinstance(text, bytes):
        # As UTF-8 it would begin with ED; UTF-16 and UTF-32, which `json` reads as well, have zeros in them.
        return any(mark in text for mark in (b"\\u", b"\xed", b"\0"))
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            return True
    return "\\u" in text and ESCAPED_HALF.search(text) is not None


def texts_in(value: object) -> Iterator[str]:
    """All texts in a JSON value, keys too, without recursion."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            yield from here
            waiting += here.values()
        elif isinstance(here, list):
            waiting += here
        elif isinstance(here, str):
            yield here


def no_repeated_key(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; a key that stands twice would silently lose a value."""
    value = dict(pairs)
    if len(value) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(
            f"key {next(key for key in keys if keys.count(key) > 1)!r} stands twice in one object"
        )
    return value


def check_utf8(value: object) -> None:
    """A lone surrogate passes through json but can neither be stored nor sent."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise ValueError(
            f"holds a character that is no Unicode text ({error.object[error.start]!r})"
        ) from error
