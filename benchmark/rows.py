"""What reading a graph file brings, as plain values: `scan.py` makes them, nothing here needs polars."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.graph import Node, Triple
from benchmark.relations import RELATIONS


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the file that a task may rest on: its relation and its two nodes, as they stand."""

    relation: str
    x: Node
    y: Node


@dataclass(frozen=True, slots=True)
class Extraction:
    """What one pass over the file brings.

    Attributes:
        rows: every row of the seven relations that touches a seed, in file order.
        facts: those rows, and the rows that link two of their nodes by a usage relation or disease_disease,
            as triples: what the file says about the slice's nodes beyond the slice.
    """

    rows: tuple[Row, ...]
    facts: frozenset[Triple]


@dataclass(frozen=True, slots=True)
class Survey:
    """What the whole file holds: its rows, and for each folded name asked for the nodes that bear it."""

    n_rows: int
    namesakes: Mapping[str, tuple[Node, ...]]


def count_relations(rows: Sequence[Row]) -> dict[str, int]:
    """Relation → rows, in the order of RELATIONS."""
    found = Counter(row.relation for row in rows)
    return {relation: found[relation] for relation in RELATIONS if found[relation]}
