"""The corpus: completions that must be read, and completions that must not yield a letter."""

import json
from collections import Counter

import pytest

from tests.support.corpus import READ, REFUSED, group_cases, misread

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
