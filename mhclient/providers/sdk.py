"""Sending through an official SDK: its connections, its headers, its errors; our body, our retries.

OpenAI's and Anthropic's SDKs come from one generator and share what is used here: `client.post`, which takes
the body as bytes (so what is sent is what the key was made from), and three exception classes.
"""

from types import ModuleType
from typing import Any

import aiohttp
import httpx2

from cache import StoredRequest
from mhclient.errors import AttemptTimeout, ConnectionFault, ProviderError
from mhclient.providers.base import RawReply, Reach, Send
from mhclient.providers.faults import fault_of
from mhclient.providers.headers import kept_headers

JSON = {"Content-Type": "application/json"}


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
        try:
            answer = await client.post(
                path, content=request.body.encode(), cast_to=httpx2.Response, options={"headers": JSON}
            )
        except module.APIStatusError as error:
            response = error.response
            raise fault_of(response.status_code, response.headers, response.content) from error
        except module.APIConnectionError as error:
            raise _line_fault(error, timed_out=isinstance(error, module.APITimeoutError)) from error
        except (httpx2.HTTPError, aiohttp.ClientError) as error:  # what the SDKs let through
            raise _line_fault(error, timed_out=False) from error
        if answer.status_code >= 300:
            raise fault_of(answer.status_code, answer.headers, answer.content)
        return RawReply(answer.status_code, kept_headers(answer.headers), answer.content)

    return send


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
