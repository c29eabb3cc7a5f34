"""What a whole graph file holds, and the one-hop slice around some seeds, after one pass over it."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from benchmark.build.graph import DISEASE, RELATIONS, Node, Triple, fold, orient
from benchmark.build.identity import identities
from benchmark.build.rows import FileRows
from benchmark.build.scan import first_of
from benchmark.build.seeds import Seed
from benchmark.errors import GraphFormatError


@dataclass(frozen=True, slots=True)
class GraphRow:
    """A row of the file that a task may rest on: its relation and its two nodes, as they stand."""

    relation: str
    x: Node
    y: Node


@dataclass(frozen=True, slots=True)
class Extraction:
    """The slice.

    Attributes:
        rows: every row of the seven relations that touches a seed, in any order.
        facts: those rows, and the others that link two nodes with names of the slice, as triples: what the
            file says beyond the slice about anything that is called so.
    """

    rows: tuple[GraphRow, ...]
    facts: frozenset[Triple]


def with_one_index(rows: Sequence[GraphRow]) -> list[GraphRow]:
    """The rows with one index per node wherever it stands: the smallest that is not empty.

    Where rows disagree, the order of rows must not decide which texts a node gets as evidence.
    """
    indexes: dict[Node, str] = {}
    for row in rows:
        for node in (row.x, row.y):
            known = indexes.get(node, "")
            indexes[node] = min(known, node.index) if known and node.index else known or node.index
    return [
        GraphRow(row.relation, replace(row.x, index=indexes[row.x]), replace(row.y, index=indexes[row.y]))
        for row in rows
    ]


def count_relations(rows: Sequence[GraphRow]) -> dict[str, int]:
    """Relation → rows, in the order of RELATIONS."""
    found = Counter(row.relation for row in rows)
    return {relation: found[relation] for relation in RELATIONS if found[relation]}


_CELLS = ["type", "name", "id", "source"]
_END = [*_CELLS, "index"]  # as `Node` has them


class Survey:
    """What a whole file holds.

    Attributes:
        n_rows: its rows; blank lines are none.
        known: the nodes that it has under several names.

    Raises:
        GraphFormatError: it cannot be read, or a row anywhere in it has too few cells or too many.
    """

    def __init__(self, path: Path) -> None:
        rows = FileRows(path, _END, all_columns=True)
        self.n_rows, self.known = rows.n_in_file, identities(rows.sharing())
        self._path, self._ends, self._relations = path, rows.ends, rows.relations
        of_seven = np.array([name in RELATIONS for name in rows.relations], dtype=bool)
        kept = ([column[of_seven[each.relation]] for column in each] for each in rows.batches)
        self._relation, self._x, self._y = map(np.concatenate, zip(*kept, strict=True))

    @cached_property
    def linked_types(self) -> dict[str, frozenset[tuple[str, str]]]:
        """Relation → the (x type, y type) its rows have, for the seven relations."""
        types = self._ends["type"]
        rows = pl.DataFrame({"relation": self._relation, "x": types[self._x], "y": types[self._y]})
        found: dict[str, set[tuple[str, str]]] = {name: set() for name in RELATIONS}
        for relation, x, y in rows.unique().iter_rows():
            found[self._relations[relation]].add((x, y))
        return {name: frozenset(pairs) for name, pairs in found.items()}

    def namesakes(self, names: Collection[str]) -> dict[str, tuple[Node, ...]]:
        """For each folded name, the nodes of the file that bear it, be it shown or not."""
        found: dict[str, set[Node]] = {name: set() for name in sorted(names)}
        for cells in self._ends.select(_CELLS).unique().iter_rows():
            if (folded := fold(cells[1])) in found:
                found[folded].add(self.known.shown(Node(*cells)))
        return {name: tuple(sorted(nodes)) for name, nodes in found.items()}

    def diseases(self) -> list[Node]:
        """Every disease, to say which names come near one that was not found."""
        ends = self._ends.filter(pl.col("type") == DISEASE).select(_CELLS).unique()
        return sorted(Node(*cells) for cells in ends.iter_rows())

    def extract(self, seeds: Sequence[Seed]) -> Extraction:
        """The rows around the seeds.

        Raises:
            GraphFormatError: a row has an empty type or name; names its line.
        """
        is_seed = self.known.seed_test(seeds)
        diseases = self._ends.with_row_index("at").filter(pl.col("type") == DISEASE)
        touched = np.zeros(len(self._ends), dtype=bool)
        touched[[at for at, *cells in diseases.iter_rows() if is_seed(self.known.shown(Node(*cells)))]] = True
        rows = tuple(self._rows(touched[self._x] | touched[self._y]))
        nodes = {node for row in rows for node in (row.x, row.y)}
        names = {end.name for node in nodes for end in self.known.met(node)}
        named = self._ends["name"].is_in(list(names)).to_numpy()
        oriented = (orient(row.relation, row.x, row.y) for row in self._rows(named[self._x] & named[self._y]))
        return Extraction(rows, frozenset(triple for triple in oriented if triple))

    def _rows(self, where: NDArray[np.bool_]) -> Iterator[GraphRow]:
        """Some rows of the seven relations, each node by the name that is shown."""
        relation, x, y = (column[where] for column in (self._relation, self._x, self._y))
        places = np.unique(np.concatenate([x, y]))
        cells = dict(zip(places.tolist(), self._ends[places].iter_rows(), strict=True))
        rows = list(zip(relation.tolist(), x.tolist(), y.tolist(), strict=True))
        blank = {at for at, (kind, name, *_) in cells.items() if not (kind.strip() and name.strip())}
        if blank:
            refused = {(self._relations[of], *cells[x], *cells[y]) for of, x, y in rows if {x, y} & blank}
            raise _nameless(self._path, refused)
        shown = {at: self.known.shown(Node(*each)) for at, each in cells.items()}
        for of, one, other in rows:
            yield GraphRow(self._relations[of], shown[one], shown[other])


def _nameless(path: Path, rows: set[tuple[str, ...]]) -> GraphFormatError:
    """An index or id may be empty (published extracts lack some); a type or a name may not."""
    columns = ["relation", *(f"{side}_{cell}" for side in "xy" for cell in _END)]
    found = None if path.suffix == ".parquet" else first_of(path, columns, rows)
    line, (relation, *cells) = found or (None, min(rows))
    where = f"{path}, line {line}" if line else str(path)
    return GraphFormatError(
        f"{where}: a row of {relation!r} has an empty type or name, so nobody can say what it links: "
        f"{', '.join(cells)}. Remove the row or complete it."
    )
