"""Reading an HTTP answer within bounds, whole or line by line, and saying what it means when none comes.

A body is counted as it comes, packed and unpacked, and the connection is dropped at the bound; so are heads
of answers that come before the answer itself, which a server may send, and not without end. How much memory a
reply takes once it is read is bounded before it is (`unfolds_beyond`): a few bytes of JSON can stand for
twenty times as many. What failed before the request was sent is told from what failed after it: the first
costs nothing.
"""

import asyncio
import errno
import io
import math
import re
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import NamedTuple

import aiohttp
from aiohttp.client_proto import ResponseHandler
from aiohttp.hdrs import CONTENT_ENCODING
from aiohttp.http_exceptions import HttpProcessingError
from anyio import to_thread

from mhclient.errors import (
    AttemptTimeout,
    ConnectionFault,
    MachineExhausted,
    MalformedReply,
    NeverSent,
    ProviderError,
    ReplyTooLarge,
)
from mhclient.machine.bounded import SMALL, HeldPlaces, NotPacked, Unpacker
from mhclient.providers.headers import kept_headers
from mhclient.redaction.secrets import hide_heard

# Bytes of memory, measured with pydantic's parser and Python's, whichever takes more.
OBJECT, ARRAY, VALUE = 360, 64, 64
UNFOLDS = 2.5  # times as many bytes as a body may have: what it may take in all
UNCOUNTED = 1 << 20  # bytes; what is smaller cannot unfold to much
# A text may have a quarter of what a body may (two million tokens of the usual 32 MB), and in any case these.
TEXT_SHARE, SHORT = 4, 2 << 20
TEXT = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
# At most a thousand texts at a time: of ten million each would be a value here, too.
SOME_TEXTS = re.compile(rb'(?:[^"]*+"(?:[^"\\]++|\\.)*+"){0,1000}+', re.DOTALL)
# A character beyond U+FFFF begins with one of these, as it is in UTF-8 or escaped.
WIDEST = (b"\\ud", b"\\uD", *(bytes([first]) for first in range(0xF0, 0xF5)))


def unfolds_beyond(body: bytes, most_bytes: int) -> bool:
    """Whether a body of JSON that may have so many bytes takes far more memory than that once it is read.

    A text beyond a quarter of the bound counts as that, too: it is there four times while it is stored.
    """
    if len(body) <= UNCOUNTED:
        return False
    most, longest = int(UNFOLDS * most_bytes) - len(body), max(most_bytes // TEXT_SHARE, SHORT)
    width = _width(body)
    if len(body) <= longest and _values(body) + len(body) * width <= most:
        return False
    taken = 0
    for piece in _pieces(body):
        outside = TEXT.sub(b"", piece)
        taken += _values(outside) + (len(piece) - len(outside)) * width
        if taken > most or any(len(text[0]) > longest for text in TEXT.finditer(piece)):
            return True
    return False


def _values(text: bytes) -> int:
    return OBJECT * text.count(b"{") + ARRAY * text.count(b"[") + VALUE * text.count(b",")


def _width(body: bytes) -> int:
    """Bytes that Python takes for a character of a text, if all texts are as wide as the widest."""
    if body.isascii() and b"\\u" not in body:
        return 1
    return 4 if any(sign in body for sign in WIDEST) else 2


def _pieces(body: bytes) -> Iterator[bytes]:
    """The body in pieces, none of which ends within a text; what follows the last text is one."""
    at = 0
    while found := SOME_TEXTS.match(body, at):
        if found.end() == at:
            break
        yield found[0]
        at = found.end()
    yield body[at:]


async def split_lines(pieces: AsyncIterator[bytes], most_bytes: int) -> AsyncIterator[bytes]:
    """The lines of an answer's pieces, without line breaks; blank ones are left out.

    Raises:
        MalformedReply: a line has more than `most_bytes`, or takes far more memory than that.
    """
    kept: list[bytes] = []  # pieces of a line whose end has not come yet
    async for piece in pieces:
        *whole, rest = piece.split(b"\n")
        for line in whole:
            kept.append(line)
            if text := b"".join(kept).strip():
                yield _foldable(text, most_bytes)
            kept = []
        kept.append(rest)
        if sum(map(len, kept)) > most_bytes:
            raise MalformedReply(f"a line of the results has more than {most_bytes:,} bytes")
    if text := b"".join(kept).strip():
        yield _foldable(text, most_bytes)


def _foldable(line: bytes, most_bytes: int) -> bytes:
    if unfolds_beyond(line, most_bytes):
        raise MalformedReply(f"a line of the results takes several times {most_bytes:,} bytes in memory")
    return line


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


ENCODINGS = ("gzip", "deflate")
ACCEPTED = ", ".join(ENCODINGS)
YIELD_EVERY = 16  # pieces unpacked, until others have a turn

# This machine has no more of something: nothing was sent, and neither side did anything wrong.
EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.EADDRNOTAVAIL, errno.ENOBUFS, errno.ENOMEM})

