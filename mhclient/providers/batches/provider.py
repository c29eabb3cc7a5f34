"""Batch APIs: the calls that make a batch, look at it, and read its results. Nothing is retried here.

A provider that has one offers `connect_batches` besides `connect`; `batching` finds out. What the calls mean
for a run is decided in `mhclient.ask.batches`.
"""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import BinaryIO, Protocol, runtime_checkable

from mhclient.errors import UsageError
from mhclient.providers.base import Provider, Reach
from mhclient.providers.batches.lines import BatchDialect, BatchPage, RemoteBatch
from mhclient.providers.credentials import Secret

Params = Mapping[str, str | int]


class Calls(Protocol):
    """HTTP to one provider's base URL, with its key; raises ProviderErrors, as `Send` does."""

    async def get(self, path: str, params: Params) -> bytes:
        """The body of an answer."""

    async def post(self, path: str, content: bytes | AsyncIterator[bytes], n_bytes: int) -> bytes:
        """Send JSON; the body of the answer."""

    async def upload(self, path: str, fields: Mapping[str, str], name: str, file: BinaryIO) -> bytes:
        """Send a form with a file in it, piece by piece; the body of the answer."""

    def lines(self, path: str) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """An answer line by line, as it comes; blank lines are left out."""


@dataclass(frozen=True, slots=True)
class InputFile:
    """What is sent to make a batch: the lines with what stands around them."""

    tag: str
    run_id: str
    digest: str  # SHA-256
    n_bytes: int
    file: BinaryIO

    @property
    def name(self) -> str:
        return f"{self.tag}.jsonl"


class BatchApi(Protocol):
    """An open line to a provider's batches."""

    @property
    def dialect(self) -> BatchDialect:
        """The wire format."""

    @property
    def account(self) -> str:
        """Whose batches they are: the address and the key's fingerprint."""

    async def find_upload(self, input_file: InputFile) -> str | None:
        """What `upload` gave for this file when it was uploaded before; None if it was not."""

    async def upload(self, input_file: InputFile) -> str | None:
        """Bring the file to the provider; None where that is no step of its own. Costs nothing yet."""

    async def create(self, input_file: InputFile, upload: str | None) -> RemoteBatch:
        """Make the batch: from here on it is paid for."""

    async def page(self, cursor: str | None = None) -> BatchPage:
        """The provider's batches, the newest first."""

    async def look(self, remote_id: str) -> RemoteBatch:
        """One batch as it is now."""

    async def cancel(self, remote_id: str) -> RemoteBatch:
        """Call a batch off: what is being processed may still be."""

    def lines(self, path: str) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """The lines of a file of results."""


@runtime_checkable
class BatchProvider(Provider, Protocol):
    """A provider that also takes batches."""

    @property
    def base_url(self) -> str:
        """The address that both APIs are below."""

    @property
    def batch_dialect(self) -> BatchDialect | None:
        """The wire format of its batches; None if it takes none after all."""

    def connect_batches(self, reach: Reach) -> AbstractAsyncContextManager[BatchApi]:
        """Find the key and open a line; raises MissingKey as `connect` does."""


def batching(provider: Provider) -> tuple[BatchProvider, BatchDialect]:
    """The provider as one that takes batches.

    Raises:
        UsageError: it takes none.
    """
    if isinstance(provider, BatchProvider) and (dialect := provider.batch_dialect) is not None:
        return provider, dialect
    raise UsageError(
        f"--batch: mhclient knows no batch API of the provider '{provider.name}'. It knows those of openai, "
        "openai-responses and anthropic; leave --batch out to ask online."
    )


# (base URL, key, reach) → calls.
CallTransport = Callable[[str, Secret, Reach], AbstractAsyncContextManager[Calls]]


@dataclass(frozen=True, slots=True)
class BatchService:
    """The batch API of an HTTP provider: its wire format, its transport, and how its calls are made."""

    dialect: BatchDialect
    transport: CallTransport
    api: Callable[[Calls, str], BatchApi]  # (calls, account)
