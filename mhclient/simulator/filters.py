"""A simulated provider's filter: whose text it withholds, and how each API says so. Pure."""

from typing import Any

from mhclient.simulator.draw import Draw
from mhclient.simulator.formats import SimulatedRequest, anthropic_reply, openai_reply, responses_reply
from mhclient.simulator.gemini_formats import usage_of
from mhclient.simulator.profiles import Profile, Simulated

NOTHING = Simulated("", "stop", 0, 0)
CATEGORY, SEVERITY = "self_harm", "medium"


def is_filtered(profile: Profile, prompt: str, *, seed: int) -> bool:
    """Whether the filter withholds the reply to a prompt, each time it is asked alike."""
    named = profile.filters_on.casefold() in prompt.casefold()
    return named and Draw(f"{seed}|filter|{prompt}")("filter") < profile.filter_rate


def openai_withheld(asked: SimulatedRequest, request_id: str) -> dict[str, Any]:
    """A chat completion as Azure gives it when its filter took the text."""
    reply = openai_reply(asked, NOTHING, request_id)
    verdict = {CATEGORY: {"filtered": True, "severity": SEVERITY}}
    safe = {name: {"filtered": False, "severity": "safe"} for name in ("hate", "sexual", "violence")}
    choice = reply["choices"][0]
    choice["finish_reason"] = "content_filter"
    choice["content_filter_results"] = verdict | safe
    choice["message"]["content"] = ""
    return reply


def responses_withheld(asked: SimulatedRequest, request_id: str) -> dict[str, Any]:
    """A response that ended for its content."""
    reply = responses_reply(asked, NOTHING, request_id)
    return reply | {"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}


def anthropic_withheld(asked: SimulatedRequest, request_id: str) -> dict[str, Any]:
    """A message that a classifier stopped."""
    details = {"type": "refusal", "category": "general_harms", "explanation": None}
    return anthropic_reply(asked, NOTHING, request_id) | {"stop_reason": "refusal", "stop_details": details}


def gemini_withheld(asked: SimulatedRequest, request_id: str) -> dict[str, Any]:
    """A response whose prompt was blocked."""
    rating = {"category": "HARM_CATEGORY_DANGEROUS_CONTENT", "probability": "MEDIUM", "blocked": True}
    return {
        "promptFeedback": {"blockReason": "SAFETY", "safetyRatings": [rating]},
        "usageMetadata": usage_of(asked, NOTHING),
        "modelVersion": asked.model,
        "responseId": f"resp-{request_id}",
    }
