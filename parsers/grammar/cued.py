"""A pattern that is only searched where the text has a word that it needs.

Around every label some hundred sentence patterns are tried, and nearly all fail. The words of a text are
looked up once: each says which patterns need it, as a number with two bits for each pattern, since it needs
words of two kinds. What is found is what the pattern by itself would find.

Decision: docs/decisions/parsers.md, "The words that patterns need are looked up once for all of them".
Decision: docs/decisions/parsers.md, "What each option and each word costs".
Decision: docs/decisions/parsers.md, "One look at the words before an option".
Decision: docs/decisions/parsers.md, "Patterns beside options, and those of passages".
"""

import re
from collections.abc import Callable
from functools import cached_property, reduce
from operator import or_
from sys import maxsize
from typing import Any, TypeVar

from parsers.grammar.lookup import Lookup
from parsers.grammar.needs import needed_words
from parsers.pattern import Pattern

ASKED = 2048  # texts before or behind an option that are remembered
FEW = 300  # characters of a text in which hardly a word stands twice
DENSE = 16  # characters for each blank, from which on words are not written apart

T = TypeVar("T")


class CuedFamily:
    """Patterns that are sought in texts of one kind, so that a text is asked at once for what they all need.

    Attributes:
        cued: the patterns.
        patterns_of: text → the first bits of the patterns of whose needed words it has both kinds, among
            other bits; filled as texts are asked for. In scripts that write no blanks it may have more bits:
            what is a part of a word is not told there.
    """

    def __init__(self) -> None:
        self.cued: list[Cued] = []
        self.patterns_of = _PatternsOf(self)

    @cached_property
    def lookup(self) -> Lookup:
        """Put together when one of them is first used."""
        return Lookup([(pattern.first, pattern.needs()) for pattern in self.cued])


class _PatternsOf(dict[str, int]):
    """Text → these bits."""

    def __init__(self, family: CuedFamily) -> None:
        super().__init__()
        self._family = family

    def __missing__(self, text: str) -> int:
        lookup = self._family.lookup
        if _is_dense(text):
            found = lookup.patterns_within(text)
        else:
            words = text.split()
            found = reduce(or_, map(lookup.by_word.__getitem__, words if len(text) < FEW else set(words)), 0)
        if len(self) >= ASKED:
            self.clear()
        self[text] = both = found & found >> 1 | lookup.unneeding
        return both


def _is_dense(text: str) -> bool:
    """Whether a text beyond ASCII has hardly any blanks."""
    return not text.isascii() and text.count(" ") * DENSE < len(text)


_BESIDE, _PASSAGES = CuedFamily(), CuedFamily()


class Cued(Pattern):
    """A pattern, sought in the words beside an option, that asks first whether these have what it needs."""

    __slots__ = ("first",)
    family = _BESIDE

    def __init__(self, source: str, flags: int = 0) -> None:
        super().__init__(source, flags)
        self.first = 1 << 2 * len(self.family.cued)
        self.family.cued.append(self)

    def needs(self) -> tuple[tuple[str, ...], ...]:
        """The words of which a text must have one of each kind; none where any text may match."""
        return () if self._flags & re.IGNORECASE else needed_words(self._source)

    def __getattr__(self, name: str) -> Any:
        """Called for a method that is not there yet."""
        super().__getattr__(name)
        if not self.first & self.family.lookup.unneeding:
            for method in ("search", "match", "fullmatch"):
                setattr(self, method, self._asking(getattr(self, method), None))
            self.finditer = self._asking(self.finditer, iter(()))
        return getattr(self, name)

    def _asking(self, method: Callable[..., T], nothing: T) -> Callable[..., T]:
        """A method of the compiled expression, for texts that have the words of the pattern."""
        patterns_of, first = self.family.patterns_of, self.first

        def ask(text: str, start: int = 0, end: int = maxsize) -> T:
            looked_at = text if not start and end is maxsize else text[start:end]
            return method(text, start, end) if patterns_of[looked_at] & first else nothing

        return ask


class CuedInPassages(Cued):
    """The same, sought in whole replies and in passages of them: few rules ask, and need many words."""

    __slots__ = ()
    family = _PASSAGES


class OneOf(Pattern):
    """Several patterns without flags as one, to try them all at once; which one matches is not said."""

    def __init__(self, *patterns: Pattern) -> None:
        super().__init__("|".join(f"(?:{pattern.source})" for pattern in patterns))


class AnyOf:
    """Several `patterns`, to tell at once that a text has not the words that one of them needs."""

    def __init__(self, *patterns: Pattern) -> None:
        self.patterns = patterns
        # Their first bits: all bits, where one of them asks for no words.
        self.first = reduce(or_, [pattern.first for pattern in patterns])

    def may_match(self, text: str) -> bool:
        """Whether one of them may match; False of most texts."""
        return patterns_of(text) & self.first != 0


def patterns_of(text: str) -> int:
    """The bits of the patterns sought beside options, see `CuedFamily.patterns_of`."""
    return _BESIDE.patterns_of[text]
