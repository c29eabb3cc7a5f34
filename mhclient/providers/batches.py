"""Batch APIs: what they have in common, as calls and as values. Nothing is retried here.

`RemoteBatch` is a batch at the provider, `LineResult` a line of its results, `BatchProblem` what is wrong
with it as a whole, in the provider's words or in ours. `openai_batches`, `ANTHROPIC_BATCHES` and
`GEMINI_BATCHES` are dialects: they build what is sent and read what comes back; all of it is pure. A line's
name at the provider is the request's key: 64 hexadecimal digits, which all APIs take.

A provider that has a batch API gives the way to it (`Provider.batches`); `BatchCalls` has the calls that the
APIs share. What the calls mean for a run is decided in `mhclient.ask.batches`.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, BinaryIO, Generic, NotRequired, Protocol, TypeVar
from urllib.parse import quote

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from mhclient.errors import MalformedReply
from mhclient.providers.access import NetworkOptions, Secret
from mhclient.providers.reply import validated

# "Enqueued token limit reached for gpt-5 in organization org-1. Limit: 2,000,000 enqueued tokens."
_LIMIT = re.compile(r"Limit: ([\d,]+) enqueued tokens")


class ProblemCode(Enum):
    """What the provider calls a problem, where that changes what is done next."""

    QUEUE_FULL = "token_limit_exceeded"  # OpenAI: too much waits already


@dataclass(frozen=True, slots=True)
class BatchProblem:
    """A problem as the store keeps it: the provider's code and message, or a sentence of ours.

    Attributes:
        code: None where no code is known.
        text: as shown and stored.
    """

    code: ProblemCode | None
    text: str

    @classmethod
    def told(cls, code: str, message: str) -> BatchProblem:
        """What the provider says; its code may be empty.

        >>> BatchProblem.told("token_limit_exceeded", "too much").code
        <ProblemCode.QUEUE_FULL: 'token_limit_exceeded'>
        """
        return cls(_code(code), ": ".join(part for part in (code, message) if part))

    @classmethod
    def stored(cls, text: str | None) -> BatchProblem | None:
        """As the store has it: "code: message" where the provider gave a code."""
        return None if text is None else cls(_code(text.partition(":")[0]), text)

    def __str__(self) -> str:
        return self.text

    @property
    def queue_limit(self) -> int | None:
        """Tokens that may wait at the provider, where the problem says how many."""
        found = _LIMIT.search(self.text)
        return None if found is None else int(found[1].replace(",", ""))


def _code(code: str) -> ProblemCode | None:
    return next((known for known in ProblemCode if known.value == code), None)


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


Params = Mapping[str, str | int]


class Calls(Protocol):
    """HTTP to one provider's base URL, with its key; raises ProviderErrors, as `Send` does."""

    async def get(self, path: str, params: Params) -> bytes:
        """The body of an answer."""

    async def post(self, path: str, content: bytes | AsyncIterator[bytes], n_bytes: int) -> bytes:
        """Send JSON; the body of the answer."""

    async def upload(self, path: str, fields: Mapping[str, str], name: str, file: BinaryIO) -> bytes:
        """Send a form with a file in it, piece by piece; the body of the answer."""

    def lines(self, path: str) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """An answer line by line, as it comes; blank lines are left out."""


@dataclass(frozen=True, slots=True)
class InputFile:
    """What is sent to make a batch: the lines with what stands around them."""

    tag: str
    run_id: str
    model: str
    digest: str  # SHA-256
    n_bytes: int
    file: BinaryIO

    @property
    def name(self) -> str:
        return f"{self.tag}.jsonl"


class BatchApi(Protocol):
    """An open connection to a provider's batches."""

    @property
    def dialect(self) -> BatchDialect:
        """The wire format."""

    @property
    def account(self) -> str:
        """Whose batches they are: the address and the key's fingerprint."""

    async def find_upload(self, input_file: InputFile) -> str | None:
        """What `upload` gave for this file when it was uploaded before; None if it was not."""

    async def upload(self, input_file: InputFile) -> str | None:
        """Bring the file to the provider; None where that is no step of its own. Costs nothing yet."""

    async def create(self, input_file: InputFile, upload: str | None) -> RemoteBatch:
        """Make the batch: from here on it is paid for."""

    async def page(self, cursor: str | None = None) -> BatchPage:
        """The provider's batches, the newest first."""

    async def look(self, remote_id: str) -> RemoteBatch:
        """One batch as it is now."""

    async def cancel(self, remote_id: str) -> RemoteBatch:
        """Call a batch off: what is being processed may still be."""

    def lines(self, path: str) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """The lines of a file of results."""


@dataclass(frozen=True, slots=True)
class BatchAccess:
    """The way to a provider's batches.

    Attributes:
        base_url: the address that both APIs are below.
        dialect: the wire format.
        connect: finds the key and opens a connection; raises MissingKey as the provider's `connect` does.
    """

    base_url: str
    dialect: BatchDialect
    connect: Callable[[NetworkOptions], AbstractAsyncContextManager[BatchApi]]


# (base URL, key, reach) → calls.
CallTransport = Callable[[str, Secret, NetworkOptions], AbstractAsyncContextManager[Calls]]


@dataclass(frozen=True, slots=True)
class BatchService:
    """The batch API of an HTTP provider: its wire format, its transport, and how its calls are made."""

    dialect: BatchDialect
    transport: CallTransport
    api: Callable[[Calls, str, BatchDialect], BatchApi]  # the second is the account


LIST_PAGE = 100


@dataclass(frozen=True, slots=True)
class BatchCalls:
    """What the calls of all batch APIs share."""

    calls: Calls
    account: str
    dialect: BatchDialect

    async def look(self, remote_id: str) -> RemoteBatch:
        """One batch as it is now."""
        return self.dialect.read_batch(
            await self.calls.get(f"{self.dialect.path}/{quote(remote_id, safe='')}", {})
        )

    async def cancel(self, remote_id: str) -> RemoteBatch:
        """Call a batch off."""
        path = f"{self.dialect.path}/{quote(remote_id, safe='')}/cancel"
        return self.dialect.read_batch(await self.calls.post(path, b"", 0))

    def lines(self, path: str) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """The lines of a file of results."""
        return self.calls.lines(path)

    async def list_page(self, params: Params) -> BatchPage:
        return self.dialect.read_page(await self.calls.get(self.dialect.path, params))

    def read_created(self, body: bytes) -> RemoteBatch:
        try:
            return self.dialect.read_batch(body)
        except MalformedReply as error:
            raise MalformedReply(f"a batch may have been made, but {error}") from error
