"""Why a reply has no text, or not all: what filters said of a prompt or a reply, and where its text went.
Pure.

Verdicts have a category and a severity, and are read out of any provider's body. Sources:
learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter (`content_filter_results`,
`prompt_filter_results`, and `innererror` of status 400); ai.google.dev/api/generate-content
(`promptFeedback`, `safetyRatings`, finish reasons); openrouter.ai/docs, "Errors" (`metadata.reasons`);
platform.openai.com (the `refusal` field of a message); platform.claude.com (`stop_reason: refusal`,
`stop_details`).

A reply without text: the server put what the model wrote elsewhere, or it did something else instead.
Sources: docs.vllm.ai, "Reasoning outputs" (`reasoning_content`, `reasoning`) and "Tool calling"; the
references of OpenAI's two APIs, Anthropic and Gemini for calls and thoughts.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from cache import Response
from mhclient.providers.reply import counts_of
from mhclient.run.parameters import PROMPT, REPLY, FilterVerdict, FinishReason, verdicts_to_text
from parsers.verdict.finish_reason import was_cut

# ESCALATION and MODEL_ARMOR are filters of the customer's own project.
WITHHELD = (
    *("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "ESCALATION", "MODEL_ARMOR"),
    *("IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION"),
)


# A body without any of these has no verdict; OpenAI's every reply has a refusal that is null.
WORDS = (b"content_filter", b"safetyRatings", b"promptFeedback", b"flagged_input")
# A name that holds a text, or a text: the type of a part, or why it stopped.
IS_REFUSAL = re.compile(rb'"refusal"\s*(?::\s*"|[,}\]])')
IS_ANOTHER_END = re.compile(rb'"finishReason"\s*:\s*"(?!STOP|MAX_TOKENS)')
HARMLESS = ("safe", "negligible", "harm_severity_negligible")
REFUSAL = "refusal"


def verdicts_in(body: bytes) -> tuple[FilterVerdict, ...]:
    """The verdicts of filters in a reply's body, or in an error's; those that say "safe" are left out."""
    if not _may_have_verdicts(body):
        return ()
    try:
        read = json.loads(body)
    except (ValueError, RecursionError):
        return ()
    if not isinstance(read, dict):
        return ()
    errors = _of_error(_object(read.get("error")))
    found = (*_of_azure(read), *errors, *_of_gemini(read), *_of_refusals(read))
    return tuple(dict.fromkeys(each for each in found if each.withheld or each.severity not in HARMLESS))


def _may_have_verdicts(body: bytes) -> bool:
    """Whether it is worth reading. Each is looked for alone: several times as fast as any of five."""
    for word in WORDS:  # no generator: it costs more than the looking
        if word in body:
            return True
    if (at := body.find(b'"refusal"')) >= 0 and IS_REFUSAL.search(body, at):
        return True
    return (at := body.find(b'"finishReason"')) >= 0 and IS_ANOTHER_END.search(body, at) is not None


def with_verdicts(reply: Response) -> Response:
    """The reply with what filters said in its body."""
    found = verdicts_in(reply.body)
    return reply._replace(filters=verdicts_to_text(found)) if found else reply


def withheld_prompt(body: bytes) -> Response:
    """The reply that an error's body is, which says that a filter took the prompt."""
    counts = counts_of(body)._asdict()
    return with_verdicts(Response(body, None, FinishReason.CONTENT_FILTER, **counts))


def _of_azure(read: Mapping[str, Any]) -> Iterator[FilterVerdict]:
    for prompt in _objects(read.get("prompt_filter_results")):
        yield from _annotations(prompt.get("content_filter_results"), PROMPT)
    for choice in _objects(read.get("choices"))[:1]:
        yield from _annotations(choice.get("content_filter_results"), REPLY)


def _of_error(error: Mapping[str, Any]) -> Iterator[FilterVerdict]:
    reasons = _object(error.get("metadata")).get("reasons")  # OpenRouter's
    for reason in reasons if isinstance(reasons, list) else ():
        if isinstance(reason, str):
            yield FilterVerdict(PROMPT, reason, None, True)
    inner = _object(error.get("innererror"))
    for name in ("content_filter_result", "content_filter_results"):
        yield from _annotations(inner.get(name), PROMPT)


def _annotations(results: Any, where: str) -> Iterator[FilterVerdict]:
    """Azure's annotations: category → severity and `filtered`, or `detected` instead of a severity."""
    for category, said in _object(results).items():
        told = _object(said)
        withheld = told.get("filtered") is True
        severity = told.get("severity") or ("detected" if told.get("detected") is True else None)
        if withheld or severity is not None:
            yield FilterVerdict(where, str(category), None if severity is None else str(severity), withheld)


