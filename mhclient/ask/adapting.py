"""Parameters that a model does not take: how its refusal reads, and what to send instead. Pure.

What was asked stays on record beside what was sent; nothing here decides whether to adapt. The user does, but
for what changes no reply: how many log-probs are shown beside it.
"""

import math
from dataclasses import replace

from cache import Response
from mhclient.run.parameters import FinishReason, Parameters

# Room for hidden reasoning, where the cap that was asked for is used up before a word is written.
ROOM_FOR_REASONING = 4_000

# How providers say that they do not take a parameter or its value: OpenAI's reasoning models ("Unsupported
# value: 'temperature' does not support 0 with this model"), Anthropic since API version 2026-10-21
# ("temperature: Extra inputs are not permitted"), vLLM and others in similar words.
UNSUPPORTED = (
    "unsupported",
    "not support",
    "not permitted",
    "deprecated",
    "only the default",
    "unknown parameter",
)


def without_refused(parameters: Parameters, refusal: str) -> tuple[Parameters, str] | None:
    """Parameters that a provider's refusal asks for, and what was changed in words.

    Args:
        refusal: the provider's error message.

    Returns:
        None if the refusal is about something else.
    """
    said = refusal.lower()
    if not any(sign in said for sign in UNSUPPORTED):
        return None
    if "temperature" in said and parameters.temperature is not None:
        return replace(parameters, temperature=None), "without temperature"
    for field in ("max_completion_tokens", "max_tokens"):
        other = "max_tokens" if field == "max_completion_tokens" else "max_completion_tokens"
        if f"use '{field}'" in said or f'use "{field}"' in said or f"use {field}" in said:
            return replace(parameters, cap_field=field), f"with {field} instead of {other}"
    return None


def with_fewer_log_probs(parameters: Parameters, most: int | None) -> tuple[Parameters, str] | None:
    """Parameters that ask for as many top log-probs as the server gives, and what was changed in words.

    Returns:
        None if it does not say how many, or was asked for so many already.
    """
    if most is None or (parameters.top_logprobs or math.inf) <= most:
        return None
    return replace(parameters, top_logprobs=most), f"with `top_logprobs={most}`"


def used_up_by_reasoning(reply: Response) -> bool:
    """Whether the cap was reached before a word of the answer was written."""
    return reply.finish_reason == FinishReason.LENGTH and not (reply.completion or "").strip()


def with_room_for_reasoning(parameters: Parameters) -> tuple[Parameters, str] | None:
    """A cap that leaves room for reasoning, and what was changed in words; None if it has that already."""
    if parameters.max_tokens is None or parameters.max_tokens >= ROOM_FOR_REASONING:
        return None
    adapted = replace(parameters, max_tokens=ROOM_FOR_REASONING)
    return adapted, f"with max_tokens {ROOM_FOR_REASONING} instead of {parameters.max_tokens}"
