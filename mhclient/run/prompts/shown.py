"""How an item's options are shown: in which order, and under which letters.

A variant may move options. What the model then calls B is another letter in the item, so reading and scoring
need to know which. The record of a run keeps it (`run_items.shown`); it is never worked out a second time.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from benchmark.fixed_places import movable
from mhclient.run.prompts.variant import Variant


@dataclass(frozen=True, slots=True)
class Shown:
    """Label as shown → the item's own letter, in the order of the lines.

    >>> Shown({"A": "C", "B": "A"}).items_letters({"A"})
    frozenset({'C'})
    """

    letter_of: Mapping[str, str]

    @classmethod
    def as_is(cls, letters: Sequence[str]) -> "Shown":
        """Every option at its own place, under its own letter."""
        return cls({letter: letter for letter in letters})

    @classmethod
    def from_record(cls, stored: str | None, letters: Sequence[str]) -> "Shown":
        """As the record of a run has it: JSON, or nothing where the options stand as in the item."""
        return cls.as_is(letters) if stored is None else cls(json.loads(stored))

    def to_record(self) -> str | None:
        """For the record of a run."""
        if list(self.letter_of.items()) == [(letter, letter) for letter in sorted(self.letter_of)]:
            return None
        return json.dumps(dict(self.letter_of), separators=(",", ":"))

    def options(self, options: Mapping[str, str]) -> dict[str, str]:
        """An item's options as shown: label → text, in the order of the lines."""
        return {label: options[letter] for label, letter in self.letter_of.items()}

    def items_letters(self, labels: Sequence[str] | frozenset[str] | set[str]) -> frozenset[str]:
        """The item's letters for labels as shown."""
        return frozenset(self.letter_of[label] for label in labels)

    def labels(self, letters: frozenset[str] | set[str]) -> frozenset[str]:
        """The labels under which the item's letters are shown."""
        return frozenset(label for label, letter in self.letter_of.items() if letter in letters)

    def places(self) -> dict[str, int]:
        """Label → its place among the lines, from 0."""
        return {label: place for place, label in enumerate(self.letter_of)}


def why_not_shown(stored: str | None, letters: Collection[str]) -> str | None:
    """Why a record cannot say how an item with these letters was shown; None where it can.

    >>> why_not_shown('{"A":"B","B":"C"}', ["A", "B"])
    'its record of the options as shown does not fit them'
    """
    if stored is None:
        return None
    try:
        letter_of = json.loads(stored)
    except (ValueError, TypeError, RecursionError):
        letter_of = None
    fits = isinstance(letter_of, dict) and sorted(map(str, letter_of.values())) == sorted(letters)
    if fits and set(letter_of) == set(letters):
        return None
    return "its record of the options as shown does not fit them"


def displayed_options(item_id: str, options: Mapping[str, str], variant: Variant) -> Shown:
    """How a variant shows the options of an item."""
    moved = movable(options) if variant.keep_places else list(options)
    order = [*_order(item_id, moved, variant), *list(options)[len(moved) :]]
    return Shown(dict(zip(order if variant.keep_letters else options, order, strict=True)))


def _order(item_id: str, letters: list[str], variant: Variant) -> list[str]:
    """The item's letters in the order in which their options stand."""
    if variant.option_order == "reversed":
        return letters[::-1]
    if variant.option_order == "cyclic":
        shift = variant.shift % max(1, len(letters))
        return letters[shift:] + letters[:shift]
    if variant.option_order == "shuffled":
        return sorted(letters, key=lambda letter: rank(variant.seed, item_id, letter))
    return letters


def rank(seed: int, *names: str) -> bytes:
    """A place in a shuffled order that depends on the names and the seed alone."""
    return hashlib.sha256("|".join((str(seed), *names)).encode()).digest()
