"""The figures of one set of items of one run, together with their clustered intervals."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from benchmark import Mode
from mhclient.figures import confusion
from mhclient.figures.bootstrap import Bools, Estimate, Floats, Ints, Resampler, estimate, ratio
from mhclient.figures.letters import LetterFigures, letter_figures
from mhclient.figures.metrics import AccuracyFigures, accuracy_figures
from mhclient.figures.sets import SetFigures, set_figures
from mhclient.figures.tally import Counted, Tally

Figure: TypeAlias = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True)
class GoldAgreement:
    """How far what was said agrees with the gold beyond the letters' frequencies.

    `kappa` and `mcc` are over all items asked, unread as a category of its own; those ending in
    `_answered` are over what could be read.
    """

    balanced_accuracy: Estimate
    kappa: Estimate
    mcc: Estimate
    kappa_answered: Estimate
    mcc_answered: Estimate


@dataclass(frozen=True, slots=True)
class Figures:
    """One set of items.

    Attributes:
        clustered: accuracy with the clustered bootstrap's interval.
        n_clusters: clusters that hold an item asked.
        agreement, letters: for items of mode single; None elsewhere and where nothing was asked.
        sets: for items of mode multi.
        prediction_a_rate: for items that ask A or B.
        chance: the accuracy of guessing, for items of mode single.
    """

    accuracy: AccuracyFigures
    clustered: Estimate
    n_clusters: int
    agreement: GoldAgreement | None
    letters: LetterFigures | None
    sets: SetFigures | None
    prediction_a_rate: Estimate | None
    chance: float | None

    @property
    def gold_a_rate(self) -> float | None:
        """Share of A among the gold of all items asked, for items that ask A or B."""
        binary = self.prediction_a_rate is not None and self.letters is not None
        return self.letters.letters[0].gold.value if binary and self.letters else None


def figures(tally: Tally, rows: Ints, resampler: Resampler) -> Figures:
    """The figures of a set of items.

    Args:
        rows: (n_items,) each item's place among the run's items, which are the resampler's.
    """
    asked_rows = rows[tally.asked[rows]]
    asked = tally.counted(asked_rows)
    single = bool(asked) and all(item.item.mode is Mode.SINGLE for item, _ in asked)
    tables = _tables(tally, asked, asked_rows, resampler) if single else None
    binary = single and all(item.binary for item, _ in asked)
    return Figures(
        accuracy=accuracy_figures(tally.counted(rows)),
        clustered=_clustered_accuracy(tally.right[asked_rows], asked_rows, resampler),
        n_clusters=len(np.unique(resampler.cluster_of[asked_rows])),
        agreement=_agreement(*tables) if tables else None,
        letters=letter_figures(asked) if single else None,
        sets=set_figures([tally.scored[row] for row in asked_rows]) if asked and not single else None,
        prediction_a_rate=_estimate(confusion.prediction_a_rate, *tables) if tables and binary else None,
        chance=_chance(asked) if single else None,
    )


def _clustered_accuracy(right: Bools, rows: Ints, resampler: Resampler) -> Estimate:
    """Accuracy with its interval over resamples of clusters."""
    return estimate(right.mean() if len(right) else np.nan, resampled_accuracy(right, rows, resampler))


def resampled_accuracy(right: Bools, rows: Ints, resampler: Resampler) -> Floats:
    """(resamples,) the accuracy in every resample."""
    counts = resampler.code_counts(rows, right.astype(np.int64), 2)
    return ratio(counts[:, 1], counts.sum(-1))


def _chance(asked: Counted) -> float:
    return sum(n / len(item.item.options) for item, n in asked) / sum(n for _, n in asked)


def _tables(tally: Tally, asked: Counted, rows: Ints, resampler: Resampler) -> tuple[Floats, Floats]:
    """The table of the items, and those of the resamples."""
    n_letters = max(len(item.shown.letter_of) for item, _ in asked)
    n_cells = n_letters * (n_letters + 1)
    codes = tally.codes(rows, lambda item: confusion.cell(item, n_letters))
    table = np.bincount(codes, minlength=n_cells).astype(np.float64)
    resampled = resampler.code_counts(rows, codes, n_cells)
    return confusion.as_tables(table, n_letters), confusion.as_tables(resampled, n_letters)


def _agreement(table: Floats, resampled: Floats) -> GoldAgreement:
    read = confusion.answered_only(table), confusion.answered_only(resampled)
    return GoldAgreement(
        balanced_accuracy=_estimate(confusion.balanced_accuracy, table, resampled),
        kappa=_estimate(confusion.kappa, table, resampled),
        mcc=_estimate(confusion.mcc, table, resampled),
        kappa_answered=_estimate(confusion.kappa, *read),
        mcc_answered=_estimate(confusion.mcc, *read),
    )


def _estimate(figure: Figure, table: Floats, resampled: Floats) -> Estimate:
    return estimate(figure(table), figure(resampled))
