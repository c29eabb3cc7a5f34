"""Replies written in 49 languages from the definitions alone, before they were read; no label was changed."""

import json

import pytest

from parsers import read_answer
from tests.support.corpus import CORPUS

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
