"""The addresses of the batch APIs at the simulator: OpenAI's and Anthropic's, Gemini's, and the clock."""

import asyncio
import json
import re
from collections import deque
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from aiohttp import BodyPartReader, web

from mhclient.simulator.batch_api import (
    BatchFault,
    SimulatedBatch,
    SimulatedBatchApi,
    SimulatedFile,
    SubmittedLine,
    told_lines,
)
from mhclient.simulator.batch_formats import (
    anthropic_batch,
    anthropic_line,
    anthropic_results,
    gemini_batch,
    gemini_file,
    gemini_results,
    openai_batch,
    openai_file,
    openai_line,
    openai_results,
)
from mhclient.simulator.faults import FAULTS, Fault, reset_before_headers
from mhclient.simulator.formats import GENERATE_CONTENT, anthropic_error, gemini_error, openai_error

OPENAI_ID, ANTHROPIC_ID, GEMINI_ID = "batch_", "msgbatch_", "geminibatch"
CUSTOM_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")  # Anthropic's rule
CUTS = (BatchFault.DOWNLOAD_CUT, BatchFault.DOWNLOAD_SHORT)
LATE_S = 0.3
MOST_ADVANCE_S = 100 * 366 * 86_400.0
MOST_LINES = {OPENAI_ID: 50_000, ANTHROPIC_ID: 100_000, GEMINI_ID: 100_000}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class BatchRoutes:
    """The batch APIs over a batch_api.

    Attributes:
        get_faults: faults for the next calls that look at batches, one each; None lets one through.
    """

    def __init__(self, batch_api: SimulatedBatchApi) -> None:
        self.batch_api = batch_api
        self.get_faults: deque[Fault | None] = deque()

    def add_to(self, app: web.Application) -> None:
        """Add the addresses."""
        router, batches, messages = app.router, "/v1/batches", "/v1/messages/batches"
        router.add_post("/v1/files", self._upload)
        router.add_get("/v1/files", self._files)
        router.add_get("/v1/files/{id}/content", self._content)
        router.add_post(batches, self._create_openai)
        router.add_get(batches, self.looked(self._list_openai))
        router.add_get(batches + "/{id}", self.looked(self._openai))
        router.add_post(batches + "/{id}/cancel", self._openai)
        router.add_post(messages, self._create_anthropic)
        router.add_get(messages, self.looked(self._list_anthropic))
        router.add_get(messages + "/{id}", self.looked(self._anthropic))
        router.add_post(messages + "/{id}/cancel", self._anthropic)
        router.add_get(messages + "/{id}/results", self._results)
        router.add_post("/simulator/clock", self._clock)

    def looked(self, handler: Handler) -> Handler:
        async def look(request: web.Request) -> web.StreamResponse:
            fault = self.get_faults.popleft() if self.get_faults else None
            return await handler(request) if fault is None else await fault(request, b"{}")

        return look

    async def _clock(self, request: web.Request) -> web.Response:
        """Turn the clock forward: {"advance_s": 3600}."""
        try:
            self.batch_api.clock.advance(_seconds(await request.json()))
        except (ValueError, KeyError, TypeError, OverflowError):
            raise web.HTTPBadRequest(text='say by how much, from 0 s on: {"advance_s": 3600}\n') from None
        return web.json_response({"now": self.batch_api.clock.now()})

    async def _upload(self, request: web.Request) -> web.StreamResponse:
        name, content = "", b""
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            if part.name == "file":
                name, content = part.filename or "", bytes(await part.read())
        file = self.batch_api.upload(name, content, account_of(request))
        self.batch_api.on_step("uploaded")
        if self.strikes(BatchFault.UPLOAD_REPLY_LOST):
            return await reset_before_headers(request, b"")
        return web.json_response(openai_file(file))

    async def _files(self, request: web.Request) -> web.Response:
        ours = [file for file in self.batch_api.files.values() if file.account == account_of(request)]
        data = [openai_file(file) for file in reversed(ours)]
        return web.json_response({"object": "list", "data": data, "has_more": False})

    async def _create_openai(self, request: web.Request) -> web.StreamResponse:
        told = await request.json()
        file = self.batch_api.files.get(told["input_file_id"])
        if file is None or file.account != account_of(request):
            return refused(openai_error("no such file", "invalid_request_error", None), 400)
        try:
            lines = [openai_line(raw) for raw in file.content.splitlines()]
        except (ValueError, KeyError, TypeError):
            return await self.create(request, OPENAI_ID, [], told, "invalid_json_line")
        problem = problem_with(lines, OPENAI_ID)
        if any(line.url != told["endpoint"] for line in lines):
            problem = "mismatched_endpoint"
        return await self.create(request, OPENAI_ID, lines, told, problem)

    async def _create_anthropic(self, request: web.Request) -> web.StreamResponse:
        try:
            lines = [anthropic_line(each) for each in json.loads(await request.read())["requests"]]
            problem = problem_with(lines, ANTHROPIC_ID)
        except (ValueError, KeyError, TypeError) as error:
            lines, problem = [], f"bad request: {error!s}"
        if problem is not None:
            return refused(anthropic_error(problem, "invalid_request_error", None), 400)
        return await self.create(request, ANTHROPIC_ID, lines, {}, None)

    async def create(
        self,
        request: web.Request,
        prefix: str,
        lines: list[SubmittedLine],
        told: dict[str, Any],
        problem: str | None,
    ) -> web.StreamResponse:
        if self.strikes(BatchFault.CREATE_UNAVAILABLE):
            return await FAULTS["unavailable"](request, b"")
        if self.strikes(BatchFault.CREATE_REFUSED):
            return await FAULTS["rate-limited"](request, b"")
        if self.strikes(BatchFault.FILE_UNSEEN):
            message = f"Cannot find file {told.get('input_file_id')}"
            return refused(openai_error(message, "invalid_request_error", None), 400)
        if self.strikes(BatchFault.CREATE_LATE):
            loop = asyncio.get_running_loop()
            loop.call_later(LATE_S, self.batch_api.create, prefix, account_of(request), lines, told, problem)
            return await reset_before_headers(request, b"")
        lost = self.strikes(BatchFault.CREATE_REPLY_LOST)
        batch = self.batch_api.create(prefix, account_of(request), lines, told, problem)
        self.batch_api.on_step("created")
        if lost:
            return await reset_before_headers(request, b"")
        return web.json_response(self.shown(request, batch))

    def strikes(self, fault: BatchFault) -> bool:
        """Whether the next fault is this one, which then is spent."""
        if self.batch_api.faults and self.batch_api.faults[0] is fault:
            self.batch_api.faults.popleft()
            return True
        return False

    async def _list_openai(self, request: web.Request) -> web.Response:
        return self._page(request, OPENAI_ID, after="after", most=100)

    async def _list_anthropic(self, request: web.Request) -> web.Response:
        return self._page(request, ANTHROPIC_ID, after="after_id", most=1000)

    def _page(self, request: web.Request, prefix: str, *, after: str, most: int) -> web.Response:
        batches = self.batch_api.newest_first(prefix, account_of(request))
        ids = [batch.id for batch in batches]
        start = ids.index(request.query[after]) + 1 if request.query.get(after) in ids else 0
        limit = min(int(request.query.get("limit", 20)), most)
        data = [self.shown(request, batch) for batch in batches[start : start + limit]]
        ends = {"first_id": data[0]["id"], "last_id": data[-1]["id"]} if data else {}
        more = start + limit < len(batches)
        return web.json_response({"object": "list", "data": data, "has_more": more, **ends})

    async def _openai(self, request: web.Request) -> web.Response:
        return self._one(request, openai_error("no such batch", "invalid_request_error", None))

    async def _anthropic(self, request: web.Request) -> web.Response:
        return self._one(request, anthropic_error("no such batch", "not_found_error", None))

    def _one(self, request: web.Request, missing: dict[str, Any]) -> web.Response:
        batch = self.batch_api.look(request.match_info["id"], account_of(request))
        if batch is None:
            return refused(missing, 404)
        if request.method == "POST":
            self.batch_api.cancel(batch)
        return web.json_response(self.shown(request, batch))

    def shown(self, request: web.Request, batch: SimulatedBatch) -> dict[str, Any]:
        self.batch_api.brought_up(batch)
        if batch.id.startswith(OPENAI_ID):
            return openai_batch(self.batch_api, batch)
        return anthropic_batch(self.batch_api, batch, f"{request.scheme}://{request.host}")

    async def _content(self, request: web.Request) -> web.StreamResponse:
        which, _, batch_id = request.match_info["id"].removeprefix("file-").partition("-")
        batch = self.batch_api.look(batch_id, account_of(request))
        if batch is None or self.unseen(batch):
            return refused(openai_error("no such file", "invalid_request_error", None), 404)
        return await self.send_lines(request, batch, openai_results(batch, which))

    async def _results(self, request: web.Request) -> web.StreamResponse:
        batch = self.batch_api.look(request.match_info["id"], account_of(request))
        if batch is None or self.unseen(batch):
            return refused(anthropic_error("no such results", "not_found_error", None), 404)
        return await self.send_lines(request, batch, anthropic_results(batch))

    def unseen(self, batch: SimulatedBatch) -> bool:
        """Whether a batch's results cannot be found, for ever or for now."""
        passing = self.batch_api.strikes_once(batch, BatchFault.RESULTS_UNSEEN)
        return passing or not self.batch_api.results_last(batch)

    async def send_lines(
        self, request: web.Request, batch: SimulatedBatch, lines: list[bytes]
    ) -> web.StreamResponse:
        """Lines one after the other, as a stream."""
        response = web.StreamResponse(headers={"Content-Type": "application/octet-stream"})
        await response.prepare(request)
        told = told_lines(batch, lines)
        for number, line in enumerate(told):
            await response.write(line + b"\n")
            if number == len(told) // 2:
                self.batch_api.on_step("reading")
                if self.batch_api.strikes_once(batch, *CUTS):
                    if batch.fault is BatchFault.DOWNLOAD_CUT:
                        return await reset_before_headers(request, b"")
                    break
        await response.write_eof()
        return response


