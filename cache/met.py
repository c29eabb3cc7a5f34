"""Which items and replies a command has met so far: in a few MB of memory, however many there are.

They are known by hashes (64 bits, signed), in an SQLite file without a name that is gone when it is closed.
"""

import sqlite3
from typing import Any, NamedTuple

from cache.sqlite import Connection

_CACHE_KB = 2_048
_SETTINGS = (
    *("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE"),
    *("temp_store = FILE", f"cache_size = -{_CACHE_KB}"),
)
_TABLES = (
    # The first item of each name, how many there are of that name, and the reply with which it came.
    """CREATE TABLE items (named INTEGER PRIMARY KEY, asked INTEGER, position INTEGER, n INTEGER,
       log INTEGER, epoch TEXT, text INTEGER)""",
    # All others of those names; the second of a name has `nth` 2.
    "CREATE TABLE more_items (asked INTEGER PRIMARY KEY, position INTEGER, nth INTEGER)",
    # All replies but those with which the first item of a name came.
    """CREATE TABLE replies (position INTEGER, log INTEGER, epoch TEXT, text INTEGER,
       PRIMARY KEY (position, log, epoch)) WITHOUT ROWID""",
)


class MetReply(NamedTuple):
    """Where a reply belongs.

    Attributes:
        position: of its item among all items, in the order in which they came.
        nth: the how-manieth item of its name that is, from 1.
        is_new_item: no reply to it came before.
        text: of the first reply to that item in the same log and epoch; None if it is this one.
    """

    position: int
    nth: int
    is_new_item: bool
    text: int | None


class MetReplies:
    """Replies that have been met, with their items."""

    def __init__(self) -> None:
        self._connection = sqlite3.connect("", isolation_level=None, factory=Connection)
        for setting in _SETTINGS:
            self._connection.execute(f"PRAGMA {setting}")
        for table in _TABLES:
            self._connection.execute(table)
        self._connection.execute("BEGIN")
        # Not `Connection.execute`: a cursor for each reply would take as long as the search.
        self._execute = self._connection.cursor().execute
        self.n_items = 0

    def enter(self, named: int, asked: int, log: int, epoch: int, text: int) -> MetReply:
        """Enter a reply, and its item if it is new.

        Args:
            named: hash of the item's name.
            asked: hash of all that the item asks, its name included.
            log: number of the log, or of the logs of a model.
            text: hash of the reply.
        """
        new = (named, asked, self.n_items, 1, log, str(epoch), text)
        if self._execute("INSERT OR IGNORE INTO items VALUES (?, ?, ?, ?, ?, ?, ?)", new).rowcount:
            return MetReply(self._next_position(), 1, is_new_item=True, text=None)
        _, first, position, _, *reply = self._row("SELECT * FROM items WHERE named = ?", named)
        if first != asked:
            return self._enter_other(named, asked, log, epoch, text)
        if reply[:2] == [log, str(epoch)]:
            return MetReply(position, 1, is_new_item=False, text=reply[2])
        before = self._first_text(position, log, epoch, text)
        return MetReply(position, 1, is_new_item=False, text=before)

    def close(self) -> None:
        """Delete the file."""
        self._connection.close()

    def _enter_other(self, named: int, asked: int, log: int, epoch: int, text: int) -> MetReply:
        """Enter a reply to an item whose name another one has had before."""
        found = self._row("SELECT position, nth FROM more_items WHERE asked = ?", asked)
        is_new = found is None
        if is_new:
            (n,) = self._row("UPDATE items SET n = n + 1 WHERE named = ? RETURNING n", named)
            found = (self._next_position(), n)
            self._execute("INSERT INTO more_items VALUES (?, ?, ?)", (asked, *found))
        position, nth = found
        before = self._first_text(position, log, epoch, text)
        return MetReply(position, nth, is_new_item=is_new, text=before)

    def _first_text(self, position: int, log: int, epoch: int, text: int) -> int | None:
        """The hash of the reply that came first; None, and now it is this one."""
        place = (position, log, str(epoch))
        if self._execute("INSERT OR IGNORE INTO replies VALUES (?, ?, ?, ?)", (*place, text)).rowcount:
            return None
        found = self._row("SELECT text FROM replies WHERE position = ? AND log = ? AND epoch = ?", *place)
        return int(found[0])

    def _row(self, statement: str, *values: object) -> Any:
        return self._execute(statement, values).fetchone()

    def _next_position(self) -> int:
        self.n_items += 1
        return self.n_items - 1
