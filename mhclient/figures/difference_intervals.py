"""The interval of a difference of two shares or means on the same items.

`difference_interval` is the rule, for items that depend on each other and for independent ones: Student's t
with the variance that `cluster_robust.py` works out. The score method is that of two versions of a question,
compared for fairness, and of the plan of such a comparison.
"""

import math

from mhclient.figures.numerics import normal_quantile

TOLERANCE = 1e-10


def difference_interval(
    value: float, se: float, critical: float, within: tuple[float, float]
) -> tuple[float, float]:
    """value ± critical · se, inside what the difference can be.

    >>> difference_interval(0.5, 0.3, 2.0, (-1.0, 1.0))
    (-0.09999999999999998, 1.0)

    Args:
        critical: the quantile of Student's t.
    """
    least, most = within
    return max(least, value - critical * se), min(most, value + critical * se)


def score_interval(first_only: int, second_only: int, n: int, level: float) -> tuple[float, float]:
    """The interval of share(first) − share(second) over n pairs.

    Source: T. Tango, "Equivalence test and confidence interval for the difference in proportions for the
    paired-sample design", Statistics in Medicine 17, 1998.

    By hand: of 50 pairs 12 right in the first alone and 2 in the second alone, the difference is 0.2.

    >>> [round(bound, 4) for bound in score_interval(12, 2, 50, 0.95)]
    [0.0611, 0.3447]

    Args:
        level: such as 0.95.
    """
    critical = normal_quantile(0.5 + level / 2)
    middle = (first_only - second_only) / n
    lower = _bound(first_only, second_only, n, (-1.0, middle), critical)
    upper = _bound(first_only, second_only, n, (1.0, middle), -critical)
    return lower, upper


def _bound(b: int, c: int, n: int, between: tuple[float, float], wanted: float) -> float:
    """Where z(d) passes `wanted`; z falls as d rises. Args: between: the outer end first."""
    outer, inner = between
    while abs(outer - inner) > TOLERANCE:
        middle = (outer + inner) / 2
        beyond = abs(_z(b, c, n, middle)) > abs(wanted)
        outer, inner = (middle, inner) if beyond else (outer, middle)
    return (outer + inner) / 2


def _z(b: int, c: int, n: int, d: float) -> float:
    """The score statistic of the hypothesis that the difference is d."""
    big_b = -b - c + (2 * n - b + c) * d
    root = math.sqrt(max(0.0, big_b**2 + 8 * n * c * d * (1 - d)))
    share = (root - big_b) / (4 * n)  # of pairs right in the second alone, under the hypothesis
    variance = n * (2 * share + d * (1 - d))
    distance = b - c - n * d
    if variance <= 0:
        return 0.0 if distance == 0 else math.copysign(math.inf, distance)
    return distance / math.sqrt(variance)
