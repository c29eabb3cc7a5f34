"""HTTP to Gemini's API beside `generateContent`: batches, and files that go up in Google's resumable way.

Source: ai.google.dev/gemini-api/docs/files and ai.google.dev/api/files (X-Goog-Upload-*).
"""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from os import SEEK_END
from typing import Any, BinaryIO
from urllib.parse import urlsplit, urlunsplit

from cache import canonical_json
from mhclient.errors import MalformedReply, ProviderError
from mhclient.providers.base import RawReply
from mhclient.providers.batches.provider import Params
from mhclient.providers.credentials import Secret
from mhclient.providers.gemini.batches import MIME_TYPE
from mhclient.providers.gemini.generate_content import KEY_HEADER
from mhclient.providers.reach import Reach
from mhclient.providers.transport.lines import split_lines
from mhclient.providers.transport.session import Http, open_http

JSON = {"Content-Type": "application/json"}
PIECE = 1 << 16
PROTOCOL, COMMAND, OFFSET = "X-Goog-Upload-Protocol", "X-Goog-Upload-Command", "X-Goog-Upload-Offset"
LENGTH, KIND = "X-Goog-Upload-Header-Content-Length", "X-Goog-Upload-Header-Content-Type"
PLACE = "X-Goog-Upload-URL"


@asynccontextmanager
async def gemini_calls(base_url: str, key: Secret, reach: Reach) -> AsyncIterator["GeminiCalls"]:
    """Connections for calls to the API at `base_url`."""
    async with open_http(base_url, reach, {KEY_HEADER: key.value}) as http:
        yield GeminiCalls(http, base_url, key)


@dataclass(frozen=True, slots=True)
class GeminiCalls:
    """Calls to one base URL; see `providers.batches.provider.Calls`. Answers hide the key."""

    http: Http
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
                yield self._hidden(split_lines(pieces, self.http.most_bytes))

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
