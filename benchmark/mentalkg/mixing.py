"""Cheap draws by the thousand: two numbers that look random become a third, by one multiplication.

A hash for each of some 80,000 draws would take most of the time that a design takes.
"""

import hashlib

_MASK = 0xFFFFFFFFFFFFFFFF
# 2^64 divided by the golden ratio spreads neighbours (Knuth, volume 3, section 6.4).
_SPREAD = 0x9E3779B97F4A7C15


def number_of(text: str) -> int:
    """A 64-bit number that looks random, from a text alone."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def mixed(one: int, other: int) -> int:
    """A number below 2^32 from two of 64 bits."""
    return (((one ^ other) * _SPREAD) & _MASK) >> 32
