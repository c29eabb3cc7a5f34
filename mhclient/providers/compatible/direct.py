"""Sending without an SDK: one aiohttp session, for servers that need nothing but a URL and perhaps a key.

It costs an eighth of an SDK's CPU time per request, which counts where the server is one's own and fast.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp

from cache import StoredRequest
from mhclient import __version__
from mhclient.errors import AttemptTimeout, ConnectionFault
from mhclient.providers.base import RawReply, Send
from mhclient.providers.credentials import Secret
from mhclient.providers.faults import fault_of
from mhclient.providers.headers import kept_headers
from mhclient.providers.reach import Reach


@asynccontextmanager
async def direct_transport(base_url: str, key: Secret, reach: Reach) -> AsyncIterator[Send]:
    """Posts to the address a request names, with the key as a bearer token."""
    headers = {"Authorization": f"Bearer {key.value}"}
    async with _session(base_url, headers, reach) as session:
        yield sender(session)


def _session(base_url: str, headers: Mapping[str, str], reach: Reach) -> aiohttp.ClientSession:
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=reach.max_connections),
        # The runner bounds each attempt as a whole; a timer of aiohttp's own would be a tenth of its work.
        timeout=aiohttp.ClientTimeout(total=None, sock_connect=reach.connect_timeout_s),
        headers={
            "Content-Type": "application/json",
            "User-Agent": f"mhclient/{__version__}",
            **headers,
        },
        proxy=_proxy_for(base_url),
        cookie_jar=aiohttp.DummyCookieJar(),  # one reply must not change the next request
    )


def _proxy_for(url: str) -> str | None:
    """The proxy that the environment names for an address. aiohttp would look it up anew for each request."""
    parts = urlsplit(url)
    if proxy_bypass(parts.hostname or ""):
        return None
    return getproxies().get(parts.scheme)


def sender(session: aiohttp.ClientSession) -> Send:
    """The way to send through a session."""

    async def send(request: StoredRequest) -> RawReply:
        try:
            async with session.post(
                request.endpoint, data=request.body.encode(), allow_redirects=False
            ) as answer:
                body = await answer.read()
        except TimeoutError as error:
            raise AttemptTimeout(f"no answer in time ({_said(error)})") from error
        except (aiohttp.ClientError, OSError) as error:
            raise ConnectionFault(f"no connection ({_said(error)})") from error
        if answer.status >= 300:
            raise fault_of(answer.status, answer.headers, body)
        return RawReply(answer.status, kept_headers(answer.headers), body)

    return send


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
