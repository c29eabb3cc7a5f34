"""Gemini's batches: a file of lines goes up, a batch is made of it, a file of results comes down.

Source: ai.google.dev/gemini-api/docs/batch-api and ai.google.dev/api/batch-api: a batch is an `Operation`
whose `metadata` tells how it stands; 2 GB of input; 48 hours, after which it expires without results;
ai.google.dev/gemini-api/docs/files: files are kept for 48 hours.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, NotRequired, TypeVar
from urllib.parse import quote

from pydantic import BeforeValidator, TypeAdapter
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
    Params,
    RemoteBatch,
    part,
)
from mhclient.providers.reply import token_count, validated

LIMITS = BatchLimits(lines=100_000, bytes=2_000_000_000)  # of lines the documentation names no limit
LIFETIME_S = 48 * 3_600.0
RESULTS_LAST_S = 2 * LIFETIME_S  # a batch ends within its lifetime, and its file is kept as long again
PATH = "/batches"
FILES = "/files"
MIME_TYPE = "application/jsonl"
STATE = "BATCH_STATE_"

ENDINGS = {
    "BATCH_STATE_SUCCEEDED": BatchEnding.COMPLETED,
    "BATCH_STATE_FAILED": BatchEnding.FAILED,
    "BATCH_STATE_CANCELLED": BatchEnding.CANCELLED,
    "BATCH_STATE_EXPIRED": BatchEnding.EXPIRED,
}
# What a line's error means as HTTP status. Source: google.rpc.Code (googleapis/google/rpc/code.proto).
STATUS_OF: Mapping[int, int] = {
    **{1: 499, 3: 400, 4: 504, 5: 404, 6: 409, 7: 403, 8: 429, 9: 400},
    **{10: 409, 11: 400, 12: 501, 14: 503, 16: 401},
}
UNKNOWN = 500

# A count of JSON's int64 is a text.
_Count = Annotated[
    int | None, BeforeValidator(lambda value: token_count(int(value) if str(value).isdecimal() else value))
]


class _Stats(TypedDict):
    requestCount: NotRequired[_Count]
    successfulRequestCount: NotRequired[_Count]
    failedRequestCount: NotRequired[_Count]


class _Output(TypedDict):
    responsesFile: NotRequired[str | None]


class _Metadata(TypedDict):
    state: str
    createTime: datetime
    displayName: NotRequired[str | None]
    batchStats: NotRequired[_Stats | None]
    output: NotRequired[_Output | None]


class _Status(TypedDict):
    code: NotRequired[int]
    message: NotRequired[str]
    status: NotRequired[str]


class _Operation(TypedDict):
    name: str
    metadata: _Metadata
    response: NotRequired[_Output | None]
    error: NotRequired[_Status | None]


class _Operations(TypedDict):
    operations: NotRequired[list[_Operation]]
    nextPageToken: NotRequired[str]


class _File(TypedDict):
    name: str
    displayName: NotRequired[str]
    sizeBytes: NotRequired[_Count]


class _Uploaded(TypedDict):
    file: _File


class _Files(TypedDict):
    files: NotRequired[list[_File]]
    nextPageToken: NotRequired[str]


class _Line(TypedDict):
    key: str
    response: NotRequired[Any]
    error: NotRequired[_Status | None]


_LINE, _UPLOADED, _FILES = TypeAdapter(_Line), TypeAdapter(_Uploaded), TypeAdapter(_Files)
_OPERATIONS = TypeAdapter(_Operations)


def line(key: str, body: str) -> bytes:
    """A line of the input file; the request's body stands in it as it would be sent online."""
    return f'{{"key":"{key}","request":{body}}}'.encode()


def creation(upload: str, tag: str) -> bytes:
    """The body that makes a batch of an uploaded file."""
    return canonical_json({"batch": {"displayName": tag, "inputConfig": {"fileName": upload}}}).encode()


def read_uploaded(body: bytes) -> str:
    """The name of a file that was uploaded, as in "files/abc"."""
    return validated(body, _UPLOADED)["file"]["name"]


def file_named(body: bytes, name: str, n_bytes: int) -> tuple[str | None, str | None]:
    """Of a page of files the one of this name and size, if it is there, and the token of the next page."""
    page = validated(body, _FILES)
    found = [
        file["name"]
        for file in page.get("files", [])
        if (file.get("displayName"), file.get("sizeBytes")) == (name, n_bytes)
    ]
    return (found[0] if found else None), page.get("nextPageToken") or None


