"""Rows whose columns are put into random orders, many times over, and summed: what a permutation test draws.

An order of up to six columns is drawn as its number among all of them, for all permutations together.

Decision: docs/decisions/figures.md, "Permutations are drawn once, as numbers".
Decision: docs/decisions/figures.md, "Orders of columns are drawn by their number".
"""

from functools import cache
from itertools import permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from mhclient.figures.arrays import Floats, Ints

SEED = 0
MOST_COLUMNS = 6  # 720 orders; a table of more is not worth its memory
MOST_KEPT = 20_000_000  # orders, of two bytes each
BLOCK = 16_384  # orders drawn, or looked up, at once: what fits into a processor's cache


class RandomOrders:
    """Random orders of columns, as many as are asked for, from the first one on.

    Tests of the same columns begin at the same seed, so that fewer rows have the same orders as more: what
    was drawn for one test is kept for the next.
    """

    def __init__(self, seed: int = SEED) -> None:
        self.seed = seed
        self._streams: dict[int, _Stream] = {}

    def first(self, n: int, k: int) -> NDArray[np.int16]:
        """(n,) numbers of orders of k columns, as `orders_of` counts them."""
        if k not in self._streams:
            self._streams[k] = _Stream(k, self.seed)
        return self._streams[k].first(n)


class _Stream:
    def __init__(self, k: int, seed: int) -> None:
        self._n_orders, self._random = factorial(k), np.random.RandomState(seed)
        self._drawn = np.empty(0, np.int16)

    def first(self, n: int) -> NDArray[np.int16]:
        missing = n - len(self._drawn)
        parts = [self._draw(min(BLOCK, missing - begin)) for begin in range(0, missing, BLOCK)]
        self._drawn = np.concatenate([self._drawn, *parts])
        return self._drawn[:n]

    def _draw(self, n: int) -> NDArray[np.int16]:
        """A number of 32 bits picks an order; that one is likelier than another by a part in a million."""
        bits = self._random.randint(1 << 32, size=n, dtype=np.uint32).astype(np.uint64)
        return (bits * np.uint64(self._n_orders) >> np.uint64(32)).astype(np.int16)


@cache
def orders_of(k: int) -> Ints:
    """(k!, k) every order: which column comes first, second, …"""
    return np.array(list(permutations(range(k))), dtype=np.int64)


def permuted_sums(rows: Floats, n: int, orders: RandomOrders) -> Floats:
    """(n, k) the sums of the columns, each row's values in a random order, n times.

    Args:
        rows: (n_rows, k) whole numbers of at least 0.
    """
    n_rows, k = rows.shape
    base = int(rows.max(axis=1, initial=0).sum()) + 1  # no sum is as large
    if k > MOST_COLUMNS or n * n_rows > MOST_KEPT or base ** (k - 1) >= 2**63:
        return _one_by_one(rows, n, orders.seed)
    kinds, kind = np.unique(rows, axis=0, return_inverse=True)
    # All columns but the last, whose sum is the rest, are digits of one number: one sum holds all of theirs.
    digits = base ** np.arange(k - 1, dtype=np.int64)
    table = kinds.astype(np.int64)[:, orders_of(k)[:, :-1]] @ digits  # (n_kinds, k!)
    begin = kind.reshape(-1) * table.shape[1]
    numbers = orders.first(n * n_rows, k).reshape(n, n_rows)
    step = max(1, BLOCK // n_rows)
    parts = [table.ravel()[begin + numbers[at : at + step]].sum(axis=1) for at in range(0, n, step)]
    sums = np.concatenate(parts)
    columns = sums[:, None] // digits % base
    found: Floats = np.column_stack([columns, rows.sum() - columns.sum(axis=1)]).astype(np.float64)
    return found


def _one_by_one(rows: Floats, n: int, seed: int) -> Floats:
    random, sums = np.random.RandomState(seed), np.empty((n, rows.shape[1]))
    for each in sums:
        order = random.random_sample(rows.shape).argsort(axis=1)
        each[:] = np.take_along_axis(rows, order, axis=1).sum(axis=0)
    return sums
