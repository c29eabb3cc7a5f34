"""Runs compared on the items they share: models, or variants of one prompt.

The pairs are the first run against each other run, or every two of them. What is compared: accuracy
(unread counts as wrong), accuracy of explicit answers alone, accuracy on the items that both could be
read on, and whether replies could be read at all. Where these lead to different conclusions, the findings
say so.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations, compress
from typing import Literal, TypeAlias

import numpy as np

from mhclient.errors import ReportError
from mhclient.figures.arrays import Floats, Ints, ratio_or_zero, summed_by
from mhclient.figures.metrics import STRICTNESS
from mhclient.figures.paired import Paired, adjusted, paired
from mhclient.figures.same_replies import same_replies
from mhclient.read.scored import Scored
from mhclient.report.basis import DependentItems, Sharings, rows_by_task
from mhclient.report.compare.verdict import verdict_sentence
from mhclient.report.loaded import LoadedRun
from mhclient.report.names import full_name
from mhclient.report.settings import Settings
from mhclient.show.counts import counted
from parsers import Outcome

# The ways of counting a verdict is looked at under: fields of a contrast.
Way: TypeAlias = Literal["right", "explicit", "both_read"]


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two runs on one set of items; differences are first less second: above 0 the first is better.

    Attributes:
        right: items answered right; unread counts as wrong.
        explicit: the same, counting only explicit readings.
        both_read: right, on the items that both runs could be read on.
        read: items from which an answer could be read.
        kept_format: replies that are just what the prompt asked for.
    """

    right: Paired
    explicit: Paired
    both_read: Paired
    read: Paired
    kept_format: Paired

    @property
    def p_holm(self) -> float | None:
        """Of the items answered right, adjusted over the family it is in."""
        return self.right.p_holm

    def way(self, name: Way) -> Paired:
        """The items counted in this way."""
        return {"right": self.right, "explicit": self.explicit, "both_read": self.both_read}[name]


# The properties of a contrast, of which each is a family of tests.
PROPERTIES = tuple(field.name for field in fields(Contrast))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two runs compared.

    Attributes:
        overall, tasks: the contrasts. Of each of a contrast's properties the overall tests of all pairs are a
            family, and the tests of all pairs' tasks another.
        transitions: how items ended in the first run and in the second → items; ends are "right", "wrong" or
            what kept an answer from being read. Items that were asked several times count as often as both
            runs asked them.
        lost, won: ids of items right in the first run alone, in the second alone; or more often.
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

    @property
    def circular(self) -> bool:
        """Whether one run's items were chosen by how the other's replies ended: no test can be made."""
        return is_circular(self.first, self.second)


@dataclass(frozen=True, slots=True)
class Comparison:
    """All pairs, with their families of tests: `n_tests` is the size of the tasks' family.

    Attributes:
        apart: pairs of runs that have asked no item in common.
        same: pairs of runs that rest on the same replies, with how many; they are in no family.
    """

    pairs: tuple[Pair, ...]
    n_tests: int
    settings: Settings
    apart: tuple[tuple[LoadedRun, LoadedRun], ...] = ()
    same: tuple[tuple[LoadedRun, LoadedRun, int], ...] = ()

    @property
    def runs(self) -> list[LoadedRun]:
        """The runs compared, each once, in the order given."""
        same = [(first, second) for first, second, _ in self.same]
        pairs = [*((pair.first, pair.second) for pair in self.pairs), *self.apart, *same]
        runs = [run for pair in pairs for run in pair]
        return list({run.run.run_id: run for run in runs}.values())

    def __repr__(self) -> str:
        """A sentence per pair, as a notebook shows it."""
        name_of = {run.run.run_id: full_name(run, self.runs) for run in self.runs}
        said = [
            verdict_sentence(
                pair.overall.right, (name_of[pair.first.run.run_id], name_of[pair.second.run.run_id])
            )
            for pair in self.pairs
        ]
        return "\n".join(f"{sentence}." for sentence in said)


