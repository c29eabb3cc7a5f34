"""Labels of another alphabet, as А Б В Г or ก ข ค ง, read as if they were A B C D.

Only a letter that stands alone is a label: "в" and "а" are words, and so is each letter of a word in a script
without capitals. The texts of the options stay as they are.

Decision: docs/decisions/parsers.md, "Replies written in 49 languages".
Decision: docs/decisions/parsers.md, "The first Persian label, and options shown in JSON".
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from parsers.pattern import Pattern
from parsers.text.folding import fold_unicode
from parsers.text.offsets import Text

_ALONE = Pattern(r"(?<![^\W_])[^\W\d_](?![^\W_])")
_NONE_OF_THEM = "Z"  # a letter that the item lacks, whatever it looks like
_NO_LABEL = "z"  # a Latin letter in a script without capitals, which names something else
# Vowels and tones that a letter carries: "ข้" is no "ข". Part of a letter for what stands alone.
_MARKS = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u0670\u0900-\u0903\u093a-\u094f\u0981-\u0983"
    "\u09bc-\u09cd\u0a3c-\u0a4d\u0abc-\u0acd\u0bbe-\u0bcd\u0c3e-\u0c4d\u0cbc-\u0ccd\u0d3e-\u0d4d"
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u102b-\u103e\u17b4-\u17d3"
)
# "ב-2020" and "ל-A" are prefixes, "ג'" before a letter is a sound.
_LONE_LETTER = Pattern(rf"(?<![^\W_])(?<![{_MARKS}])[^\W\d_](?![^\W_]|[{_MARKS}]|[-'][^\W_])")
# "空欄ア" and "図のア" are blanks and places of the question.
_LONE_KATAKANA = Pattern(
    r"(?<![\u30a1-\u30ff])(?<!空欄)(?<!図の)(?<!表の)(?<!記号)[\u30a2-\u30ab](?![\u30a1-\u30ff])|(?<![^\W_])[A-Z](?![^\W_])"
)
_KATAKANA = re.compile(r"[\u30a2-\u30ab]+")
# Scripts whose single letters are words or parts of words.
_SCRIPTS_OF_WORDS = re.compile(r"[\u1100-\u11ff\u3040-\u309f\u3130-\u318f\u3400-\u9fff\uac00-\ud7af]")
_ALEF = "الف"  # Persian writes the first label out
_LONE_ALEF = Pattern(rf"(?<![^\W_]){_ALEF}(?![^\W_])")
_WRITTEN = {"ا": ("أ", _ALEF)}  # letters → the label as it is also written
# Letters that are words: "and", "this", "that".
_WORDS = frozenset(["و", "व", "র", "र", "न", "ও", "এ", "আ", "ఆ", "ఈ", "ಆ", "ಈ", "ആ", "ഈ", "ณ"])


def alphabet_of(labels: Sequence[str]) -> dict[str, str]:
    """Folded label → the Latin capital of its place; empty where the labels are Latin, or no single letters.

    >>> alphabet_of(["А", "Б", "В"])
    {'A': 'A', 'Б': 'B', 'B': 'C'}
    >>> alphabet_of(["ก", "ข"])
    {'ก': 'A', 'ข': 'B'}
    >>> alphabet_of(["الف", "ب"])
    {'الف': 'A', 'ب': 'B'}
    """
    names = [_name(label) for label in labels]
    if not all((len(name) == 1 and name.isalpha()) or name == _ALEF for name in names):
        return {}
    if all(map(str.isascii, names)) or len(names) >= ord(_NONE_OF_THEM) - ord("A"):
        return {}
    if not (all(map(_is_capital, names)) or all(map(_stands_alone, names))):
        return {}
    return {fold_unicode(name): chr(ord("A") + number) for number, name in enumerate(names)}


def _name(label: str) -> str:
    """A label as it is written in replies: Georgian has capitals that nobody writes."""
    name = label.strip()
    return name if "\u10d0" <= name <= "\u10ff" else name.upper()


def _is_capital(name: str) -> bool:
    return name != name.lower() and name == name.upper()


def _stands_alone(name: str) -> bool:
    """Whether a letter of a script without capitals is a label where it stands alone, and no word."""
    return not _is_capital(name) and not _SCRIPTS_OF_WORDS.match(name) and name not in _WORDS


def relabelled(text: str, alphabet: Mapping[str, str], texts: Sequence[str] = ()) -> str:
    """A folded text of the same length in which each lone label is the Latin capital of its place.

    Letters of the options' `texts` stay, where these stand as they are: "Б) В. Маяковский".

    >>> relabelled("Відповідь: B, а не Г", alphabet_of(["А", "Б", "В", "Г"]))
    'Відповідь: C, а не D'
    """
    capitals = any(map(_is_capital, alphabet))
    other = _NONE_OF_THEM if capitals else _NO_LABEL

    pattern = _alone_in(alphabet, capitals)
    kept = _places_of_letters(text, texts, pattern)

    def latin(match: re.Match[str]) -> str:
        if match.start() in kept:
            return match[0]
        for letter in (match[0], *_WRITTEN.get(match[0], ())):
            if letter in alphabet:
                return alphabet[letter]
        return other if "A" <= match[0] <= "Z" else match[0]

    return pattern.sub(latin, text)


def alef_shortened(text: Text, alphabet: Mapping[str, str], texts: Sequence[str]) -> Text:
    """The text with the first label in one letter, where the item's labels write it out: "الف" as "ا".

    Not within the options' own `texts`: "هپاتیت الف".
    """
    if _ALEF not in alphabet:
        return text
    kept = _places_of_letters(text.value, texts, _LONE_ALEF)
    found = (match.span() for match in _LONE_ALEF.finditer(text.value))
    return text.without((start + 1, end) for start, end in found if start not in kept)


def _places_of_letters(text: str, texts: Sequence[str], pattern: Pattern) -> frozenset[int]:
    """Where lone letters of options' texts of several words stand, in a text that has these as they are."""
    found: set[int] = set()
    for own in map(fold_unicode, texts):
        letters = [match.start() for match in pattern.finditer(own)] if " " in own.strip() else []
        at = text.find(own) if letters else -1
        while at >= 0:
            found.update(at + letter for letter in letters)
            at = text.find(own, at + len(own))
    return frozenset(found)


def _alone_in(alphabet: Mapping[str, str], capitals: bool) -> Pattern:
    if capitals:
        return _ALONE
    return _LONE_KATAKANA if _KATAKANA.fullmatch("".join(alphabet)) else _LONE_LETTER


# Benchmarks have few sets of labels: what follows from them alone is found once.
@lru_cache(maxsize=100)
def named_alike(labels: tuple[str, ...]) -> bool:
    return len({label.strip().upper() for label in labels}) != len(labels)


@lru_cache(maxsize=100)
def labelled(labels: tuple[str, ...]) -> tuple[dict[str, str], dict[str, int], bool]:
    """An item's `alphabet`, `index` and `lettered`."""
    alphabet = alphabet_of(labels)
    named = alphabet.values() if alphabet else (label.strip().upper() for label in labels)
    index = {label: position for position, label in enumerate(named)}
    return alphabet, index, all(len(label) == 1 and label.isascii() and label.isalpha() for label in index)
