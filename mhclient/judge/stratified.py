"""A proportion estimated from a stratified sample, with an interval that also holds where errors are rare.

The usual intervals take the variance from the sample, and so say "no error at all" for a large stratum in
which a small sample found none. This one is Wilson's score interval carried over to strata: a value belongs
to the interval if the estimate is not too far from it, measured by the variance there would be at that
value. The strata's proportions at that value are those that make the sample most likely. Source: O.
Miettinen and M. Nurminen, "Comparative analysis of two rates", 1985 (score intervals with restricted
estimates); E. B. Wilson, 1927 (one stratum). `perf/reader_error_coverage.py` counts how often it covers the
truth.

Decision: docs/decisions/judge-audit.md, "An interval for rare errors in a stratified sample".
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mhclient.figures.proportion_intervals import Z_95, Interval

# Lagrange multipliers are searched on the scale of asinh; sinh(40) is beyond any that matters.
FAR = 40.0
STEPS = 60
CLOSE = 1e-7


@dataclass(frozen=True, slots=True)
class Stratum:
    """What was found in a sample of one stratum: `hits` among `n` judged, of `size` in all."""

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


def estimate(strata: Sequence[Stratum]) -> StratifiedEstimate:
    """The share of hits among all, and its 95 % interval."""
    hits, n = sum(part.hits for part in strata), sum(part.n for part in strata)
    size = sum(part.size for part in strata)
    if not strata or any(part.n == 0 for part in strata):
        return StratifiedEstimate(None, None, hits, n, size)
    value = sum(part.size / size * part.hits / part.n for part in strata)
    return StratifiedEstimate(value, score_interval(strata), hits, n, size)


def score_interval(strata: Sequence[Stratum], z: float = Z_95) -> tuple[float, float]:
    """The interval of the share of hits among all; every stratum has been judged at least in part.

    Args:
        z: two-sided, 1.96 for 95 %.

    A stratum judged whole is known and adds no width. One stratum of endless size gives Wilson's interval.
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

    def belongs(share: float) -> bool:
        shares = zip(parts, restricted(share, parts), strict=True)
        variance = sum(part.weight**2 * p * (1 - p) / part.n for part, p in shares)
        return (value - share) ** 2 <= z * z * variance

    most = sum(part.weight for part in parts)
    return known + _edge(belongs, value, 0.0), known + _edge(belongs, value, most)


def restricted(share: float, parts: Sequence[_StratumPart]) -> list[float]:
    """The strata's proportions under which the sample is most likely, if they come to this share in all.

    Setting the likelihood's derivative to a multiple of the weights gives a quadratic per stratum.
    """
    low, high = -FAR, FAR
    for _ in range(STEPS):
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


def _edge(belongs: Callable[[float], bool], inside: float, end: float) -> float:
    """Where the interval ends between a value inside it and the end of all values."""
    if belongs(end):
        return end
    while abs(end - inside) > CLOSE:
        middle = (inside + end) / 2
        if belongs(middle):
            inside = middle
        else:
            end = middle
    return inside
