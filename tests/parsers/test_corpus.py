r"""Replies with the reading that each must get: the corpus, sets that others wrote, and `cases/`.

In `cases/` a file is a topic, a heading a rule, a line a quirk. A file has three kinds of lines. "== …" names
the rule of what follows. A line in braces gives the options, and "multi" or a finish reason where they
matter. Any other line is what is expected, a tab, and the reply, with \n, \t, \\ and \u… for what a line
cannot show. What is expected is the letters (and a grade), the outcome where there are none, or "-": no
letter, whatever the outcome.
"""

import hashlib
import json
import os
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from parsers import PARSER_VERSION, read_answer
from parsers.grammar.pattern import EXAMPLES
from tests.support.corpus import CORPUS, READ, REFUSED, group_cases, misread, read_case
from tests.support.grammar import grammar_modules
from tests.support.non_answers import non_answers

GROUPS = group_cases()


@pytest.mark.parametrize("group", GROUPS)
def test_completions_are_read_as_a_careful_person_reads_them(group):
    wrong = misread(GROUPS[group])
    assert not wrong, "\n".join([f"{len(wrong)} of {len(GROUPS[group])} are read otherwise:", *wrong])


def test_every_misread_case_is_reported():
    """The failures of a group are seen together, not one after the other."""
    wrong = [case | {"outcome": "refusal", "letters": []} for case in READ[:3]]
    assert [line.endswith("should be ('refusal', [])") for line in misread([*wrong, READ[3]])] == [True] * 3


def test_every_case_says_what_it_is_about_and_none_is_there_twice():
    keys = Counter(
        json.dumps([case[field] for field in ("options", "response", "finish_reason", "mode")])
        for case in READ + REFUSED
    )
    assert max(keys.values()) == 1
    assert all(case["about"] for case in READ + REFUSED)


# How many must be read as labelled, and how many may be read as another letter than the label's.
SETS = {"written_replies": (325, 1), "written_replies_again": (95, 1)}


@pytest.mark.parametrize("name", SETS)
def test_written_replies_are_read_as_they_are_labelled(name):
    lines = (CORPUS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    otherwise: list[str] = []
    false: list[str] = []
    for reply in map(json.loads, lines):
        reading = read_answer(
            reply["reply"], dict(reply["options"]), finish_reason=reply["finish"], mode=reply["mode"]
        )
        if (reading.outcome.value, sorted(reading.letters)) != (reply["outcome"], sorted(reply["letters"])):
            (false if reading.letters else otherwise).append(reply["id"])
    n_right, n_false = SETS[name]
    assert len(lines) - len(otherwise) - len(false) >= n_right, otherwise
    assert len(false) <= n_false, false


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
    assert len(cases) > 3_000
    assert len({*cases}) == len(cases)


SEED = 19
COUNT = int(os.environ.get("NON_ANSWERS", "300"))  # NON_ANSWERS=20000: half a minute


ALLOWED = 2 + COUNT // 2000  # two options called right, of which one is not seen, or is only a statement


@pytest.mark.slow
def test_generated_non_answers_hardly_ever_yield_a_letter():
    taken = [
        (completion, sorted(reading.letters), reading.rule)
        for completion, options in non_answers(SEED, COUNT)
        if (reading := read_answer(completion, options)).letters
    ]
    assert len(taken) <= ALLOWED, "\n".join(map(repr, taken[:20]))


# The version, and the digest of what it makes of the corpus. A new case changes the digest alone; a change
# of any older reading changes both.
PINNED = ("12", "2d7fb12d73bf94d8")


def corpus_digest():
    """First 16 hex digits of the SHA-256 of every case's whole reading, one line of JSON each."""
    digest = hashlib.sha256()
    for case in READ + REFUSED:
        digest.update(read_case(case).to_json().encode() + b"\n")
    return digest.hexdigest()[:16]


@pytest.mark.slow
def test_the_readings_of_the_corpus_belong_to_the_parser_version():
    assert (PARSER_VERSION, corpus_digest()) == PINNED, (
        "The corpus is read otherwise than when this version was pinned. Raise PARSER_VERSION unless the "
        "pinned one is unreleased or only cases were added, and pin the new digest here."
    )


def test_every_reading_names_the_version_that_made_it():
    assert read_answer("B", {"A": "x", "B": "y"}).to_dict()["parser_version"] == PARSER_VERSION


MODULES = grammar_modules()


def test_every_pattern_takes_its_accepted_string_and_no_refused_one():
    assert [each.accepts for each in EXAMPLES if not each.takes(each.accepts)] == []
    assert [each.refuses for each in EXAMPLES if each.takes(each.refuses)] == []


def test_the_patterns_of_every_module_are_there():
    assert len(MODULES) > 8
    assert len(EXAMPLES) > 150
