"""What coverage is worked out on: which items count for which parts of the graph, and which of
them every resample holds. Runs of the same items share it; who is right comes in at the end.

Decision: docs/decisions/report.md, "One page of fifteen runs".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmark import Item
from mhclient.figures.bootstrap import Bools, Counts, Floats, Ints, Resampler, estimate, ratio
from mhclient.figures.coverage import CoverageFigures, Slice, SlicePart, parts_of
from mhclient.figures.metrics import Share

# What is known of every triple in every resample is a large table: it is made in so many pieces.
BLOCKS = 16


class CoverageBasis:
    """What the coverage of a set of items rests on, apart from who is right: the same for every run of them.

    Args:
        items: those asked.
        cluster_of: (n_items,) each item's cluster.
    """

    def __init__(self, items: Sequence[Item], graph: Slice, resampler: Resampler, cluster_of: Ints) -> None:
        self._graph = graph
        self._alone = len(set(cluster_of.tolist())) < 2
        self._entities = _Measured.of("entity", items, graph.entity_degrees(), cluster_of)
        self._relations = _Measured.of("relation", items, graph.relation_degrees(), cluster_of)
        self._triples = _measured_triples(graph, self._entities.place, self._relations.place)
        once = np.ones((1, resampler.n_clusters), dtype=np.float32)
        self._once = self._draw(once)
        self._draws = [self._draw(block) for block in np.array_split(resampler.counts, BLOCKS)]

    def _draw(self, counts: Counts) -> "_Draw":
        return _Draw.of(counts, self._entities, self._relations, self._triples)

    def coverage(self, right: Floats) -> CoverageFigures:
        """Args: right: (n_items,) 1 where an item is right, else 0."""
        graph = self._graph
        values = self._over(right, self._once)
        resampled = np.hstack([self._over(right, draw) for draw in self._draws])
        if self._alone:
            resampled[:] = np.nan
        estimates = [estimate(value[0], over) for value, over in zip(values, resampled, strict=True)]
        return CoverageFigures(
            self._entities.parts(right, graph.names),
            self._relations.parts(right, {}),
            len(graph.names),
            len(graph.relation_degrees()),
            len(graph.triples),
            len(self._triples),
            *estimates,
        )

    def _over(self, right: Floats, draw: "_Draw") -> Floats:
        """(5, resamples) the figures in the order of `CoverageFigures`."""
        a_e = self._entities.correctness(right, draw.drawn, draw.n_e)
        a_r = self._relations.correctness(right, draw.drawn, draw.n_r)
        return np.stack(
            [
                _mean(a_e, draw.n_e > 0),
                _mean(a_e, (draw.n_e > 0) * self._entities.degrees[:, None]),
                _mean(a_r, draw.n_r > 0),
                _mean(a_r, (draw.n_r > 0) * self._relations.degrees[:, None]),
                ratio(_sum(a_e, draw.in_e) + _sum(a_r, draw.in_r), 3 * draw.n_triples),
            ]
        )


@dataclass(frozen=True, slots=True)
class _Draw:
    """What some resamples hold; a figure is undefined in a resample that holds none of its items.

    Attributes:
        drawn: (n_clusters, resamples) how often each holds each cluster.
        n_e, n_r: (n_keys, resamples) items of each entity, of each relation.
        in_e, in_r: (n_keys, resamples) triples with the entity (or relation), of those all three of whose
            parts the resample has items of. A triple's score is the mean of its parts', so the sum of all
            scores is that of the parts' correctness times these, divided by three.
        n_triples: (resamples,) of those triples.
    """

    drawn: Floats
    n_e: Counts
    n_r: Counts
    in_e: Counts
    in_r: Counts
    n_triples: Floats

    @classmethod
    def of(cls, counts: Counts, entities: "_Measured", relations: "_Measured", triples: Ints) -> "_Draw":
        drawn = np.ascontiguousarray(counts.T, dtype=float)
        n_e, n_r = (each.sums(None, drawn).astype(np.float32) for each in (entities, relations))
        heads, of, tails = triples.T
        whole = (n_e[heads] > 0) & (n_r[of] > 0) & (n_e[tails] > 0)
        in_e = _incidence(heads, len(n_e), whole) + _incidence(tails, len(n_e), whole)
        return cls(drawn, n_e, n_r, in_e, _incidence(of, len(n_r), whole), whole.sum(0, dtype=float))


def _incidence(parts: Ints, n_parts: int, whole: Bools) -> Counts:
    """(n_parts, resamples) how many whole triples have each part in this place."""
    # Here, for it takes a fifth of a second to load: by now other processes read meanwhile.
    from scipy.sparse import csr_array

    places = np.arange(len(parts))
    table = csr_array((np.ones(len(parts), dtype=np.float32), (parts, places)), shape=(n_parts, len(parts)))
    return np.asarray(table @ whole.astype(np.float32))


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
        clusters: one entry for each of these: the item's cluster.
    """

    place: Mapping[str, int]
    degrees: Floats
    items: Ints
    keys: Ints
    clusters: Ints

    @classmethod
    def of(
        cls, kind: str, items: Sequence[Item], degrees: Mapping[str, int], cluster_of: Ints
    ) -> "_Measured":
        pairs = [
            (number, key) for number, item in enumerate(items) for part, key in parts_of(item) if part == kind
        ]
        order = sorted({key for _, key in pairs}, key=lambda key: (-degrees.get(key, 0), key))
        place = {key: number for number, key in enumerate(order)}
        numbers = np.array([number for number, _ in pairs], dtype=np.int64)
        return cls(
            place,
            np.array([degrees.get(key, 0) for key in order], dtype=float),
            numbers,
            np.array([place[key] for _, key in pairs], dtype=np.int64),
            cluster_of[numbers],
        )

    def correctness(self, right: Floats, drawn: Floats, n: Counts) -> Floats:
        """(n_keys, resamples) mean correctness; 0 where a resample has no item of a key.

        Args:
            drawn, n: as in `_Draw`.
        """
        correct: Floats = self.sums(right[self.items], drawn) / np.maximum(n, 1)
        return correct

    def sums(self, weights: Floats | None, drawn: Floats) -> Floats:
        """(n_keys, resamples) the summed weights of each key's items; without weights, how many they are."""
        from scipy.sparse import csr_array

        shape = (len(self.place), len(drawn))
        each = np.ones(len(self.keys)) if weights is None else weights
        return np.asarray(csr_array((each, (self.keys, self.clusters)), shape=shape) @ drawn)

    def parts(self, right: Floats, names: Mapping[str, str]) -> tuple[SlicePart, ...]:
        n = np.bincount(self.keys, minlength=len(self.place))
        n_right = np.bincount(self.keys, weights=right[self.items], minlength=len(self.place))
        return tuple(
            SlicePart(
                key,
                names.get(key, key),
                int(self.degrees[number]),
                Share(int(n_right[number]), int(n[number])),
            )
            for key, number in self.place.items()
        )


def _mean(values: Floats, weights: Floats | Bools) -> Floats:
    """(resamples,) the weighted mean of each column; NaN where all weights are 0."""
    return ratio(_sum(values, weights), weights.sum(0, dtype=float))


def _sum(values: Floats, weights: Floats | Counts | Bools) -> Floats:
    # einsum, not @: what multiplies matrices starts threads, which cost more than so small a product.
    total: Floats = np.einsum("vr,vr->r", values, weights, dtype=float)
    return total
