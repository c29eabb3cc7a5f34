"""Bodies are packed by ISA-L or by zlib, and unpacked by either, whichever packed them."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cache import packing
from cache.errors import StoreCorrupt

TEXTS = st.one_of(st.binary(max_size=3_000), st.binary(max_size=40).map(lambda text: text * 900))


@given(TEXTS)
def test_zlib_packs_what_it_unpacks(text):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(packing, "isal_zlib", None)
        assert packing.unpack(packing.pack(text)) == text


@given(TEXTS)
def test_zlib_and_isal_unpack_what_the_other_packs(text):
    isal_zlib = pytest.importorskip("isal.isal_zlib")
    for packed in (packing.pack(text), zlib.compress(text, 9)):
        assert zlib.decompress(packed) == isal_zlib.decompress(packed) == packing.unpack(packed) == text


@given(st.binary(min_size=1, max_size=300), st.data())
def test_a_damaged_body_is_the_one_that_was_packed_or_refused(text, data):
    packed = bytearray(packing.pack(text))
    packed[data.draw(st.integers(0, len(packed) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        assert packing.unpack(bytes(packed)) == text
    except StoreCorrupt as error:
        assert "the body" in str(error)  # noqa: PT017  # either is right
