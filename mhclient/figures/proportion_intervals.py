"""Proportions of independent trials with their 95 % intervals (Wilson). Where items depend: `estimate.py`."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

# Low and high bound of an interval; None where the figure is undefined.
Interval: TypeAlias = "tuple[float, float] | None"

# Two-sided 95 %: the 97.5 % point of the standard normal distribution.
Z_95 = 1.959963984540054
ALPHA = 0.05  # level of tests


def wilson(successes: float, n: float, z: float = Z_95) -> Interval:
    """Wilson's score interval for a proportion of independent trials; None for no trials.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.

    By hand for 8 of 10: centre (0.8 + 3.8415/20) / 1.38415 = 0.7167, half-width
    1.96 * sqrt(0.8 * 0.2 / 10 + 3.8415 / 400) / 1.38415 = 0.2266.

    >>> [round(bound, 4) for bound in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    if n == 0:
        return None
    share = successes / n
    centre = share + z * z / (2 * n)
    half_width = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    # At none and at all, centre and half-width differ by rounding alone.
    low = 0.0 if successes == 0 else (centre - half_width) / scale
    high = 1.0 if successes == n else (centre + half_width) / scale
    return low, high


@dataclass(frozen=True, slots=True)
class Share:
    """A count, what it is counted among, and Wilson's interval of the share.

    Attributes:
        of_each: how many of them are of one item. The interval takes items for independent, not an item's
            replies: it is that of n / of_each items.
        mean: the mean over items of each one's share, where some have more replies than others; else None.
    """

    count: int
    n: int
    of_each: float = 1
    mean: float | None = None

    @property
    def value(self) -> float | None:
        return share(self.count, self.n) if self.mean is None else self.mean

    @property
    def ci95(self) -> Interval:
        count = self.count if self.mean is None else self.mean * self.n
        return wilson(count / self.of_each, self.n / self.of_each)


def share(part: int, whole: int) -> float | None:
    """part / whole; None where there is no whole."""
    return part / whole if whole else None


def mean(values: Sequence[float | None]) -> float | None:
    """The mean; None if there are none or one of them is not known."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None
