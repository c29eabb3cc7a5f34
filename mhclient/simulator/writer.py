"""What a simulated writer writes for a job. Pure and seeded; each rate should be found again in a result.

An author knows the prompts of one kind of job by how they begin. A prompt that no author knows is answered
with a JSON object that depends on the prompt alone.
"""

import hashlib
import json
from collections.abc import Callable
from typing import TypeAlias

from mhclient.simulator.case_writer import check_case, write_case
from mhclient.simulator.draw import Draw
from mhclient.simulator.harden_author import harden_author
from mhclient.simulator.rates import WriterKnowledge, WriterRates

# A prompt's text; None where it is not one that the author knows.
Author: TypeAlias = Callable[[WriterRates, str, Draw], str | None]

AUTHORS: tuple[Author, ...] = (write_case, check_case)


def composed(rates: WriterRates, prompt: str, draw: Draw, known: WriterKnowledge) -> str:
    """What a writer with these rates writes for a prompt."""
    text = harden_author(rates, prompt, draw, known)
    if text is None:
        written = (author(rates, prompt, draw) for author in AUTHORS)
        text = next((text for text in written if text is not None), None)
    if text is None:
        text = json.dumps({"text": hashlib.sha256(prompt.encode()).hexdigest()[:12]})
    if draw("broken json") < rates.broken_json_rate:
        return text[: len(text) // 2]
    return CHATTER.format(text) if draw("prose") < rates.prose_rate else text


CHATTER = "Certainly! Here is what you asked for:\n\n{}\n\nLet me know if you need anything else."
