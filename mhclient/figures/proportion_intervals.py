"""The interval of a proportion: one rule, for items that depend on each other and for independent ones.

`proportion_interval` is that rule; Wilson's interval is its case of independent items. Which variance and how
many degrees of freedom go into it is worked out in `cluster_robust.py`; `confidence_intervals.py` puts both
together. The share of a stratified sample stands below. Of differences: `difference_intervals.py`.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

# Low and high bound of an interval; None where the figure is undefined.
Interval: TypeAlias = "tuple[float, float] | None"

# Two-sided 95 %: the 97.5 % point of the standard normal distribution.
Z_95 = 1.959963984540054
ALPHA = 0.05  # level of tests


# How much of what is found to come from pairs of items goes with (p(1 − p))², our choice.
OF_PAIRS = 0.5
HALVINGS = 60


def proportion_interval(
    value: float, n_alike: float, critical: float, of_pairs: float = 0.0, at: float | None = None
) -> tuple[float, float]:
    """The score interval of a proportion: all p that are not too far from what was found.

    p belongs to it where (value − p)² ≤ critical² · V(p), with the variance that there would be at p:

        V(p) = p(1 − p)/n* · max(1, 1 + s·(p(1 − p)/q − 1))        s = of_pairs / 2,  q = at·(1 − at)

    With s = 0 this is Wilson's interval (1927) of n* items. Items that share an entity are more alike away
    from the ends: where entities have effects on the logit scale, what pairs of items add to the variance
    goes with (p(1 − p))², as in an interval on that scale. Half of it is counted so: all of it made
    intervals near the ends up to twice as wide without covering more. It never counts for less than in
    Wilson's, so that for independent items the interval goes from 0 of n to n of n without a jump. Where
    items share entities, one item can move n*, t and s, and so a bound, far.

    By hand, 8 of 10: (0.8 + 3.8415/20 ± 1.96 · √(0.8 · 0.2/10 + 3.8415/400)) / 1.38415.

    >>> [round(bound, 4) for bound in proportion_interval(0.8, 10, 1.959964)]
    [0.4902, 0.9433]

    Args:
        n_alike: n*, how many independent items have the variance that is found, q / V.
        critical: the quantile of the standard normal, or of Student's t.
        of_pairs: the part of the variance that comes from pairs of items that share something.
        at: the proportion that the variance was found at, inside (0, 1); `value` unless told.
    """
    square = critical * critical / n_alike
    centre = value + square / 2
    half_width = math.sqrt(square * (value * (1 - value) + square / 4))
    low, high = (centre - half_width) / (1 + square), (centre + half_width) / (1 + square)
    at = value if at is None else at
    q, part = at * (1 - at), OF_PAIRS * min(1.0, of_pairs)
    if part > 0 and q > 0:

        def too_far(p: float) -> bool:
            there = p * (1 - p)
            return (value - p) ** 2 > square * there * (1 + part * (there / q - 1))

        low, high = min(low, _border(too_far, value, 0.0)), max(high, _border(too_far, value, 1.0))
    # Beside none and all, a bound and the figure differ by rounding alone.
    low, high = min(low, value), max(high, value)
    return max(0.0, low) if value > 0 else 0.0, min(1.0, high) if value < 1 else 1.0


def _border(too_far: Callable[[float], bool], inside: float, outside: float) -> float:
    """Where an interval that has `inside` in it ends on the way to `outside`."""
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        inside, outside = (inside, middle) if too_far(middle) else (middle, outside)
    return outside


def wilson(successes: float, n: float, z: float = Z_95) -> Interval:
    """Wilson's score interval for a proportion of independent trials; None for no trials.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.

    >>> [round(bound, 4) for bound in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    return proportion_interval(successes / n, n, z) if n else None


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


# Lagrange multipliers are searched on the scale of asinh; sinh(40) is beyond any that matters.
FARTHEST = 40.0
MULTIPLIER_STEPS = 60


@dataclass(frozen=True, slots=True)
class Stratum:
    """The sample of one stratum: `hits` among `n` judged, of `size` in all."""

    hits: int
    n: int
    size: int


@dataclass(frozen=True, slots=True)
class StratifiedEstimate:
    """A share of all strata together; None where a stratum has not been judged at all."""

    value: float | None
    ci95: Interval
    hits: int
    n: int
    size: int


class _StratumPart(NamedTuple):
    """A stratum that was judged in part: hits and n as of an endless one, and its share of all."""

    hits: float
    n: float
    weight: float


def stratified_estimate(strata: Sequence[Stratum]) -> StratifiedEstimate:
    """The share of hits among all, and its 95 % interval."""
    hits, n = sum(part.hits for part in strata), sum(part.n for part in strata)
    size = sum(part.size for part in strata)
    if not strata or any(part.n == 0 for part in strata):
        return StratifiedEstimate(None, None, hits, n, size)
    value = sum(part.size / size * part.hits / part.n for part in strata)
    return StratifiedEstimate(value, stratified_interval(strata), hits, n, size)


def stratified_interval(strata: Sequence[Stratum], z: float = Z_95) -> tuple[float, float]:
    """The interval of the share of hits among all; every stratum has been judged at least in part.

    The usual intervals take the variance from the sample, and so say "no error at all" for a large stratum in
    which a small sample found none. This one is Wilson's score interval carried over to strata: a value
    belongs to the interval if the estimate is not too far from it, measured by the variance there would be at
    that value. The strata's proportions at that value are those that make the sample most likely. A stratum
    judged whole is known and adds no width. One stratum of endless size gives Wilson's interval.
    `perf/reader_error_coverage.py` counts how often it covers the truth.

    Source: O. Miettinen and M. Nurminen, "Comparative analysis of two rates", 1985 (score intervals with
    restricted estimates); E. B. Wilson, 1927 (one stratum).

    Args:
        z: two-sided, 1.96 for 95 %.
    """
    total = sum(part.size for part in strata)
    known = sum(part.hits / total for part in strata if part.n == part.size)
    rest = [part for part in strata if part.n < part.size]
    if not rest:
        return known, known
    # Judging a good part of a stratum says more about it than as many draws from an endless one.
    scales = [(part.size - 1) / (part.size - part.n) for part in rest]
    parts = [
        _StratumPart(part.hits * scale, part.n * scale, part.size / total)
        for part, scale in zip(rest, scales, strict=True)
    ]
    value = sum(part.weight * part.hits / part.n for part in parts)

    def too_far(share: float) -> bool:
        shares = zip(parts, restricted(share, parts), strict=True)
        variance = sum(part.weight**2 * p * (1 - p) / part.n for part, p in shares)
        return (value - share) ** 2 > z * z * variance

    most = sum(part.weight for part in parts)
    return known + _border(too_far, value, 0.0), known + _border(too_far, value, most)


def restricted(share: float, parts: Sequence[_StratumPart]) -> list[float]:
    """The strata's proportions under which the sample is most likely, if they come to this share in all.

    Setting the likelihood's derivative to a multiple of the weights gives a quadratic per stratum.
    """
    low, high = -FARTHEST, FARTHEST
    for _ in range(MULTIPLIER_STEPS):
        middle = (low + high) / 2
        if sum(part.weight * p for part, p in zip(parts, _at(middle, parts), strict=True)) > share:
            low = middle
        else:
            high = middle
    return _at(high, parts)


def _at(place: float, parts: Sequence[_StratumPart]) -> list[float]:
    """The proportions at one multiplier."""
    multiplier = math.sinh(place)
    return [_proportion(multiplier * part.weight, part.hits, part.n) for part in parts]


def _proportion(pull: float, hits: float, n: float) -> float:
    """The p with hits/p - (n - hits)/(1 - p) = pull."""
    linear = n + pull
    if hits > 0:
        below = linear + math.sqrt(max(linear * linear - 4 * pull * hits, 0.0))
        p = 2 * hits / below if below > 0 else 0.0
    else:  # the root that is not zero once the pull is upwards and strong enough
        p = linear / pull if pull < -n else 0.0
    return min(max(p, 0.0), 1.0)
