"""The graph of the specification's worked example: six edges, one question."""

from collections.abc import Iterable, Sequence

import numpy as np

from benchmark.harden.graph import LinkGraph, NodeTable, from_columns
from benchmark.harden.guides import LexicalGuide
from benchmark.harden.mapping import Mapper
from benchmark.harden.study import Tools
from benchmark.harden.walk import HardenSettings, WalkSettings
from benchmark.item import Item

D1, D2 = "D1 disorder", "D2 disorder"
NODES = [(name, "drug", "") for name in ("alpha", "beta", "gamma", "delta")] + [
    (name, "disease", "") for name in (D1, D2)
]
EDGES = [
    ("indication", "alpha", D1),
    ("indication", "beta", D1),
    ("contraindication", "gamma", D1),
    ("disease_disease", D1, D2),
    ("indication", "alpha", D2),
    ("indication", "delta", D2),
]
SCORES = {"beta": 0.9, D2: 0.6, "gamma": 0.5, "delta": 0.4}
ITEM = Item(
    id="ES-1",
    task="ES",
    question="Which drug is indicated for D1 disorder?",
    options={"A": "epsilon", "B": "alpha", "C": "zeta", "D": "theta"},
    gold=("B",),
    details={"asks": {"anchor": "disease|test|1|D1 disorder", "relation": "indication", "wanted": "drug"}},
)


class FixedGuide:
    """Scores as the example gives them."""

    identity, threshold = "fixed", 0.85

    def __init__(self, names):
        self._names = names

    def towards(self, text):
        return lambda nodes: np.array([SCORES.get(self._names[node], 0.0) for node in nodes])


def link_graph(nodes: Sequence[tuple[str, str, str]], links: Iterable[tuple[str, int, int]]) -> LinkGraph:
    """A graph from (name, type, id) of its nodes and (relation, node, node) of its links.

    The nodes need not be in order; the links name them by their place.
    """
    order = sorted(range(len(nodes)), key=lambda place: nodes[place][:2])
    number = {place: rank for rank, place in enumerate(order)}
    ordered = [nodes[place] for place in order]
    called, types, ids = ([node[part] for node in ordered] for part in range(3))
    table = NodeTable(called, types, ids, [""] * len(nodes))
    given = list(links)
    names = sorted({relation for relation, _, _ in given})
    rows = [(names.index(relation), number[one], number[other]) for relation, one, other in given]
    numbers = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return from_columns(table, names, len(numbers), [(numbers[:, 0], numbers[:, 1], numbers[:, 2])])


def toy_graph(edges=EDGES, *, swapped=False):
    place = {name: at for at, (name, _, _) in enumerate(NODES)}
    pairs = [(relation, y, x) if swapped else (relation, x, y) for relation, x, y in edges]
    return link_graph(NODES, [(relation, place[x], place[y]) for relation, x, y in pairs])


def toy_tools(graph, *, beam, depth=2, **settings):
    guide = FixedGuide(graph.nodes.names)
    return Tools(
        graph,
        Mapper(graph, LexicalGuide(graph.nodes.names)),
        guide,
        HardenSettings(walk=WalkSettings(depth, beam), **settings),
    )
