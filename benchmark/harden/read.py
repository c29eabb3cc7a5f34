"""From PrimeKG's file to a graph of links: one streaming pass with polars that knows each end by a hash.

Node identity here is (type, name): it is what a model is shown, and published extracts lack ids of many
rows. What an id has under several names is one node, as `build/identity.py` says; here by ids alone. The
texts of an end are kept once for each hash, of 64 bits: among PrimeKG's 130,000 nodes two of one hash are
less likely than one in a thousand million.

Hashes come in batches, and equal ones get the same number, counted from 0 as they are met. Each has a slot
in two tables, by other bits of it in each, where it is nearly always found without sorting. What shares both
slots with another is looked up in a dictionary, as is what was never met.
"""

import functools
import operator
import threading
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from benchmark.build.graph import Node
from benchmark.build.identity import Identities, identities
from benchmark.build.scan import collect_table, count_blank_lines, open_table
from benchmark.errors import GraphFormatError
from benchmark.harden.graph import MOST_NODES, Ints, LinkGraph, NodeTable, from_columns

Hashes = NDArray[np.uint64]
Places = NDArray[np.int64]

_BITS = 21  # 16 MB a table, 16 slots for each of PrimeKG's nodes
_MASK = np.uint64((1 << _BITS) - 1)
_MOST = 1 << _BITS  # numbers that fit beside a hash; what comes after them stays in the dictionary


class HashNumbers:
    """The numbers of the hashes met so far.

    A slot holds a hash with its lowest bits replaced by its number, counted from 1: one look tells whether it
    is the hash that was asked for, and which number it has. Those bits are, rotated, the slot's place.
    """

    def __init__(self) -> None:
        self._number_of: dict[int, int] = {}
        self._tables = [np.zeros(_MOST, dtype=np.uint64) for _ in range(2)]

    def numbered(self, hashes: Hashes) -> tuple[Ints, Places]:
        """The number of each, (n,), and for each new number where its hash stands, (n_new,)."""
        numbers, left = _look_up(self._tables[0], hashes)
        numbers[left], left_again = _look_up(self._tables[1], _rotated(hashes[left]))
        left, known = left[left_again], len(self._number_of)
        numbers[left] = self._counted(hashes[left])
        new = left[numbers[left] >= known]
        places = np.empty(len(self._number_of) - known, dtype=np.int64)
        places[numbers[new] - known] = new
        self._keep(hashes[places], known)
        return numbers, places

    def _counted(self, hashes: Hashes) -> list[int]:
        return [self._number_of.setdefault(each, len(self._number_of)) for each in hashes.tolist()]

    def _keep(self, hashes: Hashes, known: int) -> None:
        """Put new hashes into the tables; a slot is its last one's."""
        kept = hashes[: max(0, _MOST - 1 - known)]
        numbers = np.arange(known + 1, known + 1 + len(kept), dtype=np.uint64)
        for table, turned in zip(self._tables, (kept, _rotated(kept)), strict=True):
            table[turned & _MASK] = (turned & ~_MASK) | numbers


def _look_up(table: Hashes, hashes: Hashes) -> tuple[Ints, Places]:
    """What a table says of each hash, and where that is nothing or another hash's number."""
    slots = hashes & _MASK
    found = table.take(slots.view(np.int64), mode="wrap")  # which checks no bounds: every slot is one
    numbers = np.bitwise_and(found, _MASK, out=slots).astype(np.int32)
    found ^= hashes
    unknown = found > _MASK
    unknown |= numbers == 0
    numbers -= 1
    return numbers, np.flatnonzero(unknown)


def _rotated(hashes: Hashes) -> Hashes:
    """With other bits in the lowest places."""
    return (hashes >> np.uint64(_BITS)) | (hashes << np.uint64(64 - _BITS))


_CELLS = ("type", "name", "id", "source")
_MOST_RELATIONS = np.iinfo(np.uint8).max
LONGEST_NAME = 10_000  # characters; a guide counts each three of them. PrimeKG's longest has about 400


