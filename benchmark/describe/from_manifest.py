"""What a benchmark was made from, as sheets: the slice of the graph, what was left out, and the inputs.

The slice's rows are read beside the manifest, to say which entities stand in most triples.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from benchmark.describe.sheet import Cell, Sheet
from benchmark.folder import read_triples

DISEASE = "disease"
TOP_ENTITIES = 15  # as many as the paper's appendix lists


def read_incidence(path: Path) -> Counter[tuple[str, str]]:
    """(type, name) → triples of the slice it stands in; empty without a slice."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in read_triples(path):
        counts.update({(row["head_type"], row["head_name"]), (row["tail_type"], row["tail_name"])})
    return counts


def slice_sheets(manifest: Mapping[str, Any], incidence: Counter[tuple[str, str]]) -> Iterable[Sheet]:
    """How large the slice is, and what stands in it most."""
    part, seeds = manifest["slice"], manifest["seeds"]
    yield Sheet(
        "Slice",
        ("", "Number"),
        (
            ("Rows of the file", manifest["file"]["rows"]),
            ("Seed nodes with an edge", len(seeds["nodes"])),
            ("Rows that touch a seed", part["rows"]),
            ("Triples", part["triples"]),
            ("Entities", part["entities"]),
            ("Relations", len(part["triples_by_relation"])),
        ),
    )
    yield _shares("Entities by type", "Type", part["entities_by_type"])
    yield _shares("Triples by relation", "Relation", part["triples_by_relation"])
    yield _seeds_sheet(seeds, incidence)
    top = sorted(incidence.items(), key=lambda entry: (-entry[1], entry[0]))[:TOP_ENTITIES]
    rows = tuple((name, node_type, count) for (node_type, name), count in top)
    yield Sheet("Entities of highest incidence", ("Entity", "Type", "Triples"), rows)


def _seeds_sheet(seeds: Mapping[str, Any], incidence: Counter[tuple[str, str]]) -> Sheet:
    """The seeds, as the paper's table 5 lists them; those without an edge last."""
    rows = [(name, node_id, incidence[DISEASE, name]) for name, node_id in seeds["nodes"]]
    rows.sort(key=lambda row: (row[0].casefold(), row[1]))
    without = [(name, "", 0) for name in seeds.get("without_edges", ())]
    return Sheet("Seeds", ("Disease", "Id", "Triples"), (*rows, *without))


def _shares(title: str, what: str, counts: Mapping[str, int]) -> Sheet:
    total = sum(counts.values()) or 1
    rows = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return Sheet(
        title, (what, "Number", "Share"), tuple((name, count, count / total) for name, count in rows)
    )


def caveat_sheets(manifest: Mapping[str, Any]) -> Iterable[Sheet]:
    """What to know before the items are used: oddities, items left out, facts that are denied."""
    anomalies = tuple(
        (kind.replace("_", " "), count) for kind, count in manifest["anomalies"].items() if count
    )
    yield Sheet("Out of the ordinary in the slice", ("What", "Number"), anomalies)
    left_out = [
        (task, cause, count)
        for task, facts in manifest["tasks"].items()
        for cause, count in facts.get("left_out", {}).items()
    ]
    yield Sheet("Left out", ("Task", "Cause", "Number"), tuple(left_out))
    denied = [
        (task, facts["negatives"]["items"], facts["negatives"]["absent_from_file"])
        for task, facts in manifest["tasks"].items()
        if "negatives" in facts
    ]
    header = ("Task", "Absent from the slice", "Absent from the file")
    yield Sheet("Facts that are denied", header, tuple(denied))


# What settings and input files are called in the manifest, and in words.
_SETTINGS = {
    "absent_from": "Denied facts are absent from the",
    "multi_usage": "Pairs in several usage relations",
    "generic_diseases": "Second diseases without a usage edge",
}
_INPUTS = {
    "kg": "Graph",
    "seeds": "Seed list",
    "disease_features": "Disease features",
    "drug_features": "Drug features",
    "cases": "Cases",
    "index": "Index of cases",
    "questions": "Questions",
}


def origin_sheet(manifest: Mapping[str, Any]) -> Sheet:
    """What the benchmark was made from, as far as its manifest says."""
    settings = manifest.get("settings", {})
    rows: list[tuple[Cell, ...]] = [("Seed", str(manifest["seed"]))] if "seed" in manifest else []
    rows += [(words, str(settings[name])) for name, words in _SETTINGS.items() if name in settings]
    options = ", ".join(f"{task} {count}" for task, count in settings.get("options", {}).items())
    rows += [("Options per item where it is a setting", options)] if options else []
    for name, digest in manifest.get("inputs_sha256", {}).items():
        rows.append((f"{_INPUTS.get(name, name)}, SHA-256", f"{digest[:12]}…" if digest else "not given"))
    rows += [(f"Version of {name}", str(found)) for name, found in manifest.get("versions", {}).items()]
    return Sheet("Made from", ("", ""), tuple(rows))
