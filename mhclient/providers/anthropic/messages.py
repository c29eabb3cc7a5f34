"""Anthropic's messages.

Source: docs.anthropic.com/en/api/messages (the body, content blocks, stop reasons, usage).
"""

from collections.abc import Mapping
from typing import Any, NotRequired

from pydantic import TypeAdapter

from cache import Response
from mhclient.errors import UsageError
from mhclient.providers.dialect import Dialect
from mhclient.providers.reply import (
    CountedBody,
    Ended,
    Join,
    Label,
    counts_in,
    joined,
    label,
    table,
    text_pieces,
    validated,
)
from mhclient.run.parameters import OFF, FinishReason, Parameters, Prompt

# The last version that takes a temperature: 2026-10-21, which the SDK sends by default, answers any with 400
# (platform.claude.com/docs/en/api/migration-2026-10-21), and the protocol asks at temperature 0.
API_VERSION = "2023-06-01"

# The API demands a cap; this one stands in where the user asked for none.
LARGEST_CAP = 4_096

STOP_REASONS = {
    "end_turn": FinishReason.STOP,
    "stop_sequence": FinishReason.STOP,
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
    "refusal": FinishReason.CONTENT_FILTER,  # a classifier of the provider stopped the text
}


class _Body(CountedBody):
    content: str | list[Any]
    model: NotRequired[Label]
    stop_reason: NotRequired[Ended]


_BODY = TypeAdapter(_Body)


def build_body(model: str, prompt: Prompt, parameters: Parameters) -> dict[str, Any]:
    """The body to send."""
    body: dict[str, Any] = {
        "model": model,
        "max_tokens": parameters.max_tokens or LARGEST_CAP,
        "messages": [{"role": message.role, "content": message.content} for message in prompt.messages],
    }
    if prompt.system:
        body["system"] = prompt.system
    if parameters.temperature is not None:
        body["temperature"] = parameters.temperature
    return body


def read_body(body: bytes, join: Join = joined) -> Response:
    """The reply in a body with status 200: its text blocks, without thinking and tool blocks.

    Raises:
        MalformedReply: the body is not a message.
    """
    read = validated(body, _BODY)
    completion, stop_reason = join(text_pieces(read["content"])), read.get("stop_reason")
    finish_reason = STOP_REASONS.get(stop_reason, stop_reason) if stop_reason else None
    return Response(
        body=body,
        completion=completion,
        finish_reason=finish_reason,
        served_model=read.get("model"),
        tier=label((table(read.get("usage")) or {}).get("service_tier")),
        **counts_in(read, completion, finish_reason)._asdict(),
    )


def reasoning_fields(parameters: Parameters) -> dict[str, Any]:
    """`output_config.effort` and `thinking`; "none" turns thinking off.

    Source: platform.claude.com/docs, "Effort" and "Extended thinking".
    """
    fields: dict[str, Any] = {}
    thinking = OFF if parameters.effort == "none" else parameters.thinking
    if parameters.effort not in (None, "none"):
        fields["output_config"] = {"effort": "low" if parameters.effort == "minimal" else parameters.effort}
    if isinstance(thinking, int):
        _check_budget(thinking, parameters.max_tokens)
        fields["thinking"] = {"type": "enabled", "budget_tokens": thinking}
    elif thinking is not None:
        fields["thinking"] = {"type": "disabled" if thinking == OFF else "adaptive"}
    return fields


def _check_budget(budget: int, cap: int | None) -> None:
    if budget >= (cap or LARGEST_CAP):
        raise UsageError(
            f"`thinking={budget}`: the budget must be below the cap of {cap or LARGEST_CAP} tokens, which it "
            "counts against. Raise `max_tokens`, or leave it out."
        )


def json_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`output_config.format`. Source: platform.claude.com/docs/en/build-with-claude/structured-outputs."""
    return {"output_config": {"format": {"type": "json_schema", "schema": dict(schema)}}}


ANTHROPIC_MESSAGES = Dialect(
    "/v1/messages",
    API_VERSION,
    build_body,
    read_body,
    reasoning=reasoning_fields,
    structured=json_schema,
)
