r"""Replies with the reading that each must get: a file for a topic, a heading for a rule, a line for a quirk.

A file of `cases/` has three kinds of lines. "== …" names the rule of what follows. A line in braces gives the
options, and "multi" or a finish reason where they matter. Any other line is what is expected, a tab, and the
reply, with \n, \t, \\ and \u… for what a line cannot show. What is expected is the letters (and a grade), the
outcome where there are none, or "-": no letter, whatever the outcome.
"""

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

from parsers import read_answer

FOLDER = Path(__file__).parent / "cases"
SIGNS = {"\\n": "\n", "\\t": "\t", "\\\\": "\\"}
WRITTEN = re.compile(r"\\(?:[nt\\]|u[0-9a-f]{4}|U[0-9a-f]{8})")


def unwritten(text):
    return WRITTEN.sub(lambda sign: SIGNS.get(sign[0]) or chr(int(sign[0][2:], 16)), text)


def rules():
    """The cases of each rule: expected, reply, options, mode and finish reason."""
    cases = defaultdict(list)
    for path in sorted(FOLDER.glob("*.txt")):
        rule, asked = "", {}
        options: dict[str, str] = {}
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line.startswith("== "):
                rule = f"{path.stem}: {line[3:]}"
            elif line.startswith("{"):
                options, end = json.JSONDecoder().raw_decode(line)
                words = line[end:].split()
                finish = next((word for word in words if word != "multi"), None)
                asked = {"mode": "multi" if "multi" in words else "single", "finish_reason": finish}
            elif line:
                expected, _, reply = line.partition("\t")
                cases[rule].append((expected, unwritten(reply), options, asked))
    return cases


RULES = rules()


@pytest.mark.parametrize("rule", RULES)
def test_replies_are_read_as_their_rule_says(rule):
    wrong = []
    for expected, reply, options, asked in RULES[rule]:
        reading = read_answer(reply, options, **asked)
        said = "".join(sorted(reading.letters)) or ("-" if expected == "-" else reading.outcome.value)
        said += f" {reading.grade}" if " " in expected else ""
        wrong += [f"{reply!r} is {said}, should be {expected}"] if said != expected else []
    assert not wrong, "\n".join(wrong)


def test_no_case_stands_twice():
    cases = [repr(case[1:]) for rule in RULES.values() for case in rule]
    assert len(cases) > 2_000
    assert len({*cases}) == len(cases)
