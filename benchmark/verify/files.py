"""The files of a benchmark and those it was made from: hashes, the slice, the seeds; and the manifest: every
part that must be there, and every figure worked out anew.
"""

import csv
import hashlib
import os
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from benchmark.errors import ItemFormatError, NotABenchmark, SeedError
from benchmark.kinds import BenchmarkKind
from benchmark.nearest import nearest_benchmark
from benchmark.untrusted import bounded_lines, parse_json, read_regular_file
from benchmark.verify.lines import ItemLine, Kind, Violation
from benchmark.verify.reading import Graph, NodeId

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


# Part → what it must hold, by the type of each value; for a benchmark that was made from a graph.
_PARTS: Mapping[str, Mapping[str, type | tuple[type, ...]]] = {
    "items": {"count": int, "sha256": str},
    "triples": {"count": int, "sha256": str},
    "inputs_sha256": {"kg": str, "seeds": str},
    "settings": {"tasks": list, "sizes": dict, "options": dict, "absent_from": str, "multi_usage": str},
    "seeds": {"given": int, "without_edges": list, "nodes": list},
    "slice": {"rows": int, "triples": int, "entities": int},
    "file": {"rows": int},
    "tasks": {},
}


def read_manifest(directory: Path) -> dict[str, Any]:
    """The manifest as it stands.

    Raises:
        NotABenchmark: there is none, it is no JSON object, or there are no items beside it.
    """
    if not directory.is_dir():
        todo = nearest_benchmark(directory) or "'mhclient build' makes a benchmark."
        raise NotABenchmark(f"{directory} is not a folder. {todo}")
    try:
        manifest = parse_json(read_regular_file(directory / "manifest.json"))
        if not (directory / "items.jsonl").is_file() or not isinstance(manifest, dict):
            raise ValueError("no items.jsonl, or no object in manifest.json")
    except (OSError, ValueError) as error:
        raise NotABenchmark(
            f"{directory} is not a benchmark: {error}. 'mhclient build' makes one."
        ) from error
    return manifest


def missing_parts(manifest: Mapping[str, Any]) -> list[str]:
    """What the manifest lacks, or has as something else than it must be."""
    if (kind := BenchmarkKind.of(manifest)) is None:
        return [f"kind is {manifest.get('kind')!r}, not one of {', '.join(BenchmarkKind)}"]
    from_graph = kind.from_graph
    parts = _PARTS if from_graph else {"items": _PARTS["items"], "tasks": {}}
    found = [
        f"{part} is missing or incomplete"
        for part, fields in parts.items()
        if not _is_object(manifest.get(part), fields)
    ]
    if not found and not all(isinstance(noted, dict) for noted in manifest["tasks"].values()):
        found.append("tasks does not map tasks to their figures")
    if from_graph and not isinstance(manifest.get("seed"), int):
        found.append("seed is missing")
    if from_graph and not found and manifest["settings"]["absent_from"] not in ("graph", "slice"):
        found.append("settings does not say where a denied fact is absent from, graph or slice")
    if from_graph and not found and manifest["settings"]["multi_usage"] not in ("exclude", "ask"):
        found.append("settings does not say whether pairs in several relations are asked, exclude or ask")
    if from_graph and not found and not _are_pairs(manifest["seeds"]["nodes"]):
        found.append("seeds does not list its nodes by name and id")
    return found


def _is_object(value: object, fields: Mapping[str, type | tuple[type, ...]]) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(name), kind) for name, kind in fields.items())


def _are_pairs(nodes: Sequence[object]) -> bool:
    return all(isinstance(node, list) and [type(cell) for cell in node] == [str, str] for node in nodes)


def check_tasks(manifest: Mapping[str, Any], lines: Sequence[ItemLine]) -> Iterator[Violation]:
    """The figures of each task against its items."""
    by_task: defaultdict[str, list[ItemLine]] = defaultdict(list)
    for line in lines:
        by_task[line.task].append(line)
    if (count := manifest["items"]["count"]) != len(lines):
        yield _wrong("items", "count", count, len(lines))
    for task, noted in manifest["tasks"].items():
        for name, figure in _figures(by_task[task]).items():
            if noted.get(name) != figure:
                yield _wrong(task, name, noted.get(name), figure)
    for task in by_task.keys() - manifest["tasks"].keys():
        yield Violation(task, Kind.MANIFEST_WRONG, "the manifest does not have this task")


