"""What a good reply looks like in each API that `attack.py` plays, and how its parts are called there."""

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Speech:
    """How an API speaks. Ways to answer badly are written in the words of chat completions.

    Attributes:
        path: of the base URL.
        key_header: what the key is sent in, in small letters.
        choices, text, model, stop, usage, tokens: its names for these.
    """

    path: str
    key_header: str
    choices: str
    text: str
    model: str
    stop: str
    usage: str
    tokens: tuple[str, str]

    def completion(self, content: Any = "B", **more: Any) -> bytes:
        """A good reply."""
        more = json.loads(self.spelled(json.dumps(more)))
        return json.dumps(self._body(content) | more).encode("utf-8", "surrogateescape")

    def spelled(self, text: str) -> str:
        """JSON in the words of chat completions, in this API's."""
        words = {"prompt_tokens": self.tokens[0], "completion_tokens": self.tokens[1], "usage": self.usage}
        words |= {"model": self.model, "content": self.text, "stop": self.stop, "choices": self.choices}
        for word, own in words.items():
            text = text.replace(f'"{word}"', f'"{own}"')
        return text

    def _body(self, content: Any) -> dict[str, Any]:
        message = {"role": "assistant", "content": content}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        return {"model": "m", "choices": [choice]}


class _Anthropic(Speech):
    """Messages."""

    __slots__ = ()

    def _body(self, content: Any) -> dict[str, Any]:
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        about = {"id": "msg_1", "type": "message", "role": "assistant", "index": 0}
        return about | {"model": "m", "content": blocks, "stop_reason": "end_turn"}


class _Gemini(Speech):
    """`generateContent`."""

    __slots__ = ()

    def _body(self, content: Any) -> dict[str, Any]:
        said = content if isinstance(content, list) else [{"text": content}]
        candidate = {"content": {"parts": said, "role": "model"}, "finishReason": "STOP", "index": 0}
        return {"modelVersion": "m", "candidates": [candidate]}


class _Responses(Speech):
    """OpenAI's responses."""

    __slots__ = ()

    def _body(self, content: Any) -> dict[str, Any]:
        said = content if isinstance(content, list) else [{"type": "output_text", "text": content}]
        message = {"type": "message", "role": "assistant", "index": 0, "content": said}
        return {"model": "m", "status": "completed", "output": [message]}


CHAT = Speech(
    *("/v1", "authorization", "choices", "content", "model", "stop", "usage"),
    ("prompt_tokens", "completion_tokens"),
)
ANTHROPIC = _Anthropic(
    *("", "x-api-key", "content", "text", "model", "end_turn", "usage"), ("input_tokens", "output_tokens")
)
RESPONSES = _Responses(
    *("/v1", "authorization", "output", "text", "model", "completed", "usage"),
    ("input_tokens", "output_tokens"),
)
GEMINI = _Gemini(
    *("/v1beta", "x-goog-api-key", "candidates", "text", "modelVersion", "STOP", "usageMetadata"),
    ("promptTokenCount", "candidatesTokenCount"),
)
