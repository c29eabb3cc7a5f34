"""Said too often, whatever is right: a letter where options stand in changing order, yes where they do not.

In a task whose options always stand in the same order a letter is its text: a preference for A cannot be
distinguished there from a preference for yes. So letters are looked at where options change their places, and
in tasks whose answers are yes and no it is how often yes is said. Both are a difference of shares of the same
replies: how often something is said minus how often it is right, among what was read. Decisions and
`letters.py` have what follows from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from benchmark import Mode
from mhclient.figures.estimate import DIFFERENCE, Estimate
from mhclient.figures.numerics import Ints
from mhclient.figures.proportion_intervals import ALPHA
from mhclient.read.scored import Scored
from mhclient.report.blocks.drilldown import one_of_tasks
from mhclient.report.chart import Point
from mhclient.report.loading.basis import Basis
from mhclient.report.summary import Summary
from mhclient.report.table import Behind
from mhclient.report.wording.shapes import bounds_document
from mhclient.show.cells import is_rough

LOOKED_AT = 500  # items of a task, by which it is told whether its options change their places
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Excess:
    """How often something is said minus how often it is right, among `n` replies read.

    Attributes:
        said: how many of the replies say it.
    """

    estimate: Estimate
    said: int
    n: int


@dataclass(frozen=True, slots=True)
class SaidTooOften:
    """What a run says too often.

    Attributes:
        tasks: those whose options change their places.
        letters: letter as shown → its excess over these tasks; empty without such a task.
        yes: yes-or-no task → the letter that yes is shown under, and its excess.
    """

    tasks: tuple[str, ...] = ()
    letters: Mapping[str, Excess] = field(default_factory=dict)
    yes: Mapping[str, tuple[str, Excess]] = field(default_factory=dict)


def preferences_of(basis: Basis) -> SaidTooOften:
    """The excess of every letter, and of yes."""
    fixed = {task: _fixed_options(basis, rows) for task, rows in basis.of_task.items()}
    moving = tuple(task for task, options in fixed.items() if options is None and _single(basis, task))
    letters: dict[str, Excess] = {}
    if moving:
        rows = np.sort(np.concatenate([_read(basis, basis.of_task[task]) for task in moving]))
        letters = {letter: _excess(basis, rows, letter) for letter in _letters(basis, rows)}
    yes = {
        task: (options[YES], _excess(basis, _read(basis, basis.of_task[task]), options[YES]))
        for task, options in fixed.items()
        if options and set(options) == {YES, NO} and _single(basis, task)
    }
    return SaidTooOften(moving, letters, yes)


def _single(basis: Basis, task: str) -> bool:
    first = basis.tally.scored[int(basis.of_task[task][0])]
    return first.item.mode is Mode.SINGLE


def _fixed_options(basis: Basis, rows: Ints) -> dict[str, str] | None:
    """Text → the letter it is shown under, where that is the same in all items; None where it is not."""
    found: dict[str, str] | None = None
    for row in islice(rows.tolist(), LOOKED_AT):
        scored = basis.tally.scored[row]
        shown = {
            scored.item.options[own].strip().casefold(): label
            for label, own in scored.shown.letter_of.items()
        }
        if found is not None and shown != found:
            return None
        found = shown
    return found if len(rows) > 1 else None


def _read(basis: Basis, rows: Ints) -> Ints:
    """The rows from whose reply one letter was read."""
    read: Ints = rows[basis.tally.codes(rows, lambda item: int(item.said is not None)) == 1]
    return read


def _letters(basis: Basis, rows: Ints) -> list[str]:
    """The letters of all these items: one that only some of them have would be compared with nothing."""
    counted = [set(item.shown.letter_of) for item, _ in basis.tally.counted(rows)]
    return sorted(set.intersection(*counted)) if counted else []


def _excess(basis: Basis, rows: Ints, letter: str) -> Excess:
    alone = frozenset({letter})

    def which(item: Scored) -> int:
        return 2 * (item.said == alone) + (item.gold == alone)

    codes = basis.tally.codes(rows, which) if len(rows) else np.zeros(0, dtype=np.int64)
    said, gold = codes // 2, codes % 2
    if not len(rows):
        return Excess(Estimate(None), 0, 0)
    found = basis.sharing.mean(rows).estimate((said - gold).astype(np.float64))
    estimate = replace(found, within=DIFFERENCE, freedom=None)  # it may be below 0
    return Excess(estimate, int(said.sum()), len(rows))


def letter_points(summary: Summary) -> list[Point]:
    """Every letter's excess over the tasks whose options change their places."""
    found = summary.get(preferences_of)
    return [_point(summary, letter, found.tasks, letter, each) for letter, each in found.letters.items()]


