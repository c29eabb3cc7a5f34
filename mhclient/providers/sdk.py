"""Sending through an official SDK: its connections, its headers, its errors; our body, our retries.

OpenAI's and Anthropic's SDKs come from one generator and share what is used here: `client.post`, which takes
the body as bytes (so what is sent is what the key was made from), and three exception classes.

Decision: docs/decisions/providers.md, "The SDKs send, but our bodies and our retries".
Decision: docs/decisions/providers.md, "aiohttp below the SDKs, and no httpx".
"""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any, BinaryIO

import aiohttp
import httpx2

from cache import StoredRequest
from mhclient.errors import AttemptTimeout, ConnectionFault, ProviderError
from mhclient.providers.base import RawReply, Send
from mhclient.providers.batches.provider import Params
from mhclient.providers.credentials import Secret
from mhclient.providers.faults import fault_of
from mhclient.providers.headers import kept_headers
from mhclient.providers.reach import Reach

JSON = {"Content-Type": "application/json"}
FORM = {"headers": {"Content-Type": "multipart/form-data"}}
# With this header, which the SDKs take out again, they hand an answer over before its body has come.
STREAMED = {"headers": {"X-Stainless-Raw-Response": "stream"}}


def sdk_client_options(module: ModuleType, reach: Reach) -> dict[str, Any]:
    """Constructor arguments: aiohttp below (half of the default's CPU time), and no retries of its own."""
    timeout = httpx2.Timeout(reach.read_timeout_s, connect=reach.connect_timeout_s)
    limits = httpx2.Limits(
        max_connections=reach.max_connections, max_keepalive_connections=reach.max_connections
    )
    return {
        "max_retries": 0,
        "timeout": timeout,
        # A redirected POST is a wrong address, not something to follow with a key in hand.
        "http_client": module.DefaultAioHttpClient(limits=limits, timeout=timeout, follow_redirects=False),
    }


def sender(client: Any, module: ModuleType, path: str) -> Send:
    """The way to send through an SDK's client; `path` is below its base URL."""

    async def send(request: StoredRequest) -> RawReply:
        with _faults(module):
            answer = await client.post(
                path, content=request.body.encode(), cast_to=httpx2.Response, options={"headers": JSON}
            )
        _refuse_redirect(answer)
        return RawReply(answer.status_code, kept_headers(answer.headers), answer.content)

    return send


@dataclass(frozen=True, slots=True)
class SdkCalls:
    """Other calls through an SDK's client; see `providers.batches.provider.Calls`. Answers hide the key.

    The SDKs' own methods are not used: they hold a whole file in memory, and read bodies into their models.
    """

    client: Any
    module: ModuleType
    secret: Secret

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
            _refuse_redirect(answer)
            yield self._lines(answer)
        finally:
            await answer.aclose()

    async def _lines(self, answer: httpx2.Response) -> AsyncIterator[bytes]:
        with self._faults():
            kept: list[bytes] = []  # pieces of a line whose end has not come yet
            async for piece in answer.aiter_bytes():
                *whole, rest = piece.split(b"\n")
                for line in whole:
                    kept.append(line)
                    if text := b"".join(kept).strip():
                        yield self.secret.hide_in_bytes(text)
                    kept = []
                kept.append(rest)
            if text := b"".join(kept).strip():
                yield self.secret.hide_in_bytes(text)

    def _body(self, answer: httpx2.Response) -> bytes:
        _refuse_redirect(answer)
        return self.secret.hide_in_bytes(answer.content)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            with _faults(self.module):
                yield
        except ProviderError as error:
            error.hide(self.secret.hide_in)
            raise


@contextmanager
def _faults(module: ModuleType) -> Iterator[None]:
    """An SDK's errors, and those it lets through, as ours."""
    try:
        yield
    except module.APIStatusError as error:
        response = error.response
        raise fault_of(response.status_code, response.headers, response.content) from error
    except module.APIConnectionError as error:
        raise _line_fault(error, timed_out=isinstance(error, module.APITimeoutError)) from error
    except (httpx2.HTTPError, aiohttp.ClientError) as error:
        raise _line_fault(error, timed_out=False) from error


def _refuse_redirect(answer: httpx2.Response) -> None:
    if answer.status_code >= 300:
        raise fault_of(answer.status_code, answer.headers, b"")


def _line_fault(error: BaseException, *, timed_out: bool) -> ProviderError:
    """A connection that failed, or took too long, in the words of the innermost exception.

    The aiohttp transport reports a refused connection as a time-out; the innermost exception knows better.
    """
    while error.__cause__ is not None:
        error = error.__cause__
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if timed_out and not (isinstance(error, OSError) and not isinstance(error, TimeoutError)):
        return AttemptTimeout(f"no answer in time ({said})")
    return ConnectionFault(f"no connection ({said})")
