"""Stretches of characters, such as words, and where they begin; where a text is ASCII, without a search."""

from collections.abc import Iterator
from itertools import accumulate, compress, count
from operator import add

from parsers.pattern import Pattern


class Stretches:
    """The longest stretches of characters of one kind, as a regular expression with a `+` finds them."""

    def __init__(self, characters: str) -> None:
        self._pattern = Pattern(f"{characters}+")
        one = Pattern(characters)
        self._blanks = {code: " " for code in range(128) if not one.match(chr(code))}

    def of(self, text: str) -> list[str]:
        """The stretches, in order."""
        return text.translate(self._blanks).split() if text.isascii() else self._pattern.findall(text)

    def starts(self, text: str) -> list[int]:
        """Where each of them begins."""
        if not text.isascii():
            return [match.start() for match in self._pattern.finditer(text)]
        lengths = [*map(len, text.translate(self._blanks).split(" "))]
        return [*compress(map(add, accumulate(lengths, initial=0), count()), lengths)]


def places_of(part: str, text: str) -> Iterator[int]:
    """Where a part stands in a text; it may overlap itself."""
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


WORDS = Stretches(r"[^\W_]")
BLOCKS = Stretches(r"[^\s$]")
