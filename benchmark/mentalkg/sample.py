"""What is drawn for a profile: symptom sets under a group's constraints, and how long it has lasted, within
a disorder's limits and in the unit that people would use.

No pool is ever listed set by set. Symptoms are ranked by a hash of seed, purpose and symptom, and the first
ones taken: among the sets of one size each is as likely as any other. A rank that misses what is needed is
drawn again, which keeps that so.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from benchmark.build.ranking import Ranker
from benchmark.mentalkg.criteria import DAYS, group_that_fills, in_words, parse_days
from benchmark.mentalkg.graph import CriteriaGroup, Disorder, mixed, number_of

# So many of the 900 groups that had to be met in MentalBench's release had none, one, two, three symptoms
# above the threshold.
ABOVE_THRESHOLD = (505, 315, 65, 15)
_TRIES = 64

GroupSymptoms = dict[str, frozenset[str]]


def draw_full(ranker: Ranker, disorder: Disorder, *parts: str) -> GroupSymptoms:
    """Symptoms by group that meet the disorder; an optional group mostly stays below its threshold."""
    drawn = {group.name: draw_met(ranker, group, *parts, group.name) for group in disorder.must_groups}
    for group in disorder.groups:
        if group.optional:
            drawn[group.name] = _draw_optional(ranker, group, *parts, group.name)
    return _without_empty(drawn)


def draw_partial(ranker: Ranker, disorder: Disorder, *parts: str) -> GroupSymptoms | None:
    """Symptoms by group with a core of each, of which at least one is unmet; None where no such set exists.

    A symptom can stand in two groups, and together they may meet what each misses: that is drawn again.
    """
    unmet = [group for group in disorder.must_groups if _below(group) > 0]
    for attempt in map(str, range(_TRIES if unmet else 0)):
        chosen = _some(ranker, [group.name for group in unmet], *parts, attempt)
        drawn = {
            group.name: (draw_unmet if group.name in chosen else draw_met)(
                ranker, group, *parts, attempt, group.name
            )
            for group in disorder.must_groups
        }
        fewest = min(map(len, drawn.values()))
        for group in (group for group in disorder.groups if group.optional):
            size = ranker.rank(*parts, attempt, group.name, "size") % min(fewest, group.min_count)
            drawn[group.name] = frozenset(_ranked(ranker, group.pool, *parts, attempt, group.name)[:size])
        if not disorder.met_by(frozenset().union(*drawn.values())):
            return _without_empty(drawn)
    return None


def draw_met(ranker: Ranker, group: CriteriaGroup, *parts: str) -> frozenset[str]:
    """A set that meets the group, in the sizes in which the release has them."""
    least = max(group.min_count, len(group.required))
    above = ABOVE_THRESHOLD[: len(group.pool) - least + 1]
    size = least + _weighted(ranker.rank(*parts, "size"), above)
    free = [symptom for symptom in group.pool if symptom not in group.required]
    for attempt in map(str, range(_TRIES)):
        picked = _ranked(ranker, free, *parts, attempt)[: size - len(group.required)]
        found = group.required.union(picked)
        if group.met_by(found):
            return found
    return found | set(_ranked(ranker, sorted(group.one_of), *parts)[:1])


def draw_unmet(ranker: Ranker, group: CriteriaGroup, *parts: str) -> frozenset[str]:
    """A set below the group's threshold, with a core symptom."""
    size = 1 + ranker.rank(*parts, "size") % _below(group)
    for attempt in map(str, range(_TRIES)):
        found = frozenset(_ranked(ranker, group.pool, *parts, attempt)[:size])
        if group.core & found:
            return found
    return frozenset(_ranked(ranker, sorted(group.core), *parts)[:1])


def _below(group: CriteriaGroup) -> int:
    """The largest size at which no set meets the group."""
    return max(group.min_count, len(group.required)) - 1


