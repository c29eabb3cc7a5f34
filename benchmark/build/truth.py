"""What is true, and how far we looked: the slice, and what the whole file adds about its nodes.

Tasks ask here before they put a wrong option or a "no" into an item.

Decision: docs/decisions/benchmark.md, "What a benchmark denies must be absent from the whole file".
Decision: docs/decisions/benchmark.md, "Absent from the file, by name".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from benchmark.build.graph import KnowledgeGraph, Node, Triple, fold
from benchmark.build.relations import USAGE
from benchmark.build.settings import Scope


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
