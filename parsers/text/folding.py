"""One character for one character: compatibility forms, look-alike letters, punctuation of other scripts.

Every function keeps the length of its text, so offsets stay valid. What is cut away is `normalize.py`'s
business. Sources: Unicode TR15 (NFKC), Unicode confusables for the isolated Cyrillic and Greek capitals.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from parsers.pattern import Pattern

MANY = 24  # different characters to replace, from which on a look-up of every character is no slower


class Replacement:
    """What becomes of each character, as a table for `str.translate`; and a class of characters that stay."""

    def __init__(self, table: Mapping[int, int], staying: str) -> None:
        self._table = table
        self._others = Pattern(f"[^{staying}]")

    def of(self, text: str) -> str:
        """The text with its characters replaced, same length."""
        others = set(self._others.findall(text))
        becoming = {other: chr(self._table[ord(other)]) for other in others} if len(others) < MANY else {}
        if not becoming or not others.isdisjoint(_moved(becoming)):
            return text.translate(self._table) if others else text
        for other, character in becoming.items():
            text = text.replace(other, character)
        return text


def _moved(becoming: Mapping[str, str]) -> set[str]:
    """What the characters become that do not stay themselves."""
    return {character for other, character in becoming.items() if character != other}


# Signs that NFKC leaves alone or turns into several characters.
_SIGNS = {
    "“": '"', "”": '"', "„": '"', "‟": '"', "«": '"', "»": '"', "「": '"', "」": '"', "『": '"', "』": '"',
    "《": '"', "》": '"', "〈": '"', "〉": '"', "‹": '"', "›": '"', "＂": '"',
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "′": "'", "ʼ": "'",
    "‐": "-", "‑": "-", "−": "-", "﹣": "-",
    "【": "[", "】": "]", "〔": "[", "〕": "]", "〖": "[", "〗": "]",
    "，": ",", "；": ";", "：": ":", "！": "!", "？": "?", "（": "(", "）": ")", "؟": "?", "،": ",", "؛": ";",
    "\u066a": "%", "\u066b": ".", "\u066c": ",",
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
    if character in "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻":  # "10³" is no 103
        return character
    if character.isdigit():  # ३, ٣, ❷
        return str(unicodedata.digit(character))
    composed = unicodedata.normalize("NFKC", character)
    if len(composed) == 3 and composed[0] == "(" and composed[2] == ")":  # parenthesised letters
        return composed[1]
    return composed if len(composed) == 1 else character


# Letters, without digits and the signs that are read as others; of Latin, Greek and most scripts of today.
_UNFOLDED = (
    "\x00-\x08\n\x0e-\x7f\u00c0-\u017e\u0180-\u02af\u0300-\u033f\u0388-\u03cf\u0400-\u060b\u060d-\u061a\u0620-\u065f"
    "\u066d-\u06d3\u06d5-\u06ef\u06fa-\u07bf\u07ca-\u0963\u0970-\u09e5\u09f0-\u0a65\u0a70-\u0ae5\u0af0-\u0b65"
    "\u0b70-\u0be5\u0bf0-\u0c65\u0c70-\u0ce5\u0cf0-\u0d65\u0d70-\u0de5\u0df0-\u0e4f\u0e5a-\u0ecf\u1100-\u17df"
    "\u303b-\u3130\u3400-\ua61f\uac00-\ud7ff"
)
_FOLD = Replacement(_Fold({code: code for code in range(128)} | {9: 32, 11: 10, 12: 10, 13: 10}), _UNFOLDED)
_ISOLATED = Pattern(rf"[{''.join(_LOOK_ALIKES)}{''.join(_SMALL_LOOK_ALIKES)}](?!\w)(?<!\w\w)")
_MARK = Pattern("[\u0300-\u0334\u0339-\u034e\u0350-\u036f]")
_MARKED = Pattern(r"\w[\u0300-\u0334\u0339-\u034e\u0350-\u036f]")


def fold_unicode(text: str) -> str:
    """The text with compatibility forms as plain characters, same length.

    >>> fold_unicode("答案：Ｂ")
    '答案:B'
    """
    folded = _FOLD.of(text)
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
        if base.isascii() and character not in "≠≮≯"
        else {"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ß": "s", "ё": "е"}.get(lower, lower)
    )


# What is no Latin letter with an accent, and nothing like one, once it is in lower case.
_WITHOUT_ACCENT = "\x00-\xbf\u0250-\u037d\u037f-\u0400\u0402-\u0450\u0452-\u1dff\u2010-\u2125\u2190-\uffff"
_PLAIN = _Plain()
_ACCENTS = Replacement(_PLAIN, _WITHOUT_ACCENT)


def plain_lower(text: str) -> str:
    """Lower case, Latin letters without their accents, same length.

    >>> plain_lower("La Opción É")
    'la opcion e'
    """
    return text.lower() if text.isascii() else _translated(text)


@lru_cache(maxsize=32)
def _translated(text: str) -> str:
    """The same for other texts: one reply is asked for at several steps."""
    if "Σ" in text or "İ" in text:  # in lower case a sigma depends on its place, and İ is two characters
        return text.translate(_PLAIN)
    return _ACCENTS.of(text.lower())
