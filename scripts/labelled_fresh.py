"""Where the replies of the draw of 2026-11-24 from stores not met before stand, source by source.

`labelled_replies.py` reads them; each function here takes a stored file and gives its replies as published,
with the options of their items.

Decision: docs/decisions/parsers.md, "Seven hundred replies of stores not met before".
"""

import ast
import io
import json
import re
from collections.abc import Callable, Iterator
from importlib import import_module

from labelled_rows import Related, Row

_IN_LINE = re.compile(r"([A-D]):(.*?)(?=;[B-D]:|$)", re.DOTALL)
_IN_LINES = re.compile(r"^\s*\(?([A-J])\s*[):.]\s*(.+?)\s*$", re.MULTILINE)
_ANSWERS = re.compile(r"^Antwort ([A-D]): (.+)$", re.MULTILINE)
_LEXAM = "LEXam-Benchmark/LEXam@487f729e85725e5d3e00c0b25142de1e86cda643:data/MCQs_test.xlsx"


def _lettered(texts: list[str]) -> dict[str, str]:
    return {chr(ord("A") + place): str(text) for place, text in enumerate(texts)}


def _listed(texts: str | list[str]) -> dict[str, str]:
    return _lettered(ast.literal_eval(texts) if isinstance(texts, str) else texts)


def pictured_questions(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers to MMMU (a list) and MMMU-Pro (lines); the pictures are not needed to read them."""
    text = stored.decode()
    items = json.loads(text) if text.startswith("[") else [json.loads(line) for line in text.splitlines()]
    for number, item in enumerate(items):
        if item.get("question_type", "multiple-choice") == "multiple-choice":
            options = item["index2ans"] if "index2ans" in item else _listed(item["options"])
            yield number, item["response"], options


def pictured_mathematics(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers to MathVista by models that were given captions and read texts for the pictures."""
    for number, item in json.loads(stored).items():
        if item["choices"] and item.get("response"):
            yield int(number), item["response"], _lettered(item["choices"])


def tuned_models(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of small models in several stages of tuning to MMLU-Pro."""
    for number, item in enumerate(json.loads(stored)):
        if item.get("model_outputs"):
            yield number, item["model_outputs"], _listed(item["options"])


def history_questions(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of five models to MMLU-Pro's history, some in Spanish."""
    for number, item in enumerate(json.loads(stored)):
        if item.get("response"):
            yield number, item["response"], _listed(item["options"])


def spanish_instructions(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers to MMLU-Pro in JSON; the instruction was Spanish."""
    frame = import_module("pandas").read_parquet(io.BytesIO(stored))  # only this source needs it
    for number, (asked, said) in enumerate(
        zip(frame["prompt_utilizado"], frame["respuesta_llm"], strict=True)
    ):
        yield number, str(said), dict(_IN_LINES.findall(asked[asked.rfind("Opciones:") :]))


def swiss_law(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers to LEXam in English and German; its questions stand in another repository."""
    openpyxl = import_module("openpyxl")  # only this source is a workbook, and the library is an extra
    rows = openpyxl.load_workbook(io.BytesIO(related(_LEXAM)), read_only=True).active.iter_rows(
        values_only=True
    )
    head = [str(name) for name in next(rows)]
    items = [dict(zip(head, row, strict=True)) for row in rows]
    parts = re.split(r"^(\d+):\s*\n", stored.decode(), flags=re.MULTILINE)[1:]
    german = stored.count(b" und ") > stored.count(b" and ")
    asked = [item["choices"] for item in items if item["language"] == ("de" if german else "en")]
    for number, said in zip(parts[::2], parts[1::2], strict=True):
        yield int(number), re.split(r"\n\n\.{10,}", said)[0].strip(), _listed(str(asked[int(number)]))


def spanish_residents(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of local models to the Spanish examinations for residents, by number."""
    for number, item in enumerate(json.loads(stored)["preguntas"]):
        said = next((item[key] for key in item if key == "raw" or key.endswith("_texto")), "")
        if said and len(item.get("opciones") or []) == 4:
            yield number, said, {str(place + 1): text for place, text in enumerate(item["opciones"])}


def japanese_physicians(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers of local models to the Japanese examination for physicians."""
    results = [item for kind in json.loads(stored)["details"].values() for item in kind]
    items: dict[str, list[str]] = {}
    for sheet in sorted({item["problem_id"][:4] for item in results}):  # the 116th examination, sheet B
        year, part = int(sheet[:3]), sheet[3]
        for line in related(f"data/{1906 + year}/{year}-{part}.jsonl").decode().splitlines():
            item = json.loads(line)
            if "つ選べ" not in item["problem_text"]:  # "choose two"
                items[item["problem_id"]] = item["choices"]
    for number, result in enumerate(results):
        if result.get("response") and items.get(result["problem_id"]):
            yield number, result["response"], _lettered(items[result["problem_id"]])


def brazilian_schools(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers to the Brazilian examination for schools, after examples or with reasons."""
    items = {
        item["id"]: item["choices"] for item in json.loads(related("dataset/enem/enem_2022_0_shot.json"))
    }
    for number, item in enumerate(json.loads(stored)):
        if item["response"] and item["id"] in items:
            yield number, item["response"], _lettered(items[item["id"]])


def chinese_law(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers to the questions of Chinese law examinations in LawBench."""
    for number, item in json.loads(stored).items():
        asked = item["origin_prompt"]
        asked = asked if isinstance(asked, str) else asked[-1]["prompt"]
        options = {
            label: re.split(r"\n|</s>", text)[0].strip(" ;。")
            for label, text in _IN_LINE.findall(asked[asked.rfind("A:") :])
        }
        if len(options) == 4 and item["prediction"]:
            yield int(number), item["prediction"], options


def chinese_law_tasks(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers to the tasks of LexEval that have one right option."""
    for number, line in enumerate(stored.decode().split("\n")):
        item = json.loads(line) if line.strip() else {}
        asked = item.get("input", "")
        options = dict(_IN_LINES.findall(asked[max(asked.rfind("\nA:"), 0) :]))
        if list(options) == ["A", "B", "C", "D"] and item.get("output"):
            yield number, item["output"], options


def reading_of_passages(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of a base model to Belebele in German, five tokens long."""
    for number, item in enumerate(json.loads(stored)["questions"]):
        yield number, item["answer_raw"], dict(_ANSWERS.findall(item["question"][-1500:]))


FRESH: dict[str, Callable[[bytes, Related], Iterator[Row]]] = {
    "MMMU-Benchmark/MMMU": pictured_questions,
    "lupantech/MathVista": pictured_mathematics,
    "Jack-Lingjie/MMLU-Pro": tuned_models,
    "diegonoti/MMLU-Pro": history_questions,
    "nicokossacoff/mmlu-pro-validation": spanish_instructions,
    "RobustML-Lab/Legal-Multilingual-Evaluation-of-LLMs": swiss_law,
    "lorenaaricetagarcia/llm-fse-evaluation": spanish_residents,
    "aki-wada/IgakuQA-evaluation": japanese_physicians,
    "viniciusarruda/llm-enem": brazilian_schools,
    "open-compass/LawBench": chinese_law,
    "CSHaitao/LexEval": chinese_law_tasks,
    "geronimi73/belebele-llama": reading_of_passages,
}
