"""Which option's text is most like the question, and which least like the others.

By runs of three characters, counted for a block of items at once: a report looks at all options of a
benchmark.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias

import numpy as np

Ints: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
Bools: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]
Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
_Codes: TypeAlias = np.ndarray[Any, np.dtype[np.unsignedinteger[Any]]]
_Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.signedinteger[Any]]]

BLOCK = 150  # items
MOST_RUNS = 1 << 22  # of three letters each that a table is made for: 161 different letters
N_CHARACTERS = 0x110000  # of Unicode


def by_likeness(items: Iterable[tuple[tuple[str, ...], str]]) -> Iterator[tuple[str, str]]:
    """For each item the text most like the question, and the one least like the others; of equals the first.

    By the share of a text's runs of three characters that the question has, and by the shares that each of
    the texts has.

    Args:
        items: of each the texts of its options, and its question.
    """
    rest = iter(items)
    while block := list(islice(rest, BLOCK)):
        most, least = _places(block)
        for (texts, _), likest, oddest in zip(block, most, least, strict=True):
            yield texts[likest], texts[oddest]


def _places(block: Sequence[tuple[tuple[str, ...], str]]) -> tuple[list[int], list[int]]:
    """The places of both texts among each item's options."""
    sizes = np.array([len(texts) for texts, _ in block])
    there: Bools = np.arange(sizes.max()) < sizes[:, None]
    texts = _Folded([text for texts, _ in block for text in texts])
    in_question, in_all = _Runs(texts, there).shares(_Folded([question for _, question in block]))
    most = np.where(there, in_question, -1.0).argmax(axis=1)
    return most.tolist(), np.where(there, in_all, np.inf).argmin(axis=1).tolist()


class _Folded:
    """Texts in lower case, one after the other.

    Attributes:
        characters: their code points.
        text_of: (n_characters,) the number of each character's text.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        text = "".join(texts)
        if text.isascii():  # of as many characters in lower case
            self.characters: _Codes = np.frombuffer(text.lower().encode(), dtype=np.uint8)
        else:
            texts = [text.casefold() for text in texts]
            self.characters = np.frombuffer(
                "".join(texts).encode("utf-32-le", "surrogatepass"), dtype=np.uint32
            )
        lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
        self.text_of: _Numbers = np.repeat(np.arange(len(texts), dtype=np.int32), lengths)

    @property
    def runs(self) -> tuple[Bools, _Numbers]:
        """Where runs of three characters of one text begin, and the numbers of their texts."""
        within = self.text_of[:-2] == self.text_of[2:]
        return within, self.text_of[:-2][within]


class _Runs:
    """The runs of three characters in the options of some items.

    Args:
        texts: of all options, one item after the other.
        there: (n_items, n_places) whether an item has so many options.
    """

    def __init__(self, texts: _Folded, there: Bools) -> None:
        self._n_items, self._n_places = there.shape
        item_of, place_of = there.nonzero()
        letters = _different(texts.characters, N_CHARACTERS)
        self._base = len(letters) + 1
        # 0: a letter that no option has, as the last has none.
        n_letters = int(letters.max(initial=0)) + 2
        self._letters: _Numbers = np.zeros(n_letters, dtype=np.int32 if self._tabled else np.int64)
        self._letters[letters] = np.arange(1, self._base)
        within, text_of = texts.runs
        codes = self._codes(texts)[within]
        self._known = _different(codes, self._base**3)
        self._table = self._numbered()
        keys, places = item_of[text_of] * len(self._known) + self._numbers(codes), place_of[text_of]
        # One bit for each of an item's texts: which of them have a run.
        having = np.zeros(self._n_items * len(self._known), dtype=np.int32)
        for place in range(self._n_places):
            having[keys[places == place]] |= 1 << place
        self._found = np.flatnonzero(having)
        self._sets, self._set_of = np.unique(having[self._found], return_inverse=True)
        self._item_of = self._found // max(1, len(self._known))

    @property
    def _tabled(self) -> bool:
        """Whether there are few enough runs of three of these letters for a table of all."""
        return self._base**3 <= MOST_RUNS

    def shares(self, questions: _Folded) -> tuple[Floats, Floats]:
        """The shares of a text's runs in the question; and in all of the item's texts, added up.

        Returns:
            Both (n_items, n_places).
        """
        has = (self._sets[:, None] >> np.arange(self._n_places)) & 1  # (n_sets, n_places)
        every = self._counted(slice(None))
        sizes = np.maximum(1, every @ has)
        in_question = self._counted(self._in(questions)) @ has / sizes
        in_all = np.zeros(sizes.shape)
        for other in range(self._n_places):  # in order: floats are rounded
            in_all += every @ (has * has[:, other : other + 1]) / sizes
        return in_question, in_all

    def _counted(self, which: Bools | slice) -> Ints:
        """(n_items, n_sets) how many of these runs each item has in just this set of its texts."""
        n_sets = len(self._sets)
        places = self._item_of[which] * n_sets + self._set_of[which]
        return np.bincount(places, minlength=self._n_items * n_sets).reshape(self._n_items, n_sets)

    def _in(self, questions: _Folded) -> Bools:
        """Whether the item's question has each run that is found."""
        within, text_of = questions.runs
        numbers = self._numbers(self._codes(questions)[within])
        known = numbers >= 0
        marked = np.zeros(self._n_items * len(self._known), dtype=np.bool_)
        marked[text_of[known].astype(np.int64) * len(self._known) + numbers[known]] = True
        return marked[self._found]

    def _codes(self, texts: _Folded) -> _Numbers:
        """One number for each three letters that follow each other, in whichever text."""
        letters = self._letters.take(texts.characters, mode="clip")
        first, second, third = letters[:-2], letters[1:-1], letters[2:]
        codes: _Numbers = (first * self._base + second) * self._base + third
        return codes

    def _numbered(self) -> _Numbers | None:
        """Code → place among those that are known, -1 for others; None where that were too many."""
        if not self._tabled:
            return None
        table = np.full(self._base**3, -1, dtype=np.int32)
        table[self._known] = np.arange(len(self._known))
        return table

    def _numbers(self, codes: _Numbers) -> _Numbers:
        """The places of codes among those that are known, -1 for others."""
        if self._table is not None:
            return self._table[codes]
        places = np.minimum(np.searchsorted(self._known, codes), len(self._known) - 1)
        return np.where(self._known[places] == codes, places, -1)


def _different(numbers: _Codes | _Numbers, end: int) -> _Numbers:
    """The numbers that differ, rising; marked in a table where they end early enough."""
    if numbers.dtype == np.uint8:
        return np.flatnonzero(np.bincount(numbers))
    if end > MOST_RUNS:
        return np.unique(numbers)
    marked = np.zeros(end, dtype=np.bool_)
    marked[numbers] = True
    return np.flatnonzero(marked)