def account_of(request: web.Request) -> str:
    """Whose batches a request is about: the key it was sent with."""
    bearer = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return request.headers.get("X-Api-Key", request.headers.get("X-Goog-Api-Key", bearer))


def _seconds(told: Any) -> float:
    """By how much the clock is to be turned; raises what `dict` and `float` do if that is not said."""
    seconds = float(told["advance_s"])
    if not 0 <= seconds <= MOST_ADVANCE_S:
        raise ValueError("a clock is turned forward, and not out of the calendar")
    return seconds


def problem_with(lines: list[SubmittedLine], prefix: str) -> str | None:
    """Why a batch of these lines cannot be made; None if it can."""
    ids = {line.custom_id for line in lines}
    if not lines or len(lines) > MOST_LINES[prefix]:
        return "too_many_or_no_requests"
    if len(ids) < len(lines):
        return "duplicate_custom_id"
    if prefix == ANTHROPIC_ID and not all(CUSTOM_ID.fullmatch(name) for name in ids):
        return "invalid_custom_id"
    return None


def refused(body: dict[str, Any], status: int) -> web.Response:
    return web.json_response(body, status=status)


RESULTS = "results-"  # before a batch's id, in the name of the file of its results


class GeminiBatchRoutes(BatchRoutes):
    """The batch APIs, Gemini's among them."""

    def __init__(self, batch_api: SimulatedBatchApi) -> None:
        super().__init__(batch_api)
        self._uploads: dict[str, str] = {}  # upload id → the name of the file to come
        self._numbers = count(1)

    def add_to(self, app: web.Application) -> None:
        """Add the addresses."""
        super().add_to(app)
        router = app.router
        router.add_post("/upload/v1beta/files", self._upload_gemini)
        router.add_get("/v1beta/files", self._list_files)
        router.add_get("/v1beta/files/{id}:download", self._download)
        router.add_post("/v1beta/models/{model}:batchGenerateContent", self._create_gemini)
        router.add_get("/v1beta/batches", self.looked(self._list_gemini))
        router.add_get("/v1beta/batches/{id}", self.looked(self._gemini))
        router.add_post("/v1beta/batches/{id}:cancel", self._cancel_gemini)

    def shown(self, request: web.Request, batch: SimulatedBatch) -> dict[str, Any]:
        """A batch as its own API shows it."""
        if not batch.id.startswith(GEMINI_ID):
            return super().shown(request, batch)
        self.batch_api.brought_up(batch)
        return gemini_batch(self.batch_api, batch)

    async def _upload_gemini(self, request: web.Request) -> web.StreamResponse:
        content = await request.read()
        if request.headers.get("X-Goog-Upload-Command") == "start":
            number = str(next(self._numbers))
            self._uploads[number] = json.loads(content)["file"]["displayName"]
            address = f"{request.scheme}://{request.host}{request.path}?upload_id={number}"
            return web.json_response({}, headers={"X-Goog-Upload-URL": address})
        name = self._uploads.pop(request.query["upload_id"])
        file = self.batch_api.upload(name, content, account_of(request))
        self.batch_api.on_step("uploaded")
        if self.strikes(BatchFault.UPLOAD_REPLY_LOST):
            return await reset_before_headers(request, b"")
        return web.json_response({"file": gemini_file(file)})

    async def _list_files(self, request: web.Request) -> web.Response:
        files = [file for file in self.batch_api.files.values() if file.account == account_of(request)]
        return _page(request, "files", [gemini_file(file) for file in files])

    async def _create_gemini(self, request: web.Request) -> web.StreamResponse:
        told = (await request.json())["batch"]
        name, model = told["inputConfig"]["fileName"], request.match_info["model"]
        file = self.batch_api.files.get(name.removeprefix("files/"))
        if file is None or file.account != account_of(request) or self.strikes(BatchFault.FILE_UNSEEN):
            return refused(gemini_error(f"File {name} is not found.", "", None), 400)
        lines, problem = _lines(file, model)
        told = {"displayName": told["displayName"], "model": model, "input_file_id": name}
        return await self.create(request, GEMINI_ID, lines, told, problem)

    async def _list_gemini(self, request: web.Request) -> web.Response:
        batches = self.batch_api.newest_first(GEMINI_ID, account_of(request))
        return _page(request, "operations", [self.shown(request, batch) for batch in batches[::-1]])

    async def _gemini(self, request: web.Request) -> web.Response:
        batch = self.batch_api.look(request.match_info["id"], account_of(request))
        return _not_found() if batch is None else web.json_response(self.shown(request, batch))

    async def _cancel_gemini(self, request: web.Request) -> web.Response:
        batch = self.batch_api.look(request.match_info["id"], account_of(request))
        if batch is None:
            return _not_found()
        self.batch_api.cancel(batch)
        return web.json_response({})

    async def _download(self, request: web.Request) -> web.StreamResponse:
        batch_id = request.match_info["id"].removeprefix(RESULTS)
        batch = self.batch_api.look(batch_id, account_of(request))
        if batch is None or self.unseen(batch):
            message = f"You do not have permission to access the File {batch_id} or it may not exist."
            return refused({"error": {"code": 403, "message": message, "status": "PERMISSION_DENIED"}}, 403)
        return await self.send_lines(request, batch, gemini_results(batch))


def _lines(file: SimulatedFile, model: str) -> tuple[list[SubmittedLine], str | None]:
    """A file's requests, and what is wrong with them, if anything is."""
    try:
        read = [json.loads(raw) for raw in file.content.splitlines()]
        lines = [
            SubmittedLine(line["key"], GENERATE_CONTENT, {**line["request"], "model": model}) for line in read
        ]
    except (ValueError, KeyError, TypeError) as error:
        return [], f"bad line: {error!s}"
    return lines, problem_with(lines, GEMINI_ID)


def _page(request: web.Request, name: str, listed: list[dict[str, Any]]) -> web.Response:
    """A page of a list; the token of the next one is where that begins."""
    start, size = int(request.query.get("pageToken", 0)), int(request.query.get("pageSize", 10))
    more = {"nextPageToken": str(start + size)} if start + size < len(listed) else {}
    return web.json_response({name: listed[start : start + size], **more})


def _not_found() -> web.Response:
    return refused(gemini_error("Requested entity was not found.", "", "model_not_found"), 404)
