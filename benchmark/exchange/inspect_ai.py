"""An inspect_ai task file with its data: `inspect eval DIR/NAME.py --model …` asks its items."""

from pathlib import Path
from typing import Any

from benchmark.exchange.records import Exporter, items_by_task, json_lines, slug, write_files
from benchmark.folder import Benchmark
from benchmark.item import Item, Mode


def write_inspect(benchmark: Benchmark, out: Path) -> Path:
    """Write NAME.py and the items, as inspect_ai's samples, into the folder `out`."""
    name = slug(benchmark.name)
    items = [item for found in items_by_task(benchmark).values() for item in found]
    files: dict[str, str | bytes] = {}
    tasks = ""
    for mode, suffix in ((Mode.SINGLE, ""), (Mode.MULTI, "_multi")):
        if samples := [_sample(item) for item in items if item.mode is mode]:
            files[f"{mode.value}.jsonl"] = json_lines(samples)
            tasks += _TASK.format(name=name + suffix, mode=mode.value, several=mode is Mode.MULTI)
    files[f"{name}.py"] = _MODULE.format(name=name, sha256=benchmark.items_sha256) + tasks
    write_files(out, files)
    return out / f"{name}.py"


EXPORTER = Exporter(write_inspect, "inspect eval {path} --model PROVIDER/MODEL")


def _sample(item: Item) -> dict[str, Any]:
    return {
        "id": item.id,
        "input": item.question,
        "choices": list(item.options.values()),
        "target": list(item.gold),
        "metadata": {"task": item.task, "relation": item.relation, "details": dict(item.details)},
    }


_MODULE = '''"""{name} for inspect_ai, made by mhclient from items with SHA-256
{sha256}.

    inspect eval THIS_FILE --model PROVIDER/MODEL [-T family=FC]

The order of options is that of the items; inspect_ai adds its own words around question and options.
"""

from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import choice
from inspect_ai.solver import multiple_choice

HERE = Path(__file__).parent


def samples(file, family):
    """The samples of a file, of one task family or of all."""
    dataset = json_dataset(str(HERE / file), name=Path(file).stem)
    return dataset.filter(lambda sample: family in (None, sample.metadata["task"]))
'''
# inspect_ai finds tasks by reading the file for the decorator's bare name: it must be called `task`.
_TASK = '''

@task
def {name}(family: str | None = None) -> Task:
    """Items with mode {mode!r}; `family` restricts them to one task family."""
    return Task(
        dataset=samples("{mode}.jsonl", family),
        solver=multiple_choice(multiple_correct={several}),
        scorer=choice(),
        config=GenerateConfig(temperature=0),
    )
'''
