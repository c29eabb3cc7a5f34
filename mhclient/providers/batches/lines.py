"""What the batch APIs have in common, as values: a batch at the provider, a line of its results.

`openai_batches`, `ANTHROPIC_BATCHES` and `GEMINI_BATCHES` build what is sent and read what comes back; all
of it is pure. A line's name at the provider is the request's key: 64 hexadecimal digits, which all APIs take.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, NotRequired, TypeVar

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from mhclient.errors import MalformedReply
from mhclient.providers.batches.problem import BatchProblem
from mhclient.providers.reply import validated

T = TypeVar("T")

# Token counts for a provider's queue: JSON around a prompt makes this an over-estimate for English text.
BYTES_PER_QUEUED_TOKEN = 4


class BatchEnding(StrEnum):
    """How a batch ended, or one line of it."""

    COMPLETED = "completed"  # of a line: there is a reply
    FAILED = "failed"  # of a batch: the provider did not begin it; of a line: an error came instead
    EXPIRED = "expired"  # not processed within the provider's time
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class BatchLimits:
    """The most one batch may hold."""

    lines: int
    bytes: int


@dataclass(frozen=True, slots=True)
class RemoteBatch:
    """A batch as the provider tells of it.

    Attributes:
        status: in the provider's own word.
        ending: None while it is under way.
        tag: what we called it, None if the provider keeps no tags.
        created_at: seconds since 1970, by the provider's clock; `expires_at` likewise.
        n_done: lines processed with a reply, None where the provider does not say.
        n_failed: lines that ended otherwise.
        results: paths below the base URL from which results can be read; none before the end.
        gone: the provider says that it has deleted the results.
        problem: why a batch failed as a whole.
    """

    id: str
    status: str
    ending: BatchEnding | None
    tag: str | None
    created_at: float
    expires_at: float | None
    n_lines: int | None
    n_done: int | None = None
    n_failed: int | None = None
    results: tuple[str, ...] = ()
    gone: bool = False
    problem: BatchProblem | None = None

    @property
    def n_told(self) -> int:
        """How many lines its results hold at least, if they are complete."""
        return (self.n_done or 0) + (self.n_failed or 0)

    @property
    def unnamed(self) -> bool:
        """Whether it has ended with results, and says neither where they are nor that they are deleted."""
        return self.ending is not None and not self.results and self.n_told > 0 and not self.gone


class Page(TypedDict, Generic[T]):
    """The shape of a page of batches; the next one is asked for by the id of the last batch on it."""

    data: list[T]
    has_more: NotRequired[bool]


@dataclass(frozen=True, slots=True)
class BatchPage:
    """A page of the provider's list, the newest batch first; `cursor` leads to the next, if any."""

    batches: tuple[RemoteBatch, ...]
    cursor: str | None


@dataclass(frozen=True, slots=True)
class LineResult:
    """One line of a batch's results.

    Attributes:
        key: the request's key, as the provider gives it back.
        status: the HTTP status that an online request would have met.
        body: the reply's body as received, or the error's.
        request_id: the provider's own name for the request.
    """

    key: str
    ending: BatchEnding
    status: int
    body: bytes
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class BatchDialect:
    """The wire format of one provider's batches.

    Attributes:
        path: of the batches, below the base URL.
        results_last_s: how long after the making of a batch its results are kept.
        keeps_tags: whether a batch can be told from others by a tag of ours.
        head: what stands before the first line of what is uploaded; `joint` between two, `tail` after the
            last.
        line: (key, body of the request as canonical JSON) → its line, without any line break.
        batch, page: the shapes of a batch and of a page of them, None where pages have another form. remote:
            what a batch of that shape says.
        read_line: a line of the results; raises MalformedReply.
    """

    path: str
    limits: BatchLimits
    results_last_s: float
    keeps_tags: bool
    head: bytes
    joint: bytes
    tail: bytes
    line: Callable[[str, str], bytes]
    batch: TypeAdapter[Any]
    page: TypeAdapter[Page[Any]] | None
    remote: Callable[[Any], RemoteBatch]
    read_line: Callable[[bytes], LineResult]

    def read_batch(self, body: bytes) -> RemoteBatch:
        """A batch.

        Raises:
            MalformedReply: it is not one.
        """
        return self.remote(validated(body, self.batch))

    def read_page(self, body: bytes) -> BatchPage:
        """A page of the list of batches; likewise."""
        assert self.page is not None
        page = validated(body, self.page)
        batches = tuple(self.remote(batch) for batch in page["data"])
        more = page.get("has_more", False) and batches
        return BatchPage(batches, batches[-1].id if more else None)


def members(text: str, start: int = 0) -> Iterator[tuple[str, int, int]]:
    """The members of the JSON object at `start`: name, and where its value begins and ends.

    With it a part of a line can be kept exactly as it was received.

    Raises:
        MalformedReply: there is no JSON object.
    """
    decoder = json.JSONDecoder()
    try:
        at = _skip_blank(text, start)
        if text[at] != "{":
            raise MalformedReply("not a JSON object")
        at = _skip_blank(text, at + 1)
        while text[at] != "}":
            name, at = decoder.raw_decode(text, at)
            at = _skip_blank(text, at)
            if not isinstance(name, str) or text[at] != ":":
                raise MalformedReply("not a JSON object")
            begin = _skip_blank(text, at + 1)
            _, end = decoder.raw_decode(text, begin)
            yield name, begin, end
            at = _skip_blank(text, end)
            if text[at] == ",":
                at = _skip_blank(text, at + 1)
            elif text[at] != "}":
                raise MalformedReply("not a JSON object")
    except (ValueError, IndexError, RecursionError) as error:
        raise MalformedReply(f"not a JSON object: {error}") from None


def part(text: str, *path: str) -> str | None:
    """The JSON text of what lies at `path` in the object `text`; None if it is not there."""
    start, end = 0, len(text)
    for step in path:
        found = [(begin, stop) for name, begin, stop in members(text[start:end]) if name == step]
        if not found:
            return None
        start, end = start + found[-1][0], start + found[-1][1]
    return text[start:end]


def _skip_blank(text: str, at: int) -> int:
    while text[at] in " \t\r\n":
        at += 1
    return at