def read_operations(body: bytes) -> tuple[list[RemoteBatch], str | None]:
    """A page of the list of batches, and the token of the next one."""
    page = validated(body, _OPERATIONS)
    return [_remote(each) for each in page.get("operations", [])], page.get("nextPageToken") or None


def read_line(text: bytes) -> LineResult:
    """A line of the results: a reply, or an error of google.rpc.

    Raises:
        MalformedReply: it is neither.
    """
    read = validated(text, _LINE)
    whole = text.decode("utf-8", "replace")
    if (error := read.get("error")) is not None:
        code, body = error.get("code", 2), part(whole, "error") or "{}"
        status = code if 400 <= code < 600 else STATUS_OF.get(code, UNKNOWN)
        return LineResult(read["key"], BatchEnding.FAILED, status, body.encode())
    if read.get("response") is None:
        raise MalformedReply("response: it is missing")
    body = part(whole, "response") or ""
    return LineResult(read["key"], BatchEnding.COMPLETED, 200, body.encode())


def _remote(operation: _Operation) -> RemoteBatch:
    told = operation["metadata"]
    stats = told.get("batchStats") or {}
    ending = ENDINGS.get(told["state"])
    output = operation.get("response") or told.get("output") or {}
    file = output.get("responsesFile") if ending is not None else None
    created_at, problem = told["createTime"].timestamp(), None
    if error := operation.get("error"):
        problem = BatchProblem.told(error.get("status", ""), error.get("message", "no reason given"))
    return RemoteBatch(
        id=operation["name"].removeprefix("batches/"),
        status=told["state"].removeprefix(STATE).lower(),
        ending=ending,
        tag=told.get("displayName"),
        created_at=created_at,
        expires_at=created_at + LIFETIME_S,
        n_lines=stats.get("requestCount") or None,
        n_done=stats.get("successfulRequestCount", 0),
        n_failed=stats.get("failedRequestCount", 0),
        results=(f"/{quote(file)}:download?alt=media",) if file else (),
        problem=problem,
    )


GEMINI_BATCHES = BatchDialect(
    path=PATH,
    limits=LIMITS,
    results_last_s=RESULTS_LAST_S,
    keeps_tags=True,
    head=b"",
    joint=b"\n",
    tail=b"\n",
    line=line,
    batch=TypeAdapter(_Operation),
    page=None,
    remote=_remote,
    read_line=read_line,
)


MOST_PAGES = 1_000  # of a list, which must end some time

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GeminiBatches(BatchCalls):
    """Gemini's: a file is uploaded, and a batch is made of it."""

    async def find_upload(self, input_file: InputFile) -> str | None:
        """The name of the file that an earlier try has brought there."""

        async def page(params: Params) -> tuple[str | None, str | None]:
            body = await self.calls.get(FILES, params)
            return file_named(body, input_file.name, input_file.n_bytes)

        return next((found for found in await _all_pages(page) if found is not None), None)

    async def upload(self, input_file: InputFile) -> str | None:
        """The file's name at the provider, such as files/abc."""
        return read_uploaded(await self.calls.upload(FILES, {}, input_file.name, input_file.file))

    async def create(self, input_file: InputFile, upload: str | None) -> RemoteBatch:
        """Make a batch of an uploaded file, with our tag as its name."""
        assert upload is not None
        body = creation(upload, input_file.tag)
        path = f"/models/{quote(input_file.model, safe='')}:batchGenerateContent"
        return self.read_created(await self.calls.post(path, body, len(body)))

    async def page(self, cursor: str | None = None) -> BatchPage:
        """All batches at once, the newest first: the API does not say in which order it lists them."""

        async def page(params: Params) -> tuple[list[RemoteBatch], str | None]:
            return read_operations(await self.calls.get(self.dialect.path, params))

        found = [batch for listed in await _all_pages(page) for batch in listed]
        return BatchPage(tuple(sorted(found, key=lambda batch: -batch.created_at)), None)

    async def cancel(self, remote_id: str) -> RemoteBatch:
        """Call a batch off; the call itself says nothing of it."""
        await self.calls.post(f"{self.dialect.path}/{quote(remote_id, safe='')}:cancel", b"{}", 2)
        return await self.look(remote_id)


async def _all_pages(page: Callable[[Params], Awaitable[tuple[T, str | None]]]) -> list[T]:
    """What all pages of a list hold."""
    params: dict[str, str | int] = {"pageSize": LIST_PAGE}
    found: list[T] = []
    for _ in range(MOST_PAGES):
        held, token = await page(params)
        found.append(held)
        if token is None:
            return found
        params["pageToken"] = token
    raise MalformedReply(f"a list has more than {MOST_PAGES:,} pages")
