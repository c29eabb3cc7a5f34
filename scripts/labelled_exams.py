"""Where the replies of the second draw of 2026-11-27 from stores not met before stand, source by source.

`labelled_replies.py` reads them, as it does those of `labelled_bar.py`.

Decision: docs/decisions/parsers.md, "Replies of seven stores not met before, in thirteen languages".
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator

from labelled_rows import Related, Row

_PT_OPTION = re.compile(r"^- ([A-E])\) (.+)$", re.MULTILINE)
_ZH_OPTION = re.compile(r"^([A-E])[.．、]\s*(.+)$", re.MULTILINE)
_TH_OPTION = re.compile(r"\((\d)\)\s*(.+?)(?=\s*\(\d\)|\s*$)", re.DOTALL)
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
    for number, row in enumerate(csv.DictReader(io.StringIO(stored.decode("utf-8-sig")))):
        said = row.get("prompt_answer") or row.get("responses") or ""
        if said.strip() and not said.startswith("Unusable response"):
            yield number, said.strip(), {label: row[label] for label in "1234"}


def turkish_university(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of fifteen models to the Turkish university examination; its options are not stored."""
    letters = {label: label for label in "ABCDE"}
    for number, row in enumerate(csv.DictReader(io.StringIO(stored.decode("utf-8-sig")))):
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


def thai_elders(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of a small model to Thai questions about the health of the old, by number in brackets."""
    for number, row in enumerate(csv.reader(io.StringIO(stored.decode("utf-8-sig")), delimiter="\t")):
        listed = next((cell for cell in row if cell.startswith("Choice:")), "")
        if listed and len(row) > 3:
            yield number, row[3], dict(_TH_OPTION.findall(listed.removeprefix("Choice:").strip()))


def chinese_pharmacists(stored: bytes, _: Related) -> Iterator[Row]:
    """Reasoned answers of an agent to the Chinese examination for pharmacists."""
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        asked = item["query"].partition("**选项：**")[2].partition("**思考")[0]
        if "最佳选择题" in item["query"] and item["model_answer"]:
            yield number, item["model_answer"], dict(_ZH_OPTION.findall(asked))


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


def brazilian_driving(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of a small base model to questions about texts on driving."""
    for number, item in enumerate(json.loads(stored)):
        options = dict(re.findall(r"^([A-E])\) (.+)$", item["input"], re.MULTILINE))
        yield number, item["modelo_base"]["resposta"], options


EXAMS: dict[str, Callable[[bytes, Related], Iterator[Row]]] = {
    "themrcesi/mir2023": spanish_residents_2023,
    "BatuhanKesikbas/Benchmarking-LLM": turkish_university,
    "LucasSpinola/enem-llm-benchmark": brazilian_errors,
    "JuniorThap/Eval-LLM-Exams": thai_elders,
    "saltyFish-Billy/NLP_Agent_Implementation": chinese_pharmacists,
    "ioantreas/Legal-Multilingual-Evaluation-of-LLMs-Copy": inferences,
    "Falivith/zafaliv": brazilian_driving,
}
