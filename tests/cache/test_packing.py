"""Bodies are packed as zlib does it, in a small window."""

import zlib

from hypothesis import given
from hypothesis import strategies as st

from cache import packing
from cache.errors import StoreCorrupt

TEXTS = st.one_of(st.binary(max_size=3_000), st.binary(max_size=40).map(lambda text: text * 900))


@given(TEXTS)
def test_what_is_packed_is_unpacked_whoever_packed_it(text):
    for packed in (packing.pack(text), zlib.compress(text, 9)):
        assert zlib.decompress(packed) == packing.unpack(packed) == text


@given(st.binary(min_size=1, max_size=300), st.data())
def test_a_damaged_body_is_the_one_that_was_packed_or_refused(text, data):
    packed = bytearray(packing.pack(text))
    packed[data.draw(st.integers(0, len(packed) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        assert packing.unpack(bytes(packed)) == text
    except StoreCorrupt as error:
        assert "the body" in str(error)  # noqa: PT017  # either is right
