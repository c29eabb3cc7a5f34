"""Streaming passes over a knowledge graph file of any size, with polars.

All cells are strings: polars guesses no types; an empty cell is "", and "NA" or "nan" stay the text they
are. `survey` is what the whole file holds (one pass per side of the rows), `extract` the one-hop slice (one
pass). polars fills a row that is cut short with empty cells and says of a broken one only that there is one,
so a slow, exact look at the lines is taken where something is suspicious, and to name a line.
"""

import csv
import gzip
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

import polars as pl

from benchmark.build.graph import DISEASE, RELATIONS, USAGE, Node, Triple, fold, orient
from benchmark.build.identity import Identities, identities
from benchmark.build.seeds import Seed
from benchmark.errors import GraphFormatError
from benchmark.parquet import first_line
from benchmark.untrusted import check_regular_file


@dataclass(frozen=True, slots=True)
class GraphRow:
    """A row of the file that a task may rest on: its relation and its two nodes, as they stand."""

    relation: str
    x: Node
    y: Node


@dataclass(frozen=True, slots=True)
class Extraction:
    """What one pass over the file brings.

    Attributes:
        rows: every row of the seven relations that touches a seed, in file order. facts: those rows, and
        the others that link two nodes with names of the slice, as triples: what the file
            says beyond the slice about anything that is called so.
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


HEADER_MAX = 65_536  # characters


def open_text(path: Path) -> IO[str]:
    """The file as text, unzipped, without its byte order mark and with its line ends as they are."""
    check_regular_file(path)
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def header(path: Path) -> list[str]:
    """The cells of the first line.

    Raises:
        GraphFormatError: there is none, or lines end as polars cannot read them.
    """
    with open_text(path) as file:
        line = file.readline(HEADER_MAX)
    if len(line) == HEADER_MAX:
        raise GraphFormatError(f"{path}, line 1: longer than {HEADER_MAX:,} characters, no header is.")
    cells = next(csv.reader([line]), [])
    if not cells:
        raise GraphFormatError(
            f"{path} is empty. Pass PrimeKG's kg.csv, or `sample` for the packaged illustration."
        )
    if line.endswith("\r"):
        raise GraphFormatError(
            f"{path}, line 1: ends with a carriage return alone, as on old Macs. "
            "Save the file with line feeds (LF or CRLF)."
        )
    return cells


def count_blank_lines(path: Path) -> int:
    """How many lines hold nothing; every other row was found to have as many cells as the header.

    Raises:
        GraphFormatError: a row has more cells or fewer; names the line on which it begins.
    """
    n_blank = 0
    for line, row, width in _rows(path):
        if not row:
            n_blank += 1
        elif len(row) != width:
            raise GraphFormatError(
                f"{path}, line {line}: {len(row)} cell{'s' * (len(row) > 1)}, the header has {width}. "
                "The file is damaged or was cut off: check that the download is complete."
            )
    return n_blank


def line_of(path: Path, columns: Sequence[str], cells: Sequence[str]) -> int | None:
    """The line of the first row with these cells in these columns."""
    names = header(path)
    places = [names.index(column) for column in columns]
    for line, row, width in _rows(path):
        if len(row) == width and [row[place] for place in places] == list(cells):
            return line
    return None


def _rows(path: Path, *, strict: bool = False) -> Iterator[tuple[int, list[str], int]]:
    """Line on which a row begins, the row, and the number of cells of the header.

    Args:
        strict: whether a quote without an end is an error, as it may be for polars.
    """
    with open_text(path) as file:
        reader = csv.reader(file, strict=strict)
        width, began = len(next(reader, [])), reader.line_num + 1
        try:
            for row in reader:
                yield began, row, width
                began = reader.line_num + 1
        except (csv.Error, UnicodeDecodeError, zlib.error) as error:
            raise GraphFormatError(f"{path}, line {began}: cannot be read as a row: {error}.") from error


COLUMNS = tuple(
    ["relation", "display_relation"]
    + [f"{side}_{cell}" for side in "xy" for cell in ("index", "id", "type", "name", "source")]
)
_SIDES = list(COLUMNS[2:])
# A panic is no `Exception`: a damaged file breaks an assertion of polars.
_BROKEN = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
# Read for the whole file, not for the seeds alone: a pair of a drug and a disease that is no seed, or of two
# such diseases, can only be called absent after looking at all of them. Every other triple the tasks negate
# touches a seed, so the slice has it if the file has it.
WIDE = (*USAGE, "disease_disease")


def open_table(path: Path) -> pl.LazyFrame:
    """A lazy frame over a CSV (also gzipped) or Parquet file with PrimeKG's columns, all as strings.

    Raises:
        GraphFormatError: it cannot be read, or lacks one of the twelve columns.
    """
    try:
        check_regular_file(path)
        if path.suffix == ".parquet":
            found: Sequence[str] = pl.scan_parquet(path, glob=False).collect_schema().names()
        else:
            found = header(path)
    except (OSError, UnicodeDecodeError, csv.Error, EOFError, zlib.error, *_BROKEN) as error:
        raise GraphFormatError(f"{path} cannot be read as a table: {first_line(error)}.") from error
    missing = [column for column in COLUMNS if column not in found]
    if missing:
        raise GraphFormatError(
            f"{path} has no column {', '.join(map(repr, missing))}. "
            f"PrimeKG's kg.csv has these columns: {', '.join(COLUMNS)}."
        )
    if path.suffix == ".parquet":
        return pl.scan_parquet(path, glob=False).select(pl.col(COLUMNS).cast(pl.String).fill_null(""))
    return pl.scan_csv(path, infer_schema=False, empty_string_is_null=False, glob=False)


def extract(path: Path, seeds: Sequence[Seed], known: Identities = Identities()) -> Extraction:  # noqa: B008
    """The rows around the seeds, in one streaming pass; two where seeds are given by id alone.

    Args:
        known: the nodes of the file that stand under several names, as `survey` finds them.
    """
    table = open_table(path)
    is_seed = known.seed_test(seeds)
    other_names = [node.name for each in known.several if is_seed(each.shown) for node in each.met]
    touching = _touches(seeds, other_names, "x") | _touches(seeds, other_names, "y")
    # All columns are read: of a row with too many cells polars complains only if it reads to the row's end.
    query = table.filter(pl.col("relation").is_in(list(RELATIONS))).filter(
        touching | pl.col("relation").is_in(WIDE)
    )
    frame = collect_table(path, query, _AS_WRITTEN).select("relation", *_SIDES)
    found = _graph_rows(path, frame.filter(touching), known)
    rows = tuple(row for row in found if is_seed(row.x) or is_seed(row.y))
    seed_names = {
        end.name for row in rows for node in (row.x, row.y) if is_seed(node) for end in known.met(node)
    }
    sieved = {seed.name for seed in seeds} | set(other_names)
    others = _called(path, table, seed_names - sieved)
    return Extraction(rows, _facts(path, pl.concat([frame, others]), rows, known))


def _called(path: Path, table: pl.LazyFrame, names: Collection[str]) -> pl.DataFrame:
    """The rows around diseases called as a seed is, if its name was not given: the first sieve lacks them."""
    if not names:
        return pl.DataFrame(schema=dict.fromkeys(("relation", *_SIDES), pl.String))
    called_so = pl.col("x_name").is_in(list(names)) | pl.col("y_name").is_in(list(names))
    query = table.filter(pl.col("relation").is_in(list(RELATIONS))).filter(called_so)
    return collect_table(path, query, _AS_WRITTEN).select("relation", *_SIDES)


def _facts(path: Path, frame: pl.DataFrame, rows: Sequence[GraphRow], known: Identities) -> frozenset[Triple]:
    """What the file says about the names of the slice, be it in the slice or not."""
    nodes = {node for row in rows for node in (row.x, row.y)}
    names = list({end.name for node in nodes for end in known.met(node)})
    among = frame.filter(pl.col("x_name").is_in(names), pl.col("y_name").is_in(names))
    found = (
        orient(row.relation, row.x, row.y)
        for source in (rows, _graph_rows(path, among, known))
        for row in source
    )
    return frozenset(triple for triple in found if triple)


def _touches(seeds: Sequence[Seed], other_names: Sequence[str], side: str) -> pl.Expr:
    """A first sieve, by name or id alone; `seed_test` decides."""
    names = [*(seed.name for seed in seeds if seed.name), *other_names]
    ids = [seed.id for seed in seeds if not seed.name]
    named = pl.col(f"{side}_name").is_in(names) | pl.col(f"{side}_id").is_in(ids)
    return (pl.col(f"{side}_type") == DISEASE) & named


# Filters in the order they are written: pushed into the reader they become one, and the look at the names,
# which eight of a hundred rows need, is taken for all of them.
_AS_WRITTEN = pl.QueryOptFlags(predicate_pushdown=False)


def collect_table(
    path: Path, query: pl.LazyFrame, optimizations: pl.QueryOptFlags | None = None
) -> pl.DataFrame:
    """What a query over `open_table` brings, streamed; a row that is broken is named.

    Raises:
        GraphFormatError: the file cannot be read as a table.
    """
    try:
        return query.collect(engine="streaming", optimizations=optimizations or pl.QueryOptFlags())
    except (OSError, *_BROKEN) as error:
        _name_the_line(path, strict=True)
        raise GraphFormatError(
            f"{path} cannot be read as a table: {first_line(error)}. Check that the download is complete."
        ) from error


def _name_the_line(path: Path, *, strict: bool = False) -> None:
    """Raise with the line of a row that has too many or too few cells, if that is what is wrong."""
    if path.suffix != ".parquet":
        try:
            count_blank_lines(path)
            for _ in _rows(path, strict=strict):
                pass
        except (OSError, EOFError):
            return


def _graph_rows(path: Path, frame: pl.DataFrame, known: Identities) -> Iterator[GraphRow]:
    for relation, *cells in frame.iter_rows():
        x, y = known.shown(_node(cells[:5])), known.shown(_node(cells[5:]))
        if not all(map(str.strip, (x.name, x.type, y.name, y.type))):
            raise _nameless(path, relation, cells)
        yield GraphRow(relation, x, y)


def _node(cells: Sequence[str]) -> Node:
    index, node_id, node_type, name, source = cells
    return Node(node_type, name, node_id, source, index)


def _nameless(path: Path, relation: str, cells: Sequence[str]) -> GraphFormatError:
    """An index or id may be empty (published extracts lack some); a type or a name may not."""
    _name_the_line(path)
    columns = ["relation", *_SIDES]
    line = None if path.suffix == ".parquet" else line_of(path, columns, [relation, *cells])
    where = f"{path}, line {line}" if line else str(path)
    return GraphFormatError(
        f"{where}: a row of {relation!r} has an empty type or name, so nobody can say what it links: "
        f"{', '.join(cells)}. Remove the row or complete it."
    )


@dataclass(frozen=True)
class Survey:
    """What the whole file holds.

    Attributes:
        n_rows: its rows; blank lines are none.
        known: the nodes that it has under several names.
        linked_types: relation → the (x type, y type) its rows have, for the seven relations.
    """

    n_rows: int
    known: Identities
    linked_types: Mapping[str, frozenset[tuple[str, str]]]
    _ends: pl.DataFrame

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


def survey(path: Path) -> Survey:
    """Look at every row of the file; one pass per side of the rows.

    PrimeKG stores both directions, so that every node is some row's x; a user's file need not.

    Raises:
        GraphFormatError: it cannot be read, or a row anywhere in it is cut short.
    """
    table = open_table(path)
    x_ends = [pl.col(f"x_{cell}").alias(cell) for cell in _END]
    as_x = collect_table(path, table.group_by(x_ends).agg(pl.len(), _ENDS_EMPTY.sum().alias("odd")))
    y_ends = [pl.col(f"y_{cell}").alias(cell) for cell in _END]
    as_y = collect_table(path, table.group_by("relation", "x_type", *y_ends).agg(pl.len()))
    n_rows = int(as_x["len"].sum()) - (_blank_lines(path) if as_x["odd"].sum() else 0)
    types = as_y.select("relation", "x_type", "type").unique().rows()
    linked = {name: frozenset((x, y) for relation, x, y in types if relation == name) for name in RELATIONS}
    every = pl.concat([each.select(*_END, "len") for each in (as_x, as_y)])
    ends = every.group_by(_END).agg(pl.col("len").sum())
    return Survey(n_rows, identities(_sharing(ends)), linked, ends.select(_CELLS))


def _sharing(ends: pl.DataFrame) -> Iterator[tuple[Node, int]]:
    """The ends that share their id or their index with another, with their rows."""
    shared = pl.struct("type", "source", "id").is_duplicated() | pl.col("index").is_duplicated()
    for *cells, n_rows in ends.filter(shared).iter_rows():
        yield Node(*cells), n_rows


def _blank_lines(path: Path) -> int:
    return 0 if path.suffix == ".parquet" else count_blank_lines(path)


# The last cell is empty, or polars has filled up a row that is too short (a blank line is such a row).
_ENDS_EMPTY = pl.nth(-1) == ""
_CELLS = ["type", "name", "id", "source"]
_END = [*_CELLS, "index"]
