"""Coverage of the graph, as MHGraphBench's appendix C has it: how much of the slice a model agrees with.

An item counts for each entity its gold annotation involves (`Item.entities`, each once) and for its relation
(`Item.relation`); an item whose gold is "none" has no relation and counts for its entities alone. An
entity's or relation's correctness is the mean over its items, unread counting as wrong. `assignment`
lists who counts for what.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from benchmark import Item
from mhclient.scoring.bootstrap import Counts, Estimate, Floats, Ints, Resampler, estimate, ratio
from mhclient.scoring.metrics import Share
from mhclient.scoring.scored import Scored

# The score of every triple in every resample is a large table: it is made in so many pieces.
BLOCKS = 16


class Triple(NamedTuple):
    """A triple of the slice, by node keys."""

    head: str
    relation: str
    tail: str


@dataclass(frozen=True, slots=True)
class Slice:
    """The graph behind a benchmark: its triples, and the names of its nodes."""

    triples: tuple[Triple, ...]
    names: Mapping[str, str]

    @classmethod
    def from_csv(cls, text: str) -> "Slice":
        """The slice as `triples.csv` has it."""
        triples, names = [], {}
        for row in csv.DictReader(io.StringIO(text, newline="")):
            triples.append(Triple(row["head_key"], row["relation"], row["tail_key"]))
            names[row["head_key"]], names[row["tail_key"]] = row["head_name"], row["tail_name"]
        return cls(tuple(triples), names)

    def entity_degrees(self) -> Counter[str]:
        """Incident triples per entity; a triple that links a node to itself counts once."""
        return Counter(node for triple in self.triples for node in {triple.head, triple.tail})

    def relation_degrees(self) -> Counter[str]:
        """Triples per relation."""
        return Counter(triple.relation for triple in self.triples)


@dataclass(frozen=True, slots=True)
class Part:
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

    entities: tuple[Part, ...]
    relations: tuple[Part, ...]
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


def parts_of(item: Item) -> Iterator[tuple[str, str]]:
    """What an item counts for: ("entity", key) for each of its entities, ("relation", name)."""
    for key in dict.fromkeys(entity.key for entity in item.entities):
        yield "entity", key
    if item.relation is not None:
        yield "relation", item.relation


def assignment(items: Iterable[Item]) -> Iterator[tuple[str, str, str, str]]:
    """Which items count for what: (item id, task, "entity" or "relation", key)."""
    for item in items:
        for kind, key in parts_of(item):
            yield item.id, item.task, kind, key


def coverage_figures(
    asked: Sequence[Scored], graph: Slice, resampler: Resampler, rows: Ints
) -> CoverageFigures:
    """Coverage from the items asked.

    Args:
        rows: (n_asked,) each item's place among the resampler's items.
    """
    entities = _Measured.of("entity", asked, graph.entity_degrees())
    relations = _Measured.of("relation", asked, graph.relation_degrees())
    ends = [
        (entities.place[triple.head], relations.place[triple.relation], entities.place[triple.tail])
        for triple in graph.triples
        if triple.head in entities.place
        and triple.relation in relations.place
        and triple.tail in entities.place
    ]
    triples = np.array(ends, dtype=np.int64).reshape(-1, 3)
    figures = _Figures(entities, relations, triples, resampler.cluster_of[rows])
    values = figures.over(np.ones((1, resampler.n_clusters), dtype=np.float32))
    resampled = np.hstack([figures.over(block) for block in np.array_split(resampler.counts, BLOCKS)])
    if resampler.alone(rows):
        resampled[:] = np.nan
    estimates = [estimate(value[0], over) for value, over in zip(values, resampled, strict=True)]
    return CoverageFigures(
        entities.parts(graph.names),
        relations.parts({}),
        len(graph.names),
        len(graph.relation_degrees()),
        len(graph.triples),
        len(triples),
        *estimates,
    )


@dataclass(frozen=True, slots=True)
class _Measured:
    """The entities, or the relations, that items count for.

    Attributes:
        place: key → number.
        degrees: (n_keys,).
        items, keys: one entry for each item that counts for a key: the item's and the key's number.
        correct: one entry for each of these: whether the item is right.
    """

    place: Mapping[str, int]
    degrees: Floats
    items: Ints
    keys: Ints
    correct: Floats

    @classmethod
    def of(cls, kind: str, asked: Sequence[Scored], degrees: Mapping[str, int]) -> "_Measured":
        pairs = [
            (number, key, item.correct)
            for number, item in enumerate(asked)
            for part, key in parts_of(item.item)
            if part == kind
        ]
        order = sorted({key for _, key, _ in pairs}, key=lambda key: (-degrees.get(key, 0), key))
        place = {key: number for number, key in enumerate(order)}
        return cls(
            place,
            np.array([degrees.get(key, 0) for key in order], dtype=float),
            np.array([number for number, _, _ in pairs], dtype=np.int64),
            np.array([place[key] for _, key, _ in pairs], dtype=np.int64),
            np.array([right for *_, right in pairs], dtype=float),
        )

    def correctness(self, cluster_of: Ints, counts: Counts) -> Floats:
        """(n_keys, resamples) mean correctness, NaN where a resample has no item of a key."""
        clusters = cluster_of[self.items]
        shape = (len(self.place), counts.shape[1])
        n = csr_array((np.ones(len(self.keys)), (self.keys, clusters)), shape=shape)
        right = csr_array((self.correct, (self.keys, clusters)), shape=shape)
        drawn = np.ascontiguousarray(counts.T, dtype=float)
        return ratio(np.asarray(right @ drawn), np.asarray(n @ drawn))

    def parts(self, names: Mapping[str, str]) -> tuple[Part, ...]:
        n = np.bincount(self.keys, minlength=len(self.place))
        right = np.bincount(self.keys, weights=self.correct, minlength=len(self.place))
        return tuple(
            Part(
                key, names.get(key, key), int(self.degrees[number]), Share(int(right[number]), int(n[number]))
            )
            for key, number in self.place.items()
        )


@dataclass(frozen=True, slots=True)
class _Figures:
    """What the five figures rest on.

    Attributes:
        triples: (n_triples, 3) numbers of head, relation and tail among what was measured.
        cluster_of: (n_asked,) each item's cluster.
    """

    entities: _Measured
    relations: _Measured
    triples: Ints
    cluster_of: Ints

    def over(self, counts: Counts) -> Floats:
        """(5, resamples) the figures in the order of `CoverageFigures`."""
        a_e = self.entities.correctness(self.cluster_of, counts)
        a_r = self.relations.correctness(self.cluster_of, counts)
        heads, of, tails = self.triples.T
        score = (a_e[heads] + a_r[of] + a_e[tails]) / 3
        return np.stack(
            [
                _mean(a_e, np.ones_like(self.entities.degrees)),
                _mean(a_e, self.entities.degrees),
                _mean(a_r, np.ones_like(self.relations.degrees)),
                _mean(a_r, self.relations.degrees),
                _mean(score, np.ones(len(score))),
            ]
        )


def _mean(values: Floats, weights: Floats) -> Floats:
    """(resamples,) the weighted mean of each column's values that are defined."""
    defined = ~np.isnan(values)
    # einsum, not @: what multiplies matrices starts threads, which cost more than so small a product.
    total = np.einsum("vr,v->r", np.where(defined, values, 0.0), weights)
    return ratio(total, np.einsum("vr,v->r", defined.astype(float), weights))
