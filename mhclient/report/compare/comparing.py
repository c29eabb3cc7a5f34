"""Runs compared on the items they share: models, or variants of one prompt.

What is told of at length is the first run beside each other run, or every two of them. Tests are adjusted
over every two of them all the same, unless a family of the first's pairs alone is asked for: a pair has the
same verdict in every form. What is compared: accuracy (unread counts as wrong), accuracy of explicit answers
alone, accuracy on the items that both could be read on, and whether replies could be read at all. Where these
lead to different conclusions, the findings say so.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, compress, product
from typing import NamedTuple, TypeAlias

import numpy as np

from mhclient.errors import ReportError
from mhclient.figures.accuracy import STRICTNESS
from mhclient.figures.numerics import Floats, Ints, ratio_or_zero, summed_by
from mhclient.figures.paired import Paired, adjusted, paired
from mhclient.read.scored import ENDINGS, Ending, Scored
from mhclient.report.compare.contrast import PROPERTIES, Comparison, Contrast, Pair
from mhclient.report.loading.basis import DependentItems, Sharings
from mhclient.report.loading.loaded import LoadedRun, Spent
from mhclient.report.loading.same_items import (
    NONE_ALIKE,
    Replies,
    SameItems,
    Unlike,
    apart_in_words,
    is_circular,
    same_in_words,
)
from mhclient.report.settings import Settings
from mhclient.report.wording.verdicts import PairVerdict
from parsers import Outcome

# How an item may have ended: right, wrong, or what kept an answer from being read.
ENDS = ("right", "wrong", *(ending.value for ending in ENDINGS if ending is not Outcome.ANSWER))


@dataclass(frozen=True, slots=True)
class AskedItems:
    """What is compared of the items that a run has asked.

    Each array of floats is (n_items,): 0 or 1, and of an item that was asked several times the mean.

    Attributes:
        ids, replies: what the items, and the replies to them, are called in all runs that are compared.
        right_when_read: `right`, by how often the item was read; 0 where it never was.
        ends: (n_replies,) how each of them ended, by its place in `ENDS`.
        unread: the items of those that could not be read, and how these ended.
        spent: what the replies to these items cost.
    """

    run: LoadedRun
    items: Sequence[Scored]
    ids: Sequence[str]
    replies: Sequence[str]
    right: Floats
    explicit: Floats
    read: Floats
    kept_format: Floats
    right_when_read: Floats
    ends: Ints
    unread: Sequence[tuple[str, Ending]]
    spent: Spent

    @classmethod
    def of(cls, run: LoadedRun, same: SameItems) -> "AskedItems":
        tally = run.tally
        rows, asked = np.flatnonzero(tally.asked), tally.asked.tolist()
        replies = list(compress(run.scored, asked))
        of_replies = list(compress(same.ids(run), asked))
        first = dict(zip(reversed(of_replies), reversed(replies), strict=True))
        ids = of_replies if len(first) == len(replies) else list(dict.fromkeys(of_replies))
        means = _Means.of(ids, of_replies)

        def mean(of: Callable[[Scored], bool]) -> Floats:
            return means.over(tally.codes(rows, of))

        right, read = mean(lambda item: item.correct), mean(lambda item: item.said is not None)
        is_unread = (tally.codes(rows, _is_unread) == 1).tolist()
        return cls(
            run=run,
            items=[first[item_id] for item_id in ids],
            ids=ids,
            replies=list(compress(same.names(run), asked)),
            right=right,
            explicit=mean(lambda item: item.correct and item.grade in STRICTNESS["explicit"]),
            read=read,
            kept_format=mean(lambda item: item.kept_format is True),
            right_when_read=ratio_or_zero(right, read),
            ends=tally.codes(rows, lambda item: ENDS.index(end_of(item))),
            unread=[(of_replies[row], replies[row].ending) for row, it_is in enumerate(is_unread) if it_is],
            spent=run.spent_on(item.item.id for item in first.values()),
        )

    def of_items(self, ids: Sequence[str]) -> "AskedItems":
        """The same of these items, in their order."""
        if ids == self.ids:
            return self
        place = {item_id: number for number, item_id in enumerate(self.ids)}
        rows = np.array([place[item_id] for item_id in ids], dtype=np.int64)
        items = [self.items[row] for row in rows]
        arrays = {name: getattr(self, name)[rows] for name in ARRAYS}
        spent = self.run.spent_on(item.item.id for item in items)
        return replace(self, items=items, ids=ids, spent=spent, **arrays)


ARRAYS = ("right", "explicit", "read", "kept_format", "right_when_read")


class _Means(NamedTuple):
    """Means over each item's replies. `item_of`: the number of each reply's item; None where it has one."""

    item_of: Ints | None

    @classmethod
    def of(cls, ids: Sequence[str], of_replies: Sequence[str]) -> "_Means":
        if len(ids) == len(of_replies):
            return cls(None)
        place = {item_id: number for number, item_id in enumerate(ids)}
        return cls(np.array([place[item_id] for item_id in of_replies], dtype=np.int64))

    def over(self, of_replies: Ints) -> Floats:
        """(n_items,)."""
        values = of_replies.astype(np.float64)
        if self.item_of is None:
            return values
        n_of = np.bincount(self.item_of)
        return summed_by(self.item_of, values, len(n_of)) / n_of


def _is_unread(item: Scored) -> bool:
    return item.ending.unread


def end_of(item: Scored) -> str:
    """How an item ended: "right", "wrong" or what kept an answer from being read."""
    if item.ending is Outcome.ANSWER:
        return "right" if item.correct else "wrong"
    return item.ending.value


def shared_ids(first: AskedItems, second: AskedItems) -> Sequence[str]:
    """The items that both have asked, in the order of the first."""
    if first.ids == second.ids:
        return first.ids
    theirs = set(second.ids)
    return [item_id for item_id in first.ids if item_id in theirs]


_Named: TypeAlias = Sequence[tuple[LoadedRun, LoadedRun]]


def compare(
    runs: Sequence[LoadedRun],
    settings: Settings | None = None,
    *,
    every_pair: bool = False,
    first_only: bool = False,
) -> Comparison:
    """Compare runs on the items they share; the first is the one that the others are compared with.

    Args:
        settings: how intervals are worked out.
        every_pair: tell of every two of them at length.
        first_only: adjust tests over the first run's pairs alone, instead of over every two runs.

    Example:
        >>> comparison = compare(runs)
        >>> [pair.second.run.run_id for pair in comparison.pairs] == [runs[1].run.run_id]
        True

    Raises:
        ReportError: there are fewer than two runs, no two of them have asked an item in common, or two of
            them rest on the same replies.
    """
    if len(runs) < 2:
        raise ReportError("comparing takes at least two different runs.")
    of_first = [(runs[0], other) for other in runs[1:]]
    told = list(combinations(runs, 2)) if every_pair else of_first
    family = of_first if first_only and not every_pair else list(combinations(runs, 2))
    found = _compared(_AskedRuns.of(runs), (told, family), settings or Settings())
    return replace(found, first_only=first_only and not every_pair)


def compare_in_ways(runs: Sequence[LoadedRun], ways: Sequence[Settings]) -> list[Comparison]:
    """Every two runs compared under the first settings, and over all items alone under each of the others.

    Raises:
        ReportError: as of `compare`.
    """
    asked, every_two = _AskedRuns.of(runs), list(combinations(runs, 2))
    found = _compared(asked, (every_two, every_two), ways[0])
    return [found, *(_judged_again(found, settings, asked) for settings in ways[1:])]


def _judged_again(comparison: Comparison, settings: Settings, asked: "_AskedRuns") -> Comparison:
    """The same pairs under other settings, without a look at tasks: what a verdict alone takes."""
    settings = settings_for(comparison.runs, settings)
    named = [(verdict.first, verdict.second) for verdict in comparison.verdicts]
    found = _contrasts(named, asked, Sharings(settings), tasks=False)
    pairs = (
        replace(pair, overall=found[_ids(pair.first, pair.second)].overall, tasks={})
        for pair in comparison.pairs
    )
    verdicts = tuple(each.verdict for each in found.values())
    return replace(comparison, pairs=tuple(pairs), verdicts=verdicts, n_tests=0, settings=settings)


@dataclass(frozen=True, slots=True)
class _AskedRuns:
    """What each of the runs has asked, by the run's id, and which of their items are the same."""

    runs: Sequence[LoadedRun]
    items: Mapping[str, AskedItems]
    same: SameItems

    @classmethod
    def of(cls, runs: Sequence[LoadedRun]) -> "_AskedRuns":
        same = SameItems(runs)
        return cls(runs, {run.run.run_id: AskedItems.of(run, same) for run in runs}, same)


