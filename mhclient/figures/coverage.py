"""Coverage of the graph, after MHGraphBench's appendix C: how much of the slice a model agrees with.

One deviation: means weighted by degree, and Cov(T), run over what was measured, not over the whole slice.

An item counts for each entity its gold annotation involves (`Item.entities`, each once) and for its relation
(`Item.relation`); an item whose gold is "none" has no relation and counts for its entities alone. FC's items
whose answer is no count for the ends and the relation that they name, though that is no fact of the graph:
`CoverageItems.FACTS` leaves them out. An entity's or relation's correctness is the mean over its items,
unread counting as wrong. `assignment` lists who counts for what.

Every figure is a weighted sum over items. Runs of the same items share the weights (`CoverageBasis`); who is
right comes in at the end.
"""

import csv
import io
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

import numpy as np

from benchmark import Item
from mhclient.figures.cluster_robust import LinearFigure
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.confidence_intervals import SHARE, Estimate
from mhclient.figures.numerics import Floats, Ints, ratio_or_zero, summed_by
from mhclient.figures.proportion_intervals import Share

# What an item counts for: ("entity", key) or ("relation", name).
Parts: TypeAlias = tuple[tuple[str, str], ...]


class CoverageItems(StrEnum):
    """Which items count for entities and relations."""

    ALL = "all"  # as in the paper
    FACTS = "facts"  # without FC's items whose answer is no


class SliceTriple(NamedTuple):
    """A triple of the slice, by node keys."""

    head: str
    relation: str
    tail: str


@dataclass(frozen=True, slots=True)
class Slice:
    """The graph behind a benchmark: its triples, and the names of its nodes."""

    triples: tuple[SliceTriple, ...]
    names: Mapping[str, str]

    @classmethod
    def from_csv(cls, text: str) -> "Slice":
        """The slice as `triples.csv` has it."""
        triples, names = [], {}
        for row in csv.DictReader(io.StringIO(text, newline="")):
            triples.append(SliceTriple(row["head_key"], row["relation"], row["tail_key"]))
            names[row["head_key"]], names[row["tail_key"]] = row["head_name"], row["tail_name"]
        return cls(tuple(triples), names)

    def entity_degrees(self) -> Counter[str]:
        """Incident triples per entity; a triple that links a node to itself counts once."""
        return Counter(node for triple in self.triples for node in {triple.head, triple.tail})

    def relation_degrees(self) -> Counter[str]:
        """Triples per relation."""
        return Counter(triple.relation for triple in self.triples)


@dataclass(frozen=True, slots=True)
class SlicePart:
    """An entity or a relation: the items that count for it, and its triples in the slice."""

    key: str
    name: str
    degree: int
    correct: Share


@dataclass(frozen=True, slots=True)
class CoverageFigures:
    """Coverage of one run; estimates are None where the benchmark has no graph or nothing was measured.

    Attributes:
        entities, relations: those that were measured, by falling degree.
        n_entities, n_relations, n_triples: how many the slice has.
        n_triples_measured: triples both of whose entities and whose relation were measured.
        cov_avg_e, cov_deg_e, cov_avg_r, cov_deg_r, cov_t: CovAvg(E) … Cov(T). Degrees are those of what was
            measured, so that a part of a run is not taken for ignorance.
    """

    entities: tuple[SlicePart, ...]
    relations: tuple[SlicePart, ...]
    n_entities: int
    n_relations: int
    n_triples: int
    n_triples_measured: int
    cov_avg_e: Estimate
    cov_deg_e: Estimate
    cov_avg_r: Estimate
    cov_deg_r: Estimate
    cov_t: Estimate


# The paper's name of each figure → the field that holds it.
COVERAGE_NAMES = {
    "CovAvg(E)": "cov_avg_e",
    "CovDeg(E)": "cov_deg_e",
    "CovAvg(R)": "cov_avg_r",
    "CovDeg(R)": "cov_deg_r",
    "Cov(T)": "cov_t",
}


def is_denial(item: Item) -> bool:
    """Whether it is one of FC's items whose answer is no: what it names is no fact."""
    return item.task == "FC" and [item.options[letter].casefold() for letter in item.gold] == ["no"]


def parts_of(item: Item, which: CoverageItems = CoverageItems.ALL) -> Iterator[tuple[str, str]]:
    """What an item counts for: ("entity", key) for each of its entities, ("relation", name)."""
    if which is CoverageItems.FACTS and is_denial(item):
        return
    for key in dict.fromkeys(entity.key for entity in item.entities):
        yield "entity", key
    if item.relation is not None:
        yield "relation", item.relation


def parts_of_each(items: Sequence[Item], which: CoverageItems) -> list[Parts]:
    """The same of many items, of which most count for what another counts for, too: this is kept once."""
    known: dict[tuple[int, str | None, bool], Parts] = {}
    same: dict[Parts, Parts] = {}
    found = []
    for item in items:
        key = id(item.entities), item.relation, which is CoverageItems.FACTS and is_denial(item)
        if key not in known:
            parts = tuple(parts_of(item, which))
            known[key] = same.setdefault(parts, parts)
        found.append(known[key])
    return found


