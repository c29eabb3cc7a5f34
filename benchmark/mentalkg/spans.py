"""How long it has lasted: spans drawn within a disorder's limits, in the unit that people would use."""

import math
from typing import NamedTuple

from benchmark.build.ranking import Ranker
from benchmark.mentalkg.durations import DAYS, in_words, parse_days
from benchmark.mentalkg.graph import CriteriaGroup, Disorder
from benchmark.mentalkg.requirements import group_that_fills
from benchmark.mentalkg.sample import GroupSymptoms

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
