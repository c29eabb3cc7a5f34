"""The scalars of a JSON text, which may be cut, lack quotes or stand among prose.

Decision: docs/decisions/parsers.md, "The first Persian label, and options shown in JSON".
"""

import re
from dataclasses import dataclass

from parsers.pattern import Pattern
from parsers.reading import Span

JSON_HINT = Pattern(r"\{\s*(?:[\"']|\w{2,30}\s*:)|\[\s*(?:\"|'(?=\w)|\{\s*\")")
_TOKEN = Pattern(
    r"\"(?P<double>[^\"\\]*+(?:\\.[^\"\\]*+)*+)(?:\"|\Z)"
    r"|(?<![\w])'(?P<single>[^'\\\n]*+(?:(?:\\.|'(?=\w))[^'\\\n]*+)*)(?:'|\Z)"
    r"|(?P<word>[^\s\"'{}\[\],:]+)|(?P<punct>[{}\[\],:])",
    re.DOTALL,
)
_DEPTH = 16  # keys above a value that are looked at


@dataclass(slots=True, eq=False)
class Value:
    """One scalar of a JSON text: its key ("" in a bare list), its place, and its nesting path of keys."""

    key: str
    span: Span
    path: tuple[str, ...]
    quoted: bool
    opened: int  # which brace it stands in


def scan(value: str, start: int) -> tuple[list[Value], int]:
    """The scalars of one structure, from its opening bracket to its closing one or the end of the text."""
    values: list[Value] = []
    stack: list[tuple[str, str]] = []
    key, pending, opened = "", None, 0
    for match in _TOKEN.finditer(value, start):
        punct = match["punct"]
        if punct is None:
            pending = _extend(pending, match)
            continue
        if punct == ":" and pending is not None and (not stack or stack[-1][0] == "{"):
            key, pending = value[slice(*pending.span)].strip(), None
            continue
        if pending is not None:
            values.append(_placed(pending, key, stack, opened))
            pending = None
        if punct in "{[":
            stack.append((punct, key))
            opened, key = opened + 1, ""
        elif punct in "}]" and stack:
            key = stack.pop()[1]
            if not stack:
                return values, match.end()
        elif punct == "," and (not stack or stack[-1][0] == "{"):
            key = ""
    if pending is not None and key:
        values.append(_placed(pending, key, stack, opened))
    return values, len(value)


def _placed(value: Value, key: str, stack: list[tuple[str, str]], opened: int) -> Value:
    """A value that is complete, with the keys it stands under."""
    value.key, value.path, value.opened = key, tuple(name for _, name in stack[-_DEPTH:]), opened
    return value


def _extend(pending: Value | None, match: re.Match[str]) -> Value:
    """A bare value of several words is one value; a string is one by itself."""
    group = match.lastgroup or "word"
    if pending is not None and group == "word" and not pending.quoted:
        return Value("", (pending.span[0], match.end()), (), False, 0)
    return Value("", match.span(group), (), group != "word", 0)
