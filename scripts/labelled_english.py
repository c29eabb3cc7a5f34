"""Where labelled replies stand that are mostly in English, source by source."""

import ast
import csv
import gzip
import html
import io
import json
import pickle
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from labelled_rows import Related, Row, Source, fields, lettered, lines, numbered, table

_YES_OR_NO = {"A": "Yes", "B": "No"}
_SIDES = {"my friend": ["me", "my friend"], "incorrect": ["correct", "incorrect"], "no": ["Yes", "No"]}
_IN_BRACKETS = re.compile(r"^\(([a-eA-E])\)\s*(.+?)\s*$", re.MULTILINE)
_NUMBERED = re.compile(r"^\s*\(?([1-4A-D])\)\s*(.+?)\s*$", re.MULTILINE)
_COUNTED = re.compile(r"^(\d)\. (.+?)$", re.MULTILINE)
_PROMPTED = re.compile(r"^(\[\{'role': .*\}\])$", re.MULTILINE)
_CHOICE = re.compile(r"^\(([A-D])\) (.+?)(?=\n\([A-D]\)|\n\n)", re.MULTILINE | re.DOTALL)
_SCALE = re.compile(r"^\s*\(?(\d)\)? ?= (.+?)\s*$", re.MULTILINE)


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
    for number, row in enumerate(table(stored)):
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
    for number, item in enumerate(lines(stored)):
        keys = ("generated_answer", "generated_biased_answer", "baseline_generated_text")
        for place, key in enumerate(keys):
            if item.get(key):
                yield 10 * number + place, item[key], lettered(item["choices"])