def settings_for(runs: Sequence[LoadedRun], settings: Settings) -> Settings:
    """The settings, with what they say of these runs."""
    has_entities, of_versions = any(run.has_entities for run in runs), all(run.of_versions for run in runs)
    return replace(settings, has_entities=has_entities, of_versions=of_versions)


def _compared(asked: _AskedRuns, named: tuple[_Named, _Named], settings: Settings) -> Comparison:
    """Args: named: the pairs told of at length, and those of the family."""
    told, family = named
    settings = settings_for(asked.runs, settings)
    replies = Replies(asked.runs, asked.same)
    n_same = {(one.run.run_id, other.run.run_id): replies.n_same(one, other) for one, other in family}
    same = [(*both, n_same[_ids(*both)]) for both in told if n_same[_ids(*both)]]
    if len(same) == len(told):
        raise _same_replies(*same[0], asked.same)
    tested = [both for both in family if not n_same[_ids(*both)]]
    found = _contrasts(tested, asked, Sharings(settings), tasks=True)
    chosen = [both for both in told if not n_same[_ids(*both)]]
    pairs = [_pair(found[_ids(*both)], asked.items) for both in chosen if _ids(*both) in found]
    if not pairs:
        raise _nothing_to_compare(*chosen[0], asked.same)
    return Comparison(
        tuple(pairs),
        tuple(each.verdict for each in found.values()),
        sum(task.right.p is not None for each in found.values() for task in each.tasks.values()),
        settings,
        tuple(both for both in chosen if _ids(*both) not in found),
        tuple(same),
        items=asked.same,
    )


