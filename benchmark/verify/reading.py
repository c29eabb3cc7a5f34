"""The graph as verification sees it: what its rows say about names, and which names are one node's or too
alike to stand together. Read row by row with the standard library's csv, not with polars, and worked out a
second time: nothing of the builder is used.

The rule for one node under several names is in docs/benchmarks.md. Ends of one type, source and id are one
node; an end without an id is that of its index, where no other type, source or id has that index; most rows
choose the name.
"""

import csv
import gzip
import re
import unicodedata
import zlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from itertools import combinations, count, groupby
from operator import itemgetter
from pathlib import Path
from sys import intern
from typing import Any, TextIO

from benchmark.errors import GraphFormatError
from benchmark.parquet import ParquetError, text_rows
from benchmark.untrusted import bounded_lines

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

Named = tuple[str, str]  # type, name
NodeId = tuple[str, str, str, str]  # type, source, id, name
End = tuple[str, str, str, str, str]  # an end of a row as it stands: these and an index


def folded(name: str) -> str:
    """A name without the differences a reader would not hear."""
    if name.isascii():  # most are, and have nothing but cases and spaces to fold: a tenth of the time
        return " ".join(name.casefold().split())
    plain = unicodedata.normalize("NFKC", name)
    if plain.isprintable():  # no character of category Cf is
        return " ".join(plain.casefold().split())
    unseen = {ord(char): None for char in set(plain) if unicodedata.category(char) == "Cf"}
    return " ".join((plain.translate(unseen) if unseen else plain).casefold().split())


@dataclass(slots=True)
class Facts:
    """What a part of the graph says.

    Attributes:
        links: relation → the pairs of (type, name) it links, each with the smaller one first.
        bearers: folded name → the nodes that bear it.
    """

    links: dict[str, set[tuple[Named, Named]]] = field(default_factory=lambda: defaultdict(set))
    bearers: dict[str, set[NodeId]] = field(default_factory=lambda: defaultdict(set))

    def holds(self, relation: str, one: Named, other: Named) -> bool:
        """Whether a row says so, in either direction."""
        return unordered(one, other) in self.links.get(relation, ())

    def usage(self, drug: str, disease: str) -> set[str]:
        """The usage relations of a drug and a disease."""
        return {name for name in USAGE if self.holds(name, ("drug", drug), ("disease", disease))}

    def used_diseases(self, names: Collection[str]) -> frozenset[str]:
        """The names of diseases that a drug of one of these names has a usage relation to."""
        pairs = (dict(pair) for relation in USAGE for pair in self.links.get(relation, ()))
        return frozenset(pair["disease"] for pair in pairs if "disease" in pair and pair.get("drug") in names)

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


def unordered(one: Named, other: Named) -> tuple[Named, Named]:
    """The pair with the smaller one first: rows stand both ways."""
    return (one, other) if one <= other else (other, one)


def ends_of(relation: str, x: NodeId, y: NodeId) -> tuple[NodeId, NodeId] | None:
    """The nodes in the relation's direction; None for a loop, and for types that do not fit."""
    ends = (x, y) if (x[0], y[0]) == DIRECTIONS[relation] else (y, x)
    if x == y or (ends[0][0], ends[1][0]) != DIRECTIONS[relation]:
        return None
    if x[0] == y[0]:
        return (x, y) if (x[3], x[2], x[1]) <= (y[3], y[2], y[1]) else (y, x)
    return ends


