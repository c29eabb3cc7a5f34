"""The numbers of a benchmark as sheets: what it was made from (the slice of the graph, what was left out,
the inputs), what its items show (labels, lengths, what can be guessed), and in which order.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, quantiles
from typing import Any

from benchmark.errors import NotABenchmark
from benchmark.folder import (
    MANIFEST,
    RESTRICTED,
    TRIPLES,
    Benchmark,
    read_benchmark,
    read_items,
    read_triples,
)
from benchmark.item import Item
from benchmark.kinds import task_name
from benchmark.shortcuts import Surroundings, all_guesses, case_baselines, full_and_partial

Cell = str | int | float


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table. Numbers stay numbers; writers decide how they look. A share is between 0 and 1."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def __post_init__(self) -> None:
        """Refuse what a manifest of others may hold in place of a text or number.

        Raises:
            TypeError: a cell is neither.
        """
        if wrong := [cell for row in self.rows for cell in row if not isinstance(cell, Cell)]:
            raise TypeError(f"{str(wrong[0])[:40]} is neither text nor number")


FEW = 10  # gold texts of a task that are shown one by one


def item_sheets(
    manifest: Mapping[str, Any], by_task: Mapping[str, Sequence[Item]], graph: Surroundings
) -> list[Sheet]:
    """The sheets in the order in which they are shown; some have no row."""
    return [
        _items_sheet(manifest, by_task),
        _labels_sheet(by_task, shows_golds(manifest)),
        _positions_sheet(by_task),
        _lengths_sheet(by_task),
        _guessing_sheet(by_task, graph),
        _baselines_sheet(by_task),
        _self_reports_sheet(by_task),
        _evidence_sheet(by_task),
    ]


def _items_sheet(manifest: Mapping[str, Any], by_task: Mapping[str, Sequence[Item]]) -> Sheet:
    noted = manifest.get("tasks", {})
    rows = [
        (
            task,
            len(by_task.get(task, ())),
            noted.get(task, {}).get("asked_for") or "",
            _option_numbers(by_task.get(task, ())),
            noted.get(task, {}).get("fewer_because") or "",
        )
        for task in dict.fromkeys((*noted, *by_task))
    ]
    total = ("all", sum(map(len, by_task.values())), "", "", "")
    return Sheet("Items by task", ("Task", "Items", "Asked for", "Options", "Why fewer"), (*rows, total))


def _option_numbers(items: Sequence[Item]) -> str:
    numbers = sorted({len(item.options) for item in items})
    return ", ".join(map(str, numbers))


def shows_golds(manifest: Mapping[str, Any]) -> bool:
    """Whether golds may be named: not where a benchmark's makers ask not to pass answers on."""
    return manifest.get("restricted") != RESTRICTED


def _labels_sheet(by_task: Mapping[str, Sequence[Item]], golds: bool) -> Sheet:
    """What the gold says, where it says one of a few things; else how many different things."""
    rows: list[tuple[Cell, ...]] = []
    for task, items in by_task.items():
        texts = gold_texts(items)
        total = sum(texts.values())
        if golds and len(texts) <= FEW:
            rows += [(task, text, count, count / total) for text, count in texts.items()]
        else:
            rows.append((task, f"{len(texts):,} different texts", total, 1.0))
    return Sheet("Label balance", ("Task", "Gold", "Items", "Share"), tuple(rows))


def gold_texts(items: Sequence[Item]) -> dict[str, int]:
    """Every gold text, with the number of items in which it is gold."""
    return dict(sorted(Counter(item.options[letter] for item in items for letter in item.gold).items()))


def _positions_sheet(by_task: Mapping[str, Sequence[Item]]) -> Sheet:
    letters = sorted({letter for items in by_task.values() for item in items for letter in item.options})
    rows = []
    for task, items in by_task.items():
        counts = gold_letters(items)
        rows.append((task, *(counts.get(letter, "") for letter in letters)))
    binary = any(list(item.options.values()) == ["yes", "no"] for items in by_task.values() for item in items)
    note = "How often each letter is gold." + (" Yes is always A in tasks with yes and no." if binary else "")
    return Sheet("Gold positions", ("Task", *letters), tuple(rows), note)


def gold_letters(items: Sequence[Item]) -> dict[str, int]:
    """Every letter an option has, with the number of items in which it is gold."""
    counts = dict.fromkeys(sorted({letter for item in items for letter in item.options}), 0)
    for item in items:
        for letter in item.gold:
            counts[letter] += 1
    return counts


def _lengths_sheet(by_task: Mapping[str, Sequence[Item]]) -> Sheet:
    header = ("Task", "Least", "Median", "Mean", "95 %", "Most")
    rows = tuple((task, *_summary([len(item.question) for item in items])) for task, items in by_task.items())
    return Sheet("Length of questions in characters", header, rows, "Evidence counts, options do not.")


def _summary(lengths: Sequence[int]) -> tuple[int, int, int, int, int]:
    if len(lengths) < 2:
        return (lengths[0],) * 5
    cuts = quantiles(lengths, n=20, method="inclusive")
    return min(lengths), round(cuts[9]), round(mean(lengths)), round(cuts[18]), max(lengths)


def _guessing_sheet(by_task: Mapping[str, Sequence[Item]], graph: Surroundings) -> Sheet:
    """Every shortcut of every task, the best first."""
    rows = [
        (task, found.shortcut, len(items), found.accuracy, mean(1 / len(item.options) for item in items))
        for task, items in by_task.items()
        for found in sorted(all_guesses(task, items, graph), key=lambda one: -one.accuracy)
    ]
    note = (
        "How often an answer is right that takes no knowledge of the fact asked about. What is learnt is "
        "learnt from other items of the task (five folds). Report a model's accuracy beside the best one."
    )
    header = ("Task", "Shortcut", "Items", "Right", "Right by chance")
    return Sheet("What can be guessed", header, tuple(rows), note)


