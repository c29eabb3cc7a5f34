"""The calls that batch APIs share: looking at batches, cancelling them, reading results.

Decision: docs/decisions/batches.md, "The SDKs' batch methods are not used".
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from urllib.parse import quote

from mhclient.errors import MalformedReply
from mhclient.providers.batches.lines import BatchDialect, BatchPage, RemoteBatch
from mhclient.providers.batches.provider import Calls, Params

LIST_PAGE = 100


@dataclass(frozen=True, slots=True)
class BatchCalls:
    """What the calls of all batch APIs share."""

    calls: Calls
    account: str
    dialect: BatchDialect

    async def look(self, remote_id: str) -> RemoteBatch:
        """One batch as it is now."""
        return self.dialect.read_batch(
            await self.calls.get(f"{self.dialect.path}/{quote(remote_id, safe='')}", {})
        )

    async def cancel(self, remote_id: str) -> RemoteBatch:
        """Call a batch off."""
        path = f"{self.dialect.path}/{quote(remote_id, safe='')}/cancel"
        return self.dialect.read_batch(await self.calls.post(path, b"", 0))

    def lines(self, path: str) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """The lines of a file of results."""
        return self.calls.lines(path)

    async def list_page(self, params: Params) -> BatchPage:
        return self.dialect.read_page(await self.calls.get(self.dialect.path, params))

    def read_created(self, body: bytes) -> RemoteBatch:
        try:
            return self.dialect.read_batch(body)
        except MalformedReply as error:
            raise MalformedReply(f"a batch may have been made, but {error}") from error