def read_graph(path: Path) -> LinkGraph:
    """The graph of a file with PrimeKG's twelve columns: all its rows, whatever their relation.

    Raises:
        GraphFormatError: it cannot be read, lacks a column, or a row is cut short; names the line.
    """
    ends = _Ends()
    _read_rows(path, ends)
    if not ends.n_rows:
        raise GraphFormatError(f"{path} has no rows. Pass PrimeKG's kg.csv.")
    relations, relation_of = ends.relations()
    cells = ends.cells()
    known = identities(ends.sharing_an_id(cells))
    nodes, node_of = _nodes(_shown(cells, known), known)
    _check_nodes(path, nodes)
    return from_columns(nodes, relations, *ends.columns(relation_of, node_of))


def _read_rows(path: Path, ends: "_Ends") -> None:
    """Has `ends` take all rows, in any order."""
    cells = [f"{side}_{cell}" for side in "xy" for cell in _CELLS]
    query = open_table(path).select("relation", *cells, _hash_of("x"), _hash_of("y"), cut=pl.nth(-1) == "")
    collect_table(path, query.map_batches(ends.add, schema={"x": pl.UInt64}, streamable=True))
    if ends.some_cut and path.suffix != ".parquet":
        count_blank_lines(path)


class _EdgeRows(NamedTuple):
    """A batch of rows as numbers: x and y, (n,), and the relation, (n,) or one for all of them."""

    relation: NDArray[np.uint16]
    x: Ints
    y: Ints


class _Ends:
    """The ends and relations of rows, numbered as batches of rows come in; ends by their hashes.

    The first of each end has its texts. polars calls `add` from several threads, hence the lock.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._relations: dict[str, int] = {}
        self._numbers = HashNumbers()
        self._cells: list[pl.DataFrame] = []
        self._rows: list[_EdgeRows] = []
        self.n_rows = 0
        self.some_cut = False

    def add(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Keeps the rows as numbers, without blank lines; nothing goes on to polars."""
        if rows["cut"].any():  # a row cut short ends so; so may a row that is whole, and a blank line
            self.some_cut = True
            rows = rows.filter(~pl.col("cut") | (pl.col("relation") != ""))
        hashes = np.concatenate([rows["x"].to_numpy(), rows["y"].to_numpy()])
        with self._lock:
            numbers, new = self._numbers.numbered(hashes)
            if len(new):
                self._cells.append(_texts(rows[new % len(rows)], new < len(rows)))
            self._rows.append(_EdgeRows(self._numbered(rows["relation"]), *np.split(numbers, 2)))
            self.n_rows += len(rows)
        return rows.head(0).select("x")

    def _numbered(self, relation: pl.Series) -> NDArray[np.uint16]:
        """PrimeKG's rows come in blocks of one relation, which is then looked up once a batch."""
        one = len(relation) > 0 and bool((relation == relation.first()).all())
        names = relation.head(1) if one else relation.unique()
        numbers = [self._relations.setdefault(name, len(self._relations)) for name in names]
        # Of more relations than a graph can hold it does not matter which is which.
        kept = np.array([min(number, _MOST_RELATIONS) for number in numbers], dtype=np.uint16)
        return kept if one else relation.replace_strict(names, kept, return_dtype=pl.UInt16).to_numpy()

    def relations(self) -> tuple[list[str], NDArray[np.uint8]]:
        """The relations in alphabetical order, and the place among them of each number.

        Raises:
            GraphFormatError: they are more than a graph can hold.
        """
        if len(self._relations) > _MOST_RELATIONS:
            raise GraphFormatError(
                f"it has {len(self._relations)} relations, more than a graph can hold here."
            )
        ordered = sorted(self._relations)
        places = {name: place for place, name in enumerate(ordered)}
        return ordered, np.array([places[name] for name in self._relations], dtype=np.uint8)

    def columns(self, relation_of: NDArray[np.uint8], node_of: Ints) -> tuple[NDArray[np.uint8], Ints, Ints]:
        """(n_rows,) each: relation, x and y, by what their numbers stand for; the batches are used up."""
        relation = np.empty(self.n_rows, dtype=np.uint8)
        x, y = (np.empty(self.n_rows, dtype=np.int32) for _ in range(2))
        end = self.n_rows
        while self._rows:
            rows = self._rows.pop()
            begin = end - len(rows.x)
            relation[begin:end] = relation_of[rows.relation]
            node_of.take(rows.x, out=x[begin:end])
            node_of.take(rows.y, out=y[begin:end])
            end = begin
        return relation, x, y

    def sharing_an_id(self, cells: pl.DataFrame) -> Iterator[tuple[Node, int]]:
        """The ends that share type, source and id with another, and in how many rows each stands."""
        shared = cells.with_row_index("at").filter(pl.struct("type", "source", "id").is_duplicated())
        if len(shared):
            sides = (side for rows in self._rows for side in (rows.x, rows.y))
            n_rows = np.zeros(len(cells), dtype=np.int64)
            for side in sides:
                n_rows += np.bincount(side, minlength=len(cells))
            for at, *texts in shared.select("at", *_CELLS).iter_rows():
                yield Node(*texts), int(n_rows[at])

    def cells(self) -> pl.DataFrame:
        """Type, name, id and source, by number."""
        return pl.concat(self._cells)


