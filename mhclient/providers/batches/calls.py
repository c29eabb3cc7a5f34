"""The calls of the two batch APIs: OpenAI's makes batches of uploaded files, Anthropic's of one body."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import BinaryIO
from urllib.parse import quote

from mhclient.errors import MalformedReply
from mhclient.providers.batches.lines import BatchDialect, BatchPage, RemoteBatch
from mhclient.providers.batches.provider import Calls, InputFile, Params
from mhclient.providers.openai.batches import FILES, PURPOSE, creation, file_named, read_file

LIST_PAGE = 100
FILE_PAGE = 1_000
PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class _Reading:
    """What both share: looking at batches, and reading results."""

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

    async def _page(self, params: Params) -> BatchPage:
        return self.dialect.read_page(await self.calls.get(self.dialect.path, params))

    def _made(self, body: bytes) -> RemoteBatch:
        try:
            return self.dialect.read_batch(body)
        except MalformedReply as error:
            raise MalformedReply(f"a batch may have been made, but {error}") from error


@dataclass(frozen=True, slots=True)
class FileBatches(_Reading):
    """OpenAI's: a file is uploaded, and a batch is made of it."""

    url: str  # of the requests, as in "/v1/chat/completions"

    async def find_upload(self, input_file: InputFile) -> str | None:
        """The id of the file that an earlier try has brought there."""
        params: Params = {"purpose": PURPOSE, "limit": FILE_PAGE, "order": "desc"}
        return file_named(await self.calls.get(FILES, params), input_file.name, input_file.n_bytes)

    async def upload(self, input_file: InputFile) -> str | None:
        """The id of the file at the provider."""
        fields = {"purpose": PURPOSE}
        return read_file(await self.calls.upload(FILES, fields, input_file.name, input_file.file))

    async def create(self, input_file: InputFile, upload: str | None) -> RemoteBatch:
        """Make a batch of an uploaded file, with our tag in its metadata."""
        assert upload is not None
        body = creation(
            upload, self.url, tag=input_file.tag, run_id=input_file.run_id, digest=input_file.digest
        )
        return self._made(await self.calls.post(self.dialect.path, body, len(body)))

    async def page(self, cursor: str | None = None) -> BatchPage:
        """The batches, the newest first."""
        return await self._page({"limit": LIST_PAGE} | ({"after": cursor} if cursor else {}))


@dataclass(frozen=True, slots=True)
class MessageBatches(_Reading):
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
        return self._made(await self.calls.post(self.dialect.path, pieces, input_file.n_bytes))

    async def page(self, cursor: str | None = None) -> BatchPage:
        """The batches, the newest first."""
        return await self._page({"limit": LIST_PAGE} | ({"after_id": cursor} if cursor else {}))


async def _pieces(file: BinaryIO) -> AsyncIterator[bytes]:
    while piece := file.read(PIECE):
        yield piece
