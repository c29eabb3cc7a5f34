"""Gemini's own API: bodies both ways, endings, errors, thinking, log-probs, and runs over real HTTP."""

import json

import pytest

from mhclient.errors import (
    MalformedReply,
    NoLogProbs,
    UsageError,
)
from mhclient.providers.access import NetworkOptions
from mhclient.providers.gemini.generate_content import GEMINI
from mhclient.providers.log_probs import read_positions, with_log_probs
from mhclient.providers.registry import find_model, provider_at, provider_named
from mhclient.providers.stored_bodies import find_body_readers, sent_request
from mhclient.run.body_fields import check_fields
from mhclient.run.parameters import FinishReason, Message, Parameters, Prompt
from mhclient.run.prices import look_up_price
from tests.support.asking import records_of, run, simulator_for
from tests.support.items import make_items

SHOTS = (Message("user", "Q1?"), Message("assistant", "A"), Message("user", "Q2?"))
PROMPT = Prompt("Be brief.", SHOTS)
MODEL = "gemini-2.5-flash"


def reply(candidates=(), **more) -> bytes:
    return json.dumps({"candidates": list(candidates), **more}).encode()


def candidate(text="B", reason="STOP", **more):
    return {"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": reason, **more}


def test_the_body_holds_turns_system_temperature_and_cap_and_the_address_the_model():
    request = provider_named("gemini-native").request(MODEL, PROMPT, Parameters())
    assert request.endpoint == (
        "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent"
    )
    assert json.loads(request.body) == {
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
        "contents": [
            {"role": "user", "parts": [{"text": "Q1?"}]},
            {"role": "model", "parts": [{"text": "A"}]},
            {"role": "user", "parts": [{"text": "Q2?"}]},
        ],
        "generationConfig": {"temperature": 0.0, "maxOutputTokens": 120},
    }


def test_requests_to_two_models_have_two_keys_though_their_bodies_are_one():
    provider = provider_named("gemini-native")
    one, other = (provider.request(name, PROMPT, Parameters()) for name in (MODEL, "gemini-3-pro"))
    assert one.body == other.body
    assert one.key != other.key


def test_a_run_is_found_again_by_its_address():
    provider = provider_named("gemini-native", "http://gateway/v1beta")
    assert provider_at("gemini-native", provider.endpoint).endpoint == provider.endpoint
    named = provider.under_name("gate")
    assert named.request(MODEL, PROMPT, Parameters()).endpoint == f"name:gate/models/{MODEL}:generateContent"


def test_a_reply_is_its_text_without_thoughts_and_thoughts_are_paid_for():
    parts = [{"text": "A or B?", "thought": True}, {"text": "Answer: "}, {"text": "B"}]
    usage = {"promptTokenCount": 9, "candidatesTokenCount": 5, "thoughtsTokenCount": 30}
    body = reply([candidate() | {"content": {"parts": parts}}], modelVersion="m-001", usageMetadata=usage)
    read = GEMINI.read_body(body)
    assert (read.completion, read.finish_reason, read.served_model) == ("Answer: B", "stop", "m-001")
    assert (read.prompt_tokens, read.completion_tokens, read.reasoning_tokens) == (9, 35, 30)


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        ({"promptTokenCount": 9}, (9, None, None)),  # a count of 0 is left out, and a text has some
        ({"promptTokenCount": 9, "thoughtsTokenCount": 120}, (9, 120, 120)),
        ({"promptTokenCount": 9, "candidatesTokenCount": -5}, (9, None, None)),
        ({}, (None, None, None)),
    ],
)
def test_counts_that_are_absent_are_none_and_absurd_ones_unknown(usage, counted):
    read = GEMINI.read_body(reply([candidate()], usageMetadata=usage))
    assert (read.prompt_tokens, read.completion_tokens, read.reasoning_tokens) == counted


@pytest.mark.parametrize(
    ("reason", "finish_reason"),
    [
        ("STOP", FinishReason.STOP),
        ("MAX_TOKENS", FinishReason.LENGTH),
        *(
            (reason, FinishReason.CONTENT_FILTER)
            for reason in ("SAFETY", "RECITATION", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII", "ESCALATION")
        ),
        *((reason, reason) for reason in ("LANGUAGE", "OTHER", "MALFORMED_RESPONSE", "SOMETHING_NEW")),
        ("FINISH_REASON_UNSPECIFIED", None),
        (None, None),
    ],
)
def test_finish_reasons_are_said_in_one_vocabulary(reason, finish_reason):
    read = GEMINI.read_body(reply([{"finishReason": reason}]))
    assert (read.completion, read.finish_reason) == (None, finish_reason)


@pytest.mark.parametrize("candidates", [{}, {"candidates": []}, {"candidates": None}])
def test_a_blocked_prompt_is_a_reply_whose_text_was_withheld(candidates):
    body = {
        "promptFeedback": {"blockReason": "SAFETY"},
        "usageMetadata": {"promptTokenCount": 9},
        **candidates,
    }
    read = GEMINI.read_body(json.dumps(body).encode())
    assert (read.completion, read.finish_reason) == (None, FinishReason.CONTENT_FILTER)
    assert (read.prompt_tokens, read.completion_tokens) == (9, 0)


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", reply(), b'{"candidates": [7]}', reply(promptFeedback={})]
)
def test_what_holds_neither_a_candidate_nor_a_reason_is_malformed(body):
    with pytest.raises(MalformedReply):
        GEMINI.read_body(body)


