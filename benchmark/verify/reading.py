"""Reading the graph file a second way: row by row with the standard library's csv, not with polars."""

import csv
import gzip
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any, TextIO

from benchmark.bounded import bounded_lines
from benchmark.errors import GraphFormatError
from benchmark.parquet import ParquetError
from benchmark.verify.facts import DIRECTIONS, Facts, Graph, NodeId, ends_of, folded, unordered
from benchmark.verify.parquet import text_rows

_NODE_COLUMNS = {side: [f"{side}_{cell}" for cell in ("type", "source", "id", "name")] for side in "xy"}
_INDEX_COLUMNS = ["x_index", "y_index"]
COLUMNS = ["relation", *_NODE_COLUMNS["x"], *_NODE_COLUMNS["y"], *_INDEX_COLUMNS]


def read_graph(path: Path, seeds: Collection[tuple[str, str]], names: Iterable[str]) -> Graph:
    """Read a graph file row by row.

    Args:
        seeds: (name, id) of the seed nodes, as the manifest lists them.
        names: the names whose bearers matter; those of the seven relations' rows are kept in any case.

    Raises:
        GraphFormatError: it cannot be read.
    """
    reading = _GraphReader(seeds, frozenset(map(folded, names)))
    try:
        for relation, x, y, indexes in graph_rows(path):
            reading.add(x)
            reading.add(y)
            if relation in DIRECTIONS:
                reading.add_fact(relation, x, y, indexes)
            reading.n_rows += 1
    except (OSError, UnicodeDecodeError, csv.Error, EOFError, zlib.error) as error:
        raise GraphFormatError(f"{path} cannot be read as a table: {error}.") from error
    return reading.graph()


@dataclass(slots=True)
class _GraphReader:
    """A graph while its rows come in."""

    seeds: Collection[tuple[str, str]]
    wanted: frozenset[str]
    file: Facts = field(default_factory=Facts)
    part: Facts = field(default_factory=Facts)
    triples: set[tuple[str, NodeId, NodeId]] = field(default_factory=set)
    indexes: dict[NodeId, str] = field(default_factory=dict)
    rows: Counter[str] = field(default_factory=Counter)
    diseases: set[NodeId] = field(default_factory=set)
    n_rows: int = 0
    # Name → whether it is wanted: PrimeKG has 16 million names in its rows but 129,375 nodes.
    matters: dict[str, bool] = field(default_factory=dict)

    def add(self, node: NodeId) -> None:
        """Keep the node if its name is wanted."""
        name = node[3]
        if name not in self.matters:
            self.matters[name] = folded(name) in self.wanted
        if self.matters[name]:
            self.file.bearers[folded(name)].add(node)

    def add_fact(self, relation: str, x: NodeId, y: NodeId, indexes: tuple[str, str]) -> None:
        """Keep what a row of the seven relations says; in the slice too if it touches a seed."""
        self.file.links[relation].add(unordered((x[0], x[3]), (y[0], y[3])))
        self.diseases.update(node for node in (x, y) if node[0] == "disease")
        if not (_is_seed(x, self.seeds) or _is_seed(y, self.seeds)):
            return
        self.rows[relation] += 1
        for node, index in zip((x, y), indexes, strict=True):
            known = self.indexes.get(node, "")
            self.indexes[node] = min(known, index) if known and index else known or index
        if ends := ends_of(relation, x, y):
            self.triples.add((relation, *ends))
            self.part.links[relation].add(unordered((x[0], x[3]), (y[0], y[3])))
            for node in (x, y):
                self.part.bearers[folded(node[3])].add(node)

    def graph(self) -> Graph:
        """What was read."""
        return Graph(
            self.file, self.part, frozenset(self.triples), self.indexes, self.rows, frozenset(self.diseases),
            self.n_rows,
        )  # fmt: skip


def _is_seed(node: NodeId, seeds: Collection[tuple[str, str]]) -> bool:
    return node[0] == "disease" and (node[3], node[2]) in seeds


def graph_rows(path: Path) -> Iterator[tuple[str, NodeId, NodeId, tuple[str, str]]]:
    """Relation, the two nodes as (type, source, id, name) and their indexes, of each row."""
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
        x, y, indexes = (
            itemgetter(*map(header.index, columns))
            for columns in (_NODE_COLUMNS["x"], _NODE_COLUMNS["y"], _INDEX_COLUMNS)
        )
        for row in _readable(path, reader):
            if len(row) == width:
                yield row[relation], x(row), y(row), indexes(row)
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


def _parquet_rows(path: Path) -> Iterator[tuple[str, NodeId, NodeId, tuple[str, str]]]:
    rows = text_rows(path, COLUMNS)
    try:
        held = next(rows)
        if missing := [column for column in COLUMNS if column not in held]:
            raise GraphFormatError(f"{path} has no column {', '.join(map(repr, missing))}.")
        for relation, *cells in rows:
            x, y = (cells[0], cells[1], cells[2], cells[3]), (cells[4], cells[5], cells[6], cells[7])
            yield relation, x, y, (cells[8], cells[9])
    except ParquetError as error:
        raise GraphFormatError(f"{path} cannot be read as Parquet: {error}.") from error


def _open(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")