def _ids(first: LoadedRun, second: LoadedRun) -> tuple[str, str]:
    return first.run.run_id, second.run.run_id


def _same_replies(first: LoadedRun, second: LoadedRun, n_same: int, same: SameItems) -> ReportError:
    why = f"{same_in_words(n_same)} {same.unlike(first, second).said}".rstrip()
    return ReportError(f"runs '{first.run.run_id}' and '{second.run.run_id}' {why}")


@dataclass(frozen=True, slots=True)
class _Contrasts:
    """What is tested of two runs. `ids`: of the items that both have asked."""

    first: LoadedRun
    second: LoadedRun
    ids: Sequence[str]
    overall: Contrast
    tasks: Mapping[str, Contrast]
    left_out: int
    unlike: Unlike

    @property
    def verdict(self) -> PairVerdict:
        return PairVerdict(self.first, self.second, self.overall.right, self.left_out)


def _contrasts(
    family: _Named, asked: _AskedRuns, sharings: Sharings, *, tasks: bool
) -> dict[tuple[str, str], _Contrasts]:
    """Ids of two runs → their contrasts, adjusted; without those that have asked no item in common."""
    found = []
    for first, second in family:
        sides = asked.items[first.run.run_id], asked.items[second.run.run_id]
        if ids := shared_ids(*sides):
            made = _contrasts_of(*sides, ids, sharings, tasks=tasks)
            found.append(replace(made, unlike=asked.same.unlike(first, second)))
    return {_ids(each.first, each.second): each for each in _adjusted(found, sharings.settings.equivalence)}


def _adjusted(pairs: Sequence[_Contrasts], margin: float) -> list[_Contrasts]:
    """With Holm's p: over the pairs for the overall tests, over pairs and tasks for the tasks' tests.

    Pairs without a test are in no family.
    """
    overall = iter(_families([pair.overall for pair in pairs], margin))
    tasks = iter(_families([contrast for pair in pairs for contrast in pair.tasks.values()], margin))
    return [
        replace(pair, overall=next(overall), tasks={task: next(tasks) for task in pair.tasks})
        for pair in pairs
    ]


