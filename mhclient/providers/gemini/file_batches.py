"""The calls of Gemini's batches: a file is uploaded, and a batch is made of it at the model's address."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import quote

from mhclient.errors import MalformedReply
from mhclient.providers.batches.calls import LIST_PAGE, BatchCalls
from mhclient.providers.batches.lines import BatchPage, RemoteBatch
from mhclient.providers.batches.provider import InputFile, Params
from mhclient.providers.gemini.batches import (
    FILES,
    creation,
    file_named,
    read_operations,
    read_uploaded,
)

MOST_PAGES = 1_000  # of a list, which must end some time

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GeminiBatches(BatchCalls):
    """Gemini's: a file is uploaded, and a batch is made of it."""

    async def find_upload(self, input_file: InputFile) -> str | None:
        """The name of the file that an earlier try has brought there."""

        async def page(params: Params) -> tuple[str | None, str | None]:
            body = await self.calls.get(FILES, params)
            return file_named(body, input_file.name, input_file.n_bytes)

        return next((found for found in await _all_pages(page) if found is not None), None)

    async def upload(self, input_file: InputFile) -> str | None:
        """The file's name at the provider, such as files/abc."""
        return read_uploaded(await self.calls.upload(FILES, {}, input_file.name, input_file.file))

    async def create(self, input_file: InputFile, upload: str | None) -> RemoteBatch:
        """Make a batch of an uploaded file, with our tag as its name."""
        assert upload is not None
        body = creation(upload, input_file.tag)
        path = f"/models/{quote(input_file.model, safe='')}:batchGenerateContent"
        return self.read_created(await self.calls.post(path, body, len(body)))

    async def page(self, cursor: str | None = None) -> BatchPage:
        """All batches at once, the newest first: the API does not say in which order it lists them."""

        async def page(params: Params) -> tuple[list[RemoteBatch], str | None]:
            return read_operations(await self.calls.get(self.dialect.path, params))

        found = [batch for listed in await _all_pages(page) for batch in listed]
        return BatchPage(tuple(sorted(found, key=lambda batch: -batch.created_at)), None)

    async def cancel(self, remote_id: str) -> RemoteBatch:
        """Call a batch off; the call itself says nothing of it."""
        await self.calls.post(f"{self.dialect.path}/{quote(remote_id, safe='')}:cancel", b"{}", 2)
        return await self.look(remote_id)


async def _all_pages(page: Callable[[Params], Awaitable[tuple[T, str | None]]]) -> list[T]:
    """What all pages of a list hold."""
    params: dict[str, str | int] = {"pageSize": LIST_PAGE}
    found: list[T] = []
    for _ in range(MOST_PAGES):
        held, token = await page(params)
        found.append(held)
        if token is None:
            return found
        params["pageToken"] = token
    raise MalformedReply(f"a list has more than {MOST_PAGES:,} pages")
