"""The numbers of a benchmark: which sheets a description has, and in which order."""

import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmark.describe.from_items import FEW, gold_letters, gold_texts, item_sheets, shows_golds
from benchmark.describe.from_manifest import caveat_sheets, origin_sheet, read_incidence, slice_sheets
from benchmark.describe.sheet import Sheet
from benchmark.errors import NotABenchmark
from benchmark.folder import MANIFEST, TRIPLES, Benchmark, read_benchmark, read_items
from benchmark.item import Item
from benchmark.kinds import task_name
from benchmark.shortcuts import Surroundings


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
        labels=_few_golds(by_task) if shows_golds(manifest) else {},
    )


def _few_golds(by_task: Mapping[str, Sequence[Item]]) -> dict[str, dict[str, int]]:
    return {task: texts for task, items in by_task.items() if len(texts := gold_texts(items)) <= FEW}


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
