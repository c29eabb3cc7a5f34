"""Coverage of the graph, after MHGraphBench's appendix C: how much of the slice a model agrees with.

One deviation: means weighted by degree, and Cov(T), run over what was measured, not over the whole slice.

An item counts for each entity its gold annotation involves (`Item.entities`, each once) and for its relation
(`Item.relation`); an item whose gold is "none" has no relation and counts for its entities alone. FC's items
whose answer is no count for the ends and the relation that they name, though that is no fact of the graph:
`CoverageItems.FACTS` leaves them out. An entity's or relation's correctness is the mean over its items,
unread counting as wrong. `assignment` lists who counts for what. The figures are worked out in
`coverage_basis.py`.

Decision: docs/decisions/figures.md, "Coverage over what was measured".
"""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from benchmark import Item
from mhclient.figures.estimate import Estimate
from mhclient.figures.metrics import Share

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
