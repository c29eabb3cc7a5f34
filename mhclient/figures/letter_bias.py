"""Letter bias: which letters a model says, whatever is right, and how much of that the reading adds."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from mhclient.figures.accuracy import STRICTNESS, Counted, Tally
from mhclient.figures.numerics import Floats, Ints, chi2_above, renumbered
from mhclient.figures.proportion_intervals import Share
from mhclient.read.scored import Scored
from parsers import Grade


def copies_p(gold: Ints, said: Ints, question: Ints) -> float | None:
    """The p-value of Stuart and Maxwell's test with each question's replies summed up.

    A question's row is how often each letter is gold in it minus how often it is said; S is their sum, V the
    sum of their outer products, and S'V⁻¹S is chi-squared. Of questions with one reply each this is Stuart
    and Maxwell's own statistic (Maxwell 1970, British Journal of Psychiatry 116:651).

    Args:
        gold, said: (n_replies,) numbers of letters, of replies that were read.
        question: (n_replies,) from 0; replies of one question depend on each other.

    Returns:
        None where it cannot be tested: nothing was read, or too few questions disagree for the letters.
    """
    if not len(gold):
        return None
    differ = gold != said  # the others add nothing to their question's row
    rows = _by_question(gold[differ], said[differ], renumbered(question[differ])[1])
    rows = rows[:, (rows != 0).any(axis=0)][:, :-1]  # letters that stand in no disagreement say nothing
    if not rows.size:
        return 1.0
    covariance, total = rows.T @ rows, rows.sum(axis=0)
    if np.linalg.matrix_rank(covariance) < len(total):
        return None
    return chi2_above(float(total @ np.linalg.solve(covariance, total)), len(total))


def _by_question(gold: Ints, said: Ints, question: Ints) -> Floats:
    """(n_questions, n_letters) how often each letter is gold minus how often it is said."""
    n_letters = int(max(gold.max(initial=0), said.max(initial=0))) + 1
    size, shape = n_letters * (int(question.max(initial=-1)) + 1), (-1, n_letters)
    of_gold, of_said = (np.bincount(question * n_letters + each, minlength=size) for each in (gold, said))
    difference: Floats = (of_gold - of_said).reshape(shape).astype(np.float64)
    return difference


UNREAD = -1
FEW_REPLIES = 20  # below which a difference of letters' shares says little


@dataclass(frozen=True, slots=True)
class LetterRow:
    """One letter as shown, or one place among the lines.

    Attributes:
        gold: items whose gold it is, among all asked.
        said: how often it was said, among what was read.
        recall: items whose gold it is and that were answered right, among those.
    """

    name: str
    gold: Share
    said: Share
    recall: Share


@dataclass(frozen=True, slots=True)
class LetterFigures:
    """Letter figures of one task.

    Attributes:
        letters: per letter as shown.
        places: per place among the lines, where a variant lets options keep their letters when they move;
            else empty, since the first place is always A.
        homogeneity_p: p of the hypothesis that letters are said as often as they are gold, on the same items
            (Stuart–Maxwell, on what was read; copies of a question together); None where it cannot be tested.
        said_by_strictness: letter → how often it was said, counting only readings of those grades.
        gold_by_strictness: letter → how often it is gold among the same items.
    """

    letters: tuple[LetterRow, ...]
    places: tuple[LetterRow, ...]
    homogeneity_p: float | None
    said_by_strictness: Mapping[str, Mapping[str, Share]]
    gold_by_strictness: Mapping[str, Mapping[str, Share]]

    def imbalance(self, strictness: str) -> float | None:
        """The share of readings that would have to move to make the letters said as frequent as the gold's.

        Half the sum of the differences of the two distributions over the items read at that strictness.
        """
        said, gold = self.said_by_strictness[strictness], self.gold_by_strictness[strictness]
        if any(part.n == 0 for part in said.values()):
            return None
        return sum(abs((said[name].value or 0) - (gold[name].value or 0)) for name in said) / 2

    def excess_of_a(self, strictness: str) -> float | None:
        """How much more often A is said than it is gold, over the items read at that strictness."""
        said, gold = (
            shares[strictness]["A"].value for shares in (self.said_by_strictness, self.gold_by_strictness)
        )
        return None if said is None or gold is None else said - gold

    @property
    def made_by_reading(self) -> float | None:
        """The excess of A that readings beyond explicit answers add.

        Of the excess, not of the rate: replies that are read besides have other golds, which move the rate
        of a model without any preference.
        """
        every, explicit = self.excess_of_a("all"), self.excess_of_a("explicit")
        return None if every is None or explicit is None else every - explicit

    @property
    def reading_is_rough(self) -> bool:
        """Whether `made_by_reading` rests on few replies on either side."""
        sizes = [self.n_read(name) for name in ("all", "explicit")]
        return self.made_by_reading is not None and min(sizes) < FEW_REPLIES

    @property
    def p_is_rough(self) -> bool:
        """Whether the test, whose chi-squared is for many replies, rests on few."""
        return self.homogeneity_p is not None and self.n_read("all") < FEW_REPLIES

    def n_read(self, strictness: str) -> int:
        """Replies that were read at that strictness."""
        return next(iter(self.said_by_strictness[strictness].values())).n


# (letter or place of the gold, of what was said or None) → items.
Pairs: TypeAlias = Counter[tuple[str, str | None]]


def letter_figures(asked: Counted, epochs: float = 1) -> LetterFigures:
    """The figures of one task's items; all were asked and are of mode single.

    Args:
        epochs: replies to an item, on average. Letters are counted over replies; intervals take items for
            independent, not an item's replies. The test takes all replies for independent: `with_copies`
            puts right what are copies.
    """
    displays = {tuple(item.shown.letter_of) for item, _ in asked}
    labels = sorted({label for display in displays for label in display})
    moved = any(list(display) != sorted(display) for display in displays)
    kinds = _kinds(asked)
    read_at = {name: _read(kinds, STRICTNESS[name]) for name in ("strict", "explicit", "all")}
    every = _summed(((gold, said), n) for (gold, said, _), n in kinds.items())
    return LetterFigures(
        letters=_rows(labels, every, epochs),
        places=_rows(_places(displays), _summed((_by_place(item), n) for item, n in asked), epochs)
        if moved
        else (),
        homogeneity_p=_homogeneity_p(read_at["all"]),
        said_by_strictness={name: _shares(labels, pairs, 1, epochs) for name, pairs in read_at.items()},
        gold_by_strictness={name: _shares(labels, pairs, 0, epochs) for name, pairs in read_at.items()},
    )


def _kinds(asked: Counted) -> Counter[tuple[str, str | None, Grade | None]]:
    """(letter of the gold, letter said, grade) → items."""
    kinds: Counter[tuple[str, str | None, Grade | None]] = Counter()
    for item, n in asked:
        kinds[_one(item.gold), _said(item), item.grade] += n
    return kinds


def _read(kinds: Mapping[tuple[str, str | None, Grade | None], int], grades: frozenset[Grade]) -> Pairs:
    """The pairs of items read at one of these grades."""
    return _summed(((gold, said), n) for (gold, said, grade), n in kinds.items() if grade in grades)


def _summed(counts: Iterable[tuple[tuple[str, str | None], int]]) -> Pairs:
    pairs: Pairs = Counter()
    for pair, n in counts:
        pairs[pair] += n
    return pairs


def _rows(names: Sequence[str], pairs: Pairs, epochs: float) -> tuple[LetterRow, ...]:
    gold, said = _margin(pairs, 0), _margin(pairs, 1)
    n = pairs.total()
    n_read = n - said[None]
    return tuple(
        LetterRow(
            name,
            Share(gold[name], n, epochs),
            Share(said[name], n_read, epochs),
            Share(pairs[name, name], gold[name], epochs),
        )
        for name in names
    )


def _margin(pairs: Pairs, side: int) -> Counter[str | None]:
    """How often each name is gold (side 0), or was said (side 1)."""
    margin: Counter[str | None] = Counter()
    for pair, n in pairs.items():
        margin[pair[side]] += n
    return margin


def _places(displays: Iterable[Sequence[str]]) -> list[str]:
    return [str(place + 1) for place in range(max(map(len, displays)))]


def _by_place(item: Scored) -> tuple[str, str | None]:
    places = item.shown.places()
    said = _said(item)
    return str(places[_one(item.gold)] + 1), None if said is None else str(places[said] + 1)


def _shares(labels: Sequence[str], pairs: Pairs, side: int, epochs: float) -> dict[str, Share]:
    margin = _margin(pairs, side)
    return {label: Share(margin[label], pairs.total(), epochs) for label in labels}


def _one(letters: frozenset[str] | None) -> str:
    (letter,) = letters or frozenset()
    return letter


def _said(item: Scored) -> str | None:
    return None if item.said is None else _one(item.said)


def with_copies(found: LetterFigures, tally: Tally, rows: Ints, question: Ints) -> LetterFigures:
    """The figures with the test of items that are copies of questions, or repetitions.

    Args:
        rows: (n_items,) the items' places in the tally.
        question: (n_items,) the number of each one's question.
    """
    numbers = {row.name: number for number, row in enumerate(found.letters)}
    gold = tally.codes(rows, lambda item: numbers[_one(item.gold)])
    said = tally.codes(rows, lambda item: numbers.get(_said(item) or "", UNREAD))
    read = said != UNREAD
    return replace(found, homogeneity_p=copies_p(gold[read], said[read], question[read]))


def _homogeneity_p(read: Pairs) -> float | None:
    """Stuart–Maxwell on the table of gold and said (Maxwell 1970, British Journal of Psychiatry 116:651).

    Items are independent here; `with_copies` is for those that are not.

    Only disagreements count; letters that are in none are left out, since they would make the covariance
    singular. Groups of letters that never meet make it so as well: then there is no test.
    """
    pairs = {(gold, said): n for (gold, said), n in read.items() if said is not None and said != gold}
    if not pairs:
        return 1.0 if read else None
    labels = sorted({label for pair in pairs for label in pair})
    table = np.zeros((len(labels), len(labels)))
    for (gold, said), n in pairs.items():
        table[labels.index(gold), labels.index(said)] = n
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    difference = (rows - columns)[:-1]
    covariance = (np.diag(rows + columns) - table - table.T)[:-1, :-1]
    try:
        statistic = difference @ np.linalg.solve(covariance, difference)
    except np.linalg.LinAlgError:
        return None
    return chi2_above(statistic, len(labels) - 1)
