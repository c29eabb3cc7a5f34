"""Keys of a structure under which an option is set aside, weighed or given as an example, and not chosen."""

import json

import pytest

from parsers.mentions.json_values import scan
from tests.support.letters import letters_for

TREES = {"A": "red maple", "B": "white birch", "C": "silver fir", "D": "black poplar"}
letters = letters_for(TREES)


@pytest.mark.parametrize("value", [["B. white birch"], "B. white birch", "white birch", "B"])
@pytest.mark.parametrize(
    "key",
    [
        "eliminated", "ruled_out", "excluded", "unlikely", "discarded", "considered", "distractor",
        "second_choice", "runner_up", "alternative", "example", "not_answer", "reasoning", "explanation",
        "initial", "first_impression", "wrong",
    ],
)  # fmt: skip
def test_an_option_under_a_key_that_sets_it_aside_is_no_answer(key, value):
    assert letters(json.dumps({key: value})) == ""


@pytest.mark.parametrize("value", ["B. white birch", "white birch", "B"])
@pytest.mark.parametrize("key", ["tree", "type", "diagnosis", "alternativa", "answer"])
def test_an_option_under_the_only_other_key_is_the_answer(key, value):
    assert letters(json.dumps({key: value})) == "B"


@pytest.mark.parametrize(
    "text",
    [
        '```json\n{\n "question": "Which tree?",\n "options": {\n  "A": "red maple",\n  "B',
        '{"question": "Which tree?", "options": ["red maple", "whi',
        '{"choices": {"A": "red maple",',
        '{"question": "Which tree?", "choices": ["red maple", "white birch", "silver fir", "black poplar"]}',
    ],
)
def test_options_shown_in_a_structure_are_no_answer(text):
    assert letters(text) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"question": "Which?", "choices": ["red maple", "white birch"], "answer": "B"}', "B"),
        ('{"options": ["B"]}', "B"),
        ('{"question": "Which?", "options": ["B"]}', "B"),
        ('{"question": "Which?", "choices": {"selected": "B"}}', "B"),
        ('{"question": "Which?", "options": "B"}', "B"),
        ('{"question": 1, "choice": "B"}', "B"),
        ('{"question": "Which?", "options": {"A": false, "B": true}}', "B"),
        ('{"answer": {"B": "white birch"}}', "B"),
        ('{"answer": {"B": "since it is white"}}', "B"),
        ('{"selected": {"B": "white birch"}}', "B"),
        ('{"answer": [{"B": "white birch"}]}', "B"),
        ('{"answer": {"B": "red maple"}}', ""),
        ('{"answer": {"B": false}}', ""),
        ('{"B": "white birch"}', ""),
        ('{"not_selected": {"B": "white birch"}}', ""),
    ],
)
def test_what_a_structure_gives_as_the_answer_is(text, expected):
    assert letters(text) == expected


def test_of_deep_nesting_only_the_nearest_keys_are_kept():
    values, _ = scan('{"a": ' * 1_000 + '"B"', 0)
    assert [len(value.path) for value in values] == [16]
    assert letters('{"a": ' * 1_000 + '{"answer": "B"}') == "B"
