"""Tasks for lm-evaluation-harness that ask a run's prompts again: `lm_eval run --include_path FOLDER`.

Every turn is sent as this run sent it: with `--apply_chat_template` in the model's own chat template, so that
instruct models can be compared on equal prompts; without it as plain text. A YAML file for each task, a group
over them, the data, and `ask.py`, which builds the prompts (tried with lm-eval 0.4.13).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mhclient.report.exchange.replies import ExportedReply, RunExport, as_json
from mhclient.show.files import write_file

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