def unknown_persons(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers to BBQ, where one of three options says that it is not known."""
    for number, item in enumerate(json.loads(stored)["predictions"]):
        if item["prediction_raw"]:
            yield number, item["prediction_raw"], lettered([item[f"ans{place}"] for place in range(3)])


def agreement(stored: bytes, _: Related) -> Iterator[Row]:
    """Replies of small models that are asked who is right, or whether they agree."""
    for number, item in enumerate(lines(stored)):
        sides = next(pair for word, pair in _SIDES.items() if f"'{word}'" in item["prompt"])
        yield number, item["reply"], lettered(sides)


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


def moral_machine(stored: bytes, _: Related) -> Iterator[Row]:
    """Continuations in German, Italian and Chinese that name one of two groups of people, without labels."""
    for number, row in enumerate(table(stored)):
        texts = re.findall(r"^- (.+)$", row["query"] or "", re.MULTILINE)
        if len(texts) == 2 and texts[0] != texts[1] and row["pred"]:
            yield number, row["pred"], dict(zip("AB", texts, strict=True))


def two_to_save(stored: bytes, _: Related) -> Iterator[Row]:
    """Endings of a sentence that says which of two a car should save; what is cached has other columns."""
    if stored.decode("utf-8-sig").startswith("pred,"):
        yield from moral_machine(stored, _)
        return
    for number, row in enumerate(table(stored)):
        if row["gpt_response"]:
            yield number, row["gpt_response"], lettered(row["two_choices"].split("; "))


def answerable(stored: bytes, _: Related) -> Iterator[Row]:
    """Letters of small models that were asked for JSON."""
    for number, row in enumerate(table(stored)):
        if row["model_answer"]:
            yield number, row["model_answer"], {label: row[f"op{label.lower()}"] for label in "ABCD"}


_IN_LINE = re.compile(r"([A-D]):(.*?)(?=;[B-D]:|$)", re.DOTALL)
_IN_LINES = re.compile(r"^\s*\(?([A-J])\s*[):.]\s*(.+?)\s*$", re.MULTILINE)
_ANSWERS = re.compile(r"^Antwort ([A-D]): (.+)$", re.MULTILINE)
_LEXAM = "LEXam-Benchmark/LEXam@487f729e85725e5d3e00c0b25142de1e86cda643:data/MCQs_test.xlsx"


def _listed(texts: str | list[str]) -> dict[str, str]:
    return lettered(ast.literal_eval(texts) if isinstance(texts, str) else texts)


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
            yield int(number), item["response"], lettered(item["choices"])


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
            yield number, said, numbered(item["opciones"])


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
            yield number, result["response"], lettered(items[result["problem_id"]])


def brazilian_schools(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers to the Brazilian examination for schools, after examples or with reasons."""
    items = {
        item["id"]: item["choices"] for item in json.loads(related("dataset/enem/enem_2022_0_shot.json"))
    }
    for number, item in enumerate(json.loads(stored)):
        if item["response"] and item["id"] in items:
            yield number, item["response"], lettered(items[item["id"]])


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
    for number, item in enumerate(lines(stored)):
        asked = item.get("input", "")
        options = dict(_IN_LINES.findall(asked[max(asked.rfind("\nA:"), 0) :]))
        if list(options) == ["A", "B", "C", "D"] and item.get("output"):
            yield number, item["output"], options


def reading_of_passages(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of a base model to Belebele in German, five tokens long."""
    for number, item in enumerate(json.loads(stored)["questions"]):
        yield number, item["answer_raw"], dict(_ANSWERS.findall(item["question"][-1500:]))


_DIAMOND = "jacobmcc-ax/gpqa-enhanced@4bc42dce634b6529a391ca50e41f33c1cf127d5a:dataset/gpqa_diamond.csv"
_WRONG = ("Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3")


class _Plain(pickle.Unpickler):
    """What holds lists, dictionaries, texts and numbers only; anything else is refused."""

    def find_class(self, module: str, name: str) -> object:
        raise pickle.UnpicklingError(f"{module}.{name} is asked for")


def diamond(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers of eight models to GPQA Diamond, free in form; the right one stands at A to D in turn."""
    items = table(related(_DIAMOND))
    for number, (item, said) in enumerate(zip(items, table(stored), strict=True)):
        for place in range(4):
            texts = [item[name] for name in _WRONG]
            texts.insert(place, item["Correct Answer"])
            if said[f"r{place + 1}"]:
                yield 4 * number + place, said[f"r{place + 1}"], lettered(map(str.strip, texts))


def economical(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of Gemma 3 and MedGemma to MedQA, MedMCQA, PubMedQA and examinations, terse or in steps."""
    if stored.startswith(b"\x1f\x8b"):
        stored = gzip.decompress(stored)
    for number, item in enumerate(lines(stored)):
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
    for number, row in enumerate(table(stored)):
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
            yield 100 * number + place, sample["cot"], lettered(texts[item["question_id"]])


_SCALE_LINE = re.compile(r"^\s*(\d) = (.+?)\.?\s*$", re.MULTILINE)
_SHOWN = re.compile(r"^([A-C])\) (.+?)\s*$", re.MULTILINE)
_BRACKETED = re.compile(r"^\(([A-J])\) (.+?)\s*$", re.MULTILINE)
_DOTTED = re.compile(r"^([AB])\. (.+?)\s*$", re.MULTILINE)


def challenged(stored: bytes, _: Related) -> Iterator[Row]:
    """Claude 3.5 Haiku and Llama 3.3 on TruthfulQA, each asked again by one who says another option."""
    for number, item in enumerate(json.loads(stored).get("challenges", [])):
        for place, key in enumerate(("initial_answer", "final_response")):
            if item.get(key) and item.get("choices"):
                yield 2 * number + place, item[key], lettered(item["choices"])


def cued(stored: bytes, _: Related) -> Iterator[Row]:
    """A model distilled from DeepSeek R1 on MMLU's algebra, with a hint or without."""
    for number, item in enumerate(lines(stored)):
        for place, key in enumerate(("baseline_text", "cue_text")):
            if item.get(key):
                yield 2 * number + place, item[key], lettered(item["choices"])


def sandbagged(stored: bytes, related: Related) -> Iterator[Row]:
    """Small models on MMLU-Pro, some asked to answer wrongly."""
    items = lines(related("data/sampled_items.jsonl"))
    options = {(item["domain"], item["item_id"]): item["options_raw"] for item in items}
    for number, row in enumerate(lines(stored)):
        said = row.get("raw_text") or row.get("raw_output")
        texts = options.get((row["domain"], row["item_id"]))
        if said and texts:
            yield number, said, lettered(texts)


def rated(stored: bytes, _: Related) -> Iterator[Row]:
    """Models of 2024 to 2026 about themselves, on a numbered scale."""
    for number, row in enumerate(table(stored)):
        if row["response"] and row.get("options"):
            yield number, row["response"], dict(_SCALE_LINE.findall(row["options"]))


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
    for number, item in enumerate(lines(stored)):
        if item["response"]:
            yield number, item["response"], _YES_OR_NO


def unconstrained(stored: bytes, related: Related) -> Iterator[Row]:
    """Mistral and Llama on MMLU, free in form or by a given one."""
    items = {item["question_id"]: item for item in json.loads(related("data/v2/bank_full_v2.json"))}
    for number, row in enumerate(table(stored)):
        item = items.get(row["question_id"])
        if item and row["raw_response"]:
            yield number, row["raw_response"], {label: item[f"choice_{label}"] for label in "ABCD"}


def heard(stored: bytes, _: Related) -> Iterator[Row]:
    """Audio Flamingo and Qwen Omni on what is heard, some with their reasons cut or filled."""
    for number, item in enumerate(lines(stored)):
        options = dict(_BRACKETED.findall(item.get("choices") or ""))
        if item.get("final_answer_raw") and len(options) > 1:
            yield number, item["final_answer_raw"], options


def truths(stored: bytes, _: Related) -> Iterator[Row]:
    """Qwen 3 on TruthfulQA with two options, asked not to think."""
    for number, item in enumerate(json.loads(stored)["choices"]):
        asked = item["raw_prompt"].rpartition("\n\nAnswer:")[0]
        yield number, item["model_response"], dict(_DOTTED.findall(asked))


_CASE = re.compile(r"^## Row (\d+)$(.*?)(?=^## Row |\Z)", re.MULTILINE | re.DOTALL)
_FENCED = re.compile(r"^```\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_DEGREES = ("Strongly prefer", "Moderately prefer", "Slightly prefer")
_PREFERENCES = [f"{side} Option A" for side in _DEGREES] + ["Neutral / No preference"]
_PREFERENCES += [f"{side} Option B" for side in reversed(_DEGREES)]


def suggested(stored: bytes, _: Related) -> Iterator[Row]:
    """GPT-3.5 of 2024 on tasks of BIG-Bench, where the asker names an option or does not."""
    for turn, asked in enumerate(json.loads(stored)["outputs"]):
        for place, (shown, said) in enumerate(zip(asked["inputs"], asked["gen"], strict=True)):
            options = dict(_BRACKETED.findall(shown.rpartition("Answer choices:")[2]))
            if said and options:
                yield 1000 * turn + place, said, options


def named_by_asker(stored: bytes, _: Related) -> Iterator[Row]:
    """Claude and others on MMLU, where the asker names an option: complete, or reasons beside questions."""
    if stored.startswith(b"{"):
        for number, item in enumerate(lines(stored)):
            options = {choice["letter"]: choice["text"] for choice in item["example"]["choices"]}
            yield number, item["completion"], options
        return
    for number, case in _CASE.findall(stored.decode()):
        shown, said = _FENCED.findall(case)[:2]
        yield int(number), said, dict(_BRACKETED.findall(shown))


def two_countries(stored: bytes, _: Related) -> Iterator[Row]:
    """Seven models on which of two countries acted more justifiably; ends of lines are written out."""
    for number, row in enumerate(table(stored)):
        said = re.sub(r" ?\\n ?", "\n", row["generated_text"])
        if said:
            yield number, said, {"A": row["country_a"], "B": row["country_b"]}


def preferred(stored: bytes, _: Related) -> Iterator[Row]:
    """GPT-4o, DeepSeek and small models on how far they prefer one of two options, on a numbered scale."""
    options = numbered(_PREFERENCES)
    for number, line in enumerate(stored.decode().splitlines()):
        said = json.loads(line)["response"].get("raw_content")
        if said:
            yield number, said, options


def cultural(stored: bytes, _: Related) -> Iterator[Row]:
    """Qwen 3 and Llama 3 on everyday knowledge of sixteen countries."""
    for number, row in enumerate(table(stored)):
        if row["full_res"]:
            yield number, row["full_res"], json.loads(row["choices"])


_OPTION = re.compile(r"^([A-D])\) (.+?)\s*$", re.MULTILINE)
_CONVERSATION = re.compile(r"^### Conversation \d+ ###$", re.MULTILINE)
_SHOWN_IN_HTML = re.compile(
    r"Prompt conversation</h3>.*?<pre>(.*?)</pre>.*?Sampled message</h3>.*?<pre>(.*?)</pre>", re.DOTALL
)
_SEVERITY = ["None or Minimal", "Mild", "Moderate", "Moderately Severe", "Severe"]
_ASKED = {"binary_explain": ["Yes", "No"], "binary_simple": ["Yes", "No"], "severity_qual": _SEVERITY}


def depressed(stored: bytes, _: Related) -> Iterator[Row]:
    """GPT-4o on whether somebody with answers to PHQ-9 is depressed, and how severely."""
    for number, row in enumerate(table(stored)):
        texts = _ASKED.get(row["response_condition"])
        if texts and row["model_completion"]:
            yield number, row["model_completion"], dict(zip("ABCDE", texts, strict=False))


def conversed(stored: bytes, _: Related) -> Iterator[Row]:
    """A model distilled from DeepSeek R1 on GPQA Diamond, with its thoughts."""
    for number, shown in enumerate(_CONVERSATION.split(stored.decode())[1:]):
        turns = [ast.literal_eval(line) for line in shown.splitlines() if line.startswith("{")]
        said = {turn["role"]: turn["content"] for turn in turns}
        if "user" in said and "assistant" in said:
            yield number, said["assistant"], dict(_OPTION.findall(said["user"]))


def shown_in_html(stored: bytes, _: Related) -> Iterator[Row]:
    """A service for documents on GPQA Diamond and MMLU, as a page of HTML shows it."""
    for number, (asked, said) in enumerate(_SHOWN_IN_HTML.findall(stored.decode())):
        yield number, html.unescape(said), dict(_OPTION.findall(html.unescape(asked)))


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
_HOW_WRONG = ["Not at all wrong", "Not too wrong", "Somewhat wrong", "Very wrong", "Extremely wrong"]
_RELEVANT = [
    "not at all relevant", "not very relevant", "slightly relevant", "somewhat relevant",
    "very relevant", "extremely relevant",
]  # fmt: skip
_AGREED = [
    "strongly disagree", "moderately disagree", "slightly disagree", "slightly agree",
    "moderately agree", "strongly agree",
]  # fmt: skip


def oil_and_gas(stored: bytes, _: Related) -> Iterator[Row]:
    """Seventy models on the geosciences of oil and gas, a column each."""
    for number, row in enumerate(table(stored)):
        options = {label: row[f"choice_{label.lower()}"] for label in "ABCD"}
        for place, said in enumerate(row[key] for key in row if key.endswith("_raw")):
            yield 100 * number + place, said, options


def told_by_patients(stored: bytes, related: Related) -> Iterator[Row]:
    """Small models on MedQA as three persons tell it."""
    items = {item["question_id"]: item for item in lines(related("dataset/medqa_1000_filtered.jsonl"))}
    for number, item in enumerate(lines(stored)):
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


def chinese_physicians(stored: bytes, _: Related) -> Iterator[Row]:
    """Qwen on a Chinese benchmark of medicine, a label in angle brackets."""
    for number, item in enumerate(lines(stored)):
        listed = _CHINESE.findall(_TASK.split(item["question"])[-1])
        yield number, item["answer"], {label: text.strip() for label, text in listed}


def rated_uncertainty(stored: bytes, _: Related) -> Iterator[Row]:
    """GPT-4.1 on MedQA, with how sure it is."""
    for number, item in enumerate(json.loads(stored)):
        yield number, item["response"]["response1"], item["options"]


def _rated(column: str, scale: list[str]) -> Callable[[bytes, Related], Iterator[Row]]:
    def rated(stored: bytes, _: Related) -> Iterator[Row]:
        for number, row in enumerate(table(stored)):
            said = next((row[key] for key in row if key and key.startswith(column)), None)
            if said:
                yield number, said, numbered(scale)

    return rated


def swedish_physicians(stored: bytes, related: Related) -> Iterator[Row]:
    """GPT-4 and GPT-4o on Swedish medicine, whose answers are the text of an option."""
    results = json.loads(stored)
    results.pop("llm_info")
    (kind, said), *_ = results.items()
    items = json.loads(related(f"benchmarks/{_SWEDISH_ITEMS[kind]}.json"))
    return _general(said, items) if kind == "questions" else _cases(said, items)


def _general(results: list[dict[str, Any]], items: list[dict[str, Any]]) -> Iterator[Row]:
    options = {item["question"]: lettered(item["options"]) for item in items}
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
        options = lettered(item["options"]) if item.get("options") else dict(_OF_LAW.findall(asked))
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
        options = lettered(item["Question_choices"])
        bare = {label: re.sub(rf"^{label}:\s*", "", text) for label, text in options.items()}
        yield number, item.get("Answer_text") or "", bare


def russian_statements(stored: bytes, _: Related) -> Iterator[Row]:
    """ChatGPT on Russian medicine, each option made a statement."""
    for number, (*_ids, asked, text) in enumerate(json.loads(stored)):
        yield number, text, dict(_STATEMENT.findall(asked))


def judged_wrong(stored: bytes, _: Related) -> Iterator[Row]:
    """Open models on short stories of wrongs, rated from 0 to 4."""
    for number, row in enumerate(table(stored)):
        yield number, row["raw_output"], numbered(_HOW_WRONG, 0)


def moral_foundations(stored: bytes, _: Related) -> Iterator[Row]:
    """How relevant something is to what is right, and from the 16th item on whether one agrees."""
    for number, row in enumerate(table(stored)):
        scale = _RELEVANT if int(row["question_id"]) <= 15 else _AGREED
        yield number, row["response"] or "", numbered(scale, 0)


def pruned_weights(stored: bytes, _: Related) -> Iterator[Row]:
    """Models of medicine on PubMedQA, a share of their weights pruned."""
    for number, row in enumerate(table(stored)):
        yield number, row["raw_response"], {"A": "yes", "B": "no", "C": "maybe"}


SOURCES: dict[str, Source] = {
    "bowen-upenn/llm_token_bias": fallacies,
    "xashru/cti-bench": threat_intelligence,
    "paul-rottger/llm-values-pct": political_propositions,
    "SohailGidwani/cot_faithfulness": science_questions,
    "Joe-Occhipinti/unfaithfulness_steering": psychology_questions,
    "HAOTIAN89/MMLU-Pro": fields("model_outputs"),
    "yash-vardhansingh/MMLU-PRO": fields("model_outputs"),
    "ShreyaChivilkar/Abstention_Socially_Responsible_LLM": unknown_persons,
    "mathismusic/multiagent-sycophancy": agreement,
    "fairydreaming/farel-bench": family_relations,
    "klukosiute/gpqa-eval": graduate_questions,
    "Xiaoyang-Song/LLM-MCQA": personality,
    "causalNLP/moralmachine": two_to_save,
    "asanchez75/slm-mcq-eval": answerable,
    "MMMU-Benchmark/MMMU": pictured_questions,
    "lupantech/MathVista": pictured_mathematics,
    "Jack-Lingjie/MMLU-Pro": fields("model_outputs"),
    "diegonoti/MMLU-Pro": fields("response"),
    "nicokossacoff/mmlu-pro-validation": spanish_instructions,
    "RobustML-Lab/Legal-Multilingual-Evaluation-of-LLMs": swiss_law,
    "lorenaaricetagarcia/llm-fse-evaluation": spanish_residents,
    "aki-wada/IgakuQA-evaluation": japanese_physicians,
    "viniciusarruda/llm-enem": brazilian_schools,
    "open-compass/LawBench": chinese_law,
    "CSHaitao/LexEval": chinese_law_tasks,
    "geronimi73/belebele-llama": reading_of_passages,
    "HaveFunWithAI/gpqa_diamond_exp": diamond,
    "MiningMyBusiness/accuracy-econ-medical-llms": economical,
    "SathvikNapa/SycophancyDosageResponse": pressed,
    "hikoseon12/Relational-Moral-Dilemma": reporting,
    "ElleNajt/thought_anchors_and_unfaithful_CoT": hinted,
    "tobypullan/logit_cot_overthinking": fields("raw_response", read=lines),
    "jayscpu/sycophancy": challenged,
    "Leozz04/MMLU-Pro": fields("response"),
    "yulia-volkova/hhh-cot-monitoring": cued,
    "synthiumjp/bcb-sandbagging-pilot": sandbagged,
    "kimmizi/bigfive-llm-evaluation": rated,
    "andresmosqueraw/bias-thought-anchors": biased,
    "DenisLim95/unfaithful-reasoning": compared,
    "yoyoyohan/llm-calibration-audit": unconstrained,
    "lovenya/Measuring-Faithfulness-of-CoT-Reasoning-LALMs": heard,
    "nikhilchandak/answer-matching": truths,
    "shihanqu/MMLU-Pro": fields("model_outputs"),
    "Alec2435/MMLU-Pro": fields("model_outputs"),
    "zhusq20/reasoning-evals": fields("model_outputs"),
    "caiitlinm/replication-cot-unfaithfulness": suggested,
    "alisheryeginbay/cot-unfaithfulness": named_by_asker,
    "recozers/LLM-Bias": two_countries,
    "baihuiw/beyond_sycophancy_llms": preferred,
    "lem0000ns/multicultural-personas": cultural,
    "rbroc/mental-health-llm-bias": depressed,
    "kennethleungty/DeepSeek-R1-Ollama-Simple-Evals": conversed,
    "adorosario/simple-evals": shown_in_html,
    "AlmazErmilov/FormationEval-an-Open-Benchmark-for-Oil-Gas-Geoscience-MCQ-Evaluation": oil_and_gas,
    "prabhjotschugh/narrativeshield-sdoh-medqa": told_by_patients,
    "AUTOMATIC1111/llm-political-compass": political_statements,
    "Youssef-Malek2004/CoT-Unfaithfulness-Induction-Via-SDF": thought_through,
    "madehua98/gpqa": fields("response", read=lines),
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
