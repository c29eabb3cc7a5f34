"""A regular expression that is compiled when it is first used, and what it needs of a text to match.

Few sentences have a word of a given pattern: `Words` finds once for a text which patterns may match there, so
that the others need not be tried. What a pattern needs is taken from the pattern itself.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Any

try:
    from re import _constants as kinds  # type: ignore[attr-defined]
    from re import _parser as syntax  # type: ignore[attr-defined]
except ImportError:  # a Python that keeps them elsewhere: every pattern is tried
    kinds = syntax = None

METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "split")
ALWAYS = 1  # the bit of patterns of which nothing is known


class Pattern:
    """A regular expression that is compiled at its first use.

    All of them together take a tenth of a second to compile, and most programs read short replies, which need
    few. From the first use on its methods are the compiled expression's own, at their own speed.
    """

    __slots__ = ("_flags", "_source", "bit", *METHODS)
    search: Callable[..., re.Match[str] | None]
    match: Callable[..., re.Match[str] | None]
    fullmatch: Callable[..., re.Match[str] | None]
    finditer: Callable[..., Iterator[re.Match[str]]]
    findall: Callable[..., list[str]]
    sub: Callable[..., str]
    split: Callable[..., list[str]]

    def __init__(self, source: str, flags: int = 0) -> None:
        self._source, self._flags, self.bit = source, flags, ALWAYS

    @property
    def source(self) -> str:
        """As it was written."""
        return self._source

    def __getattr__(self, name: str) -> Any:
        """Called for a method that is not there yet."""
        if name not in METHODS:
            raise AttributeError(name)
        compiled = re.compile(self._source, self._flags)
        for method in METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(self, name)

    @property
    def needs(self) -> frozenset[str]:
        """Texts without blanks of which one stands in whatever the pattern matches; empty where none must.

        A line break before or behind one stands for the edge of a word.
        """
        if syntax is None or self._flags:
            return frozenset()
        return _needed(list(syntax.parse(self._source)))


class Words(dict[str, int]):
    """Word, with the signs around it → the patterns that need a part of it, a bit each.

    Filled as words are met.
    """

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self._needed: dict[str, list[tuple[str, bool, bool, int]]] = {}
        for number, pattern in enumerate(patterns, start=1):
            needs = pattern.needs
            pattern.bit = 1 << number if needs else ALWAYS
            for need in needs:
                text = need.strip("\n")
                described = (text, need[0] == "\n", need[-1] == "\n", pattern.bit)
                self._needed.setdefault(text[:2], []).append(described)

    def of(self, text: str) -> int:
        """The patterns that may match somewhere in a text."""
        return reduce(or_, map(self.__getitem__, text.split()), ALWAYS)

    def __missing__(self, word: str) -> int:
        if len(word) > _LONG:
            return self._met(word) if word.isascii() else -1  # a sentence without blanks: all are tried
        if len(self) >= _REMEMBERED:
            self.clear()
        self[word] = found = self._met(word)
        return found

    def _met(self, word: str) -> int:
        found = 0
        for at in range(len(word)):
            for text, opens, closes, bit in (
                *self._needed.get(word[at : at + 2], ()),
                *self._needed.get(word[at], ()),
            ):
                end = at + len(text)
                if (
                    word.startswith(text, at)
                    and not (opens and at and _in_word(word[at - 1]))
                    and not (closes and _in_word(word[end : end + 1]))
                ):
                    found |= bit
        return found


_LONG, _REMEMBERED = 40, 50_000  # characters of a word, and words


def _in_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _needed(items: Sequence[Any]) -> frozenset[str]:
    """What a sequence needs: of what its parts need the rarest."""
    found: list[frozenset[str]] = []
    run: list[Any] = []  # signs that stand side by side, and edges of words between them
    for number, (kind, value) in enumerate(items):
        if kind is kinds.IN and all(sign is kinds.LITERAL for sign, _ in value):  # "[:=]"
            kind, value = kinds.BRANCH, (None, [[sign] for sign in value])
        behind = [item for item in items[number + 1 : number + 2] if _is_edge(*item) or item == _BLANK]
        if kind is kinds.LITERAL or _is_edge(kind, value):
            run.append((kind, value))
            continue
        if kind in (kinds.ASSERT_NOT, kinds.AT):
            continue
        found += _texts(run)
        if kind is kinds.SUBPATTERN and not value[1]:
            found.append(_needed([*run, *value[3], *behind]))
        elif kind is kinds.ATOMIC_GROUP:
            found.append(_needed([*run, *value, *behind]))
        elif kind is kinds.BRANCH:
            ways = [_needed([*run, *way, *behind]) for way in value[1]]
            found += [frozenset().union(*ways)] if all(ways) else []
        elif kind is kinds.ASSERT and value[0] > 0:
            found.append(_needed([*value[1]]))
            continue  # it takes up no room
        elif kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT) and value[0]:
            found.append(_needed([*run, *value[2]]))
        elif kind is kinds.ASSERT:
            continue
        run = []
    found += _texts(run)
    return min(filter(None, found), key=_frequency, default=frozenset())


def _is_edge(kind: Any, value: Any) -> bool:
    """Whether it asks for the edge of a word: `\\b`, `(?<!\\w)`, `(?![\\w'-])`."""
    if kind is kinds.AT:
        return value is kinds.AT_BOUNDARY
    if kind is not kinds.ASSERT_NOT or len(value[1]) != 1 or value[1][0][0] is not kinds.IN:
        return False
    return (kinds.CATEGORY, kinds.CATEGORY_WORD) in value[1][0][1]


_BLANKS, _BLANK = re.compile(r"\s+"), (kinds.LITERAL, ord(" ")) if kinds else None


def _texts(run: Sequence[Any]) -> list[frozenset[str]]:
    """The words of a run of signs, with a line break where each begins or ends with the edge of a word."""
    text = "".join(chr(value) if kind is kinds.LITERAL else "\0" for kind, value in run)
    found = []
    for part in "\0 \0".join(_BLANKS.split(text)).split(" "):
        word = part.strip("\0")
        if word and "\0" not in word:
            opens = "\n" if part[0] == "\0" and _in_word(word[0]) else ""
            closes = "\n" if part[-1] == "\0" and _in_word(word[-1]) else ""
            found.append(frozenset({opens + word + closes}))
    return found


_SMALL_WORDS = """
    a all an and any are as at be by can for from has have if in is it may no not of on one or so that the
    this to was we which will with would
"""
_OFTEN = {**dict.fromkeys(_SMALL_WORDS.split(), 0.4), **dict.fromkeys("abcdefghijklmnopqrstuvwxyz", 2.0)}


def _frequency(texts: frozenset[str]) -> float:
    """How often one of some texts is met, roughly."""
    return sum(_OFTEN.get(text.strip("\n"), 3.0 ** -len(text)) for text in texts)
