"""Where the English replies of the third draw of 2026-11-27 stand, source by source.

`labelled_replies.py` reads them; each function here takes a stored file and gives its replies as published,
with the options of their items.

Decision: docs/decisions/parsers.md, "English replies of five stores not met before".
"""

import ast
import csv
import gzip
import io
import json
import pickle
from collections.abc import Callable, Iterator

from labelled_rows import Related, Row

_DIAMOND = "jacobmcc-ax/gpqa-enhanced@4bc42dce634b6529a391ca50e41f33c1cf127d5a:dataset/gpqa_diamond.csv"
_WRONG = ("Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3")


class _Plain(pickle.Unpickler):
    """What holds lists, dictionaries, texts and numbers only; anything else is refused."""

    def find_class(self, module: str, name: str) -> object:
        raise pickle.UnpicklingError(f"{module}.{name} is asked for")


def _rows(stored: bytes) -> list[dict[str, str]]:
    csv.field_size_limit(10**8)
    return [*csv.DictReader(io.StringIO(stored.decode()))]


def _lettered(texts: list[str]) -> dict[str, str]:
    return {chr(ord("A") + place): text.strip() for place, text in enumerate(texts)}


def diamond(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers of eight models to GPQA Diamond, free in form; the right one stands at A to D in turn."""
    items = _rows(related(_DIAMOND))
    for number, (item, said) in enumerate(zip(items, _rows(stored), strict=True)):
        for place in range(4):
            texts = [item[name] for name in _WRONG]
            texts.insert(place, item["Correct Answer"])
            if said[f"r{place + 1}"]:
                yield 4 * number + place, said[f"r{place + 1}"], _lettered(texts)


def economical(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of Gemma 3 and MedGemma to MedQA, MedMCQA, PubMedQA and examinations, terse or in steps."""
    if stored.startswith(b"\x1f\x8b"):
        stored = gzip.decompress(stored)
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        said = item["llm_response"]
        said = said["responses"][-1] if isinstance(said, dict) else said
        options = item["options"]
        options = ast.literal_eval(options) if isinstance(options, str) else options
        if said and options and all(options.values()):
            yield number, said, options


def pressed(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of Claude and GPT-5.4 to MMLU-Pro, each asked again by one who says another option."""
    for number, item in enumerate(_Plain(io.BytesIO(stored)).load()):
        shown = item["prompt"].partition("OPTIONS\n")[2].partition("\n\nResponse")[0]
        options = dict(text.split(". ", 1) for text in ast.literal_eval(shown))
        for turn, said in enumerate(item["raw_turns"]):
            if isinstance(said, str) and said:
                yield 100 * number + turn, said, options


def reporting(stored: bytes, _: Related) -> Iterator[Row]:
    """Whether one should report somebody: yes or no in JSON."""
    for number, row in enumerate(_rows(stored)):
        if row["response"]:
            yield number, row["response"], {"A": "Yes", "B": "No"}


def hinted(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers of DeepSeek R1 to MMLU, with a professor's hint or without."""
    texts = {
        item["id"]: item["choices"]
        for item in json.loads(related("data_problems/professor_hinted_mmlu.json"))
    }
    for number, item in enumerate(json.loads(stored)):
        said = item["no_hint_samples"] + item["hinted_samples"]
        for place, sample in enumerate(said):
            yield 100 * number + place, sample["cot"], _lettered(texts[item["question_id"]])


LATER: dict[str, Callable[[bytes, Related], Iterator[Row]]] = {
    "HaveFunWithAI/gpqa_diamond_exp": diamond,
    "MiningMyBusiness/accuracy-econ-medical-llms": economical,
    "SathvikNapa/SycophancyDosageResponse": pressed,
    "hikoseon12/Relational-Moral-Dilemma": reporting,
    "ElleNajt/thought_anchors_and_unfaithful_CoT": hinted,
}
