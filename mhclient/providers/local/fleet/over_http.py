"""Machines on which 'mhclient worker' runs, reached by their addresses."""

import os
from collections.abc import Sequence

import aiohttp

from mhclient.errors import ProviderError
from mhclient.machine.bounded import SMALL
from mhclient.providers.local.fleet.machine import LOOK_S, MachineGone
from mhclient.providers.local.fleet.wire import ABOUT, ANSWER, MOST_BYTES, MachineIdentity, answers_from_json
from mhclient.providers.transport.heads import bound_heads
from mhclient.show.visible import one_line

LONGEST_REASON = 300  # characters of what a machine or a library says
# What a machine that is not there, or not itself, does to a request.
_FAULTS = (aiohttp.ClientError, TimeoutError, OSError, ValueError)


class HttpMachines:
    """Machines at these addresses. See `mhclient.providers.local.fleet.machine.Machines`.

    Args:
        token: what they want to see; "" for nothing.
    """

    def __init__(self, urls: Sequence[str], token: str) -> None:
        self.start_s = 0.0
        headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._session = aiohttp.ClientSession(
            headers=headers,
            connector=bound_heads(aiohttp.TCPConnector(limit=0)),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,  # ours pack nothing, and what others pack has no bound
        )
        self._machines = [HttpMachine(url.rstrip("/"), self._session) for url in urls]

    async def found(self) -> Sequence["HttpMachine"]:
        """Those that were named."""
        return self._machines

    async def leave(self) -> None:
        """Close the lines; machines go on with what they have, and nobody takes it."""
        await self._session.close()


class HttpMachine:
    """A machine at an address. See `mhclient.providers.local.fleet.machine.Machine`."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.name = url
        self._session = session

    async def about(self) -> MachineIdentity:
        """See `Machine.about`."""
        limit = aiohttp.ClientTimeout(total=LOOK_S)
        try:
            async with self._session.get(self.name + ABOUT, timeout=limit, allow_redirects=False) as response:
                return MachineIdentity.from_json(await _text(response, SMALL))
        except _FAULTS as error:
            raise _gone(error) from error

    async def answer(self, bodies: Sequence[str]) -> list[bytes | ProviderError]:
        """See `Machine.answer`."""
        limit = aiohttp.ClientTimeout(total=None, sock_connect=LOOK_S)
        try:
            async with self._session.post(
                self.name + ANSWER, json=list(bodies), timeout=limit, allow_redirects=False
            ) as response:
                return answers_from_json(await _text(response, MOST_BYTES), len(bodies))
        except _FAULTS as error:
            raise _gone(error) from error


def _gone(error: Exception) -> MachineGone:
    if isinstance(error, aiohttp.ClientConnectorError):  # its own words hold the address a second time
        number, why = error.os_error.errno or 0, error.os_error.strerror or str(error.os_error)
        return MachineGone(f"cannot be reached: {os.strerror(number) if number > 0 else why}")
    return MachineGone(one_line(str(error) or type(error).__name__, LONGEST_REASON))


async def _text(response: aiohttp.ClientResponse, most_bytes: int) -> bytes:
    """What a machine says, whole."""
    if response.status == 401:
        raise ValueError("it wants another token (`token_file`)")
    if response.status != 200:
        raise ValueError(f"it answers with status {response.status}")
    if "Content-Encoding" in response.headers:
        raise ValueError("its answer is packed, which was not asked for")
    body = bytearray()
    async for piece in response.content.iter_any():
        body += piece
        if len(body) > most_bytes:
            raise ValueError(f"it answers with more than {most_bytes:,} bytes")
    return bytes(body)
