"""Where the replies of the draw of 2026-11-27 from stores not met before stand, source by source.

`labelled_replies.py` reads them, as it does those of `labelled_fresh.py`.

Decision: docs/decisions/parsers.md, "What 382 replies, 376 of them outside English, say
beside the first version".
"""

import csv
import io
import re
from collections.abc import Callable, Iterator

from labelled_rows import Related, Row

_TWICE = re.compile(r"^([A-D])\. (?:\1\) ?)?(.*?)(?=\n+[B-D]\. |\n*\Z)", re.DOTALL | re.MULTILINE)
_ONCE = re.compile(r"^([A-D])\) ?(.*?)(?=\n+[B-D]\) |\n*\Z)", re.DOTALL | re.MULTILINE)


def brazilian_bar(stored: bytes, _: Related) -> Iterator[Row]:
    """Answers of models of many families and sizes to the Brazilian bar examination."""
    csv.field_size_limit(10**9)
    for number, row in enumerate(csv.DictReader(io.StringIO(stored.decode("utf-8-sig")))):
        asked = row.get("question_prompt") or row.get("question_body") or ""
        listed = _TWICE.findall(asked) or _ONCE.findall(asked)
        options = {label: " ".join(text.split()) for label, text in listed}
        said = row.get("response", "").strip().removeprefix(asked.strip()).strip()  # some repeat the prompt
        if said and len(options) == 4:
            yield number, said, options


BAR: dict[str, Callable[[bytes, Related], Iterator[Row]]] = {
    "jandersong4/oab-llm-resolution": brazilian_bar,
}
