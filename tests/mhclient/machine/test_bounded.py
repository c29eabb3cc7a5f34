"""What comes from outside is bounded before it is read."""

import asyncio
import gzip
import zlib

import pytest

from mhclient.machine.bounded import (
    MEDIUM,
    MEMBERS_MAX,
    PIECE,
    SMALL,
    BodyPlaces,
    NotPacked,
    Unpacker,
)
from tests.support.raw_server import bomb

TEXT = b"Which relation? " * 20_000


def unpacked(encoding: str, data: bytes, step: int = 1_000) -> bytes:
    unpacker = Unpacker(encoding)
    pieces = [piece for at in range(0, len(data), step) for piece in unpacker.pieces(data[at : at + step])]
    unpacker.end()
    return b"".join(pieces)


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize("step", [1, 7, 1_000_000])
@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", gzip.compress(TEXT)),
        ("gzip", gzip.compress(TEXT[:9]) + gzip.compress(TEXT[9:])),
        ("deflate", zlib.compress(TEXT)),
        ("deflate", raw_deflate(TEXT)),
    ],
)
def test_what_servers_pack_is_unpacked_however_it_is_cut(encoding, packed, step):
    assert unpacked(encoding, packed, step) == TEXT


@pytest.mark.slow
def test_a_bomb_comes_in_pieces():
    pieces = Unpacker("gzip").pieces(bomb(1 << 30))
    assert {len(next(pieces)) for _ in range(50)} == {PIECE}


@pytest.mark.parametrize(
    ("encoding", "data", "said"),
    [
        ("gzip", b"no gzip", "damaged"),
        ("deflate", b"\xff\xff\xff", "damaged"),
        ("gzip", gzip.compress(TEXT)[:-9], "cut short"),
        ("gzip", b"", "cut short"),
        ("gzip", gzip.compress(b"") * (MEMBERS_MAX + 1), "do not end"),
        ("deflate", zlib.compress(TEXT) * 2, "do not end"),
    ],
)
def test_what_is_not_packed_as_it_says_is_told(encoding, data, said):
    with pytest.raises(NotPacked, match=said):
        unpacked(encoding, data)


async def test_large_bodies_come_one_at_a_time_and_small_ones_pass_them():
    room = BodyPlaces(n_medium=2)
    large, next_large, medium, small = (room.share() for _ in range(4))
    await large.grow(MEDIUM + 1)
    await next_large.grow(MEDIUM)
    waiting = asyncio.create_task(next_large.grow(MEDIUM + 1))
    await asyncio.wait_for(small.grow(SMALL), 1)
    with pytest.raises(TimeoutError):  # both places of middle size are taken
        await asyncio.wait_for(medium.grow(SMALL + 1), 0.05)
    assert not waiting.done()
    large.release()
    await asyncio.wait_for(waiting, 1)
    await asyncio.wait_for(medium.grow(SMALL + 1), 1)
    large.release()  # a second time gives nothing back
