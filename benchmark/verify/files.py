"""The files of a benchmark and those it was made from: hashes, the slice, the seeds."""

import csv
import hashlib
import os
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from benchmark.errors import ItemFormatError, SeedError
from benchmark.untrusted import bounded_lines
from benchmark.verify.facts import Graph, NodeId
from benchmark.verify.violation import Kind, Violation

SHOWN = 20  # of many triples or seeds that differ, so many are named


@dataclass(frozen=True, slots=True)
class Inputs:
    """The files a benchmark was made from, as far as they are at hand.

    Attributes:
        parent: of a hardened benchmark, the folder of the one it was made from.
        mentalkg: of generated cases, the folder of the diagnosis graph that they were made from.
    """

    kg: Path | None = None
    seeds: Path | None = None
    disease_features: Path | None = None
    drug_features: Path | None = None
    parent: Path | None = None
    mentalkg: Path | None = None

    def __post_init__(self) -> None:
        """A program may give a file as text."""
        for each in fields(self):
            if isinstance(given := getattr(self, each.name), str | os.PathLike):
                object.__setattr__(self, each.name, Path(given))

    def by_name(self) -> dict[str, Path | None]:
        """As the manifest calls them."""
        return {
            "kg": self.kg,
            "seeds": self.seeds,
            "disease_features": self.disease_features,
            "drug_features": self.drug_features,
        }


NO_INPUTS = Inputs()


def check_files(directory: Path, manifest: Mapping[str, Any]) -> Iterator[Violation]:
    """items.jsonl and triples.csv against their hashes."""
    for part, name in (("items", "items.jsonl"), ("triples", "triples.csv")):
        noted = manifest.get(part)
        if isinstance(noted, dict) and noted.get("sha256") != (found := _sha256(directory / name)):
            what = f"the manifest says {str(noted.get('sha256'))[:12]}…, the file has {found[:12]}…"
            yield Violation(name, Kind.HASH_MISMATCH, what)


def check_inputs(manifest: Mapping[str, Any], given: Inputs) -> Iterator[Violation]:
    """The files given against the hashes of those the benchmark was made from."""
    for name, path in given.by_name().items():
        noted = manifest["inputs_sha256"].get(name)
        if path is not None and noted is None:
            yield Violation(name, Kind.HASH_MISMATCH, "the benchmark was made without such a file")
        elif path is not None and noted != (found := _sha256(path)):
            what = f"the benchmark was made from {str(noted)[:12]}…, this file is {found[:12]}…"
            yield Violation(
                name, Kind.HASH_MISMATCH, f"{what} (in another format the same table has another)"
            )


def _sha256(path: Path) -> str:
    if not path.is_file():
        return "missing"
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check_triples(directory: Path, graph: Graph) -> Iterator[Violation]:
    """triples.csv against the slice around the seeds, worked out anew."""
    if not (directory / "triples.csv").is_file():
        yield Violation("triples.csv", Kind.SLICE_DIFFERS, "the file is missing")
        return
    noted = {(row["head_key"], row["relation"], row["tail_key"]) for row in triple_rows(directory)}
    for triples, what in (
        (graph.keys - noted, "is not in triples.csv"),
        (noted - graph.keys, "is not in the slice"),
    ):
        for head, relation, tail in sorted(triples)[:SHOWN]:
            yield Violation("triples.csv", Kind.SLICE_DIFFERS, f"{head} –{relation}→ {tail} {what}")


def triple_rows(directory: Path) -> Iterator[dict[str, str]]:
    """The rows of triples.csv; a cell that is not there is empty.

    Raises:
        ItemFormatError: it cannot be read as a table.
    """
    path = directory / "triples.csv"
    names = ("relation", "head_key", "tail_key", "head_name", "tail_name")
    if not path.is_file():
        return
    try:
        with path.open(encoding="utf-8", errors="replace", newline="") as file:
            rows = csv.DictReader(bounded_lines(file), restval="")
            for row in rows:
                yield {name: row.get(name) or "" for name in names}
    except OSError as error:
        raise ItemFormatError(f"{path} cannot be read as a table: {error}.") from error
    except csv.Error as error:
        raise ItemFormatError(f"{path}, line {rows.line_num}: no line of a table: {error}.") from error


def check_seeds(
    path: Path, noted: Collection[tuple[str, str]], diseases: Collection[tuple[NodeId, NodeId]]
) -> Iterator[Violation]:
    """The manifest's seed nodes against the seed list: neither more nor fewer than the list means.

    Args:
        diseases: each as a row has it, and as it is shown.

    Raises:
        SeedError: the list cannot be read.
    """
    by_name: defaultdict[str, set[str]] = defaultdict(set)
    for name, node_id in _seed_lines(path):
        by_name[name].add(node_id)
    meant = {
        (shown[3], shown[2])
        for (_, _, node_id, name), shown in diseases
        if (node_id and node_id in by_name[""])
        or any(not given or not node_id or given == node_id for given in by_name[name])
    }
    for nodes, what in ((meant - set(noted), "is a seed by the list, not by the manifest"),
                        (set(noted) - meant, "is a seed by the manifest, not by the list")):  # fmt: skip
        for name, node_id in sorted(nodes)[:SHOWN]:
            yield Violation("seeds", Kind.SEEDS_WRONG, f"{name!r} (id {node_id!r}) {what}")


def _seed_lines(path: Path) -> set[tuple[str, str]]:
    """(name, id) of each line, empty where the list does not say."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.reader(file)
            header = [cell.strip().lower().removeprefix("node_") for cell in next(rows, [])]
            cells = [dict(zip(header, map(str.strip, row), strict=False)) for row in rows]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise SeedError(f"{path} cannot be read as a seed list: {error}.") from error
    return {(row.get("name", ""), row.get("id", "")) for row in cells} - {("", "")}
