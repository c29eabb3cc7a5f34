"""Where the replies labelled in later rounds of November 2026 stand in their repositories, source by source.

`labelled_replies.py` reads them; each function here takes a stored file and gives its replies as published,
with the options of their items.
"""

import ast
import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from importlib import import_module

from labelled_rows import Related, Row

_LETTERED = re.compile(r"^\s*([A-J])\)\s*(.*?)\s*$", re.MULTILINE)
_LISTED = re.compile(r"^\s*(?:[-*]\s*)?(?:\*\*)?([A-FА-Е])\s*[.)]\s*(.+?)\s*$", re.MULTILINE)
_SOLUTION = re.compile(r"\*\*\s*(?:Правильный ответ|Правильные ответы)[^\n]*\n")
_TO_LATIN = str.maketrans("АВСЕ", "ABCE")
_PERSIAN = ("الف", "ب", "پ", "ت", "ث")


def vietnamese_history(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of small models to questions of Vietnamese final examinations."""
    for number, row in enumerate(csv.DictReader(io.StringIO(stored.decode("utf-8-sig")))):
        said = next((row[key] for key in row if key and key.endswith("response")), "")
        if said:
            texts = ast.literal_eval(row.get("options") or row["choices"])
            yield number, said, {chr(65 + at): str(text) for at, text in enumerate(texts)}


def russian_python(stored: bytes, _: Related) -> Iterator[Row]:
    """Explanations of a quiz, without the line that gives the right answer."""
    text = stored.decode()
    solution = _SOLUTION.search(text)
    if solution:
        listed = _LISTED.findall(text[: solution.start()])
        options: dict[str, str] = {}
        for label, shown in listed:
            options.setdefault(label.translate(_TO_LATIN), shown)
        yield 0, text[solution.end() :].strip(), options


def thai_examinations(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers to ThaiExam, packed with brotli."""
    brotli = import_module("brotli")  # only this source is packed so, and the library is an extra

    for number, line in enumerate(brotli.decompress(stored).decode().split("\n")):
        result = json.loads(line).get("result") if line.strip() else None
        if result and result.get("text"):
            asked = json.loads(result["inputMessages"][-1]["content"])
            options = {key.upper(): str(text) for key, text in asked.items() if key in "abcde"}
            yield number, result["text"], {label: text for label, text in options.items() if text.strip()}


def multilingual_reasoning(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers that a tag of the prompt had them think before; the tag is left off."""
    results = json.loads(stored)
    items = [
        json.loads(line)
        for line in related(f"data/exp_v2/mmmlu/test_{results['language']}_100.jsonl").decode().split("\n")
        if line.strip()
    ]
    options = {item["question_index"]: {label: str(item[label]) for label in "ABCD"} for item in items}
    for number, result in enumerate(results["results"]):
        yield number, result["response"].removeprefix("<think>\n"), options[result["question_index"]]


def persian_choices(stored: bytes, related: Related) -> Iterator[Row]:
    """One-word answers with the Persian labels that the items were shown with."""
    choices = {}
    for part in ("hard", "public_eval"):
        for line in related(f"data/persian_eval_v1.{part}.jsonl").decode().split("\n"):
            item = json.loads(line) if line.strip() else {}
            if item.get("choices"):
                choices[item["id"]] = item["choices"]
    for number, sample in enumerate(json.loads(stored)["samples"]):
        if sample["id"] in choices:
            yield number, sample["prediction"], dict(zip(_PERSIAN, choices[sample["id"]], strict=False))


def african_medicine(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of thirty models to AfriMed-QA and MedQA."""
    csv.field_size_limit(10**9)
    for number, row in enumerate(csv.DictReader(io.StringIO(stored.decode("utf-8-sig")))):
        options = {key: row[key] for key in "ABCDE" if (row.get(key) or "").strip() not in ("", "N/A", "nan")}
        yield number, row.get("outputs") or "", options


def simple_evals(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers to MMLU-Pro and GPQA with up to ten options."""
    for number, line in enumerate(stored.decode().split("\n")):
        if line.strip():
            result = json.loads(line)
            yield number, result.get("answer") or "", dict(_LETTERED.findall(result["instruction"]))


NUMBERED = re.compile(r"(?<!\S)([1-4])[.)]\s+(.+?)(?=\s+[2-4][.)]\s|\s*$)", re.DOTALL)
_NUMBERED = re.compile(r"^\s*([1-5])[．.]\s*(.+?)\s*$", re.MULTILINE)
_WIDE_DIGITS = str.maketrans("１２３４５", "12345")


def ghanaian_teachers(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers by number to licensing examinations in eleven languages of Ghana."""
    lines = related("data/ghanaian_mmlu.jsonl").decode().splitlines()
    options = {item["question_id"]: item["options"] for item in map(json.loads, lines)}
    for number, line in enumerate(stored.decode().splitlines()):
        result = json.loads(line)
        texts = options.get(result["question_id"])
        if texts:
            yield number, result["model_raw"], {str(at + 1): str(text) for at, text in enumerate(texts)}


def japanese_veterinarians(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers by number to the Japanese examination for veterinarians."""
    for number, row in enumerate(csv.DictReader(io.StringIO(stored.decode("utf-8-sig")))):
        options = dict(_NUMBERED.findall(row["answer_choices"].translate(_WIDE_DIGITS)))
        if row.get("response") and len(options) >= 4:
            yield number, row["response"], options


def mmlu_pro(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers with reasons to MMLU-Pro, after five examples; one file in an archive."""
    archive = zipfile.ZipFile(io.BytesIO(stored))
    name = next(name for name in archive.namelist() if name.endswith(".json") and "__MACOSX" not in name)
    for number, item in enumerate(json.loads(archive.read(name))):
        if not isinstance(item, dict):
            continue  # one file holds stray texts
        said = item.get("model_outputs") or item.get("generated_text") or item.get("model_output")
        said = said[0] if isinstance(said, list) else said
        if isinstance(said, str) and said:
            yield number, said, {chr(65 + at): str(text) for at, text in enumerate(item["options"])}


def moral_machine(stored: bytes, _: Related) -> Iterator[Row]:
    """Continuations in German, Italian and Chinese that name one of two groups of people, without labels."""
    for number, row in enumerate(csv.DictReader(io.StringIO(stored.decode("utf-8-sig")))):
        texts = re.findall(r"^- (.+)$", row["query"] or "", re.MULTILINE)
        if len(texts) == 2 and texts[0] != texts[1] and row["pred"]:
            yield number, row["pred"], dict(zip("AB", texts, strict=True))


def medqa_base_models(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers of base and other models to MedQA, cut after 64 tokens."""
    items = json.loads(related("data/datasets/medqa_focused_1030.json"))
    for number, result in enumerate(json.loads(stored)):
        item = items[result["question_id"]]
        if item["answer_idx"] == result["correct"] and result["response"]:
            yield number, result["response"], item["options"]


def budgeted_thinking(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers to MMLU-Pro with more or less reasoning before them."""
    for number, item in enumerate(json.loads(stored)):
        options = {chr(65 + at): str(text) for at, text in enumerate(item["options"])}
        yield number, item["model_outputs"], options


def polish_law(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers in JSON to the entrance examinations for Polish lawyers, with reasons and the article."""
    for number, line in enumerate(stored.decode().split("\n")):
        if line.strip():
            item = json.loads(line)
            yield number, item.get("model_response") or "", item["choices"]


def urdu_schools(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers to questions of Pakistani schools, as a list or as samples of lm-evaluation-harness."""
    text = stored.decode()
    if text.lstrip().startswith("["):
        said = [(item["prediction"] or "", item["options"]) for item in json.loads(text)]
    else:
        samples = [json.loads(line) if line.strip() else None for line in text.split("\n")]
        said = [(one["resps"][0][0], one["doc"]["options"]) if one else ("", {}) for one in samples]
    for number, (reply, options) in enumerate(said):
        yield number, reply, {label: shown for label, shown in options.items() if shown is not None}


def korean_medicine(stored: bytes, _: Related) -> Iterator[Row]:
    """Reasoning on Korean medical examinations that a model wrote to train another one."""
    for number, line in enumerate(stored.decode().split("\n")):
        if line.strip():
            asked, answered = json.loads(line)["messages"][-2:]
            shown = asked["content"].partition("[선택지]")[2]
            yield number, answered["content"], dict(re.findall(r"^([A-E])\. (.+)$", shown, re.MULTILINE))


def residents_2024(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers to the Spanish examination for residents of 2024, from the sheets of Spanish prompts."""
    openpyxl = import_module("openpyxl")  # only this source is a workbook, and the library is an extra
    sheets = openpyxl.load_workbook(io.BytesIO(stored), read_only=True).worksheets
    rows = [
        row
        for sheet in sheets
        if sheet.title.endswith("ES")
        for row in [*sheet.iter_rows(values_only=True)][1:]
    ]
    for number, row in enumerate(rows, 1):
        listed = NUMBERED.findall(str(row[1]).replace("\\n", "\n"))
        if row[3]:
            yield number, str(row[3]), {label: " ".join(text.split()) for label, text in listed}


SECOND_ROUND: dict[str, Callable[[bytes, Related], Iterator[Row]]] = {
    "HoTuMinh/Framework-for-evaluating-SLMs-in-History-QA": vietnamese_history,
    "hypo69/1001-python-ru": russian_python,
    "dtinth/thaiexamjs": thai_examinations,
    "alfred-leong/multilingual-reasoning": multilingual_reasoning,
    "heyparsadev/persian-llm-eval": persian_choices,
    "intron-innovation/AfriMed-QA": african_medicine,
    "kuk/simple-evals-ru": simple_evals,
    "GhanaNLP/nsanku-MMLU": ghanaian_teachers,
    "yoshino/vet-exam-llm": japanese_veterinarians,
    "TIGER-AI-Lab/MMLU-Pro": mmlu_pro,
    "causalNLP/moralmachine": moral_machine,
    "tadsligar/MedQA2026": medqa_base_models,
    "okuvshynov/MMLU-Pro": budgeted_thinking,
    "PiotrTyrakowski/PolishLawLLM-Benchmark": polish_law,
    "mbzuai-nlp/UrduMMLU": urdu_schools,
    "AITEAM444/KoMEDMCQA_CoT": korean_medicine,
    "hypo69/interview-kit-ru": russian_python,
}
