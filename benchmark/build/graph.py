"""The slice as a graph: nodes, triples in their one direction, and the look-ups the tasks need.

Pure values, no reading: `scan.py` brings the rows, each node under one name (`identity.py`).

Decision: docs/decisions/benchmark.md, "Names, not nodes, are what a model sees".
"""

import csv
import io
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from benchmark.build.relations import RELATIONS, USAGE
from benchmark.folder import CsvTable
from benchmark.item import Entity, TripleRef, node_key


def fold(name: str) -> str:
    """A name as a reader hears it: compatibility forms and case folded, nothing invisible, single spaces."""
    if name.isascii():  # most names are, and nothing in them is invisible or has another form
        return " ".join(name.casefold().split())
    plain = unicodedata.normalize("NFKC", name)
    visible = "".join(char for char in plain if unicodedata.category(char) != "Cf")
    return " ".join(visible.casefold().split())


@dataclass(frozen=True, slots=True, order=True)
class Node:
    """A node of PrimeKG.

    Ids are unprefixed (MONDO 11123 and HPO 11123 are the same string), some rows have none, and a grouped
    disease has an id such as "5351_33926": only the four fields together identify a node. `index` is
    PrimeKG's row number for it, the key of the feature tables; it is not part of the identity, as published
    extracts lack it for many rows.
    """

    type: str
    name: str
    id: str
    source: str
    index: str = field(default="", compare=False)

    @property
    def key(self) -> str:
        """The identity as one string, as triples.csv and items hold it."""
        return node_key(self.type, self.source, self.id, self.name)

    def as_entity(self, role: str) -> Entity:
        """This node in the part it plays in an item."""
        return Entity(role, self.type, self.name, self.id, self.source, self.index)


@dataclass(frozen=True, slots=True, order=True)
class Triple:
    """A fact: head –relation→ tail, in the relation's one direction."""

    relation: str
    head: Node
    tail: Node

    @property
    def ref(self) -> TripleRef:
        """The triple by node keys, as items hold it."""
        return TripleRef(self.head.key, self.relation, self.tail.key)


def orient(relation: str, x: Node, y: Node) -> Triple | None:
    """The triple that a row stands for, in its one direction; None if the types do not fit the relation."""
    kind = RELATIONS[relation]
    if kind.symmetric and x.type == y.type == kind.head_type:
        return Triple(relation, *sorted((x, y)))
    if (x.type, y.type) == (kind.head_type, kind.tail_type):
        return Triple(relation, x, y)
    if (y.type, x.type) == (kind.head_type, kind.tail_type):
        return Triple(relation, y, x)
    return None


class KnowledgeGraph:
    """The triples of the slice and what can be asked of them, in an order that no order of rows changes."""

    def __init__(self, triples: Iterable[Triple]) -> None:
        self.triples: tuple[Triple, ...] = tuple(sorted(set(triples)))
        self._known = set(self.triples)

    def __contains__(self, triple: Triple) -> bool:
        return triple in self._known

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Every node that stands in a triple, ordered by type and name."""
        return tuple(sorted({node for triple in self.triples for node in (triple.head, triple.tail)}))

    @cached_property
    def by_type(self) -> Mapping[str, tuple[Node, ...]]:
        """Node type → its nodes."""
        found: defaultdict[str, list[Node]] = defaultdict(list)
        for node in self.nodes:
            found[node.type].append(node)
        return {node_type: tuple(nodes) for node_type, nodes in sorted(found.items())}

    @cached_property
    def by_relation(self) -> Mapping[str, tuple[Triple, ...]]:
        """Relation → its triples; a relation without triples is absent."""
        found: defaultdict[str, list[Triple]] = defaultdict(list)
        for triple in self.triples:
            found[triple.relation].append(triple)
        return {relation: tuple(triples) for relation, triples in found.items()}

    @cached_property
    def usage(self) -> Mapping[tuple[Node, Node], tuple[str, ...]]:
        """(drug, disease) → the usage relations the pair stands in, at least one."""
        found: defaultdict[tuple[Node, Node], list[str]] = defaultdict(list)
        for relation in USAGE:
            for triple in self.by_relation.get(relation, ()):
                found[triple.head, triple.tail].append(relation)
        return {pair: tuple(relations) for pair, relations in found.items()}

    @cached_property
    def linked_diseases(self) -> Mapping[Node, tuple[Node, ...]]:
        """Disease → the diseases it is linked to by disease_disease, in either direction."""
        found: defaultdict[Node, list[Node]] = defaultdict(list)
        for triple in self.by_relation.get("disease_disease", ()):
            found[triple.head].append(triple.tail)
            found[triple.tail].append(triple.head)
        return {node: tuple(sorted(others)) for node, others in found.items()}

    def ends(self, relation: str, *, head: bool) -> tuple[Node, ...]:
        """The nodes that stand at one end of a relation; for a symmetric one, at either."""
        triples = self.by_relation.get(relation, ())
        both = RELATIONS[relation].symmetric
        found = {triple.head for triple in triples if head or both}
        found |= {triple.tail for triple in triples if not head or both}
        return tuple(sorted(found))


def triple_table(graph: KnowledgeGraph) -> CsvTable:
    """triples.csv: the slice in one direction, with node keys; what coverage figures are computed over."""
    ends = [
        f"{end}_{cell}"
        for end in ("head", "tail")
        for cell in ("key", "type", "name", "id", "source", "index")
    ]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["relation", *ends])
    for triple in graph.triples:
        writer.writerow([triple.relation, *_cells(triple.head), *_cells(triple.tail)])
    return CsvTable(text.getvalue(), len(graph.triples))


def _cells(node: Node) -> list[str]:
    return [node.key, node.type, node.name, node.id, node.source, node.index]
