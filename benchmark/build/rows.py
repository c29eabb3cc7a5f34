"""All rows of a graph file as numbers: relation and two ends, with the texts of each end once.

One streaming pass with polars, which knows an end by a hash of its cells, of 64 bits: among PrimeKG's 130,000
nodes two of one hash are less likely than one in a thousand million.

Hashes come in batches, and equal ones get the same number, counted from 0 as they are met. Each has a slot
in two tables, by other bits of it in each, where it is nearly always found without sorting. What shares both
slots with another is looked up in a dictionary, as is what was never met.
"""

import functools
import operator
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from benchmark.build.graph import Node
from benchmark.build.scan import collect_table, count_blank_lines, open_table

Hashes: TypeAlias = NDArray[np.uint64]
Ints: TypeAlias = NDArray[np.int32]
Places: TypeAlias = NDArray[np.int64]

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


class RowNumbers(NamedTuple):
    """Some rows as numbers, (n,) each."""

    relation: NDArray[np.uint16]
    x: Ints
    y: Ints


_NOTHING = pl.DataFrame(schema={"none": pl.Boolean})


class FileRows:
    """The rows of a file with PrimeKG's twelve columns, in any order.

    Args:
        cells: of an end, those by which ends differ.
        all_columns: read these, too; else polars does not see that a row has too many cells.

    Attributes:
        n_in_file: rows; blank lines are none.
        relations, ends: by number; of an end its cells.
        batches: all rows that have a text in them; at least one batch.

    Raises:
        GraphFormatError: it cannot be read, lacks a column, or a row is cut short; names the line.
    """

    def __init__(self, path: Path, cells: Sequence[str], *, all_columns: bool = False) -> None:
        self._cells, self._lock, self._numbers = cells, threading.Lock(), HashNumbers()
        self._n_met, self._some_cut = 0, False
        none = np.zeros(0, dtype=np.int32)
        self.batches = [RowNumbers(none.astype(np.uint16), none, none)]
        ends = self._ends = [pl.DataFrame(schema=dict.fromkeys(cells, pl.String))]
        relations = pl.Categories.random(physical=pl.UInt16)

        sides = [f"{side}_{cell}" for side in "xy" for cell in cells]
        texts = pl.exclude("relation") if all_columns else pl.col(sides)
        # The last cell is empty, or polars has filled up a short row; a blank line is such a row.
        cut = (pl.nth(-1) == "").alias("is cut")
        query = open_table(path).select(
            pl.col("relation").cast(pl.Categorical(relations)),
            texts,
            self._hash_of("x"),
            self._hash_of("y"),
            cut,
        )
        # Several threads of polars call `_add`.
        collect_table(path, query.map_batches(self._add, schema=_NOTHING.schema, streamable=True))
        n_blank = count_blank_lines(path) if self._some_cut and path.suffix != ".parquet" else 0
        self.n_in_file = self._n_met - n_blank
        self.relations: list[str] = relations.to_series().to_list()
        self.ends = pl.concat(ends)

    def _hash_of(self, side: str) -> pl.Expr:
        """Of the cells of an end, each hashed with a seed of its own."""
        hashed = [pl.col(f"{side}_{cell}").hash(seed) for seed, cell in enumerate(self._cells)]
        return functools.reduce(operator.xor, hashed).alias(f"hash of {side}")

    def _add(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Keep rows as numbers, without blank lines; nothing goes on to polars."""
        n_met = len(rows)
        if cut := rows["is cut"].any():
            rows = rows.filter(~pl.col("is cut") | (pl.col("relation") != ""))
        hashes = np.concatenate([rows[f"hash of {side}"].to_numpy() for side in "xy"])
        with self._lock:
            numbers, new = self._numbers.numbered(hashes)
            if len(new):
                self._ends.append(self._texts(rows[new % len(rows)], new < len(rows)))
            self.batches.append(RowNumbers(rows["relation"].to_physical().to_numpy(), *np.split(numbers, 2)))
            self._n_met += n_met
            self._some_cut |= cut
        return _NOTHING

    def _texts(self, rows: pl.DataFrame, is_x: NDArray[np.bool_]) -> pl.DataFrame:
        """Of each row the cells of one end."""
        first = pl.lit(pl.Series(is_x))
        return rows.select(
            pl.when(first).then(f"x_{cell}").otherwise(f"y_{cell}").alias(cell) for cell in self._cells
        )

    def sharing(self) -> Iterator[tuple[Node, int]]:
        """The ends that share type, source and id with another, or an index; in how many rows each stands."""
        shared = pl.struct("type", "source", "id").is_duplicated()
        if "index" in self._cells:
            shared |= pl.col("index").is_duplicated()
        found = self.ends.with_row_index("at").filter(shared)
        if len(found):
            n_rows = np.zeros(len(self.ends), dtype=np.int64)
            for _, x, y in self.batches:
                for side in (x, y):
                    n_rows += np.bincount(side, minlength=len(n_rows))
            for at, *cells in found.iter_rows():
                yield Node(*cells), int(n_rows[at])