def _figures(lines: Sequence[ItemLine]) -> dict[str, Any]:
    texts = Counter(line.options[letter] for line in lines for letter in line.gold)
    relations = Counter(line.relation or "none" for line in lines)
    denied = [line.details["absent_from_file"] for line in lines if "absent_from_file" in line.details]
    return {
        "items": len(lines),
        "gold_letters": dict(Counter(letter for line in lines for letter in line.gold)),
        "gold_texts": dict(texts) if len(texts) <= 10 else None,
        "by_relation": dict(relations) if any(line.relation for line in lines) else None,
        "negatives": {"items": len(denied), "absent_from_file": denied.count(True)} if denied else None,
        "with_near_twins": sum("near_twins" in line.details for line in lines) or None,
    }


def check_settings(manifest: Mapping[str, Any]) -> Iterator[Violation]:
    """Tasks and sizes as the settings ask for them."""
    settings, tasks = manifest["settings"], manifest["tasks"]
    if list(tasks) != settings["tasks"]:
        yield _wrong("settings", "tasks", settings["tasks"], list(tasks))
    for task, noted in tasks.items():
        wanted = settings["sizes"].get(task)
        if noted.get("asked_for") != (wanted or "all"):
            yield _wrong(task, "asked_for", noted.get("asked_for"), wanted or "all")
        if isinstance(wanted, int) and isinstance(noted.get("items"), int) and noted["items"] > wanted:
            yield _wrong(task, "items", noted["items"], f"at most {wanted}")
        if isinstance(wanted, int) and noted.get("items") != wanted and not noted.get("fewer_because"):
            yield Violation(
                task, Kind.MANIFEST_WRONG, "there are fewer items than asked for, without a reason"
            )


def check_slice(manifest: Mapping[str, Any], graph: Graph) -> Iterator[Violation]:
    """The figures of file and slice against the graph."""
    types = Counter(node[0] for node in graph.nodes.values())
    figures = {
        "rows": sum(graph.rows.values()),
        "rows_by_relation": dict(graph.rows),
        "triples": len(graph.triples),
        "triples_by_relation": dict(graph.triples_by_relation),
        "entities": len(graph.nodes),
        "entities_by_type": dict(types),
    }
    for name, figure in figures.items():
        if manifest["slice"].get(name) != figure:
            yield _wrong("slice", name, manifest["slice"].get(name), figure)
    yield from _several_names(manifest, graph)
    if manifest["file"]["rows"] != graph.n_rows:
        yield _wrong("file", "rows", manifest["file"]["rows"], graph.n_rows)
    if manifest["triples"]["count"] != len(graph.triples):
        yield _wrong("triples", "count", manifest["triples"]["count"], len(graph.triples))


def _several_names(manifest: Mapping[str, Any], graph: Graph) -> Iterator[Violation]:
    """Nodes with several names are one entity each; earlier versions made an entity of each name."""
    noted = manifest.get("one_node_under_several_names")
    noted = noted if isinstance(noted, dict) else {}
    if (said := noted.get("nodes_of_the_file", 0)) != graph.n_several_names:
        yield _wrong("file", "nodes under several names", said, graph.n_several_names)
    found = [["|".join(node), list(names)] for node, names in graph.several_names.items()]
    listed = noted.get("nodes_of_the_slice")
    listed = listed if isinstance(listed, list) else []
    for key, names in (each for each in found if each not in listed):
        what = f"{key} stands as {', '.join(map(repr, names))}, too: one entity, not listed in the manifest"
        yield Violation("slice", Kind.MANIFEST_WRONG, what)
    for each in (each for each in listed if each not in found):
        yield Violation(
            "slice", Kind.MANIFEST_WRONG, f"the file has no such node under several names: {each!r:.200}"
        )


def _wrong(where: str, name: str, noted: object, found: object) -> Violation:
    return Violation(
        where, Kind.MANIFEST_WRONG, f"{name} is {noted!r} in the manifest, but {found!r} is found"
    )
