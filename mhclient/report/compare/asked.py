"""What a comparison takes from a run: per item how often it was right, read and in the format asked for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import NamedTuple

import numpy as np

from mhclient.figures.accuracy import STRICTNESS
from mhclient.figures.numerics import Floats, Ints, ratio_or_zero, summed_by
from mhclient.read.scored import ENDINGS, Ending, Scored
from mhclient.report.loading.loaded import LoadedRun, Spent
from mhclient.report.loading.same_items import SameItems
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
