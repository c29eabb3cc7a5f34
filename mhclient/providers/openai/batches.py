"""OpenAI's batches: a file of lines goes up, a batch is made of it, files of results come down.

Source: developers.openai.com/api/reference (files, batches) and the guide "Batch API": limits, states,
`batch_expired` in the error file; a batch in which every line failed has an error file alone.
"""

from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NotRequired
from urllib.parse import quote

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from cache import canonical_json
from mhclient.errors import MalformedReply
from mhclient.providers.batches import (
    LIST_PAGE,
    BatchCalls,
    BatchDialect,
    BatchEnding,
    BatchLimits,
    BatchPage,
    BatchProblem,
    InputFile,
    LineResult,
    Page,
    Params,
    RemoteBatch,
    part,
)
from mhclient.providers.reply import validated

LIMITS = BatchLimits(lines=50_000, bytes=200_000_000)
RESULTS_LAST_S = (1 + 30) * 86_400.0  # files of batches, from their making: 30 days
FILES = "/files"
PURPOSE = "batch"
WINDOW = "24h"
TAG = "mhclient_batch"  # in the metadata, whose values may be 512 characters long
RUN = "mhclient_run"
DIGEST = "mhclient_sha256"

ENDINGS = {
    "completed": BatchEnding.COMPLETED,
    "failed": BatchEnding.FAILED,
    "expired": BatchEnding.EXPIRED,
    "cancelled": BatchEnding.CANCELLED,
}
LINE_ENDINGS = {"batch_expired": BatchEnding.EXPIRED, "batch_cancelled": BatchEnding.CANCELLED}

# The status an error line without a response stands for: the provider's own failure, if it is not our doing.
NO_RESPONSE = 500


class _Counts(TypedDict):
    total: NotRequired[int | None]
    completed: NotRequired[int | None]
    failed: NotRequired[int | None]


class _Problem(TypedDict):
    code: NotRequired[str | None]
    message: NotRequired[str | None]


class _Problems(TypedDict):
    data: NotRequired[list[_Problem] | None]


class _Batch(TypedDict):
    id: str
    status: str
    created_at: float
    expires_at: NotRequired[float | None]
    metadata: NotRequired[dict[str, Any] | None]
    request_counts: NotRequired[_Counts | None]
    output_file_id: NotRequired[str | None]
    error_file_id: NotRequired[str | None]
    errors: NotRequired[_Problems | None]


class _File(TypedDict):
    id: str
    filename: NotRequired[str | None]
    bytes: NotRequired[int | None]


class _Files(TypedDict):
    data: list[_File]


class _Response(TypedDict):
    status_code: int
    request_id: NotRequired[str | None]
    body: NotRequired[Any]


class _Error(TypedDict):
    code: NotRequired[str | None]
    message: NotRequired[str | None]


class _Line(TypedDict):
    custom_id: str
    response: NotRequired[_Response | None]
    error: NotRequired[_Error | None]


_FILE, _FILES, _LINE = TypeAdapter(_File), TypeAdapter(_Files), TypeAdapter(_Line)


def line(key: str, body: str, *, url: str) -> bytes:
    """A line of the input file; the request's body stands in it as it would be sent online."""
    return f'{{"custom_id":"{key}","method":"POST","url":"{url}","body":{body}}}'.encode()


def creation(input_file: str, url: str, *, tag: str, run_id: str, digest: str) -> bytes:
    """The body that makes a batch of an uploaded file."""
    metadata = {TAG: tag, RUN: run_id[:512], DIGEST: digest}
    body = {"input_file_id": input_file, "endpoint": url, "completion_window": WINDOW, "metadata": metadata}
    return canonical_json(body).encode()


def read_file(body: bytes) -> str:
    """The id of the file object that an upload was answered with."""
    return validated(body, _FILE)["id"]


def file_named(body: bytes, name: str, n_bytes: int) -> str | None:
    """The id of the file of that name and size in a list of files; None if it is not there."""
    files = validated(body, _FILES)["data"]
    found = [file["id"] for file in files if (file.get("filename"), file.get("bytes")) == (name, n_bytes)]
    return found[0] if found else None


