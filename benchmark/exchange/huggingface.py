"""A folder that Hugging Face `datasets` loads, with a dataset card; one configuration per task."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmark.exchange.records import Exporter, items_by_task, parquet_bytes, slug, slugs, write_files
from benchmark.folder import Benchmark
from benchmark.item import Item


def write_huggingface(benchmark: Benchmark, out: Path) -> Path:
    """Write one Parquet file per task and README.md into the folder `out`."""
    by_task = items_by_task(benchmark)
    names = slugs(by_task, reserved=["default"])
    # The items' hash is in the file names: `datasets` keeps what it loaded by the names of folder and files,
    # and would give out an older export of another benchmark from a folder of the same name.
    version = benchmark.items_sha256[:12]
    files: dict[str, str | bytes] = {
        f"data/{names[task]}-{version}.parquet": parquet_bytes(items) for task, items in by_task.items()
    }
    files["README.md"] = _card(benchmark, by_task, names)
    files["manifest.json"] = json.dumps(benchmark.manifest, ensure_ascii=False, indent=2) + "\n"
    write_files(out, files)
    return out / "README.md"


EXPORTER = Exporter(write_huggingface, "datasets.load_dataset({folder})", in_python=True)


def _card(benchmark: Benchmark, by_task: Mapping[str, Sequence[Item]], names: Mapping[str, str]) -> str:
    name = benchmark.name
    counts = "\n".join(f"| `{names[task]}` | {task} | {len(items):,} |" for task, items in by_task.items())
    note = benchmark.manifest.get("illustration")
    return _CARD.format(
        metadata=_metadata(name, names, sum(map(len, by_task.values())), benchmark.items_sha256[:12]),
        name=name,
        slug=slug(name),
        note=f"**{note}**\n\n" if note else "",
        sha256=benchmark.items_sha256,
        counts=counts,
        first=next(iter(names.values()), "default"),
    )


def _metadata(name: str, names: Mapping[str, str], n_items: int, version: str) -> str:
    """The card's header as YAML; JSON strings are YAML strings."""
    sizes = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
    size = next((label for limit, label in sizes if n_items < limit), "n>1M")
    lines = [
        f"pretty_name: {json.dumps(name, ensure_ascii=False)}",
        "language: [en]",
        "task_categories: [multiple-choice, question-answering]",
        f"size_categories: [{json.dumps(size)}]",
        "configs:",
        *_config("default", f"data/*-{version}.parquet", default=True),
        *(
            line
            for slugged in names.values()
            for line in _config(slugged, f"data/{slugged}-{version}.parquet")
        ),
    ]
    return "\n".join(lines)


def _config(name: str, files: str, *, default: bool = False) -> list[str]:
    return [
        f"- config_name: {name}",
        *(["  default: true"] if default else []),
        "  data_files:",
        "  - split: test",
        f"    path: {json.dumps(files)}",
    ]


_CARD = """---
{metadata}
---

# {name}

{note}Multiple-choice questions made by mhclient. `manifest.json` says from which inputs, by their
SHA-256, with which settings and versions; the items file behind this data set has SHA-256
`{sha256}`.

| configuration | task | items |
| --- | --- | ---: |
{counts}

```python
from datasets import load_dataset

everything = load_dataset("path/to/{slug}", split="test")
one_task = load_dataset("path/to/{slug}", "{first}", split="test")
```

## Fields

| field | what |
| --- | --- |
| `id` | derived from what is asked: the same id is the same question |
| `task` | the task family |
| `question` | everything shown but the options and the format instruction |
| `choices`, `letters` | option texts and their letters, in the order in which they are shown |
| `gold`, `gold_index` | the right letters, and their places in `choices`; one unless `mode` is `multi` |
| `mode` | `single` or `multi`: how many letters are asked for |
| `relation` | the relation the gold stands for, if it stands for one |
| `entities`, `triples`, `details` | JSON text: what the gold involves and rests on |

## Before publishing

State a licence here. The graph, and any texts quoted as evidence, have terms of their own.
"""
