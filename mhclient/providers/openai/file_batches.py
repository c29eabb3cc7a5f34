"""The calls of OpenAI's batches: a file is uploaded, and a batch is made of it."""

from dataclasses import dataclass

from mhclient.providers.batches.calls import LIST_PAGE, BatchCalls
from mhclient.providers.batches.lines import BatchPage, RemoteBatch
from mhclient.providers.batches.provider import InputFile, Params
from mhclient.providers.openai.batches import FILES, PURPOSE, creation, file_named, read_file

FILE_PAGE = 1_000


@dataclass(frozen=True, slots=True)
class FileBatches(BatchCalls):
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
        return self.read_created(await self.calls.post(self.dialect.path, body, len(body)))

    async def page(self, cursor: str | None = None) -> BatchPage:
        """The batches, the newest first."""
        return await self.list_page({"limit": LIST_PAGE} | ({"after": cursor} if cursor else {}))
