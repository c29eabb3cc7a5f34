"""Ratings: what each rater gave each original option, once the order in which options were shown is undone;
and preferences: of one row of ratings, each pair of options of which one was rated higher.

Of a row, `order[i]` is the original option shown at place i and `shown[i]` the slider there. The release
undoes this the wrong way round; `agreement.py` shows so without any label.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmark.labels.annotations import AUTHOR, N_OPTIONS, Annotation

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

AUTHOR_VALUE = 100.0


class OrderUndone(StrEnum):
    """How the order of options is undone."""

    said: str

    def __new__(cls, name: str, said: str) -> "OrderUndone":
        member = str.__new__(cls, name)
        member._value_ = name
        member.said = said
        return member

    RELEASED = "released", "as in the release, the wrong way round: value[k] = shown[order[k]]"
    CORRECTED = "corrected", "value[order[k]] = shown[k]"
    IGNORED = "ignored", "as shown, not put back: value[k] = shown[k]"

    def values(self, annotation: Annotation) -> tuple[float, ...]:
        """The sliders by original option.

        >>> row = Annotation("x0", 1, "male", (1, 2, 0, 3, 4), (10.0, 20.0, 30.0, 40.0, 50.0))
        >>> OrderUndone.CORRECTED.values(row)  # the first place showed option 1
        (30.0, 10.0, 20.0, 40.0, 50.0)
        >>> OrderUndone.RELEASED.values(row)
        (20.0, 30.0, 10.0, 40.0, 50.0)
        """
        order, shown = annotation.order, annotation.shown
        if self is OrderUndone.RELEASED:
            return tuple(shown[place] for place in order)
        if self is OrderUndone.CORRECTED:
            return tuple(shown[order.index(option)] for option in range(N_OPTIONS))
        return shown


@dataclass(frozen=True, slots=True)
class Ratings:
    """Rows of ratings as arrays.

    Attributes:
        questions: numbers of questions, rising; raters: their names, in order.
        question, rater: (n_rows,) places in `questions` and `raters`.
        values: (n_rows, 5) by original option, 0 to 100.
    """

    questions: tuple[int, ...]
    raters: tuple[str, ...]
    question: Ints
    rater: Ints
    values: Floats

    @property
    def n_raters(self) -> Ints:
        """(n_questions,) different raters of each question, its author not counted."""
        pairs = {
            (question, rater)
            for question, rater in zip(self.question.tolist(), self.rater.tolist(), strict=True)
            if self.raters[rater] != AUTHOR
        }
        return np.bincount([question for question, _ in pairs], minlength=len(self.questions))


def ratings_of(
    annotations: Sequence[Annotation], undone: OrderUndone, authors: Mapping[int, int] | None = None
) -> Ratings:
    """The annotations' values by option; with `authors` (question → option), a row more for each of them.

    Author rows give 100 to the author's answer and 0 to the others. They are needed for what the release has,
    and are never written anywhere.
    """
    rows = [(each.question, each.rater, undone.values(each)) for each in annotations]
    asked = {question for question, _, _ in rows}
    rows += [
        (question, AUTHOR, _author_row(k)) for question, k in (authors or {}).items() if question in asked
    ]
    questions, raters = sorted(asked), sorted({rater for _, rater, _ in rows})
    place_of = {question: place for place, question in enumerate(questions)}
    rater_of = {rater: place for place, rater in enumerate(raters)}
    return Ratings(
        questions=tuple(questions),
        raters=tuple(raters),
        question=np.array([place_of[question] for question, _, _ in rows], dtype=np.int64),
        rater=np.array([rater_of[rater] for _, rater, _ in rows], dtype=np.int64),
        values=np.array([values for _, _, values in rows], dtype=np.float64).reshape(-1, N_OPTIONS),
    )


def _author_row(option: int) -> tuple[float, ...]:
    return tuple(AUTHOR_VALUE if k == option else 0.0 for k in range(N_OPTIONS))


@dataclass(frozen=True, slots=True)
class Preferences:
    """Pairs (winner, loser); equal ones of one rater and question are merged.

    Attributes:
        n_questions, n_raters: how many there are.
        winner, loser: (n_pairs,) options of all questions in one row: 5 × place of the question + option.
        rater: (n_pairs,) place of the rater.
        row, pair: (n_preferences,) the row of ratings of each preference before merging, and its pair.
    """

    n_questions: int
    n_raters: int
    winner: Ints
    loser: Ints
    rater: Ints
    row: Ints
    pair: Ints

    def counts(self, weights: Floats | None = None) -> Floats:
        """(n_pairs,) how often each pair was stated, rows counted as often as `weights` (n_rows,) says."""
        given = None if weights is None else weights[self.row]
        return np.bincount(self.pair, given, len(self.winner)).astype(np.float64)


def preferences_of(ratings: Ratings) -> Preferences:
    """The preferences that ratings state."""
    higher = ratings.values[:, :, None] > ratings.values[:, None, :]  # (n_rows, winner, loser)
    row, winner, loser = np.nonzero(higher)
    first = N_OPTIONS * ratings.question[row]
    stated = np.stack([first + winner, first + loser, ratings.rater[row]])
    pairs, pair = np.unique(stated, axis=1, return_inverse=True)
    return Preferences(
        n_questions=len(ratings.questions),
        n_raters=len(ratings.raters),
        winner=pairs[0],
        loser=pairs[1],
        rater=pairs[2],
        row=row,
        pair=pair.reshape(-1),
    )


def softmax(strengths: Floats) -> Floats:
    """Probabilities of the last axis.

    >>> softmax(np.log([[1.0, 3.0]])).round(3).tolist()
    [[0.25, 0.75]]
    """
    powers: Floats = np.exp(strengths - strengths.max(axis=-1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return shares


def log1p_exp(values: Floats) -> Floats:
    """log(1 + e^x) without overflow."""
    found: Floats = np.logaddexp(0.0, values)
    return found


def logistic(values: Floats) -> Floats:
    """1 / (1 + e^−x) without overflow."""
    found: Floats = 0.5 * (1.0 + np.tanh(0.5 * values))
    return found
