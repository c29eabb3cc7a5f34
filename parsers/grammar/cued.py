"""A pattern that is only searched where the text has a word that it needs.

Around every label some hundred sentence patterns are tried, and nearly all fail. The words of a text are
looked up once: each says which patterns need it, as a number with two bits for each pattern, since it needs
words of two kinds. What is found is what the pattern by itself would find.

Decision: docs/decisions/parsers.md, "The words that patterns need are looked up once for all of them".
Decision: docs/decisions/parsers.md, "What each option and each word costs".
Decision: docs/decisions/parsers.md, "One look at the words before an option".
"""

import re
from collections import defaultdict
from collections.abc import Callable
from functools import cache, cached_property, reduce
from operator import add, or_
from sys import maxsize
from typing import Any, TypeVar

from parsers.grammar.needs import needed_words
from parsers.pattern import Pattern

REMEMBERED = 50_000  # words
ASKED = 2048  # texts before or behind an option that are remembered
FEW = 300  # characters of a text in which hardly a word stands twice
DENSE = 16  # characters for each blank, from which on words are not written apart

# Characters of Chinese, the commonest last.
_COMMON = "们一为中个上国这大来到时会说是有在了人不的"
_RUN = re.compile(r"\w+|[^\w\s]")
_WORDY = "a-z0-9_"
_FIRST_THAI = "\u0e01"
_THAI = f"{_FIRST_THAI}-\u0e5b"
_THAI_LETTER = re.compile(f"[{_THAI}]")
_ASCII_WORD = re.compile(f"[{_WORDY}]+")
_ASCII_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
_cued: list["Cued"] = []
_NOTHING: dict[str, int] = {}
T = TypeVar("T")


class Cued(Pattern):
    """A pattern that asks first whether the text has the words it needs."""

    __slots__ = ("first",)

    def __init__(self, source: str, flags: int = 0) -> None:
        super().__init__(source, flags)
        self.first = 1 << 2 * len(_cued)
        _cued.append(self)

    def needs(self) -> tuple[tuple[str, ...], ...]:
        """The words of which a text must have one of each kind; none where any text may match."""
        return () if self._flags & re.IGNORECASE else needed_words(self._source)

    def __getattr__(self, name: str) -> Any:
        """Called for a method that is not there yet."""
        super().__getattr__(name)
        if not self.first & unneeding():
            for method in ("search", "match", "fullmatch"):
                setattr(self, method, _asking(getattr(self, method), self.first, None))
            self.finditer = _asking(self.finditer, self.first, iter(()))
        return getattr(self, name)


class OneOf(Pattern):
    """Several patterns without flags as one, to try them all at once; which one matches is not said."""

    def __init__(self, *patterns: Pattern) -> None:
        super().__init__("|".join(f"(?:{pattern.source})" for pattern in patterns))


class AnyOf:
    """Several `patterns`, to tell at once that a text has not the words that one of them needs."""

    def __init__(self, *patterns: Pattern) -> None:
        self.patterns = patterns

    def may_match(self, text: str) -> bool:
        """Whether one of them may match; False of most texts."""
        return self.are_among(patterns_of(text))

    def are_among(self, found: int) -> bool:
        """Whether one of them may match a text of which `patterns_of` says this."""
        return found & self._bits != 0

    @cached_property
    def _bits(self) -> int:
        """Their first bits; all bits where one of them asks for no words."""
        cued = [pattern.first for pattern in self.patterns if isinstance(pattern, Cued)]
        return sum(cued) if len(cued) == len(self.patterns) else -1


def _asking(method: Callable[..., T], first: int, nothing: T) -> Callable[..., T]:
    """The method of a compiled expression, for texts that have the words of the pattern with this bit."""

    def ask(text: str, start: int = 0, end: int = maxsize) -> T:
        looked_at = text if not start and end is maxsize else text[start:end]
        return method(text, start, end) if patterns_of(looked_at) & first else nothing

    return ask


