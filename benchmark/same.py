"""Which items ask the same: by their words, whatever they are called and wherever they come from.

Ids say nothing across benchmarks: two exams both number their questions from 1, and each tool that logs an
exam gives it ids of its own. What counts is the question, the options' texts in whatever order, and the text
of the gold.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b
from typing import NamedTuple

from benchmark.item import Item


class Content(NamedTuple):
    """What an item asks, and what counts as right; items of equal content are the same.

    Attributes:
        asked: digest of the question and the texts of its options.
        gold: digest of the right options' texts.
    """

    asked: bytes
    gold: bytes


def content_of(item: Item) -> Content:
    """The item's content.

    >>> one = Item("1", "own", "Which  fruit?", {"A": "plum", "B": "oak"}, ("A",))
    >>> other = Item("q7", "logged", "Which fruit? ", {"A": "oak", "B": "plum"}, ("B",))
    >>> content_of(one) == content_of(other)
    True
    """
    return Content(_digest(_asked(item)), _digest(_listed(item.options[letter] for letter in item.gold)))


def adds_to(item: Item, base: Item) -> bool:
    """Whether an item asks what its base asks, with the same gold, and says something behind it: evidence."""
    question, plain = _folded(item.question), _folded(base.question)
    return question.startswith(plain) and content_of(replace(item, question=plain)) == content_of(base)


def shows_options(item: Item) -> bool:
    """Whether the question holds the options already: it is a whole prompt, of which no more is known."""
    return all(text in item.question for text in item.options.values())


def copies_among(items: Iterable[Item]) -> dict[str, str]:
    """Id of an item that asks what an earlier one asks, whatever its gold → that one's id."""
    met = set[int]()  # numbers of questions first: of a million items, few share theirs
    items = list(items)
    hashes = [hash(_folded(item.question)) for item in items]
    twice = {number for number in hashes if number in met or met.add(number)}  # type: ignore[func-returns-value]
    first: dict[str, str] = {}
    return {
        item.id: known
        for item, number in zip(items, hashes, strict=True)
        if number in twice and (known := first.setdefault(_asked(item), item.id)) != item.id
    }


def _asked(item: Item) -> str:
    return f"{_folded(item.question)}\n{_listed(item.options.values())}"


def _listed(texts: Iterable[str]) -> str:
    return "\n".join(sorted(map(_folded, texts)))


def _folded(text: str) -> str:
    """The text as one line in Unicode's composed form.

    Requests' keys fold nothing; but tools that write logs compose letters and break lines anew, which changes
    no question. Case and signs stay: "KRAS" is no "kras", and −1 no 1.
    """
    plain = text if text.isascii() else unicodedata.normalize("NFC", text)
    return " ".join(plain.split())


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
