"""Bodies of requests and replies, compressed: there are many of them, and each is small."""

import zlib

from cache.errors import StoreCorrupt

# Of one body. The store of somebody else may hold what unpacks to anything.
UNPACKED_MAX = 128_000_000


# A window of 8 kB: setting up zlib's usual 256 kB takes longer than packing a usual body does.
SMALL = 16_384  # bytes of a body that packs as well so
SMALL_WINDOW = (13, 6)  # its size as a power of two, and the memory for what is being packed


def pack(text: bytes) -> bytes:
    """Compress a body as zlib does, quickly, since a reply is small and there are many."""
    if len(text) > SMALL:
        return zlib.compress(text, 1)
    packer = zlib.compressobj(1, zlib.DEFLATED, *SMALL_WINDOW)
    return packer.compress(text) + packer.flush()


def unpack(packed: bytes, most_bytes: int = UNPACKED_MAX) -> bytes:
    """The body that `pack` was given.

    Raises:
        StoreCorrupt: it is damaged, or unpacks to more than any body that was kept.
    """
    unpacker = zlib.decompressobj()
    try:
        body = unpacker.decompress(packed, most_bytes)
    except (zlib.error, TypeError) as error:  # a cell of SQLite may hold a text where bytes belong
        raise StoreCorrupt(f"the body is damaged ({error})") from error
    if not unpacker.eof:
        wrong = f"unpacks to more than {most_bytes:,} bytes" if unpacker.unconsumed_tail else "is cut short"
        raise StoreCorrupt(f"the body {wrong}")
    return body
