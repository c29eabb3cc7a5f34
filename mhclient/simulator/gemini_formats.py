"""What the simulator says as Gemini's own API: `generateContent`, its errors and log-probs. Pure."""

from typing import Any

from mhclient.simulator.answer_key import options_in
from mhclient.simulator.formats import SimulatedRequest, tokens_of
from mhclient.simulator.log_probs import choice_log_probs
from mhclient.simulator.profiles import Simulated

# What an error's code in OpenAI's words is with Google: HTTP status and its name.
STATUS_OF = {
    "invalid_api_key": (400, "INVALID_ARGUMENT"),
    "model_not_found": (404, "NOT_FOUND"),
    "rate_limit_exceeded": (429, "RESOURCE_EXHAUSTED"),
}
WAIT_S = 0.05  # asked for where a rate limit refuses
TYPES = "type.googleapis.com/google.rpc."


def gemini_asked(body: dict[str, Any]) -> SimulatedRequest:
    """A request to `generateContent`, with the address's model in it. Raises KeyError or TypeError."""
    config = body.get("generationConfig") or {}
    turns = [body["systemInstruction"]] if "systemInstruction" in body else []
    prompt = "\n\n".join("".join(part["text"] for part in turn["parts"]) for turn in turns + body["contents"])
    top = config.get("logprobs", 0) if config.get("responseLogprobs") else None
    return SimulatedRequest(
        *(body["model"], prompt, config.get("maxOutputTokens"), top, config.get("temperature")),
        schema=config.get("responseJsonSchema"),
    )


def gemini_reply(asked: SimulatedRequest, written: Simulated, request_id: str) -> dict[str, Any]:
    """A generateContent response; counts of 0 are left out, as the API does."""
    cut = written.finish_reason == "length"
    content: dict[str, Any] = {"role": "model"}
    if written.completion:
        content["parts"] = [{"text": written.completion}]
    candidate = {"content": content, "finishReason": "MAX_TOKENS" if cut else "STOP", "index": 0}
    if asked.top_log_probs is not None:
        candidate["logprobsResult"] = _log_probs(asked, written)
    return {
        "candidates": [candidate],
        "usageMetadata": usage_of(asked, written),
        "modelVersion": asked.model,
        "responseId": f"resp-{request_id}",
    }


def usage_of(asked: SimulatedRequest, written: Simulated) -> dict[str, int]:
    """The tokens: those written and those thought apart."""
    counts = {
        "promptTokenCount": tokens_of(asked.prompt),
        "candidatesTokenCount": written.completion_tokens - written.reasoning_tokens,
        "thoughtsTokenCount": written.reasoning_tokens,
    }
    told = counts | {"totalTokenCount": sum(counts.values())}
    return {name: count for name, count in told.items() if count}


def gemini_error(message: str, kind: str, code: str | None) -> dict[str, Any]:
    """Google's error body."""
    del kind
    status, name = STATUS_OF.get(code or "", (400, "INVALID_ARGUMENT"))
    error: dict[str, Any] = {"code": status, "message": message, "status": name}
    if code == "invalid_api_key":
        error["details"] = [{"@type": f"{TYPES}ErrorInfo", "reason": "API_KEY_INVALID"}]
    if code == "rate_limit_exceeded":
        error["details"] = [{"@type": f"{TYPES}RetryInfo", "retryDelay": f"{WAIT_S}s"}]
    return {"error": error}


def _log_probs(asked: SimulatedRequest, written: Simulated) -> dict[str, Any]:
    shown = choice_log_probs(written.completion, list(options_in(asked.prompt)), asked.top_log_probs or 0)
    return {
        "chosenCandidates": [_token(place) for place in shown["content"]],
        "topCandidates": [
            {"candidates": [_token(token) for token in place["top_logprobs"]]} for place in shown["content"]
        ],
    }


def _token(said: dict[str, Any]) -> dict[str, Any]:
    return {"token": said["token"], "logProbability": said["logprob"]}
