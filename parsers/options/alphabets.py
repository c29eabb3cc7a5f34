"""Labels of another alphabet with capitals, as А Б В Г or Α Β Γ Δ, read as if they were A B C D.

Only a capital that stands alone is a label; "в" and "а" are words. The texts of the options stay as they are.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from parsers.pattern import Pattern
from parsers.text.folding import fold_unicode

_ALONE = Pattern(r"(?<![^\W_])[^\W\d_](?![^\W_])")
_NONE_OF_THEM = "Z"  # a letter that the item lacks, whatever it looks like


def alphabet_of(labels: Sequence[str]) -> dict[str, str]:
    """Folded label → the Latin capital of its place; empty where the labels are Latin, or no single capitals.

    >>> alphabet_of(["А", "Б", "В"])
    {'A': 'A', 'Б': 'B', 'B': 'C'}
    """
    names = [label.strip().upper() for label in labels]
    capitals = all(len(name) == 1 and name.isalpha() and name != name.lower() for name in names)
    if not capitals or all(map(str.isascii, names)) or len(names) >= ord(_NONE_OF_THEM) - ord("A"):
        return {}
    return {fold_unicode(name): chr(ord("A") + number) for number, name in enumerate(names)}


def relabelled(text: str, alphabet: Mapping[str, str]) -> str:
    """A folded text of the same length in which each lone label is the Latin capital of its place.

    >>> relabelled("Відповідь: B, а не Г", alphabet_of(["А", "Б", "В", "Г"]))
    'Відповідь: C, а не D'
    """

    def latin(match: re.Match[str]) -> str:
        return alphabet.get(match[0], _NONE_OF_THEM if "A" <= match[0] <= "Z" else match[0])

    return _ALONE.sub(latin, text)


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
