"""How often versions of a question are answered otherwise: by the option chosen, never by its letter.

Two such figures are compared per pair of versions.
Decision: docs/decisions/figures.md, "Flips are counted by pairs of versions".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from mhclient.figures.arrays import Ints
from mhclient.figures.strata import UNREAD


@dataclass(frozen=True, slots=True)
class FlipRate:
    """Strata whose versions do not all choose the same option, or pairs of versions that do not.

    `read` counts those whose versions were all read.
    """

    flips: int
    n: int
    flips_read: int
    n_read: int

    @property
    def share(self) -> float | None:
        return self.flips / self.n if self.n else None


def flip_rate(chosen: Ints) -> FlipRate:
    """Args: chosen: (n_strata, n_versions) options or UNREAD."""
    flipped = (chosen != chosen[:, :1]).any(axis=1)
    read = (chosen != UNREAD).all(axis=1)
    return FlipRate(int(flipped.sum()), len(chosen), int((flipped & read).sum()), int(read.sum()))


def pair_flip_rate(chosen: Ints) -> FlipRate:
    """Of every two versions of a stratum, whether they choose the same option.

    By hand: of the versions 1 1 2 two pairs of three flip, of 1 1 1 none; that is 2 of 6.
    """
    return summed([flip_rate(chosen[:, pair]) for pair in pairs_of(chosen.shape[1])])


def pairs_of(n_versions: int) -> list[tuple[int, int]]:
    """The places of every two of them."""
    return list(combinations(range(n_versions), 2))


def summed(rates: Sequence[FlipRate]) -> FlipRate:
    """All of them counted together."""
    return FlipRate(
        sum(each.flips for each in rates),
        sum(each.n for each in rates),
        sum(each.flips_read for each in rates),
        sum(each.n_read for each in rates),
    )
