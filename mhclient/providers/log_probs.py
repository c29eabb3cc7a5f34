"""Log-probs beside what was written: asking for them, and reading them out of a reply's body.

Source: platform.openai.com/docs/api-reference/chat (create: `logprobs`, `top_logprobs`; the chat completion
object: `choices[].logprobs.content[]`). vLLM, llama.cpp, OpenRouter and others speak the same.

Gemini's own API has them beside the candidates. Source: ai.google.dev/api/generate-content
(`responseLogprobs`, `logprobs`; `LogprobsResult`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, NotRequired

from annotated_types import Interval
from pydantic import TypeAdapter
from typing_extensions import TypedDict

from cache import Response
from mhclient.errors import MalformedReply, NoLogProbs
from mhclient.providers.dialect import Dialect
from mhclient.providers.letter_choice import Position, TopToken
from mhclient.providers.reply import validated
from mhclient.run.body_fields import merged
from mhclient.run.parameters import Parameters, Prompt


class _GeminiToken(TypedDict):
    token: str
    logProbability: float


class _Top(TypedDict):
    candidates: NotRequired[list[_GeminiToken] | None]


class _GeminiLogProbs(TypedDict):
    chosenCandidates: NotRequired[list[_GeminiToken] | None]
    topCandidates: NotRequired[list[_Top] | None]


class CandidateLogProbs(TypedDict):
    """The part of a candidate that has log-probs."""

    logprobsResult: NotRequired[_GeminiLogProbs | None]


def log_prob_fields(top: int) -> dict[str, Any]:
    """The body's fields that ask for the `top` most probable tokens at each position."""
    return {"generationConfig": {"responseLogprobs": True, "logprobs": top}}


def candidate_positions(candidates: Sequence[CandidateLogProbs]) -> list[Position]:
    """What the first candidate has, token by token; empty if it has no log-probs."""
    found = (candidates[0].get("logprobsResult") or {}) if candidates else {}
    chosen, tops = found.get("chosenCandidates") or [], found.get("topCandidates") or []
    shown = [
        tuple(TopToken(token["token"], token["logProbability"]) for token in top.get("candidates") or [])
        for top in tops
    ]
    return [
        Position(token["token"], shown[place] if place < len(shown) else ())
        for place, token in enumerate(chosen)
    ]


class _Token(TypedDict):
    token: str
    logprob: float


Byte = Annotated[int, Interval(ge=0, le=255)]


class _Position(TypedDict):
    token: str
    bytes: NotRequired[list[Byte] | None]
    top_logprobs: NotRequired[list[_Token] | None]


class _LogProbs(TypedDict):
    content: NotRequired[list[_Position] | None]


class _Choice(TypedDict):
    logprobs: NotRequired[_LogProbs | None]


class _Body(TypedDict):
    choices: NotRequired[list[_Choice]]
    candidates: NotRequired[list[CandidateLogProbs]]


_BODY = TypeAdapter(_Body)


def with_log_probs(dialect: Dialect, top: int) -> Dialect:
    """The same wire format, asking for the `top` most probable tokens at each position.

    Its reader refuses a reply that has text but no log-probs: kept as an answer, it would be paid for and of
    no use.
    """

    def build_body(model: str, prompt: Prompt, parameters: Parameters) -> dict[str, Any]:
        n = min(top, parameters.top_logprobs or top)
        return merged(dialect.build_body(model, prompt, parameters), dialect.log_prob_fields(n))

    def read_body(body: bytes) -> Response:
        reply = dialect.read_body(body)
        if reply.completion and not read_positions(body):
            raise NoLogProbs(
                "the reply has no log-probs: this model or server gives none. "
                "Ask it with `ask=write`, or use another model."
            )
        return reply

    return replace(dialect, build_body=build_body, read_body=read_body)


def read_positions(body: bytes) -> list[Position]:
    """What was written, token by token, each with the most probable tokens in its place.

    Returns:
        Empty if the reply has no log-probs.

    Raises:
        MalformedReply: the log-probs are not of the documented form.
    """
    read = validated(body, _BODY)
    if "choices" not in read and "candidates" in read:
        return candidate_positions(read["candidates"])
    choices = read.get("choices")
    if not choices:
        raise MalformedReply("the reply has no choice.")
    content = (choices[0].get("logprobs") or {}).get("content") or []
    return [
        Position(
            place["token"],
            tuple(TopToken(token["token"], token["logprob"]) for token in place.get("top_logprobs") or []),
            _utf8(place),
        )
        for place in content
    ]


def _utf8(place: _Position) -> bytes | None:
    listed = place.get("bytes")
    return None if listed is None else bytes(listed)
