"""Batch APIs: the calls that make a batch, look at it, and read its results. Nothing is retried here.

A provider that has one gives the way to it (`Provider.batches`). What the calls mean for a run is decided in
`mhclient.ask.batches`.
"""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from mhclient.providers.batches.lines import BatchDialect, BatchPage, RemoteBatch
from mhclient.providers.credentials import Secret
from mhclient.providers.reach import Reach

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
    model: str
    digest: str  # SHA-256
    n_bytes: int
    file: BinaryIO

    @property
    def name(self) -> str:
        return f"{self.tag}.jsonl"


class BatchApi(Protocol):
    """An open connection to a provider's batches."""

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


@dataclass(frozen=True, slots=True)
class BatchAccess:
    """The way to a provider's batches.

    Attributes:
        base_url: the address that both APIs are below.
        dialect: the wire format.
        connect: finds the key and opens a connection; raises MissingKey as the provider's `connect` does.
    """

    base_url: str
    dialect: BatchDialect
    connect: Callable[[Reach], AbstractAsyncContextManager[BatchApi]]


# (base URL, key, reach) → calls.
CallTransport = Callable[[str, Secret, Reach], AbstractAsyncContextManager[Calls]]


@dataclass(frozen=True, slots=True)
class BatchService:
    """The batch API of an HTTP provider: its wire format, its transport, and how its calls are made."""

    dialect: BatchDialect
    transport: CallTransport
    api: Callable[[Calls, str], BatchApi]  # (calls, account)
