"""Log-probs of candidates, as Gemini's own API gives them: asking for them, and reading them. Pure.

Source: ai.google.dev/api/generate-content (`responseLogprobs`, `logprobs`; `LogprobsResult`).
"""

from collections.abc import Sequence
from typing import Any, NotRequired

from typing_extensions import TypedDict

from mhclient.providers.top_tokens import Position, TopToken


class _Token(TypedDict):
    token: str
    logProbability: float


class _Top(TypedDict):
    candidates: NotRequired[list[_Token] | None]


class _LogProbs(TypedDict):
    chosenCandidates: NotRequired[list[_Token] | None]
    topCandidates: NotRequired[list[_Top] | None]


class CandidateLogProbs(TypedDict):
    """The part of a candidate that has log-probs."""

    logprobsResult: NotRequired[_LogProbs | None]


def log_prob_fields(top: int) -> dict[str, Any]:
    """The body's fields that ask for the `top` most probable tokens at each position."""
    return {"generationConfig": {"responseLogprobs": True, "logprobs": top}}


def candidate_positions(candidates: Sequence[CandidateLogProbs]) -> list[Position]:
    """What the first candidate has, token by token; empty if it has no log-probs."""
    found = (candidates[0].get("logprobsResult") or {}) if candidates else {}
    chosen, tops = found.get("chosenCandidates") or [], found.get("topCandidates") or []
    shown = [tuple(_top_token(token) for token in top.get("candidates") or []) for top in tops]
    return [
        Position(token["token"], shown[place] if place < len(shown) else ())
        for place, token in enumerate(chosen)
    ]


def _top_token(token: _Token) -> TopToken:
    return TopToken(token["token"], token["logProbability"])
