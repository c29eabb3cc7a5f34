"""What filters said of a prompt or a reply: category and severity, read out of any provider's body. Pure.

Sources: learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter (`content_filter_results`,
`prompt_filter_results`, and `innererror` of status 400); ai.google.dev/api/generate-content
(`promptFeedback`, `safetyRatings`, finish reasons); openrouter.ai/docs, "Errors" (`metadata.reasons`);
platform.openai.com (the `refusal` field of a message); platform.claude.com (`stop_reason: refusal`,
`stop_details`).

Decision: docs/decisions/report.md, "What counts as withheld, and what is kept of it".
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from cache import Response
from mhclient.providers.gemini_reasons import WITHHELD
from mhclient.providers.token_counts import counts_of
from mhclient.run.parameters import PROMPT, REPLY, FilterVerdict, FinishReason, verdicts_to_text

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
    found = _all_in(read) if isinstance(read, dict) else ()
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


def _all_in(read: Mapping[str, Any]) -> Iterator[FilterVerdict]:
    yield from _of_azure(read)
    yield from _of_error(_object(read.get("error")))
    yield from _of_gemini(read)
    yield from _of_refusals(read)


def _of_azure(read: Mapping[str, Any]) -> Iterator[FilterVerdict]:
    for prompt in _objects(read.get("prompt_filter_results")):
        yield from _annotations(prompt.get("content_filter_results"), PROMPT)
    for choice in _objects(read.get("choices"))[:1]:
        yield from _annotations(choice.get("content_filter_results"), REPLY)


def _of_error(error: Mapping[str, Any]) -> Iterator[FilterVerdict]:
    for reason in _texts(_object(error.get("metadata")).get("reasons")):  # OpenRouter's
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


def _texts(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _objects(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
