"""The completions written for this project, with the reading that each must get.

One JSON line each: what it is about, its options, finish reason and mode, the outcome and letters expected.
"""

import json
from collections import defaultdict
from functools import cache
from typing import Any

from parsers import Reading, read_answer
from tests.support.places import ROOT

Case = dict[str, Any]

CORPUS = ROOT / "tests" / "parsers" / "corpus"


def _cases_in(name: str) -> list[Case]:
    lines = (CORPUS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _sentences() -> dict[str, tuple[list[str], list[str]]]:
    """By language: sentences that answer with the option ◆, and sentences that do not."""
    _, *languages = (CORPUS / "languages.txt").read_text(encoding="utf-8").split("\n== ")
    lines = [each.splitlines() for each in languages]
    return {
        name: ([s[2:] for s in said if s[:1] == "+"], [s[2:] for s in said if s[:1] == "-"])
        for name, *said in lines
    }


SENTENCES = _sentences()
READ, REFUSED = _cases_in("read"), _cases_in("refused")


def read_case(case: Case) -> Reading:
    """What the reader makes of a case; each is read once, since two tests ask for the whole corpus."""
    return _read(case["response"], tuple(case["options"].items()), case["finish_reason"], case["mode"])


@cache
def _read(
    response: str, options: tuple[tuple[str, str], ...], finish_reason: str | None, mode: str
) -> Reading:
    return read_answer(response, dict(options), finish_reason=finish_reason, mode=mode)


def group_cases() -> dict[str, list[Case]]:
    """All cases by the outcome expected, the mode, and whether there are two options or several."""
    groups: dict[str, list[Case]] = defaultdict(list)
    for case in READ + REFUSED:
        n_options = "two" if len(case["options"]) == 2 else "several"
        groups[f"{case['outcome']}, {case['mode']}, {n_options} options"].append(case)
    return dict(sorted(groups.items()))


def misread(cases: list[Case]) -> list[str]:
    """One line per case that is not read as expected: about what, the reply, both readings."""
    lines = []
    for case in cases:
        reading = read_case(case)
        found = (reading.outcome.value, sorted(reading.letters))
        expected = (case["outcome"], case["letters"])
        if found != expected:
            lines.append(f"{case['about']}: {case['response']!r} is {found}, should be {expected}")
    return lines
