"""How many symptom sets a group or a disorder allows, in full and in part, counted without listing them.

A set is counted group by group, as cases are drawn: a symptom in two groups of a disorder counts in each.
Full: every group that is a condition is met. Partial: each of them has a core symptom, and at least one is
not met.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb, prod

from benchmark.mentalkg.graph import CriteriaGroup, Disorder


def full_sets(disorder: Disorder) -> int:
    """Sets that meet every group that is a condition.

    By hand, major depression: pool 9, at least 5, one of two:
    (126 + 84 + 36 + 9 + 1) − (21 + 7 + 1) = 227.
    """
    return prod(full_sets_of(group) for group in disorder.must_groups)


def partial_sets(disorder: Disorder) -> int:
    """Sets with a core symptom in every group that is a condition, of which at least one is not met."""
    return prod(core_sets_of(group) for group in disorder.must_groups) - full_sets(disorder)


def full_sets_of(group: CriteriaGroup) -> int:
    """Subsets of a group's pool that meet it; those without any of `one_of` are taken off."""
    free = len(group.pool) - len(group.required)
    without = free - len(group.one_of) if not group.one_of & group.required else 0
    all_ = _at_least(free, group.min_count - len(group.required))
    misses = bool(group.one_of) and not group.one_of & group.required
    return all_ - (_at_least(without, group.min_count - len(group.required)) if misses else 0)


def core_sets_of(group: CriteriaGroup) -> int:
    """Subsets of a group's pool with at least one core symptom."""
    return int(2 ** len(group.pool) - 2 ** (len(group.pool) - len(group.core)))


def _at_least(n: int, k: int) -> int:
    return sum(comb(n, size) for size in range(max(k, 0), n + 1))


def listed(group: CriteriaGroup) -> Iterator[frozenset[str]]:
    """Every non-empty subset of a group's pool: for tests and small pools, never to draw from."""
    for size in range(1, len(group.pool) + 1):
        yield from map(frozenset, combinations(group.pool, size))
