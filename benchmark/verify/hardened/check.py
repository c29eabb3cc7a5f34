"""The whole check of a hardened benchmark."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.errors import BenchmarkError
from benchmark.json_text import parse_json
from benchmark.untrusted import read_regular_file
from benchmark.verify.across import check_without_graph
from benchmark.verify.hardened.counted import check_counts
from benchmark.verify.hardened.links import read_links
from benchmark.verify.hardened.options import HardenedCase, check_parent, check_texts, check_truth
from benchmark.verify.hardened.origins import Origin, node_from, read_origins
from benchmark.verify.hardened.paths import CompletionsOf, check_origin, check_paths
from benchmark.verify.lines import ItemLine, read_lines
from benchmark.verify.violation import Kind, Violation


@dataclass(frozen=True, slots=True)
class HardenedInputs:
    """What a hardened benchmark was made from, as far as it is at hand.

    Attributes:
        completions_of: the replies of a store by request key; None without a store.
    """

    kg: Path | None
    parent: Path | None
    completions_of: CompletionsOf | None = None


@dataclass(frozen=True, slots=True)
class HardenedFindings:
    """What was found, and how much was looked at."""

    violations: tuple[Violation, ...]
    n_rows: int
    unchecked: tuple[str, ...]


def check_hardened(
    directory: Path, manifest: Mapping[str, Any], lines: Sequence[ItemLine], given: HardenedInputs
) -> HardenedFindings:
    """Check every item against its parent, the graph and the store.

    Raises:
        BenchmarkError: parent or graph was not given, or cannot be read.
    """
    if given.kg is None or given.parent is None:
        raise BenchmarkError(
            f"{directory} is a hardened benchmark: pass its graph with --kg and the benchmark that it was "
            "made from with --parent; --store checks the writer's texts, too."
        )
    found = list(_check_files(directory, manifest, given.kg, given.parent))
    read = list(read_origins(directory / "provenance.jsonl"))
    origins = [each for each in read if isinstance(each, Origin)]
    found += [each for each in read if isinstance(each, Violation)]
    parents = {line.id: line for line in _parent_lines(given.parent)}
    cases, orphans = _cases(lines, parents, origins)
    links = read_links(given.kg, set(_names(cases)))
    settings = manifest.get("settings") if isinstance(manifest.get("settings"), dict) else {}
    arm = str((settings or {}).get("arm"))
    found += orphans
    for case in cases:
        found += [*check_parent(case), *check_texts(case), *check_truth(case, links)]
        found += [*check_paths(case, links), *check_origin(case, arm, given.completions_of)]
        found += _unverified(case, (settings or {}).get("unverified") == "flag")
    found += [*check_counts(manifest, origins, lines), *check_without_graph(lines)]
    return HardenedFindings(tuple(found), links.n_rows, tuple(_unchecked(cases, arm, given)))


def _check_files(directory: Path, manifest: Mapping[str, Any], kg: Path, parent: Path) -> Iterator[Violation]:
    noted = {
        "provenance.jsonl": (manifest.get("provenance"), directory / "provenance.jsonl"),
        "parent": ({"sha256": _in(manifest, "parent", "items_sha256")}, parent / "items.jsonl"),
        "kg": ({"sha256": _in(manifest, "inputs_sha256", "kg")}, kg),
    }
    for name, (entry, path) in noted.items():
        said = entry.get("sha256") if isinstance(entry, dict) else None
        if said != (has := _sha256(path)):
            what = f"the manifest says {str(said)[:12]}…, the file has {has[:12]}…"
            yield Violation(name, Kind.HASH_MISMATCH, what)


def _in(manifest: Mapping[str, Any], part: str, name: str) -> Any:
    held = manifest.get(part)
    return held.get(name) if isinstance(held, dict) else None


def _sha256(path: Path) -> str:
    if not path.is_file():
        return "missing"
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _parent_lines(directory: Path) -> Iterator[ItemLine]:
    try:
        if not isinstance(parse_json(read_regular_file(directory / "manifest.json")), dict):
            raise ValueError("its manifest.json must be a JSON object")
        yield from (line for line in read_lines(directory / "items.jsonl") if isinstance(line, ItemLine))
    except (OSError, ValueError) as error:
        raise BenchmarkError(f"--parent {directory} is not a benchmark: {error}.") from error


def _cases(
    lines: Sequence[ItemLine], parents: Mapping[str, ItemLine], origins: Sequence[Origin]
) -> tuple[list[HardenedCase], list[Violation]]:
    of_item = {origin.item: origin for origin in origins}
    cases, orphans = [], []
    for line in lines:
        parent, origin = parents.get(_parent_of(line)), of_item.get(line.id)
        if parent is None:
            orphans.append(Violation(line.id, Kind.PARENT_CHANGED, "no item of the parent has its id"))
        elif origin is None or origin.parent != parent.id:
            what = "provenance.jsonl has no entry for it, or names another parent"
            orphans.append(Violation(line.id, Kind.NOT_THE_WRITERS, what))
        else:
            cases.append(HardenedCase(line, parent, origin))
    return cases, orphans


def _parent_of(line: ItemLine) -> str:
    """The parent's id: noted where options are new, else what stands before the hash in the item's own."""
    noted = line.details.get("parent") if "harden" in line.details else None
    return noted if isinstance(noted, str) else line.id.rpartition("~")[0]


def _names(cases: Sequence[HardenedCase]) -> Iterator[str]:
    """Every name of which the file's rows must be known."""
    for case in cases:
        yield from case.line.options.values()
        asks = case.line.details.get("asks")
        if isinstance(asks, dict):
            yield str(asks.get("anchor", "")).split("|")[-1]
        for node in case.origin.nodes(case.origin.question) | case.origin.nodes(case.origin.key):
            yield node[1]
        for each in case.origin.chosen:
            path = each.get("path") or {}
            yield from (node_from(node)[1] for node in path.get("nodes", ()))
            yield from [node_from(each["node"])[1]] if each.get("node") else []


def _unverified(case: HardenedCase, flags: bool) -> Iterator[Violation]:
    for each in case.origin.chosen:
        if (each.get("node") is None or each.get("unverified")) and not flags:
            what = f"{each.get('text')!r}: the graph cannot tell whether it is wrong, so it had to be refused"
            yield Violation(case.line.id, Kind.UNVERIFIED_OPTION, what)


def _unchecked(cases: Sequence[HardenedCase], arm: str, given: HardenedInputs) -> Iterator[str]:
    flagged = sum(bool(each.get("unverified")) for case in cases for each in case.origin.chosen)
    if flagged:
        yield f"whether {flagged} unverified options are wrong (--unverified flag)"
    if arm != "graph" and given.completions_of is None:
        yield "whether the texts are the writer's (pass --store)"
