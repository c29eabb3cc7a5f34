"""From PrimeKG's file to a graph of links.

Node identity here is (type, name): it is what a model is shown, and published extracts lack ids of many
rows. What an id has under several names is one node, as `build/identity.py` says; here by ids alone.
"""

from collections import defaultdict
from pathlib import Path

import numpy as np
import polars as pl

from benchmark.build.graph import Node
from benchmark.build.identity import Identities, identities
from benchmark.build.rows import FileRows
from benchmark.errors import GraphFormatError
from benchmark.harden.graph import MOST_NODES, MOST_RELATIONS, Ints, LinkGraph, NodeTable, from_columns

_CELLS = ("type", "name", "id", "source")
LONGEST_NAME = 10_000  # characters; a guide counts each three of them. PrimeKG's longest has about 400


def read_graph(path: Path) -> LinkGraph:
    """The graph of a file with PrimeKG's twelve columns: all its rows, whatever their relation.

    Raises:
        GraphFormatError: it cannot be read, lacks a column, or a row is cut short; names the line.
    """
    rows = FileRows(path, _CELLS)
    if not len(rows.ends):
        raise GraphFormatError(f"{path} has no rows. Pass PrimeKG's kg.csv.")
    if len(rows.relations) > MOST_RELATIONS:
        raise GraphFormatError(
            f"{path} has {len(rows.relations)} relations, more than a graph can hold here."
        )
    known = identities(rows.sharing())
    nodes, node_of = _nodes(_shown(rows.ends, known), known)
    _check_nodes(path, nodes)
    relations = sorted(rows.relations)
    relation_of = np.array([relations.index(name) for name in rows.relations], dtype=np.uint8)
    batches = ((relation_of[each.relation], node_of[each.x], node_of[each.y]) for each in rows.batches)
    return from_columns(nodes, relations, sum(len(each.x) for each in rows.batches), batches)


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
