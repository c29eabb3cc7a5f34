"""What all groups of tables have in common."""

from collections.abc import Sequence
from typing import Any

from cache.sqlite import Connection


class TableGroup:
    """A group of tables, as one connection sees it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection


def marks(values: Sequence[Any]) -> str:
    """A question mark for each value, for a list in a statement."""
    return ", ".join("?" * len(values))
