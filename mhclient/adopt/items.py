"""Items out of logs: every question once, whichever run and epoch asked it."""

import hashlib
import json
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
        self._known: dict[str, AskedItem] = {}
        self._taken: dict[str, int] = {}
        self.digest = hashlib.sha256()

    def __len__(self) -> int:
        return len(self._known)

    def enter(self, reply: LoggedReply) -> str | None:
        """Enter what a reply answers; its line of items.jsonl where it is new, else None.

        Raises:
            NoQuestion: it has a single option, or two that read the same.
        """
        asked = _asked(reply)
        if asked in self._known:
            return None
        name = reply.item if reply.item not in self._taken else f"{reply.item}~{self._taken[reply.item] + 1}"
        self._taken[reply.item] = self._taken.get(reply.item, 0) + 1
        line = _item(reply, name).to_line()
        self._known[asked] = AskedItem(len(self._known), name, reply.task)
        self.digest.update(line.encode())
        return line

    def find(self, reply: LoggedReply) -> AskedItem | None:
        """The item that a reply answers; None where it was left out."""
        return self._known.get(_asked(reply))

    def tasks(self) -> Iterator[tuple[str, int]]:
        """Each task with the number of its items."""
        counts: dict[str, int] = {}
        for item in self._known.values():
            counts[item.task] = counts.get(item.task, 0) + 1
        yield from counts.items()


def _asked(reply: LoggedReply) -> str:
    asked = [reply.task, reply.item, reply.question, list(reply.options.items()), sorted(reply.gold)]
    return hashlib.sha256(json.dumps(asked, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()


def _item(reply: LoggedReply, name: str) -> Item:
    mode = Mode(reply.mode) if reply.mode else Mode.SINGLE if len(reply.gold) == 1 else Mode.MULTI
    try:
        options = check_options(dict(reply.options))
        gold = check_gold(sorted(reply.gold), options, mode)
    except ValueError as error:
        raise NoQuestion(f"{reply.place}: {error}.") from error
    return Item(name, reply.task, reply.question, options, gold, mode)
