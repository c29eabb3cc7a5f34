"""What coverage is worked out on: which items count for which parts of the graph, and how much.

Every figure of coverage is a weighted sum over items: an entity's correctness is the mean over its items, and
coverage is a mean over entities. Runs of the same items share the weights; who is right comes in at the end.

Decision: docs/decisions/report.md, "One page of fifteen runs".
"""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mhclient.figures.arrays import Floats, Ints, ratio_or_zero, summed_by
from mhclient.figures.coverage import CoverageFigures, Parts, Slice, SlicePart
from mhclient.figures.estimate import SHARE
from mhclient.figures.linear import LinearFigure
from mhclient.figures.metrics import Share
from mhclient.figures.shared_entities import SharedEntities


class CoverageBasis:
    """What the coverage of a set of items rests on, apart from who is right: the same for every run of them.

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
        shared: SharedEntities,
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