def patterns_of(text: str) -> int:
    """The first bits of the patterns of whose needed words the text has both kinds, among other bits.

    In scripts that write no blanks it may have more bits: what is a part of a word is not told there.
    """
    return _PATTERNS[text]


class _PatternsOf(dict[str, int]):
    """Text → these bits; filled as texts are asked for."""

    def __missing__(self, text: str) -> int:
        lexicon = _lexicon()
        if _is_dense(text):
            found = lexicon.patterns_within(text)
        else:
            words = text.split()
            found = reduce(or_, map(_BY_WORD.__getitem__, words if len(text) < FEW else set(words)), 0)
        if len(self) >= ASKED:
            self.clear()
        self[text] = both = found & found >> 1 | lexicon.unneeding
        return both


def _is_dense(text: str) -> bool:
    """Whether a text beyond ASCII has hardly any blanks."""
    return not text.isascii() and text.count(" ") * DENSE < len(text)


def _commonness(sign: str) -> tuple[bool, int]:
    """How common a character is in texts without blanks; a letter in ASCII is never the one that tells."""
    return sign in _ASCII_LETTERS, _COMMON.find(sign)


class _Lexicon:
    """What all patterns need, by where it must stand in a word: as the whole of it, at an end, anywhere.

    Attributes:
        unneeding: the bits of the patterns that need nothing.
        heads, tails: by their first, or last, three characters; those of two, by these.
        first_letters, last_letters, signs: heads, tails and parts of one character.
        inner: longer parts, by their first three characters, or two.
        pairs, triples: these.
        thai: all with letters of Thai: few, of which every text in Thai has the letters.
        within: all else that is no word in ASCII, by a character of each that is not too common: the bits of
            this character where it is a part by itself, and the longer parts. Pairs of a part and its bits
            are gone through in less than half the time that a dictionary takes.
        within_signs: what finds these characters, whole words in ASCII, and stretches of Thai.
        plain: the letters and pairs in ASCII, which words in ASCII may have.
        inside: what a word beyond ASCII may have inside: the first character of a part.
    """

    def __init__(self) -> None:
        self.unneeding = (1 << 2 * len(_cued)) - 1
        self.whole: dict[str, int] = defaultdict(int)
        self.heads: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.tails: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.first_letters: dict[str, int] = defaultdict(int)
        self.last_letters: dict[str, int] = defaultdict(int)
        self.signs: dict[str, int] = defaultdict(int)
        self.inner: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.parts: dict[str, int] = defaultdict(int)
        for pattern in _cued:
            for number, words in enumerate(pattern.needs()):
                for word in words:
                    self._add(word, pattern.first << number)
        self.thai = [(part, bits) for part, bits in self.parts.items() if _THAI_LETTER.search(part)]
        longer: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for part in self.parts.keys() - dict(self.thai):
            longer[min(part, key=_commonness)] += [(part, self.parts[part])] if len(part) > 1 else []
        self.within = {sign: (self.parts.get(sign, 0), parts) for sign, parts in longer.items()}
        # All begin in one class of characters, so that the engine skips to the next of them.
        signs = re.escape("".join(self.within))
        going_on = f"(?<=[{_THAI}])[{_THAI}]*|(?<=[{_WORDY}])[{_WORDY}]*"
        self.within_signs = re.compile(f"[{_WORDY}{_THAI}{signs}](?:(?<=[{_WORDY}{_THAI}])(?:{going_on}))?")
        self.pairs = frozenset(key for key in self.inner if len(key) == 2)
        self.triples = frozenset(self.inner) - self.pairs
        short = {**self.signs, **{pair: self.inner[pair][pair] for pair in self.pairs}}
        self.plain = [(part, bits) for part, bits in short.items() if part.isascii() and part.isalnum()]
        self.inside = re.compile(f"[{re.escape(''.join({part[0] for part in [*self.signs, *self.inner]}))}]")

    def _add(self, word: str, bit: int) -> None:
        bare = word.strip()
        self.unneeding &= ~bit
        if not _ASCII_WORD.fullmatch(bare):
            self.parts[bare] |= bit
        if word == f" {bare} ":
            self.whole[bare] |= bit
        elif word[0] == " " and len(bare) == 1:
            self.first_letters[bare] |= bit
        elif word[0] == " ":
            self.heads[bare[:3]][bare] |= bit
        elif word[-1] == " " and len(bare) == 1:
            self.last_letters[bare] |= bit
        elif word[-1] == " ":
            self.tails[bare[-3:]][bare] |= bit
        elif len(bare) == 1:
            self.signs[bare] |= bit
        else:
            self.inner[bare[:3]][bare] |= bit

    def patterns_of(self, word: str) -> int:
        """The bits of the patterns that need this word, or a part of it."""
        found = self.first_letters.get(word[:1], 0) | self.last_letters.get(word[-1:], 0)
        found |= self.whole.get(word, 0)
        if len(word) == 1:
            return found | self.signs.get(word, 0)
        for head, bits in self.heads.get(word[:3], _NOTHING).items():
            if word.startswith(head):
                found |= bits
        for tail, bits in self.tails.get(word[-3:], _NOTHING).items():
            if word.endswith(tail):
                found |= bits
        for pair, places in ((word[:2], self.heads), (word[-2:], self.tails)):
            if pair in places:
                found |= places[pair][pair]
        return found | self._inside(word)

    def patterns_within(self, text: str) -> int:
        """The bits of the patterns that need a part of a text, whatever stands beside it."""
        found, thai, within = 0, False, self.within
        for sign in set(self.within_signs.findall(text)):
            if parts := within.get(sign):
                found |= parts[0]
                for part, bits in parts[1]:
                    if part in text:
                        found |= bits
            elif sign < _FIRST_THAI:
                found |= _BY_RUN[sign]
            else:
                thai = True
        for part, bits in self.thai if thai else ():
            if part in text:
                found |= bits
        return found

    def _inside(self, word: str) -> int:
        """The bits of those that need a part of it, wherever that stands."""
        found = 0
        if word.isascii():
            for part, bits in self.plain:
                if part in word:
                    found |= bits
        elif not self.inside.search(word):
            return 0
        else:
            for sign in self.signs.keys() & word:
                found |= self.signs[sign]
            for pair in self.pairs.intersection(map(add, word, word[1:])):
                found |= self.inner[pair][pair]
        for triple in self.triples.intersection([word[at : at + 3] for at in range(len(word) - 2)]):
            for part, bits in self.inner[triple].items():
                if part in word:
                    found |= bits
        return found


@cache
def _lexicon() -> _Lexicon:
    """Of all patterns there are; put together when one is first used."""
    return _Lexicon()


@cache
def unneeding() -> int:
    """The bits of the patterns that need nothing: these may match any text."""
    return _lexicon().unneeding


class _ByWord(dict[str, int]):
    """Word, with the signs around it → the bits of the patterns that need it; filled as words are met."""

    def __missing__(self, word: str) -> int:
        if word.isalnum():
            found = _lexicon().patterns_of(word)
        else:
            found = reduce(or_, map(_BY_RUN.__getitem__, _RUN.findall(word)), 0)
        if len(self) >= REMEMBERED:
            self.clear()
        self[word] = found
        return found


class _ByRun(dict[str, int]):
    """The same for the letters or the sign alone: "word" in "word,"; most signs stand in many words."""

    def __missing__(self, run: str) -> int:
        if len(self) >= REMEMBERED:
            self.clear()
        self[run] = found = _lexicon().patterns_of(run)
        return found


_BY_WORD, _BY_RUN, _PATTERNS = _ByWord(), _ByRun(), _PatternsOf()
