"""The addresses of Gemini's batch API at the simulator, beside the other two: uploads, files, operations."""

import json
from itertools import count
from typing import Any

from aiohttp import web

from mhclient.simulator.batch_api import SimulatedBatch, SimulatedBatchApi, SimulatedFile, SubmittedLine
from mhclient.simulator.batch_faults import BatchFault
from mhclient.simulator.batch_routes import GEMINI_ID, BatchRoutes, account_of, problem_with, refused
from mhclient.simulator.faults import reset_before_headers
from mhclient.simulator.gemini_batch_formats import gemini_batch, gemini_file, gemini_results
from mhclient.simulator.gemini_formats import gemini_error

GENERATE_CONTENT = ":generateContent"  # the address of a line; the model is in its batch's
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
