"""What comes from outside is bounded before it is read: bodies while they come, unpacking, files.

Bodies share the machine's memory: most are small and never wait. One that grows takes a place among the few
that may be of middle size, then the one place for a large one, and keeps it until nothing of it is needed.
So hundreds of hostile replies at a time cost no more memory than one of them, and small ones pass them by.
"""

import asyncio
import os
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path

SMALL = 1 << 16  # bytes; a body of a few hundred tokens has a few thousand
MEDIUM = 1 << 20  # log-probs of a long completion
N_MEDIUM = 16  # so many at a time
PIECE = 1 << 16  # bytes unpacked at a time: a tenth of a millisecond's work
MEMBERS_MAX = 64  # gzip files joined in one body; servers send one


class TooLarge(Exception):
    """More than was allowed; the message gives both figures as far as they are known."""


class NotPacked(Exception):
    """What should be compressed is not, is damaged, or is cut short."""


class Room:
    """The places for bodies that are not small; one per open line."""

    def __init__(self, n_medium: int = N_MEDIUM) -> None:
        self._medium = asyncio.Semaphore(n_medium)
        self._large = asyncio.Semaphore(1)

    def share(self) -> "Share":
        """For one body."""
        return Share(self._medium, self._large)


class Share:
    """The places that one body holds; `release` gives them back, and may be called twice."""

    def __init__(self, *places: asyncio.Semaphore) -> None:
        self._places = places
        self._held: list[asyncio.Semaphore] = []

    async def grow(self, n_bytes: int) -> None:
        """Wait until a body may have this many bytes."""
        wanted = (n_bytes > SMALL) + (n_bytes > MEDIUM)
        for place in self._places[len(self._held) : wanted]:
            await place.acquire()
            self._held.append(place)

    def release(self) -> None:
        """Nothing of the body is kept any more."""
        while self._held:
            self._held.pop().release()


NO_SHARE = Share()


class Unpacker:
    """Unpacks gzip or deflate piece by piece, so that nothing is ever larger than was asked for.

    Args:
        encoding: "gzip" or "deflate" as HTTP names them (RFC 9110 section 8.4.1).
    """

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        self._n_members = 0
        self._member: zlib._Decompress | None = None

    def pieces(self, packed: bytes) -> Iterator[bytes]:
        """What these bytes unpack to, in pieces.

        Raises:
            NotPacked: they are not of the encoding.
        """
        while packed:
            if self._member is None or self._member.eof:
                self._member = self._next_member(packed[0])
            try:
                piece = self._member.decompress(packed, PIECE)
            except zlib.error as error:
                raise NotPacked(f"the {self._encoding} data are damaged ({error})") from error
            if piece:
                yield piece
            packed = self._member.unused_data if self._member.eof else self._member.unconsumed_tail

    def end(self) -> None:
        """Nothing more comes.

        Raises:
            NotPacked: the data are cut short.
        """
        if self._member is None or not self._member.eof:
            raise NotPacked(f"the {self._encoding} data are cut short")

    def _next_member(self, first_byte: int) -> "zlib._Decompress":
        gzip = self._encoding == "gzip"
        self._n_members += 1
        if self._n_members > (MEMBERS_MAX if gzip else 1):
            raise NotPacked(f"the {self._encoding} data do not end where they should")
        if gzip:
            return zlib.decompressobj(16 + zlib.MAX_WBITS)
        # Some servers leave out the header that deflate must have (RFC 1950 section 2.2: its CM is 8).
        return zlib.decompressobj(zlib.MAX_WBITS if first_byte & 0xF == 8 else -zlib.MAX_WBITS)


def read_regular_file(path: Path, most_bytes: int) -> bytes:
    """A file's bytes, if it is a file (no pipe, no device) and no larger than allowed.

    Raises:
        OSError: it cannot be opened.
        TooLarge: it has more bytes.
        NotAFile: it is something else.
    """
    # Opening a pipe waits for its writer, unless told not to.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotAFile(f"{path} is not a regular file")
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise TooLarge(f"{path} has more than {most_bytes:,} bytes")
    return data


class NotAFile(OSError):
    """A pipe, a device or a folder where a file is expected."""
