"""Whether a diagnosis graph makes sense: ids exist, thresholds can be reached, rules are for their pair."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from benchmark.mentalkg.graph import (
    CRITERIA,
    DIFFERENTIALS,
    EVENTS,
    SYMPTOMS,
    CriteriaGroup,
    DiagnosisGraph,
    Differential,
    Disorder,
)


class GraphFault(NamedTuple):
    """What is wrong with a graph: the file, the key in it, and what."""

    file: str
    key: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}, {self.key}: {self.what}"


def faults_in(graph: DiagnosisGraph) -> list[GraphFault]:
    """Every fault of a graph that could be read, in the order of its parts."""
    found = [*_of_symptoms(graph), *_of_disorders(graph), *_equal_criteria(graph)]
    return [*found, *_of_differentials(graph)]


def _of_symptoms(graph: DiagnosisGraph) -> Iterator[GraphFault]:
    for symptom in graph.symptoms.values():
        if not symptom.manifestations:
            yield GraphFault(
                SYMPTOMS, symptom.id, "has neither subtypes nor examples, so nothing can be shown"
            )


def _of_disorders(graph: DiagnosisGraph) -> Iterator[GraphFault]:
    for disorder in graph.disorders.values():
        if not disorder.must_groups:
            yield GraphFault(CRITERIA, disorder.id, "has no group with relation must_include")
        shortest, longest = disorder.min_days, disorder.max_days
        if shortest is not None and longest is not None and shortest > longest:
            what = f"min_duration ({shortest:g} days) exceeds max_duration ({longest:g} days)"
            yield GraphFault(CRITERIA, disorder.id, what)
        if disorder.stressor is not None and disorder.stressor not in graph.stressors:
            yield GraphFault(CRITERIA, disorder.id, f"no event is called {disorder.stressor!r}")
        elif disorder.stressor is not None and not graph.stressors[disorder.stressor].examples:
            yield GraphFault(EVENTS, disorder.stressor, "has neither examples nor types to draw from")
        for group in disorder.groups:
            for what in _of_group(group, graph):
                yield GraphFault(CRITERIA, f"{disorder.id} → {group.name}", what)


def _of_group(group: CriteriaGroup, graph: DiagnosisGraph) -> Iterator[str]:
    pool = set(group.pool)
    if not pool:
        yield "symptom_pool is empty"
        return
    for symptom in sorted(pool - graph.symptoms.keys()):
        yield f"no symptom {symptom}"
    for symptom in sorted((group.required | group.one_of) - pool):
        yield f"{symptom} is required, but not in symptom_pool"
    if not 1 <= group.min_count <= len(pool):
        yield f"min_count is {group.min_count}, symptom_pool has {len(pool)}"


def _equal_criteria(graph: DiagnosisGraph) -> Iterator[GraphFault]:
    """Two disorders that every patient has both of, or neither."""
    same: dict[object, list[str]] = defaultdict(list)
    for disorder in graph.disorders.values():
        same[_criteria(disorder)].append(disorder.id)
    for first, *others in same.values():
        for other in others:
            yield GraphFault(CRITERIA, other, f"has the criteria of {first}: no case could tell them apart")


def _criteria(disorder: Disorder) -> object:
    groups = frozenset(
        (group.optional, frozenset(group.pool), group.min_count, group.required, group.one_of, group.min_days,
         group.impairment)
        for group in disorder.groups
    )  # fmt: skip
    rest = (disorder.min_days, disorder.max_days, disorder.impairment, disorder.stressor)
    return groups, rest, frozenset(disorder.requirements)


def _of_differentials(graph: DiagnosisGraph) -> Iterator[GraphFault]:
    seen = set()
    for each in graph.differentials:
        for what in _of_differential(each, graph):
            yield GraphFault(f"{DIFFERENTIALS}/{each.main}.json", each.id, what)
        if (each.main, each.other) in seen:
            yield GraphFault(f"{DIFFERENTIALS}/{each.main}.json", each.id, "stands there twice")
        seen.add((each.main, each.other))


def _of_differential(each: Differential, graph: DiagnosisGraph) -> Iterator[str]:
    for disorder in {each.main: None, each.other: None}:
        if disorder not in graph.disorders:
            yield f"no disorder {disorder}"
    if each.main == each.other:
        yield "tells a disorder from itself"
    if set(each.rules) != {each.main, each.other}:
        yield f"rules are for {', '.join(sorted(each.rules)) or 'none'}, not for its two disorders"
