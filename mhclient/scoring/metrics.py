"""The figures of one task, each with its denominator: shares from 0 to 1, None where undefined."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from mhclient.scoring.intervals import wilson
from mhclient.scoring.scored import Ending, Scored
from parsers import Grade

# Which grades count as a prediction at each strictness.
STRICTNESS: dict[str, frozenset[Grade]] = {
    "strict": frozenset({Grade.STRICT}),
    "explicit": frozenset({Grade.STRICT, Grade.EXPLICIT}),
    "all": frozenset(Grade),
}


@dataclass(frozen=True, slots=True)
class Binary:
    """Figures of tasks that ask A (yes) or B (no).

    Attributes:
        prediction_a_rate: share of A among the predictions.
        gold_a_rate: share of A among the gold of all items.
        balanced_accuracy: mean of the accuracies on gold A and on gold B; unread counts as wrong.
    """

    prediction_a_rate: float | None
    gold_a_rate: float | None
    balanced_accuracy: float | None


@dataclass(frozen=True, slots=True)
class TaskFigures:
    """One task of one run.

    Attributes:
        n_planned: items the run is to ask.
        n: items asked: each has a reply or ended in an error.
        n_correct, n_answered: predictions that are the gold; predictions.
        accuracy: n_correct / n: what could not be read counts as wrong, as in the paper.
        ci95: Wilson's interval of `accuracy`.
        accuracy_answered: n_correct / n_answered: among what could be read.
        bounds: `accuracy` if everything unread were wrong, and if everything unread were right.
        accuracy_by_strictness: `accuracy` counting only predictions of those grades.
        outcomes: items per ending, all endings but "missing".
        binary: only for tasks that ask A or B.
    """

    n_planned: int
    n: int
    n_correct: int
    n_answered: int
    accuracy: float | None
    ci95: tuple[float, float] | None
    accuracy_answered: float | None
    bounds: tuple[float, float] | None
    accuracy_by_strictness: dict[str, float | None]
    outcomes: dict[str, int]
    binary: Binary | None


def task_figures(items: Sequence[Scored]) -> TaskFigures:
    """The figures of the items of one task, or of any set of items."""
    asked = [item for item in items if item.ending is not Ending.MISSING]
    n, n_correct = len(asked), sum(item.correct for item in asked)
    n_answered = sum(item.prediction is not None for item in asked)
    endings = Counter(item.ending for item in asked)
    return TaskFigures(
        n_planned=len(items),
        n=n,
        n_correct=n_correct,
        n_answered=n_answered,
        accuracy=share(n_correct, n),
        ci95=wilson(n_correct, n),
        accuracy_answered=share(n_correct, n_answered),
        bounds=(n_correct / n, (n_correct + n - n_answered) / n) if n else None,
        accuracy_by_strictness={
            name: share(sum(item.correct and item.grade in grades for item in asked), n)
            for name, grades in STRICTNESS.items()
        },
        outcomes={ending.value: endings[ending] for ending in Ending if ending is not Ending.MISSING},
        binary=_binary(asked) if asked and all(item.binary for item in asked) else None,
    )


def share(part: int, whole: int) -> float | None:
    """part / whole; None where there is no whole."""
    return part / whole if whole else None


def mean(values: Sequence[float | None]) -> float | None:
    """The mean; None if there are none or one of them is not known."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None


def _binary(asked: Sequence[Scored]) -> Binary:
    predictions = [item.prediction for item in asked if item.prediction is not None]
    on_gold = {letter: [item.correct for item in asked if item.gold == {letter}] for letter in ("A", "B")}
    return Binary(
        prediction_a_rate=share(sum(prediction == {"A"} for prediction in predictions), len(predictions)),
        gold_a_rate=share(len(on_gold["A"]), len(asked)),
        balanced_accuracy=mean([share(sum(right), len(right)) for right in on_gold.values()]),
    )
