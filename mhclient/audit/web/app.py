"""The server: routes, and the two threads on which the store is asked.

For programs and notebooks it runs in another thread, so that nothing has to be awaited.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Self, TypeAlias, TypeVar

from aiohttp import web
from anyio.from_thread import start_blocking_portal

from cache import CacheError, Store, UnknownRun
from mhclient.audit.web.api import AuditApi, PageReports, Queue
from mhclient.audit.web.guard import RATER, ClientErrors, Guard, Refused, Tokens
from mhclient.errors import MhclientError, UsageError
from mhclient.judge.judgements import rater_named
from mhclient.machine.connections import BoundedRunner
from mhclient.run.given import names_of

T = TypeVar("T")
Question: TypeAlias = Callable[[AuditApi, web.Request], Callable[[], Any]]
Change: TypeAlias = Callable[[AuditApi, Queue, str, Mapping[str, Any]], Callable[[], Any]]
# A judgement with the longest note, in JSON with every character escaped, is smaller than this.
LARGEST_REQUEST = 32_768
BODY_S = 10.0  # within which a body has to come
IDLE_S = 60.0  # after which a connection without a request is closed
PAGE_FILES = {"/": "index.html"} | {
    f"/{name}": name
    for name in (
        "page.css",
        "page.js",
        "theme.js",
        "elements.js",
        "server.js",
        "runs.js",
        "queue.js",
        "judge.js",
    )
}
TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css"}

LOGGER = logging.getLogger(__name__)
LOGGER.addFilter(ClientErrors())


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
        self._path = store
        self._host, self._port = host, port
        self.tokens = Tokens(raters)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._report_thread = ThreadPoolExecutor(1, thread_name_prefix="reports")
        guard = Guard(self.tokens, lambda: self._port, {host, *names}, self._admit)
        app = web.Application(middlewares=[guard.check, _errors], client_max_size=LARGEST_REQUEST)
        self._add_routes(app)
        # A compressed body is no JSON, and cannot grow while it is read.
        self._runner = BoundedRunner(
            app,
            access_log=None,
            shutdown_timeout=1.0,
            logger=LOGGER,
            auto_decompress=False,
            keepalive_timeout=IDLE_S,
        )

    def _admit(self, handler: object) -> None:
        if self._runner.connections is not None:
            self._runner.connections.admit(handler)

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
        self._stores = [Store.open(self._path), Store.open(self._path, read_only=True)]
        self._api = AuditApi(self._stores[0])
        self._reports = PageReports(self._stores[1])
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
        for store in self._stores:
            store.close()

    def _add_routes(self, app: web.Application) -> None:
        for path in PAGE_FILES:
            app.router.add_get(path, _page_file)
        for name, question in _ASKED.items():
            app.router.add_get(f"/api/{name}", partial(self._answer, question))
        for name, change in _CHANGES.items():
            app.router.add_post(f"/api/{name}", partial(self._change, change))
        app.router.add_get("/api/report", self._report)

    async def _ask(self, question: Callable[[], T], thread: ThreadPoolExecutor | None = None) -> T:
        """Ask the store, on a thread of its own: one question after the other."""
        return await asyncio.get_running_loop().run_in_executor(thread or self._thread, question)

    async def _answer(self, question: Question, request: web.Request) -> web.Response:
        return web.json_response(await self._ask(question(self._api, request)))

    async def _change(self, change: Change, request: web.Request) -> web.Response:
        said = await _object(request)
        queue, item = _queue(request, said), _text(said, "item")
        return web.json_response(await self._ask(change(self._api, queue, item, said)))

    async def _report(self, request: web.Request) -> web.Response:
        question = partial(self._reports.report, _text(request.query, "run"))
        return web.json_response(await self._ask(question, self._report_thread))


# What the page asks, and what it changes: the function of the store's thread, and its arguments.
_ASKED: Mapping[str, Question] = {
    "runs": lambda api, request: partial(api.runs, request[RATER]),
    "overview": lambda api, request: partial(api.overview, _text(request.query, "run")),
    "lists": lambda api, request: partial(api.lists, _queue(request, request.query)),
    "agreement": lambda api, request: partial(api.agreement, _queue(request, request.query)),
    "cases": lambda api, request: partial(
        api.cases, _queue(request, request.query), request.query.get("filter", ""), _place(request, "offset")
    ),
    "unjudged": lambda api, request: partial(
        api.next_unjudged,
        _queue(request, request.query),
        request.query.get("filter", ""),
        _place(request, "after"),
    ),
    "case": lambda api, request: partial(
        api.case, _queue(request, request.query), _text(request.query, "item")
    ),
}
_CHANGES: Mapping[str, Change] = {
    "judge": lambda api, queue, item, said: partial(api.judge, queue, item, said),
    "note": lambda api, queue, item, said: partial(api.note, queue, item, _text(said, "note")),
    "undo": lambda api, queue, item, said: partial(api.undo, queue, item),
}


@web.middleware
async def _errors(request: web.Request, handler: Callable[[web.Request], Any]) -> web.StreamResponse:
    """Say what is wrong with a request in one line."""
    try:
        response: web.StreamResponse = await handler(request)
    except (UsageError, UnknownRun) as error:
        response = web.json_response({"error": str(error)}, status=400)
    except Refused:
        raise
    except (MhclientError, CacheError) as error:
        response = web.json_response({"error": str(error)}, status=500)
    return response


async def _page_file(request: web.Request) -> web.Response:
    name = PAGE_FILES[request.path]
    text = (files("mhclient.audit.web") / "page" / name).read_text(encoding="utf-8")
    return web.Response(text=text, content_type=TYPES[name.rpartition(".")[2]], charset="utf-8")


async def _object(request: web.Request) -> dict[str, Any]:
    try:
        async with asyncio.timeout(BODY_S):
            body = await request.read()
    except TimeoutError:
        raise Refused(f"the request did not come within {BODY_S:.0f} s", 408) from None
    try:
        said = json.loads(body)
        json.dumps(said, ensure_ascii=False).encode()  # "\\ud800" is JSON, and no text that can be stored
    except (ValueError, RecursionError) as error:
        raise UsageError("the request is not valid JSON, or is nested too deeply.") from error
    if not isinstance(said, dict):
        raise UsageError("the request is not a JSON object.")
    return said


def _queue(request: web.Request, said: Mapping[str, Any]) -> Queue:
    """Which replies a request is about, as its query or its body says."""
    sample = _number(_text(said, "sample")) if "sample" in said else None
    return Queue(_text(said, "run"), request[RATER], sample)


def _place(request: web.Request, name: str) -> int:
    return _number(request.query.get(name, "0"))


def _text(said: Mapping[str, Any], name: str) -> str:
    value = said.get(name)
    if not isinstance(value, str):
        raise UsageError(f"'{name}' must be given, as text.")
    return value


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        raise UsageError(f"'{text[:20]}' is not a whole number.")
    return int(text)


@contextmanager
def serve_audit(
    store: Store, raters: str | Sequence[str], *, host: str = "127.0.0.1", port: int = 0
) -> Iterator[AuditServer]:
    """Let people look at replies and judge them in a web browser while the block runs.

    Args:
        store: an open store; the server opens its file once more.
        raters: who may judge; `links` of what is given has a secret link for each.
        host: where to listen. Other than on this machine alone, whoever has a link reads every reply, and
            nothing is encrypted.
        port: 0 for any free one.

    Raises:
        UsageError: a rater's name cannot be used, or the port is taken.

    Example:
        >>> with serve_audit(store, ["ann", "ben"]) as server:
        ...     sorted(server.links)
        ['ann', 'ben']
    """
    named = [rater_named(name) for name in names_of(raters)]
    if not named:
        raise UsageError("raters is []: name at least one, as in raters=['ann'].")
    server = AuditServer(Path(store.path), named, host=host, port=port)
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(server) as running:
        yield running
