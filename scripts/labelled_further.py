"""Where the English replies of the fifth draw of 2026-11-27 stand that are of stores not met before.

`labelled_replies.py` reads them; each function here takes a stored file and gives its replies as published,
with the options of their items.

Decision: docs/decisions/parsers.md, "English replies of eight stores not met before".
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator

from labelled_english import tuned_thinking
from labelled_rows import Related, Row

_BRACKETED = re.compile(r"^\(([A-J])\) (.+?)\s*$", re.MULTILINE)
_CASE = re.compile(r"^## Row (\d+)$(.*?)(?=^## Row |\Z)", re.MULTILINE | re.DOTALL)
_FENCED = re.compile(r"^```\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_SIDES = ("Strongly prefer", "Moderately prefer", "Slightly prefer")
_SCALE = [f"{side} Option A" for side in _SIDES] + ["Neutral / No preference"]
_SCALE += [f"{side} Option B" for side in reversed(_SIDES)]


def suggested(stored: bytes, _: Related) -> Iterator[Row]:
    """GPT-3.5 of 2024 on tasks of BIG-Bench, where the asker names an option or does not."""
    for turn, asked in enumerate(json.loads(stored)["outputs"]):
        for place, (shown, said) in enumerate(zip(asked["inputs"], asked["gen"], strict=True)):
            options = dict(_BRACKETED.findall(shown.rpartition("Answer choices:")[2]))
            if said and options:
                yield 1000 * turn + place, said, options


def hinted(stored: bytes, _: Related) -> Iterator[Row]:
    """Claude and others on MMLU, where the asker names an option: complete, or reasons beside questions."""
    if stored.startswith(b"{"):
        for number, line in enumerate(stored.decode().splitlines()):
            item = json.loads(line)
            options = {choice["letter"]: choice["text"] for choice in item["example"]["choices"]}
            yield number, item["completion"], options
        return
    for number, case in _CASE.findall(stored.decode()):
        shown, said = _FENCED.findall(case)[:2]
        yield int(number), said, dict(_BRACKETED.findall(shown))


def two_countries(stored: bytes, _: Related) -> Iterator[Row]:
    """Seven models on which of two countries acted more justifiably; ends of lines are written out."""
    for number, row in enumerate(csv.DictReader(io.StringIO(stored.decode()))):
        said = re.sub(r" ?\\n ?", "\n", row["generated_text"])
        if said:
            yield number, said, {"A": row["country_a"], "B": row["country_b"]}


def preferred(stored: bytes, _: Related) -> Iterator[Row]:
    """GPT-4o, DeepSeek and small models on how far they prefer one of two options, on a numbered scale."""
    options = {str(place + 1): text for place, text in enumerate(_SCALE)}
    for number, line in enumerate(stored.decode().splitlines()):
        said = json.loads(line)["response"].get("raw_content")
        if said:
            yield number, said, options


def cultural(stored: bytes, _: Related) -> Iterator[Row]:
    """Qwen 3 and Llama 3 on everyday knowledge of sixteen countries."""
    for number, row in enumerate(csv.DictReader(io.StringIO(stored.decode()))):
        if row["full_res"]:
            yield number, row["full_res"], json.loads(row["choices"])


FURTHER: dict[str, Callable[[bytes, Related], Iterator[Row]]] = {
    "shihanqu/MMLU-Pro": tuned_thinking,
    "Alec2435/MMLU-Pro": tuned_thinking,
    "zhusq20/reasoning-evals": tuned_thinking,
    "caiitlinm/replication-cot-unfaithfulness": suggested,
    "alisheryeginbay/cot-unfaithfulness": hinted,
    "recozers/LLM-Bias": two_countries,
    "baihuiw/beyond_sycophancy_llms": preferred,
    "lem0000ns/multicultural-personas": cultural,
}
