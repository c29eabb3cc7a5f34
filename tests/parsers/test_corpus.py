"""Completions written for this project: those that must be read, and those that must not yield a letter.

One JSON line each: what it is about, its options, finish reason and mode, the outcome and letters expected.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from parsers import read_answer

CORPUS = Path(__file__).parent / "corpus"


def cases(name):
    lines = (CORPUS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


READ, REFUSED = cases("read"), cases("refused")


def named(case):
    return f"{case['about']}: {case['response'][:40]!r}"


@pytest.mark.parametrize("case", READ + REFUSED, ids=named)
def test_a_completion_is_read_as_a_careful_person_reads_it(case):
    reading = read_answer(
        case["response"], case["options"], finish_reason=case["finish_reason"], mode=case["mode"]
    )
    assert (reading.outcome, sorted(reading.letters)) == (case["outcome"], case["letters"])


def test_the_corpus_holds_more_to_refuse_than_to_read():
    assert len(READ) >= 300
    assert len(REFUSED) >= max(400, len(READ))
    assert all(case["letters"] for case in READ)
    assert not any(case["letters"] for case in REFUSED)


def test_every_case_says_what_it_is_about_and_none_is_there_twice():
    keys = Counter(
        json.dumps([case[field] for field in ("options", "response", "finish_reason", "mode")])
        for case in READ + REFUSED
    )
    assert max(keys.values()) == 1
    assert all(case["about"] for case in READ + REFUSED)
