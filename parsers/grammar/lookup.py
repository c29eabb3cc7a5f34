"""What patterns need, looked up for a word or for a text without blanks: a number with two bits a pattern.

Decision: docs/decisions/parsers.md, "The words that patterns need are looked up once for all of them".
Decision: docs/decisions/parsers.md, "Patterns beside options, and those of passages".
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import add, or_

from parsers.grammar.needs import Words

REMEMBERED = 50_000  # words

# Characters of Chinese, the commonest last.
_COMMON = "们一为中个上国这大来到时会说是有在了人不的"
_RUN = re.compile(r"\w+|[^\w\s]")
_WORDY = "a-z0-9_"
_FIRST_THAI = "\u0e01"
_THAI = f"{_FIRST_THAI}-\u0e5b"
_THAI_LETTER = re.compile(f"[{_THAI}]")
_ASCII_WORD = re.compile(f"[{_WORDY}]+")
_ASCII_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
_NOTHING: dict[str, int] = {}


def _commonness(sign: str) -> tuple[bool, int]:
    """How common a character is in texts without blanks; a letter in ASCII is never the one that tells."""
    return sign in _ASCII_LETTERS, _COMMON.find(sign)


class Lookup:
    """What patterns need, by where it must stand in a word: as the whole of it, at an end, anywhere.

    Attributes:
        unneeding: the bits of the patterns that need nothing.
        by_word, by_run: what words, with and without the signs around them, were found to be needed by.
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

    def __init__(self, needed: Iterable[tuple[int, Sequence[Words]]]) -> None:
        """`needed`: per pattern its first bit, and the words of which a text must have one of each kind."""
        self.by_word, self.by_run = _ByWord(self), _ByRun(self)
        self.unneeding = 0
        self.whole: dict[str, int] = defaultdict(int)
        self.heads: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.tails: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.first_letters: dict[str, int] = defaultdict(int)
        self.last_letters: dict[str, int] = defaultdict(int)
        self.signs: dict[str, int] = defaultdict(int)
        self.inner: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.parts: dict[str, int] = defaultdict(int)
        for first, kinds in needed:
            self.unneeding |= 0 if any(kinds) else first
            for number, words in enumerate(kinds):
                for word in words:
                    self._add(word, first << number)
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
                found |= self.by_run[sign]
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


class _ByWord(dict[str, int]):
    """Word, with the signs around it → the bits of the patterns that need it; filled as words are met."""

    def __init__(self, lookup: Lookup) -> None:
        super().__init__()
        self._lookup = lookup

    def __missing__(self, word: str) -> int:
        if word.isalnum():
            found = self._lookup.patterns_of(word)
        else:
            found = reduce(or_, map(self._lookup.by_run.__getitem__, _RUN.findall(word)), 0)
        if len(self) >= REMEMBERED:
            self.clear()
        self[word] = found
        return found


class _ByRun(_ByWord):
    """The same for the letters or the sign alone: "word" in "word,"; most signs stand in many words."""

    def __missing__(self, run: str) -> int:
        if len(self) >= REMEMBERED:
            self.clear()
        self[run] = found = self._lookup.patterns_of(run)
        return found
