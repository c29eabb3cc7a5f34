"""The manifest: what a benchmark was made from, what is in it and what is not. No time, path or machine."""

import platform
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from benchmark.build.graph import KnowledgeGraph
from benchmark.build.templates import TEMPLATES_VERSION
from benchmark.folder import FORMAT
from benchmark.item import Item
from benchmark.kinds import BenchmarkKind

# Raised when the same inputs and settings would give other items.
GENERATOR_VERSION = "1"
# The packaged sample's nodes have this source; any benchmark made from them says that it is an illustration.
ILLUSTRATION = "illustration"
ILLUSTRATION_NOTE = (
    "Made from the packaged sample graph: an illustration of some well-known facts, written for mhclient. "
    "Not PrimeKG, and no measure of what a model knows."
)


def versions() -> dict[str, str]:
    """Everything whose change could change a build."""
    return {
        "generator": GENERATOR_VERSION,
        "templates": TEMPLATES_VERSION,
        "mhclient": _installed("mhclient"),
        "polars": _installed("polars"),
        "python": platform.python_version(),
    }


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def describe_slice(graph: KnowledgeGraph, rows: Mapping[str, int]) -> dict[str, Any]:
    """The slice in numbers: rows as they stand, triples in one direction, entities."""
    return {
        "rows": sum(rows.values()),
        "rows_by_relation": dict(rows),
        "triples": len(graph.triples),
        "triples_by_relation": {relation: len(triples) for relation, triples in graph.by_relation.items()},
        "entities": len(graph.nodes),
        "entities_by_type": {node_type: len(nodes) for node_type, nodes in graph.by_type.items()},
    }


def describe_items(items: Sequence[Item]) -> dict[str, Any]:
    """A task's items in numbers; an item without a relation counts as "none" where others have one."""
    counts: dict[str, Any] = {
        "items": len(items),
        "gold_letters": _sorted(letter for item in items for letter in item.gold),
    }
    answers = _sorted(item.options[letter] for item in items for letter in item.gold)
    if len(answers) <= 10:
        counts["gold_texts"] = answers
    if any(item.relation for item in items):
        counts["by_relation"] = _sorted(item.relation or "none" for item in items)
    if denied := [item.details["absent_from_file"] for item in items if "absent_from_file" in item.details]:
        counts["negatives"] = {"items": len(denied), "absent_from_file": sum(denied)}
    if twins := sum("near_twins" in item.details for item in items):
        counts["with_near_twins"] = twins
    return counts


def _sorted(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))


def is_illustration(graph: KnowledgeGraph) -> bool:
    """Whether any node is of the packaged sample."""
    return any(node.source == ILLUSTRATION for node in graph.nodes)


def manifest(kind: BenchmarkKind, name: str, **parts: object) -> dict[str, Any]:
    """The frame every manifest shares; `folder.write_benchmark` adds counts and hashes of the files."""
    return {"format": FORMAT, "kind": kind.value, "name": name, **parts, "versions": versions()}
