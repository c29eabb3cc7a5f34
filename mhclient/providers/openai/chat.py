"""OpenAI's chat completions, and every server that speaks them.

Source: platform.openai.com/docs/api-reference/chat (create; the chat completion object).
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, NotRequired

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from cache import Response
from mhclient.errors import MalformedReply, UsageError
from mhclient.providers.dialect import Dialect, effort_only
from mhclient.providers.reply import (
    FIRST,
    CountedBody,
    Ended,
    Join,
    Label,
    Text,
    counts_in,
    joined,
    text_pieces,
    validated,
)
from mhclient.providers.withheld import verdicts_in
from mhclient.run.parameters import ADAPTIVE, OFF, FinishReason, Parameters, Prompt
from mhclient.run.prompts import NAME


class _Message(TypedDict):
    content: NotRequired[str | list[Any] | None]
    refusal: NotRequired[Text]


class _Choice(TypedDict):
    message: NotRequired[_Message | None]
    finish_reason: NotRequired[Ended]
    text: NotRequired[Any]  # of another API …
    delta: NotRequired[Any]  # … and of a reply in pieces


class _Body(CountedBody):
    choices: Annotated[list[_Choice], FIRST]
    model: NotRequired[Label]
    system_fingerprint: NotRequired[Label]
    service_tier: NotRequired[Label]
    provider: NotRequired[Label]  # OpenRouter's: who served the reply


_BODY = TypeAdapter(_Body)


def build_body(model: str, prompt: Prompt, parameters: Parameters, *, cap_field: str) -> dict[str, Any]:
    """The body to send.

    Args:
        cap_field: `max_completion_tokens`, or `max_tokens` for servers that know only the older name.
    """
    system = [{"role": "system", "content": prompt.system}] if prompt.system else []
    turns = [{"role": message.role, "content": message.content} for message in prompt.messages]
    body: dict[str, Any] = {"model": model, "messages": system + turns}
    if parameters.temperature is not None:
        body["temperature"] = parameters.temperature
    if parameters.max_tokens is not None:
        body[parameters.cap_field or cap_field] = parameters.max_tokens
    return body


def read_body(body: bytes, join: Join = joined) -> Response:
    """The reply in a body with status 200.

    A choice that ended without a message has no text: all of it was thought, or withheld. For a prompt that a
    filter withheld, Azure has no choice.

    Raises:
        MalformedReply: the body is not a chat completion with at least one choice.
    """
    read = validated(body, _BODY)
    choice = read["choices"][0] if read["choices"] else _withheld(body)
    message, finish_reason = choice.get("message"), choice.get("finish_reason")
    if message is None and (finish_reason is None or choice.get("text") or choice.get("delta")):
        raise MalformedReply("the reply is not of the documented form: choices.0.message: Field required")
    completion, refused = _text(message or {}, join)
    return Response(
        body=body,
        completion=completion,
        finish_reason=FinishReason.REFUSAL if refused and finish_reason == "stop" else finish_reason,
        served_model=read.get("model"),
        fingerprint=read.get("system_fingerprint"),
        route=read.get("provider"),
        tier=read.get("service_tier"),
        **counts_in(read, completion, finish_reason)._asdict(),
    )


def _withheld(body: bytes) -> _Choice:
    if any(verdict.withheld for verdict in verdicts_in(body)):
        return {"finish_reason": FinishReason.CONTENT_FILTER}
    raise MalformedReply("the reply is not of the documented form: choices: there is none")


def _text(message: _Message, join: Join) -> tuple[str | None, bool]:
    """The message's text, and whether it stands in the refusal field."""
    completion = join(text_pieces(message.get("content"), ("output_text",)))
    if not completion and message.get("refusal"):
        return message["refusal"], True
    return completion, False


def reasoning_fields(parameters: Parameters) -> dict[str, Any]:
    """`reasoning_effort`, which OpenAI and most servers that speak its dialect know."""
    return effort_only(parameters, reasoning_effort=parameters.effort)


def served_reasoning(parameters: Parameters) -> dict[str, Any]:
    """A server of one's own: the effort as OpenAI has it; thinking is on or off in the chat template.

    Source: docs.vllm.ai, "Reasoning outputs" (`chat_template_kwargs`).
    """
    if isinstance(parameters.thinking, int):
        raise UsageError("`thinking` N: a server of your own knows off and adaptive alone; see `parameters`.")
    fields: dict[str, Any] = {} if parameters.effort is None else {"reasoning_effort": parameters.effort}
    if parameters.thinking is not None:
        fields["chat_template_kwargs"] = {"enable_thinking": parameters.thinking != OFF}
    return fields


def openrouter_reasoning(parameters: Parameters) -> dict[str, Any]:
    """Source: openrouter.ai/docs, "Reasoning tokens"."""
    if isinstance(parameters.thinking, int):
        if parameters.effort is not None:
            raise UsageError("OpenRouter takes `effort` or `thinking`, not both.")
        return {"reasoning": {"max_tokens": parameters.thinking}}
    switch = {} if parameters.thinking is None else {"enabled": parameters.thinking != OFF}
    return {"reasoning": switch | ({} if parameters.effort is None else {"effort": parameters.effort})}


def gemini_reasoning(parameters: Parameters) -> dict[str, Any]:
    """Source: ai.google.dev/gemini-api/docs/openai, "Thinking"."""
    if parameters.thinking is None:
        return {"reasoning_effort": parameters.effort}
    if parameters.effort is not None:
        raise UsageError("Gemini takes `effort` or `thinking`, not both.")
    words: dict[int | str, int | str] = {OFF: 0, ADAPTIVE: -1}
    budget = words.get(parameters.thinking, parameters.thinking)
    return {"extra_body": {"google": {"thinking_config": {"thinking_budget": budget}}}}


def json_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`response_format`, which vLLM, llama.cpp and other servers turn into guided decoding.

    Source: developers.openai.com, "Structured model outputs"; docs.vllm.ai, "Structured Outputs".
    """
    described = {"name": NAME, "schema": dict(schema), "strict": True}
    return {"response_format": {"type": "json_schema", "json_schema": described}}


def required_json_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The same behind a router: only to providers that have the parameter, since others drop it silently.

    Source: openrouter.ai/docs, "Provider routing" (`require_parameters`).
    """
    return json_schema(schema) | {"provider": {"require_parameters": True}}


OPENAI_CHAT = Dialect(
    "/chat/completions",
    None,
    partial(build_body, cap_field="max_completion_tokens"),
    read_body,
    gives_log_probs=True,
    reasoning=reasoning_fields,
    structured=json_schema,
    has_tiers=True,
)
# Servers of one's own: not all know the newer name of the cap.
COMPATIBLE_CHAT = Dialect(
    "/chat/completions",
    None,
    partial(build_body, cap_field="max_tokens"),
    read_body,
    gives_log_probs=True,
    reasoning=served_reasoning,
    structured=json_schema,
)
OPENROUTER_CHAT = replace(
    COMPATIBLE_CHAT, reasoning=openrouter_reasoning, structured=required_json_schema, has_routes=True
)
GEMINI_CHAT = replace(COMPATIBLE_CHAT, reasoning=gemini_reasoning)
