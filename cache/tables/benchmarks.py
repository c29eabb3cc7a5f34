"""Benchmarks: their items as the store keeps them, so that a run needs no folder."""

import hashlib
import zlib
from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import Any

from cache.cells import HINT
from cache.errors import StoreCorrupt
from cache.key import canonical_json
from cache.rows import BenchmarkItem, BenchmarkRow
from cache.tables.table import TableGroup


class Benchmarks(TableGroup):
    """Benchmarks and their items."""

    def add(
        self,
        *,
        digest: str,
        name: str,
        manifest: Mapping[str, Any],
        items: Iterable[tuple[str, str, str]],
        triples: bytes | None,
    ) -> bool:
        """Keep a benchmark's items, so that a report needs nothing but the store; whether they are new here.

        Args:
            digest: SHA-256 of the items file.
            items: (item id, task, line of the file) in the file's order.
            triples: the graph slice as CSV, if the benchmark has one.

        Raises:
            StoreCorrupt: as `refuse_changed`.
        """
        known = self._connection.execute("SELECT 1 FROM benchmarks WHERE digest = ?", (digest,)).fetchone()
        if known is None:
            packed = None if triples is None else zlib.compress(triples)
            self._connection.execute(
                "INSERT INTO benchmarks VALUES (?, ?, 0, ?, ?)",
                (digest, name, canonical_json(manifest), packed),
            )
            rows = ((digest, position, *item) for position, item in enumerate(items))
            count = self._connection.executemany("INSERT INTO items VALUES (?, ?, ?, ?, ?)", rows).rowcount
            self._connection.execute(
                "UPDATE benchmarks SET n_items = ? WHERE digest = ?", (max(count, 0), digest)
            )
        elif self.find_change(digest) is not None and self._differ(digest, items):
            self.refuse_changed(digest)
        return known is None

    def _differ(self, digest: str, items: Iterable[tuple[str, str, str]]) -> bool:
        """Whether the store's items are others than the file's, whose digest is of empty lines, too."""
        stored = self._tuples(
            "SELECT item_id, task, body FROM items WHERE benchmark = ? ORDER BY position", (digest,)
        )
        return any(mine != tuple(theirs or ()) for mine, theirs in zip_longest(stored, items))

    def get_digests(self) -> list[str]:
        """The digest of every benchmark."""
        return [digest for (digest,) in self._connection.execute("SELECT digest FROM benchmarks")]

    def find_change(self, digest: str) -> str | None:
        """How a benchmark's items differ from those that its digest is of; None where they do not."""
        rows = self._tuples(
            "SELECT position, CAST(char(10) || body AS BLOB) FROM items WHERE benchmark = ? "
            "ORDER BY position",
            (digest,),
        )
        found = hashlib.sha256()
        for expected, (position, line) in enumerate(rows):
            if position != expected:  # what follows has lost its place
                break
            found.update(line if expected else line[1:])
        without_end = found.hexdigest()  # as some editors leave a file
        found.update(b"\n")
        if digest in (found.hexdigest(), without_end):
            return None
        return (
            f"the items of benchmark {str(digest)[:12]} have the SHA-256 {found.hexdigest()[:12]}: they were "
            "changed, or are not all there"
        )

    def refuse_changed(self, digest: str) -> None:
        """Refuse items that others have put in a benchmark's place: nothing is asked or scored by them.

        Raises:
            StoreCorrupt: they are not those that its digest is of.
        """
        if (change := self.find_change(digest)) is not None:
            raise StoreCorrupt(f"{self._connection.path}: {change}. Use another `store`; {HINT}.")

    def get(self, digest: str) -> BenchmarkRow:
        """What the store holds of a benchmark besides its items.

        Raises:
            StoreCorrupt: it is not there, or damaged.
        """
        found = self._connection.execute(
            "SELECT name, manifest, triples FROM benchmarks WHERE digest = ?", (digest,)
        ).fetchone()
        if found is None:
            raise StoreCorrupt(f"{self._connection.path}: benchmark {digest[:12]} is not there. {HINT}.")
        name, manifest, triples = found
        return BenchmarkRow(
            digest,
            name,
            self._object(manifest, f"the manifest of benchmark {name}"),
            triples and self._unpack(triples, f"the triples of benchmark {name}"),
        )

    def count_items(self, digest: str) -> dict[str, int]:
        """How many items each task of a benchmark has, in the file's order."""
        rows = self._connection.execute(
            "SELECT task, count(*) FROM items WHERE benchmark = ? GROUP BY task ORDER BY min(position)",
            (digest,),
        )
        return {row[0]: row[1] for row in rows}

    def read_items(self, digest: str, *, after: int = -1, limit: int = 1_000) -> list[BenchmarkItem]:
        """The next items of a benchmark, in the file's order."""
        rows = self._connection.execute(
            "SELECT position, item_id, task, body FROM items WHERE benchmark = ? AND position > ? "
            "ORDER BY position LIMIT ?",
            (digest, after, limit),
        )
        items = [BenchmarkItem(*row) for row in rows]
        for item in items:
            self._check_line(item.body, item.item_id)
        return items
