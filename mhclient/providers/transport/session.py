"""One pool of connections to one server, as every provider uses it, with an SDK above or without.

Sending without an SDK costs an eighth of its CPU time per request, which counts where the server is one's own
and fast.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlsplit

import aiohttp

from cache import StoredRequest
from mhclient.errors import MalformedReply
from mhclient.loading import later
from mhclient.machine.bounded import BodyPlaces
from mhclient.providers.access import NetworkOptions
from mhclient.providers.base import RawReply, Send
from mhclient.providers.faults import fault_of
from mhclient.providers.headers import kept_headers
from mhclient.providers.transport.answers import (
    ACCEPTED,
    Bound,
    beginning,
    body_within,
    bound_heads,
    line_fault,
    unpacked,
    whole,
)
from mhclient.providers.transport.environment import Proxy, proxy_for, ssl_context
from mhclient.version import __version__

if TYPE_CHECKING:
    from mhclient.providers.transport import socks
else:  # it needs a package few have
    socks = later("mhclient.providers.transport.socks")

HEADERS = {"User-Agent": f"mhclient/{__version__}", "Accept-Encoding": ACCEPTED}


@dataclass(frozen=True, slots=True)
class Http:
    """An open pool; `exchange` and `stream` raise ProviderErrors alone."""

    session: aiohttp.ClientSession
    places: BodyPlaces
    most_bytes: int

    async def exchange(self, method: str, url: str, **options: Any) -> RawReply:
        """Send one request, read its answer; `options` are those of aiohttp's `request`.

        Raises:
            ProviderError: no answer came, it is too large, or its status is 300 or more.
        """
        try:
            answer = await self.session.request(method, url, allow_redirects=False, **options)
            if 200 <= answer.status < 300 and (body := whole(answer, self.most_bytes)) is not None:
                return RawReply(answer.status, kept_headers(answer.headers), body)  # its line is free again
            async with answer:
                return await self._read(answer)
        except (aiohttp.ClientError, OSError) as error:
            raise line_fault(error) from error

    async def _read(self, answer: aiohttp.ClientResponse) -> RawReply:
        if not 200 <= answer.status < 300:
            await _refuse(answer)
        share = self.places.share()
        try:
            body = await body_within(answer, Bound(self.most_bytes, share))
        except BaseException:
            share.release()
            raise
        return RawReply(answer.status, kept_headers(answer.headers), body, share)

    async def header(self, name: str, method: str, url: str, **options: Any) -> str | None:
        """Send one request; one header of its answer, whose body is not read. Raises as `exchange` does."""
        try:
            async with self.session.request(method, url, allow_redirects=False, **options) as answer:
                if not 200 <= answer.status < 300:
                    await _refuse(answer)
                return answer.headers.get(name)
        except (aiohttp.ClientError, OSError) as error:
            raise line_fault(error) from error

    @asynccontextmanager
    async def stream(self, method: str, url: str, **options: Any) -> AsyncIterator[AsyncIterator[bytes]]:
        """Send one request; its answer piece by piece, as it comes, whatever its length."""
        try:
            async with self.session.request(method, url, allow_redirects=False, **options) as answer:
                if not 200 <= answer.status < 300:
                    await _refuse(answer)
                yield unpacked(answer)
        except (aiohttp.ClientError, OSError) as error:
            raise line_fault(error) from error


async def _refuse(answer: aiohttp.ClientResponse) -> NoReturn:
    if answer.status >= 300:
        raise fault_of(answer.status, answer.headers, await beginning(answer))
    # 101, though nobody asked for another protocol
    raise MalformedReply(f"HTTP {answer.status} is no answer", status=answer.status)


@asynccontextmanager
async def open_http(base_url: str, reach: NetworkOptions, headers: Mapping[str, str]) -> AsyncIterator[Http]:
    """Connections to the server of a base URL, through the proxy that the environment names, if any.

    Raises:
        UsageError: the environment names a proxy or certificates that cannot be used.
    """
    proxy = proxy_for(base_url)
    session = aiohttp.ClientSession(
        connector=bound_heads(_connector(base_url, proxy, reach)),
        # Each attempt is bounded as a whole elsewhere; a timer of aiohttp's own would be a tenth of its work.
        timeout=aiohttp.ClientTimeout(total=None, sock_connect=reach.connect_timeout_s),
        headers=HEADERS | dict(headers),
        proxy=proxy.url if proxy and not proxy.speaks_socks else None,
        cookie_jar=aiohttp.DummyCookieJar(),  # one reply must not change the next request
        auto_decompress=False,  # it would unpack a body in steps that grow with the body
    )
    async with session:
        yield Http(session, BodyPlaces(), reach.most_bytes)


def _connector(base_url: str, proxy: Proxy | None, reach: NetworkOptions) -> aiohttp.BaseConnector:
    tls = ssl_context() if urlsplit(base_url).scheme == "https" else True
    if proxy is None or not proxy.speaks_socks:
        return aiohttp.TCPConnector(limit=reach.max_connections, ssl=tls)
    return socks.socks_connector(proxy, reach, tls)


@asynccontextmanager
async def direct_transport(
    base_url: str, key: Mapping[str, str], reach: NetworkOptions
) -> AsyncIterator[Send]:
    """Posts to the address a request names; `key` is the header that the key goes in."""
    headers = {**key, "Content-Type": "application/json"}
    async with open_http(base_url, reach, headers) as http:
        yield sender(http)


def sender(http: Http) -> Send:
    """The way to send through a pool."""

    async def send(request: StoredRequest) -> RawReply:
        return await http.exchange("POST", request.endpoint, data=request.body.encode())

    return send
