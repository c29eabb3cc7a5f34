"""Labels of another alphabet, as А Б В Г or ก ข ค ง, read as if they were A B C D.

Only a letter that stands alone is a label: "в" and "а" are words, and so is each letter of a word in a script
without capitals. The texts of the options stay as they are.
"""

import re
from collections.abc import Mapping, Sequence

from parsers.pattern import Pattern
from parsers.text.folding import fold_unicode
from parsers.text.offsets import Text

_ALEF = "الف"  # Persian writes the first label out
_WRITTEN = {"ا": ("أ", _ALEF), "ى": ("ي", "ی"), "ك": ("ک",)}  # letters → the label as it is also written
_NONE_OF_THEM = "Z"  # a letter that the item lacks, whatever it looks like
_NO_LABEL = "z"  # a Latin letter in a script without capitals, which names something else
# Vowels and tones that a letter carries: "ข้" is no "ข". Part of a letter for what stands alone.
_MARKS = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u0670\u0900-\u0903\u093a-\u094f\u0981-\u0983"
    "\u09bc-\u09cd\u0a3c-\u0a4d\u0abc-\u0acd\u0bbe-\u0bcd\u0c3e-\u0c4d\u0cbc-\u0ccd\u0d3e-\u0d4d"
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u102b-\u103e\u17b4-\u17d3"
)
_CAPITAL = Pattern(r"(?<![^\W_])[^\W\d_](?![^\W_])")
# "ב-2020" and "ל-A" are prefixes, "ג'" before a letter is a sound.
_SIGN = Pattern(rf"(?<![^\W_])(?<![{_MARKS}])(?:{_ALEF}|[^\W\d_])(?![^\W_]|[{_MARKS}]|[-'][^\W_])")
# "空欄ア" and "図のア" are blanks and places of the question.
_KATAKANA = Pattern(
    r"(?<![\u30a1-\u30ff])(?<!空欄)(?<!図の)(?<!表の)(?<!記号)[\u30a2-\u30ab](?![\u30a1-\u30ff])|(?<![^\W_])[A-Z](?![^\W_])"
)
# Scripts whose single letters are words or parts of words, and letters that are words: "and", "this", "that".
_WORDS = Pattern(r"[\u1100-\u11ff\u3040-\u309f\u3130-\u318f\u3400-\u9fff\uac00-\ud7af]|[ووवরरनওএআఆఈಆಈആഈณ]")
_HYPHENS = Pattern("\u00ad+")


def alphabet_of(labels: Sequence[str]) -> dict[str, str]:
    """Folded label → the Latin capital of its place; empty where the labels are Latin, or no single letters.

    >>> alphabet_of(["А", "Б", "В"])
    {'A': 'A', 'Б': 'B', 'B': 'C'}
    >>> alphabet_of(["الف", "ب"])
    {'الف': 'A', 'ب': 'B'}
    """
    names = [_name(label) for label in labels]
    single = all((len(name) == 1 and name.isalpha()) or name == _ALEF for name in names)
    if not single or all(map(str.isascii, names)) or len(names) >= ord(_NONE_OF_THEM) - ord("A"):
        return {}
    capitals = [*map(_is_capital, names)]
    if not all(capitals) and (any(capitals) or any(map(_WORDS.match, names))):
        return {}
    return {fold_unicode(name): chr(ord("A") + number) for number, name in enumerate(names)}


def _name(label: str) -> str:
    """A label as it is written in replies: Georgian has capitals that nobody writes."""
    name = label.strip()
    return name if "\u10d0" <= name <= "\u10ff" else name.upper()


def _is_capital(name: str) -> bool:
    return name != name.lower() and name == name.upper()


def relabelled(text: Text, alphabet: Mapping[str, str], texts: Sequence[str] = ()) -> Text:
    """A folded text in which each lone label is the Latin capital of its place.

    Letters of the options' `texts` stay, where these stand as they are: "Б) В. Маяковский".

    >>> relabelled(Text("Відповідь: B, а не Г"), alphabet_of(["А", "Б", "В", "Г"])).value
    'Відповідь: C, а не D'
    """
    capitals = any(map(_is_capital, alphabet))
    katakana = all("\u30a2" <= label <= "\u30ab" for label in alphabet)
    pattern = _CAPITAL if capitals else _KATAKANA if katakana else _SIGN
    kept = _places_of_letters(text.value, texts, pattern)

    def latin(match: re.Match[str]) -> str:
        own = match[0]
        if match.start() in kept:
            return own
        written = next((letter for letter in (own, *_WRITTEN.get(own, ())) if letter in alphabet), None)
        if written is not None:
            return alphabet[written] + "\u00ad" * (len(own) - 1)
        return (_NONE_OF_THEM if capitals else _NO_LABEL) if "A" <= own <= "Z" else own

    named = text.map(lambda value: pattern.sub(latin, value))
    return named.without(match.span() for match in _HYPHENS.finditer(named.value))


def _places_of_letters(text: str, texts: Sequence[str], pattern: Pattern) -> set[int]:
    """Where lone letters of options' texts of several words stand, in a text that has these as they are."""
    found: set[int] = set()
    for own in map(fold_unicode, texts):
        letters = [match.start() for match in pattern.finditer(own)] if " " in own.strip() else []
        at = text.find(own) if letters else -1
        while at >= 0:
            found.update(at + letter for letter in letters)
            at = text.find(own, at + len(own))
    return found
