"""Kinds of characters, and replacing one by another where most characters of a text stay as they are.

`str.translate` looks every character up; a class of those that stay finds the few others much sooner.

Decision: docs/decisions/parsers.md, "How long prose is read".
"""

from collections.abc import Mapping
from functools import lru_cache

from parsers.pattern import Pattern

MANY = 24  # different characters to replace, from which on a look-up of every character is no slower


class Replacement:
    """What becomes of each character, as a table for `str.translate`; and a class of characters that stay.

    `frequent` are those of which some texts are full: they are replaced before the others are sought.
    """

    def __init__(self, table: Mapping[int, int], staying: str, frequent: str = "") -> None:
        self._table = table
        self._frequent = [(sign, chr(table[ord(sign)])) for sign in frequent]
        self._others = Pattern(f"[^{staying}]")

    def of(self, text: str) -> str:
        """The text with its characters replaced, same length."""
        text = self.begun(text)
        return self.replaced(text, self.others(text))

    def begun(self, text: str) -> str:
        """The text with the frequent ones replaced."""
        for sign, character in self._frequent:
            text = text.replace(sign, character)
        return text

    def others(self, text: str) -> set[str]:
        """The characters of a text in which these are replaced that may not stay."""
        return set(self._others.findall(text))

    def replaced(self, text: str, others: set[str]) -> str:
        """Such a text with these other characters replaced, too."""
        becoming = {
            other: character for other in others if (character := chr(self._table[ord(other)])) != other
        }
        if len(becoming) >= MANY or not becoming.keys().isdisjoint(becoming.values()):
            return text.translate(self._table)
        for other, character in becoming.items():
            text = text.replace(other, character)
        return text


# Characters without a picture, and strokes through the letter before them.
UNSEEN = Pattern(
    "[\u00ad\u034f\u061c\u115f\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\u0335\u0336\u0337\u0338\u20d0-\u20e3\x00-\x08\x0e-\x1f\x7f]"
)
INVISIBLE = Pattern(UNSEEN.source + "+")
WHITE_SPACE = "".join(filter(str.isspace, map(chr, range(0x3001))))  # for str.strip: beside other signs


def has_far(text: str) -> bool:
    """Whether a text has characters from U+10000 on: they take two units in UTF-16."""
    return not text.isascii() and len(rows_of(text)) > len(text)


@lru_cache(maxsize=4)  # one text is asked for at several steps
def rows_of(text: str) -> bytes:
    """The row of Unicode in which each character stands, which is the first byte of its two in UTF-16."""
    return text.encode("utf-16-be", "surrogatepass")[::2]


def may_be_near_latin(text: str) -> bool:
    """Whether a text may have marks of accents, or letters of Greek and Cyrillic (U+0300 to U+05FF)."""
    rows = rows_of(text)
    return 3 in rows or 4 in rows or 5 in rows
