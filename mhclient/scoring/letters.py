"""Letter bias: which letters a model says, whatever is right, and how much of that the reading adds."""

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mhclient.scoring.metrics import STRICTNESS, Share
from mhclient.scoring.scored import Scored


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
    """What one task's replies say about letters.

    Attributes:
        letters: per letter as shown.
        places: per place among the lines, where a variant lets options keep their letters when they move;
            else empty, since the first place is always A.
        homogeneity_p: p of the hypothesis that letters are said as often as they are gold, on the same items
            (Stuart–Maxwell, on what was read); None where it cannot be tested.
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

    @property
    def made_by_reading(self) -> float | None:
        """What reading beyond explicit answers adds to the rate of A."""
        every, explicit = (self.said_by_strictness[name]["A"].value for name in ("all", "explicit"))
        return None if every is None or explicit is None else every - explicit


def letter_figures(asked: Sequence[Scored]) -> LetterFigures:
    """The figures of one task's items; all were asked and are of mode single."""
    labels = sorted({label for item in asked for label in item.shown.letter_of})
    moved = any(list(item.shown.letter_of) != sorted(item.shown.letter_of) for item in asked)
    read_at = {
        name: [item for item in asked if item.grade in STRICTNESS[name]]
        for name in ("strict", "explicit", "all")
    }
    return LetterFigures(
        letters=_rows(labels, [(_one(item.gold), _said(item)) for item in asked]),
        places=_rows(_places(asked), [_by_place(item) for item in asked]) if moved else (),
        homogeneity_p=_homogeneity_p(read_at["all"]),
        said_by_strictness={
            name: _shares(labels, [_one(item.said) for item in read if item.said])
            for name, read in read_at.items()
        },
        gold_by_strictness={
            name: _shares(labels, [_one(item.gold) for item in read]) for name, read in read_at.items()
        },
    )


def _rows(names: Sequence[str], pairs: Sequence[tuple[str, str | None]]) -> tuple[LetterRow, ...]:
    """Args: pairs: per item the name of its gold and of what was said."""
    gold, said = Counter(gold for gold, _ in pairs), Counter(said for _, said in pairs)
    right = Counter(gold for gold, said in pairs if gold == said)
    n_read = len(pairs) - said[None]
    return tuple(
        LetterRow(
            name, Share(gold[name], len(pairs)), Share(said[name], n_read), Share(right[name], gold[name])
        )
        for name in names
    )


def _places(asked: Sequence[Scored]) -> list[str]:
    return [str(place + 1) for place in range(max(len(item.shown.letter_of) for item in asked))]


def _by_place(item: Scored) -> tuple[str, str | None]:
    places = item.shown.places()
    said = _said(item)
    return str(places[_one(item.gold)] + 1), None if said is None else str(places[said] + 1)


def _shares(labels: Sequence[str], said: Sequence[str]) -> dict[str, Share]:
    counts = Counter(said)
    return {label: Share(counts[label], len(said)) for label in labels}


def _one(letters: frozenset[str] | None) -> str:
    (letter,) = letters or frozenset()
    return letter


def _said(item: Scored) -> str | None:
    return None if item.said is None else _one(item.said)


def _homogeneity_p(read: Sequence[Scored]) -> float | None:
    """Stuart–Maxwell on the table of gold and said.

    Only disagreements count; letters that are in none are left out, since they would make the covariance
    singular.
    """
    from statsmodels.stats.contingency_tables import SquareTable

    pairs = [(_one(item.gold), _one(item.said)) for item in read if not item.correct]
    if not pairs:
        return 1.0 if read else None
    place = {
        label: number for number, label in enumerate(sorted({label for pair in pairs for label in pair}))
    }
    table = np.zeros((len(place), len(place)))
    for gold, said in pairs:
        table[place[gold], place[said]] += 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # groups of letters that never meet: no test, which NaN says too
        p = float(SquareTable(table, shift_zeros=False).homogeneity(method="stuart_maxwell").pvalue)
    return None if np.isnan(p) else p
