"""Sending through an official SDK: its headers and addresses; our connections, our bodies, our retries.

OpenAI's and Anthropic's SDKs come from one generator and share what is used here: `client.post`, which takes
the body as bytes (so what is sent is what the key was made from), and a transport below that is ours. What
fails is one of our errors where it fails, and passes the SDK as it is.
"""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO

import aiohttp
import httpx2

from cache import StoredRequest
from mhclient.errors import ProviderError
from mhclient.providers.access import NetworkOptions, Secret
from mhclient.providers.base import RawReply, Send
from mhclient.providers.batches import Params
from mhclient.providers.transport.answers import ACCEPTED, split_lines
from mhclient.providers.transport.session import Http

JSON = {"Content-Type": "application/json"}
FORM = {"headers": {"Content-Type": "multipart/form-data"}}
# With this header the SDKs hand an answer over before its body has come; the transport takes it out again.
RAW_RESPONSE = "X-Stainless-Raw-Response"
STREAMED = {"headers": {RAW_RESPONSE: "stream"}}
RAW = "mhclient"  # under which an answer carries our form of it


class SdkTransport(httpx2.AsyncBaseTransport):
    """Below an SDK: its requests over our connections. An answer carries ours as an extension."""

    def __init__(self, http: Http, reach: NetworkOptions) -> None:
        self._http = http
        self._timeout = aiohttp.ClientTimeout(
            total=None, sock_connect=reach.connect_timeout_s, sock_read=reach.read_timeout_s
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        headers = request.headers
        streamed = headers.pop(RAW_RESPONSE, None) == "stream"
        headers["Accept-Encoding"] = ACCEPTED
        options = {"headers": headers, "data": _data(request), "timeout": self._timeout}
        if streamed:
            answer = self._http.stream(request.method, str(request.url), **options)
            return httpx2.Response(200, stream=_Pieces(answer, await answer.__aenter__()))
        raw = await self._http.exchange(request.method, str(request.url), **options)
        return httpx2.Response(raw.status, extensions={RAW: raw})


class _Pieces(httpx2.AsyncByteStream):
    """An answer's pieces, and the connection they come over."""

    def __init__(self, answer: Any, pieces: AsyncIterator[bytes]) -> None:
        self._answer = answer
        self._pieces = pieces

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._pieces

    async def aclose(self) -> None:
        await self._answer.__aexit__(None, None, None)


def _data(request: httpx2.Request) -> Any:
    """What to send: bytes as they are, anything else piece by piece."""
    try:
        return request.content or None
    except httpx2.RequestNotRead:
        request.headers.pop("Transfer-Encoding", None)  # aiohttp sets it
        return request.stream


def sdk_client_options(http: Http, reach: NetworkOptions) -> dict[str, Any]:
    """Constructor arguments: connections of ours below, and no retries of its own."""
    transport = SdkTransport(http, reach)
    return {
        "max_retries": 0,
        # A redirected POST is a wrong address, not something to follow with a key in hand.
        "http_client": httpx2.AsyncClient(transport=transport, follow_redirects=False, trust_env=False),
    }


def sender(client: Any, path: str) -> Send:
    """The way to send through an SDK's client; `path` is below its base URL."""

    async def send(request: StoredRequest) -> RawReply:
        with _our_errors():
            answer = await client.post(
                path, content=request.body.encode(), cast_to=httpx2.Response, options={"headers": JSON}
            )
        raw: RawReply = answer.extensions[RAW]
        return raw

    return send


@dataclass(frozen=True, slots=True)
class SdkCalls:
    """Other calls through an SDK's client; see `providers.batches.provider.Calls`. Answers hide the key.

    The SDKs' own methods are not used: they hold a whole file in memory, and read bodies into their models.
    """

    client: Any
    secret: Secret
    most_bytes: int  # of a line

    async def get(self, path: str, params: Params) -> bytes:
        """The body of an answer."""
        with self._faults():
            answer = await self.client.get(path, cast_to=httpx2.Response, options={"params": dict(params)})
        return self._body(answer)

    async def post(self, path: str, content: bytes | AsyncIterator[bytes], n_bytes: int) -> bytes:
        """Send JSON; the body of the answer."""
        options = {"headers": JSON | {"Content-Length": str(n_bytes)}}
        with self._faults():
            answer = await self.client.post(path, content=content, cast_to=httpx2.Response, options=options)
        return self._body(answer)

    async def upload(self, path: str, fields: Mapping[str, str], name: str, file: BinaryIO) -> bytes:
        """Send a form with a file in it; the body of the answer."""
        with self._faults():
            answer = await self.client.post(
                path, body=dict(fields), files={"file": (name, file)}, cast_to=httpx2.Response, options=FORM
            )
        return self._body(answer)

    @asynccontextmanager
    async def lines(self, path: str) -> AsyncIterator[AsyncIterator[bytes]]:
        """An answer line by line, as it comes."""
        with self._faults():
            answer = await self.client.get(path, cast_to=httpx2.Response, options=STREAMED)
        try:
            yield self._lines(answer)
        finally:
            await answer.aclose()

    async def _lines(self, answer: httpx2.Response) -> AsyncIterator[bytes]:
        with self._faults():
            async for line in split_lines(answer.aiter_raw(), self.most_bytes):
                yield self.secret.redactor().hide_in_body(line)

    def _body(self, answer: httpx2.Response) -> bytes:
        raw: RawReply = answer.extensions[RAW]
        raw.held.release()
        return self.secret.redactor().hide_in_body(raw.body)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            with _our_errors():
                yield
        except ProviderError as error:
            error.hide(self.secret.heard_redactor().hide_in)
            raise


@contextmanager
def _our_errors() -> Iterator[None]:
    """An SDK may take whatever its transport raises for a connection that failed, and wrap it."""
    try:
        yield
    except ProviderError:
        raise
    except Exception as error:
        if isinstance(ours := error.__cause__, ProviderError):
            raise ours from ours.__cause__
        raise
