"""A run's figures as one value: of its tasks, of all its items, what blocks add, and what is found in them.

A `Summary` holds the `Figures` of every task and of groups of tasks; blocks of a report work out their own
from it when they are asked for. A `Finding` is one conclusion in a sentence; blocks say which there are.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar, cast

import numpy as np

from benchmark import Mode
from mhclient.figures import classification
from mhclient.figures.accuracy import AccuracyFigures, Counted, Tally, accuracy_figures, with_means
from mhclient.figures.classification import Figure, SetFigures, set_figures, smooth_estimate
from mhclient.figures.cluster_robust import LinearFigure
from mhclient.figures.confidence_intervals import ANY, SHARE, Bounds, Estimate
from mhclient.figures.letter_bias import LetterFigures, letter_figures, with_copies
from mhclient.figures.numerics import Floats, Ints, renumbered
from mhclient.figures.repetitions import EpochFigures
from mhclient.report.loading.basis import Basis, DependentItems
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.settings import Settings, Versions
from mhclient.report.table import SUMS
from mhclient.show.cells import percent

CORRELATION: Bounds = (-1.0, 1.0)
V = TypeVar("V")


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
        estimate: accuracy with the interval for what the report is about.
        answered: the same among what could be read.
        agreement, letters: for items of mode single; None elsewhere and where nothing was asked.
        sets: for items of mode multi.
        prediction_a_rate: for items that ask A or B.
        chance: the accuracy of guessing, for items of mode single.
    """

    accuracy: AccuracyFigures
    estimate: Estimate
    answered: Estimate
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


def figures(tally: Tally, rows: Ints, sharing: DependentItems, settings: Settings) -> Figures:
    """The figures of a set of items.

    Args:
        rows: (n_items,) each item's place among the run's items, which are those of `sharing`.
    """
    asked_rows = rows[tally.asked[rows]]
    asked = tally.counted(asked_rows)
    single = bool(asked) and all(item.item.mode is Mode.SINGLE for item, _ in asked)
    mean = sharing.mean(asked_rows)
    said = _Said.of(tally, asked, asked_rows, mean) if single else None
    binary = single and all(item.binary for item, _ in asked)
    several = tally.epochs > 1 and len(rows)
    epochs = len(rows) / len(np.unique(sharing.item_of[rows])) if several else 1
    accuracy = over_items(partial(accuracy_figures, epochs=epochs), asked_rows, tally.counted, sharing)
    accuracy = replace(accuracy, n_planned=len(rows))
    right = mean.estimate(tally.right[asked_rows].astype(float))
    answered = _among_read(tally, asked_rows, sharing) if accuracy.n_unread else right
    return Figures(
        accuracy=accuracy,
        estimate=right,
        answered=answered,
        agreement=_agreement(said) if said else None,
        letters=_letters(tally, asked_rows, sharing, epochs) if single else None,
        sets=over_items(partial(set_figures, epochs=epochs), asked_rows, tally.of_rows, sharing)
        if asked and not single
        else None,
        prediction_a_rate=said.estimate(classification.prediction_a_rate, SHARE) if said and binary else None,
        chance=over_items(_chance, asked_rows, tally.counted, sharing) if single else None,
    )


def over_items(
    figures: Callable[[Counted], V], rows: Ints, counted: Callable[..., Counted], sharing: DependentItems
) -> V:
    """Figures of replies, with shares and means over items: each weighs the same, however many it has.

    Args:
        counted: which items there are in rows, and how many; of replies that count for parts too.
    """
    weights = sharing.weights(rows)
    found = figures(counted(rows))
    return found if weights is None else with_means(found, figures(counted(rows, weights)))


def _among_read(tally: Tally, rows: Ints, sharing: DependentItems) -> Estimate:
    read = tally.read[rows].astype(float)
    return sharing.mean(rows, read).estimate(tally.right[rows].astype(float))


def _letters(tally: Tally, rows: Ints, sharing: DependentItems, epochs: float) -> LetterFigures:
    found = over_items(partial(letter_figures, epochs=epochs), rows, tally.counted, sharing)
    questions, numbers = renumbered(sharing.question_of[rows])
    if len(questions) == len(rows):
        return found
    return with_copies(found, tally, rows, numbers)


def _chance(asked: Counted) -> float:
    return sum(n / len(item.item.options) for item, n in asked) / sum(n for _, n in asked)


@dataclass(frozen=True, slots=True)
class _Said:
    """What was said against what is right, by letters: each item's cell of the table."""

    codes: Ints
    n_letters: int
    mean: LinearFigure

    @classmethod
    def of(cls, tally: Tally, asked: Counted, rows: Ints, mean: LinearFigure) -> "_Said":
        n_letters = max(len(item.shown.letter_of) for item, _ in asked)
        return cls(tally.codes(rows, lambda item: classification.cell(item, n_letters)), n_letters, mean)

    def estimate(self, figure: Figure, within: Bounds = ANY) -> Estimate:
        """A figure of the table."""

        def of_cells(cells: Floats) -> Floats:
            return figure(classification.as_tables(cells, self.n_letters))

        return smooth_estimate(of_cells, self.codes, self.n_letters * (self.n_letters + 1), self.mean, within)


