"""Where the replies of 2026-11-27 in languages of Asia, and in hard English, stand, source by source.

`labelled_replies.py` reads them; each function here takes a stored file and gives its replies as published,
with the options of their items.

Decision: docs/decisions/parsers.md, "Replies in languages of Asia, and hard English ones".
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from labelled_rows import Related, Row

_OPTION = re.compile(r"^\s*(?:- )?([A-D])[.．、]\s*(.+?)\s*$", re.MULTILINE)
_LISTED = re.compile(r"^([A-J]): (.+?)\s*$", re.MULTILINE)


def chinese_final_2024(stored: bytes, _: Related) -> Iterator[Row]:
    """Thirty models on the mathematics of the Chinese final examination of 2024, in Chinese and English."""
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        options = dict(_OPTION.findall(item["question"]["body"]))
        if item["question"]["type"] == "1" and item["result"] and len(options) == 4:
            yield number, item["result"], options


def chinese_final_2026(stored: bytes, _: Related) -> Iterator[Row]:
    """Qwen, Gemma and DeepSeek on the mathematics of the Chinese final examination of 2026."""
    for case in json.loads(stored)["task_states"]["cases"].values():
        number = case["problem_idx"]  # the first eight ask for one option
        options = dict(_OPTION.findall(case["prompt"]))
        if number < 8 and case["response"] and len(options) == 4:
            yield number, case["response"], options


def korean_criminal_law(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers of GPT-4o mini with passages of law to Korean questions on criminal law, by number."""
    items = [*csv.DictReader(io.StringIO(related("data/criminal_kmmlu.csv").decode("utf-8-sig")))]
    for line in stored.decode().splitlines():
        task = json.loads(line)
        number = int(task["custom_id"].removeprefix("task_"))
        options = {str(at + 1): items[number][letter] for at, letter in enumerate("ABCD")}
        yield number, task["response"]["body"]["choices"][0]["message"]["content"], options


def korean_yes_or_no(stored: bytes, _: Related) -> Iterator[Row]:
    """Small models on yes or no in Korean."""
    for place, model in enumerate(json.loads(stored)["results"]):
        for number, item in enumerate(model["details"]):
            if item["benchmark"] == "kobest_boolq" and item["raw_response"]:
                yield 1000 * place + number, item["raw_response"], {"A": "예", "B": "아니오"}


def overthinking(stored: bytes, _: Related) -> Iterator[Row]:
    """A model that thinks in a tag, on MMLU-Pro."""
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        if item["response"]:
            yield number, item["response"], dict(_LISTED.findall(item["prompt"]))


def mmlu_pro_results(stored: bytes, _: Related) -> Iterator[Row]:
    """Results on MMLU-Pro: Llama 3.3, models distilled from DeepSeek R1, and Jamba 1.5."""
    items: list[dict[str, Any]] = json.loads(stored)
    for number, item in enumerate(items):
        if item.get("model_outputs"):
            yield (
                number,
                item["model_outputs"],
                {chr(65 + at): text for at, text in enumerate(item["options"])},
            )


def opinions_pressed(stored: bytes, _: Related) -> Iterator[Row]:
    """Claude, GPT-5 and Kimi on which of two is better, each asked again by one who disagrees."""
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        options = {"A": item.get("option_a"), "B": item.get("option_b")}
        for place, key in enumerate(("initial_answer", "final_answer")):
            if item.get(key) and all(options.values()):
                yield 2 * number + place, item[key], options


def compared(stored: bytes, _: Related) -> Iterator[Row]:
    """DeepSeek R1 on yes or no, with its thoughts."""
    for number, item in enumerate(json.loads(stored)):
        said = item["generated_cot"].partition("YES / NO answer.")[2].strip()
        if said:
            yield number, said, {"A": "YES", "B": "NO"}


ASIA: dict[str, Callable[[bytes, Related], Iterator[Row]]] = {
    "lowspace/2024-GaoKao-Eval": chinese_final_2024,
    "iamyb/llm-gaokao-math-eval": chinese_final_2026,
    "kevin20012/gpt-4o-mini-with-RAG-using-KMMLU-TestSet": korean_criminal_law,
    "pathcosmos/ko-llm-bench-suite": korean_yes_or_no,
    "tobypullan/CoTOverthinking": overthinking,
    "ishaandatta/MMLU-Pro": mmlu_pro_results,
    "tanaybaswa/mmlu-pro": mmlu_pro_results,
    "celomedrado/SycophancyBench": opinions_pressed,
    "uzaymacar/faithful-vs-unfaithful-reasoning": compared,
}
