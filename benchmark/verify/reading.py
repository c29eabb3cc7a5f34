"""Reading the graph file a second way: row by row with the standard library's csv, not with polars."""

import csv
import gzip
import zlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from operator import itemgetter
from pathlib import Path
from sys import intern
from typing import Any, TextIO

from benchmark.errors import GraphFormatError
from benchmark.parquet import ParquetError, text_rows
from benchmark.untrusted import bounded_lines
from benchmark.verify.facts import (
    DIRECTIONS,
    End,
    Facts,
    Graph,
    NodeId,
    ends_of,
    folded,
    other_names,
    shown_nodes,
    unordered,
)

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
