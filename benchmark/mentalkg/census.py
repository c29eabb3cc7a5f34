"""A diagnosis graph in figures: what `generate mentalkg KG --check` prints, and the manifest keeps.

Symptom sets are counted without listing them, group by group, as cases are drawn: a symptom in two groups of
a disorder counts in each. Full: every group that is a condition is met. Partial: each of them has a core
symptom, and at least one is not met. Disorders whose criteria imply another's are options that would be
right as well.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod

from benchmark.mentalkg.graph import CriteriaGroup, DiagnosisGraph, Disorder


def implications(graph: DiagnosisGraph) -> list[tuple[str, str]]:
    """(x, y): whoever meets the symptom criteria of x meets those of y, by their thresholds alone."""
    disorders = graph.disorders.values()
    return [(x.id, y.id) for x in disorders for y in disorders if x is not y and implies(x, y)]


def implies(x: Disorder, y: Disorder) -> bool:
    """Whether each group of y is met by every full set of some group of x."""
    return all(any(_guarantees(inner, outer) for inner in x.must_groups) for outer in y.must_groups)


def _guarantees(given: CriteriaGroup, asked: CriteriaGroup) -> bool:
    """Whether no set that meets `given` fails `asked`, for want of a required symptom or of number."""
    if any(_can_avoid(given, {symptom}) for symptom in asked.required):
        return False
    if asked.one_of and _can_avoid(given, asked.one_of):
        return False
    return _fewest_within(given, frozenset(asked.pool)) >= asked.min_count


def _can_avoid(group: CriteriaGroup, avoided: set[str] | frozenset[str]) -> bool:
    left = set(group.pool) - avoided
    reachable = len(left) >= group.min_count and group.required <= left
    return reachable and (not group.one_of or bool(group.one_of & left))


def _fewest_within(group: CriteriaGroup, pool: frozenset[str]) -> int:
    """How few symptoms of a pool a set that meets the group can have."""
    needed = group.required & pool
    needs_one = bool(group.one_of) and not group.one_of & group.required and group.one_of <= pool
    outside = len(set(group.pool) - pool)
    return max(len(needed) + needs_one, group.min_count - outside)


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


@dataclass(frozen=True, slots=True)
class GraphFigure:
    """One figure of a graph: its name for code, what it counts, in words, and how many."""

    name: str
    what: str
    count: int


def census(graph: DiagnosisGraph) -> list[GraphFigure]:
    """The figures of a graph; its nodes are counted as in the paper, differentials among them."""
    rows = [
        *_of_parts(graph),
        *_of_links(graph),
        *_of_differentials(graph),
        *_of_pairs(graph),
        *_of_keys(graph),
    ]
    return [GraphFigure(*row) for row in rows]


def set_counts(graph: DiagnosisGraph) -> dict[str, tuple[int, int]]:
    """Disorder → how many full and how many partial symptom sets it has."""
    return {key: (full_sets(each), partial_sets(each)) for key, each in graph.disorders.items()}


Row = tuple[str, str, int]


def _of_parts(graph: DiagnosisGraph) -> Iterator[Row]:
    kinds = [symptom for symptom in graph.symptoms.values() if symptom.subtypes]
    others = [symptom for symptom in graph.symptoms.values() if not symptom.subtypes]
    names = {group.name for _, group in _groups(graph)}
    n_nodes = len(graph.disorders) + len(names) + len(graph.symptoms) + len(graph.differentials)
    yield "disorders", "disorders", len(graph.disorders)
    yield "group_names", "names of groups", len(names)
    yield "symptoms", "symptoms", len(graph.symptoms)
    yield "differentials", "differentials, each with a direction", len(graph.differentials)
    yield "nodes", "nodes: the four above together", n_nodes
    yield "with_subtypes", "symptoms with subtypes", len(kinds)
    yield "subtypes", "subtypes", sum(len(symptom.manifestations) for symptom in kinds)
    yield "with_examples", "symptoms with examples", len(others)
    yield "examples", "examples", sum(len(symptom.manifestations) for symptom in others)


def _of_links(graph: DiagnosisGraph) -> Iterator[Row]:
    links = list(_groups(graph))
    # Shared groups are one node: their pools are linked once.
    pools = {(group.name, symptom) for _, group in links for symptom in group.pool}
    required = {(group.name, symptom) for _, group in links for symptom in group.required | group.one_of}
    yield "group_links", "links from a disorder to a group", len(links)
    yield "must_links", "of them conditions (must_include)", sum(not group.optional for _, group in links)
    yield "may_links", "of them optional (include)", sum(group.optional for _, group in links)
    yield "symptom_links", "links from a group to a symptom", len(pools)
    yield "required_links", "of them required, or one of several required", len(required)


def _groups(graph: DiagnosisGraph) -> Iterator[tuple[Disorder, CriteriaGroup]]:
    for disorder in graph.disorders.values():
        yield from ((disorder, group) for group in disorder.groups)


def _of_differentials(graph: DiagnosisGraph) -> Iterator[Row]:
    pairs = graph.by_pair
    sharing = sum(
        bool(graph.disorders[each.main].pools & graph.disorders[each.other].pools) for each in pairs.values()
    )
    yield "unordered", "pairs of disorders with a differential", len({frozenset(pair) for pair in pairs})
    yield (
        "reversed",
        "differentials whose reverse is there, too",
        sum((other, main) in pairs for main, other in pairs),
    )
    yield (
        "no_trigger",
        "differentials without a trigger",
        sum(each.trigger is None for each in pairs.values()),
    )
    yield "sharing_symptom", "differentials whose disorders share a symptom", sharing


def _of_pairs(graph: DiagnosisGraph) -> Iterator[Row]:
    pairs = list(combinations(graph.disorders.values(), 2))
    names = {each.id: {group.name for group in each.groups} for each in graph.disorders.values()}
    yield "pairs", "pairs of disorders", len(pairs)
    yield "pairs_symptom", "pairs that share a symptom", sum(bool(a.pools & b.pools) for a, b in pairs)
    yield "pairs_group", "pairs that share a group", sum(bool(names[a.id] & names[b.id]) for a, b in pairs)
    yield "implications", "pairs in which the symptoms of one imply the other's", len(implications(graph))


def _of_keys(graph: DiagnosisGraph) -> Iterator[Row]:
    all_ = graph.disorders.values()
    yield "with_impairment", "disorders that speak of impairment", sum(d.impairment is not None for d in all_)
    yield "with_min", "disorders with a shortest duration", sum(d.min_days is not None for d in all_)
    yield "with_max", "disorders with a longest duration", sum(d.max_days is not None for d in all_)
    yield (
        "with_requirements",
        "disorders with additional requirements",
        sum(bool(d.requirements) for d in all_),
    )
    for stressor in graph.stressors:
        word = stressor.replace("_", " ")
        yield f"with_{stressor}", f"disorders with a {word}", sum(d.stressor == stressor for d in all_)
