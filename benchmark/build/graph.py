"""The slice as a graph: nodes, the seven relations of MHGraphBench, triples, and what is true in it.

PrimeKG stores every edge in both directions under the same label, so the direction of a row says nothing;
here a relation's triples run from `head_type` to `tail_type` (paper, section 3.1 and appendix A). Pure
values, no reading: `survey.py` brings the rows, each node under one name (`identity.py`). Tasks ask `Truth`,
which also knows what the whole file adds about the slice's nodes, before they put a wrong option or a "no"
into an item.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from itertools import combinations

from benchmark.build.settings import Scope
from benchmark.csv_text import CsvTable, csv_text
from benchmark.item import Entity, TripleRef, node_key

DISEASE, DRUG, GENE = "disease", "drug", "gene/protein"
PHENOTYPE, EXPOSURE = "effect/phenotype", "exposure"


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation and the types it connects; a symmetric one puts the smaller name first."""

    name: str
    head_type: str
    tail_type: str

    @property
    def symmetric(self) -> bool:
        """Whether head and tail are interchangeable: then the lexicographically smaller name comes first."""
        return self.head_type == self.tail_type


RELATIONS: dict[str, Relation] = {
    relation.name: relation
    for relation in (
        Relation("disease_protein", DISEASE, GENE),
        Relation("contraindication", DRUG, DISEASE),
        Relation("indication", DRUG, DISEASE),
        Relation("off-label use", DRUG, DISEASE),
        Relation("disease_disease", DISEASE, DISEASE),
        Relation("disease_phenotype_positive", DISEASE, PHENOTYPE),
        Relation("exposure_disease", EXPOSURE, DISEASE),
    )
}
# The three relations between a drug and a disease, in the order in which the paper lists them as options.
USAGE = ("indication", "contraindication", "off-label use")
NONE = "none"


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
    rows = ([triple.relation, *_cells(triple.head), *_cells(triple.tail)] for triple in graph.triples)
    return CsvTable(csv_text([["relation", *ends], *rows]), len(graph.triples))


def _cells(node: Node) -> list[str]:
    return [node.key, node.type, node.name, node.id, node.source, node.index]


# Spelling variants ("susceptibility to" / "susceptiblity to") lie above, sister genes ("DRD1", "DRD2") below.
SIMILAR = 0.9


def are_near_twins(one: str, other: str) -> bool:
    """Whether one name could be taken for the other: same words, one within the other, or a letter apart."""
    words, others = _words(one), _words(other)
    if words == others or f" {words} " in f" {others} " or f" {others} " in f" {words} ":
        return True
    if 2 * min(len(words), len(others)) < SIMILAR * (len(words) + len(others)):
        return False  # the longer one has too many letters besides: most pairs end here
    matcher = SequenceMatcher(None, words, others, autojunk=False)
    return matcher.quick_ratio() >= SIMILAR and matcher.ratio() >= SIMILAR


def near_twins(names: list[str]) -> list[list[str]]:
    """The pairs of names that are near twins."""
    return [[one, other] for one, other in combinations(names, 2) if are_near_twins(one, other)]


@lru_cache(10_000)
def _words(name: str) -> str:
    """Folded, without a closing "(disease)" or other remark, punctuation as spaces."""
    bare = re.sub(r"\s*\([^()]*\)\s*$", "", fold(name)) or fold(name)
    return " ".join(re.findall(r"\w+", bare))


@dataclass(frozen=True)
class Truth:
    """The slice and its background.

    Attributes:
        graph: the slice; positives come from here alone.
        facts: every triple of the file between nodes with names of the slice, the slice's own included.
        namesakes: folded name → nodes of the whole file that bear it.
        linked_types: relation → the pairs of types its rows link anywhere in the file.
        scope: how far a denied fact must be absent, and how far a name must be unambiguous.
    """

    graph: KnowledgeGraph
    facts: frozenset[Triple]
    namesakes: Mapping[str, tuple[Node, ...]]
    linked_types: Mapping[str, frozenset[tuple[str, str]]]
    scope: Scope

    def absent(self, triple: Triple) -> bool:
        """Whether `triple` may be denied."""
        return triple not in self.graph and (self.scope is Scope.SLICE or self.absent_from_file(triple))

    def absent_from_file(self, triple: Triple) -> bool:
        """Whether no row of the file says `triple`, of these nodes or of others with their names.

        A model sees names: where the file says it of a namesake, the file contradicts the denial as it is
        read.
        """
        return _as_read(triple) not in self._said

    @cached_property
    def _said(self) -> frozenset[tuple[str, str, str]]:
        return frozenset(map(_as_read, (*self.graph.triples, *self.facts)))

    def types_linked(self, relation: str) -> frozenset[tuple[str, str]]:
        """The pairs of types a relation links, in both directions, as far as the scope looks."""
        pairs = {(triple.head.type, triple.tail.type) for triple in self.graph.by_relation.get(relation, ())}
        if self.scope is Scope.GRAPH:
            pairs |= self.linked_types[relation]
        return frozenset(pair for one in pairs for pair in (one, one[::-1]))

    def usage(self, drug: Node, disease: Node) -> tuple[str, ...]:
        """The usage relations of the pair in the slice."""
        return self.graph.usage.get((drug, disease), ())

    def usage_in_file(self, drug: Node, disease: Node) -> tuple[str, ...]:
        """The usage relations of the pair anywhere in the file."""
        return tuple(
            relation for relation in USAGE if not self.absent_from_file(Triple(relation, drug, disease))
        )

    def is_generic(self, disease: Node) -> bool:
        """Whether no drug of the slice has a usage edge to a disease of this name, anywhere in the file."""
        return disease.name not in self._used

    @cached_property
    def _used(self) -> frozenset[str]:
        every = (*self.graph.triples, *self.facts)
        return frozenset(triple.tail.name for triple in every if triple.relation in USAGE)

    def unrelated(self, drug: Node, disease: Node) -> bool:
        """Whether "none" may be gold: no usage relation as far as the scope looks."""
        return not self.usage(drug, disease) and (
            self.scope is Scope.SLICE or not self.usage_in_file(drug, disease)
        )

    def is_askable(self, node: Node) -> bool:
        """Whether the name means this node alone among those of its type; else a question names two."""
        return sum(other.type == node.type for other in self._bearers(node)) == 1

    def is_one_type(self, node: Node) -> bool:
        """Whether the name belongs to one type only (Nicotine is a drug and an exposure)."""
        return len({other.type for other in self._bearers(node)}) == 1

    @cached_property
    def askable(self) -> frozenset[Node]:
        """The nodes of the slice whose name is theirs alone within their type."""
        return frozenset(node for node in self.graph.nodes if self.is_askable(node))

    def _bearers(self, node: Node) -> tuple[Node, ...]:
        return (
            self._slice_names[fold(node.name)]
            if self.scope is Scope.SLICE
            else self.namesakes[fold(node.name)]
        )

    @cached_property
    def _slice_names(self) -> Mapping[str, tuple[Node, ...]]:
        found: dict[str, tuple[Node, ...]] = {}
        for node in self.graph.nodes:
            name = fold(node.name)
            found[name] = (*found.get(name, ()), node)
        return found


def _as_read(triple: Triple) -> tuple[str, str, str]:
    """A triple by the names of its ends; their types follow from the relation."""
    return triple.relation, triple.head.name, triple.tail.name