@dataclass(frozen=True)
class Graph:
    """The whole file, the slice around the seeds, and what identifies both.

    Attributes:
        triples: the slice as rows of triples.csv would say it: relation, head, tail.
        indexes: node of the slice → the smallest index its rows give it that is not empty.
        rows: relation → rows of the slice as they stand, both directions counted.
        diseases: every disease that stands in a row of the seven relations, as it stands and as it is shown.
        several_names: node of the slice → its other names; n_several_names: such nodes of the file.
    """

    file: Facts
    slice: Facts
    triples: frozenset[tuple[str, NodeId, NodeId]]
    indexes: Mapping[NodeId, str]
    rows: Mapping[str, int]
    diseases: frozenset[tuple[NodeId, NodeId]]
    n_rows: int
    several_names: Mapping[NodeId, Sequence[str]]
    n_several_names: int

    @cached_property
    def keys(self) -> frozenset[tuple[str, str, str]]:
        """The triples of the slice by node keys: head, relation, tail."""
        return frozenset(("|".join(head), relation, "|".join(tail)) for relation, head, tail in self.triples)

    @cached_property
    def nodes(self) -> dict[str, NodeId]:
        """Node key → node, for the nodes of the slice."""
        return {"|".join(node): node for _, *ends in self.triples for node in ends}

    @cached_property
    def types(self) -> frozenset[str]:
        """The entity types of the slice."""
        return frozenset(node[0] for node in self.nodes.values())

    def count(self, relation: str) -> int:
        """How many triples of a relation the slice has."""
        return self.triples_by_relation[relation]

    @cached_property
    def triples_by_relation(self) -> Counter[str]:
        """Relation → triples of the slice."""
        return Counter(relation for relation, _, _ in self.triples)

    @cached_property
    def ends(self) -> dict[str, set[str]]:
        """Relation → the keys of the nodes it links in the slice."""
        found: dict[str, set[str]] = {relation: set() for relation in DIRECTIONS}
        for head, relation, tail in self.keys:
            found[relation] |= {head, tail}
        return found


_NAMES_OF_ONE_NODE = range(2, 10)  # what stands beside more of them is no id
_NO_ID = re.compile(r"\s*(?:[\W_]*|n/?a|nan|none|null|nil|unknown)\s*", re.IGNORECASE)


def shown_nodes(rows_of: Mapping[End, int]) -> dict[NodeId, NodeId]:
    """Node as its rows have it → as it is shown, for the nodes that have several names.

    Args:
        rows_of: each end with the number of rows in which it stands.
    """
    families: dict[tuple[str, str, str, str], dict[NodeId, int]] = defaultdict(dict)
    in_doubt = _sharing(rows_of)
    owners = _owners(in_doubt)
    for node, (n_rows, indexes) in _nodes(in_doubt).items():
        kind, source, node_id, _ = node
        if not _NO_ID.fullmatch(node_id):
            families[kind, source, "id", node_id][node] = n_rows
        elif len(indexes) == 1 and (owner := owners.get(*indexes)):
            families[kind, source, *owner][node] = n_rows
    shown: dict[NodeId, NodeId] = {}
    for (kind, source, what, value), members in families.items():
        rows: dict[str, int] = defaultdict(int)
        for node, n_rows in members.items():
            rows[node[3]] += n_rows
        if len(rows) in _NAMES_OF_ONE_NODE:
            most = max(rows.values())
            name = min(name for name, n_rows in rows.items() if n_rows == most)
            node_id = value if what == "id" else min(node[2] for node in members)
            shown |= dict.fromkeys(members, (kind, source, node_id, name))
    return shown


def _sharing(rows_of: Mapping[End, int]) -> dict[End, int]:
    """The ends that have their type, source and id, or their index, in common with another."""
    found = set()
    for key in (itemgetter(0, 1, 2), itemgetter(4)):
        for _, same in groupby(sorted(rows_of, key=key), key):
            if len(group := list(same)) > 1:
                found.update(group)
    return {end: rows_of[end] for end in rows_of if end in found}


def _nodes(rows_of: Mapping[End, int]) -> dict[NodeId, tuple[int, set[str]]]:
    """Node → its rows, and its indexes; a node without a name is none."""
    found: dict[NodeId, tuple[int, set[str]]] = {}
    for (kind, source, node_id, name, index), n_rows in rows_of.items():
        if name.strip():
            known, indexes = found.get((kind, source, node_id, name), (0, set()))
            found[kind, source, node_id, name] = known + n_rows, indexes | {index} - {""}
    return found


def _owners(rows_of: Mapping[End, int]) -> dict[str, tuple[str, str]]:
    """Index → the one node that it can mean, by its id if it has one."""
    kinds: dict[str, set[tuple[str, str]]] = defaultdict(set)
    ids: dict[str, set[str]] = defaultdict(set)
    for kind, source, node_id, name, index in rows_of:
        if name.strip() and index.isdecimal():
            kinds[index].add((kind, source))
            ids[index] |= set() if _NO_ID.fullmatch(node_id) else {node_id}
    alone = [index for index in kinds if len(kinds[index]) == 1 and len(ids[index]) < 2]
    return {index: ("id", min(ids[index])) if ids[index] else ("index", index) for index in alone}


