"""What was sent for a run's items and what came back, packed for its page, also by other processes.

What a run's items ended with is what the report has read; texts are fetched by their numbers. A store's texts
never change, so another process may fetch them, though a run is writing to the store.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from cache import open_connection
from cache.results import bodies_sent, texts
from cache.rows import TextRow
from mhclient.report.page.packing import packed

CHUNK = 200  # items whose details lie together

T = TypeVar("T")


class Ended(NamedTuple):
    """How an item of a run ended.

    Attributes:
        error: why there is no reply.
        rule, span: which rule of the reader decided, and where in the completion.
        shown: the letters that the options were shown under, each with the item's own.
    """

    response_id: int | None
    error: str | None
    rule: str | None
    span: tuple[int, int] | None
    shown: Sequence[tuple[str, str]]


def packed_exchanges(connection: sqlite3.Connection, run_id: str, items: Sequence[Ended]) -> list[str]:
    """A run's items in their order, so many together.

    Args:
        items: all of the run's.
    """
    came = texts(connection, [item.response_id for item in items])
    exchanges = map(_exchange, bodies_sent(connection, run_id), came, items)
    return [packed(chunk) for chunk in chunks(exchanges, CHUNK)]


def packed_from(path: Path, run_id: str, items: Sequence[Ended]) -> list[str]:
    """The same, from a connection of its own."""
    with closing(open_connection(path, read_only=True)) as connection:
        return packed_exchanges(connection, run_id, items)


def chunks(values: Iterable[T], size: int) -> Iterator[list[T]]:
    """The values in their order, so many together."""
    rest = iter(values)
    while chunk := list(islice(rest, size)):
        yield chunk


def _exchange(sent: str | None, text: TextRow, item: Ended) -> dict[str, Any]:
    """The request as sent, the completion in pieces around the span, the reading."""
    return {
        # A request that is under way while the report is made may be in the store by now.
        "sent": None if item.response_id is None and item.error is None else sent,
        "completion": _pieces(text.completion, item.span),
        "finish": text.finish_reason,
        "served": text.served_model,
        "tokens": [text.prompt_tokens, text.completion_tokens, text.reasoning_tokens],
        "error": item.error,
        "rule": item.rule,
        "shown": item.shown,
    }


def _pieces(completion: str | None, span: tuple[int, int] | None) -> list[str] | None:
    """The completion before, in and after the span; cut here, since a browser counts characters otherwise."""
    if completion is None:
        return None
    start, end = span or (0, 0)
    return [completion[:start], completion[start:end], completion[end:]]