def _baselines_sheet(by_task: Mapping[str, Sequence[Item]]) -> Sheet:
    """Of cases: naming both disorders of a pair, or the option that shares most symptoms."""
    found = [one for task, items in by_task.items() for one in case_baselines(task, items)]
    note = (
        "Exact sets, without reading the text; ties among options that share most symptoms count in part. "
        "Naming both is right in every ambiguous case and in no clear one: report them side by side."
    )
    rows = tuple((one.task, one.answer, one.n, one.right) for one in found)
    return Sheet("Answers that read no case", ("Task", "Answer", "Cases", "Exact"), rows, note)


def _self_reports_sheet(by_task: Mapping[str, Sequence[Item]]) -> Sheet:
    """How many self-reports stay below the threshold, and how many only withhold the duration."""
    rows = [
        (task, words, n, n / sum(counts))
        for task, items in by_task.items()
        if (counts := full_and_partial(items))
        for words, n in zip(
            ("all, without duration and impairment", "below the threshold"), counts, strict=True
        )
    ]
    return Sheet("Symptoms in self-reports", ("Task", "Symptoms", "Cases", "Share"), tuple(rows))


def _evidence_sheet(by_task: Mapping[str, Sequence[Item]]) -> Sheet:
    """How often the drug's evidence names the disease asked about, by what is right."""
    rows: list[tuple[Cell, ...]] = []
    for task, items in by_task.items():
        named: defaultdict[str, list[bool]] = defaultdict(list)
        for item in items:
            if "drug_text_names_disease_b" in item.details:
                named[item.options[item.gold[0]]].append(bool(item.details["drug_text_names_disease_b"]))
        rows += [(task, gold, len(found), sum(found) / len(found)) for gold, found in sorted(named.items())]
    header = ("Task", "Gold", "Items", "Evidence names disease B")
    return Sheet("Evidence that names the disease asked about", header, tuple(rows))


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


@dataclass(frozen=True, slots=True)
class Description:
    """A benchmark in numbers.

    Attributes:
        name: the benchmark's own.
        source: one line on what it was made from.
        sheets: the tables, in the order in which they are shown.
        lengths: task → characters of each question, evidence included, in file order.
        positions: task → letter → how often it is gold.
        degrees: how many triples each entity of the slice stands in, largest first.
        labels: task → gold text → how often it is gold, for tasks with few such texts.
    """

    name: str
    source: str
    sheets: tuple[Sheet, ...]
    lengths: Mapping[str, Sequence[int]]
    positions: Mapping[str, Mapping[str, int]]
    degrees: Sequence[int]
    labels: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


def describe(directory: str | os.PathLike[str]) -> Description:
    """The numbers of a benchmark folder; `benchmark.describe.WRITERS` writes them.

    Raises:
        NotABenchmark, ItemFormatError: as `read_benchmark` and `read_items`; a manifest lacks what is shown.

    Example:
        >>> described = describe("bench")
        >>> [sheet.title for sheet in described.sheets][:2]
        ['Slice', 'Entities by type']
    """
    directory = Path(directory)
    benchmark = read_benchmark(directory)
    try:
        return _described(directory, benchmark)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        # Items and slice are checked by who reads them: what is wrong is the manifest.
        raise NotABenchmark(
            f"{directory / MANIFEST} is not as 'mhclient build' makes it ({type(error).__name__}: "
            f"{error!s:.80}). Build the benchmark again."
        ) from error


def _described(directory: Path, benchmark: Benchmark) -> Description:
    manifest = _with_names(benchmark.manifest)
    by_task: defaultdict[str, list[Item]] = defaultdict(list)
    for item in read_items(benchmark.items_path):
        by_task[task_name(manifest, item.task)].append(item)
    incidence = read_incidence(directory / TRIPLES)
    few = {task: texts for task, items in by_task.items() if len(texts := gold_texts(items)) <= FEW}
    sheets = [
        *(slice_sheets(manifest, incidence) if "slice" in manifest else ()),
        *item_sheets(manifest, by_task, Surroundings.read(directory / TRIPLES)),
        *(caveat_sheets(manifest) if "anomalies" in manifest else ()),
        origin_sheet(manifest),
    ]
    return Description(
        name=benchmark.name,
        source=_source(benchmark),
        sheets=tuple(sheet for sheet in sheets if sheet.rows),
        lengths={task: [len(item.question) for item in items] for task, items in by_task.items()},
        positions={task: gold_letters(items) for task, items in by_task.items()},
        degrees=sorted(incidence.values(), reverse=True),
        labels=few if shows_golds(manifest) else {},
    )


def _with_names(manifest: Mapping[str, Any]) -> Mapping[str, Any]:
    """The manifest, whose tasks are called as people read them."""
    if "tasks" not in manifest:
        return manifest
    named = {task_name(manifest, task): facts for task, facts in manifest["tasks"].items()}
    return {**manifest, "tasks": named}


def _source(benchmark: Benchmark) -> str:
    manifest = benchmark.manifest
    parts = [f"items.jsonl with SHA-256 {benchmark.items_sha256[:12]}…"]
    if "seed" in manifest:
        parts.append(f"built with seed {manifest['seed']}")
    if "notice" in manifest:
        parts.append(str(manifest["notice"]))
    if "illustration" in manifest:
        parts.append(str(manifest["illustration"]))
    return "; ".join(parts)