@pytest.mark.parametrize(
    ("model", "parameters", "config"),
    [
        ("gemini-2.5-flash", {"thinking": "off"}, {"thinkingBudget": 0}),
        ("gemini-2.5-flash", {"thinking": 2_000}, {"thinkingBudget": 2_000}),
        ("gemini-2.5-pro", {"thinking": "adaptive"}, {"thinkingBudget": -1}),
        ("gemini-2.5-pro", {"effort": "medium"}, {"thinkingBudget": 8_192}),
        ("gemini-2.5-flash", {"effort": "none"}, {"thinkingBudget": 0}),
        ("gemini-3-flash-preview", {"effort": "low"}, {"thinkingLevel": "LOW"}),
        ("gemini-3.8-flash", {"effort": "minimal"}, {"thinkingLevel": "MINIMAL"}),
        ("gemini-3-pro", {"thinking": 2_000}, {"thinkingBudget": 2_000}),
    ],
)
def test_thinking_is_said_as_the_models_generation_says_it(model, parameters, config):
    body = GEMINI.body(model, PROMPT, Parameters(**parameters))
    assert body["generationConfig"] == {"temperature": 0.0, "maxOutputTokens": 120, "thinkingConfig": config}


@pytest.mark.parametrize(
    ("model", "parameters", "complaint"),
    [
        ("gemini-3-pro", {"thinking": "off"}, "gemini-3-pro always thinks"),
        ("gemini-3-pro", {"effort": "none"}, "gemini-3-pro always thinks"),
        ("gemini-2.5-flash", {"effort": "max"}, "Gemini up to 2.5 knows none, minimal"),
        ("gemini-3-pro", {"effort": "max"}, "Gemini knows minimal"),
        ("gemini-3-pro", {"effort": "low", "thinking": 2_000}, "not both"),
    ],
)
def test_what_a_generation_cannot_do_is_refused_before_anything_is_sent(model, parameters, complaint):
    with pytest.raises(UsageError, match=complaint):
        GEMINI.body(model, PROMPT, Parameters(**parameters))


def test_a_field_is_not_set_twice_and_what_the_program_owns_is_refused():
    level = {"generationConfig": {"thinkingConfig": {"thinkingLevel": "LOW"}}}
    with pytest.raises(UsageError, match="`effort` or `thinking` sets it already"):
        GEMINI.check_parameters(Parameters(effort="low", extra=level))
    GEMINI.check_parameters(Parameters(extra=level))
    for owned in (
        "maxOutputTokens",
        "max_output_tokens",
        "candidateCount",
        "responseLogprobs",
        "temperature",
    ):
        with pytest.raises(UsageError, match=f"generationConfig.{owned}: that is not set so"):
            check_fields({"generationConfig": {owned: 1}})
    for owned in ("contents", "systemInstruction", "generation_config", "cachedContent", "tools"):
        with pytest.raises(UsageError, match=f"{owned}: that is not set so"):
            check_fields({owned: {}})
    check_fields({"safetySettings": [], "generationConfig": {"seed": 7, "topP": 1}})


def test_log_probs_are_asked_for_and_read():
    body = with_log_probs(GEMINI, 5).body(MODEL, PROMPT, Parameters())
    assert body["generationConfig"]["responseLogprobs"] is True
    assert (body["generationConfig"]["logprobs"], body["generationConfig"]["maxOutputTokens"]) == (5, 120)
    token = {"token": "B", "logProbability": -0.1, "tokenId": 7}
    result = {"chosenCandidates": [token], "topCandidates": [{"candidates": [token]}]}
    (place,) = read_positions(reply([candidate(logprobsResult=result)]))
    assert (place.text, [(top.text, top.log_prob) for top in place.top]) == ("B", [("B", -0.1)])
    with pytest.raises(NoLogProbs):
        with_log_probs(GEMINI, 5).read_body(reply([candidate()]))


def test_what_is_stored_is_read_again_and_shown():
    request = provider_named("gemini-native").request(MODEL, PROMPT, Parameters())
    reader, *_ = find_body_readers("POST", request.endpoint)
    assert reader(reply([candidate()])).completion == "B"
    shown = sent_request(request.body)
    assert shown.turns == (("system", "Be brief."), ("user", "Q1?"), ("model", "A"), ("user", "Q2?"))
    assert set(shown.others) == {"generationConfig"}


def test_its_price_is_googles():
    assert look_up_price("gemini-native", MODEL) == look_up_price("gemini", MODEL) is not None


async def test_log_probs_come_over_http(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(8))
    async with simulator_for(benchmark) as simulator:
        model = find_model(
            "gemini-native", "sim-tidy", base_url=f"{simulator.url}/v1beta", ask="logprobs", top_logprobs=5
        )
        request = model.provider.request("sim-tidy", Prompt(None, SHOTS), Parameters())
        async with model.provider.connect(NetworkOptions()) as line:
            raw = await line.send(request)
    assert len(read_positions(raw.body)[0].top) == 1  # of no option: the written token alone


@pytest.mark.parametrize("model", ["sim-reasoning", "sim-limited:requests_per_s=200"])
async def test_models_that_think_or_refuse_are_asked_to_the_end(make_benchmark, tmp_path, model):
    benchmark = make_benchmark(make_items(30))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark) as simulator:
        run_id, progress = await run(benchmark, simulator, store, provider="gemini-native", model=model)
    assert (progress.done, progress.errors) == (30, 0)
    assert {record.served_model for record in records_of(store, run_id).values()} == {model}
