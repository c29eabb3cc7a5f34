"""How each provider's API asks and answers at the simulator: bodies of replies, errors, filters, log-probs.
Pure.

`APIS` at the end names the functions of each. Log-probs are fixed shares, and therefore known. A text's
vector counts its pieces of three letters, each in one of a few hundred places by its hash, so that texts that
share letters are near.
"""

import base64
import json
import math
import re
import zlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mhclient.simulator.answer_key import options_in
from mhclient.simulator.completions import CHARACTERS_PER_TOKEN
from mhclient.simulator.profiles import Draw, Profile, Simulated

_TOKEN = re.compile(r"\s?\w+|\s?[^\w\s]|\s+")

WRITTEN = 0.7  # share of the token written
OTHER_LETTERS = 0.2  # of the other option letters together, in halves: the first has 0.1, the next 0.05, …
OPENING = 0.04  # of an opening bracket in a letter's place
THE = 0.02  # of the word "The" there; what is left is never shown


def choice_log_probs(completion: str, letters: Sequence[str], top: int) -> dict[str, Any]:
    """The `logprobs` object of a chat completion's choice.

    Args:
        letters: the item's option letters.
        top: so many tokens are shown at each position.
    """
    return {"content": [_position(token, letters, top) for token in _TOKEN.findall(completion)]}


def _position(token: str, letters: Sequence[str], top: int) -> dict[str, Any]:
    ranked = sorted(_alternatives(token, letters), key=lambda each: -each[1])[:top]
    shown = [_said(text, share) for text, share in ranked]
    return _said(token, WRITTEN) | {"top_logprobs": shown}


def _alternatives(token: str, letters: Sequence[str]) -> Iterator[tuple[str, float]]:
    yield token, WRITTEN
    if token.strip() not in letters:
        return
    others = [letter for letter in letters if letter != token.strip()]
    blank = token[: len(token) - len(token.lstrip())]
    for place, letter in enumerate(others):
        yield f"{blank}{letter}", OTHER_LETTERS / 2 ** (place + 1)
    yield f"{blank}(", OPENING
    yield f"{blank}The", THE


def _said(text: str, share: float) -> dict[str, Any]:
    return {"token": text, "logprob": math.log(share), "bytes": list(text.encode())}


@dataclass(frozen=True, slots=True)
class SimulatedRequest:
    """A request as the simulator understands it."""

    model: str
    prompt: str  # system message and turns, one after the other
    max_tokens: int | None
    top_log_probs: int | None = None  # tokens to show at each position; None if none are asked for
    temperature: float | None = None
    tier: str | None = None  # as asked for; of a reply: as served
    routing: dict[str, Any] | None = None  # which of several providers may serve it
    route: str | None = None  # who did
    cached_tokens: int = 0  # of the prompt
    fingerprint: str = "fp_simulated"  # of what serves it
    schema: dict[str, Any] | None = None  # that the reply is held to
    as_base64: bool = False  # vectors, instead of lists of numbers


def openai_asked(body: dict[str, Any]) -> SimulatedRequest:
    """A chat completions request. Raises KeyError or TypeError if it is not one."""
    cap = body.get("max_completion_tokens", body.get("max_tokens"))
    top = body.get("top_logprobs", 0) if body.get("logprobs") else None
    return SimulatedRequest(
        *(body["model"], _texts(body["messages"]), cap, top, body.get("temperature")),
        tier=body.get("service_tier"),
        routing=body.get("provider"),
        schema=_strict((body.get("response_format") or {}).get("json_schema"), named=True),
    )


def anthropic_asked(body: dict[str, Any]) -> SimulatedRequest:
    """A messages request. Raises KeyError or TypeError if it is not one."""
    system = body.get("system") or ""
    prompt = f"{system}\n\n{_texts(body['messages'])}" if system else _texts(body["messages"])
    format_ = (body.get("output_config") or {}).get("format")
    return SimulatedRequest(
        *(body["model"], prompt, body["max_tokens"]),
        temperature=body.get("temperature"),
        schema=_strict(format_),
    )