def says_which(node_id: str, names: Collection[str]) -> bool:
    """Whether several names of an id are those of one node."""
    return not _NO_ID.fullmatch(node_id) and len(names) in _NAMES_OF_ONE_NODE


def other_names(shown: Mapping[NodeId, NodeId]) -> dict[NodeId, list[str]]:
    """Node as it is shown → its names that are not, in alphabetical order."""
    found: dict[NodeId, set[str]] = defaultdict(set)
    for met, node in shown.items():
        found[node] |= {met[3]} - {node[3]}
    return {node: sorted(names) for node, names in found.items()}


SIMILAR = 0.9


def twin_pairs(names: list[str]) -> list[list[str]]:
    """The pairs of near twins, in the order of the names."""
    return [[one, other] for one, other in combinations(names, 2) if are_twins(one, other)]


def are_twins(one: str, other: str) -> bool:
    """Whether the words of one name stand in the other, side by side, or the two differ by a letter or so."""
    words, others = _words(one), _words(other)
    short, long = sorted((words, others), key=len)
    runs = (long[place : place + len(short)] for place in range(len(long) - len(short) + 1))
    if words == others or (short and any(run == short for run in runs)):
        return True
    line, its = " ".join(words), " ".join(others)
    if max(len(line), len(its)) * SIMILAR > min(len(line), len(its)) * (2 - SIMILAR):
        return False  # so many letters more in one that even with all of the other's they are not alike
    matcher = SequenceMatcher(None, line, its, autojunk=False)
    return matcher.quick_ratio() >= SIMILAR and matcher.ratio() >= SIMILAR


@lru_cache(10_000)
def _words(name: str) -> tuple[str, ...]:
    plain = folded(name)
    without_remark = re.sub(r"\s*\([^()]*\)\s*$", "", plain)
    return tuple(re.findall(r"\w+", without_remark or plain))


_COLUMNS_OF = {
    side: [f"{side}_{cell}" for cell in ("type", "source", "id", "name", "index")] for side in "xy"
}
COLUMNS = ["relation", *_COLUMNS_OF["x"], *_COLUMNS_OF["y"]]


_BETWEEN = "\0"  # which no text of a graph holds


def read_graph(path: Path, seeds: Collection[tuple[str, str]], names: Iterable[str]) -> Graph:
    """Read a graph file row by row.

    Args:
        seeds: (name, id) of the seed nodes, as the manifest lists them.
        names: the names whose bearers matter; those of the seven relations' rows are kept in any case.

    Raises:
        GraphFormatError: it cannot be read.
    """
    reading = _GraphReader()
    try:
        reading.read(graph_rows(path))
    except (OSError, UnicodeDecodeError, csv.Error, EOFError, zlib.error) as error:
        raise GraphFormatError(f"{path} cannot be read as a table: {error}.") from error
    return reading.graph(seeds, frozenset(map(folded, names)))