def _draw_optional(ranker: Ranker, group: CriteriaGroup, *parts: str) -> frozenset[str]:
    """Below the threshold; an episode (a group with a duration) is complete in one of three draws."""
    if group.min_days is not None and ranker.rank(*parts, "episode") % 3 == 0:
        return draw_met(ranker, group, *parts)
    size = ranker.rank(*parts, "size") % group.min_count
    return frozenset(_ranked(ranker, group.pool, *parts)[:size])


def _some(ranker: Ranker, names: Sequence[str], *parts: str) -> set[str]:
    """A subset that is not empty, each as likely."""
    number = 1 + ranker.rank(*parts, "unmet") % (2 ** len(names) - 1)
    return {name for place, name in enumerate(names) if number >> place & 1}


def _ranked(ranker: Ranker, pool: Sequence[str], *parts: str) -> list[str]:
    base = ranker.rank(*parts)
    return sorted(pool, key=lambda symptom: mixed(base, number_of(symptom)))


def _weighted(rank: int, weights: Sequence[int]) -> int:
    """The place whose share of the weights a rank falls into."""
    left = rank % sum(weights)
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    raise AssertionError("the weights' sum is above every remainder")


def _without_empty(drawn: GroupSymptoms) -> GroupSymptoms:
    return {name: symptoms for name, symptoms in drawn.items() if symptoms}


# How far above the shortest a span is drawn, in its unit.
_REACH = {"day": 10, "week": 20, "month": 24}
# So far below the longest: at its very end a span would fit the next disorder as well (31 days, a month).
_MARGIN_DAYS = 2.0


class Span(NamedTuple):
    """A duration in words and in days."""

    text: str
    days: float


def draw_total(ranker: Ranker, disorder: Disorder, *parts: str) -> Span | None:
    """The total duration, within the disorder's limits; None where it has no limit: nothing is said then."""
    if disorder.min_days is None and disorder.max_days is None:
        return None
    # No part may last longer than the whole.
    longest_part = max((group.min_days or 0 for group in disorder.must_groups), default=0)
    least = max(disorder.min_days or 0, longest_part)
    return _drawn(ranker, least, disorder.max_days, *parts, "total")


def draw_groups(
    ranker: Ranker, disorder: Disorder, drawn: GroupSymptoms, total: Span | None, *parts: str
) -> dict[str, Span]:
    """A span for each group that must last; one that fills the illness has most of the total."""
    filling = {group_that_fills(requirement) for requirement in disorder.requirements}
    spans = {}
    for group in disorder.groups:
        if group.min_days is None or not _lasts(group, drawn):
            continue
        if total is not None and group.name in filling:
            spans[group.name] = _drawn(ranker, total.days * 0.6, total.days, *parts, group.name)
        else:
            limit = None if total is None else total.days
            spans[group.name] = _drawn(ranker, group.min_days, limit, *parts, group.name)
    return spans


def _lasts(group: CriteriaGroup, drawn: GroupSymptoms) -> bool:
    """A group that may be there, and is not complete, is no episode that lasts."""
    found = drawn.get(group.name, frozenset())
    return bool(found) and (not group.optional or group.met_by(found))


def _drawn(ranker: Ranker, least: float, most: float | None, *parts: str) -> Span:
    unit = _unit(least, most)
    first = max(1, math.ceil(least / DAYS[unit] - 1e-9))
    last = first + _REACH[unit]
    if most is not None:
        last = min(last, math.floor((most - (_MARGIN_DAYS if most <= DAYS["year"] else 0)) / DAYS[unit]))
    count = first + ranker.rank(*parts, "span") % max(1, last - first + 1)
    text = in_words(count, unit)
    return Span(text, parse_days(text))


def _unit(least: float, most: float | None) -> str:
    """Days below a week or under a longest of a month, weeks below a month, else months."""
    if (most is not None and most <= DAYS["month"] + 1) or 0 < least < DAYS["week"]:
        return "day"
    return "week" if 0 < least < DAYS["month"] - 1 else "month"
