"""How much lower a score is on changed items than on the items they were made from, per parent.

A drop in accuracy and a drop in what could be read are two figures: what cannot be read is not harder.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mhclient.figures.arrays import Floats, Ints
from mhclient.figures.paired import mcnemar_p

DRAWS = 2_000
SEED = 11


@dataclass(frozen=True, slots=True)
class ParentPair:
    """A parent and what was made of it, as one model answered them.

    Attributes:
        before, after: share of replies that were right, over the runs that asked them.
        read_before, read_after: share of replies from which an answer could be read.
        cluster: what pairs share that are right or wrong together, such as their entity.
    """

    before: float
    after: float
    read_before: float
    read_after: float
    cluster: str


@dataclass(frozen=True, slots=True)
class PairedDrop:
    """What hardening cost one model.

    Attributes:
        before, after: accuracy on the parents and on what was made of them.
        ci95: of the drop, by a bootstrap over clusters.
        lost, won: parents that were right before and wrong after, and the other way round.
        p: of the exact McNemar test; None where a parent was asked several times and is right in part.
        read_drop: how much less could be read after.
    """

    n: int
    before: float
    after: float
    ci95: tuple[float, float]
    lost: int
    won: int
    p: float | None
    read_drop: float

    @property
    def drop(self) -> float:
        """Accuracy before minus accuracy after: above 0 it fell."""
        return self.before - self.after


def paired_drop(pairs: Sequence[ParentPair]) -> PairedDrop | None:
    """The drop over pairs; None where there are none.

    By hand: of 14 lost and 4 won, p = 0.0309 (exact, two-sided).

    >>> pairs = [ParentPair(1, 0, 1, 1, str(i)) for i in range(14)]
    >>> pairs += [ParentPair(0, 1, 1, 1, f"w{i}") for i in range(4)]
    >>> found = paired_drop(pairs)
    >>> found.lost, found.won, round(found.p, 4)
    (14, 4, 0.0309)
    """
    if not pairs:
        return None
    before, after = (np.array([getattr(pair, name) for pair in pairs]) for name in ("before", "after"))
    reads = np.array([pair.read_before - pair.read_after for pair in pairs])
    lost, won = int((before > after).sum()), int((after > before).sum())
    once = bool(np.isin(before, (0, 1)).all() and np.isin(after, (0, 1)).all())
    return PairedDrop(
        n=len(pairs),
        before=float(before.mean()),
        after=float(after.mean()),
        ci95=_interval(before - after, [pair.cluster for pair in pairs]),
        lost=lost,
        won=won,
        p=mcnemar_p(lost, won) if once else None,
        read_drop=float(reads.mean()),
    )


def _interval(differences: Floats, clusters: Sequence[str]) -> tuple[float, float]:
    """The middle 95 % of the mean when clusters are drawn with replacement; seeded."""
    names = {name: number for number, name in enumerate(dict.fromkeys(clusters))}
    of: Ints = np.array([names[name] for name in clusters], dtype=np.int64)
    sums = np.bincount(of, weights=differences, minlength=len(names))
    sizes = np.bincount(of, minlength=len(names))
    drawn = np.random.default_rng(SEED).integers(0, len(names), size=(DRAWS, len(names)))
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return float(low), float(high)
