"""The wire of tiers and replies, held to the SDKs' types, which take a second to import."""

from typing import get_args, get_type_hints

import pytest
from anthropic.types import Message as AnthropicMessage
from openai.types.chat import ChatCompletion
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from openai.types.responses import Response as OpenAIResponse

from mhclient.run.parameters import TIERS
from mhclient.simulator.formats import anthropic_reply, openai_reply, responses_reply
from tests.mhclient.providers.test_service import SERVED, WRITTEN


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (ChatCompletion, openai_reply(SERVED, WRITTEN, "1")),
        (OpenAIResponse, responses_reply(SERVED, WRITTEN, "1")),
        (AnthropicMessage, anthropic_reply(SERVED, WRITTEN, "1")),
    ],
)
def test_the_simulator_says_what_the_sdks_types_say(kind, body):
    """Read by the SDK's type, which refuses what it does not know the form of, it says the same again."""
    read = kind.model_validate(body).model_dump(mode="json", exclude_unset=True)
    assert {name: read[name] for name in body} == body


def test_tiers_are_those_of_the_sdk():
    taken = get_type_hints(CompletionCreateParamsNonStreaming)["service_tier"]
    assert set(TIERS) < set(get_args(get_args(taken)[0]))
