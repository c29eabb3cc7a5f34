"""From a knowledge graph, seeds and feature tables to a benchmark: the whole road in one readable function.

The same input bytes and settings give the same output bytes, whatever the day or the machine; the order of
rows changes no item.
"""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.build.anomalies import count_anomalies, unexpected_types
from benchmark.build.assemble import assemble
from benchmark.build.contexts import find_contexts, matched_contexts
from benchmark.build.draft import TaskResult
from benchmark.build.features import DISEASE_FIELDS, DRUG_FIELDS, Features, read_features
from benchmark.build.graph import KnowledgeGraph, fold, orient, triple_table
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
from benchmark.build.relations import DISEASE, DRUG
from benchmark.build.rows import Extraction, count_relations, with_one_index
from benchmark.build.scan import Survey, extract, survey
from benchmark.build.seeds import Seed, explain_missing, missing_seeds, read_seeds
from benchmark.build.settings import BuildSettings, Task
from benchmark.build.sources import Sources
from benchmark.build.tasks import MAKERS
from benchmark.build.tasks.evidence import BASE, EvidenceTables, add_evidence
from benchmark.build.tasks.inputs import TaskInputs
from benchmark.build.truth import Truth
from benchmark.errors import GraphFormatError, NothingToAsk, SeedError
from benchmark.folder import Benchmark, CsvTable, check_folder, sha256_of, write_benchmark
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
        file = survey(sources.kg)
        extraction = extract(sources.kg, seeds, file.known)
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
