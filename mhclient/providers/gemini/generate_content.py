"""Gemini's `generateContent`, and how much a model is to think: a budget, or a level from generation 3 on.

Source: ai.google.dev/api/generate-content (the body, candidates, finish reasons, `promptFeedback`,
`usageMetadata`); field names are compared with the types of the package `google-genai` in the tests.

Source: ai.google.dev/gemini-api/docs/thinking (`thinkingBudget`, `thinkingLevel`), and /docs/openai,
"Thinking", for the budgets that efforts stand for.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Any, NotRequired

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from cache import Response
from mhclient.errors import MalformedReply, UsageError
from mhclient.providers.dialect import Dialect
from mhclient.providers.log_probs import log_prob_fields
from mhclient.providers.reply import (
    COURTESY,
    FIRST,
    CountedBody,
    Ended,
    Join,
    Label,
    Piece,
    counts_in,
    joined,
    table,
    text_pieces,
    validated,
)
from mhclient.providers.withheld import WITHHELD
from mhclient.run.parameters import ADAPTIVE, OFF, FinishReason, Parameters, Prompt

BUDGET_OF: Mapping[str, int] = {"none": 0, "minimal": 1_024, "low": 1_024, "medium": 8_192, "high": 24_576}
LEVELS = ("minimal", "low", "medium", "high", "xhigh")
DYNAMIC = -1  # the model decides

_GENERATION = re.compile(r"gemini-(\d+)")


def takes_budget(model: str) -> bool:
    """Whether a model of this name is told a budget; a name without a generation is taken for a newer one.

    >>> [takes_budget(name) for name in ("gemini-2.5-flash", "gemini-3-pro", "gemini-flash-latest")]
    [True, False, False]
    """
    found = _GENERATION.search(model)
    return found is not None and int(found[1]) < 3


def thinking_fields(model: str, parameters: Parameters) -> dict[str, Any]:
    """The body's fields for what was asked.

    Raises:
        UsageError: the model's generation has no such setting, or both an effort and a budget are given.
    """
    _check_one(parameters)
    config = _as_budget(parameters) if takes_budget(model) else _as_level(model, parameters)
    return {"generationConfig": {"thinkingConfig": config}}


def checked_thinking(parameters: Parameters) -> dict[str, Any]:
    """The field that is set, whatever the model is, so that `parameters` cannot set it as well.

    Raises:
        UsageError: both an effort and a budget are given.
    """
    _check_one(parameters)
    return {"generationConfig": {"thinkingConfig": True}}


def _check_one(parameters: Parameters) -> None:
    if parameters.effort is not None and parameters.thinking is not None:
        raise UsageError("Gemini takes `effort` or `thinking`, not both.")


def _as_budget(parameters: Parameters) -> dict[str, Any]:
    words: dict[int | str, int | str] = {OFF: 0, ADAPTIVE: DYNAMIC}
    if parameters.thinking is not None:
        return {"thinkingBudget": words.get(parameters.thinking, parameters.thinking)}
    if parameters.effort is None or parameters.effort not in BUDGET_OF:
        raise UsageError(
            f"`effort={parameters.effort}`: Gemini up to 2.5 knows {', '.join(BUDGET_OF)}; "
            "`thinking` gives its budget in tokens."
        )
    return {"thinkingBudget": BUDGET_OF[parameters.effort]}


def _as_level(model: str, parameters: Parameters) -> dict[str, Any]:
    """A level, or a budget in tokens, which these models take for what older ones were told."""
    if parameters.thinking == OFF or parameters.effort == "none":
        raise UsageError(
            f"`thinking={OFF}`: {model} always thinks. The least is `effort=minimal` or `effort=low`."
        )
    if parameters.thinking is not None:
        adaptive = parameters.thinking == ADAPTIVE
        return {"thinkingBudget": DYNAMIC if adaptive else parameters.thinking}
    if parameters.effort is None or parameters.effort not in LEVELS:
        raise UsageError(f"`effort={parameters.effort}`: Gemini knows {', '.join(LEVELS)}.")
    return {"thinkingLevel": parameters.effort.upper()}


PATH = "/models/{model}:generateContent"
KEY_HEADER = "x-goog-api-key"

# Any other (LANGUAGE, OTHER, MALFORMED_RESPONSE, …) is kept as Gemini says it.
FINISH_REASONS: Mapping[str, FinishReason | None] = {
    "STOP": FinishReason.STOP,
    "MAX_TOKENS": FinishReason.LENGTH,
    **dict.fromkeys(WITHHELD, FinishReason.CONTENT_FILTER),
    "FINISH_REASON_UNSPECIFIED": None,
}


class _Content(TypedDict):
    parts: NotRequired[list[Any] | None]


class _Candidate(TypedDict):
    content: NotRequired[_Content | None]
    finishReason: NotRequired[Ended]


class _Feedback(TypedDict):
    blockReason: NotRequired[Label]


class _Body(CountedBody):
    candidates: NotRequired[Annotated[list[_Candidate], FIRST]]
    promptFeedback: NotRequired[Annotated[_Feedback | None, COURTESY]]
    modelVersion: NotRequired[Label]


_BODY = TypeAdapter(_Body)


def build_body(model: str, prompt: Prompt, parameters: Parameters) -> dict[str, Any]:
    """The body to send; the model's name stands in the address."""
    del model
    roles = {"user": "user", "assistant": "model"}
    body: dict[str, Any] = {
        "contents": [
            {"role": roles[message.role], "parts": [{"text": message.content}]} for message in prompt.messages
        ]
    }
    if prompt.system:
        body["systemInstruction"] = {"parts": [{"text": prompt.system}]}
    settings = {"temperature": parameters.temperature, "maxOutputTokens": parameters.max_tokens}
    if config := {name: value for name, value in settings.items() if value is not None}:
        body["generationConfig"] = config
    return body


