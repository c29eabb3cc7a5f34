"""The server: routes, and the two threads on which the store is asked."""

import asyncio
import json
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Self, TypeVar

from aiohttp import web

from cache import CacheError, UnknownRun, open_connection
from cache.connection import sqlite_errors
from mhclient.errors import MhclientError, UsageError
from mhclient.serve.desk import PageDesk
from mhclient.serve.guard import RATER, Tokens, guard
from mhclient.serve.reports import PageReports

T = TypeVar("T")
# A judgement with the longest note, in JSON with every character escaped, is smaller than this.
LARGEST_REQUEST = 32_768
PAGE_FILES = {"/": "index.html", "/page.js": "page.js", "/page.css": "page.css"}
TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css"}


class AuditServer:
    """A running server; use it as an async context manager.

    Args:
        store: the SQLite file.
        raters: who may judge; each gets a link of their own.
        host, port: where to listen; port 0 for any free one.
        names: further names under which this machine may be asked.
    """

    def __init__(
        self,
        store: Path,
        raters: Iterable[str],
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        names: Iterable[str] = (),
    ) -> None:
        self._store = store
        self._host, self._port = host, port
        self.tokens = Tokens(raters)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._report_thread = ThreadPoolExecutor(1, thread_name_prefix="reports")
        middleware = guard(self.tokens, lambda: self._port, {host, *names})
        app = web.Application(middlewares=[middleware, _errors], client_max_size=LARGEST_REQUEST)
        self._add_routes(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)

    @property
    def url(self) -> str:
        """The address, as a web browser on this machine takes it."""
        host = "127.0.0.1" if self._host in ("0.0.0.0", "::") else self._host
        return f"http://{f'[{host}]' if ':' in host else host}:{self._port}"

    @property
    def links(self) -> dict[str, str]:
        """Rater → the link that lets them in."""
        return {rater: f"{self.url}/?token={token}" for rater, token in self.tokens.of_rater.items()}

    async def __aenter__(self) -> Self:
        self._connections = [open_connection(self._store), open_connection(self._store, read_only=True)]
        self._desk = PageDesk(self._connections[0])
        self._reports = PageReports(self._connections[1])
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        try:
            await site.start()
        except OSError as error:
            await self.__aexit__()
            raise UsageError(f"cannot listen on {self.url}: {error.strerror or error}.") from error
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()
        for thread in (self._thread, self._report_thread):
            thread.shutdown()
        for connection in self._connections:
            connection.close()

    def _add_routes(self, app: web.Application) -> None:
        for path in PAGE_FILES:
            app.router.add_get(path, _page_file)
        app.router.add_get("/api/runs", self._runs)
        app.router.add_get("/api/overview", self._overview)
        app.router.add_get("/api/report", self._report)
        app.router.add_get("/api/cases", self._cases)
        app.router.add_get("/api/case", self._case)
        app.router.add_post("/api/judge", self._judge)
        app.router.add_post("/api/undo", self._undo)

    async def _ask(self, question: Callable[[], T], thread: ThreadPoolExecutor | None = None) -> T:
        """Ask the store, on a thread of its own: one question after the other."""

        def asked() -> T:
            with sqlite_errors(self._store):
                return question()

        return await asyncio.get_running_loop().run_in_executor(thread or self._thread, asked)

    async def _runs(self, _: web.Request) -> web.Response:
        return web.json_response(await self._ask(self._desk.runs))

    async def _overview(self, request: web.Request) -> web.Response:
        return web.json_response(await self._ask(partial(self._desk.overview, _query(request, "run"))))

    async def _report(self, request: web.Request) -> web.Response:
        question = partial(self._reports.report, _query(request, "run"))
        return web.json_response(await self._ask(question, self._report_thread))

    async def _cases(self, request: web.Request) -> web.Response:
        sample = request.query.get("sample")
        question = partial(
            self._desk.cases,
            _query(request, "run"),
            request[RATER],
            request.query.get("filter", ""),
            _number(sample) if sample else None,
            _number(request.query.get("offset", "0")),
        )
        return web.json_response(await self._ask(question))

    async def _case(self, request: web.Request) -> web.Response:
        question = partial(
            self._desk.case,
            _query(request, "run"),
            request[RATER],
            _query(request, "item"),
            "sample" in request.query,
        )
        return web.json_response(await self._ask(question))

    async def _judge(self, request: web.Request) -> web.Response:
        said = await _object(request)
        question = partial(self._desk.judge, _text(said, "run"), request[RATER], _text(said, "item"), said)
        return web.json_response(await self._ask(question))

    async def _undo(self, request: web.Request) -> web.Response:
        said = await _object(request)
        question = partial(self._desk.undo, _text(said, "run"), request[RATER], _text(said, "item"))
        return web.json_response(await self._ask(question))


@web.middleware
async def _errors(request: web.Request, handler: Callable[[web.Request], Any]) -> web.StreamResponse:
    """Say what is wrong with a request in one line."""
    try:
        response: web.StreamResponse = await handler(request)
    except (UsageError, UnknownRun) as error:
        response = web.json_response({"error": str(error)}, status=400)
    except (MhclientError, CacheError) as error:
        response = web.json_response({"error": str(error)}, status=500)
    return response


async def _page_file(request: web.Request) -> web.Response:
    name = PAGE_FILES[request.path]
    text = (files("mhclient.serve") / "page" / name).read_text(encoding="utf-8")
    return web.Response(text=text, content_type=TYPES[name.rpartition(".")[2]], charset="utf-8")


async def _object(request: web.Request) -> dict[str, Any]:
    try:
        said = json.loads(await request.text())
    except ValueError as error:
        raise UsageError("the request is no JSON.") from error
    if not isinstance(said, dict):
        raise UsageError("the request is no JSON object.")
    return said


def _query(request: web.Request, name: str) -> str:
    return _text(request.query, name)


def _text(said: Any, name: str) -> str:
    value = said.get(name)
    if not isinstance(value, str):
        raise UsageError(f"'{name}' must be given, as text.")
    return value


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        raise UsageError(f"'{text[:20]}' is not a whole number.")
    return int(text)
