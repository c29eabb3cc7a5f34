"""Where letters of ASCII stand in a text, told without looking at its other characters one by one.

Decision: docs/decisions/parsers.md, "Whole texts are looked at fewer times".
"""

import re
from functools import lru_cache

_CAPITAL, _SMALL, _OTHER = b"A", b"a", b" "
_KINDS = b"".join(
    (_CAPITAL if chr(code).isupper() else _SMALL if chr(code).islower() else _OTHER) if code < 128 else _OTHER
    for code in range(256)
)
_LONE_CAPITAL = re.compile(b"A(?![Aa])(?<![Aa]A)")
_LONE_SMALL = re.compile(b" a(?![Aa])")


@lru_cache(maxsize=8)
def _kinds_of(text: str) -> bytes:
    """One byte for each character of a text: whether it is a capital, a small letter, or none in ASCII."""
    return text.encode("ascii", "replace").translate(_KINDS)


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
