"""Where the replies of the fifth draw of 2026-11-27 stand that are of stores not met before.

`labelled_replies.py` reads them, as it does those of `labelled_bar.py`.

Decision: docs/decisions/parsers.md, "Replies of this year's models, in two dozen languages".
"""

import json
import re
from collections.abc import Callable, Iterator

from labelled_rows import Related, Row

_OPTION = re.compile(r"^([A-E])\)\s*(.+?)\s*$", re.MULTILINE)


def brazilian_physicians(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of large models of 2024 to 2026 to the Brazilian examinations of physicians."""
    for number, line in enumerate(stored.decode().splitlines()):
        item = json.loads(line)
        asked = item["requestParams"]
        turn = (asked.get("messages") or asked["contents"])[-1]
        shown = turn["content"] if "content" in turn else turn["parts"][0]["text"]
        yield number, item["rawResponse"] or "", dict(_OPTION.findall(shown))


def german_cases(stored: bytes, related: Related) -> Iterator[Row]:
    """Answers of open models to cases of German medicine, as JSON with a reason."""
    items = {
        item["id"]: item["options"] for item in map(json.loads, related("data/med_qa.jsonl").splitlines())
    }
    for number, said in enumerate(json.loads(stored)["predictions"]):
        yield number, said.get("raw") or "", items[said["case_id"]]


MEDICINE: dict[str, Callable[[bytes, Related], Iterator[Row]]] = {
    "Precisa-Saude/medbench-brasil": brazilian_physicians,
    "thalamiq/germedbench": german_cases,
}