def yes_points(summary: Summary) -> list[Point]:
    """The excess of yes, task by task."""
    yes = summary.get(preferences_of).yes.items()
    return [_point(summary, task, [task], letter, each) for task, (letter, each) in yes]


def favoured_point(summary: Summary) -> Point | None:
    """The letter that is said too often by most, with an interval that holds for all letters together.

    None where options never change their places.
    """
    found = summary.get(preferences_of)
    known = {letter: each for letter, each in found.letters.items() if each.estimate.value is not None}
    if not known:
        return None
    letter = max(known, key=lambda name: known[name].estimate.value or 0.0)
    estimate = known[letter].estimate
    behind = Behind(
        summary.run_id,
        {**one_of_tasks(found.tasks, summary), "said": letter},
        known[letter].said,
        known[letter].n,
    )
    bounds = estimate.interval(1 - ALPHA / len(known))
    return Point(letter, estimate.value, bounds, behind, is_rough(bounds, estimate.n_effective))


def _point(summary: Summary, name: str, tasks: Sequence[str], letter: str, each: Excess) -> Point:
    found = each.estimate
    behind = Behind(summary.run_id, {**one_of_tasks(tasks, summary), "said": letter}, each.said)
    return Point(name, found.value, found.ci95, behind, is_rough(found.ci95, found.n_effective))


def preferences_document(summary: Summary) -> dict[str, Any]:
    """What is said too often, for programs."""
    found = summary.get(preferences_of)
    return {
        "said_too_often": {
            "tasks": list(found.tasks),
            "letters": [{"name": letter, **_document(each)} for letter, each in found.letters.items()],
            "yes": [{"name": task, **_document(each)} for task, (_, each) in found.yes.items()],
        }
    }


def _document(each: Excess) -> dict[str, Any]:
    estimate = each.estimate
    return {"n": each.n, "excess": estimate.value, "ci95": bounds_document(estimate.ci95)}


class Preference(NamedTuple):
    """What is shown to be said too often, by a 95 % interval.

    Attributes:
        task: of yes; None for a letter.
        bounds: of its excess, together with those of all letters, or of yes in all tasks.
    """

    letter: str
    task: str | None
    excess: Excess
    bounds: tuple[float, float]

    @property
    def said(self) -> float:
        """How often it is said, as a share of the replies read."""
        return self.excess.said / self.excess.n

    @property
    def right(self) -> float:
        """How often it is right there."""
        return self.said - self.value

    @property
    def value(self) -> float:
        return self.excess.estimate.value or 0.0


def clear_preferences(summary: Summary) -> Iterator[Preference]:
    """What is shown to be said too often: the favoured letter, and yes."""
    found, point = summary.get(preferences_of), favoured_point(summary)
    if point is not None and point.bounds is not None and point.bounds[0] > 0:
        yield Preference(point.name, None, found.letters[point.name], point.bounds)
    for task, (letter, excess) in found.yes.items():
        bounds = excess.estimate.interval(1 - ALPHA / len(found.yes))
        if bounds is not None and bounds[0] > 0:
            yield Preference(letter, task, excess, bounds)
