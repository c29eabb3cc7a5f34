"""Gemini's own API, without an SDK: the key goes in a header, never in an address.

Beside `generateContent` there are batches, and files that go up in Google's resumable way. Source:
ai.google.dev/gemini-api/docs/files and ai.google.dev/api/files (X-Goog-Upload-*).
"""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from os import SEEK_END
from typing import TYPE_CHECKING, Any, BinaryIO
from urllib.parse import urlsplit, urlunsplit

from cache import canonical_json
from mhclient.errors import MalformedReply, ProviderError
from mhclient.loading import later
from mhclient.providers.access import NetworkOptions, Secret
from mhclient.providers.base import RawReply, Send
from mhclient.providers.batches import BatchService, Params
from mhclient.providers.compatible import open_with
from mhclient.providers.gemini.batches import GEMINI_BATCHES, MIME_TYPE, GeminiBatches
from mhclient.providers.gemini.generate_content import GEMINI, KEY_HEADER
from mhclient.providers.http import HttpProvider, checked_base_url

if TYPE_CHECKING:
    from mhclient.providers.transport import answers, session
else:  # as in `compatible`: a run whose replies are all stored never connects
    answers = later("mhclient.providers.transport.answers")
    session = later("mhclient.providers.transport.session")

JSON = {"Content-Type": "application/json"}
PIECE = 1 << 16
PROTOCOL, COMMAND, OFFSET = "X-Goog-Upload-Protocol", "X-Goog-Upload-Command", "X-Goog-Upload-Offset"
LENGTH, KIND = "X-Goog-Upload-Header-Content-Length", "X-Goog-Upload-Header-Content-Type"
PLACE = "X-Goog-Upload-URL"


@asynccontextmanager
async def gemini_calls(base_url: str, key: Secret, reach: NetworkOptions) -> AsyncIterator["GeminiCalls"]:
    """Connections for calls to the API at `base_url`."""
    async with session.open_http(base_url, reach, {KEY_HEADER: key.value}) as http:
        yield GeminiCalls(http, base_url, key)


@dataclass(frozen=True, slots=True)
class GeminiCalls:
    """Calls to one base URL; see `providers.batches.provider.Calls`. Answers hide the key."""

    http: "session.Http"
    base_url: str
    secret: Secret

    async def get(self, path: str, params: Params) -> bytes:
        """The body of an answer."""
        return await self._exchange("GET", self.base_url + path, params=dict(params))

    async def post(self, path: str, content: bytes | AsyncIterator[bytes], n_bytes: int) -> bytes:
        """Send JSON; the body of the answer."""
        headers = JSON | {"Content-Length": str(n_bytes)}
        return await self._exchange("POST", self.base_url + path, data=content, headers=headers)

    async def upload(self, path: str, fields: Mapping[str, str], name: str, file: BinaryIO) -> bytes:
        """Send a file under a name; the body of the answer."""
        n_bytes = file.seek(0, SEEK_END)
        file.seek(0)
        about = canonical_json({"file": {"displayName": name, "mimeType": MIME_TYPE, **fields}})
        start = JSON | {PROTOCOL: "resumable", COMMAND: "start", LENGTH: str(n_bytes), KIND: MIME_TYPE}
        with self._faults():
            place = await self.http.header(
                PLACE, "POST", upload_address(self.base_url, path), data=about.encode(), headers=start
            )
        if place is None:
            raise MalformedReply(f"the answer to an upload has no {PLACE}")
        headers = {COMMAND: "upload, finalize", OFFSET: "0", "Content-Length": str(n_bytes)}
        address = same_server(place, self.base_url)
        return await self._exchange("POST", address, data=_pieces(file), headers=headers)

    @asynccontextmanager
    async def lines(self, path: str) -> AsyncIterator[AsyncIterator[bytes]]:
        """An answer line by line, as it comes."""
        with self._faults():
            async with self.http.stream("GET", self.base_url + path) as pieces:
                yield self._hidden(answers.split_lines(pieces, self.http.most_bytes))

    async def _hidden(self, lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        redactor = self.secret.redactor()
        async for line in lines:
            yield redactor.hide_in_body(line)

    async def _exchange(self, method: str, url: str, **options: Any) -> bytes:
        with self._faults():
            raw: RawReply = await self.http.exchange(method, url, **options)
        raw.held.release()
        return self.secret.redactor().hide_in_body(raw.body)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except ProviderError as error:
            error.hide(self.secret.heard_redactor().hide_in)
            raise


def upload_address(base_url: str, path: str) -> str:
    """Where files go: /upload stands before the API's version.

    >>> upload_address("https://generativelanguage.googleapis.com/v1beta", "/files")
    'https://generativelanguage.googleapis.com/upload/v1beta/files'
    """
    before, _, version = base_url.rpartition("/")
    return f"{before}/upload/{version}{path}"


def same_server(url: str, base_url: str) -> str:
    """An address that an answer names, at the server that was asked: the key goes nowhere else.

    >>> same_server("https://elsewhere.example/upload?upload_id=1", "http://127.0.0.1:8080/v1beta")
    'http://127.0.0.1:8080/upload?upload_id=1'
    """
    asked, named = urlsplit(base_url), urlsplit(url)
    return urlunsplit((asked.scheme, asked.netloc, named.path, named.query, ""))


async def _pieces(file: BinaryIO) -> AsyncIterator[bytes]:
    while piece := file.read(PIECE):
        yield piece


# Source: ai.google.dev/gemini-api/docs/api-versions: v1beta has batches and thinking, v1 has not.
BASE_URL = "https://generativelanguage.googleapis.com/v1beta"
KEY_NAMES = ("GEMINI_API_KEY", "GOOGLE_API_KEY")


def gemini_native_provider(base_url: str | None) -> HttpProvider:
    """`generateContent` at Google, or at `base_url`, which ends in the API's version (/v1beta)."""
    address = checked_base_url(base_url or BASE_URL)
    batches = BatchService(GEMINI_BATCHES, gemini_calls, GeminiBatches)
    return HttpProvider("gemini-native", address, GEMINI, KEY_NAMES, _connected, batches)


def _connected(base_url: str, key: Secret, reach: NetworkOptions) -> AbstractAsyncContextManager[Send]:
    return open_with(base_url, {KEY_HEADER: key.value}, reach)
