"""A task folder for lm-evaluation-harness: `lm_eval --include_path DIR --tasks NAME --model …`.

Single-answer families are scored by log-probability of the letters after "Answer:" (the paper's forced
choice, with one surface form), multi-answer ones by the set of letters a model writes, in whatever order.
Chat services give no log-probs of a prompt: a second group, named with "-chat", has models write the letter.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmark.exchange.records import Exporter, items_by_task, json_lines, slug, slugs, write_files
from benchmark.folder import Benchmark
from benchmark.item import Item, Mode


def write_lm_eval(benchmark: Benchmark, out: Path) -> Path:
    """Write YAML tasks per family, two groups over them, the data and its loader into the folder `out`.

    In the first group single-answer families are scored by log-probs; in the second all replies are written.
    """
    name = slug(benchmark.name)
    by_task = items_by_task(benchmark)
    families = [
        (f"{name}_{slugged}{suffix}", mode, chosen)
        for task, slugged in slugs(by_task).items()
        for mode, suffix in ((Mode.SINGLE, ""), (Mode.MULTI, "_multi"))
        if (chosen := [item for item in by_task[task] if item.mode is mode])
    ]
    files: dict[str, str | bytes] = {"load.py": _LOADER}
    for family, mode, items in families:
        files[f"data/{family}.jsonl"] = json_lines([_doc(item) for item in items])
        head = _HEAD.format(family=family, file=f"{family}.jsonl", sha256=benchmark.items_sha256)
        files[f"{family}.yaml"] = head + _TASKS[mode]
        if mode is Mode.SINGLE:
            pattern = json.dumps(_SAID.format(last=max(letter for item in items for letter in item.options)))
            head = _HEAD.format(family=family + CHAT, file=f"{family}.jsonl", sha256=benchmark.items_sha256)
            files[f"{family}{CHAT}.yaml"] = head + _WRITTEN.format(pattern=pattern)
    files[f"{name}.yaml"] = _group(name, [family for family, _, _ in families])
    written = [family + (CHAT if mode is Mode.SINGLE else "") for family, mode, _ in families]
    files[f"{name}{CHAT}.yaml"] = _group(name + CHAT, written)
    write_files(out, files)
    return out / f"{name}.yaml"


CHAT = "-chat"  # a slug has no hyphen: no family is called so
EXPORTER = Exporter(
    write_lm_eval,
    "lm_eval --include_path {folder} --tasks {stem} --model MODEL. This compares log-probs, which chat "
    "services lack. For these: --tasks {stem}-chat --model local-chat-completions --apply_chat_template",
)


def _doc(item: Item) -> dict[str, Any]:
    options = "\n".join(f"{letter}. {text}" for letter, text in item.options.items())
    several = (
        "\nOne or more options are right. Answer with their letters, separated by commas, and nothing else."
    )
    ask = several if item.mode is Mode.MULTI else ""
    letters = list(item.options)
    return {
        "id": item.id,
        "question": item.question,
        "choices": list(item.options.values()),
        "prompt": f"{item.question}\n\n{options}{ask}\nAnswer:",
        "chat_prompt": f"{item.question}\n\n{options}\n\nAnswer with the letter of the right option alone.",
        "letters": letters,
        "gold_index": letters.index(item.gold[0]),
        "gold_text": ", ".join(item.gold),
    }


def _group(name: str, families: Sequence[str]) -> str:
    tasks = "\n".join(f"  - {family}" for family in families)
    return f"group: {json.dumps(name)}\ntask:\n{tasks}\nmetadata:\n  version: 1\n"


_LOADER = r'''"""Reads the data beside this file, wherever lm_eval is started; scores sets of letters."""

import re
from pathlib import Path

from datasets import Dataset, DatasetDict

HERE = Path(__file__).parent


def load(file, **_):
    """A data set with the one split `test`."""
    return DatasetDict(test=Dataset.from_json(str(HERE / "data" / file)))


def score(doc, results):
    """1 if the reply is letters alone and they are the gold, in any order: "B, A", "A and B", "AB"."""
    words = re.findall(r"\w+", re.sub(r"\band\b", " ", results[0], flags=re.IGNORECASE))
    letters = list("".join(words).upper())
    gold = doc["gold_text"].split(", ")
    return {"set_match": float(sorted(letters) == gold)}
'''
_HEAD = """# Made by mhclient from items with SHA-256 {sha256}.
task: {family}
custom_dataset: !function load.load
dataset_kwargs:
  file: {file}
test_split: test
"""
# A letter behind "answer", or alone at the beginning; "A patient …" and "I think …" are no letters.
_SAID = r"(?i:answer)(?i: is)?\W{{0,5}}([A-{last}])(?![\w'])|^\W*([A-{last}])(?:[.):,]|\W*$)"
_WRITTEN = """output_type: generate_until
doc_to_text: chat_prompt
doc_to_target: gold_text
generation_kwargs:
  until: []
  do_sample: false
  max_gen_toks: 512
filter_list:
  - name: letter
    filter:
      - function: regex
        regex_pattern: {pattern}
      - function: take_first
metric_list:
  - metric: exact_match
    aggregation: mean
    higher_is_better: true
metadata:
  version: 1
"""
_TASKS = {
    Mode.SINGLE: """output_type: multiple_choice
doc_to_text: prompt
doc_to_choice: letters
doc_to_target: gold_index
metric_list:
  - metric: acc
    aggregation: mean
    higher_is_better: true
metadata:
  version: 1
""",
    Mode.MULTI: """output_type: generate_until
doc_to_text: prompt
doc_to_target: gold_text
generation_kwargs:
  until: ["\\n"]
  do_sample: false
  max_gen_toks: 20
process_results: !function load.score
metric_list:
  - metric: set_match
    aggregation: mean
    higher_is_better: true
metadata:
  version: 2
""",
}
