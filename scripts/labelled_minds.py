"""Where the English replies of the draw of 2026-11-28 stand that are of stores not met before.

`labelled_replies.py` reads them; each function here takes a stored file and gives its replies as published,
with the options of their items.

Decision: docs/decisions/parsers.md, "English replies of three stores, one of them on depression".
"""

import ast
import csv
import html
import io
import re
from collections.abc import Callable, Iterator

from labelled_rows import Related, Row

_OPTION = re.compile(r"^([A-D])\) (.+?)\s*$", re.MULTILINE)
_CONVERSATION = re.compile(r"^### Conversation \d+ ###$", re.MULTILINE)
_SHOWN = re.compile(
    r"Prompt conversation</h3>.*?<pre>(.*?)</pre>.*?Sampled message</h3>.*?<pre>(.*?)</pre>", re.DOTALL
)
_SEVERITY = ["None or Minimal", "Mild", "Moderate", "Moderately Severe", "Severe"]
_ASKED = {"binary_explain": ["Yes", "No"], "binary_simple": ["Yes", "No"], "severity_qual": _SEVERITY}


def depressed(stored: bytes, _: Related) -> Iterator[Row]:
    """GPT-4o on whether somebody with answers to PHQ-9 is depressed, and how severely."""
    csv.field_size_limit(10**8)
    for number, row in enumerate(csv.DictReader(io.StringIO(stored.decode()))):
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


def reported(stored: bytes, _: Related) -> Iterator[Row]:
    """A service for documents on GPQA Diamond and MMLU, as a page of HTML shows it."""
    for number, (asked, said) in enumerate(_SHOWN.findall(stored.decode())):
        yield number, html.unescape(said), dict(_OPTION.findall(html.unescape(asked)))


MINDS: dict[str, Callable[[bytes, Related], Iterator[Row]]] = {
    "rbroc/mental-health-llm-bias": depressed,
    "kennethleungty/DeepSeek-R1-Ollama-Simple-Evals": conversed,
    "adorosario/simple-evals": reported,
}
