"""Runs held against each other on the items they share: models, or variants of one prompt.

The pairs are the first run against each other run, or every two of them. What is compared: accuracy
(unread counts as wrong), accuracy of explicit answers alone, accuracy on the items that both could be
read on, and whether replies could be read at all. Where these lead to different conclusions, the findings
say so.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, compress

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
    asked = {run.run.run_id: _Asked.of(run) for run in runs}
    sides = [(asked[first.run.run_id], asked[second.run.run_id]) for first, second in chosen]
    pairs = _adjusted([_pair(*both, resamplers) for both in sides])
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


def _pair(first: "_Asked", second: "_Asked", resamplers: Resamplers) -> Pair:
    ids = _shared_ids(first, second)
    ours, theirs = first.of_items(ids), second.of_items(ids)
    rows = rows_by_task(ours.items)
    resampler = resamplers.over(ours.items)
    spent = first.run.spent_on(ids), second.run.spent_on(ids)
    return Pair(
        first=first.run,
        second=second.run,
        overall=_contrast(ours, theirs, np.arange(len(ids)), resampler),
        tasks={task: _contrast(ours, theirs, of_task, resampler) for task, of_task in rows.items()},
        transitions=Counter(zip(ours.states, theirs.states, strict=True)),
        lost=tuple(compress(ids, ours.right & ~theirs.right)),
        won=tuple(compress(ids, theirs.right & ~ours.right)),
        left_out=len(first.ids) + len(second.ids) - 2 * len(ids),
        tokens=(spent[0].tokens, spent[1].tokens),
        cost_usd=(spent[0].cost_usd, spent[1].cost_usd),
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is compared of the items that a run has asked; each array is (n_items,), true or false."""

    run: LoadedRun
    items: Sequence[Scored]
    ids: Sequence[str]
    states: Sequence[str]
    right: Bools
    explicit: Bools
    read: Bools
    kept_format: Bools

    @classmethod
    def of(cls, run: LoadedRun, items: Sequence[Scored] | None = None) -> "_Asked":
        asked = [item for item in run.scored if item.asked] if items is None else items
        right = np.array([item.correct for item in asked], dtype=bool)
        plain = np.array([item.grade in STRICTNESS["explicit"] for item in asked], dtype=bool)
        return cls(
            run=run,
            items=asked,
            ids=[item.item.id for item in asked],
            states=[state(item) for item in asked],
            right=right,
            explicit=right & plain,
            read=np.array([item.said is not None for item in asked], dtype=bool),
            kept_format=np.array([item.kept_format is True for item in asked], dtype=bool),
        )

    def of_items(self, ids: Sequence[str]) -> "_Asked":
        """The same of these items, in their order."""
        if ids == self.ids:
            return self
        item_of = dict(zip(self.ids, self.items, strict=True))
        return _Asked.of(self.run, [item_of[item_id] for item_id in ids])


def _shared_ids(first: "_Asked", second: "_Asked") -> Sequence[str]:
    """The items that both have asked, in the order of the first.

    Raises:
        ReportError: there are none.
    """
    theirs = set(second.ids)
    shared = [item_id for item_id in first.ids if item_id in theirs]
    if not shared:
        raise ReportError(
            f"runs '{first.run.run.run_id}' and '{second.run.run.run_id}' have asked no item in common: "
            "runs are compared on the same items."
        )
    return shared


def state(item: Scored) -> str:
    """How an item ended, for the table of transitions."""
    if item.ending is Ending.ANSWER:
        return "right" if item.correct else "wrong"
    return item.ending.value


def _contrast(first: _Asked, second: _Asked, rows: Ints, resampler: Resampler) -> Contrast:
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
