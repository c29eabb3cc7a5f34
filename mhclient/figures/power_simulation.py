"""The power of the verdict itself, by simulation on a benchmark's own items.

Two runs differ on some items; on which ones depends on the items' entities, as much as a pilot of two runs
shows. Differences are drawn so, and every draw is judged as `compare` judges.
"""

import math
from dataclasses import dataclass

import numpy as np

from mhclient.figures.arrays import Floats
from mhclient.figures.distributions import normal_quantile
from mhclient.figures.intervals import Z_95
from mhclient.figures.linear import Estimate, mean_of
from mhclient.figures.shared_entities import SharedEntities

DRAWS = 400
# Steps of bisection: the share of an item's variance that lies with its entities, and the difference.
STEPS = 8


@dataclass(frozen=True, slots=True)
class Pilot:
    """What two runs of a pilot show: how often they differ, and how far that depends on entities.

    Attributes:
        discordant: share of the items that exactly one of the runs has right.
        design_effect: squared half-width of the paired interval, over what it were for independent items.
    """

    discordant: float
    design_effect: float

    @classmethod
    def of(cls, difference: Estimate, discordant: float, n: int) -> "Pilot | None":
        """From the paired difference of two runs on n items; None where it has no interval, or no width."""
        bounds = difference.ci95
        if bounds is None or difference.value is None or bounds[0] == bounds[1]:
            return None
        independent = Z_95**2 * (discordant - difference.value**2) / n
        return cls(discordant, ((bounds[1] - bounds[0]) / 2) ** 2 / independent)


class VerdictPower:
    """The power of a comparison on some items.

    Args:
        pilot: how the runs' differences are spread over items.
        level: of the test: the family's, divided by its tests where Holm's first step must be passed.
    """

    def __init__(
        self, shared: SharedEntities, pilot: Pilot, *, level: float = 0.05, draws: int = DRAWS, seed: int = 42
    ) -> None:
        draw = np.random.default_rng(seed)
        self._figure = mean_of(shared)
        self._pilot = pilot
        self._level = level
        self._own = draw.standard_normal((draws, shared.n_items))
        self._common = np.stack([shared.draw_effects(draw) for _ in range(draws)])
        self._of_entities = self._fitted()

    def at(self, difference: float) -> float:
        """The chance of the verdict "better" where the first run is better by so much."""
        estimates = [self._figure.estimate(values) for values in self._differences(difference)]
        found = [
            (p := each.p()) is not None and p < self._level and (each.value or 0) > 0 for each in estimates
        ]
        return sum(found) / len(found)

    def smallest(self, power: float) -> float | None:
        """The smallest difference that is found with this power; None if even the largest is not."""
        low, high = 0.0, self._pilot.discordant
        if self.at(high) < power:
            return None
        for _ in range(STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.at(middle) < power else (low, middle)
        return high

    def _fitted(self) -> float:
        """The share of variance that lies with entities at which draws have the pilot's design effect."""
        low, high = 0.0, 1.0
        for _ in range(STEPS):
            self._of_entities = (low + high) / 2
            if self._design_effect() < self._pilot.design_effect:
                low = self._of_entities
            else:
                high = self._of_entities
        return (low + high) / 2

    def _design_effect(self) -> float:
        """Of the mean draw, where the runs are equally good."""
        widths = [
            (high - low) / 2
            for values in self._differences(0.0)
            if (bounds := self._figure.estimate(values).ci95)
            for low, high in [bounds]
        ]
        independent = Z_95**2 * self._pilot.discordant / self._own.shape[1]
        return float(np.mean(np.square(widths))) / independent if widths else math.inf

    def _differences(self, difference: float) -> Floats:
        """(draws, n_items) 1 where the first run alone is right, −1 where the second alone is, else 0."""
        share = self._of_entities
        latent = math.sqrt(share) * self._common + math.sqrt(1 - share) * self._own
        first, second = ((self._pilot.discordant + sign * difference) / 2 for sign in (1, -1))
        above, below = normal_quantile(1 - first), normal_quantile(max(0.0, second))
        drawn: Floats = (latent > above).astype(float) - (latent < below)
        return drawn
