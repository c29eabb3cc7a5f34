"""What was sent for a run's items and what came back, packed for its page, also by other processes.

What a run's items ended with is what the report has read; requests and replies are fetched by their keys and
numbers. They never change, so another process may fetch them, whatever is writing to the store meanwhile.

Decision: docs/decisions/report.md, "A report over many runs uses all processors".
Decision: docs/decisions/report.md, "What items share is found without a look at their texts".
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from cache import Store, TextRow
from mhclient.machine.process import no_gc
from mhclient.redaction.secrets import results_redactor
from mhclient.report.loading.load import keyless
from mhclient.report.page.packing import packed

CHUNK = 200  # items whose details lie together

T = TypeVar("T")


class ItemEnds(NamedTuple):
    """How the items of a run ended: columns, which go to another process in a fraction of the time of rows.

    Attributes:
        request_keys: of the requests they were asked by; None for one that was not asked yet.
        errors: why there is no reply.
        rules, spans: which rule of the reader decided, and where in the completion.
        shown: the letters that the options were shown under, each with the item's own.
    """

    request_keys: Sequence[str | None]
    response_ids: Sequence[int | None]
    errors: Sequence[str | None]
    rules: Sequence[str | None]
    spans: Sequence[tuple[int, int] | None]
    shown: Sequence[Sequence[tuple[str, str]]]


class _End(NamedTuple):
    """What `ItemEnds` has of an item."""

    error: str | None
    rule: str | None
    span: tuple[int, int] | None
    shown: Sequence[tuple[str, str]]


def packed_exchanges(store: Store, items: ItemEnds) -> list[str]:
    """Items in their order, so many together."""
    sent = store.requests.read_bodies(items.request_keys)
    came = store.results.read_texts(items.response_ids)
    ends = map(_End, items.errors, items.rules, items.spans, items.shown)
    together = zip(*(chunks(each, CHUNK) for each in (sent, came, ends)), strict=True)
    redactor = results_redactor()
    # Without keys before a span cuts a text into pieces.
    return [
        packed(list(map(_exchange, bodies, keyless(texts, redactor), of_chunk)), redactor)
        for bodies, texts, of_chunk in together
    ]


def packed_from(path: Path, items: ItemEnds) -> list[str]:
    """The same, from a store of its own."""
    with no_gc(), Store.open(path, read_only=True) as store:
        return packed_exchanges(store, items)


def chunks(values: Iterable[T], size: int) -> Iterator[list[T]]:
    """The values in their order, so many together."""
    rest = iter(values)
    while chunk := list(islice(rest, size)):
        yield chunk


def _exchange(sent: str | None, text: TextRow, item: _End) -> dict[str, Any]:
    """The request as sent, the completion in pieces around the span, the reading."""
    return {
        "sent": sent,
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
