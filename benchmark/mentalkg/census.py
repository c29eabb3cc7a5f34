"""A diagnosis graph in figures: what `generate mentalkg KG --check` prints, and the manifest keeps."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from benchmark.mentalkg.graph import CriteriaGroup, DiagnosisGraph, Disorder
from benchmark.mentalkg.implied import implications
from benchmark.mentalkg.sets import full_sets, partial_sets


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
