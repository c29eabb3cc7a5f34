"""Where letters of ASCII stand in a text, told without looking at its other characters one by one.

Decision: docs/decisions/parsers.md, "Whole texts are looked at fewer times".
Decision: docs/decisions/parsers.md, "Words that say nothing of an option are not sought in a clause".
"""

import re
from functools import lru_cache

_CAPITAL, _SMALL, _OTHER = b"A", b"a", b" "
_KINDS = b"".join(
    (_CAPITAL if chr(code).isupper() else _SMALL if chr(code).islower() else _OTHER) if code < 128 else _OTHER
    for code in range(256)
)
_NO_CAPITALS = bytes(code for code in range(128) if not chr(code).isupper())
_LONE_CAPITAL = re.compile(b"A(?![Aa])(?<![Aa]A)")
_LONE_SMALL = re.compile(b" a(?![Aa])")


@lru_cache(maxsize=8)
def _in_ascii(text: str) -> bytes:
    """One byte for each character of a text, a question mark for those beyond ASCII."""
    return text.encode("ascii", "replace")


@lru_cache(maxsize=8)
def _kinds_of(text: str) -> bytes:
    """One byte for each character of a text: whether it is a capital, a small letter, or none in ASCII."""
    return _in_ascii(text).translate(_KINDS)


def ascii_of(text: str) -> str:
    """A text without its characters beyond ASCII: what of ASCII is in the text is in this, and sooner found.

    >>> ascii_of("คำตอบคือ B, the latter")
    ' B, the latter'
    """
    return text if text.isascii() else text.encode("ascii", "ignore").decode("ascii")


def lower_capitals(text: str) -> str:
    """A text with its capitals of ASCII in lower case: of few different ones sooner than by `str.lower`."""
    for capital in set(_in_ascii(text).translate(None, _NO_CAPITALS)):
        text = text.replace(chr(capital), chr(capital).lower())
    return text


def has_sign(text: str, others: bytes) -> bool:
    """Whether a text has a character of ASCII, the question mark excepted, that is none of the others."""
    return _in_ascii(text).translate(None, others) != b""


def has_capitals(text: str) -> bool:
    """Whether two capitals stand side by side anywhere, as in an acronym or in labels without blanks."""
    return b"AA" in _kinds_of(text)


def lone_capitals(text: str) -> list[int]:
    """The places of capitals beside which no letter of ASCII stands."""
    return [found.start() for found in _LONE_CAPITAL.finditer(_kinds_of(text))]


def lone_small(text: str) -> list[int]:
    """The same for small letters.

    >>> lone_small("a bc, d")
    [0, 6]
    """
    return [found.start() for found in _LONE_SMALL.finditer(_OTHER + _kinds_of(text))]