def assignment(
    items: Iterable[Item], which: CoverageItems = CoverageItems.ALL
) -> Iterator[tuple[str, str, str, str]]:
    """Which items count for what: (item id, task, "entity" or "relation", key)."""
    for item in items:
        for kind, key in parts_of(item, which):
            yield item.id, item.task, kind, key


class CoverageBasis:
    """The weights of coverage figures over a set of items, shared by all runs of them.

    Args:
        parts: per item asked, what it counts for: see `parts_of`.
        shared: which of them share an entity.
        tasks: (n_items,) number of each item's task.
        item_of: as of `LinearFigure`, where items were asked several times: each has several rows then.
    """

    def __init__(
        self,
        parts: Sequence[Parts],
        graph: Slice,
        shared: ItemClusters,
        tasks: Ints,
        item_of: Ints | None = None,
    ) -> None:
        self._of_each = len(parts) / shared.n_items if shared.n_items else 1.0
        self._graph = graph
        self._entities = _Measured.of("entity", parts, graph.entity_degrees())
        self._relations = _Measured.of("relation", parts, graph.relation_degrees())
        self._triples = _measured_triples(graph, self._entities.place, self._relations.place)
        self._figures = [LinearFigure(shared, weights, tasks, SHARE, item_of) for weights in self._weights()]

    def coverage(self, right: Floats) -> CoverageFigures:
        """Args: right: (n_items,) 1 where an item is right, else 0."""
        graph = self._graph
        return CoverageFigures(
            self._entities.parts(right, graph.names, self._of_each),
            self._relations.parts(right, {}, self._of_each),
            len(graph.names),
            len(graph.relation_degrees()),
            len(graph.triples),
            len(self._triples),
            *(figure.estimate(right) for figure in self._figures),
        )

    def _weights(self) -> list[Floats]:
        """Each item's weight in the figures, in the order of `CoverageFigures`."""
        entities, relations = self._entities, self._relations
        heads, of, tails = self._triples.T
        in_triples = np.bincount(np.concatenate([heads, tails]), minlength=len(entities.place))
        of_relations = np.bincount(of, minlength=len(relations.place))
        # A triple's score is the mean of its three parts' correctness.
        thirds = 3.0 * max(1, len(self._triples))
        return [
            entities.weights(np.ones(len(entities.place))),
            entities.weights(entities.degrees),
            relations.weights(np.ones(len(relations.place))),
            relations.weights(relations.degrees),
            entities.summed(in_triples / thirds) + relations.summed(of_relations / thirds),
        ]


def _measured_triples(graph: Slice, entities: Mapping[str, int], relations: Mapping[str, int]) -> Ints:
    """(n_triples, 3) numbers of head, relation and tail of the triples of which all three were measured."""
    ends = [
        (entities[triple.head], relations[triple.relation], entities[triple.tail])
        for triple in graph.triples
        if triple.head in entities and triple.relation in relations and triple.tail in entities
    ]
    return np.array(ends, dtype=np.int64).reshape(-1, 3)


@dataclass(frozen=True, slots=True)
class _Measured:
    """The entities, or the relations, that items count for.

    Attributes:
        place: key → number.
        degrees: (n_keys,).
        items, keys: one entry for each item that counts for a key: the item's and the key's number.
        n_items: how many items there are in all.
    """

    place: Mapping[str, int]
    degrees: Floats
    items: Ints
    keys: Ints
    n_items: int

    @classmethod
    def of(cls, kind: str, parts: Sequence[Parts], degrees: Mapping[str, int]) -> "_Measured":
        numbers: dict[str, int] = {}  # in the order in which keys come
        items, keys = array("q"), array("q")
        for number, of in enumerate(parts):
            for part, key in of:
                if part == kind:
                    items.append(number)
                    keys.append(numbers.setdefault(key, len(numbers)))
        order = sorted(numbers, key=lambda key: (-degrees.get(key, 0), key))
        place = {key: number for number, key in enumerate(order)}
        place_of = np.array([place[key] for key in numbers], dtype=np.int64)
        return cls(
            place,
            np.array([degrees.get(key, 0) for key in order], dtype=float),
            np.array(items, dtype=np.int64),
            place_of[np.array(keys, dtype=np.int64)] if numbers else np.zeros(0, dtype=np.int64),
            len(parts),
        )

    def weights(self, of_keys: Floats) -> Floats:
        """(n_items,) each item's weight in the weighted mean over keys of the mean over their items."""
        total = of_keys.sum()
        return self.summed(of_keys / total if total else of_keys * 0.0)

    def summed(self, of_keys: Floats) -> Floats:
        """(n_items,) each item's weight in the weighted sum over keys of the mean over their items."""
        n = np.bincount(self.keys, minlength=len(self.place)).astype(np.float64)
        return summed_by(self.items, ratio_or_zero(of_keys, n)[self.keys], self.n_items)

    def parts(self, right: Floats, names: Mapping[str, str], of_each: float) -> tuple[SlicePart, ...]:
        n = np.bincount(self.keys, minlength=len(self.place))
        n_right = np.bincount(self.keys, weights=right[self.items], minlength=len(self.place))
        return tuple(
            SlicePart(
                key,
                names.get(key, key),
                int(self.degrees[number]),
                Share(int(n_right[number]), int(n[number]), of_each),
            )
            for key, number in self.place.items()
        )