def _of_gemini(read: Mapping[str, Any]) -> Iterator[FilterVerdict]:
    feedback = _object(read.get("promptFeedback"))
    if (reason := feedback.get("blockReason")) is not None:
        yield FilterVerdict(PROMPT, str(reason).lower(), None, True)
    yield from _ratings(feedback, PROMPT)
    for candidate in _objects(read.get("candidates"))[:1]:
        if (reason := candidate.get("finishReason")) in WITHHELD:
            yield FilterVerdict(REPLY, str(reason).lower(), None, True)
        yield from _ratings(candidate, REPLY)


def _ratings(of: Mapping[str, Any], where: str) -> Iterator[FilterVerdict]:
    for rating in _objects(of.get("safetyRatings")):
        category = str(rating.get("category", "")).removeprefix("HARM_CATEGORY_").lower()
        probability = rating.get("probability")
        severity = None if probability is None else str(probability).lower()
        if category and (severity is not None or rating.get("blocked") is True):
            yield FilterVerdict(where, category, severity, rating.get("blocked") is True)


def _of_refusals(read: Mapping[str, Any]) -> Iterator[FilterVerdict]:
    """The fields that say that a text is a refusal: OpenAI's two APIs, and Anthropic's."""
    messages = [_object(choice.get("message")) for choice in _objects(read.get("choices"))[:1]]
    parts = [part for item in _objects(read.get("output")) for part in _objects(item.get("content"))]
    if any(message.get("refusal") for message in messages) or any(p.get("type") == REFUSAL for p in parts):
        yield FilterVerdict(REPLY, REFUSAL, None, True)
    if read.get("stop_reason") == REFUSAL:
        category = _object(read.get("stop_details")).get("category")
        yield FilterVerdict(REPLY, str(category) if category else REFUSAL, None, True)


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _objects(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


class WithoutText(NamedTuple):
    """What became of a text, and what to do about it: two halves of a sentence.

    Attributes:
        of_server: what comes first where the server may be the user's own; a service has no flags to set.
    """

    what: str
    remedy: str
    of_server: str = ""


IN_REASONING = WithoutText(
    "the model's words stand in '{}', not in the answer",
    "turn thinking off with `thinking=off`, or ask a model that can answer without",
    "if the server is yours, start it without its reasoning parser (vLLM, SGLang: --reasoning-parser); else ",
)
A_CALL = WithoutText(
    "the reply is a call of a tool, not a text",
    "ask with a variant that wants no JSON",
    "if the server is yours, start it without its tool parser (vLLM: --tool-call-parser); else ",
)
NO_WORD = WithoutText(
    "the server says nothing of the reason",
    "ask one item by hand, and look at the whole reply",
)
CUT_IN_THOUGHT = WithoutText("cut while thinking", "")
# Of a field or a part of any API that holds thoughts, or a call.
THOUGHTS = ("reason", "think", "thought")
CALLS = ("tool_use", "function_call", "tool_call", "functioncall")


def why_without_text(body: bytes, finish_reason: str | None) -> WithoutText:
    """Why a reply that is not filtered has no text, as far as its body says."""
    if was_cut(finish_reason):
        return CUT_IN_THOUGHT
    parts = list(_parts(body))
    if any(_is_call(name, value) for name, value in parts):
        return A_CALL
    if found := next((name for name, value in parts if _has_thought(name, value)), None):
        return IN_REASONING._replace(what=IN_REASONING.what.format(found))
    return NO_WORD


def _parts(body: bytes) -> Iterator[tuple[str, Any]]:
    """Names and values of what may hold a text: of the message, its parts, the items of an output."""
    try:
        read = json.loads(body)
    except (ValueError, RecursionError):
        return
    if not isinstance(read, dict):
        return
    first = (*_objects(read.get("choices"))[:1], *_objects(read.get("candidates"))[:1])
    for owner in (*first, *_objects([each.get("message") for each in first])):
        yield from owner.items()
        yield from _named(owner.get("content"))
    yield from _named(read.get("content"))
    yield from _named(read.get("output"))


def _named(content: Any) -> Iterator[tuple[str, Any]]:
    """The parts of a content by their types, and what they hold by its names."""
    for part in _objects(content.get("parts") if isinstance(content, dict) else content):
        yield str(part.get("type", "")), part
        yield from part.items()


def _is_call(name: str, value: Any) -> bool:
    return bool(value) and (name.endswith("_call") or any(sign in name.lower() for sign in CALLS))


def _has_thought(name: str, value: Any) -> bool:
    """Whether a name is one of thoughts, and there are some; a number or a signature is none."""
    is_some = bool(value) and isinstance(value, str | list | dict | bool)
    return is_some and name.lower().startswith(THOUGHTS) and "signature" not in name.lower()
