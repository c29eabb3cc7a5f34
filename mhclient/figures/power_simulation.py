"""The power of the verdict itself, by simulation on a benchmark's own items.

Two runs differ on some items; on which ones depends on the items' entities, as much as a pilot of two runs
shows, and on entities of the kinds that it shows. Differences are drawn so, and every draw is judged as
`compare` judges.

Decision: docs/decisions/figures.md, "Power draws effects kind by kind".
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from scipy.optimize import brentq

from mhclient.figures.arrays import Floats, Ints
from mhclient.figures.distributions import normal_quantile
from mhclient.figures.estimate import DIFFERENCE, Estimate
from mhclient.figures.intervals import Z_95
from mhclient.figures.linear import mean_of
from mhclient.figures.shared_entities import SharedEntities

SEED = 42
DRAWS = 400
DRAWS_TO_FIT = 200  # a mean needs fewer than a share does
STEPS = 8  # of bisection, to the smallest difference
# Of the share of an item's variance that lies with its entities: of 4,000 items, .002 costs .06 of power.
PRECISION = 0.0005
MOST_KEPT = 2_000_000  # random numbers of all draws: 16 MB


@dataclass(frozen=True, slots=True)
class Pilot:
    """What two runs of a pilot show: how often they differ, and how far that depends on entities.

    Where items were asked several times, an item's difference is that of two means, and smaller than 1. It is
    drawn as one size or none, so that mean size and mean square are those of the pilot: with |d| of 1/2 and 1
    on two items of ten, the size is .125 / .15 = .833, and it is had by .18 of the items.

    Attributes:
        discordant: share of the items that exactly one of the runs has right.
        design_effect: squared half-width of the paired interval, over what it were for independent items.
        size: how large the difference of an item is that the runs differ on; 1 where each is asked once.
        by_kind: name of a kind of entity → how much of what entities do lies with it, as found by
            `LinearFigure.by_kind`; where it is empty every entity of an item counts alike.
    """

    discordant: float
    design_effect: float
    size: float = 1.0
    by_kind: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        difference: Estimate,
        discordant: float,
        n: int,
        sizes: tuple[float, float] | None = None,
        by_kind: Mapping[str, float] | None = None,
    ) -> "Pilot | None":
        """From the paired difference of two runs on n items.

        None where it has no interval, and where all items differ one way, or none differs: that says nothing
        about how differences are spread.

        Args:
            sizes: as of `Paired`, where items were asked several times.
        """
        size, square = sizes or (discordant, discordant)
        bounds = difference.ci95
        if bounds is None or difference.value is None or square <= difference.value**2:
            return None
        independent = Z_95**2 * (square - difference.value**2) / n
        design_effect = ((bounds[1] - bounds[0]) / 2) ** 2 / independent
        return cls(size**2 / square, design_effect, square / size, by_kind or {})


class VerdictPower:
    """The power of a comparison on some items.

    Args:
        pilot: how the runs' differences are spread over items.
        parts: (n_items,) numbers from 0 of the items' tasks, where they are of several.
        of_entities: see `share_of_entities`; worked out where the pilot has asked these very items.
        level: of the test: the family's, divided by its tests where Holm's first step must be passed.
    """

    def __init__(
        self,
        shared: SharedEntities,
        pilot: Pilot,
        *,
        parts: Ints | None = None,
        of_entities: float | None = None,
        level: float = 0.05,
        draws: int = DRAWS,
    ) -> None:
        self._draws = _Draws(shared, pilot, parts)
        self._pilot = pilot
        self._n_draws = draws
        self._level = level
        self._of_entities = share_of_entities(shared, pilot, parts) if of_entities is None else of_entities

    def at(self, difference: float) -> float:
        """The chance of the verdict "better" where the first run is better by so much."""
        return sum(self._verdicts(difference)) / self._n_draws

    def smallest(self, power: float) -> float | None:
        """The smallest difference that is found with this power; None if even the largest is not."""
        low, high = 0.0, self._pilot.discordant * self._pilot.size
        if not self._reaches(power, high):
            return None
        for _ in range(STEPS):
            middle = (low + high) / 2
            low, high = (low, middle) if self._reaches(power, middle) else (middle, high)
        return high

    def _reaches(self, power: float, difference: float) -> bool:
        """Whether `at` is no less than this; draws that could not change it are not judged."""
        found = 0
        for left, verdict in zip(range(self._n_draws - 1, -1, -1), self._verdicts(difference), strict=True):
            found += verdict
            if (found + left) / self._n_draws < power:
                return False
            if found / self._n_draws >= power:
                break
        return True

    def _verdicts(self, difference: float) -> Iterator[bool]:
        """Of each draw, whether the first run is found to be better."""
        estimates = self._draws.estimates(self._of_entities, difference / self._pilot.size, self._n_draws)
        return map(self._found, estimates)

    def _found(self, estimate: Estimate) -> bool:
        p = estimate.p()
        return p is not None and p < self._level and (estimate.value or 0.0) > 0


def share_of_entities(shared: SharedEntities, pilot: Pilot, parts: Ints | None = None) -> float:
    """How much of the variance of differences lies with entities, if a pilot of these items is right.

    It is the share, from 0 to 1, at which draws have the pilot's design effect on average. Unlike the design
    effect it holds for more or fewer items of the same entities too.

    Args:
        shared, parts: of the items that the pilot has asked.
    """
    draws = _Draws(shared, pilot, parts)

    @cache
    def beyond(share: float) -> float:
        return draws.design_effect(share) - pilot.design_effect

    if beyond(0.0) >= 0:
        return 0.0
    return 1.0 if beyond(1.0) <= 0 else float(brentq(beyond, 0.0, 1.0, xtol=PRECISION))


class _Draws:
    """Differences of two runs on some items: the same random numbers whatever is asked of them.

    Those of many items are drawn again each time: to keep them for a million would take gigabytes.
    """

    def __init__(self, shared: SharedEntities, pilot: Pilot, parts: Ints | None) -> None:
        self._shared = shared
        self._discordant = pilot.discordant
        self._by_kind = pilot.by_kind
        self._figure = mean_of(shared, parts=parts, within=DIFFERENCE)
        self._kept: dict[int, tuple[Floats, Floats]] = {}

    def design_effect(self, of_entities: float) -> float:
        """Of the mean draw, where the runs are equally good."""
        widths = [
            (bounds[1] - bounds[0]) / 2
            for each in self.estimates(of_entities, 0.0, DRAWS_TO_FIT)
            if (bounds := each.ci95)
        ]
        independent = Z_95**2 * self._discordant / self._shared.n_items
        return float(np.mean(np.square(widths))) / independent if widths else math.inf

    def estimates(self, of_entities: float, difference: float, n_draws: int) -> Iterator[Estimate]:
        """The first run minus the second, once for each draw."""
        more, less = ((self._discordant + sign * difference) / 2 for sign in (1, -1))
        above, below = normal_quantile(1 - more), normal_quantile(max(0.0, less))
        for number in range(n_draws):
            of_all, of_one = self._drawn(number)
            latent = math.sqrt(of_entities) * of_all + math.sqrt(1 - of_entities) * of_one
            yield self._figure.estimate((latent > above).astype(float) - (latent < below))

    def _drawn(self, number: int) -> tuple[Floats, Floats]:
        """(n_items,) what items have from their entities, and (n_items,) what is each one's own."""
        if number in self._kept:
            return self._kept[number]
        draw, n_items = np.random.default_rng((SEED, number)), self._shared.n_items
        drawn = self._shared.draw_effects(draw, self._by_kind), draw.standard_normal(n_items)
        if number < DRAWS and 2 * n_items * DRAWS <= MOST_KEPT:
            self._kept[number] = drawn
        return drawn
