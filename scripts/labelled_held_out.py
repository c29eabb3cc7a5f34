"""Where the replies of the held-out draws of 2026-11-28 stand that are of stores not met before.

`labelled_replies.py` reads them; each function here takes a stored file and gives its replies as published,
with the options of their items.

Decision: docs/decisions/parsers.md, "Two draws of held-out replies".
Decision: docs/decisions/parsers.md, "A third draw of held-out replies".
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from labelled_rows import Related, Row

_MARKED = re.compile(r"^\[([A-Z])\]\. (.+)$", re.MULTILINE)
_TASK = re.compile(r"## ?(?:题目|问题)")
_CHINESE = re.compile(r"(?<![A-Za-z])([A-H])\s*[.．、]\s*(.*?)(?=(?<![A-Za-z])[B-H]\s*[.．、]|$)", re.DOTALL)
_SWEDISH = re.compile(r"\s*([A-Ea-e])\)\s*(.*)")
_SWEDISH_ITEMS = {
    "questions": "general_practitioner/general_practioner",
    "EmeregencyMedicine": "specialist_questions/emergency_medicine/emergency_medicine_corrected",
    "GeneralPractioner": "specialist_questions/gp/fall_descriptions",
}
_PERSONAL = [
    "Disagree strongly",
    "Disagree a little",
    "Neutral; no opinion",
    "Agree a little",
    "Agree strongly",
]
_MORAL = [
    "Strongly disagree", "Disagree", "Somewhat disagree", "Neither agree nor disagree",
    "Somewhat agree", "Agree", "Strongly agree",
]  # fmt: skip
_OF_LAW = re.compile(r"^(\d+)\. ([^:\n]+):", re.MULTILINE)
_STATEMENT = re.compile(r"^([1-4])\. (.+)$", re.MULTILINE)
_WRONG = ["Not at all wrong", "Not too wrong", "Somewhat wrong", "Very wrong", "Extremely wrong"]
_RELEVANT = [
    "not at all relevant", "not very relevant", "slightly relevant", "somewhat relevant",
    "very relevant", "extremely relevant",
]  # fmt: skip
_AGREED = [
    "strongly disagree", "moderately disagree", "slightly disagree", "slightly agree",
    "moderately agree", "strongly agree",
]  # fmt: skip


def _lettered(texts: Iterable[str]) -> dict[str, str]:
    return {chr(ord("A") + place): str(text).strip() for place, text in enumerate(texts)}


def _numbered(texts: Iterable[str], first: int = 1) -> dict[str, str]:
    return {str(place): text for place, text in enumerate(texts, first)}


def _lines(stored: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stored.decode().splitlines()]


def _table(stored: bytes) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(stored.decode()))]


def oil_and_gas(stored: bytes, _: Related) -> Iterator[Row]:
    """Seventy models on the geosciences of oil and gas, a column each."""
    for number, row in enumerate(_table(stored)):
        options = {label: row[f"choice_{label.lower()}"] for label in "ABCD"}
        for place, said in enumerate(row[key] for key in row if key.endswith("_raw")):
            yield 100 * number + place, said, options


def told_by_patients(stored: bytes, related: Related) -> Iterator[Row]:
    """Small models on MedQA as three persons tell it."""
    items = {item["question_id"]: item for item in _lines(related("dataset/medqa_1000_filtered.jsonl"))}
    for number, item in enumerate(_lines(stored)):
        for place, said in enumerate(item["personas_eval"].values()):
            if item["question_id"] in items and said["raw_response"]:
                yield 10 * number + place, said["raw_response"], items[item["question_id"]]["options"]


def political_statements(stored: bytes, _: Related) -> Iterator[Row]:
    """Open models of many sizes on the political compass, whose labels are M, N, P and Q."""
    for number, said in enumerate(json.loads(stored)["answers"].values()):
        yield number, said["answer"], dict(_MARKED.findall(said["question"]))


def thought_through(stored: bytes, _: Related) -> Iterator[Row]:
    """Thoughts of a model distilled from DeepSeek R1 on ARC."""
    for number, item in enumerate(json.loads(stored)):
        yield (
            number,
            item["model_output"],
            dict(zip(*map(item["choices"].get, ("label", "text")), strict=True)),
        )


def answerable(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers in JSON to questions of science, and whether something is missing in the question."""
    for number, item in enumerate(_lines(stored)):
        if isinstance(item.get("response"), str):
            yield number, item["response"], _lettered(item["options"])


def chinese_physicians(stored: bytes, _: Related) -> Iterator[Row]:
    """Qwen on a Chinese benchmark of medicine, a label in angle brackets."""
    for number, item in enumerate(_lines(stored)):
        listed = _CHINESE.findall(_TASK.split(item["question"])[-1])
        yield number, item["answer"], {label: text.strip() for label, text in listed}


def rated_uncertainty(stored: bytes, _: Related) -> Iterator[Row]:
    """GPT-4.1 on MedQA, with how sure it is."""
    for number, item in enumerate(json.loads(stored)):
        yield number, item["response"]["response1"], item["options"]


def _rated(column: str, scale: list[str]) -> Callable[[bytes, Related], Iterator[Row]]:
    def rated(stored: bytes, _: Related) -> Iterator[Row]:
        for number, row in enumerate(_table(stored)):
            said = next((row[key] for key in row if key and key.startswith(column)), None)
            if said:
                yield number, said, _numbered(scale)

    return rated