def openai_reply(asked: SimulatedRequest, written: Simulated, request_id: str) -> dict[str, Any]:
    """A chat completion object."""
    prompt_tokens = tokens_of(asked.prompt)
    routed = {} if asked.route is None else {"provider": asked.route}
    return routed | {
        "id": f"chatcmpl-{request_id}",
        "object": "chat.completion",
        "created": 0,
        "model": asked.model,
        "system_fingerprint": asked.fingerprint,
        "service_tier": asked.tier or "default",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": written.completion, "refusal": None},
                "logprobs": _openai_log_probs(asked, written),
                "finish_reason": written.finish_reason,
            }
        ],
        "usage": {
            "prompt_tokens": prompt_tokens,
            "completion_tokens": written.completion_tokens,
            "total_tokens": prompt_tokens + written.completion_tokens,
            "prompt_tokens_details": {"cached_tokens": asked.cached_tokens, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": written.reasoning_tokens},
        },
    }


def _openai_log_probs(asked: SimulatedRequest, written: Simulated) -> dict[str, Any] | None:
    if asked.top_log_probs is None:
        return None
    return choice_log_probs(written.completion, list(options_in(asked.prompt)), asked.top_log_probs)


def anthropic_reply(asked: SimulatedRequest, written: Simulated, request_id: str) -> dict[str, Any]:
    """A message object."""
    content = [{"type": "text", "text": written.completion}] if written.completion else []
    usage = {
        "input_tokens": tokens_of(asked.prompt) - asked.cached_tokens,
        "cache_read_input_tokens": asked.cached_tokens,
        "cache_creation_input_tokens": 0,
        "output_tokens": written.completion_tokens,
        "service_tier": "standard",
    }
    return {
        "id": f"msg_{request_id}",
        "type": "message",
        "role": "assistant",
        "model": asked.model,
        "content": content,
        "stop_reason": "max_tokens" if written.finish_reason == "length" else "end_turn",
        "stop_sequence": None,
        "usage": usage,
    }


def responses_asked(body: dict[str, Any]) -> SimulatedRequest:
    """A request to the responses API. Raises KeyError or TypeError if it is not one."""
    turns = [{"content": body["input"]}] if isinstance(body["input"], str) else body["input"]
    prompt = "\n\n".join(filter(None, (body.get("instructions"), _texts(turns))))
    cap, tier = body.get("max_output_tokens"), body.get("service_tier")
    return SimulatedRequest(
        *(body["model"], prompt, cap),
        temperature=body.get("temperature"),
        tier=tier,
        schema=_strict((body.get("text") or {}).get("format"), named=True),
    )


def responses_reply(asked: SimulatedRequest, written: Simulated, request_id: str) -> dict[str, Any]:
    """A response object."""
    cut = written.finish_reason == "length"
    text = {"type": "output_text", "text": written.completion, "annotations": []}
    message = {"id": f"msg_{request_id}", "type": "message", "role": "assistant", "status": "completed"}
    reasoning = {"id": f"rs_{request_id}", "type": "reasoning", "summary": []}
    prompt_tokens = tokens_of(asked.prompt)
    return {
        "id": f"resp_{request_id}",
        "object": "response",
        "created_at": 0,
        "status": "incomplete" if cut else "completed",
        "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
        "model": asked.model,
        "output": [reasoning, *([message | {"content": [text]}] if written.completion else [])],
        "service_tier": asked.tier or "default",
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": prompt_tokens,
            "input_tokens_details": {"cached_tokens": asked.cached_tokens, "cache_write_tokens": 0},
            "output_tokens": written.completion_tokens,
            "output_tokens_details": {"reasoning_tokens": written.reasoning_tokens},
            "total_tokens": prompt_tokens + written.completion_tokens,
        },
    }


def openai_error(message: str, kind: str, code: str | None) -> dict[str, Any]:
    """OpenAI's error body."""
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def anthropic_error(message: str, kind: str, code: str | None) -> dict[str, Any]:
    """Anthropic's error body; its types do the work of codes."""
    kinds = {"rate_limit_exceeded": "rate_limit_error", "model_not_found": "not_found_error"}
    return {"type": "error", "error": {"type": kinds.get(code or "", kind), "message": message}}


