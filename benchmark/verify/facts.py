"""The graph as verification sees it: what each row says about names, read with the standard library's csv."""

import csv
import gzip
import hashlib
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import TextIO

from benchmark.errors import GraphFormatError

# relation → types of head and tail, in the paper's direction (section 3.1).
DIRECTIONS = {
    "disease_protein": ("disease", "gene/protein"),
    "contraindication": ("drug", "disease"),
    "indication": ("drug", "disease"),
    "off-label use": ("drug", "disease"),
    "disease_disease": ("disease", "disease"),
    "disease_phenotype_positive": ("disease", "effect/phenotype"),
    "exposure_disease": ("exposure", "disease"),
}
USAGE = ("indication", "contraindication", "off-label use")
_NODE_COLUMNS = {side: [f"{side}_{cell}" for cell in ("type", "source", "id", "name")] for side in "xy"}
COLUMNS = ["relation", *_NODE_COLUMNS["x"], *_NODE_COLUMNS["y"]]

Named = tuple[str, str]  # type, name
NodeId = tuple[str, str, str, str]  # type, source, id, name


def folded(name: str) -> str:
    """A name without the differences a reader would not hear."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


@dataclass(slots=True)
class Facts:
    """What a part of the graph says.

    Attributes:
        links: relation → the pairs of (type, name) it links, each with the smaller one first.
        bearers: folded name → the nodes that bear it.
        type_pairs: relation → (head type, tail type) in the paper's direction → triples.
    """

    links: dict[str, set[tuple[Named, Named]]] = field(default_factory=lambda: defaultdict(set))
    bearers: dict[str, set[NodeId]] = field(default_factory=lambda: defaultdict(set))

    def holds(self, relation: str, one: Named, other: Named) -> bool:
        """Whether a row says so, in either direction."""
        return _unordered(one, other) in self.links.get(relation, ())

    def usage(self, drug: str, disease: str) -> set[str]:
        """The usage relations of a drug and a disease."""
        return {name for name in USAGE if self.holds(name, ("drug", drug), ("disease", disease))}

    def types(self, name: str) -> set[str]:
        """The types of all nodes that bear a name."""
        return {node[0] for node in self.bearers.get(folded(name), ())}

    def n_bearers(self, node_type: str, name: str) -> int:
        """How many nodes of a type bear a name."""
        return sum(node[0] == node_type for node in self.bearers.get(folded(name), ()))

    def type_pairs(self, relation: str) -> dict[tuple[str, str], int]:
        """The types a relation links, in its direction, with the number of triples."""
        counts: dict[tuple[str, str], int] = defaultdict(int)
        for (one, _), (other, _) in self.links.get(relation, ()):
            counts[_directed(relation, one, other)] += 1
        return dict(counts)


def _directed(relation: str, one: str, other: str) -> tuple[str, str]:
    return (other, one) if (other, one) == DIRECTIONS.get(relation) else (one, other)


def _unordered(one: Named, other: Named) -> tuple[Named, Named]:
    return (one, other) if one <= other else (other, one)


@dataclass(frozen=True)
class Graph:
    """The whole file, the slice around the seeds, and what identifies both.

    Attributes:
        triples: the slice as rows of triples.csv would say it: relation, head, tail.
    """

    file: Facts
    slice: Facts
    triples: frozenset[tuple[str, NodeId, NodeId]]
    sha256: str
    n_rows: int

    @cached_property
    def keys(self) -> frozenset[tuple[str, str, str]]:
        """The triples of the slice by node keys: head, relation, tail."""
        return frozenset(("|".join(head), relation, "|".join(tail)) for relation, head, tail in self.triples)

    @cached_property
    def ends(self) -> dict[str, set[str]]:
        """Relation → the keys of the nodes it links in the slice."""
        found: dict[str, set[str]] = {relation: set() for relation in DIRECTIONS}
        for head, relation, tail in self.keys:
            found[relation] |= {head, tail}
        return found


def read_graph(path: Path, seeds: Collection[tuple[str, str]], names: Iterable[str]) -> Graph:
    """Read a graph file row by row.

    Args:
        seeds: (name, id) of the seed nodes, as the manifest lists them.
        names: the names whose bearers matter; those of the seven relations' rows are kept in any case.

    Raises:
        GraphFormatError: it cannot be read.
    """
    file, part = Facts(), Facts()
    triples: set[tuple[str, NodeId, NodeId]] = set()
    wanted = {folded(name) for name in names}
    matters: dict[str, bool] = {}  # PrimeKG has 16 million names in its rows but 129,375 nodes
    n_rows = 0
    try:
        for relation, x, y in _rows(path):
            n_rows += 1
            for node in (x, y):
                name = node[3]
                if name not in matters:
                    matters[name] = folded(name) in wanted
                if matters[name]:
                    file.bearers[folded(name)].add(node)
            if relation in DIRECTIONS:
                file.links[relation].add(_unordered((x[0], x[3]), (y[0], y[3])))
                if _is_seed(x, seeds) or _is_seed(y, seeds):
                    _add_to_slice(relation, x, y, part, triples)
    except (OSError, UnicodeDecodeError, csv.Error, EOFError) as error:
        raise GraphFormatError(f"{path} cannot be read as a table: {error}.") from error
    return Graph(file, part, frozenset(triples), _sha256(path), n_rows)


def _add_to_slice(
    relation: str, x: NodeId, y: NodeId, part: Facts, triples: set[tuple[str, NodeId, NodeId]]
) -> None:
    ends = (x, y) if (x[0], y[0]) == DIRECTIONS[relation] else (y, x)
    if x == y or (ends[0][0], ends[1][0]) != DIRECTIONS[relation]:
        return
    if x[0] == y[0]:
        ends = (x, y) if (x[3], x[2], x[1]) <= (y[3], y[2], y[1]) else (y, x)
    triples.add((relation, *ends))
    part.links[relation].add(_unordered((x[0], x[3]), (y[0], y[3])))
    for node in (x, y):
        part.bearers[folded(node[3])].add(node)


def _is_seed(node: NodeId, seeds: Collection[tuple[str, str]]) -> bool:
    return node[0] == "disease" and (node[3], node[2]) in seeds


def _rows(path: Path) -> Iterator[tuple[str, NodeId, NodeId]]:
    """Relation and the two nodes as (type, source, id, name) of each row."""
    if path.suffix == ".parquet":
        yield from _parquet_rows(path)
        return
    with _open(path) as file:
        reader = csv.reader(file)
        header = next(reader, [])
        missing = [column for column in COLUMNS if column not in header]
        if missing:
            raise GraphFormatError(f"{path} has no column {', '.join(map(repr, missing))}.")
        width, relation = len(header), header.index("relation")
        x, y = (itemgetter(*map(header.index, _NODE_COLUMNS[side])) for side in "xy")
        for row in reader:
            if len(row) == width:
                yield row[relation], x(row), y(row)
            elif row:  # a blank line is no row
                raise GraphFormatError(
                    f"{path}, line {reader.line_num}: {len(row)} cells, the header has {width}."
                )


def _parquet_rows(path: Path) -> Iterator[tuple[str, NodeId, NodeId]]:
    import polars as pl

    try:
        frame = pl.read_parquet(path, columns=COLUMNS).select(pl.all().cast(pl.String).fill_null(""))
    except pl.exceptions.PolarsError as error:
        raise GraphFormatError(f"{path} cannot be read as Parquet: {error}.") from error
    for relation, *cells in frame.select(COLUMNS).iter_rows():
        yield relation, (cells[0], cells[1], cells[2], cells[3]), (cells[4], cells[5], cells[6], cells[7])


def _open(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
