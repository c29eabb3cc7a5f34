"""Scripts that write words without blanks: their runs are cut greedily into the longest known words.

What stands between these is one unit, however long: it counts as many words as it has characters.

Decision: docs/decisions/parsers.md, "Runs without blanks are cut at their known words".
Decision: docs/decisions/parsers.md, "What can be told before all rules are asked".
Decision: docs/decisions/parsers.md, "One look at a text's characters, and words of one script".
Decision: docs/decisions/parsers.md, "Words that say nothing of an option are not sought in a clause".
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, reduce
from itertools import groupby
from operator import or_
from typing import NamedTuple

from parsers.grammar.languages.cue_words import DROPPED, NO_ROLES, Roles, all_roles, cue_words
from parsers.grammar.languages.language import Role
from parsers.pattern import Pattern


class Unit(NamedTuple):
    """One word, mention or sign of a clause; `roles` is None for what is no word.

    `may` holds its roles in whatever language, and those of phrases that it may begin; `size` says as how
    many words it counts, `heads` whether a cue word of several words begins with it.
    """

    text: str
    roles: Roles | None
    may: int = 0
    size: int = 1
    heads: bool = False


_SOUTH_EAST = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_EAST = "\u3040-\u30ff\u3400-\u9fff"
UNSPACED = Pattern(f"[{_SOUTH_EAST}{_EAST}]")
_STRETCH = Pattern(f"([{_SOUTH_EAST}]+)|([{_EAST}]+)|[^{_SOUTH_EAST}{_EAST}]+")
_SCRIPTS = ("", _SOUTH_EAST, _EAST)  # by the number of the group
# A text in one script, or those of one group, with signs and mentions: the only ones that it has. Thai is sought
# by itself, for which its words alone take two thirds of the time of all that the group has.
_SIGNS = r"\x00-@\[-`{-\x7f"
_MENTIONS = "\U000f0000-\U0010ffff"
_THAI = "\u0e00-\u0e7f"
_PURE = {script: Pattern(f"[{script}{_SIGNS}{_MENTIONS}]+") for script in (_THAI, _SOUTH_EAST, _EAST)}
_THAI_MARKS = "".join(map(chr, (0x0E31, *range(0x0E34, 0x0E3B), *range(0x0E47, 0x0E4F))))
_THAI_WORD = Pattern("[\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46][\u0e01-\u0e3a\u0e40-\u0e4e]*")
SILENT = Role.LINK | Role.JOIN | Role.REASON  # roles by which a word alone says nothing of an option
_LONGEST = 10  # characters of a cue word in a script without blanks
_made = tuple.__new__  # a named tuple in half the time


def unit_of(word: str, roles: Roles) -> Unit:
    begun = cue_words().heads.get(word.translate(DROPPED), 0)
    return Unit(word, roles, all_roles(roles) | begun, heads=begun != 0)


@lru_cache(maxsize=2048)
def cut(run: str) -> tuple[Unit, ...]:
    """The units of a run; no cue word has characters of two of its stretches."""
    units: list[Unit] = []
    for stretch in _STRETCH.finditer(run):
        if stretch.lastindex is None:
            units += _spaced(stretch[0])
        else:
            units += _between_known(stretch[0], _words_of(_SCRIPTS[stretch.lastindex]))
    return tuple(units)


def units_in(run: str) -> Iterator[Unit] | None:
    """The units of a run one after the other; None where it is no word of one script without blanks."""
    if _THAI_WORD.fullmatch(run):
        return _between_known(run, _words_of(_THAI))
    if not run.isascii() and run.isalpha() and _PURE[_EAST].fullmatch(run):
        return _between_known(run, _words_of(_EAST))
    return None


def ends_unknown(text: str) -> bool:
    """Whether a text ends in letters of such a script that end no known word: told without cutting it."""
    last = text.rstrip(_THAI_MARKS)[-1:]
    if not last.isalpha() or not UNSPACED.match(last):
        return False
    return text[-1] not in _endings() and text[-2:] not in _endings()


@cache
def _endings() -> frozenset[str]:
    """The last two characters of each known word."""
    return frozenset(word[-2:] for word in _units())


def known_in(run: str) -> Iterator[Unit]:
    """Its known words one after the other, so that no more of a long run is cut than is looked at."""
    for stretch in _STRETCH.finditer(run):
        if stretch.lastindex is None:
            yield from _spaced(stretch[0])
        else:
            words = _words_of(_SCRIPTS[stretch.lastindex])
            yield from (_units()[word[0]] for word in words.finditer(stretch[0]))


_OPENING = " ([\"'"  # before a mention


def roles_throughout(text: str) -> int | None:
    """All roles but silent ones that known words of a text may have; None where it has other letters.

    What stands between two options is asked for twice: behind the first, up to the other, and before that.
    """
    clause = text[:-1] if text[-1:] >= _MENTIONS[0] else text
    return _roles_in_clause(clause.rstrip(_OPENING))


@lru_cache(maxsize=64)
def _roles_in_clause(text: str) -> int | None:
    """The same, asked once of each text."""
    for script, pure in _PURE.items():
        if pure.fullmatch(text):
            return reduce(or_, map(_said().__getitem__, _saying_words(script).findall(text)), 0)
    return None


def roles_within(run: str) -> int | None:
    """The same of a run; None where it has letters of another script, too."""
    if (found := roles_throughout(run)) is not None:
        return found
    said, found = _said(), 0
    for stretch in _STRETCH.finditer(run):
        if stretch.lastindex is not None:
            for word in _saying_words(_SCRIPTS[stretch.lastindex]).findall(stretch[0]):
                found |= said[word]
        elif any(map(str.isalpha, stretch[0])):
            return None
    return found


def _between_known(stretch: str, words: Pattern) -> Iterator[Unit]:
    """The known words of a stretch, and what stands between them, one after the other."""
    known, is_known = _units(), False
    for part in words.split(stretch):
        if is_known:
            yield known[part]
        elif part:
            yield _made(Unit, (part, NO_ROLES, 0, len(part), False))
        is_known = not is_known


def _spaced(stretch: str) -> list[Unit]:
    """Letters of another script in such a run, cut into known words and single letters."""
    units: list[Unit] = []
    at = 0
    while at < len(stretch):
        units.append(_longest(stretch[at : at + _LONGEST]))
        at += len(units[-1].text)
    return units


def _longest(beginning: str) -> Unit:
    """The longest known word with which a text begins; else its first letter."""
    known = _units()
    sizes = range(len(beginning), 0, -1)
    found = next((known[word] for size in sizes if (word := beginning[:size]) in known), None)
    return found or unit_of(beginning[0], NO_ROLES)


@cache
def _units() -> Mapping[str, Unit]:
    """Every cue word that a run may have, as a unit."""
    return {word: unit_of(word, roles) for word, roles in cue_words().whole.items() if len(word) <= _LONGEST}


@cache
def _said() -> Mapping[str, int]:
    """Every such word → the roles that it may have, but for silent ones."""
    return {word: unit.may & ~SILENT for word, unit in _units().items()}


@cache
def _words_of(script: str) -> Pattern:
    """What finds the cue words in one script, or several."""
    return _one_of(_words_in(script))


@cache
def _saying_words(script: str) -> Pattern:
    """The same without those that say nothing and hide no other: for them Thai takes half as long again."""
    words = _words_in(script)
    return _one_of(
        [
            word
            for word in words
            if _said()[word] or any(_hides(word, other) for other in words if other != word)
        ]
    )


def _words_in(script: str) -> list[str]:
    return sorted(word for word in _units() if re.match(f"[{script}]", word))


def _hides(word: str, other: str) -> bool:
    """Whether another word might be found where this one is, if this one were not sought."""
    rests = [word[at:] for at in range(1, len(word))]
    return word.startswith(other) or any(rest.startswith(other) or other.startswith(rest) for rest in rests)


def _one_of(words: list[str]) -> Pattern:
    """What finds the longest of some words, in order; those with one first character are tried together."""
    return Pattern(
        f"({'|'.join(_alternatives(first, [*same]) for first, same in groupby(words, lambda word: word[0]))})"
    )


def _alternatives(first: str, words: list[str]) -> str:
    """Words with one first character, the longest first."""
    rests = sorted((word[1:] for word in words), key=len, reverse=True)
    return f"{first}(?:{'|'.join(rests)})"
