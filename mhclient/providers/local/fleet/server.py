"""A machine that answers: a model at work behind two routes, for whoever has the token."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Self

from aiohttp import web

from benchmark.json_text import parse_json
from mhclient.errors import UsageError
from mhclient.machine.connections import BoundedRunner
from mhclient.providers.local.fleet.wire import ABOUT, ANSWER, MOST_BYTES, MachineIdentity, answers_to_json

Ask = Callable[[str], Awaitable[bytes]]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
OURS = frozenset({"127.0.0.1", "::1", "localhost"})  # who a machine without a token may be asked as


class _InOneLine(logging.Filter):
    """What went wrong with a request is told in one line."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            record.msg, record.args = "a request failed: %s: %s", (type(error).__name__, str(error)[:200])
            record.exc_info = None
        return True


LOGGER = logging.getLogger(__name__)
LOGGER.addFilter(_InOneLine())


class WorkerServer:
    """Serves a model's answers until the context ends.

    Args:
        ask: a request's body in, the reply's out.
        token: what every request must bear; "" for a machine that only itself can reach.
    """

    def __init__(self, ask: Ask, about: MachineIdentity, *, host: str, port: int, token: str) -> None:
        self._ask = ask
        self._about = about
        self._token = token
        self._host, self._port = host, port
        self.n_answered = 0
        app = web.Application(client_max_size=MOST_BYTES, middlewares=[self._refuse_strangers])
        app.router.add_get(ABOUT, self._tell)
        app.router.add_post(ANSWER, self._answer)
        # A packed question could grow while it is read; ours are not packed.
        self._runner = BoundedRunner(
            app, access_log=None, shutdown_timeout=1.0, logger=LOGGER, auto_decompress=False
        )

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://{self._host}:{self._port}"

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError as error:
            await self.__aexit__()
            raise UsageError(f"cannot listen on {self.url}: {error.strerror or error}.") from error
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    @web.middleware
    async def _refuse_strangers(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        borne = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if not secrets.compare_digest(borne.encode(), self._token.encode()):
            raise web.HTTPUnauthorized(text="the token is another one")
        if not self._token and (request.url.host not in OURS or "Origin" in request.headers):
            # A page in a web browser can have it ask, and a foreign name be made to point here.
            raise web.HTTPForbidden(text="a machine without a token answers for this machine alone")
        if self._runner.connections is not None and request.protocol is not None:
            self._runner.connections.admit(request.protocol)
        return await handler(request)

    async def _tell(self, _: web.Request) -> web.Response:
        return web.json_response(text=self._about.to_json())

    async def _answer(self, request: web.Request) -> web.Response:
        try:
            bodies = parse_json(await request.read())
        except ValueError as error:
            raise web.HTTPBadRequest(text=f"no JSON: {error}") from error
        if not isinstance(bodies, list) or not all(isinstance(body, str) for body in bodies):
            raise web.HTTPBadRequest(text="not a list of requests")
        asked = [self._ask(body) for body in bodies]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        self.n_answered += len(answers)
        return web.json_response(text=answers_to_json(answers))
