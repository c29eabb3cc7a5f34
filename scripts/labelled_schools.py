"""Where the replies of the fourth draw of 2026-11-27 stand that are of a store not met before.

`labelled_replies.py` reads them, as it does those of `labelled_bar.py`.

Decision: docs/decisions/parsers.md, "Languages of Europe and Africa and Turkic ones, again".
"""

import json
import re
from collections.abc import Callable, Iterator

from labelled_rows import Related, Row

_PAPER = re.compile(rb'"(chile|colombia)_(historia|lenguaje)"')


def latin_american_schools(stored: bytes, related: Related) -> Iterator[Row]:
    """Reasons that Gemma, Llama 3 and Mixtral give for an answer in examinations of Chile and Colombia."""
    paper = b"_".join(_PAPER.search(stored).groups()).decode()  # type: ignore[union-attr]
    items = json.loads(related(f"data/pruebas_mmlu/{paper}_mmlu.json"))
    for model in json.loads(stored).values():
        for said in model.values():
            for number, (item, reply) in enumerate(zip(items, said["responses"], strict=False)):
                yield number, reply["explanation"], dict(zip("abcde", item["choices"], strict=False))


SCHOOLS: dict[str, Callable[[bytes, Related], Iterator[Row]]] = {
    "tcouso/ProyectoDL": latin_american_schools,
}
