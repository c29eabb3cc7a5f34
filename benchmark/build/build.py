"""From a knowledge graph, seeds and feature tables to a benchmark: the whole road in one readable function.

The same input bytes and settings give the same output bytes, whatever the day or the machine; the order of
rows changes no item. What is out of the ordinary in a slice is counted in the manifest, never silently
repaired.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.build.assemble import TaskResult, assemble
from benchmark.build.contexts import TaskInputs, find_contexts, matched_contexts
from benchmark.build.evidence import (
    BASE,
    DISEASE_FIELDS,
    DRUG_FIELDS,
    EvidenceTables,
    Features,
    add_evidence,
    read_features,
)
from benchmark.build.graph import (
    DISEASE,
    DRUG,
    RELATIONS,
    KnowledgeGraph,
    Node,
    Truth,
    fold,
    orient,
    triple_table,
)
from benchmark.build.identity import Identities
from benchmark.build.manifest import (
    ILLUSTRATION_NOTE,
    describe_items,
    describe_slice,
    is_illustration,
    manifest,
)
from benchmark.build.matching import degrees_of, surroundings_of, thinned
from benchmark.build.ranking import Ranker
from benchmark.build.seeds import Seed, explain_missing, missing_seeds, read_seeds
from benchmark.build.settings import BuildSettings, Sources, Task
from benchmark.build.survey import Extraction, GraphRow, Survey, count_relations, with_one_index
from benchmark.build.tasks import MAKERS
from benchmark.csv_text import CsvTable
from benchmark.errors import GraphFormatError, NothingToAsk, SeedError
from benchmark.folder import Benchmark, check_folder, sha256_of, write_benchmark
from benchmark.item import Item
from benchmark.kinds import BenchmarkKind
from benchmark.shortcuts import Surroundings

MATCHED = "MHGraphBench matched"


@dataclass(frozen=True, slots=True)
class BuiltTask:
    """The items of one task and the account of what is missing."""

    items: Sequence[Item]
    reason: str | None
    left_out: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Built:
    """A benchmark in memory."""

    tasks: Mapping[Task, BuiltTask]
    manifest: Mapping[str, Any]
    triples: CsvTable

    def items(self) -> list[Item]:
        """All items, task by task in the paper's order."""
        return [item for task in self.tasks.values() for item in task.items]


def build_benchmark(
    sources: Sources, settings: BuildSettings, out: str | os.PathLike[str], *, force: bool = False
) -> Benchmark:
    """Build a benchmark and write it to the folder `out`.

    Raises:
        BenchmarkError: one of its kinds, see `errors.py`; nothing was written unless it is an `OutputError`.

    Example:
        >>> from benchmark import SAMPLE_SIZES, BuildSettings, sample_paths
        >>> settings = BuildSettings(seed=7, sizes=SAMPLE_SIZES)
        >>> made = build_benchmark(sample_paths(), settings, "sample-7")
        >>> len(made.manifest["tasks"])
        9
    """
    folder = Path(out)
    check_folder(folder, force=force)
    built = build(sources, settings)
    if not built.items():
        reasons = "; ".join(f"{task}: {made.reason}" for task, made in built.tasks.items())
        raise NothingToAsk(f"There is no item to write. {reasons}.")
    return write_benchmark(folder, built.items(), built.manifest, built.triples)


def build(sources: Sources, settings: BuildSettings) -> Built:
    """Build a benchmark in memory. A big graph file is hashed beside the work: hashlib lets go of the GIL."""
    seeds = read_seeds(sources.seeds)
    with ThreadPoolExecutor(1) as pool:
        hashing = pool.submit(_input_hashes, sources)
        file = Survey(sources.kg)
        extraction = file.extract(seeds)
        missing = _check_seeds(sources, seeds, extraction, file)
        graph = _slice(extraction)
        namesakes = file.namesakes({fold(node.name) for node in graph.nodes})
        truth = Truth(graph, extraction.facts, namesakes, file.linked_types, settings.absent_from)
        tasks = _build_tasks(truth, settings, _read_tables(sources, graph))
        hashes = hashing.result()
    found = manifest(
        BenchmarkKind.MHGRAPHBENCH,
        MATCHED if settings.matched else "MHGraphBench",
        **({"illustration": ILLUSTRATION_NOTE} if is_illustration(graph) else {}),
        seed=settings.seed,
        settings=settings.to_json(),
        inputs_sha256=hashes,
        seeds=_seeds_json(seeds, missing, extraction, file.known),
        file={"rows": file.n_rows, "unexpected_types": unexpected_types(file.linked_types)},
        slice=describe_slice(graph, count_relations(extraction.rows)),
        anomalies=count_anomalies(extraction.rows, graph, file.known),
        **file.known.describe(graph.nodes),
        tasks={str(task): _task_json(task, built, settings) for task, built in tasks.items()},
    )
    return Built(tasks, found, triple_table(graph))


