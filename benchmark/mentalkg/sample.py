"""Symptom sets drawn by hash rank under a group's constraints; no pool is ever listed set by set.

Symptoms are ranked by a hash of seed, purpose and symptom, and the first ones taken: among the sets of one
size each is as likely as any other. A rank that misses what is needed is drawn again, which keeps that so.

Decision: docs/decisions/benchmark.md, "Profiles are drawn by rank, and only from what the graph allows".
"""

from collections.abc import Sequence

from benchmark.build.ranking import Ranker
from benchmark.mentalkg.graph import CriteriaGroup, Disorder
from benchmark.mentalkg.mixing import mixed, number_of

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
