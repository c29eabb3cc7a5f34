"""The graph as a walk sees it: nodes by name and type, undirected links, each with its relations.

Nodes are numbered in the order of name, then type, so that a number breaks ties the way names would and no
order of rows changes anything. `read.py` makes one of a file.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmark.build.graph import fold

Ints: TypeAlias = NDArray[np.int32]
Floats: TypeAlias = NDArray[np.float64]

# 5.7 of PrimeKG's 8.1 million rows, hardly facts that an examination asks for.
SELDOM_ASKED = ("drug_drug", "anatomy_protein_absent", "anatomy_protein_present")


@dataclass(frozen=True, slots=True)
class NodeTable:
    """The nodes, by number: names, types, ids and sources as the file has them; names that are not shown."""

    names: Sequence[str]
    types: Sequence[str]
    ids: Sequence[str]
    sources: Sequence[str]
    other_names: Mapping[int, Sequence[str]] = field(default_factory=dict)

    def every_name(self) -> Iterator[tuple[int, str]]:
        """Each node with its name, then those with several once more."""
        yield from enumerate(self.names)
        for node, names in sorted(self.other_names.items()):
            yield from ((node, name) for name in names)


class LinkGraph:
    """Nodes and undirected links.

    Args:
        nodes: in the order of name, then type.
        starts: (n_nodes + 1,) where each node's links begin in `ends` and `relations`.
        ends: (n_links,) the node at the other end; a link stands at both of its nodes.
        relations: (n_links,) the number of the link's relation in `names`; parallel ones are links apart.
        names: the relations.
    """

    def __init__(
        self, nodes: NodeTable, starts: NDArray[np.int64], ends: Ints, relations: NDArray[np.uint8],
        names: Sequence[str],
    ) -> None:  # fmt: skip
        self.nodes = nodes
        self.relations = tuple(names)
        self._starts, self._ends, self._relations = starts, ends, relations

    def __len__(self) -> int:
        return len(self.nodes.names)

    def name(self, node: int) -> str:
        return self.nodes.names[node]

    def type(self, node: int) -> str:
        return self.nodes.types[node]

    def id(self, node: int) -> str:
        """As the file has it; a grouped one holds several, joined by "_". Empty where it has none."""
        return self.nodes.ids[node]

    def neighbours(self, node: int, without: Ints | None = None) -> Ints:
        """The nodes linked to one, ascending, each once.

        Args:
            without: numbers of relations that do not count; `numbers_of` gives them.
        """
        links = slice(self._starts[node], self._starts[node + 1])
        ends = self._ends[links]
        if without is not None and len(without):
            left_out = np.zeros(np.iinfo(np.uint8).max + 1, dtype=bool)
            left_out[without] = True
            ends = ends[~left_out[self._relations[links]]]
        first = np.ones(len(ends), dtype=bool)  # of the links to a node; they stand together, ascending
        np.not_equal(ends[1:], ends[:-1], out=first[1:])
        found: Ints = ends[first]
        return found

    def between(self, one: int, other: int) -> tuple[str, ...]:
        """The relations of a pair, in alphabetical order; the direction of a row says nothing."""
        start = self._starts[one]
        ends = self._ends[start : self._starts[one + 1]]  # ascending
        first = ends.searchsorted(other)
        if first == len(ends) or ends[first] != other:  # as of most pairs
            return ()
        found = self._relations[start + first : start + ends.searchsorted(other, "right")].tolist()
        return tuple(sorted(self.relations[number] for number in found))

    def numbers_of(self, relations: Collection[str]) -> Ints:
        """The numbers of relations, as far as the graph has them."""
        numbers = [number for number, name in enumerate(self.relations) if name in relations]
        return np.array(numbers, dtype=np.int32)

    @cached_property
    def by_fold(self) -> Mapping[str, tuple[int, ...]]:
        """Folded name → the nodes that bear it, of whatever type."""
        found: dict[str, list[int]] = {}
        for node, name in self.nodes.every_name():
            found.setdefault(fold(name), []).append(node)
        return {name: tuple(dict.fromkeys(nodes)) for name, nodes in found.items()}

    def namesakes(self, node: int) -> tuple[int, ...]:
        """The nodes of a node's folded name, itself among them."""
        return self.by_fold[fold(self.name(node))]

    def relatives(self, nodes: Iterable[int]) -> frozenset[int]:
        """What these are parent or child of."""
        kept = self.numbers_of({"disease_disease"})
        others = np.setdiff1d(np.arange(len(self.relations), dtype=np.int32), kept).astype(np.int32)
        return frozenset(int(end) for node in nodes for end in self.neighbours(node, others))


# A link as one number: a node, the other and the relation, in the order in which links are kept.
_NODE_BITS, _RELATION_BITS = 23, 8
MOST_NODES, MOST_RELATIONS = 1 << _NODE_BITS, 255


Columns: TypeAlias = tuple[NDArray[np.integer], NDArray[np.integer], NDArray[np.integer]]


def from_columns(
    nodes: NodeTable, relations: Sequence[str], n_rows: int, batches: Iterable[Columns]
) -> LinkGraph:
    """A graph from rows that repeat or mirror one another, or do not.

    Args:
        n_rows: of all batches together.
        batches: of some rows each, the numbers of relation, node and other node, (n,) each.
    """
    if len(relations) > MOST_RELATIONS:
        raise ValueError(f"{len(relations)} kinds of relation; a graph may have {MOST_RELATIONS} at most")
    if len(nodes.names) > MOST_NODES:
        raise ValueError(f"{len(nodes.names):,} nodes; a graph may have {MOST_NODES:,} at most")
    links, end = np.empty(n_rows, dtype=np.int64), 0
    for relation, one, other in batches:
        begin, end = end, end + len(one)
        links[begin:end] = _links(np.minimum(one, other), np.maximum(one, other), relation)
    links = _each_once(links)
    links = np.concatenate([links, _mirrored(links)])
    links.sort()
    starts = np.searchsorted(links, np.arange(len(nodes.names) + 1) << (_NODE_BITS + _RELATION_BITS))
    ends = (links >> _RELATION_BITS).astype(np.int32)
    ends &= MOST_NODES - 1
    return LinkGraph(nodes, starts, ends, links.astype(np.uint8), relations)


def _links(
    one: NDArray[np.integer], other: NDArray[np.integer], relation: NDArray[np.integer]
) -> NDArray[np.int64]:
    links = one.astype(np.int64)
    links <<= _NODE_BITS
    links |= other
    links <<= _RELATION_BITS
    links |= relation
    return links


def _each_once(links: NDArray[np.int64]) -> NDArray[np.int64]:
    links.sort()
    first = np.ones(len(links), dtype=bool)
    np.not_equal(links[1:], links[:-1], out=first[1:])
    return links[first]


def _mirrored(links: NDArray[np.int64]) -> NDArray[np.int64]:
    """From the other node, without those of a node to itself."""
    one = (links >> (_NODE_BITS + _RELATION_BITS)).astype(np.int32)
    other = (links >> _RELATION_BITS).astype(np.int32) & (MOST_NODES - 1)
    back: NDArray[np.int64] = _links(other, one, links.astype(np.uint8))[one != other]
    return back
