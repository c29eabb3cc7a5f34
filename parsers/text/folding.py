"""One character for one character: compatibility forms, look-alike letters, punctuation of other scripts.

Every function keeps the length of its text, so offsets stay valid. What is cut away is `normalize.py`'s
business. Sources: Unicode TR15 (NFKC), Unicode confusables for the isolated Cyrillic and Greek capitals.

Decision: docs/decisions/parsers.md, "One look at a text's characters, and words of one script".
"""

import re
import unicodedata
from functools import lru_cache

from parsers.pattern import Pattern
from parsers.text.characters import Replacement, may_be_near_latin, rows_of
from parsers.text.latin import lower_capitals

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
    """What a character is read as, in one character; itself where that takes more."""
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


# Letters that stay as they are, of Latin, Greek and most scripts of today, without digits, what has no
# picture, and letters of Latin-1 and Cyrillic with an accent: what else a text has is sought once, and these
# few are asked for all that is asked of the text.
_ORDINARY = (
    "\n\x20-\x7e\u0100-\u017e\u0180-\u02af\u0388-\u03cf\u0400\u0402-\u0450\u0452-\u060b\u060d-\u061a\u0620-\u065f"
    "\u066a-\u06d3\u06d5-\u06ef\u06fa-\u07bf\u07ca-\u0963\u0970-\u09e5\u09f0-\u0a65\u0a70-\u0ae5\u0af0-\u0b65"
    "\u0b70-\u0be5\u0bf0-\u0c65\u0c70-\u0ce5\u0cf0-\u0d65\u0d70-\u0de5\u0df0-\u0e4f\u0e5a-\u0ecf\u1100-\u115e"
    "\u1160-\u17df\u2012-\u2017\u2020-\u2023\u2026\u3001-\u3007\u303b-\u3130\u3400-\ua61f\uac00-\ud7ff"
)
_ASCII = {code: code for code in range(128)} | {9: 32, 11: 10, 12: 10, 13: 10}
_FOLD = Replacement(_Fold(_ASCII), _ORDINARY, frequent="，")
_ISOLATED = Pattern(rf"[{''.join(_LOOK_ALIKES)}{''.join(_SMALL_LOOK_ALIKES)}](?!\w)(?<!\w\w)")
_LETTER = Pattern("[A-Za-z]")
_MARK = Pattern("[\u0300-\u0334\u0339-\u034e\u0350-\u036f]")
_MARKED = Pattern(r"\w[\u0300-\u0334\u0339-\u034e\u0350-\u036f]")


# Letters that fold to a Latin one: full-width, circled, raised, of formulas, in boxes and flags.
_LETTERLIKE = (
    "\u00aa\u00ba\u017f\u02b0-\u02ff\u03d0-\u03ff\u1d2c-\u1dbf\u2070-\u209f\u2100-\u218f\u2460-\u24ff\u2c7c-\u2c7d\ua7f1-\ua7f4"
    "\uff21-\uff5a"
)
# All that fold_unicode does more about than replacing a sign by a sign.
LETTERS = f"{''.join(_LOOK_ALIKES)}{''.join(_SMALL_LOOK_ALIKES)}{_LETTERLIKE}\u0300-\u036f"
FAR_LETTERS = "\U00010780-\U000107bf\U0001d400-\U0001d7ff\U0001f100-\U0001f1ff"  # of them, see `has_far`
fold_frequent = _FOLD.begun  # the first step of folding a text
unusual = _FOLD.others  # of such a text: characters that may be folded, have an accent, or no picture
fold_signs = _FOLD.replaced  # of a text with these: `fold_unicode`, where it has none of the letters above


def fold_unicode(text: str) -> str:
    """The text with compatibility forms as plain characters, same length.

    >>> fold_unicode("答案：Ｂ")
    '答案:B'
    """
    return fold_letters(_FOLD.of(text))


def fold_letters(folded: str) -> str:
    """A text whose signs are folded with its accents and look-alikes folded, too."""
    if folded.isascii() or not may_be_near_latin(folded):
        return folded
    return _ISOLATED.sub(_look_alike, _compose(folded))


def makes_letters(others: set[str]) -> bool:
    """Whether one of these characters is folded to a letter in ASCII."""
    return _LETTER.search(fold_signs("".join(others), others)) is not None


def _look_alike(match: re.Match[str]) -> str:
    """The Latin letter that a lone letter of another script looks like."""
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
    """A character in lower case without its accent; itself where that takes more than one."""
    lower = character.lower()
    if len(lower) != 1:
        return character
    base = unicodedata.normalize("NFD", lower)[0]
    return (
        base
        if base.isascii()
        else {"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ß": "s", "ё": "е", "ↄ": "ɔ"}.get(lower, lower)
    )


# What is no Latin letter with an accent, and nothing like one, once it is in lower case.
_WITHOUT_ACCENT = (
    "\x00-\xbf\u0250-\u037d\u037f-\u0400\u0402-\u0450\u0452-\u1dff\u2010-\u2125\u2190-\u225f\u2270-\uffff"
)
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
    unaccented, cased = _noted[0]
    if text is unaccented and not cased:
        return lower_capitals(text)
    if "Σ" in text or "İ" in text:  # in lower case a sigma depends on its place, and İ is two characters
        return text.translate(_PLAIN)
    return text.lower() if text is unaccented else _ACCENTS.of(text.lower())


# The last text that was told to have no accents, and whether its scripts have capitals beyond Latin.
_noted = [("", False)]
_MAY_BE_ACCENTED = Pattern(f"[^{_WITHOUT_ACCENT}]|[\u0300-\u036f]")
# The rows of Unicode with letters beyond Latin-1 that have capitals, and the units of what lies behind them.
_CASED = b"\x03\x04\x05\x10\x13\x1c\x1e\x1f\x21\x24\x2c\xa6\xa7\xff\xd8\xd9\xda\xdb"


def note_accents(text: str, others: set[str]) -> None:
    """Note a text that was folded from one with these unusual characters, if it has no accents."""
    rows, told = rows_of(text), "".join(others)
    if 1 in rows or 2 in rows or _MAY_BE_ACCENTED.search(told + fold_signs(told, others)):
        return  # letters of the rows behind Latin-1 are not unusual, and may have one
    _noted[0] = text, any(map(rows.__contains__, _CASED))