def _input_hashes(sources: Sources) -> dict[str, str | None]:
    files = {
        "kg": sources.kg,
        "seeds": sources.seeds,
        "disease_features": sources.disease_features,
        "drug_features": sources.drug_features,
    }
    return {name: sha256_of(path) if path and path.is_file() else None for name, path in files.items()}


def _check_seeds(sources: Sources, seeds: Sequence[Seed], extraction: Extraction, file: Survey) -> list[Seed]:
    """The seeds without an edge; an error if one is not in the graph at all, unless that is allowed."""
    nodes = {node for row in extraction.rows for node in (row.x, row.y)}
    edgeless = missing_seeds(seeds, [end for node in nodes for end in file.known.met(node)])
    if edgeless and not sources.skip_missing_seeds:
        known = file.diseases()
        if not known:
            raise GraphFormatError(
                f"{sources.kg} has no disease: it holds no rows, or is another kind of table."
            )
        if absent := missing_seeds(edgeless, known):
            raise explain_missing(sources.seeds, absent, known)
    if not extraction.rows:
        raise SeedError(f"{sources.seeds}: no row of the seven relations in {sources.kg} touches a seed.")
    return edgeless


def _slice(extraction: Extraction) -> KnowledgeGraph:
    """Triples in one direction, without duplicates and without edges from a node to itself."""
    rows = with_one_index(extraction.rows)
    found = (orient(row.relation, row.x, row.y) for row in rows if row.x != row.y)
    return KnowledgeGraph(triple for triple in found if triple)


def _read_tables(sources: Sources, graph: KnowledgeGraph) -> EvidenceTables | None:
    if not (sources.disease_features or sources.drug_features):
        return None
    empty = Features({})
    diseases = {node.index for node in graph.by_type.get(DISEASE, ())}
    drugs = {node.index for node in graph.by_type.get(DRUG, ())}
    return EvidenceTables(
        drugs=read_features(sources.drug_features, DRUG_FIELDS, drugs) if sources.drug_features else empty,
        diseases=read_features(sources.disease_features, DISEASE_FIELDS, diseases)
        if sources.disease_features
        else empty,
    )


def _build_tasks(
    truth: Truth, settings: BuildSettings, tables: EvidenceTables | None
) -> dict[Task, BuiltTask]:
    ranker = Ranker(settings.seed)
    contexts = find_contexts(truth, ranker, settings, tables.any_for if tables else lambda _: False)
    around = surroundings_of(truth.graph) if settings.matched else None
    if around is not None:
        contexts = matched_contexts(contexts, degrees_of(truth.graph))
    given = TaskInputs(truth, ranker, settings, contexts)
    needed = [task for task in MAKERS if task in settings.tasks or task in map(BASE.get, settings.tasks)]
    built = {task: _built(MAKERS[task](given), ranker, around) for task in needed}
    by_id = {context.id: context for context in (*contexts.related, *contexts.unrelated)}
    for task in BASE:
        if task in settings.tasks and tables is None:
            built[task] = BuiltTask((), "no feature tables were given", {})
        elif task in settings.tasks and tables is not None:
            items, reason = add_evidence(task, built[BASE[task]].items, by_id, tables, settings.size(task))
            built[task] = BuiltTask(items, reason, {})
    return {task: built[task] for task in settings.tasks}


def _built(result: TaskResult, ranker: Ranker, around: Surroundings | None) -> BuiltTask:
    if around is not None:
        result = thinned(result, ranker, around)
    return BuiltTask(assemble(result, ranker), result.reason, result.left_out)


def _seeds_json(
    seeds: Sequence[Seed], missing: Sequence[Seed], extraction: Extraction, known: Identities
) -> dict[str, Any]:
    is_seed = known.seed_test(seeds)
    nodes = sorted({node for row in extraction.rows for node in (row.x, row.y) if is_seed(node)})
    ids: dict[str, list[str]] = {}
    for node in nodes:
        ids.setdefault(node.name, []).append(node.id)
    return {
        "given": len(seeds),
        "without_edges": [str(seed) for seed in missing],
        "nodes": [[node.name, node.id] for node in nodes],
        "shared_names": [[name, found] for name, found in ids.items() if len(found) > 1],
    }


