"""The interval of a difference of two shares or means on the same items.

`difference_interval` is the rule for items that may depend on each other: Student's t with the variance that
`cluster_robust.py` works out, which has a floor from the items that could have differed. Of independent items
there are the score method, which tests of equivalence and of fairness use, and Student's t of plain means.
"""

import math

from mhclient.figures.numerics import Floats, normal_quantile, t_quantile

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


def mean_difference(differences: Floats) -> tuple[float, tuple[float, float] | None]:
    """The mean of items' differences, with a 95 % interval (Student's t); None for fewer than two items."""
    n = len(differences)
    mean = float(differences.mean()) if n else 0.0
    if n < 2:
        return mean, None
    half = float(t_quantile(0.975, n - 1) * differences.std(ddof=1) / math.sqrt(n))
    return mean, (mean - half, mean + half)