def _strict(described: dict[str, Any] | None, *, named: bool = False) -> dict[str, Any] | None:
    """The schema in a request's format: every field required, and none besides, as vendors want it."""
    if described is None:
        return None
    schema: dict[str, Any] = described["schema"]
    if (named and not described["name"]) or schema["additionalProperties"] is not False:
        raise TypeError("the schema must have a name, and 'additionalProperties' false")
    if set(schema["required"]) != set(schema["properties"]):
        raise TypeError("every property of the schema must be required")
    return schema


def _texts(messages: list[dict[str, Any]]) -> str:
    return "\n\n".join(_text(message["content"]) for message in messages)


def _text(content: str | list[dict[str, Any]]) -> str:
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)


def tokens_of(text: str) -> int:
    """How many tokens the simulator counts in a text."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


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
        candidate["logprobsResult"] = _gemini_log_probs(asked, written)
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


def _gemini_log_probs(asked: SimulatedRequest, written: Simulated) -> dict[str, Any]:
    shown = choice_log_probs(written.completion, list(options_in(asked.prompt)), asked.top_log_probs or 0)
    return {
        "chosenCandidates": [_token(place) for place in shown["content"]],
        "topCandidates": [
            {"candidates": [_token(token) for token in place["top_logprobs"]]} for place in shown["content"]
        ],
    }


def _token(said: dict[str, Any]) -> dict[str, Any]:
    return {"token": said["token"], "logProbability": said["logprob"]}


DIMENSIONS = 256


def embeddings_asked(body: dict[str, Any]) -> SimulatedRequest:
    """A request for embeddings. Raises KeyError or TypeError if it is not one."""
    texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
    if not texts or len(texts) > 2048 or not all(isinstance(text, str) and text for text in texts):
        raise TypeError("'input' must be 1 to 2,048 texts, none of them empty")  # as OpenAI has it
    return SimulatedRequest(
        body["model"], json.dumps(texts), None, as_base64=body.get("encoding_format") == "base64"
    )


def embeddings_reply(asked: SimulatedRequest, written: Simulated, request_id: str) -> dict[str, Any]:
    """A list of embeddings; what a model would write does not matter."""
    del written, request_id
    texts = json.loads(asked.prompt)
    n_tokens = sum(map(tokens_of, texts))
    return {
        "object": "list",
        "model": asked.model,
        "data": [
            {
                "object": "embedding",
                "index": at,
                "embedding": _vector_as_asked(vector_of(text), asked.as_base64),
            }
            for at, text in enumerate(texts)
        ],
        "usage": {"prompt_tokens": n_tokens, "total_tokens": n_tokens},
    }


def vector_of(text: str) -> list[float]:
    """Counts of the text's pieces, by their place."""
    found, padded = [0.0] * DIMENSIONS, f" {text} "
    for at in range(len(padded) - 2):
        found[zlib.crc32(padded[at : at + 3].encode("utf-8", "replace")) % DIMENSIONS] += 1.0
    return found


def _vector_as_asked(vector: list[float], as_base64: bool) -> str | list[float]:
    return base64.b64encode(array("f", vector).tobytes()).decode() if as_base64 else vector


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


@dataclass(frozen=True, slots=True)
class SimulatedApi:
    """How one provider's API asks and answers."""

    asked: Callable[[dict[str, Any]], SimulatedRequest]
    reply: Callable[[SimulatedRequest, Simulated, str], dict[str, Any]]
    error: Callable[[str, str, str | None], dict[str, Any]]
    withheld: Callable[[SimulatedRequest, str], dict[str, Any]]  # what a filter leaves


OPENAI = SimulatedApi(openai_asked, openai_reply, openai_error, openai_withheld)
RESPONSES = SimulatedApi(responses_asked, responses_reply, openai_error, responses_withheld)
EMBEDDINGS = SimulatedApi(embeddings_asked, embeddings_reply, openai_error, openai_withheld)
ANTHROPIC = SimulatedApi(anthropic_asked, anthropic_reply, anthropic_error, anthropic_withheld)
GEMINI = SimulatedApi(gemini_asked, gemini_reply, gemini_error, gemini_withheld)


GENERATE_CONTENT = ":generateContent"  # the address of a line of a batch; the model is in its batch's
# By the address that a line of a batch names.
APIS = {
    "/v1/chat/completions": OPENAI,
    "/v1/responses": RESPONSES,
    "/v1/messages": ANTHROPIC,
    GENERATE_CONTENT: GEMINI,
}
