"""Where the replies of the second draw of 2026-11-27 in languages of Asia stand, in stores not met before.

`labelled_replies.py` reads them; each function here takes a stored file and gives its replies as published,
with the options of their items.

Decision: docs/decisions/parsers.md, "Replies of four stores not met before, in languages of Asia".
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from labelled_rows import Related, Row

_PROMPT = "আপনাকে একটি প্রশ্ন"  # with which the prompt begins, that some files store before the reply
_HEADING = re.compile(r"\s*###+ (?:আপনার উত্তর|চিন্তাধারা):\s*")
_OPTION = re.compile(r"(?<![A-Za-z])([A-D])[.．、]\s*(.+?)(?=\s*(?<![A-Za-z\\])[B-D][.．、]|\s*$)", re.DOTALL)


def bangla_schools(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of six models to Bangla questions of schools, whose options are ক, খ, গ and ঘ."""
    parquet = import_module("pyarrow.parquet")  # only this source is packed so, and the library is an extra

    rows: list[dict[str, Any]] = parquet.read_table(io.BytesIO(stored)).to_pylist()
    for number, row in enumerate(rows):
        options = {label: row[f"{label} Bn"] for label in "ABCD" if row.get(f"{label} Bn")}
        said = _completion(row["predicted_option"] or "", row["Bengali Question"], options)
        if said.strip() and len(options) == 4:
            yield number, said, options


def _completion(stored: str, question: str, options: dict[str, str]) -> str:
    if not stored.startswith(_PROMPT) or len(options) != 4:
        return stored
    asked = stored.rpartition(question) if stored.count(question) == 1 else stored.partition(question)
    return _HEADING.sub("", asked[2].partition("ঘ) " + options["D"])[2], count=1)


def stories_and_causes(stored: bytes, _: Related) -> Iterator[Row]:
    """Reasons of GPT-3.5 in XStoryCloze and XCOPA, which quote the item; its options are not stored."""
    for number, row in enumerate(csv.DictReader(io.StringIO(stored.decode()))):
        labels = "12" if row["Label"] in "01" else "AB"
        yield number, row["Prediction With Explanation"], dict.fromkeys(labels, "")


def nepali(stored: bytes, related: Related) -> Iterator[Row]:
    """What feeling a Nepali text shows, in one of three words, or what a passage says, by number."""
    passages = map(json.loads, related("data/frozen/qa_ne.jsonl").decode().splitlines())
    asked = {item["id"]: {str(at): text for at, text in enumerate(item["options"], 1)} for item in passages}
    feelings = {"A": "सकारात्मक", "B": "नकारात्मक", "C": "तटस्थ"}
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        yield number, item["raw"], asked.get(item["id"], feelings)


def chinese_final_again(stored: bytes, _: Related) -> Iterator[Row]:
    """GPT-5.5, GLM and others on the mathematics of the Chinese final examination of 2026, asked twice."""
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        asked = item["messages"]["first_user"]
        listed = asked.rfind("\nA") if "\nA" in asked else asked.find("A.")
        options = {label: text.strip(" \u3000\n") for label, text in _OPTION.findall(asked[listed:])}
        if "single_choice" not in asked or len(options) != 4:
            continue
        for place, key in enumerate(("first_response_text", "final_response_text")):
            if item.get(key):
                yield 2 * number + place, item[key], options


EAST: dict[str, Callable[[bytes, Related], Iterator[Row]]] = {
    "zabir-nabil/bangla-multilingual-llm-eval": bangla_schools,
    "microsoft/Multilingual-Evaluation-of-Generative-AI-MEGA": stories_and_causes,
    "RameshKadariya/nepali-llm-benchmark": nepali,
    "rongrongrong233/GaoKao-bench": chinese_final_again,
}