def _agreement(said: _Said) -> GoldAgreement:
    return GoldAgreement(
        balanced_accuracy=said.estimate(classification.balanced_accuracy, SHARE),
        kappa=said.estimate(classification.kappa, CORRELATION),
        mcc=said.estimate(classification.mcc, CORRELATION),
        kappa_answered=said.estimate(_answered(classification.kappa), CORRELATION),
        mcc_answered=said.estimate(_answered(classification.mcc), CORRELATION),
    )


def _answered(figure: Figure) -> Figure:
    """The figure of what could be read."""
    return lambda tables: figure(classification.answered_only(tables))


F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Summary:
    """One run, in figures.

    Attributes:
        tasks, groups: name → the figures of its items; groups are those of which a task was asked.
        overall: all items of all tasks together.
        repetitions: task, or "all", → what several replies to each item say; empty where each is asked once.
        found: function of a block → the figures that it has worked out of the run; see `get`.
        before: the same run without people's decisions, if any is about it.
        same_replies: run beside this one → for how many items it rests on the same replies.
    """

    run: LoadedRun
    settings: Settings
    tasks: Mapping[str, Figures]
    groups: Mapping[str, Figures]
    overall: Figures
    found: Mapping[Callable[[Basis], Any], Any]
    repetitions: Mapping[str, EpochFigures] = field(default_factory=dict)
    before: "Summary | None" = None
    same_replies: Mapping[str, int] = field(default_factory=dict)
    versions: Versions = field(default_factory=Versions)
    _beside: dict[tuple[object, ...], tuple[object, Any]] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        return f"<Summary {self.run_id}, accuracy {percent(self.overall.estimate.value)} %>"

    def get(self, figures: Callable[[Basis], F]) -> F:
        """The figures that this function, which a block names under `figures`, has worked out of the run."""
        return cast("F", self.found[figures])

    def get_beside(self, summaries: Sequence["Summary"], figures: Callable[[Sequence["Summary"]], F]) -> F:
        """What a function makes of several runs, of which this is the first; worked out once for all."""
        runs = [summary.run for summary in summaries]
        key = (figures, self.settings, *map(id, runs))
        if key not in self._beside:
            self._beside[key] = runs, figures(summaries)  # the runs too: no other gets the number of one
        return cast("F", self._beside[key][1])

    def with_overall(self) -> list[tuple[str, Figures]]:
        """The tasks' figures, and those of all items where there are several tasks."""
        overall = [(SUMS, self.overall)] if len(self.tasks) > 1 else []
        return [*self.tasks.items(), *overall]

    @property
    def run_id(self) -> str:
        return self.run.run.run_id

    @property
    def partial(self) -> bool:
        """Whether items of the run have not been asked yet."""
        return self.overall.accuracy.partial


# What findings about runs are called above a column, in the order of columns.
HEADINGS: Mapping[str, str] = {
    "partial": "Partial",
    "limited": "Part of the benchmark",
    "reasked": "Asked again",
    "same_replies": "Same replies",
    "left_out": "Items left out",
    "items_changed": "Items changed",
    "asked_twice": "Questions asked twice",
    "other_labels": "Other labels",
    "errors": "Errors",
    "unread": "Unread",
    "decided": "Decided by people",
    "not_decided": "Not decided",
    "chance_depends_on_unread": "Unread decides",
    "depends_on_strictness": "Strictness decides",
    "letter_bias": "Letters",
    "below_constant": "Below a constant",
    "few_clusters": "Few clusters",
    "too_few_clusters": "Too few clusters",
    "all_or_nothing": "All or nothing known",
    "contraindication_called_a_use": "Dangerous side",
    "calibration": "Confidence",
    "near_ties": "Near ties",
    "other_parameters": "Other parameters",
    "adapted_parameters": "Parameters adapted",
    "several_models_served": "Several models",
    "fingerprint_changed": "Fingerprint",
    "unfinished": "Ending not known",
    "broken_off": "Broken off",
    "glued": "Commentary in the text",
    "repetitions": "Repetitions",
    "noise_not_measured": "Noise not measured",
    "published": "Published score",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One conclusion: `code` for programs, `where` it holds ("overall" or a task), `text` for people."""

    code: str
    where: str
    text: str


def by_whom(summary: Summary, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Findings about what replies say, told as the raters' where their decisions stand in for readings."""
    decided = summary.run.decided
    if decided is None or not decided.n_changed:
        yield from findings
        return
    for finding in findings:
        yield replace(finding, text=f"As raters decided, not as was read: {finding.text}")
