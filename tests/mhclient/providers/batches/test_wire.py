"""The lines of results of the two batch APIs: kept exactly as they stand, or refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhclient.errors import MalformedReply
from mhclient.providers.anthropic.batches import ANTHROPIC_BATCHES
from mhclient.providers.batches import BatchEnding, part
from mhclient.providers.openai.batches import openai_batches

KEY = "a1" * 32
OPENAI = openai_batches("/v1/chat/completions")


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists))
def test_a_reply_is_kept_exactly_as_it_stands_in_its_line(value):
    body = json.dumps({"completion": value, "spaced": "x"}, indent=1, ensure_ascii=False)
    one_line = body.replace("\n", " ")
    line = f'{{"custom_id": "{KEY}", "response": {{"status_code": 200, "body": {one_line}}}, "error": null}}'
    result = OPENAI.read_line(line.encode("utf-8", "surrogatepass"))
    assert (result.key, result.ending, result.status) == (KEY, BatchEnding.COMPLETED, 200)
    assert result.body.decode("utf-8", "replace") == one_line.encode("utf-8", "replace").decode()


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"[]",
        b'{"custom_id": "x"',
        b'{"custom_id": 7, "response": null}',
        b'{"response": {"status_code": 200, "body": {}}}',
        b'{"custom_id": "x", "response": {"status_code": 200}}',
        b"<html>please log in</html>",
        b"\xff\xfe{",
        b"[" * 100_000,
    ],
)
def test_a_line_that_is_no_result_is_refused(line):
    with pytest.raises(MalformedReply):
        OPENAI.read_line(line)
    with pytest.raises(MalformedReply):
        ANTHROPIC_BATCHES.read_line(line)


def test_a_part_is_found_at_its_path_and_nowhere_else():
    text = '{"a": {"b": "x \\" {", "c": [1, {"b": 2}]}, "b": 3}'
    assert part(text, "a", "c") == '[1, {"b": 2}]'
    assert part(text, "b") == "3"
    assert part(text, "a", "d") is None


def test_a_batch_that_does_not_name_its_results_is_told_from_one_without_results():
    counts = {"total": 3, "completed": 3, "failed": 0}
    batch = {"id": "b", "status": "completed", "created_at": 1, "request_counts": counts}
    assert OPENAI.read_batch(json.dumps(batch).encode()).unnamed
    nothing = batch | {"request_counts": {"total": 0, "completed": 0, "failed": 0}}
    assert not OPENAI.read_batch(json.dumps(nothing).encode()).unnamed
