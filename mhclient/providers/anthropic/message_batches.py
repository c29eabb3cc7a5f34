"""The calls of Anthropic's batches: one body makes the batch."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import BinaryIO

from mhclient.providers.batches.calls import LIST_PAGE, BatchCalls
from mhclient.providers.batches.lines import BatchPage, RemoteBatch
from mhclient.providers.batches.provider import InputFile

PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class MessageBatches(BatchCalls):
    """Anthropic's: the requests are the body that makes the batch."""

    async def find_upload(self, input_file: InputFile) -> str | None:
        """Nothing is uploaded before."""
        return None

    async def upload(self, input_file: InputFile) -> str | None:
        """Nothing is uploaded before."""
        return None

    async def create(self, input_file: InputFile, upload: str | None) -> RemoteBatch:
        """Make a batch of the file."""
        pieces = _pieces(input_file.file)
        return self.read_created(await self.calls.post(self.dialect.path, pieces, input_file.n_bytes))

    async def page(self, cursor: str | None = None) -> BatchPage:
        """The batches, the newest first."""
        return await self.list_page({"limit": LIST_PAGE} | ({"after_id": cursor} if cursor else {}))


async def _pieces(file: BinaryIO) -> AsyncIterator[bytes]:
    while piece := file.read(PIECE):
        yield piece
