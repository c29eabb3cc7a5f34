"""Gemini's `generateContent`.

Source: ai.google.dev/api/generate-content (the body, candidates, finish reasons, `promptFeedback`,
`usageMetadata`); field names are compared with the types of the package `google-genai` in the tests.

Decision: docs/decisions/providers.md, "Gemini natively beside its compatible endpoint".
"""

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from cache import Response
from mhclient.errors import MalformedReply
from mhclient.providers.candidates import log_prob_fields
from mhclient.providers.dialect import Dialect
from mhclient.providers.gemini.thinking import checked_thinking, thinking_fields
from mhclient.providers.gemini_reasons import WITHHELD
from mhclient.providers.pieces import Join, Piece, joined, text_pieces
from mhclient.providers.reply import COURTESY, FIRST, Ended, Label, table, validated
from mhclient.providers.token_counts import CountedBody, counts_in
from mhclient.run.parameters import FinishReason, Parameters, Prompt

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
