"""Items out of logs: every question once, whichever run and epoch asked it."""

import hashlib
import sys
from collections.abc import Iterator
from typing import NamedTuple

from benchmark.checks import check_gold, check_options
from benchmark.item import Item, Mode
from mhclient.adopt.logged import LoggedReply, LogUnusable


class NoQuestion(LogUnusable):
    """A record is whole, but asks nothing that could be answered by a letter; the log's others may."""


class AskedItem(NamedTuple):
    """Where an item stands in the benchmark to be, and what it asks, as a hash."""

    position: int
    item_id: str
    task: str


class ItemBook:
    """The items of some logs, in the order in which they come; only their hashes are held.

    Options belong to an item in the order in which they were shown: a log that shuffled them from epoch to
    epoch, or from run to run, has as many items of an id as there were orders.
    """

    def __init__(self) -> None:
        self._known: dict[bytes, AskedItem] = {}
        self._taken: dict[str, int] = {}
        self._n_of_task: dict[str, int] = {}
        self.digest = hashlib.sha256()

    def __len__(self) -> int:
        return len(self._known)

    def enter(self, reply: LoggedReply) -> tuple[AskedItem, str | None]:
        """Enter what a reply answers; with its line of items.jsonl where it is new.

        Raises:
            NoQuestion: it has a single option, or two that read the same.
        """
        asked = _asked(reply)
        if (known := self._known.get(asked)) is not None:
            return known, None
        name = reply.item if reply.item not in self._taken else f"{reply.item}~{self._taken[reply.item] + 1}"
        line = _item(reply, name).to_line()
        self._taken[reply.item] = self._taken.get(reply.item, 0) + 1
        item = AskedItem(len(self._known), name, sys.intern(reply.task))
        self._known[asked] = item
        self._n_of_task[item.task] = self._n_of_task.get(item.task, 0) + 1
        self.digest.update(line.encode())
        return item, line

    def tasks(self) -> Iterator[tuple[str, int]]:
        """Each task with the number of its items."""
        yield from self._n_of_task.items()


def _asked(reply: LoggedReply) -> bytes:
    asked = (reply.task, reply.item, reply.question, [*reply.options.items()], sorted(reply.gold), reply.mode)
    return hashlib.sha256(repr(asked).encode("utf-8", "replace")).digest()[:16]


def _item(reply: LoggedReply, name: str) -> Item:
    mode = Mode(reply.mode) if reply.mode else Mode.SINGLE if len(reply.gold) == 1 else Mode.MULTI
    try:
        options = check_options(dict(reply.options))
        gold = check_gold(sorted(reply.gold), options, mode)
    except ValueError as error:
        raise NoQuestion(f"{reply.place}: {error}.") from error
    return Item(name, reply.task, reply.question, options, gold, mode)
