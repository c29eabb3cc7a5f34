"""Bodies, both ways: what is sent, and what is read from what comes back."""

import json

import pytest

from mhclient.errors import MalformedReply
from mhclient.providers.anthropic.messages import ANTHROPIC_MESSAGES
from mhclient.providers.openai.chat import COMPATIBLE_CHAT, OPENAI_CHAT
from mhclient.run.parameters import FinishReason, Message, Parameters, Prompt

PROMPT = Prompt("Be brief.", (Message("user", "Which?"),))


def chat(message: dict[str, object], finish_reason: str | None = "stop", **more) -> bytes:
    return json.dumps({"choices": [{"message": message, "finish_reason": finish_reason}], **more}).encode()


def test_openai_body_holds_the_prompt_the_temperature_and_the_cap():
    assert OPENAI_CHAT.build_body("gpt-x", PROMPT, Parameters()) == {
        "model": "gpt-x",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Which?"}],
        "temperature": 0.0,
        "max_completion_tokens": 120,
    }


def test_parameters_that_are_none_are_left_out():
    body = OPENAI_CHAT.build_body("gpt-x", PROMPT, Parameters(temperature=None, max_tokens=None))
    assert set(body) == {"model", "messages"}


def test_servers_of_ones_own_get_the_older_name_of_the_cap():
    assert COMPATIBLE_CHAT.build_body("m", PROMPT, Parameters())["max_tokens"] == 120


def test_anthropic_body_has_the_system_message_apart_and_always_a_cap():
    body = ANTHROPIC_MESSAGES.build_body("claude-x", PROMPT, Parameters(temperature=None, max_tokens=None))
    assert body == {
        "model": "claude-x",
        "max_tokens": 4096,
        "messages": [{"role": "user", "content": "Which?"}],
        "system": "Be brief.",
    }


def test_openai_reply_is_read_with_its_usage():
    usage = {
        "prompt_tokens": 9,
        "completion_tokens": 5,
        "completion_tokens_details": {"reasoning_tokens": 4},
    }
    reply = OPENAI_CHAT.read_body(
        chat({"content": "B"}, model="gpt-x-1", usage=usage, system_fingerprint="fp")
    )
    assert (reply.completion, reply.finish_reason, reply.served_model) == ("B", "stop", "gpt-x-1")
    assert (reply.prompt_tokens, reply.completion_tokens, reply.reasoning_tokens) == (9, 5, 4)
    assert reply.fingerprint == "fp"


def test_anthropic_reply_is_its_text_blocks_without_the_thinking():
    body = {
        "content": [
            {"type": "thinking", "thinking": "A?", "signature": "s"},
            {"type": "text", "text": "Answer: "},
            {"type": "text", "text": "B"},
        ],
        "model": "claude-x-1",
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 9, "output_tokens": 5, "output_tokens_details": {"thinking_tokens": 3}},
    }
    reply = ANTHROPIC_MESSAGES.read_body(json.dumps(body).encode())
    assert (reply.completion, reply.finish_reason, reply.reasoning_tokens) == ("Answer: B", "stop", 3)


@pytest.mark.parametrize(
    ("stop_reason", "finish_reason"),
    [
        ("max_tokens", FinishReason.LENGTH),
        ("model_context_window_exceeded", FinishReason.LENGTH),
        ("refusal", FinishReason.CONTENT_FILTER),
        ("tool_use", "tool_use"),
    ],
)
def test_anthropic_stop_reasons_are_said_in_one_vocabulary(stop_reason, finish_reason):
    body = json.dumps({"content": [], "stop_reason": stop_reason}).encode()
    reply = ANTHROPIC_MESSAGES.read_body(body)
    assert (reply.completion, reply.finish_reason) == (None, finish_reason)


def test_a_refusal_field_is_the_completion_and_names_itself():
    reply = OPENAI_CHAT.read_body(chat({"content": None, "refusal": "I can't help."}))
    assert (reply.completion, reply.finish_reason) == ("I can't help.", FinishReason.REFUSAL)


def test_content_in_parts_is_joined():
    parts = [{"type": "text", "text": "Ans"}, {"type": "text", "text": "wer: B"}]
    assert OPENAI_CHAT.read_body(chat({"content": parts})).completion == "Answer: B"


def test_a_lone_surrogate_becomes_one_character_and_no_reason_to_lose_the_reply():
    reply = OPENAI_CHAT.read_body(
        b'{"choices": [{"message": {"content": "B \\ud83d."}, "finish_reason": "stop"}]}'
    )
    assert reply.completion == "B \ufffd."


@pytest.mark.parametrize(
    "usage", [None, {}, {"prompt_tokens": -5, "completion_tokens": "many"}, {"prompt_tokens": 1e30}]
)
def test_absurd_usage_is_not_known_and_loses_nothing(usage):
    reply = OPENAI_CHAT.read_body(chat({"content": "B"}, usage=usage))
    assert (reply.completion, reply.prompt_tokens, reply.completion_tokens) == ("B", None, None)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>",
        b"[]",
        b'{"choices": []}',
        b'{"choices": [{}]}',
        b'{"choices": [{"message": {"content": 7}}]}',
        b'{"choices": [{"message": {"content": "\xff"}}]}',
        b'{"choices": [{"message": {"con',
    ],
)
def test_what_is_no_chat_completion_is_malformed(body):
    with pytest.raises(MalformedReply, match="documented form"):
        OPENAI_CHAT.read_body(body)