def _families(contrasts: Sequence[Contrast], margin: float) -> list[Contrast]:
    """With Holm's p over these contrasts: each property asks a question of its own, and is a family."""
    of = {name: adjusted([getattr(each, name) for each in contrasts], margin) for name in PROPERTIES}
    return [
        replace(each, **{name: family[place] for name, family in of.items()})
        for place, each in enumerate(contrasts)
    ]


def _contrasts_of(
    first: AskedItems, second: AskedItems, ids: Sequence[str], sharings: Sharings, *, tasks: bool
) -> _Contrasts:
    """Before they are adjusted."""
    ours, theirs = first.of_items(ids), second.of_items(ids)
    sharing = sharings.over(first.run.benchmark, ours.items, ids)

    def contrast(of: Ints) -> Contrast:
        made = _contrast(ours, theirs, of, sharing)
        return _untested(made) if is_circular(first.run, second.run) else made

    by_task = sharing.items_by_task if tasks else {}
    of_tasks = {task: contrast(of_task) for task, of_task in by_task.items()}
    left_out = len(first.ids) + len(second.ids) - 2 * len(ids)
    overall = contrast(np.arange(len(ids)))
    return _Contrasts(first.run, second.run, ids, overall, of_tasks, left_out, NONE_ALIKE)


def _pair(found: _Contrasts, asked: Mapping[str, AskedItems]) -> Pair:
    """All that is told of two runs."""
    sides = asked[found.first.run.run_id], asked[found.second.run.run_id]
    ours, theirs = (side.of_items(found.ids) for side in sides)
    task_of = {item_id: item.task for item_id, item in zip(found.ids, ours.items, strict=True)}
    return Pair(
        first=found.first,
        second=found.second,
        overall=found.overall,
        tasks=found.tasks,
        transitions=_transitions(*sides),
        lost=tuple(compress(found.ids, (ours.right > theirs.right).tolist())),
        won=tuple(compress(found.ids, (theirs.right > ours.right).tolist())),
        unread=frozenset(
            (task_of[item_id], ending)
            for side in sides
            for item_id, ending in side.unread
            if item_id in task_of
        ),
        left_out=found.left_out,
        unlike=found.unlike,
        tokens=(ours.spent.tokens, theirs.spent.tokens),
        cost_usd=(ours.spent.cost_usd, theirs.spent.cost_usd),
    )


def _transitions(first: AskedItems, second: AskedItems) -> Counter[tuple[str, str]]:
    """How the same repetition of the same item ended in both runs."""
    ours, theirs = first.ends, second.ends
    if first.replies != second.replies:
        place = {name: number for number, name in enumerate(second.replies)}
        ours = ours[[number for number, name in enumerate(first.replies) if name in place]]
        theirs = theirs[[place[name] for name in first.replies if name in place]]
    counts = np.bincount(len(ENDS) * ours + theirs, minlength=len(ENDS) ** 2).tolist()
    return Counter({ends: n for ends, n in zip(product(ENDS, ENDS), counts, strict=True) if n})


def _untested(contrast: Contrast) -> Contrast:
    """The counts and differences, without a test."""
    return replace(contrast, **{name: getattr(contrast, name).untested for name in PROPERTIES})


def _nothing_to_compare(first: LoadedRun, second: LoadedRun, same: SameItems) -> ReportError:
    why = f"{apart_in_words(first, second)} {same.unlike(first, second).said}".rstrip()
    return ReportError(f"runs '{first.run.run_id}' and '{second.run.run_id}' {why}")


def _contrast(first: AskedItems, second: AskedItems, rows: Ints, sharing: DependentItems) -> Contrast:
    mean = sharing.mean(rows)
    both_read = ((first.read > 0) & (second.read > 0))[rows]

    def contrast(of: str) -> Paired:
        return paired(getattr(first, of)[rows], getattr(second, of)[rows], mean)

    return Contrast(
        right=contrast("right"),
        explicit=contrast("explicit"),
        both_read=paired(
            first.right_when_read[rows],
            second.right_when_read[rows],
            mean if both_read.all() else sharing.mean(rows, both_read.astype(np.float64)),
        ),
        read=contrast("read"),
        kept_format=contrast("kept_format"),
    )
