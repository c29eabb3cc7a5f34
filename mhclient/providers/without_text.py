"""Why a reply has no text: where the server put what the model wrote, or what it did instead. Pure.

Sources: docs.vllm.ai, "Reasoning outputs" (`reasoning_content`, `reasoning`) and "Tool calling"; the
references of OpenAI's two APIs, Anthropic and Gemini for calls and thoughts.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from parsers.verdict.ending import was_cut


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


def _objects(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