def compare(
    runs: Sequence[LoadedRun], settings: Settings | None = None, *, every_pair: bool = False
) -> Comparison:
    """Compare runs on the items they share; the first is the one that the others are compared with.

    Args:
        settings: how intervals are worked out.
        every_pair: compare every two of them.

    Example:
        >>> comparison = compare(runs)
        >>> [pair.second.run.run_id for pair in comparison.pairs] == [runs[1].run.run_id]
        True

    Raises:
        ReportError: there are fewer than two runs, no two of them have asked an item in common, or two of
            them rest on the same replies.
    """
    settings = settings or Settings()
    if len(runs) < 2:
        raise ReportError("comparing takes at least two different runs.")
    chosen = list(combinations(runs, 2)) if every_pair else [(runs[0], other) for other in runs[1:]]
    sharings = Sharings(settings)
    asked = {run.run.run_id: _Asked.of(run) for run in runs}
    same = [both for both in chosen if _n_same(*both)]
    chosen = [both for both in chosen if both not in same]
    if not chosen:
        raise _same_replies(*same[0])
    sides = [(asked[first.run.run_id], asked[second.run.run_id]) for first, second in chosen]
    shared = [_shared_ids(*both) for both in sides]
    if not any(shared):
        raise _nothing_to_compare(*chosen[0])
    pairs = _adjusted(
        [_pair(*both, ids, sharings) for both, ids in zip(sides, shared, strict=True) if ids], settings.margin
    )
    n_tests = sum(len(pair.tasks) for pair in pairs if not pair.circular)
    apart = [both for both, ids in zip(chosen, shared, strict=True) if not ids]
    named = tuple((*both, _n_same(*both)) for both in same)
    return Comparison(tuple(pairs), n_tests, settings, tuple(apart), named)


def _n_same(first: LoadedRun, second: LoadedRun) -> int:
    """For how many of their items two runs rest on the same replies; a run that asks again may well.

    Variants may show some items alike (two options, shuffled): such runs are compared all the same.
    """
    if is_circular(first, second):
        return 0
    theirs = _replies(second)
    ours = {name: reply for name, reply in _replies(first).items() if name in theirs}
    n_same = same_replies(list(ours.values()), [theirs[name] for name in ours])
    differ = first.spec.variant != second.spec.variant and n_same < len(ours)
    return 0 if differ else n_same


def _same_replies(first: LoadedRun, second: LoadedRun) -> ReportError:
    return ReportError(
        f"runs '{first.run.run_id}' and '{second.run.run_id}' {same_in_words(_n_same(first, second))}"
    )


def same_in_words(n_same: int) -> str:
    """Why two runs with so many replies in common are not compared."""
    return (
        f"rest on the same replies for {counted(n_same, 'item')}: one asked what the other had asked and "
        "took its replies from the store. They are one measurement, not two; leave one of them out."
    )


def _replies(run: LoadedRun) -> dict[str, int | None]:
    """Name of a reply → its number in the store."""
    return dict(zip(run.names, run.response_ids, strict=True))


def _adjusted(pairs: Sequence[Pair], margin: float | None) -> list[Pair]:
    """With Holm's p: over the pairs for the overall tests, over pairs and tasks for the tasks' tests.

    Pairs without a test are in no family.
    """
    overall = iter(_families([pair.overall for pair in pairs], margin))
    tasks = iter(_families([contrast for pair in pairs for contrast in pair.tasks.values()], margin))
    return [
        replace(pair, overall=next(overall), tasks={task: next(tasks) for task in pair.tasks})
        for pair in pairs
    ]


def _families(contrasts: Sequence[Contrast], margin: float | None) -> list[Contrast]:
    """With Holm's p over these contrasts: each property asks a question of its own, and is a family."""
    of = {name: adjusted([getattr(each, name) for each in contrasts], margin) for name in PROPERTIES}
    return [
        replace(each, **{name: family[place] for name, family in of.items()})
        for place, each in enumerate(contrasts)
    ]


def is_circular(first: LoadedRun, second: LoadedRun) -> bool:
    """Whether one of the runs asked again what could not be read in the other."""
    return first.run.run_id in second.asked_again_of or second.run.run_id in first.asked_again_of


def _pair(first: "_Asked", second: "_Asked", ids: Sequence[str], sharings: Sharings) -> Pair:
    ours, theirs = first.of_items(ids), second.of_items(ids)
    rows = rows_by_task(ours.items)
    sharing = sharings.over(first.run.benchmark, ours.items)
    spent = first.run.spent_on(ids), second.run.spent_on(ids)

    def contrast(of: Ints) -> Contrast:
        made = _contrast(ours, theirs, of, sharing)
        return _untested(made) if is_circular(first.run, second.run) else made

    return Pair(
        first=first.run,
        second=second.run,
        overall=contrast(np.arange(len(ids))),
        tasks={task: contrast(of_task) for task, of_task in rows.items()},
        transitions=_transitions(first, second),
        lost=tuple(compress(ids, ours.right > theirs.right)),
        won=tuple(compress(ids, theirs.right > ours.right)),
        left_out=len(first.ids) + len(second.ids) - 2 * len(ids),
        tokens=(spent[0].tokens, spent[1].tokens),
        cost_usd=(spent[0].cost_usd, spent[1].cost_usd),
    )


