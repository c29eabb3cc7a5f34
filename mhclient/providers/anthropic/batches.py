"""Anthropic's message batches: one body goes up with all requests in it, one stream of results comes down.

Source: platform.claude.com/docs/en/build-with-claude/batch-processing and the API reference (message
batches): limits, states, result types; results can be had for 29 days. A batch takes no tag.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, BinaryIO, NotRequired
from urllib.parse import quote

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from mhclient.errors import MalformedReply
from mhclient.providers.batches import (
    LIST_PAGE,
    BatchCalls,
    BatchDialect,
    BatchEnding,
    BatchLimits,
    BatchPage,
    InputFile,
    LineResult,
    Page,
    RemoteBatch,
    part,
)
from mhclient.providers.reply import validated

LIMITS = BatchLimits(lines=100_000, bytes=256_000_000)
RESULTS_LAST_S = 29 * 86_400.0
PATH = "/v1/messages/batches"

# What an error's type stands for as HTTP status. Source: docs.anthropic.com/en/api/errors.
STATUS_OF = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
LINE_ENDINGS = {
    "succeeded": BatchEnding.COMPLETED,
    "errored": BatchEnding.FAILED,
    "expired": BatchEnding.EXPIRED,
    "canceled": BatchEnding.CANCELLED,
}


class _Counts(TypedDict):
    processing: int
    succeeded: int
    errored: int
    canceled: int
    expired: int


class _Batch(TypedDict):
    id: str
    processing_status: str
    created_at: datetime
    expires_at: NotRequired[datetime | None]
    request_counts: _Counts
    cancel_initiated_at: NotRequired[datetime | None]
    archived_at: NotRequired[datetime | None]
    results_url: NotRequired[str | None]


class _Result(TypedDict):
    type: str
    message: NotRequired[Any]
    error: NotRequired[Any]


class _Line(TypedDict):
    custom_id: str
    result: _Result


_LINE = TypeAdapter(_Line)


def line(key: str, body: str) -> bytes:
    """One request of a batch; its body stands in it as it would be sent online."""
    return f'{{"custom_id":"{key}","params":{body}}}'.encode()


def read_line(text: bytes) -> LineResult:
    """A line of the results.

    Raises:
        MalformedReply: it is not one.
    """
    read = validated(text, _LINE)
    kind = read["result"]["type"]
    if kind not in LINE_ENDINGS:
        raise MalformedReply(f"result.type: '{kind}' is not a result of a batch")
    ending = LINE_ENDINGS[kind]
    if ending is BatchEnding.COMPLETED:
        message = part(text.decode("utf-8", "replace"), "result", "message")
        if message is None:
            raise MalformedReply("result.message: it is missing")
        return LineResult(read["custom_id"], ending, 200, message.encode())
    error = part(text.decode("utf-8", "replace"), "result", "error") or "{}"
    return LineResult(
        read["custom_id"], ending, _status(read["result"].get("error")), error.encode(), _request_id(read)
    )


def _status(error: Any) -> int:
    inner = error.get("error") if isinstance(error, dict) else None
    kind = inner.get("type") if isinstance(inner, dict) else None
    return STATUS_OF.get(kind, 500) if isinstance(kind, str) else 500


def _request_id(read: _Line) -> str | None:
    error = read["result"].get("error")
    found = error.get("request_id") if isinstance(error, dict) else None
    return found if isinstance(found, str) else None


def _remote(batch: _Batch) -> RemoteBatch:
    counts = batch["request_counts"]
    ended = batch["processing_status"] == "ended"
    cancelled = batch.get("cancel_initiated_at") is not None
    expires_at = batch.get("expires_at")
    archived = batch.get("archived_at") is not None
    path = f"{PATH}/{quote(batch['id'], safe='')}/results"
    n_ended = counts["errored"] + counts["canceled"] + counts["expired"]
    return RemoteBatch(
        id=batch["id"],
        status=batch["processing_status"],
        ending=(BatchEnding.CANCELLED if cancelled else BatchEnding.COMPLETED) if ended else None,
        tag=None,
        created_at=batch["created_at"].timestamp(),
        expires_at=expires_at.timestamp() if expires_at else None,
        n_lines=counts["processing"] + counts["succeeded"] + n_ended,
        n_done=counts["succeeded"],
        n_failed=n_ended,
        results=(path,) if ended and batch.get("results_url") and not archived else (),
        gone=archived,
    )


ANTHROPIC_BATCHES = BatchDialect(
    path=PATH,
    limits=LIMITS,
    results_last_s=RESULTS_LAST_S,
    keeps_tags=False,
    head=b'{"requests":[',
    joint=b",",
    tail=b"]}",
    line=line,
    batch=TypeAdapter(_Batch),
    page=TypeAdapter(Page[_Batch]),
    remote=_remote,
    read_line=read_line,
)


PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class MessageBatches(BatchCalls):
    """Anthropic's: the requests are the body that makes the batch."""

    async def find_upload(self, input_file: InputFile) -> str | None:
        """Nothing is uploaded before."""
        return None

    async def upload(self, input_file: InputFile) -> str | None:
        """Nothing is uploaded before."""
        return None

    async def create(self, input_file: InputFile, upload: str | None) -> RemoteBatch:
        """Make a batch of the file."""
        pieces = _pieces(input_file.file)
        return self.read_created(await self.calls.post(self.dialect.path, pieces, input_file.n_bytes))

    async def page(self, cursor: str | None = None) -> BatchPage:
        """The batches, the newest first."""
        return await self.list_page({"limit": LIST_PAGE} | ({"after_id": cursor} if cursor else {}))


async def _pieces(file: BinaryIO) -> AsyncIterator[bytes]:
    while piece := file.read(PIECE):
        yield piece
