"""What filters say of prompts and replies, in every provider's bodies; kept with the reply."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cache import Store
from mhclient.providers.withheld import verdicts_in, with_verdicts, withheld_prompt
from mhclient.run.parameters import FilterVerdict, verdicts_from_text
from mhclient.simulator.faults import body as answering
from tests.support.asking import run, simulator_for
from tests.support.items import make_items

ANNOTATED = {
    "self_harm": {"filtered": False, "severity": "low"},
    "hate": {"filtered": False, "severity": "safe"},
    "protected_material_text": {"filtered": False, "detected": False},
}
OF_PROMPT = {
    "violence": {"filtered": False, "severity": "medium"},
    "jailbreak": {"filtered": False, "detected": True},
}
AZURE_ON_200 = {
    "choices": [{"message": {"content": "B", "refusal": None}, "content_filter_results": ANNOTATED}],
    "prompt_filter_results": [{"prompt_index": 0, "content_filter_results": OF_PROMPT}],
}
TAKEN = {
    "self_harm": {"filtered": True, "severity": "high"},
    "sexual": {"filtered": False, "severity": "safe"},
}
INNER = {"code": "ResponsibleAIPolicyViolation", "content_filter_result": TAKEN}
AZURE_ON_400 = {"error": {"code": "content_filter", "message": "no", "status": 400, "innererror": INNER}}
RATINGS = [
    {"category": "HARM_CATEGORY_DANGEROUS_CONTENT", "probability": "HIGH", "blocked": True},
    {"category": "HARM_CATEGORY_HARASSMENT", "probability": "NEGLIGIBLE"},
    {"category": "HARM_CATEGORY_HATE_SPEECH", "probability": "LOW"},
]
REFUSED = [FilterVerdict("reply", "refusal", None, True)]
CASES = {
    "azure on 200": (
        AZURE_ON_200,
        [
            FilterVerdict("prompt", "violence", "medium", False),
            FilterVerdict("prompt", "jailbreak", "detected", False),
            FilterVerdict("reply", "self_harm", "low", False),
        ],
    ),
    "azure on 400": (AZURE_ON_400, [FilterVerdict("prompt", "self_harm", "high", True)]),
    "gemini's prompt": (
        {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}},
        [FilterVerdict("prompt", "prohibited_content", None, True)],
    ),
    "gemini's reply": (
        {"candidates": [{"finishReason": "SAFETY", "safetyRatings": RATINGS}]},
        [
            FilterVerdict("reply", "safety", None, True),
            FilterVerdict("reply", "dangerous_content", "high", True),
            FilterVerdict("reply", "hate_speech", "low", False),
        ],
    ),
    "gemini's recitation": (
        {"candidates": [{"finishReason": "RECITATION"}]},
        [FilterVerdict("reply", "recitation", None, True)],
    ),
    "openai's refusal": ({"choices": [{"message": {"content": None, "refusal": "No."}}]}, REFUSED),
    "responses' refusal": (
        {"output": [{"type": "message", "content": [{"type": "refusal", "refusal": "No."}]}]},
        REFUSED,
    ),
    "anthropic's": (
        {"stop_reason": "refusal", "stop_details": {"type": "refusal", "category": "bio"}},
        [FilterVerdict("reply", "bio", None, True)],
    ),
    "anthropic's without a category": ({"stop_reason": "refusal", "stop_details": None}, REFUSED),
    "an answer": ({"choices": [{"message": {"content": "B", "refusal": None}}]}, []),
    "gemini's answer": ({"candidates": [{"finishReason": "STOP"}]}, []),
}
KEYS = st.sampled_from(
    ["message", "content_filter_results", "self_harm", "filtered", "safetyRatings", "innererror", "refusal"]
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.text(), lambda part: st.lists(part) | st.dictionaries(KEYS, part)
)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("indent", [None, 1])
def test_every_providers_verdicts_are_read(case, indent):
    body, verdicts = CASES[case]
    assert list(verdicts_in(json.dumps(body, indent=indent).encode())) == verdicts


@pytest.mark.slow
@given(ANYTHING)
def test_no_body_is_too_strange(value):
    names = ("choices", "error", "candidates", "promptFeedback", "output", "stop_details", "content_filter")
    bodies = dict.fromkeys(names, value), {"choices": [value], "candidates": [value], "safetyRatings": 1}
    for body in bodies:
        found = verdicts_in(json.dumps(body).encode("utf-8", "replace"))
        assert all(isinstance(verdict, FilterVerdict) for verdict in found)


@pytest.mark.parametrize(
    "text",
    [None, "", "[]", "{}", "[7]", '[["prompt",7,null,true]]', "[[", '[["a","b","c","d"]]', "[" * 999],
)
def test_what_a_foreign_store_has_in_the_column_is_no_verdict(text):
    assert verdicts_from_text(text) == ()


def test_verdicts_are_kept_with_the_reply_and_a_reply_without_any_stays_as_it_is():
    reply = withheld_prompt(json.dumps(AZURE_ON_400).encode())
    assert verdicts_from_text(reply.filters) == (FilterVerdict("prompt", "self_harm", "high", True),)
    plain = reply._replace(body=b'{"choices": []}', filters=None)
    assert with_verdicts(plain) is plain


async def test_a_prompt_refused_with_400_is_kept_with_category_and_severity(make_benchmark, tmp_path):
    benchmark, path = make_benchmark(make_items(4)), tmp_path / "s.sqlite3"
    refusal = answering(json.dumps(AZURE_ON_400).encode(), code=400)
    async with simulator_for(benchmark, script=[None, refusal]) as simulator:
        run_id, progress = await run(benchmark, simulator, path)
    assert progress.errors == 0
    kept = [row.filters for row in Store.open(path).results.read_replies(run_id) if row.filters]
    assert kept == ['[["prompt","self_harm","high",true]]']
