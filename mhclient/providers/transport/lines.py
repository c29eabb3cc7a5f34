"""An answer that is read line by line as it comes, however long it is."""

from collections.abc import AsyncIterator

from mhclient.errors import MalformedReply


async def split_lines(pieces: AsyncIterator[bytes], most_bytes: int) -> AsyncIterator[bytes]:
    """The lines of an answer's pieces, without line breaks; blank ones are left out.

    Raises:
        MalformedReply: a line has more than `most_bytes`.
    """
    kept: list[bytes] = []  # pieces of a line whose end has not come yet
    async for piece in pieces:
        *whole, rest = piece.split(b"\n")
        for line in whole:
            kept.append(line)
            if text := b"".join(kept).strip():
                yield text
            kept = []
        kept.append(rest)
        if sum(map(len, kept)) > most_bytes:
            raise MalformedReply(f"a line of the results has more than {most_bytes:,} bytes")
    if text := b"".join(kept).strip():
        yield text