def _hash_of(side: str) -> pl.Expr:
    """Of the four cells of an end, each hashed with a seed of its own."""
    hashed = [pl.col(f"{side}_{cell}").hash(seed) for seed, cell in enumerate(_CELLS)]
    return functools.reduce(operator.xor, hashed).alias(side)


def _texts(rows: pl.DataFrame, is_x: NDArray[np.bool_]) -> pl.DataFrame:
    """Of each row the cells of one end."""
    first = pl.lit(pl.Series(is_x))
    cells = [pl.when(first).then(f"x_{cell}").otherwise(f"y_{cell}").alias(cell) for cell in _CELLS]
    return rows.select(cells)


def _check_nodes(path: Path, nodes: NodeTable) -> None:
    if len(nodes.names) > MOST_NODES:
        raise GraphFormatError(f"{path} has {len(nodes.names):,} nodes; at most {MOST_NODES:,} fit a walk.")
    longest = max((name for _, name in nodes.every_name()), key=len)
    if len(longest) > LONGEST_NAME:
        raise GraphFormatError(
            f"{path}: the name {longest[:40]!r}… has {len(longest):,} characters; at most {LONGEST_NAME:,} "
            "are expected."
        )


def _shown(cells: pl.DataFrame, known: Identities) -> pl.DataFrame:
    """The cells with the name that is shown; a name without an id is that node's, if it is no other's."""
    others = {(node.type, node.name) for each in known.several for node in each.met}
    ends = cells.with_row_index("at").filter(pl.col("name").is_in([name for _, name in others]))
    targets: defaultdict[tuple[str, str], set[Node]] = defaultdict(set)
    met = [(at, Node(*texts)) for at, *texts in ends.select("at", *_CELLS).iter_rows()]
    for _, node in met:
        if node.id:
            targets[node.type, node.name].add(known.shown(node))
    names = [
        (
            at,
            min(of_name).name
            if len(of_name := targets[node.type, node.name]) == 1
            else known.shown(node).name,
        )
        for at, node in met
    ]
    new = pl.DataFrame(names, schema={"at": pl.UInt32, "shown": pl.String}, orient="row")
    joined = cells.with_row_index("at").join(new, on="at", how="left", maintain_order="left")
    return joined.with_columns(pl.coalesce("shown", "name").alias("name")).select(_CELLS)


def _nodes(cells: pl.DataFrame, known: Identities) -> tuple[NodeTable, Ints]:
    """The nodes in the order of name, then type, and the node of each end.

    A node's id or source is the longest that the file has for it, of several the smallest: a gene may have
    two ids; a row that an extract was made of may lack it.
    """
    by_id, by_source = (_longest_first(cells, cell) for cell in ("id", "source"))
    is_first = by_id.select(pl.struct("name", "type").rle_id().diff().fill_null(1) > 0).to_series()
    node_of = np.empty(len(cells), dtype=np.int32)
    node_of[by_id["met"].to_numpy()] = is_first.cum_sum().to_numpy() - 1
    nodes = by_id.filter(is_first).with_columns(by_source.filter(is_first)["source"])
    names, types, ids, sources = (nodes[part].to_list() for part in ("name", "type", "id", "source"))
    others = {(each.shown.type, each.shown.name): each.others for each in known.several}
    also = {at: others[end] for at, end in enumerate(zip(types, names, strict=True)) if end in others}
    return NodeTable(names, types, ids, sources, also), node_of


def _longest_first(cells: pl.DataFrame, cell: str) -> pl.DataFrame:
    """In the order of the nodes, the longest of a cell first."""
    by = ["name", "type", -pl.col(cell).str.len_chars().cast(pl.Int64), cell]
    return cells.with_row_index("met").sort(by)
