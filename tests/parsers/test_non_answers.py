"""Replies that answer nothing yield no letter, whatever their script."""

import os

import pytest

from parsers import read_answer
from tests.support.non_answers import non_answers

SEED = 19
COUNT = int(os.environ.get("NON_ANSWERS", "2000"))  # NON_ANSWERS=20000: half a minute
ALLOWED = COUNT // 10_000


@pytest.mark.slow
def test_generated_non_answers_hardly_ever_yield_a_letter():
    taken = [
        (completion, sorted(reading.letters), reading.rule)
        for completion, options in non_answers(SEED, COUNT)
        if (reading := read_answer(completion, options)).letters
    ]
    assert len(taken) <= ALLOWED, "\n".join(map(repr, taken[:20]))
