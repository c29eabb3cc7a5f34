"""An answer that is read line by line as it comes, however long it is."""

from collections.abc import AsyncIterator

from mhclient.errors import MalformedReply
from mhclient.providers.transport.unfolding import unfolds_beyond


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