def _transitions(first: "_Asked", second: "_Asked") -> Counter[tuple[str, str]]:
    """How the same repetition of the same item ended in both runs."""
    theirs = second.replies
    return Counter(
        (state(reply), state(theirs[name])) for name, reply in first.replies.items() if name in theirs
    )


def _untested(contrast: Contrast) -> Contrast:
    """The counts and differences, without a test."""
    return replace(contrast, **{name: getattr(contrast, name).untested for name in PROPERTIES})


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is compared of the items that a run has asked.

    Each array is (n_items,): 0 or 1, and of an item that was asked several times the mean.

    Attributes:
        replies: name of a reply → the item as it ended there.
    """

    run: LoadedRun
    items: Sequence[Scored]
    ids: Sequence[str]
    replies: Mapping[str, Scored]
    right: Floats
    explicit: Floats
    read: Floats
    kept_format: Floats

    @classmethod
    def of(cls, run: LoadedRun) -> "_Asked":
        replies = {name: item for name, item in zip(run.names, run.scored, strict=True) if item.asked}
        first = {item.item.id: item for item in reversed(replies.values())}
        ids = list(dict.fromkeys(item.item.id for item in replies.values()))
        place = {item_id: number for number, item_id in enumerate(ids)}
        item_of = np.array([place[item.item.id] for item in replies.values()], dtype=np.int64)
        n_of = np.bincount(item_of, minlength=len(ids))

        def mean(of: Callable[[Scored], bool]) -> Floats:
            values = np.array([of(item) for item in replies.values()], dtype=np.float64)
            return summed_by(item_of, values, len(ids)) / n_of

        return cls(
            run=run,
            items=[first[item_id] for item_id in ids],
            ids=ids,
            replies=replies,
            right=mean(lambda item: item.correct),
            explicit=mean(lambda item: item.correct and item.grade in STRICTNESS["explicit"]),
            read=mean(lambda item: item.said is not None),
            kept_format=mean(lambda item: item.kept_format is True),
        )

    def of_items(self, ids: Sequence[str]) -> "_Asked":
        """The same of these items, in their order."""
        if ids == self.ids:
            return self
        place = {item_id: number for number, item_id in enumerate(self.ids)}
        rows = np.array([place[item_id] for item_id in ids], dtype=np.int64)
        arrays = {name: getattr(self, name)[rows] for name in ("right", "explicit", "read", "kept_format")}
        return replace(self, items=[self.items[row] for row in rows], ids=ids, **arrays)


def _shared_ids(first: "_Asked", second: "_Asked") -> Sequence[str]:
    """The items that both have asked, in the order of the first."""
    theirs = set(second.ids)
    return [item_id for item_id in first.ids if item_id in theirs]


def _nothing_to_compare(first: LoadedRun, second: LoadedRun) -> ReportError:
    return ReportError(
        f"runs '{first.run.run_id}' and '{second.run.run_id}' have asked no item in common: "
        "runs are compared on the same items."
    )


def state(item: Scored) -> str:
    """How an item ended, for the table of transitions."""
    if item.ending is Outcome.ANSWER:
        return "right" if item.correct else "wrong"
    return item.ending.value


def _contrast(first: _Asked, second: _Asked, rows: Ints, sharing: DependentItems) -> Contrast:
    mean = sharing.mean(rows)
    both_read = ((first.read > 0) & (second.read > 0))[rows]

    def contrast(of: str) -> Paired:
        return paired(getattr(first, of)[rows], getattr(second, of)[rows], mean)

    return Contrast(
        right=contrast("right"),
        explicit=contrast("explicit"),
        both_read=paired(
            ratio_or_zero(first.right, first.read)[rows],
            ratio_or_zero(second.right, second.read)[rows],
            sharing.mean(rows, both_read.astype(np.float64)),
        ),
        read=contrast("read"),
        kept_format=contrast("kept_format"),
    )
