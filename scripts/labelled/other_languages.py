"""Where labelled replies stand that are mostly in other languages than English, source by source."""

import ast
import io
import json
import re
import zipfile
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from rows import Related, Row, Source, fields, lettered, lines, numbered, table

_LETTERED = re.compile(r"^\s*([A-J])\)\s*(.*?)\s*$", re.MULTILINE)
_LISTED = re.compile(r"^\s*(?:[-*]\s*)?(?:\*\*)?([A-FА-Е])\s*[.)]\s*(.+?)\s*$", re.MULTILINE)
_SOLUTION = re.compile(r"\*\*\s*(?:Правильный ответ|Правильные ответы)[^\n]*\n")
_TO_LATIN = str.maketrans("АВСЕ", "ABCE")
_PERSIAN = ("الف", "ب", "پ", "ت", "ث")


def vietnamese_history(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of small models to questions of Vietnamese final examinations."""
    for number, row in enumerate(table(stored)):
        said = next((row[key] for key in row if key and key.endswith("response")), "")
        if said:
            texts = ast.literal_eval(row.get("options") or row["choices"])
            yield number, said, lettered(texts)


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
    for number, row in enumerate(table(stored)):
        options = {key: row[key] for key in "ABCDE" if (row.get(key) or "").strip() not in ("", "N/A", "nan")}
        yield number, row.get("outputs") or "", options


def simple_evals(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers to MMLU-Pro and GPQA with up to ten options."""
    for number, line in enumerate(stored.decode().split("\n")):
        if line.strip():
            result = json.loads(line)
            yield number, result.get("answer") or "", dict(_LETTERED.findall(result["instruction"]))


NUMBERED = re.compile(r"(?<!\S)([1-4])[.)]\s+(.+?)(?=\s+[2-4][.)]\s|\s*$)", re.DOTALL)


def ghanaian_teachers(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers by number to licensing examinations in eleven languages of Ghana."""
    items = lines(related("data/ghanaian_mmlu.jsonl"))
    options = {item["question_id"]: item["options"] for item in items}
    for number, result in enumerate(lines(stored)):
        texts = options.get(result["question_id"])
        if texts:
            yield number, result["model_raw"], numbered(texts)


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
            yield number, said, lettered(item["options"])


def medqa_base_models(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers of base and other models to MedQA, cut after 64 tokens."""
    items = json.loads(related("data/datasets/medqa_focused_1030.json"))
    for number, result in enumerate(json.loads(stored)):
        item = items[result["question_id"]]
        if item["answer_idx"] == result["correct"] and result["response"]:
            yield number, result["response"], item["options"]


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


_OPTION = re.compile(r"^\s*(?:- )?([A-D])[.．、]\s*(.+?)\s*$", re.MULTILINE)


def chinese_final_2024(stored: bytes, _: Related) -> Iterator[Row]:
    """Thirty models on the mathematics of the Chinese final examination of 2024, in Chinese and English."""
    for number, item in enumerate(lines(stored)):
        options = dict(_OPTION.findall(item["question"]["body"]))
        if item["question"]["type"] == "1" and item["result"] and len(options) == 4:
            yield number, item["result"], options


def opinions_pressed(stored: bytes, _: Related) -> Iterator[Row]:
    """Claude, GPT-5 and Kimi on which of two is better, each asked again by one who disagrees."""
    for number, item in enumerate(lines(stored)):
        options = {"A": item.get("option_a"), "B": item.get("option_b")}
        for place, key in enumerate(("initial_answer", "final_answer")):
            if item.get(key) and all(options.values()):
                yield 2 * number + place, item[key], options


_TWICE = re.compile(r"^([A-D])\. (?:\1\) ?)?(.*?)(?=\n+[B-D]\. |\n*\Z)", re.DOTALL | re.MULTILINE)
_ONCE = re.compile(r"^([A-D])\) ?(.*?)(?=\n+[B-D]\) |\n*\Z)", re.DOTALL | re.MULTILINE)


def brazilian_bar(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of models of many families and sizes to the Brazilian bar examination."""
    for number, row in enumerate(table(stored)):
        asked = row.get("question_prompt") or row.get("question_body") or ""
        listed = _TWICE.findall(asked) or _ONCE.findall(asked)
        options = {label: " ".join(text.split()) for label, text in listed}
        said = row.get("response", "").strip().removeprefix(asked.strip()).strip()  # some repeat the prompt
        if said and len(options) == 4:
            yield number, said, options


_PROMPT = "আপনাকে একটি প্রশ্ন"  # with which the prompt begins, that some files store before the reply
_HEADING = re.compile(r"\s*###+ (?:আপনার উত্তর|চিন্তাধারা):\s*")


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


_PT_OPTION = re.compile(r"^- ([A-E])\) (.+)$", re.MULTILINE)
_INFERENCES = {
    "ar": ("استلزام", "حياد", "تناقض"),
    "bg": ("следствие", "неутралност", "противоречие"),
    "de": ("Implikation", "neutral", "Widerspruch"),
    "el": ("συνεπακόλουθο", "ουδέτερο", "αντίφαση"),
    "en": ("entailment", "neutral", "contradiction"),
    "es": ("implicación", "neutral", "contradicción"),
    "fr": ("implication", "neutre", "contradiction"),
    "hi": ("निहितार्थ", "तटस्थ", "विरोधाभास"),
    "ru": ("следствие", "нейтральность", "противоречие"),
    "sw": ("ufuasi", "upande wowote", "kinzani"),
    "th": ("การตามมา", "เป็นกลาง", "ขัดแย้ง"),
}


def spanish_residents_2023(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of ChatGPT to the Spanish examination for residents of 2023, in words or by number."""
    for number, row in enumerate(table(stored)):
        said = row.get("prompt_answer") or row.get("responses") or ""
        if said.strip() and not said.startswith("Unusable response"):
            yield number, said.strip(), {label: row[label] for label in "1234"}


def turkish_university(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of fifteen models to the Turkish university examination; its options are not stored."""
    letters = {label: label for label in "ABCDE"}
    for number, row in enumerate(table(stored)):
        if row["model"] != "mock" and row["explanation"] and not row["explanation"].startswith("ERROR"):
            yield number, row["explanation"], letters


def brazilian_errors(stored: bytes, _: Related) -> Iterator[Row]:
    """Reasoning of five models that went wrong in the Brazilian examination for schools."""
    for number, part in enumerate(re.split(r"\n## (?=enem)", stored.decode())[1:]):
        asked, _found, said = part.partition("### Raciocínio do modelo\n")
        options = dict(_PT_OPTION.findall(asked.partition("### Alternativas")[2]))
        said = said.strip().removesuffix("---").strip()
        if said and len(options) == 5:
            yield number, said, options


def inferences(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers to XNLI in eleven languages, by the numbers 0 to 2; some files have one a line."""
    number = 0
    for part in re.split(r"^-{20,}", stored.decode(), flags=re.MULTILINE):
        language, texts = part[:2], part.partition("\n")[2]
        between = r"^#{20,}\n?" if "#####" in texts else r"\n"
        for said in re.split(between, texts, flags=re.MULTILINE):
            number += 1
            if said.strip() and language in _INFERENCES:
                yield number, said.strip(), dict(zip("012", _INFERENCES[language], strict=True))


def german_cases(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers of open models to cases of German medicine, as JSON with a reason."""
    items = {item["id"]: item["options"] for item in lines(related("data/med_qa.jsonl"))}
    for number, said in enumerate(json.loads(stored)["predictions"]):
        yield number, said.get("raw") or "", items[said["case_id"]]


_PAPER = re.compile(rb'"(chile|colombia)_(historia|lenguaje)"')


def latin_american_schools(stored: bytes, related: Related) -> Iterator[Row]:
    """Reasons that Gemma, Llama 3 and Mixtral give for an answer in examinations of Chile and Colombia."""
    paper = b"_".join(_PAPER.search(stored).groups()).decode()  # type: ignore[union-attr]
    items = json.loads(related(f"data/pruebas_mmlu/{paper}_mmlu.json"))
    for model in json.loads(stored).values():
        for said in model.values():
            for number, (item, reply) in enumerate(zip(items, said["responses"], strict=False)):
                yield number, reply["explanation"], dict(zip("abcde", item["choices"], strict=False))


_LINES = re.compile(r"^\s*\(?([A-Eа-яА-Я1-5])\s*[.．:)）、-]\s*(.+?)\s*$", re.MULTILINE)
_INLINE = re.compile(r"(?<![A-Za-z])([A-D])[．.、]\s*(.*?)(?=\s*(?<![A-Za-z])[B-D][．.、]|\s*$)", re.DOTALL)


def harness_samples(stored: bytes, _: Related) -> Iterator[Row]:
    """Samples of lm-evaluation-harness: Global-MMLU, COPAL, FORK."""
    for number, line in enumerate(stored.decode().splitlines()):
        sample = json.loads(line)
        doc = sample["doc"]
        texts = [
            doc[key]
            for key in (
                "option_a",
                "option_b",
                "option_c",
                "option_d",
                "choice1",
                "choice2",
                "option_A",
                "option_B",
            )
            if key in doc
        ]
        yield number, sample["resps"][0][0], lettered(texts)


def turkic_schools(stored: bytes, _: Related) -> Iterator[Row]:
    for number, item in enumerate(json.loads(stored)):
        yield number, item["output"] or "", lettered(item["choices"])


def chinese_finals(stored: bytes, _: Related) -> Iterator[Row]:
    for number, item in enumerate(json.loads(stored)["example"]):
        tail = item["question"]
        options = {letter: " ".join(text.split()) for letter, text in _INLINE.findall(tail)}
        if list(options) == ["A", "B", "C", "D"]:
            yield number, item["model_output"], options


def brazilian_examination(stored: bytes, related: Related) -> Iterator[Row]:
    items = {item["id"]: item for item in json.loads(related("data/enem/2022.json"))}
    for number, reply in enumerate(json.loads(stored)):
        item = items.get(reply["id"])
        if item:
            yield number, reply["response"], lettered(item["options"])


def ukrainian_schools(stored: bytes, _: Related) -> Iterator[Row]:
    for number, pred in enumerate(json.loads(stored)["test_preds"]):
        asked = pred["input"][0]["content"].partition("Варіанти відповіді:")[2]
        options = dict(_LINES.findall(asked))
        reply = re.split(
            r"<\|start_header_id\|>assistant<\|end_header_id\|>\s*|<start_of_turn>model\s*", pred["pred"]
        )[-1]
        reply = reply.removesuffix("<|eot_id|>").removesuffix("<end_of_turn>")
        if 3 <= len(options) <= 5:
            yield number, reply, options


def korean_finals(stored: bytes, related: Related) -> Iterator[Row]:
    items = [item for paper in json.loads(related("data/2023_11_KICE.json")) for item in paper["problems"]]
    for number, part in enumerate(re.split(r"\n-{10,}\n", stored.decode())):
        head = re.match(r"\s*(\d+)번 문제 ?: ", part)
        if head and int(head[1]) <= len(items):
            reply = re.split(r"\n정답 ?:", part[head.end() :])[0]
            choices = items[int(head[1]) - 1]["choices"]
            yield number, reply, {str(place + 1): text for place, text in enumerate(choices)}


def spanish_residents(stored: bytes, _: Related) -> Iterator[Row]:
    openpyxl = import_module("openpyxl")  # only this source is a workbook, and the library is an extra
    rows = openpyxl.load_workbook(io.BytesIO(stored), read_only=True).active.iter_rows(values_only=True)
    head = [str(name) for name in next(rows)]
    for number, row in enumerate(rows):
        cells = dict(zip(head, row, strict=True))
        asked = str(cells["Description"]).replace("_x000d_", "")
        if "o1pro" in cells:  # the year before: texts in four lines without numbers
            texts = [line.strip() for line in asked.splitlines() if line.strip()][-4:]
            yield number, str(cells["o1pro"]), dict(zip("1234", texts, strict=False))
            continue
        options = {label: " ".join(text.split()) for label, text in NUMBERED.findall(asked)}
        if len(options) == 4 and cells["OE respuesta"]:
            yield number, str(cells["OE respuesta"]).replace("_x000d_", ""), options


def arabic_chats(stored: bytes, _: Related) -> Iterator[Row]:
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        options = {letter: text for letter, text in _LINES.findall(item["query"]) if letter in "ABCD"}
        if len(options) == 4:
            yield number, item["response"], options


SOURCES: dict[str, Source] = {
    "protimroy/crosslingual-test-time-scaling": harness_samples,
    "ceferisbarov/TUMLU": turkic_schools,
    "OpenLMLab/GAOKAO-Bench": chinese_finals,
    "piresramon/gpt-4-enem": brazilian_examination,
    "NLPForUA/ZNO": ukrainian_schools,
    "NomaDamas/KICE_slayer_AI_Korean": korean_finals,
    "foundation29org/MIR_AI_F29": spanish_residents,
    "FreedomIntelligence/AceGPT": arabic_chats,
    "HoTuMinh/Framework-for-evaluating-SLMs-in-History-QA": vietnamese_history,
    "hypo69/1001-python-ru": russian_python,
    "dtinth/thaiexamjs": thai_examinations,
    "alfred-leong/multilingual-reasoning": multilingual_reasoning,
    "heyparsadev/persian-llm-eval": persian_choices,
    "intron-innovation/AfriMed-QA": african_medicine,
    "kuk/simple-evals-ru": simple_evals,
    "GhanaNLP/nsanku-MMLU": ghanaian_teachers,
    "TIGER-AI-Lab/MMLU-Pro": mmlu_pro,
    "tadsligar/MedQA2026": medqa_base_models,
    "okuvshynov/MMLU-Pro": fields("model_outputs"),
    "PiotrTyrakowski/PolishLawLLM-Benchmark": fields("model_response", "choices", lines),
    "mbzuai-nlp/UrduMMLU": urdu_schools,
    "AITEAM444/KoMEDMCQA_CoT": korean_medicine,
    "lowspace/2024-GaoKao-Eval": chinese_final_2024,
    "ishaandatta/MMLU-Pro": fields("model_outputs"),
    "tanaybaswa/mmlu-pro": fields("model_outputs"),
    "celomedrado/SycophancyBench": opinions_pressed,
    "jandersong4/oab-llm-resolution": brazilian_bar,
    "zabir-nabil/bangla-multilingual-llm-eval": bangla_schools,
    "themrcesi/mir2023": spanish_residents_2023,
    "BatuhanKesikbas/Benchmarking-LLM": turkish_university,
    "LucasSpinola/enem-llm-benchmark": brazilian_errors,
    "ioantreas/Legal-Multilingual-Evaluation-of-LLMs-Copy": inferences,
    "thalamiq/germedbench": german_cases,
    "tcouso/ProyectoDL": latin_american_schools,
}
