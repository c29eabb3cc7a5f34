"""What reading a graph file brings, as plain values: `scan.py` makes them, nothing here needs polars."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchmark.build.graph import Node, Triple
from benchmark.build.relations import RELATIONS


@dataclass(frozen=True, slots=True)
class GraphRow:
    """A row of the file that a task may rest on: its relation and its two nodes, as they stand."""

    relation: str
    x: Node
    y: Node


@dataclass(frozen=True, slots=True)
class Extraction:
    """What one pass over the file brings.

    Attributes:
        rows: every row of the seven relations that touches a seed, in file order. facts: those rows, and
        the others that link two nodes with names of the slice, as triples: what the file
            says beyond the slice about anything that is called so.
    """

    rows: tuple[GraphRow, ...]
    facts: frozenset[Triple]


def with_one_index(rows: Sequence[GraphRow]) -> list[GraphRow]:
    """The rows with one index per node wherever it stands: the smallest that is not empty.

    Where rows disagree, the order of rows must not decide which texts a node gets as evidence.
    """
    indexes: dict[Node, str] = {}
    for row in rows:
        for node in (row.x, row.y):
            known = indexes.get(node, "")
            indexes[node] = min(known, node.index) if known and node.index else known or node.index
    return [
        GraphRow(row.relation, replace(row.x, index=indexes[row.x]), replace(row.y, index=indexes[row.y]))
        for row in rows
    ]


def count_relations(rows: Sequence[GraphRow]) -> dict[str, int]:
    """Relation → rows, in the order of RELATIONS."""
    found = Counter(row.relation for row in rows)
    return {relation: found[relation] for relation in RELATIONS if found[relation]}