def read_line(text: bytes) -> LineResult:
    """A line of an output or error file.

    Raises:
        MalformedReply: it is not one.
    """
    read = validated(text, _LINE)
    response, error = read.get("response"), read.get("error")
    if response is None:
        return _without_response(read["custom_id"], error or {})
    body = part(text.decode("utf-8", "replace"), "response", "body")
    if body is None:
        raise MalformedReply("response.body: it is missing")
    status = response["status_code"]
    ending = BatchEnding.COMPLETED if status < 300 else BatchEnding.FAILED
    return LineResult(read["custom_id"], ending, status, body.encode(), response.get("request_id"))


def _without_response(key: str, error: _Error) -> LineResult:
    ending = LINE_ENDINGS.get(error.get("code") or "", BatchEnding.FAILED)
    return LineResult(key, ending, NO_RESPONSE, canonical_json({"error": dict(error)}).encode())


def _remote(batch: _Batch) -> RemoteBatch:
    counts = batch.get("request_counts") or {}
    ending = ENDINGS.get(batch["status"])
    # An absent file may also be an empty string.
    files = [file for file in (batch.get("output_file_id"), batch.get("error_file_id")) if file]
    n_done, n_failed = counts.get("completed"), counts.get("failed")
    return RemoteBatch(
        id=batch["id"],
        status=batch["status"],
        ending=ending,
        tag=(batch.get("metadata") or {}).get(TAG),
        created_at=batch["created_at"],
        expires_at=batch.get("expires_at"),
        n_lines=counts.get("total") or None,  # 0 until the file has been validated
        n_done=n_done,
        n_failed=n_failed,
        results=() if ending is None else tuple(f"{FILES}/{quote(file, safe='')}/content" for file in files),
        problem=_problem(batch),
    )


def _problem(batch: _Batch) -> BatchProblem | None:
    problems = (batch.get("errors") or {}).get("data") or []
    if not problems:
        return None
    code, message = problems[0].get("code") or "", problems[0].get("message") or "no reason given"
    return BatchProblem.told(code, message)


@cache  # pydantic takes 10 ms to build what checks them, and every provider made has them
def openai_batches(url: str) -> BatchDialect:
    """Batches of requests to `url`, such as /v1/chat/completions."""
    return BatchDialect(
        path="/batches",
        limits=LIMITS,
        results_last_s=RESULTS_LAST_S,
        keeps_tags=True,
        head=b"",
        joint=b"\n",
        tail=b"\n",
        line=partial(line, url=url),
        batch=TypeAdapter(_Batch),
        page=TypeAdapter(Page[_Batch]),
        remote=_remote,
        read_line=read_line,
    )


FILE_PAGE = 1_000


@dataclass(frozen=True, slots=True)
class FileBatches(BatchCalls):
    """OpenAI's: a file is uploaded, and a batch is made of it."""

    url: str  # of the requests, as in "/v1/chat/completions"

    async def find_upload(self, input_file: InputFile) -> str | None:
        """The id of the file that an earlier try has brought there."""
        params: Params = {"purpose": PURPOSE, "limit": FILE_PAGE, "order": "desc"}
        return file_named(await self.calls.get(FILES, params), input_file.name, input_file.n_bytes)

    async def upload(self, input_file: InputFile) -> str | None:
        """The id of the file at the provider."""
        fields = {"purpose": PURPOSE}
        return read_file(await self.calls.upload(FILES, fields, input_file.name, input_file.file))

    async def create(self, input_file: InputFile, upload: str | None) -> RemoteBatch:
        """Make a batch of an uploaded file, with our tag in its metadata."""
        assert upload is not None
        body = creation(
            upload, self.url, tag=input_file.tag, run_id=input_file.run_id, digest=input_file.digest
        )
        return self.read_created(await self.calls.post(self.dialect.path, body, len(body)))

    async def page(self, cursor: str | None = None) -> BatchPage:
        """The batches, the newest first."""
        return await self.list_page({"limit": LIST_PAGE} | ({"after": cursor} if cursor else {}))
