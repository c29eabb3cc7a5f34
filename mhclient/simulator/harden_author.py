"""What a simulated model writes for the jobs of `mhclient harden`. Pure and seeded."""

import json
import re
from collections.abc import Sequence

from benchmark.build.graph import fold
from benchmark.harden.forms import in_case_of, says
from benchmark.harden.mapping import bare_name
from benchmark.harden.prompts import (
    CHOOSER,
    FORBIDDEN,
    JUDGE,
    KEY,
    MAPPER,
    OLD_OPTIONS,
    PATHS,
    QUESTION,
    REFUSED,
    WRITER,
)
from mhclient.simulator.draw import Draw
from mhclient.simulator.rates import WriterKnowledge, WriterRates

LONG_TAIL = " in a dose that is adapted to weight, age, and the function of the kidneys"


def harden_author(rates: WriterRates, prompt: str, draw: Draw, known: WriterKnowledge) -> str | None:
    """The text for a job of `harden`; None where the prompt is none of its."""
    if prompt.startswith(WRITER):
        return _distractors(rates, prompt, draw, known)
    if prompt.startswith(JUDGE):
        return _judgement(rates, prompt, draw, known)
    if prompt.startswith(MAPPER):
        return _mentions(prompt, known)
    return _choice(prompt) if prompt.startswith(CHOOSER) else None


def _line(prompt: str, heading: str) -> str:
    """What stands behind a heading, up to the next one."""
    after = prompt.partition(heading)[2]
    return re.split(rf"\n(?:{re.escape(KEY)}|Answer:)|\n\n", after, maxsplit=1)[0].strip()


def _section(prompt: str, heading: str) -> list[str]:
    """The lines of a list under a heading."""
    if f"\n{heading}\n" not in prompt:
        return []
    below = prompt.partition(f"\n{heading}\n")[2].split("\n\n", 1)[0]
    return [re.sub(r"^(?:- |\d+\. )", "", line) for line in below.split("\n")]


def _distractors(rates: WriterRates, prompt: str, draw: Draw, known: WriterKnowledge) -> str:
    key, wanted = _line(prompt, KEY), re.search(r"Write (\d+) wrong options", prompt)
    ends = _ends(prompt, key) or [(name, None) for name in _free_names(prompt, known)]
    refused = " ".join(map(fold, _section(prompt, REFUSED)))
    fresh = [(text, path) for text, path in ends if fold(text) not in refused] or ends
    n = int(wanted[1]) if wanted else 1
    start = int(draw("start") * len(fresh)) if fresh else 0
    taken = [fresh[(start + at) % len(fresh)] for at in range(min(n, len(fresh)))]
    lists = _section(prompt, FORBIDDEN), _section(prompt, OLD_OPTIONS)
    written = [
        {
            "text": _text(rates, text, (key, *lists), draw, at),
            "path": _cited(rates, path, len(ends), draw, at),
        }
        for at, (text, path) in enumerate(taken)
    ]
    return json.dumps(
        {"distractors": [each | {"why_wrong": "as simulated"} for each in written]}, ensure_ascii=False
    )


def _ends(prompt: str, key: str) -> list[tuple[str, int | None]]:
    """The last node of each path that is shown, each name once, in the key's case."""
    found: dict[str, int | None] = {}
    for number, path in enumerate(_section(prompt, PATHS), start=1):
        found.setdefault(in_case_of(key, bare_name(path.rsplit("– ", 1)[-1])), number)
    return list(found.items())


def _free_names(prompt: str, known: WriterKnowledge) -> list[str]:
    """What a writer without paths can think of: names it knows that the prompt does not hold."""
    return [name for name in known.names() if not says(prompt, name)]


def _text(
    rates: WriterRates, text: str, beside: tuple[str, Sequence[str], Sequence[str]], draw: Draw, at: int
) -> str:
    """An option, or what the rates make of it."""
    key, forbidden, olds = beside
    if draw(f"true {at}") < rates.true_rate:
        return forbidden[at % len(forbidden)] if forbidden else key
    if draw(f"duplicate {at}") < rates.duplicate_rate:
        return olds[at % len(olds)]
    if draw(f"twin {at}") < rates.twin_rate:
        return f"{key} {key.split()[-1].lower()}"
    return text + LONG_TAIL if draw(f"long {at}") < rates.long_rate else text


def _cited(rates: WriterRates, path: int | None, n: int, draw: Draw, at: int) -> int | None:
    """The path's number, or one that no path has."""
    return n + 100 if path is not None and draw(f"offpath {at}") < rates.offpath_rate else path


def _judgement(rates: WriterRates, prompt: str, draw: Draw, known: WriterKnowledge) -> str:
    right = known.is_right(_line(prompt, QUESTION), _line(prompt, "Answer:"))
    errs = draw("judge") < (rates.judge_false_no if right else rates.judge_false_yes)
    return "yes" if right != errs else "no"


def _mentions(prompt: str, known: WriterKnowledge) -> str:
    question, key = _line(prompt, QUESTION), _line(prompt, KEY)
    named = [name for name in known.names() if name in question]
    after = [question.rpartition(" for ")[2].rstrip("?.")] if " for " in question else []
    return json.dumps({"question": named or after, "answer": [key]}, ensure_ascii=False)


def _choice(prompt: str) -> str:
    """The first entry that shares a word with the mention; 0 where none does."""
    mention = re.search("means the same as “(.*)”", prompt)
    words = set(fold(mention[1]).split()) if mention else set()
    for number, name in re.findall(r"^(\d+)\. (.*)$", prompt, re.MULTILINE):
        if number != "0" and words & set(fold(name).split()):
            return str(number)
    return "0"