def _task_json(task: Task, built: BuiltTask, settings: BuildSettings) -> dict[str, Any]:
    return {
        "asked_for": settings.size(task) or "all",
        **describe_items(built.items),
        "fewer_because": built.reason,
        "left_out": dict(built.left_out),
    }


# Texts that a careless reader would take for a missing value.
_LOOKS_MISSING = {"na", "n/a", "nan", "none", "null", "nil"}


def count_anomalies(rows: Sequence[GraphRow], graph: KnowledgeGraph, names: Identities) -> dict[str, int]:
    """Kind → how often; kinds that do not occur are there with 0, so that two manifests compare line by line.

    `rows_*` count rows of the slice as they stand in the file, `nodes_*` its nodes, `pairs_*` its pairs of a
    drug and a disease.
    """
    known = Counter((row.relation, row.x, row.y) for row in rows)
    fit = [row for row in rows if orient(row.relation, row.x, row.y)]
    return {
        "rows_mirrored": sum(1 for relation, x, y in known if (relation, y, x) in known and x != y),
        "rows_without_mirror": sum(1 for relation, x, y in known if (relation, y, x) not in known),
        "rows_repeated": sum(count - 1 for count in known.values()),
        "rows_linking_a_node_to_itself": sum(1 for _, x, y in known if x == y),
        "rows_of_unexpected_types": len(rows) - len(fit),
        "nodes_without_index": _nodes(graph, lambda node: not node.index),
        "nodes_without_id": _nodes(graph, lambda node: not node.id),
        "nodes_with_grouped_id": _nodes(graph, lambda node: "_" in node.id),
        "nodes_with_several_indexes": _several_indexes(rows),
        "nodes_whose_name_has_several_types": _shared(graph.nodes, lambda n: fold(n.name), lambda n: n.type),
        "nodes_whose_name_is_shared_within_type": _shared(
            graph.nodes, lambda n: (n.type, fold(n.name)), lambda n: n
        ),
        "nodes_whose_id_has_several_names": _nodes(graph, lambda node: len(names.met(node)) > 1)
        + _shared(
            (node for node in graph.nodes if node.id), lambda n: (n.type, n.source, n.id), lambda n: n.name
        ),
        "nodes_whose_id_has_several_types": _shared(
            (node for node in graph.nodes if node.id), lambda n: n.id, lambda n: n.type
        ),
        "nodes_named_like_a_missing_value": _nodes(graph, lambda node: node.name.lower() in _LOOKS_MISSING),
        "nodes_with_comma_in_name": _nodes(graph, lambda node: "," in node.name),
        "nodes_with_quotation_mark_in_name": _nodes(graph, lambda node: '"' in node.name or "'" in node.name),
        "nodes_with_non_ascii_name": _nodes(graph, lambda node: not node.name.isascii()),
        "pairs_in_several_usage_relations": sum(len(relations) > 1 for relations in graph.usage.values()),
    }


def unexpected_types(linked: Mapping[str, Iterable[tuple[str, str]]]) -> dict[str, list[str]]:
    """Relation → the pairs of types that rows anywhere in the file have, but the relation should not."""
    found = {
        relation: sorted({" – ".join(sorted(pair)) for pair in pairs if not _fits(relation, pair)})
        for relation, pairs in linked.items()
    }
    return {relation: pairs for relation, pairs in found.items() if pairs}


def _fits(relation: str, types: tuple[str, str]) -> bool:
    kind = RELATIONS[relation]
    return (kind.head_type, kind.tail_type) in (types, types[::-1])


def _nodes(graph: KnowledgeGraph, is_odd: Callable[[Node], bool]) -> int:
    return sum(map(is_odd, graph.nodes))


def _shared(nodes: Iterable[Node], by: Callable[[Node], Hashable], what: Callable[[Node], Hashable]) -> int:
    """How many nodes share `by` with one that differs in `what`."""
    groups: defaultdict[Hashable, list[Node]] = defaultdict(list)
    for node in nodes:
        groups[by(node)].append(node)
    return sum(len(group) for group in groups.values() if len({what(node) for node in group}) > 1)


def _several_indexes(rows: Sequence[GraphRow]) -> int:
    indexes: defaultdict[Node, set[str]] = defaultdict(set)
    for row in rows:
        for node in (row.x, row.y):
            indexes[node] |= {node.index} - {""}
    return sum(len(found) > 1 for found in indexes.values())
