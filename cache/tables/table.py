"""What all groups of tables have in common."""

from collections.abc import Sequence
from typing import Any

from cache.errors import StoreCorrupt
from cache.rows import unpack
from cache.sqlite import Connection


class TableGroup:
    """A group of tables, as one connection sees it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _unpack(self, packed: bytes, place: str) -> bytes:
        """A body of the store.

        Raises:
            StoreCorrupt: it cannot be unpacked; the message names the file, and `place` in it.
        """
        try:
            return unpack(packed)
        except StoreCorrupt as error:
            hint = "'mhclient cache verify' says what else is damaged"
            raise StoreCorrupt(f"{self._connection.path}: {place}: {error}. {hint}.") from error


def marks(values: Sequence[Any]) -> str:
    """A question mark for each value, for a list in a statement."""
    return ", ".join("?" * len(values))
