"""Numbers for hashes that come in batches: equal ones get the same number, counted from 0 as they are met.

Each hash has a slot in two tables, by other bits of it in each, where it is nearly always found without
sorting. What shares both slots with another is looked up in a dictionary, as is what was never met.
"""

import numpy as np
from numpy.typing import NDArray

from benchmark.harden.graph import Ints

Hashes = NDArray[np.uint64]
Places = NDArray[np.int64]

_BITS = 21  # 16 MB a table, 16 slots for each of PrimeKG's nodes
_MASK = np.uint64((1 << _BITS) - 1)
_MOST = 1 << _BITS  # numbers that fit beside a hash; what comes after them stays in the dictionary


class HashNumbers:
    """The numbers of the hashes met so far.

    A slot holds a hash with its lowest bits replaced by its number, counted from 1: one look tells whether it
    is the hash that was asked for, and which number it has. Those bits are, rotated, the slot's place.
    """

    def __init__(self) -> None:
        self._number_of: dict[int, int] = {}
        self._tables = [np.zeros(_MOST, dtype=np.uint64) for _ in range(2)]

    def numbered(self, hashes: Hashes) -> tuple[Ints, Places]:
        """The number of each, (n,), and for each new number where its hash stands, (n_new,)."""
        numbers, left = _look_up(self._tables[0], hashes)
        numbers[left], left_again = _look_up(self._tables[1], _rotated(hashes[left]))
        left, known = left[left_again], len(self._number_of)
        numbers[left] = self._counted(hashes[left])
        new = left[numbers[left] >= known]
        places = np.empty(len(self._number_of) - known, dtype=np.int64)
        places[numbers[new] - known] = new
        self._keep(hashes[places], known)
        return numbers, places

    def _counted(self, hashes: Hashes) -> list[int]:
        return [self._number_of.setdefault(each, len(self._number_of)) for each in hashes.tolist()]

    def _keep(self, hashes: Hashes, known: int) -> None:
        """Put new hashes into the tables; a slot is its last one's."""
        kept = hashes[: max(0, _MOST - 1 - known)]
        numbers = np.arange(known + 1, known + 1 + len(kept), dtype=np.uint64)
        for table, turned in zip(self._tables, (kept, _rotated(kept)), strict=True):
            table[turned & _MASK] = (turned & ~_MASK) | numbers


def _look_up(table: Hashes, hashes: Hashes) -> tuple[Ints, Places]:
    """What a table says of each hash, and where that is nothing or another hash's number."""
    slots = hashes & _MASK
    found = table.take(slots.view(np.int64), mode="wrap")  # which checks no bounds: every slot is one
    numbers = np.bitwise_and(found, _MASK, out=slots).astype(np.int32)
    found ^= hashes
    unknown = found > _MASK
    unknown |= numbers == 0
    numbers -= 1
    return numbers, np.flatnonzero(unknown)


def _rotated(hashes: Hashes) -> Hashes:
    """With other bits in the lowest places."""
    return (hashes >> np.uint64(_BITS)) | (hashes << np.uint64(64 - _BITS))
