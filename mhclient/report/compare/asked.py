"""What a comparison takes from a run: per item how often it was right, read and in the format asked for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import NamedTuple

import numpy as np

from mhclient.figures.arrays import Floats, Ints, summed_by
from mhclient.figures.metrics import STRICTNESS
from mhclient.read.scored import Scored
from mhclient.report.loaded import LoadedRun, Spent
from parsers import Outcome


@dataclass(frozen=True, slots=True)
class AskedItems:
    """What is compared of the items that a run has asked.

    Each array is (n_items,): 0 or 1, and of an item that was asked several times the mean.

    Attributes:
        replies: name of a reply → the item as it ended there.
        ends: how each of them ended, in their order; see `end_of`.
        unread: those of the replies that could not be read.
        spent: what the replies to these items cost.
    """

    run: LoadedRun
    items: Sequence[Scored]
    ids: Sequence[str]
    replies: Mapping[str, Scored]
    right: Floats
    explicit: Floats
    read: Floats
    kept_format: Floats
    ends: Sequence[str]
    unread: Sequence[Scored]
    spent: Spent

    @classmethod
    def of(cls, run: LoadedRun) -> "AskedItems":
        tally = run.tally
        rows = np.flatnonzero(tally.asked)
        replies = dict(compress(zip(run.names, run.scored, strict=True), tally.asked.tolist()))
        first = {item.item.id: item for item in reversed(replies.values())}
        of_replies = [item.item.id for item in replies.values()]
        ids = of_replies if len(first) == len(replies) else list(dict.fromkeys(of_replies))
        means = _Means.of(ids, of_replies)

        def mean(of: Callable[[Scored], bool]) -> Floats:
            return means.over(tally.codes(rows, of))

        return cls(
            run=run,
            items=[first[item_id] for item_id in ids],
            ids=ids,
            replies=replies,
            right=mean(lambda item: item.correct),
            explicit=mean(lambda item: item.correct and item.grade in STRICTNESS["explicit"]),
            read=mean(lambda item: item.said is not None),
            kept_format=mean(lambda item: item.kept_format is True),
            ends=list(compress(tally.each(end_of), tally.asked.tolist())),
            unread=[run.scored[row] for row in rows[tally.codes(rows, _is_unread) == 1].tolist()],
            spent=run.spent_on(ids),
        )

    def of_items(self, ids: Sequence[str]) -> "AskedItems":
        """The same of these items, in their order."""
        if ids == self.ids:
            return self
        place = {item_id: number for number, item_id in enumerate(self.ids)}
        rows = np.array([place[item_id] for item_id in ids], dtype=np.int64)
        arrays = {name: getattr(self, name)[rows] for name in ("right", "explicit", "read", "kept_format")}
        items = [self.items[row] for row in rows]
        return replace(self, items=items, ids=ids, spent=self.run.spent_on(ids), **arrays)


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