def swedish_physicians(stored: bytes, related: Related) -> Iterator[Row]:
    """GPT-4 and GPT-4o on Swedish medicine, whose answers are the text of an option."""
    results = json.loads(stored)
    results.pop("llm_info")
    (kind, said), *_ = results.items()
    items = json.loads(related(f"benchmarks/{_SWEDISH_ITEMS[kind]}.json"))
    return _general(said, items) if kind == "questions" else _cases(said, items)


def _general(results: list[dict[str, Any]], items: list[dict[str, Any]]) -> Iterator[Row]:
    options = {item["question"]: _lettered(item["options"]) for item in items}
    for number, said in enumerate(results):
        if said["question"] in options:
            yield number, said["llm_answer"], options[said["question"]]


def _cases(results: dict[str, Any], cases: list[dict[str, Any]]) -> Iterator[Row]:
    """The questions of each case in turn, but for those whose key has changed since the answer."""
    items = [item for case in cases for item in case["questions"]]
    keyed = zip(items, results["ground_truths"], results["predictions"], strict=False)
    for number, (item, key, text) in enumerate(keyed):
        if item["correct_answer"].lower() == key:
            listed = filter(None, map(_SWEDISH.match, item["options"]))
            yield number, text, {found[1].upper(): found[2] for found in listed}


def vietnamese_law(stored: bytes, _: Related) -> Iterator[Row]:
    """Two models on Vietnamese law: four options, or the fifteen fields that are listed before the case."""
    for number, item in enumerate(json.loads(stored)):
        asked = item["question"].partition("Tình huống:")[0]
        options = _lettered(item["options"]) if item.get("options") else dict(_OF_LAW.findall(asked))
        yield number, item["raw_model_output"] or "", options


def asked_twice(stored: bytes, _: Related) -> Iterator[Row]:
    """What to do in a dispute, asked twice, with an explanation."""
    trials = [trial for record in json.loads(stored)["records"] for trial in record["trials"]]
    for number, trial in enumerate(trials):
        for place, key in enumerate(("response_1", "response_2")):
            said = trial.get(key)
            text = said.get("original") if isinstance(said, dict) else said
            if isinstance(text, str):
                yield 2 * number + place, text, trial["choices"]


def american_surveys(stored: bytes, _: Related) -> Iterator[Row]:
    """Surveys before the election of 2024, with and without a persona; some options bring their letters."""
    for number, item in enumerate(json.loads(stored)["questions"]):
        options = _lettered(item["Question_choices"])
        bare = {label: re.sub(rf"^{label}:\s*", "", text) for label, text in options.items()}
        yield number, item.get("Answer_text") or "", bare


def russian_statements(stored: bytes, _: Related) -> Iterator[Row]:
    """ChatGPT on Russian medicine, each option made a statement."""
    for number, (*_ids, asked, text) in enumerate(json.loads(stored)):
        yield number, text, dict(_STATEMENT.findall(asked))


def judged_wrong(stored: bytes, _: Related) -> Iterator[Row]:
    """Open models on short stories of wrongs, rated from 0 to 4."""
    for number, row in enumerate(_table(stored)):
        yield number, row["raw_output"], _numbered(_WRONG, 0)


def moral_foundations(stored: bytes, _: Related) -> Iterator[Row]:
    """How relevant something is to what is right, and from the 16th item on whether one agrees."""
    for number, row in enumerate(_table(stored)):
        scale = _RELEVANT if int(row["question_id"]) <= 15 else _AGREED
        yield number, row["response"] or "", _numbered(scale, 0)


def pruned_weights(stored: bytes, _: Related) -> Iterator[Row]:
    """Models of medicine on PubMedQA, a share of their weights pruned."""
    for number, row in enumerate(_table(stored)):
        yield number, row["raw_response"], {"A": "yes", "B": "no", "C": "maybe"}


HELD_OUT: dict[str, Callable[[bytes, Related], Iterator[Row]]] = {
    "AlmazErmilov/FormationEval-an-Open-Benchmark-for-Oil-Gas-Geoscience-MCQ-Evaluation": oil_and_gas,
    "prabhjotschugh/narrativeshield-sdoh-medqa": told_by_patients,
    "AUTOMATIC1111/llm-political-compass": political_statements,
    "Youssef-Malek2004/CoT-Unfaithfulness-Induction-Via-SDF": thought_through,
    "madehua98/gpqa": answerable,
    "chenhaodev/medbench-env": chinese_physicians,
    "thomasprade1/clinical-reasoning-medqa-sct": rated_uncertainty,
    "naomimori1/icPsychometricsAI": _rated("response", _PERSONAL),
    "Tobi2K/Moral-LLMs": _rated("Answers", _MORAL),
    "BirgerMoell/swedish-medical-benchmark": swedish_physicians,
    "TranKien2005/VN-Legal-Bench-Dataset": vietnamese_law,
    "JvThunder/sycophancy-eval": asked_twice,
    "KorbinY/Unpacking-LLM-Political-Bias": american_surveys,
    "pavel-blinov/RuMedBench": russian_statements,
    "Davvi1/moral-foundations-in-LLMs-Kirgis-Extension": judged_wrong,
    "bastoscostadavi/llm-moral-susceptibility": moral_foundations,
    "bborzello/biomedical-llm-lobotomy": pruned_weights,
}
