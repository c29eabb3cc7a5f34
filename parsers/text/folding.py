"""One character for one character: compatibility forms, look-alike letters, punctuation of other scripts.

Every function keeps the length of its text, so offsets stay valid. What is cut away is `normalize.py`'s
business. Sources: Unicode TR15 (NFKC), Unicode confusables for the isolated Cyrillic and Greek capitals.
"""

import re
import unicodedata
from functools import lru_cache

from parsers.pattern import Pattern

# Signs that NFKC leaves alone or turns into several characters.
_SIGNS = {
    "“": '"', "”": '"', "„": '"', "‟": '"', "«": '"', "»": '"', "「": '"', "」": '"', "『": '"', "』": '"',
    "《": '"', "》": '"', "〈": '"', "〉": '"', "‹": '"', "›": '"', "＂": '"',
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "′": "'", "ʼ": "'",
    "‐": "-", "‑": "-", "−": "-", "﹣": "-",
    "【": "[", "】": "]", "〔": "[", "〕": "]", "〖": "[", "〗": "]",
    "，": ",", "；": ";", "：": ":", "！": "!", "？": "?", "（": "(", "）": ")", "؟": "?", "،": ",", "؛": ";",
    "\u00a0": " ", "\u202f": " ", "\u3000": " ", "\u2028": "\n", "\u2029": "\n", "\u0085": "\n",
    "\u000b": "\n", "\u000c": "\n", "\r": "\n", "\t": " ", "।": ".", "۔": ".",
}  # fmt: skip

# Capitals of other scripts that look like a Latin capital. Read as that letter only where they stand alone.
_LOOK_ALIKES = dict(
    zip(
        "АВЕКМНОРСТХІЈЅҮАΒΕΖΗΙΚΜΝΟΡΤΥΧΑ",
        "ABEKMHOPCTXIJSYABEZHIKMNOPTYXA",
        strict=True,
    )
)
_SMALL_LOOK_ALIKES = dict(zip("асеоріјѕхαο", "aceopijsxao", strict=True))


class _Fold(dict[int, int]):
    """Translation table filled as characters are met."""

    def __missing__(self, code: int) -> int:
        folded = ord(_fold_one(chr(code)))
        self[code] = folded
        return folded


def _fold_one(character: str) -> str:
    if character in _SIGNS:
        return _SIGNS[character]
    code = ord(character)
    for first, last in ((0x1F150, 0x1F169), (0x1F170, 0x1F189), (0x1F1E6, 0x1F1FF)):
        if first <= code <= last:  # white on black circles and squares, regional indicators
            return chr(ord("A") + code - first)
    if character.isdecimal():  # ३, ٣
        return str(unicodedata.decimal(character))
    composed = unicodedata.normalize("NFKC", character)
    if len(composed) == 3 and composed[0] == "(" and composed[2] == ")":  # parenthesised letters
        return composed[1]
    return composed if len(composed) == 1 else character


_FOLD = _Fold({code: code for code in range(128)} | {9: 32, 11: 10, 12: 10, 13: 10})
_ISOLATED = Pattern(rf"[{''.join(_LOOK_ALIKES)}{''.join(_SMALL_LOOK_ALIKES)}](?!\w)(?<!\w\w)")
_MARK = Pattern("[\u0300-\u0334\u0339-\u034e\u0350-\u036f]")
_MARKED = Pattern(r"\w[\u0300-\u0334\u0339-\u034e\u0350-\u036f]")


def fold_unicode(text: str) -> str:
    """The text with compatibility forms as plain characters, same length.

    >>> fold_unicode("答案：Ｂ")
    '答案:B'
    """
    folded = text.translate(_FOLD)
    if folded.isascii():
        return folded
    return _ISOLATED.sub(_look_alike, _compose(folded))


def _look_alike(match: re.Match[str]) -> str:
    letter = match[0]
    small = _SMALL_LOOK_ALIKES.get(letter)
    if small and match.string.strip(" \n.()[]\"'*") == letter:  # in prose these are words of their language
        return small
    return _LOOK_ALIKES.get(letter, letter)


def _compose(text: str) -> str:
    """A letter and its accent as the accented letter, followed by a soft hyphen in place of the accent."""
    if not _MARK.search(text):
        return text
    return _MARKED.sub(_accented, text)


def _accented(match: re.Match[str]) -> str:
    composed = unicodedata.normalize("NFC", match[0])
    return composed + "\u00ad" if len(composed) == 1 else match[0][0] + "\u00ad"


class _Plain(dict[int, int]):
    """Lower case without Latin accents, one character each."""

    def __missing__(self, code: int) -> int:
        plain = ord(_plain_one(chr(code)))
        self[code] = plain
        return plain


def _plain_one(character: str) -> str:
    lower = character.lower()
    if len(lower) != 1:
        return character
    base = unicodedata.normalize("NFD", lower)[0]
    return (
        base
        if base.isascii()
        else {"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ß": "s", "ё": "е"}.get(lower, lower)
    )


_PLAIN = _Plain()


def plain_lower(text: str) -> str:
    """Lower case, Latin letters without their accents, same length.

    >>> plain_lower("La Opción É")
    'la opcion e'
    """
    return text.lower() if text.isascii() else _translated(text)


@lru_cache(maxsize=32)
def _translated(text: str) -> str:
    """The same for other texts: one reply is asked for at several steps."""
    return text.translate(_PLAIN)
