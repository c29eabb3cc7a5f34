"""A run for lm-evaluation-harness: its samples as it logs them, and tasks that ask the run's prompts again.

In the folder: `samples_TASK_TIME.jsonl` for each task, `results_TIME.json`, and `tasks/`. Errors are left
out, since a sample has a text. Repetitions of an item are one sample with several texts.

The tasks (`lm_eval run --include_path FOLDER`) send every turn as this run sent it: with
`--apply_chat_template` in the model's own chat template, so that instruct models can be compared on equal
prompts; without it as plain text. A YAML file for each task, a group over them, the data, and `ask.py`, which
builds the prompts (tried with lm-eval 0.4.13).
"""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from benchmark.exchange.records import new_folder, slug, slugs
from mhclient.read.reading import present_reader
from mhclient.report.exchange.replies import ExportedReply, RunExport, RunExporter, as_json
from mhclient.show.files import KeylessFile, write_file, writing
from mhclient.version import __version__

METRIC = "letters_match"
CAP = 120  # completion tokens, for a run that sets no cap


def write_tasks(run: RunExport, names: Mapping[str, str], group: str, folder: Path) -> None:
    """Write all but the data: the tasks' files and the group over them.

    Args:
        names: task → its name there.
    """
    (folder / "data").mkdir(parents=True)
    write_file(folder / "ask.py", _ASK.encode())
    for name in names.values():
        fields = {"name": name, "file": f"{name}.jsonl", "generation": generation(run)}
        text = _TASK.format(**{field: as_json(value) for field, value in fields.items()})
        write_file(folder / f"{name}.yaml", text.encode())
    listed = "".join(f"  - {as_json(name)}\n" for name in names.values())
    of_all = f"group: {as_json(group)}\ntask:\n{listed}metadata:\n  version: 1\n"
    write_file(folder / f"{group}.yaml", of_all.encode())


def generation(run: RunExport) -> dict[str, Any]:
    """How the run had its replies written, in lm-eval's words."""
    parameters = run.run.spec.parameters
    temperature = parameters.temperature
    sampled = {"do_sample": True, "temperature": temperature} if temperature else {"do_sample": False}
    return {"until": [], "max_gen_toks": parameters.max_tokens or CAP, **sampled}


def asked_doc(reply: ExportedReply) -> dict[str, Any]:
    """An item as a document of the task; `messages` is JSON, since turns have no fixed number."""
    item = reply.scored.item
    return {
        "id": item.id,
        "question": item.question,
        "choices": list(reply.options.values()),
        "letters": list(reply.options),
        "mode": item.mode.value,
        "messages": as_json([{"role": role, "content": text} for role, text in reply.sent.turns]),
        "target": ", ".join(reply.gold),
    }


_TASK = """task: {name}
class: !function ask.AskedAgain
custom_dataset: !function ask.load
dataset_kwargs:
  file: {file}
test_split: test
output_type: generate_until
doc_to_text: question
doc_to_target: target
generation_kwargs: {generation}
process_results: !function ask.score
metric_list:
  - metric: letters_match
    aggregation: mean
    higher_is_better: true
metadata:
  version: 1
"""
_ASK = r'''"""Asks the turns in the data beside this file, wherever lm_eval is started."""

import json
import re
from pathlib import Path

from datasets import Dataset, DatasetDict
from lm_eval.api.task import ConfigurableTask

HERE = Path(__file__).parent


class AskedAgain(ConfigurableTask):
    """A task whose prompts are finished: examples and system message are turns of theirs."""

    def __init__(self, config=None, **more):
        super().__init__(config={name: value for name, value in config.items() if name != "class"}, **more)

    def fewshot_context(self, doc, num_fewshot=0, *_, apply_chat_template=False, chat_template=None, **__):
        turns = json.loads(doc["messages"])
        if apply_chat_template and chat_template:
            return chat_template(turns)
        return "\n\n".join(turn["content"] for turn in turns)


def load(file, **_):
    """A data set with the one split `test`."""
    return DatasetDict(test=Dataset.from_json(str(HERE / "data" / file)))


def score(doc, results):
    """1 if the reply is the gold's letters, alone or after "Answer:"; `mhclient adopt` reads all others."""
    said = re.findall(r"answer\W*:\W*(.+)", results[0], flags=re.IGNORECASE)
    words = re.findall(r"\w+", re.sub(r"\band\b", " ", said[-1] if said else results[0], flags=re.IGNORECASE))
    gold = doc["target"].split(", ")
    return {"letters_match": float(sorted("".join(words).upper()) == gold)}
'''