def read_body(body: bytes, join: Join = joined) -> Response:
    """The reply in a body with status 200: the text of its first candidate, without thoughts.

    A prompt that was blocked has no candidate: that is a reply whose text was withheld.

    Raises:
        MalformedReply: the body has neither a candidate nor a reason for a blocked prompt.
    """
    read = validated(body, _BODY)
    candidates = read.get("candidates") or []
    if not candidates and not (read.get("promptFeedback") or {}).get("blockReason"):
        raise MalformedReply("the reply has no candidate, and no reason why its prompt was blocked")
    completion = join(_pieces(candidates[0])) if candidates else None
    finish_reason = _finish_reason(candidates[0]) if candidates else FinishReason.CONTENT_FILTER
    usage = table(read.get("usageMetadata"))
    if usage and "promptTokenCount" in usage:
        read["usageMetadata"] = {"candidatesTokenCount": 0} | usage  # a count of 0 is left out of the body
    return Response(
        body=body,
        completion=completion,
        finish_reason=finish_reason,
        served_model=read.get("modelVersion"),
        **counts_in(read, completion, finish_reason)._asdict(),
    )


def _pieces(candidate: _Candidate) -> list[Piece]:
    """The candidate's texts; a thought, a call or a piece of data stands between two."""
    parts = (candidate.get("content") or {}).get("parts") or []
    return text_pieces([None if isinstance(part, dict) and part.get("thought") else part for part in parts])


def _finish_reason(candidate: _Candidate) -> str | None:
    reason = candidate.get("finishReason")
    return FINISH_REASONS.get(reason, reason) if reason else None


def json_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`responseJsonSchema`. Source: ai.google.dev/gemini-api/docs/structured-output."""
    return {"generationConfig": {"responseMimeType": "application/json", "responseJsonSchema": dict(schema)}}


GEMINI = Dialect(
    PATH,
    None,
    build_body,
    read_body,
    gives_log_probs=True,
    log_prob_fields=log_prob_fields,
    reasoning=checked_thinking,
    reasoning_of_model=thinking_fields,
    structured=json_schema,
    version_path="/v1beta",
)
