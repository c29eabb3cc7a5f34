"""From PrimeKG's file to a graph of links: one streaming pass with polars, cells as numbers.

Node identity here is (type, name): it is what a model is shown, and published extracts lack ids of many rows.
"""

from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from benchmark.build.graph_text import count_blank_lines
from benchmark.build.scan import collect_table, open_table
from benchmark.errors import GraphFormatError
from benchmark.harden.graph import LinkGraph, NodeTable, from_columns

_CELLS = ("type", "name", "id", "source")
_COLUMNS = ["relation", *(f"{side}_{cell}" for side in "xy" for cell in _CELLS)]


def read_graph(path: Path) -> LinkGraph:
    """The graph of a file with PrimeKG's twelve columns: all its rows, whatever their relation.

    Raises:
        GraphFormatError: it cannot be read, lacks a column, or a row is cut short; names the line.
    """
    frame = _numbered(path)
    types, names = _texts(frame, "x_type", "y_type"), _texts(frame, "x_name", "y_name")
    codes = [_codes(frame, side, len(names)) for side in "xy"]  # (n_rows,): type × len(names) + name
    present = np.zeros(len(types) * len(names), dtype=bool)
    present[codes[0]] = present[codes[1]] = True
    nodes = sorted(
        np.flatnonzero(present).tolist(), key=lambda c: (names[c % len(names)], types[c // len(names)])
    )
    number = np.zeros(len(present), dtype=np.int64)
    number[nodes] = np.arange(len(nodes))
    x, y = number[codes[0]], number[codes[1]]
    table = NodeTable(
        [names[code % len(names)] for code in nodes],
        [types[code // len(names)] for code in nodes],
        _longest(frame, "id", (x, y), len(nodes)),
        _longest(frame, "source", (x, y), len(nodes)),
    )
    return from_columns(table, _texts(frame, "relation"), _physical(frame["relation"]), x, y)


def _numbered(path: Path) -> pl.DataFrame:
    """The columns that count, each cell the number of its text: a fifth of the memory that texts take."""
    kinds = {name: pl.Categorical(pl.Categories.random()) for name in ("relation", *_CELLS)}
    cells = [pl.col(column).cast(kinds[column.split("_")[-1]]) for column in _COLUMNS]
    frame = collect_table(path, open_table(path).select(*cells, cut=pl.nth(-1) == ""))
    if frame["cut"].any():  # a row cut short ends so; so may a row that is whole, and a blank line
        if path.suffix != ".parquet":
            count_blank_lines(path)
        frame = frame.filter(pl.col("relation").cast(pl.String) != "")
    if not len(frame):
        raise GraphFormatError(f"{path} has no rows. Pass PrimeKG's kg.csv.")
    return frame


def _physical(cells: pl.Series) -> NDArray[np.int64]:
    return cells.to_physical().to_numpy().astype(np.int64)


def _texts(frame: pl.DataFrame, *columns: str) -> list[str]:
    """Number → text, for columns that are numbered together."""
    both = pl.concat([frame[column].unique().alias("text") for column in columns]).unique()
    numbers = _physical(both)
    found = [""] * (int(numbers.max()) + 1)
    for number, text in zip(numbers.tolist(), both.cast(pl.String).to_list(), strict=True):
        found[number] = text
    return found


def _codes(frame: pl.DataFrame, side: str, n_names: int) -> NDArray[np.int64]:
    return _physical(frame[f"{side}_type"]) * n_names + _physical(frame[f"{side}_name"])


def _longest(
    frame: pl.DataFrame, cell: str, nodes: tuple[NDArray[np.int64], NDArray[np.int64]], n: int
) -> list[str]:
    """Each node's id or source: the longest that the file has for it, of several the smallest.

    A gene may have two ids; a row that an extract was made of may lack it.
    """
    texts = _texts(frame, f"x_{cell}", f"y_{cell}")
    columns = (_physical(frame[f"x_{cell}"]), _physical(frame[f"y_{cell}"]))
    one = np.zeros(n, dtype=np.int64)  # of each node one of its texts; rows that have another one are few
    for ends, numbers in zip(nodes, columns, strict=True):
        one[ends] = numbers
    found = [texts[number] for number in one.tolist()]
    for ends, numbers in zip(nodes, columns, strict=True):
        others = np.flatnonzero(one[ends] != numbers)
        for node, number in set(zip(ends[others].tolist(), numbers[others].tolist(), strict=True)):
            found[node] = min((found[node], texts[number]), key=lambda each: (-len(each), each))
    return found
