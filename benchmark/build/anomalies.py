"""What is out of the ordinary in a slice: looked for, counted in the manifest, never silently repaired."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from benchmark.build.graph import KnowledgeGraph, Node, fold, orient
from benchmark.build.identity import Identities
from benchmark.build.relations import RELATIONS
from benchmark.build.rows import GraphRow

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
