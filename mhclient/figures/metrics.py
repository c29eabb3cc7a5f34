"""Accuracy in its parts, each with its denominator and interval: shares from 0 to 1, None where undefined.

Everything here counts items as independent; intervals that do not are in `linear.py`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from mhclient.figures.intervals import Interval, wilson
from mhclient.figures.tally import Counted
from mhclient.read.scored import ENDINGS, Ending, NoReply
from parsers import Grade

F = TypeVar("F")

# The curve over strictness: at each step, which grades count as a prediction. PARSING's three columns are
# "strict" (the letter alone), "explicit" (what MHGraphBench calls strict parsing) and "all".
STRICTNESS: Mapping[str, frozenset[Grade]] = {
    "strict": frozenset({Grade.STRICT}),
    "explicit": frozenset({Grade.STRICT, Grade.EXPLICIT}),
    "leading": frozenset({Grade.STRICT, Grade.EXPLICIT, Grade.LEADING}),
    "text": frozenset({Grade.STRICT, Grade.EXPLICIT, Grade.LEADING, Grade.TEXT}),
    "all": frozenset(Grade),
}


@dataclass(frozen=True, slots=True)
class Share:
    """A count, what it is counted among, and Wilson's interval of the share.

    Attributes:
        of_each: how many of them are of one item. The interval takes items for independent, not an item's
            replies: it is that of n / of_each items.
        mean: the mean over items of each one's share, where some have more replies than others; else None.
    """

    count: int
    n: int
    of_each: float = 1
    mean: float | None = None

    @property
    def value(self) -> float | None:
        return share(self.count, self.n) if self.mean is None else self.mean

    @property
    def ci95(self) -> Interval:
        count = self.count if self.mean is None else self.mean * self.n
        return wilson(count / self.of_each, self.n / self.of_each)


@dataclass(frozen=True, slots=True)
class Strictness:
    """One step of the curve over strictness: `read` and `correct` among all items asked."""

    read: Share
    correct: Share


@dataclass(frozen=True, slots=True)
class AccuracyFigures:
    """A set of items of one run; an item that is asked several times counts as often here.

    Shares are over items all the same: of items with more replies than others each counts for less.

    Attributes:
        n_planned: items the run is to ask.
        n: items asked: each has a reply or ended in an error.
        correct: right ones among all asked: what could not be read counts as wrong, as in the paper.
        answered: right ones among those that could be read.
        bounds: accuracy if everything unread were wrong, and if everything unread were right.
        by_strictness: read and right, counting only readings of those grades.
        outcomes: items per ending, all endings but "missing".
        kept_format: replies that are what the prompt asked for, among all items asked; undefined where it is
            not known what was asked for.
        epochs: replies to an item; the mean, where a log has more to some items than to others.
    """

    n_planned: int
    n: int
    correct: Share
    answered: Share
    bounds: Interval
    by_strictness: Mapping[str, Strictness]
    outcomes: Mapping[str, int]
    kept_format: Share
    epochs: float = 1

    @property
    def n_items(self) -> int:
        """Items asked, each counted once."""
        return round(self.n / self.epochs)

    @property
    def accuracy(self) -> float | None:
        return self.correct.value

    @property
    def n_unread(self) -> int:
        """Items asked from which no answer could be read."""
        return self.n - self.answered.n

    @property
    def partial(self) -> bool:
        """Whether items have not been asked yet."""
        return self.n < self.n_planned


def accuracy_figures(items: Counted, epochs: float = 1) -> AccuracyFigures:
    """The figures of the items of one task, or of any set of items.

    Args:
        epochs: as of `AccuracyFigures`.
    """
    asked = [(item, count) for item, count in items if item.asked]
    n = sum(count for _, count in asked)
    n_correct = sum(count for item, count in asked if item.correct)
    n_answered = sum(count for item, count in asked if item.said is not None)
    n_kept = sum(count for item, count in asked if item.kept_format)
    unknown = any(item.rule is not None and item.kept_format is None for item, _ in asked)
    endings: Counter[Ending] = Counter()
    grades: Counter[tuple[Grade | None, bool]] = Counter()
    for item, count in asked:
        endings[item.ending] += count
        grades[item.grade, item.correct] += count
    return AccuracyFigures(
        n_planned=sum(count for _, count in items),
        n=n,
        correct=Share(n_correct, n, epochs),
        answered=Share(n_correct, n_answered, epochs),
        bounds=(n_correct / n, (n_correct + n - n_answered) / n) if n else None,
        by_strictness={name: _at(counted, grades, n, epochs) for name, counted in STRICTNESS.items()},
        outcomes={ending.value: endings[ending] for ending in ENDINGS if ending is not NoReply.MISSING},
        kept_format=Share(n_kept, 0 if unknown else n, epochs),
        epochs=epochs,
    )


def with_means(found: F, weighed: F) -> F:
    """The figures with their counts of replies, but each share and mean as `weighed` has it.

    Args:
        weighed: the same figures of replies that count for parts, so that items weigh the same.
    """
    made: Any
    if isinstance(found, Share):
        made = replace(found, mean=with_means(found.value, cast("Share", weighed).value))
    elif is_dataclass(found) and not isinstance(found, type):
        names = [each.name for each in fields(found)]
        of = {name: with_means(getattr(found, name), getattr(weighed, name)) for name in names}
        made = replace(found, **of)
    elif isinstance(found, Mapping):
        made = {name: with_means(each, cast("Any", weighed)[name]) for name, each in found.items()}
    elif isinstance(found, tuple):
        made = tuple(map(with_means, found, cast("Any", weighed)))
    else:
        made = round(cast("float", weighed), 12) if isinstance(found, float) else found
    return cast("F", made)


def share(part: int, whole: int) -> float | None:
    """part / whole; None where there is no whole."""
    return part / whole if whole else None


def mean(values: Sequence[float | None]) -> float | None:
    """The mean; None if there are none or one of them is not known."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None


def _at(
    counted: frozenset[Grade], grades: Mapping[tuple[Grade | None, bool], int], n: int, epochs: float
) -> Strictness:
    """Args: grades: grade and whether right → items."""
    right, wrong = (sum(grades.get((grade, correct), 0) for grade in counted) for correct in (True, False))
    return Strictness(Share(right + wrong, n, epochs), Share(right, n, epochs))
