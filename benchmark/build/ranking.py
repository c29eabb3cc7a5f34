"""Choosing by hash: every choice is a rank, so that rows a choice does not concern cannot move it.

Drawing from a list with a seeded generator gives other draws as soon as the list gains an entry. Here each
candidate gets a number from (seed, purpose, its own key) and the smallest numbers win; nothing else matters.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, Protocol, TypeVar


class Keyed(Protocol):
    """Anything with an identity as text."""

    @property
    def key(self) -> str: ...


K = TypeVar("K", bound=Keyed)
T = TypeVar("T")


class Ranker:
    """Ranks for one seed; the same parts give the same rank on every machine and Python version."""

    def __init__(self, seed: int) -> None:
        self._seed = str(seed)

    def rank(self, *parts: str) -> int:
        """A 64-bit number that looks random but depends on the seed and the parts alone."""
        return _number("\x1f".join((self._seed, *parts)))

    def ordered(self, pool: Iterable[K], *parts: str) -> list[K]:
        """The pool in an order of its own for these parts: take as many from the front as are needed."""
        first = "\x1f".join((self._seed, *parts, ""))
        return sorted(pool, key=lambda one: (_number(first + (key := one.key)), key))

    def shuffled(self, texts: Iterable[str], *parts: str) -> list[str]:
        """Texts in an order that depends on the parts and each text alone."""
        first = "\x1f".join((self._seed, *parts, ""))
        return sorted(texts, key=lambda text: _number(first + text))

    def position(self, stratum: str, number: int, n_options: int) -> int:
        """Where the gold of the `number`-th item of a stratum stands among its options, from 0.

        Each block of `n_options` items uses every position once, in an order of its own: the positions are
        balanced over any prefix, follow no pattern, and do not move when the task grows.
        """
        block, within = divmod(number, n_options)
        order = sorted(
            range(n_options), key=lambda place: self.rank("position", stratum, str(block), str(place))
        )
        return order[within]


def _number(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


class Ring(Generic[K]):
    """Draws from a pool in time that hardly grows with it (consistent hashing, Karger et al. 1997).

    Every member stands at several points of a ring of numbers; a draw takes the next member after a point. A
    member more or less changes only the draws that end at it.
    """

    POINTS = 16  # per member: chances then differ by a quarter or so, not by the tenfold of a single point

    def __init__(self, pool: Iterable[K], ranker: Ranker) -> None:
        members = {one.key: one for one in pool}
        points = sorted(
            (ranker.rank("ring", key, str(n)), key) for key in members for n in range(self.POINTS)
        )
        self._points = [point for point, _ in points]
        self._members = [members[key] for _, key in points]
        self._ranker = ranker

    def draws(self, *parts: str) -> Iterator[K]:
        """Every member once, in an order of its own for these parts.

        The first ones are independent of each other; after that many the rest follows around the ring.
        """
        seen: set[str] = set()
        for place in self._places(*parts):
            member = self._members[place]
            if member.key not in seen:
                seen.add(member.key)
                yield member

    def _places(self, *parts: str) -> Iterator[int]:
        n = len(self._points)
        place = 0
        for draw in range(min(n, 32)):
            place = bisect_left(self._points, self._ranker.rank(*parts, str(draw))) % n
            yield place
        yield from ((place + step) % n for step in range(1, n))


def water_fill(capacities: Mapping[str, int], total: int) -> dict[str, int]:
    """`total` shared among classes as evenly as their capacities allow; a larger total takes nothing away.

    `water_fill({"a": 2, "b": 10, "c": 10}, 12)` is a 2, b 5, c 5: the small class gives all it has.
    """
    shares = dict.fromkeys(capacities, 0)
    level, left = 0, min(total, sum(capacities.values()))
    while left:
        open_classes = [name for name in capacities if capacities[name] > level]
        step = min(min(capacities[name] for name in open_classes) - level, max(1, left // len(open_classes)))
        for name in open_classes[:left]:
            shares[name] += step
            left -= step
        level += step
    return shares


def round_robin(lists: Mapping[str, Sequence[T]], total: int) -> dict[str, Sequence[T]]:
    """The first entries of each list, as many as `water_fill` grants it."""
    shares = water_fill({name: len(entries) for name, entries in lists.items()}, total)
    return {name: lists[name][: shares[name]] for name in lists}
