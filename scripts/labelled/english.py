"""Where labelled replies stand that are mostly in English, source by source."""

import ast
import gzip
import io
import json
import re
from collections.abc import Iterator
from importlib import import_module

from rows import Related, Row, Source, fields, lettered, lines, numbered, table

_YES_OR_NO = {"A": "Yes", "B": "No"}
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


_IN_LINE = re.compile(r"([A-D]):(.*?)(?=;[B-D]:|$)", re.DOTALL)
_IN_LINES = re.compile(r"^\s*\(?([A-J])\s*[):.]\s*(.+?)\s*$", re.MULTILINE)
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


_DIAMOND = "jacobmcc-ax/gpqa-enhanced@4bc42dce634b6529a391ca50e41f33c1cf127d5a:dataset/gpqa_diamond.csv"
_WRONG = ("Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3")


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


def heard(stored: bytes, _: Related) -> Iterator[Row]:
    """Audio Flamingo and Qwen Omni on what is heard, some with their reasons cut or filled."""
    for number, item in enumerate(lines(stored)):
        options = dict(_BRACKETED.findall(item.get("choices") or ""))
        if item.get("final_answer_raw") and len(options) > 1:
            yield number, item["final_answer_raw"], options


def suggested(stored: bytes, _: Related) -> Iterator[Row]:
    """GPT-3.5 of 2024 on tasks of BIG-Bench, where the asker names an option or does not."""
    for turn, asked in enumerate(json.loads(stored)["outputs"]):
        for place, (shown, said) in enumerate(zip(asked["inputs"], asked["gen"], strict=True)):
            options = dict(_BRACKETED.findall(shown.rpartition("Answer choices:")[2]))
            if said and options:
                yield 1000 * turn + place, said, options


SOURCES: dict[str, Source] = {
    "bowen-upenn/llm_token_bias": fallacies,
    "paul-rottger/llm-values-pct": political_propositions,
    "SohailGidwani/cot_faithfulness": science_questions,
    "Joe-Occhipinti/unfaithfulness_steering": psychology_questions,
    "HAOTIAN89/MMLU-Pro": fields("model_outputs"),
    "yash-vardhansingh/MMLU-PRO": fields("model_outputs"),
    "ShreyaChivilkar/Abstention_Socially_Responsible_LLM": unknown_persons,
    "fairydreaming/farel-bench": family_relations,
    "klukosiute/gpqa-eval": graduate_questions,
    "Xiaoyang-Song/LLM-MCQA": personality,
    "causalNLP/moralmachine": two_to_save,
    "MMMU-Benchmark/MMMU": pictured_questions,
    "lupantech/MathVista": pictured_mathematics,
    "Jack-Lingjie/MMLU-Pro": fields("model_outputs"),
    "diegonoti/MMLU-Pro": fields("response"),
    "RobustML-Lab/Legal-Multilingual-Evaluation-of-LLMs": swiss_law,
    "lorenaaricetagarcia/llm-fse-evaluation": spanish_residents,
    "aki-wada/IgakuQA-evaluation": japanese_physicians,
    "open-compass/LawBench": chinese_law,
    "CSHaitao/LexEval": chinese_law_tasks,
    "HaveFunWithAI/gpqa_diamond_exp": diamond,
    "MiningMyBusiness/accuracy-econ-medical-llms": economical,
    "tobypullan/logit_cot_overthinking": fields("raw_response", read=lines),
    "Leozz04/MMLU-Pro": fields("response"),
    "synthiumjp/bcb-sandbagging-pilot": sandbagged,
    "kimmizi/bigfive-llm-evaluation": rated,
    "andresmosqueraw/bias-thought-anchors": biased,
    "lovenya/Measuring-Faithfulness-of-CoT-Reasoning-LALMs": heard,
    "shihanqu/MMLU-Pro": fields("model_outputs"),
    "Alec2435/MMLU-Pro": fields("model_outputs"),
    "zhusq20/reasoning-evals": fields("model_outputs"),
    "caiitlinm/replication-cot-unfaithfulness": suggested,
    "madehua98/gpqa": fields("response", read=lines),
}
