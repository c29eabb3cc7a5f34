"""Connections with deadlines and a bound: who opens one and says nothing takes nobody else's place.

aiohttp waits for ever for the first head of a connection and for a client that does not read, and takes any
number of connections. Here a head has to come within `HEAD_S`, what is sent has to be read within `READ_S`,
and of connections over which nobody has shown a link, the oldest gives way to the `MOST_STRANGERS` newest.
"""

import asyncio
from collections.abc import Callable
from typing import Any, cast

from aiohttp import web

HEAD_S = 10.0
READ_S = 60.0  # from when the buffers are full, until they have room again
MOST_STRANGERS = 64
END_OF_HEAD = b"\r\n\r\n"


class Connections:
    """Makes the protocol of each connection, as `loop.create_server` asks for it.

    Args:
        make: aiohttp's handler of a connection.
    """

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._by_handler: dict[int, TimedConnection] = {}
        self._strangers: dict[TimedConnection, None] = {}  # the oldest first

    def __call__(self) -> "TimedConnection":
        handler = self._make()
        connection = TimedConnection(handler, self._forget)
        self._by_handler[id(handler)] = connection
        self._strangers[connection] = None
        while len(self._strangers) > MOST_STRANGERS:
            oldest = next(iter(self._strangers))
            del self._strangers[oldest]
            oldest.end()
        return connection

    def admit(self, handler: object) -> None:
        """Over this handler's connection somebody has shown a link."""
        if (connection := self._by_handler.get(id(handler))) is not None:
            self._strangers.pop(connection, None)

    def _forget(self, connection: "TimedConnection") -> None:
        self._by_handler.pop(id(connection.handler), None)
        self._strangers.pop(connection, None)


class TimedConnection(asyncio.Protocol):
    """One connection: aiohttp's handler, with deadlines before it."""

    def __init__(self, handler: Any, forget: Callable[["TimedConnection"], None]) -> None:
        self.handler = handler
        self._forget = forget
        self._transport: asyncio.Transport | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._begun: bytes | None = b""  # the end of what has come of the first head; None once it is whole
        self._ended = False

    def end(self) -> None:
        """Close it at once."""
        self._ended = True
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self.handler.connection_made(transport)
        self._set_deadline(HEAD_S)
        if self._ended:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._begun is not None:
            self._begun += data
            if END_OF_HEAD in self._begun:
                self._begun = None
                self._set_deadline(None)
            else:
                self._begun = self._begun[-len(END_OF_HEAD) + 1 :]
        self.handler.data_received(data)

    def eof_received(self) -> Any:
        return self.handler.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._set_deadline(None)
        self._forget(self)
        self.handler.connection_lost(exc)

    def pause_writing(self) -> None:
        self._set_deadline(READ_S)
        self.handler.pause_writing()

    def resume_writing(self) -> None:
        self._set_deadline(None)
        self.handler.resume_writing()

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        loop = asyncio.get_running_loop()
        self._deadline = None if seconds is None else loop.call_later(seconds, self.end)


class BoundedRunner(web.AppRunner):
    """A runner whose connections are bounded."""

    connections: Connections | None = None

    @property
    def server(self) -> Any:
        """What makes a connection's protocol."""
        make = super().server
        if self.connections is None and make is not None:
            self.connections = Connections(make)
        return self.connections
