"""Runs held against each other on the items they share: models, or variants of one prompt.

The pairs are the first run against each other run, or every two of them. What is compared: accuracy
(unread counts as wrong), accuracy of explicit answers alone, accuracy on the items that both could be
read on, and whether replies could be read at all. Where these lead to different conclusions, the findings
say so.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from mhclient.errors import ReportError
from mhclient.report.load import LoadedRun
from mhclient.report.summary import Resamplers, Settings, rows_by_task
from mhclient.scoring.bootstrap import Bools, Ints, Resampler
from mhclient.scoring.metrics import STRICTNESS
from mhclient.scoring.paired import Paired, holm, paired
from mhclient.scoring.scored import Ending, Scored


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two runs on one set of items; differences are second less first.

    Attributes:
        right: items answered right; unread counts as wrong.
        explicit: the same, counting only explicit readings.
        both_read: right, on the items that both runs could be read on.
        read: items from which an answer could be read.
        kept_format: replies that are just what the prompt asked for.
        p_holm: p of `right`, adjusted over the family it is in.
    """

    right: Paired
    explicit: Paired
    both_read: Paired
    read: Paired
    kept_format: Paired
    p_holm: float | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two runs compared.

    Attributes:
        overall, tasks: the contrasts; the overall ones of all pairs are a family, the tasks' another.
        transitions: how items ended in the first run and in the second → items; ends are "right", "wrong" or
            what kept an answer from being read.
        lost, won: ids of items right in the first run alone, in the second alone.
        left_out: items that only one of the runs has asked.
        tokens: of the first and of the second run's replies to the shared items, prompts included.
        cost_usd: likewise; None where the store knows no price.
    """

    first: LoadedRun
    second: LoadedRun
    overall: Contrast
    tasks: Mapping[str, Contrast]
    transitions: Mapping[tuple[str, str], int]
    lost: tuple[str, ...]
    won: tuple[str, ...]
    left_out: int
    tokens: tuple[int, int]
    cost_usd: tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class Comparison:
    """All pairs, with their families of tests: `n_tests` is the size of the tasks' family."""

    pairs: tuple[Pair, ...]
    n_tests: int
    settings: Settings


def compare(runs: Sequence[LoadedRun], settings: Settings, *, every_pair: bool = False) -> Comparison:
    """Compare runs.

    Raises:
        ReportError: there are fewer than two runs, or two of them have asked no item in common.
    """
    if len(runs) < 2:
        raise ReportError("comparing takes at least two different runs.")
    chosen = list(combinations(runs, 2)) if every_pair else [(runs[0], other) for other in runs[1:]]
    resamplers = Resamplers(settings)
    pairs = _adjusted([_pair(first, second, resamplers) for first, second in chosen])
    return Comparison(tuple(pairs), sum(len(pair.tasks) for pair in pairs), settings)


def _adjusted(pairs: Sequence[Pair]) -> list[Pair]:
    """With Holm's p: over the pairs for the overall tests, over pairs and tasks for the tasks' tests."""
    overall = iter(holm([pair.overall.right.p for pair in pairs]))
    tasks = iter(holm([contrast.right.p for pair in pairs for contrast in pair.tasks.values()]))
    return [
        replace(
            pair,
            overall=replace(pair.overall, p_holm=next(overall)),
            tasks={task: replace(contrast, p_holm=next(tasks)) for task, contrast in pair.tasks.items()},
        )
        for pair in pairs
    ]


def _pair(first: LoadedRun, second: LoadedRun, resamplers: Resamplers) -> Pair:
    theirs = {item.item.id: item for item in second.scored if item.asked}
    shared = [(item, theirs[item.item.id]) for item in first.scored if item.asked and item.item.id in theirs]
    if not shared:
        raise ReportError(
            f"runs '{first.run.run_id}' and '{second.run.run_id}' have asked no item in common: "
            "runs are compared on the same items."
        )
    ours, theirs_ = ([pair[side] for pair in shared] for side in (0, 1))
    resampler = resamplers.over(ours)
    marked = _Marked.of(ours), _Marked.of(theirs_)
    n_asked = sum(item.asked for item in first.scored)
    ids = [item.item.id for item in ours]
    return Pair(
        first=first,
        second=second,
        overall=_contrast(*marked, np.arange(len(shared)), resampler),
        tasks={task: _contrast(*marked, rows, resampler) for task, rows in rows_by_task(ours).items()},
        transitions=Counter((state(one), state(other)) for one, other in shared),
        lost=tuple(one.item.id for one, other in shared if one.correct and not other.correct),
        won=tuple(one.item.id for one, other in shared if other.correct and not one.correct),
        left_out=n_asked + len(theirs) - 2 * len(shared),
        tokens=(first.spent_on(ids).tokens, second.spent_on(ids).tokens),
        cost_usd=(first.spent_on(ids).cost_usd, second.spent_on(ids).cost_usd),
    )


def state(item: Scored) -> str:
    """How an item ended, for the table of transitions."""
    if item.ending is Ending.ANSWER:
        return "right" if item.correct else "wrong"
    return item.ending.value


@dataclass(frozen=True, slots=True)
class _Marked:
    """What of a run's items is compared, each (n_items,) true or false."""

    right: Bools
    explicit: Bools
    read: Bools
    kept_format: Bools

    @classmethod
    def of(cls, items: Sequence[Scored]) -> "_Marked":
        right = np.array([item.correct for item in items], dtype=bool)
        plain = np.array([item.grade in STRICTNESS["explicit"] for item in items], dtype=bool)
        read = np.array([item.said is not None for item in items], dtype=bool)
        return cls(right, right & plain, read, np.array([item.kept_format is True for item in items]))


def _contrast(first: _Marked, second: _Marked, rows: Ints, resampler: Resampler) -> Contrast:
    def contrast(of: str, chosen: Ints = rows) -> Paired:
        return paired(getattr(first, of)[chosen], getattr(second, of)[chosen], resampler, chosen)

    both_read = rows[first.read[rows] & second.read[rows]]
    return Contrast(
        right=contrast("right"),
        explicit=contrast("explicit"),
        both_read=contrast("right", both_read),
        read=contrast("read"),
        kept_format=contrast("kept_format"),
    )
