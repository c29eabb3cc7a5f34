"""Where the English replies of the fourth draw of 2026-11-27 stand, source by source.

`labelled_replies.py` reads them; each function here takes a stored file and gives its replies as published,
with the options of their items.

Decision: docs/decisions/parsers.md, "English replies of nine stores not met before".
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator

from labelled_rows import Related, Row

_SCALE = re.compile(r"^\s*(\d) = (.+?)\.?\s*$", re.MULTILINE)
_SHOWN = re.compile(r"^([A-C])\) (.+?)\s*$", re.MULTILINE)
_BRACKETED = re.compile(r"^\(([A-J])\) (.+?)\s*$", re.MULTILINE)
_DOTTED = re.compile(r"^([AB])\. (.+?)\s*$", re.MULTILINE)
_YES_OR_NO = {"A": "Yes", "B": "No"}


def _lettered(texts: list[str]) -> dict[str, str]:
    return {chr(ord("A") + place): str(text) for place, text in enumerate(texts)}


def _rows(stored: bytes) -> list[dict[str, str]]:
    csv.field_size_limit(10**8)
    return [*csv.DictReader(io.StringIO(stored.decode()))]


def traces(stored: bytes, _: Related) -> Iterator[Row]:
    """Gemma 4 on MMLU-Pro and GPQA Diamond, with its thoughts."""
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        if item["raw_response"]:
            yield number, item["raw_response"], _lettered(item["options"])


def challenged(stored: bytes, _: Related) -> Iterator[Row]:
    """Claude 3.5 Haiku and Llama 3.3 on TruthfulQA, each asked again by one who says another option."""
    for number, item in enumerate(json.loads(stored).get("challenges", [])):
        for place, key in enumerate(("initial_answer", "final_response")):
            if item.get(key) and item.get("choices"):
                yield 2 * number + place, item[key], _lettered(item["choices"])


def reported(stored: bytes, _: Related) -> Iterator[Row]:
    """GPT-4o and DeepSeek on MMLU-Pro."""
    for number, item in enumerate(json.loads(stored)):
        if item.get("response"):
            yield number, item["response"], _lettered(item["options"])


def cued(stored: bytes, _: Related) -> Iterator[Row]:
    """A model distilled from DeepSeek R1 on MMLU's algebra, with a hint or without."""
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        for place, key in enumerate(("baseline_text", "cue_text")):
            if item.get(key):
                yield 2 * number + place, item[key], _lettered(item["choices"])


def sandbagged(stored: bytes, related: Related) -> Iterator[Row]:
    """Small models on MMLU-Pro, some asked to answer wrongly."""
    items = [json.loads(line) for line in related("data/sampled_items.jsonl").decode().splitlines()]
    options = {(item["domain"], item["item_id"]): item["options_raw"] for item in items}
    for number, line in enumerate(stored.decode().splitlines()):
        row = json.loads(line)
        said = row.get("raw_text") or row.get("raw_output")
        texts = options.get((row["domain"], row["item_id"]))
        if said and texts:
            yield number, said, _lettered(texts)


def rated(stored: bytes, _: Related) -> Iterator[Row]:
    """Models of 2024 to 2026 about themselves, on a numbered scale."""
    for number, row in enumerate(_rows(stored)):
        if row["response"] and row.get("options"):
            yield number, row["response"], dict(_SCALE.findall(row["options"]))


def biased(stored: bytes, _: Related) -> Iterator[Row]:
    """Claude, Qwen and Gemini on whom a sentence accuses, with an option for what is not known."""
    found = json.loads(stored)
    parts = found if isinstance(found, list) else [found]
    for number, part in enumerate(parts):
        said = part.get("rollout") or part.get("solution")
        asked = part.get("full_cot") or part.get("prompt") or ""
        options = dict(_SHOWN.findall(asked.partition("Options:")[2].partition("\n\n")[0]))
        if said and len(options) == 3:
            yield number, said, options


def compared(stored: bytes, _: Related) -> Iterator[Row]:
    """A small model distilled from DeepSeek R1 on which of two is larger: yes or no."""
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        if item["response"]:
            yield number, item["response"], _YES_OR_NO


def unconstrained(stored: bytes, related: Related) -> Iterator[Row]:
    """Mistral and Llama on MMLU, free in form or by a given one."""
    items = {item["question_id"]: item for item in json.loads(related("data/v2/bank_full_v2.json"))}
    for number, row in enumerate(_rows(stored)):
        item = items.get(row["question_id"])
        if item and row["raw_response"]:
            yield number, row["raw_response"], {label: item[f"choice_{label}"] for label in "ABCD"}


def heard(stored: bytes, _: Related) -> Iterator[Row]:
    """Audio Flamingo and Qwen Omni on what is heard, some with their reasons cut or filled."""
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        options = dict(_BRACKETED.findall(item.get("choices") or ""))
        if item.get("final_answer_raw") and len(options) > 1:
            yield number, item["final_answer_raw"], options


def truths(stored: bytes, _: Related) -> Iterator[Row]:
    """Qwen 3 on TruthfulQA with two options, asked not to think."""
    for number, item in enumerate(json.loads(stored)["choices"]):
        asked = item["raw_prompt"].rpartition("\n\nAnswer:")[0]
        yield number, item["model_response"], dict(_DOTTED.findall(asked))


RECENT: dict[str, Callable[[bytes, Related], Iterator[Row]]] = {
    "tobypullan/logit_cot_overthinking": traces,
    "jayscpu/sycophancy": challenged,
    "Leozz04/MMLU-Pro": reported,
    "yulia-volkova/hhh-cot-monitoring": cued,
    "synthiumjp/bcb-sandbagging-pilot": sandbagged,
    "kimmizi/bigfive-llm-evaluation": rated,
    "andresmosqueraw/bias-thought-anchors": biased,
    "DenisLim95/unfaithful-reasoning": compared,
    "yoyoyohan/llm-calibration-audit": unconstrained,
    "lovenya/Measuring-Faithfulness-of-CoT-Reasoning-LALMs": heard,
    "nikhilchandak/answer-matching": truths,
}
