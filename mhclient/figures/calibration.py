"""Whether a confidence is worth what it says: calibration error, and how well it tells right from wrong."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mhclient.figures.arrays import Bools, Floats, Ints
from mhclient.figures.distributions import ranks
from mhclient.figures.metrics import Share, mean

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """The items whose confidence lies from `low` to below `high` (to `high` itself in the last bin)."""

    low: float
    high: float
    confidence: float | None
    correct: Share


def bin_places(values: Floats) -> Ints:
    """(n_items,) each confidence's bin; one on a border belongs to the bin above it."""
    return np.minimum((values * BINS).astype(np.int64), BINS - 1)


def bins_of(values: Floats, correct: Bools) -> tuple[Bin, ...]:
    """The reliability curve: every bin, also those without items."""
    places, right = bin_places(values), correct.astype(np.float64)
    return tuple(_bin(place, values[places == place], right[places == place]) for place in range(BINS))


def _bin(place: int, values: Floats, right: Floats) -> Bin:
    inside = Share(int(right.sum()), len(right))
    return Bin(place / BINS, (place + 1) / BINS, mean(values.tolist()), inside)


def calibration_error(confidence: Sequence[float] | Floats, correct: Sequence[bool]) -> float | None:
    """Expected calibration error over ten bins of equal width; None without items.

    Source: M. P. Naeini et al., "Obtaining well calibrated probabilities using Bayesian binning", 2015.

    By hand: two at 0.85, one of them right, and one at 0.3, wrong:
    2/3 * |0.85 - 0.5| + 1/3 * |0.3 - 0| = 1/3.

    >>> round(calibration_error([0.85, 0.85, 0.3], [True, False, False]), 4)
    0.3333
    """
    values, right = np.asarray(confidence, dtype=float), np.asarray(correct, dtype=float)
    if not len(values):
        return None
    gaps = np.bincount(bin_places(values), weights=values - right, minlength=BINS)
    return float(np.abs(gaps).sum() / len(values))


def discrimination(confidence: Sequence[float] | Floats, correct: Sequence[bool]) -> float | None:
    """Area under the ROC curve: the chance that a right item is more confident than a wrong one, ties half.

    None if all are right, or none. By hand, right at 0.9 and 0.4, wrong at 0.4: (1 + 1/2) / 2.

    >>> discrimination([0.9, 0.4, 0.4], [True, True, False])
    0.75
    """
    right = np.asarray(correct, dtype=bool)
    n_right, n_wrong = int(right.sum()), int((~right).sum())
    if not n_right or not n_wrong:
        return None
    rank = ranks(np.asarray(confidence, dtype=float))
    return float((rank[right].sum() - n_right * (n_right + 1) / 2) / (n_right * n_wrong))
