"""Short names for the arrays that figures are worked out on."""

from hashlib import blake2b
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]


def digest(numbers: Ints | Floats) -> bytes:
    """(n,) numbers as a key: 16 bytes, however many they are."""
    return blake2b(np.ascontiguousarray(numbers).data, digest_size=16).digest()


def renumbered(numbers: Ints) -> tuple[Ints, Ints]:
    """The numbers that occur, rising, and (n,) the place of each one among them.

    As `np.unique(numbers, return_inverse=True)`, without sorting.

    >>> [each.tolist() for each in renumbered(np.array([4, 2, 4]))]
    [[2, 4], [1, 0, 1]]

    Args:
        numbers: (n,) from 0.
    """
    counts = np.bincount(numbers)
    there = np.flatnonzero(counts)
    counts[there] = np.arange(len(there))
    return there, counts[numbers]


def summed_by(numbers: Ints, values: Floats, n: int) -> Floats:
    """(n,) the sum of the values of each number."""
    sums: Floats = np.asarray(np.bincount(numbers, weights=values, minlength=n), dtype=np.float64)
    return sums


def ratio_or_zero(part: Floats, whole: Floats) -> Floats:
    """part / whole, 0 where there is no whole."""
    result: Floats = np.zeros(np.broadcast(part, whole).shape)
    np.divide(part, whole, out=result, where=whole != 0)
    return result


def ratio(part: Floats, whole: Floats) -> Floats:
    """part / whole, NaN where there is no whole."""
    result: Floats = np.full(np.broadcast(part, whole).shape, np.nan)
    np.divide(part, whole, out=result, where=whole != 0)
    return result