FILTER = "mhclient"
UNREAD = "[invalid]"  # as lm-eval's own filters write it


class _TaskFiles(NamedTuple):
    """Where a task's lines go."""

    samples: KeylessFile
    data: KeylessFile


def write_lm_eval_log(run: RunExport, out: Path) -> Path:
    """Write samples, results and tasks into a new folder; returns the group's file."""
    group = slug(run.task_name)
    names = {task: f"{group}_{slugged}" for task, slugged in slugs(_asked_tasks(run)).items()}
    time = run.moment.strftime("%Y-%m-%dT%H-%M-%S.%f")
    with new_folder(out) as beside:
        write_tasks(run, names, group, beside / "tasks")
        with ExitStack() as stack:

            def opened(path: Path) -> KeylessFile:
                return stack.enter_context(writing(path))

            files = {
                task: _TaskFiles(
                    opened(beside / f"samples_{name}_{time}.jsonl"),
                    opened(beside / "tasks" / "data" / f"{name}.jsonl"),
                )
                for task, name in names.items()
            }
            _write_samples(run, files)
        write_file(beside / f"results_{time}.json", as_json(_results(run, names)).encode())
    return out / "tasks" / f"{group}.yaml"


EXPORTER = RunExporter(
    write_lm_eval_log,
    "lm_eval run --include_path {beside} --tasks {stem} --apply_chat_template --log_samples --model MODEL",
)


def _asked_tasks(run: RunExport) -> list[str]:
    return [task for task, figures in run.summary.tasks.items() if figures.accuracy.n]


def _write_samples(run: RunExport, files: Mapping[str, _TaskFiles]) -> None:
    numbers = dict.fromkeys(files, 0)
    for _, group in groupby(run.replies(), key=lambda reply: reply.scored.item.id):
        replies = list(group)
        task = replies[0].scored.task
        doc = asked_doc(replies[0])
        files[task].data.write(as_json(doc) + "\n")
        came = [reply for reply in replies if reply.text.completion is not None]
        if came:
            files[task].samples.write(as_json(_sample(run, numbers[task], doc, came)) + "\n")
        numbers[task] += 1


def _sample(
    run: RunExport, number: int, doc: Mapping[str, Any], replies: Sequence[ExportedReply]
) -> dict[str, Any]:
    return {
        "doc_id": number,
        "doc": doc,
        "target": doc["target"],
        "arguments": {"gen_args_0": {"arg_0": doc["messages"], "arg_1": generation(run)}},
        "resps": [[reply.text.completion for reply in replies]],
        "filtered_resps": [", ".join(reply.said) or UNREAD for reply in replies],
        "filter": FILTER,
        "metrics": [METRIC],
        "doc_hash": _sha256(as_json(doc)),
        "prompt_hash": _sha256(doc["messages"]),
        "target_hash": _sha256(doc["target"]),
        METRIC: float(replies[0].scored.correct),
        "mhclient": [_note(reply) for reply in replies],
    }


def _note(reply: ExportedReply) -> dict[str, Any]:
    """What a sample has no field for."""
    item = reply.scored.item
    known = {"item": item.id, "task": item.task, "mode": item.mode.value, "request_key": reply.key}
    return {**known, "epoch": reply.epoch, "finish_reason": reply.text.finish_reason, **reply.reading}


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _results(run: RunExport, names: Mapping[str, str]) -> dict[str, Any]:
    spec, figures = run.run.spec, run.summary.tasks
    asked = {name: figures[task].accuracy for task, name in names.items()}
    return {
        "results": {
            name: {"alias": name, "sample_len": of.n, f"{METRIC},{FILTER}": of.correct.value}
            for name, of in asked.items()
        },
        "configs": {
            name: {"task": name, "output_type": "generate_until", "generation_kwargs": generation(run)}
            for name in asked
        },
        "versions": dict.fromkeys(asked, 1),
        "n-shot": dict.fromkeys(asked, spec.variant.shots),
        "higher_is_better": {name: {METRIC: True} for name in asked},
        "n-samples": {name: {"original": of.n_planned, "effective": of.n} for name, of in asked.items()},
        "config": {"model": spec.provider, "model_args": f"model={spec.model}"},
        "date": run.moment.timestamp(),
        "model_name": spec.model,
        "model_name_sanitized": slug(spec.model),
        "lm_eval_version": None,  # lm-eval has not made it
        "mhclient": {
            "version": __version__,
            "reader": present_reader(),
            "run": run.run.run.run_id,
            "variant": spec.variant.name,
            "answer_format": spec.variant.answer_format,
        },
    }
