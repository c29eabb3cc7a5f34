"""Replies without the keys that this process knows."""

from typing import TypeVar

from cache import ReplyRow, TextRow
from mhclient.blotting.known import results_blotter
from mhclient.blotting.spellings import Blotter

Row = TypeVar("Row", ReplyRow, TextRow)


def keyless(rows: list[Row], blotter: Blotter | None = None) -> list[Row]:
    """The rows without keys in their completions: what is read, cut and folded later must hold none.

    Args:
        blotter: that of results, where it is at hand: making it looks through the environment.
    """
    blotter = blotter or results_blotter()
    if not blotter.may_find("\n".join(row.completion or "" for row in rows)):
        return rows
    return [row._replace(completion=row.completion and blotter.hide_in(row.completion)) for row in rows]
