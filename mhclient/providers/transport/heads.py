"""Heads of answers that come before the answer itself: a server may send some, and not without end."""

import asyncio
from functools import partial

import aiohttp
from aiohttp.client_proto import ResponseHandler
from aiohttp.http_exceptions import HttpProcessingError

# Servers send one or two ("100 Continue", "103 Early Hints") before an answer. aiohttp keeps every head that
# has come until somebody reads it: 5 MB of them took 300 MB.
HEADS_MAX = 100


class BoundedHandler(ResponseHandler):
    """One connection's protocol; a flood of heads ends it."""

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if len(self._buffer) > HEADS_MAX:
            self._buffer.clear()
            self.set_exception(
                HttpProcessingError(code=400, message=f"more than {HEADS_MAX} heads before the answer")
            )
            self.force_close()
            if self.transport is not None:
                self.transport.abort()


def bound_heads(connector: aiohttp.BaseConnector) -> aiohttp.BaseConnector:
    """Let a connector make such connections; it has no public way to say so."""
    handler: type[ResponseHandler] = BoundedHandler
    connector._factory = partial(handler, loop=asyncio.get_running_loop())
    return connector
