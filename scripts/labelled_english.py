"""Where the English replies of the draws of 2026-11-27 stand, source by source.

`labelled_replies.py` reads them; each function here takes a stored file and gives its replies as published,
with the options of their items. A question that is answered with yes or no has these two as A and B.

Decision: docs/decisions/parsers.md, "English replies of stores not met before, again".
"""

import ast
import csv
import io
import json
import re
from collections.abc import Callable, Iterator

from labelled_rows import Related, Row
from labelled_sources import moral_machine

_YES_OR_NO = {"A": "Yes", "B": "No"}
_SIDES = {"my friend": ["me", "my friend"], "incorrect": ["correct", "incorrect"], "no": ["Yes", "No"]}
_IN_BRACKETS = re.compile(r"^\(([a-eA-E])\)\s*(.+?)\s*$", re.MULTILINE)
_NUMBERED = re.compile(r"^\s*\(?([1-4A-D])\)\s*(.+?)\s*$", re.MULTILINE)
_COUNTED = re.compile(r"^(\d)\. (.+?)$", re.MULTILINE)
_PROMPTED = re.compile(r"^(\[\{'role': .*\}\])$", re.MULTILINE)
_CHOICE = re.compile(r"^\(([A-D])\) (.+?)(?=\n\([A-D]\)|\n\n)", re.MULTILINE | re.DOTALL)
_SCALE = re.compile(r"^\s*\(?(\d)\)? ?= (.+?)\s*$", re.MULTILINE)


def _lettered(texts: list[str]) -> dict[str, str]:
    return {chr(ord("A") + place): str(text) for place, text in enumerate(texts)}


def _bracketed(asked: str) -> dict[str, str]:
    return {label.upper(): text for label, text in _IN_BRACKETS.findall(asked)}


