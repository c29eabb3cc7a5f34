"""The whole check of a benchmark folder: files, slice, every item, all items together."""

import csv
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.errors import BenchmarkError, NotABenchmark
from benchmark.verify.across import check_across
from benchmark.verify.checks import Reference, check_item
from benchmark.verify.facts import Graph, folded, read_graph
from benchmark.verify.leaks import BLOCKS, Texts, read_texts
from benchmark.verify.lines import Line, read_lines
from benchmark.verify.violation import Kind, Violation
from benchmark.verify.words import read_question


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a verification found.

    Attributes:
        kind: what the benchmark is: "mhgraphbench", "mentalbench" or "own".
        n_items: the items that could be read.
        n_rows: the rows of the graph file, or None if there is no graph to check against.
        violations: in the order of the items file, then those about several items.
        unchecked: what could not be checked, and what to pass so that it can.
    """

    kind: str
    n_items: int
    n_rows: int | None
    violations: tuple[Violation, ...]
    unchecked: tuple[str, ...]

    def by_kind(self) -> dict[Kind, int]:
        """How many violations of each kind were found, in the order of `Kind`."""
        counts = Counter(violation.kind for violation in self.violations)
        return {kind: counts[kind] for kind in Kind if counts[kind]}


def verify(
    directory: Path,
    kg: Path | None = None,
    disease_features: Path | None = None,
    drug_features: Path | None = None,
) -> Verdict:
    """Check a benchmark folder; a benchmark made from a graph needs that graph.

    Raises:
        NotABenchmark: the folder has no manifest or no items.
        BenchmarkError: the graph or a feature table cannot be read, or the graph was not given.
    """
    manifest = _manifest(directory)
    kind = str(manifest.get("kind"))
    read = list(read_lines(directory / "items.jsonl"))
    lines = [line for line in read if isinstance(line, Line)]
    found = [line for line in read if isinstance(line, Violation)]
    found += _files(directory, manifest)
    found += _counts(manifest, lines)
    if kind != "mhgraphbench":
        found += _without_graph(lines)
        return Verdict(kind, len(lines), None, tuple(found), ("no graph is behind this benchmark",))
    if kg is None:
        raise BenchmarkError(
            f"{directory} was made from a graph: pass it with --kg (or --sample for the sample)."
        )
    graph = read_graph(kg, _seeds(manifest), _names(lines))
    by_paper = manifest["settings"]["absent_from"] == "slice"
    reference = Reference(
        graph,
        graph.slice if by_paper else graph.file,
        _texts(lines, "drug", drug_features),
        _texts(lines, "disease", disease_features),
    )
    found += _inputs(
        manifest, {"kg": kg, "disease_features": disease_features, "drug_features": drug_features}
    )
    found += _slice(directory, graph)
    found += [violation for line in lines for violation in check_item(line, reference)]
    found += check_across(lines)
    return Verdict(kind, len(lines), graph.n_rows, tuple(found), _unchecked(lines, reference))


def _manifest(directory: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((directory / "manifest.json").read_text(encoding="utf-8"))
        if not (directory / "items.jsonl").is_file() or not isinstance(manifest, dict):
            raise ValueError("no items.jsonl, or no object in manifest.json")
    except (OSError, ValueError) as error:
        raise NotABenchmark(
            f"{directory} is not a benchmark: {error}. 'mhclient build' makes one."
        ) from error
    return manifest


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "missing"


def _files(directory: Path, manifest: Mapping[str, Any]) -> Iterator[Violation]:
    for part in ("items", "triples"):
        name = {"items": "items.jsonl", "triples": "triples.csv"}[part]
        noted = manifest.get(part)
        if noted and noted.get("sha256") != (found := _sha256(directory / name)):
            what = f"the manifest says {str(noted.get('sha256'))[:12]}…, the file has {found[:12]}…"
            yield Violation(name, Kind.HASH_MISMATCH, what)


def _inputs(manifest: Mapping[str, Any], given: Mapping[str, Path | None]) -> Iterator[Violation]:
    for name, path in given.items():
        noted = manifest.get("inputs_sha256", {}).get(name)
        if path is not None and noted and noted != (found := _digest(path)):
            what = f"the benchmark was made from {noted[:12]}…, this file is {found[:12]}…"
            yield Violation(name, Kind.HASH_MISMATCH, what)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _counts(manifest: Mapping[str, Any], lines: Sequence[Line]) -> Iterator[Violation]:
    counts = Counter(line.task for line in lines)
    for task, noted in manifest.get("tasks", {}).items():
        if noted.get("items") != counts[task]:
            what = f"the manifest says {noted.get('items')} items, the file has {counts[task]}"
            yield Violation(task, Kind.MANIFEST_WRONG, what)
    for task in counts.keys() - manifest.get("tasks", {}).keys():
        yield Violation(task, Kind.MANIFEST_WRONG, "the manifest does not have this task")


def _without_graph(lines: Sequence[Line]) -> Iterator[Violation]:
    """What holds for any benchmark: options that differ, ids that stand once."""
    seen: set[str] = set()
    for line in lines:
        if len({folded(text) for text in line.options.values()}) < len(line.options):
            yield Violation(line.id, Kind.TWO_RIGHT, "two options read the same")
        if line.id in seen:
            yield Violation(line.id, Kind.DUPLICATE_STEM, "the id stands more than once")
        seen.add(line.id)


def _seeds(manifest: Mapping[str, Any]) -> set[tuple[str, str]]:
    return {(name, node_id) for name, node_id in manifest["seeds"]["nodes"]}


def _names(lines: Sequence[Line]) -> Iterator[str]:
    """Every name an item asks about or offers."""
    for line in lines:
        said = read_question(line.task, line.question)
        yield from said.names.values() if said else ()
        if line.task == "EC":
            yield from line.options.values()


def _texts(lines: Sequence[Line], kind: str, path: Path | None) -> Texts | None:
    if path is None:
        return None
    indexes = {e.get("index", "") for line in lines for e in line.entities if e.get("type") == kind} - {""}
    columns = next(columns for _, role, columns in BLOCKS if role.startswith(kind))
    return read_texts(path, columns.values(), indexes)


def _slice(directory: Path, graph: Graph) -> Iterator[Violation]:
    """triples.csv against the slice around the seeds, worked out anew."""
    path = directory / "triples.csv"
    if not path.is_file():
        yield Violation("triples.csv", Kind.SLICE_DIFFERS, "the file is missing")
        return
    with path.open(encoding="utf-8", newline="") as file:
        noted = {(row["head_key"], row["relation"], row["tail_key"]) for row in csv.DictReader(file)}
    for triples, what in (
        (graph.keys - noted, "is not in triples.csv"),
        (noted - graph.keys, "is not in the slice"),
    ):
        for head, relation, tail in sorted(triples)[:20]:
            yield Violation("triples.csv", Kind.SLICE_DIFFERS, f"{head} –{relation}→ {tail} {what}")


def _unchecked(lines: Sequence[Line], reference: Reference) -> tuple[str, ...]:
    has_evidence = any(line.task.endswith("+E") for line in lines)
    missing = [
        flag
        for flag, texts in (
            ("--drug-features", reference.drug_texts),
            ("--disease-features", reference.disease_texts),
        )
        if has_evidence and texts is None
    ]
    return (f"evidence against the feature tables (pass {' and '.join(missing)})",) if missing else ()
