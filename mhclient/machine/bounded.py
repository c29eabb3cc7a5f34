"""What comes from outside is bounded before it is read: bodies while they come, and what they unpack to.

Bodies share the machine's memory: most are small and never wait. One that grows takes a place among the few
that may be of middle size, then the one place for a large one, and keeps it until nothing of it is needed.
So hundreds of hostile replies at a time cost no more memory than one of them, and small ones pass them by.
"""

import asyncio
import zlib
from collections.abc import Iterator

SMALL = 1 << 16  # bytes; a body of a few hundred tokens has a few thousand
MEDIUM = 1 << 20  # log-probs of a long completion
N_MEDIUM = 8  # so many at a time: 256 hostile replies stay below 300 MB beside the largest of the SDKs
PIECE = 1 << 16  # bytes unpacked at a time: a tenth of a millisecond's work
MEMBERS_MAX = 64  # gzip files joined in one body; servers send one


class NotPacked(Exception):
    """What should be compressed is not, is damaged, or is cut short."""


class BodyPlaces:
    """The places for bodies that are not small; one such object for each pool of connections."""

    def __init__(self, n_medium: int = N_MEDIUM) -> None:
        self._medium = asyncio.Semaphore(n_medium)
        self._large = asyncio.Semaphore(1)

    def share(self) -> "HeldPlaces":
        """For one body."""
        return HeldPlaces(self._medium, self._large)


class HeldPlaces:
    """The places that one body holds; `release` gives them back, and may be called twice."""

    __slots__ = ("_held", "_places")

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


NO_PLACES = HeldPlaces()


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