def fallacies(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of nine models to puzzles of probability, (a) or (b), and to syllogisms, yes or no."""
    for number, item in json.loads(stored).items():
        if isinstance(item, dict) and item.get("init_model_answer"):
            yield int(number), item["init_model_answer"], _bracketed(item["question"]) or _YES_OR_NO


def threat_intelligence(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers to CTI-Bench, as logged: "#####12#####" above each."""
    rows = [*csv.DictReader(io.StringIO(related("data/cti-mcq.tsv").decode()), delimiter="\t")]
    parts = re.split(r"^#####(\d+)#####$", stored.decode(), flags=re.MULTILINE)[1:]
    for number, said in zip(parts[::2], parts[1::2], strict=True):
        if int(number) <= len(rows):
            item = rows[int(number) - 1]
            yield int(number), said.strip(), {label: item[f"Option {label}"] for label in "ABCD"}


def political_propositions(stored: bytes, _: Related) -> Iterator[Row]:
    """Replies to the political compass, which many models refuse; four numbered options."""
    for number, row in enumerate(csv.DictReader(io.StringIO(stored.decode()))):
        options = dict(_NUMBERED.findall(row["ans_prompt"]))
        if len(options) == 4 and row["completion"]:
            yield number, row["completion"], options


def science_questions(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of small models to ARC, with and without a hint in the prompt."""
    for number, item in enumerate(json.loads(stored)["results"]):
        if "cot_response" in item:
            yield number, item["cot_response"], _bracketed(item["cot_prompt"])
        for place, hinted in enumerate(item.get("strengths", {}).values()):
            yield 10 * number + place, hinted["response"], _bracketed(hinted["prompt"])


def psychology_questions(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of a distilled reasoning model to MMLU's psychology, with a hint or without."""
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        keys = ("generated_answer", "generated_biased_answer", "baseline_generated_text")
        for place, key in enumerate(keys):
            if item.get(key):
                yield 10 * number + place, item[key], _lettered(item["choices"])


def tuned_thinking(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of models that think, think less, or go on with more questions, to MMLU-Pro."""
    for number, item in enumerate(json.loads(stored)):
        if isinstance(item.get("model_outputs"), str) and item["model_outputs"]:
            yield number, item["model_outputs"], _lettered(item["options"])


def unknown_persons(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers to BBQ, where one of three options says that it is not known."""
    for number, item in enumerate(json.loads(stored)["predictions"]):
        if item["prediction_raw"]:
            yield number, item["prediction_raw"], _lettered([item[f"ans{place}"] for place in range(3)])


def agreement(stored: bytes, _: Related) -> Iterator[Row]:
    """Replies of small models that are asked who is right, or whether they agree."""
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        sides = next(pair for word, pair in _SIDES.items() if f"'{word}'" in item["prompt"])
        yield number, item["reply"], _lettered(sides)


def family_relations(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of ninety models to puzzles of kinship, as logged; numbered options that mirror each other."""
    turns = _PROMPTED.split(stored.decode())[1:]
    for number, (asked, said) in enumerate(zip(turns[::2], turns[1::2], strict=True)):
        messages = ast.literal_eval(asked)
        options = dict(_COUNTED.findall(messages[-1]["content"].partition("answer:")[2]))
        if said.strip() and 2 * number + 2 < len(turns):  # the last one runs into the log's own figures
            yield number, said.strip("\n"), options


def graduate_questions(stored: bytes, _: Related) -> Iterator[Row]:
    """Reasoned answers of seven models to GPQA."""
    kept = json.loads(stored)
    for number, (asked, said) in enumerate(zip(kept["prompts"], kept["sampled_texts"], strict=True)):
        options = dict(_CHOICE.findall(asked))
        if len(options) == 4 and said:
            yield number, said, options


def personality(stored: bytes, _: Related) -> Iterator[Row]:
    """Replies to statements about oneself, on a numbered scale."""
    kept = json.loads(stored)
    asked = kept.get("system_prompt", "") + "\n" + kept.get("user_prompt", "")
    for number, item in enumerate(kept["responses"]):
        if item.get("processed_response"):
            yield number, item["processed_response"], dict(_SCALE.findall(asked))


def two_to_save(stored: bytes, _: Related) -> Iterator[Row]:
    """Endings of a sentence that says which of two a car should save; what is cached has other columns."""
    if stored.decode("utf-8-sig").startswith("pred,"):
        yield from moral_machine(stored, _)
        return
    for number, row in enumerate(csv.DictReader(io.StringIO(stored.decode()))):
        if row["gpt_response"]:
            yield number, row["gpt_response"], _lettered(row["two_choices"].split("; "))


def answerable(stored: bytes, _: Related) -> Iterator[Row]:
    """Letters of small models that were asked for JSON."""
    for number, row in enumerate(csv.DictReader(io.StringIO(stored.decode()))):
        if row["model_answer"]:
            yield number, row["model_answer"], {label: row[f"op{label.lower()}"] for label in "ABCD"}


ENGLISH: dict[str, Callable[[bytes, Related], Iterator[Row]]] = {
    "bowen-upenn/llm_token_bias": fallacies,
    "xashru/cti-bench": threat_intelligence,
    "paul-rottger/llm-values-pct": political_propositions,
    "SohailGidwani/cot_faithfulness": science_questions,
    "Joe-Occhipinti/unfaithfulness_steering": psychology_questions,
    "HAOTIAN89/MMLU-Pro": tuned_thinking,
    "yash-vardhansingh/MMLU-PRO": tuned_thinking,
    "ShreyaChivilkar/Abstention_Socially_Responsible_LLM": unknown_persons,
    "mathismusic/multiagent-sycophancy": agreement,
    "fairydreaming/farel-bench": family_relations,
    "klukosiute/gpqa-eval": graduate_questions,
    "Xiaoyang-Song/LLM-MCQA": personality,
    "causalNLP/moralmachine": two_to_save,
    "asanchez75/slm-mcq-eval": answerable,
}