@dataclass(slots=True)
class _GraphReader:
    """A graph while its rows come in: ends are numbered, as PrimeKG has 16 million of 130,000 nodes.

    Attributes:
        numbers: by the cells of an end as one text, which takes a third of the time and space of five.
        rows_of: number of an end → in how many rows it stands.
        facts: relation, numbers of x and y → how many rows of the seven relations say so.
    """

    numbers: defaultdict[str, int] = field(default_factory=lambda: defaultdict(count().__next__))
    rows_of: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))
    facts: Counter[tuple[str, int, int]] = field(default_factory=Counter)

    def read(self, rows: Iterable[tuple[str, End, End]]) -> None:
        """Count all rows at their ends; keep what those of the seven relations say."""
        numbers, rows_of, joined = self.numbers, self.rows_of, _BETWEEN.join
        for relation, x, y in rows:
            one, other = numbers[joined(x)], numbers[joined(y)]
            rows_of[one] += 1
            rows_of[other] += 1
            if relation in DIRECTIONS:
                self.facts[intern(relation), one, other] += 1

    def graph(self, seeds: Collection[tuple[str, str]], wanted: Collection[str]) -> Graph:
        """What was read: each node under one name, and the bearers of the folded names that are wanted."""
        ends = [_end(joined) for joined in self.numbers]
        shown = shown_nodes({end: self.rows_of[number] for number, end in enumerate(ends)})
        file, part = Facts(), Facts()
        for end in ends:
            if (name := folded(end[3])) in wanted:
                file.bearers[name].add(shown.get(end[:4], end[:4]))
        # A node for each end that a fact has, once for all its facts.
        met = {number for _, *pair in self.facts for number in pair}
        nodes = {number: shown.get(ends[number][:4], ends[number][:4]) for number in met}
        named = {number: (node[0], node[3]) for number, node in nodes.items()}
        triples: set[tuple[str, NodeId, NodeId]] = set()
        indexes: dict[NodeId, str] = {}
        rows: Counter[str] = Counter()
        for (relation, *pair), n_rows in self.facts.items():
            x, y = (nodes[number] for number in pair)
            link = unordered(*(named[number] for number in pair))
            file.links[relation].add(link)
            if not (_is_seed(x, seeds) or _is_seed(y, seeds)):
                continue
            rows[relation] += n_rows
            for node, number in zip((x, y), pair, strict=True):
                known, index = indexes.get(node, ""), ends[number][4]
                indexes[node] = min(known, index) if known and index else known or index
            if directed := ends_of(relation, x, y):
                triples.add((relation, *directed))
                part.links[relation].add(link)
                for node in (x, y):
                    part.bearers[folded(node[3])].add(node)
        diseases = frozenset((ends[at][:4], node) for at, node in nodes.items() if node[0] == "disease")
        several = {node: names for node, names in other_names(shown).items() if node in indexes}
        return Graph(
            file, part, frozenset(triples), indexes, rows, diseases, sum(self.rows_of.values()) // 2,
            several, len(set(shown.values())),
        )  # fmt: skip


def _end(joined: str) -> End:
    if len(cells := joined.split(_BETWEEN)) != 5:
        raise GraphFormatError(f"A node has the character NUL in a cell: {joined!r:.100}. Remove it.")
    kind, source, node_id, name, index = cells
    return intern(kind), intern(source), node_id, name, index


def _is_seed(node: NodeId, seeds: Collection[tuple[str, str]]) -> bool:
    return node[0] == "disease" and (node[3], node[2]) in seeds


def graph_rows(path: Path) -> Iterator[tuple[str, End, End]]:
    """Relation and the two ends of each row."""
    if path.suffix == ".parquet":
        yield from _parquet_rows(path)
        return
    with _open(path) as file:
        reader = csv.reader(bounded_lines(file))
        header = next(reader, [])
        missing = [column for column in COLUMNS if column not in header]
        if missing:
            raise GraphFormatError(f"{path} has no column {', '.join(map(repr, missing))}.")
        width, relation = len(header), header.index("relation")
        x, y = (itemgetter(*map(header.index, columns)) for columns in _COLUMNS_OF.values())
        for row in _readable(path, reader):
            if len(row) == width:
                yield row[relation], x(row), y(row)
            elif row:  # a blank line is no row
                raise GraphFormatError(
                    f"{path}, line {reader.line_num}: {len(row)} cells, the header has {width}."
                )


def _readable(path: Path, reader: Any) -> Iterator[list[str]]:
    """The rows of a `csv.reader`, whose own errors name no line."""
    try:
        yield from reader
    except csv.Error as error:
        raise GraphFormatError(
            f"{path}, line {reader.line_num}: cannot be read as a table: {error}."
        ) from error


def _parquet_rows(path: Path) -> Iterator[tuple[str, End, End]]:
    rows = text_rows(path, COLUMNS)
    try:
        held = next(rows)
        if missing := [column for column in COLUMNS if column not in held]:
            raise GraphFormatError(f"{path} has no column {', '.join(map(repr, missing))}.")
        for relation, a, b, c, d, index, *y in rows:
            yield relation, (a, b, c, d, index), (y[0], y[1], y[2], y[3], y[4])
    except ParquetError as error:
        raise GraphFormatError(f"{path} cannot be read as Parquet: {error}.") from error


def _open(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")