# What OpenSSL calls an answer that is no TLS: a server that speaks http.
_NO_TLS = frozenset({"WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "HTTP_REQUEST"})

# Failures before the request was sent: names that are not found, connections refused, TLS, proxies.
BEFORE_SENDING = (
    aiohttp.ClientConnectorError,
    aiohttp.ConnectionTimeoutError,
    aiohttp.ClientHttpProxyError,
    aiohttp.ServerFingerprintMismatch,
    aiohttp.InvalidURL,
)


class Bound(NamedTuple):
    """What a body may have, and the places it holds meanwhile."""

    n_bytes: int
    share: HeldPlaces


def whole(answer: aiohttp.ClientResponse, most_bytes: int) -> bytes | None:
    """A small body of which all has come, so that nobody need wait for it; None for any other."""
    content = answer.content
    there = content.is_eof() and content.total_bytes <= min(SMALL, most_bytes) and _encoding(answer) is None
    return content.read_nowait() if there else None


async def body_within(answer: aiohttp.ClientResponse, bound: Bound) -> bytes:
    """An answer's body, unpacked.

    Raises:
        ReplyTooLarge: it is larger than allowed, packed, unpacked or as values of JSON.
        MalformedReply: it is packed in a way that was not asked for, damaged, or cut short.
    """
    n_told = answer.content_length
    if (n_told or 0) > bound.n_bytes:
        raise _too_large(answer, bound.n_bytes, f"it says that it has {n_told:,}")
    # Most are not packed, and an iterator in between costs as much as reading one.
    packed = _encoding(answer) is not None
    if n_told is not None and n_told <= SMALL and not packed:
        return await answer.content.read()  # no more than it told: HTTP's parser sees to it
    body = io.BytesIO()  # it gives up its bytes without a copy; pieces that are joined are there twice
    n_bytes = 0
    source = unpacked(answer, bound.n_bytes) if packed else answer.content.iter_any()
    async for piece in source:
        n_bytes += len(piece)
        if n_bytes > bound.n_bytes:
            body.close()  # the error is kept for a while, and with it all that stands here
            raise _too_large(answer, bound.n_bytes, "it was dropped there")
        await bound.share.grow(n_bytes)
        body.write(piece)
    return await _body_foldable(answer, body.getvalue(), bound.n_bytes)


async def _body_foldable(answer: aiohttp.ClientResponse, body: bytes, most_bytes: int) -> bytes:
    """The body, unless what it holds takes far more memory than it."""
    if len(body) > UNCOUNTED and await to_thread.run_sync(unfolds_beyond, body, most_bytes):
        raise _too_large(answer, most_bytes, "what it holds takes several times as many in memory")
    return body


async def unpacked(answer: aiohttp.ClientResponse, most_packed: float = math.inf) -> AsyncIterator[bytes]:
    """An answer's body in pieces, unpacked a little at a time; raises as `body_within`."""
    unpacker = _unpacker_of(answer)
    n_packed = n_pieces = 0
    try:
        async for packed in answer.content.iter_any():
            n_packed += len(packed)
            if n_packed > most_packed:
                raise _too_large(answer, most_packed, "it was dropped there")
            for piece in unpacker.pieces(packed) if unpacker else (packed,):
                yield piece
                n_pieces += 1
                if n_pieces % YIELD_EVERY == 0:
                    await asyncio.sleep(0)
        if unpacker:
            unpacker.end()
    except NotPacked as error:
        raise MalformedReply(f"the body is broken: {error}", status=answer.status) from error
    except (aiohttp.ClientError, OSError) as error:
        raise line_fault(error) from error


async def beginning(answer: aiohttp.ClientResponse) -> bytes:
    """The first bytes of an error's body: enough for what it says, however long it goes on."""
    pieces, n_bytes = [], 0
    try:
        async for piece in unpacked(answer):
            pieces.append(piece[: SMALL - n_bytes])
            n_bytes += len(piece)
            if n_bytes >= SMALL:
                break
    except ProviderError:
        pass  # the status says enough
    return b"".join(pieces)


def _encoding(answer: aiohttp.ClientResponse) -> str | None:
    """How the body is packed; None if it is not."""
    told = answer.headers.get(CONTENT_ENCODING)
    if told is None:
        return None
    named = told.strip().lower().removeprefix("x-")
    return None if named in ("", "identity") else named


def _unpacker_of(answer: aiohttp.ClientResponse) -> Unpacker | None:
    encoding = _encoding(answer)
    if encoding is None:
        return None
    if encoding not in ENCODINGS:
        raise MalformedReply(
            f"the body is packed as {hide_heard(encoding)[:40]!r}, which was not asked for",
            status=answer.status,
        )
    return Unpacker(encoding)


def _too_large(answer: aiohttp.ClientResponse, most_bytes: float, found: str) -> ReplyTooLarge:
    return ReplyTooLarge(
        f"the reply has more than {most_bytes:,.0f} bytes ({found}); `reply_bytes` sets the limit",
        status=answer.status,
        headers=kept_headers(answer.headers),
    )


def line_fault(error: BaseException) -> ProviderError:
    """A connection that failed, was dropped or took too long, as one of our errors."""
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, BEFORE_SENDING):
        if getattr(error, "errno", None) in EXHAUSTED:
            return MachineExhausted(f"this machine can open no more connections ({said})")
        return NeverSent(f"no connection{_nobody_there(error) or f' ({said})'}")
    if isinstance(error, TimeoutError):
        return AttemptTimeout(f"no answer in time ({said})")
    if isinstance(error, aiohttp.ClientResponseError):
        return MalformedReply(f"what came is no HTTP answer ({said})")
    return ConnectionFault(f"the connection was dropped ({said})")


def _nobody_there(error: BaseException) -> str:
    """What is wrong with an address at which nobody answers, and what to look at; "" for other failures."""
    if type(error) is aiohttp.ClientConnectorDNSError:
        return f": there is no server called {error.host}; look at the address, and at this machine's network"
    if type(error) is aiohttp.ClientConnectorError and isinstance(error.os_error, ConnectionRefusedError):
        where = f"{error.host}:{error.port}"
        return f": nothing listens at {where}; start the server there, or give its address"
    if (
        isinstance(error, aiohttp.ClientConnectorSSLError)
        and getattr(error.os_error, "reason", "") in _NO_TLS
    ):
        where = f"{error.host}:{error.port}"
        return f": the server at {where} speaks http, not https; give its address as http://{where}"
    return ""
