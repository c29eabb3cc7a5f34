"""What can go wrong between a client and a provider, on demand: the faults a server can produce.

Each fault answers one HTTP request instead of the model. Those that break the connection write to the socket
themselves, since no well-behaved server would send what they send.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from aiohttp import web

# Answers a request badly; gets the request and the body the model would have sent.
Fault = Callable[[web.Request, bytes], Awaitable[web.StreamResponse]]


def status(
    code: int, message: str = "simulated fault", *, error_code: str | None = None, **headers: str
) -> Fault:
    """An error answer; header names in keyword form (`retry_after="7"`)."""
    error = {"message": message, "type": "simulated", "param": None, "code": error_code}
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    async def answer(_: web.Request, __: bytes) -> web.StreamResponse:
        return web.json_response({"error": error}, status=code, headers=named)

    return answer


def body(raw: bytes, *, content_type: str = "application/json", code: int = 200) -> Fault:
    """Another body than the model's."""

    async def answer(_: web.Request, __: bytes) -> web.StreamResponse:
        return web.Response(body=raw, content_type=content_type, status=code)

    return answer


def edited(edit: Callable[[dict[str, Any]], None]) -> Fault:
    """The model's own reply with something changed in it; `edit` changes the JSON in place."""

    async def answer(_: web.Request, sent: bytes) -> web.StreamResponse:
        reply = json.loads(sent)
        edit(reply)
        return web.Response(text=json.dumps(reply), content_type="application/json")

    return answer


async def reset_before_headers(request: web.Request, _: bytes) -> web.StreamResponse:
    """The connection is cut before a byte of the answer."""
    _cut(request)
    return web.Response()


def raw_then_cut(make: Callable[[bytes], bytes]) -> Fault:
    """Bytes straight to the socket, then the connection is cut; `make` gets the model's body."""

    async def answer(request: web.Request, sent: bytes) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.write(make(sent))
        await asyncio.sleep(0.01)  # lets the bytes leave before the reset overtakes them
        _cut(request)
        return web.Response()

    return answer


def slow(delay_s: float) -> Fault:
    """The model's reply, after a while."""

    async def answer(_: web.Request, sent: bytes) -> web.StreamResponse:
        await asyncio.sleep(delay_s)
        return web.Response(body=sent, content_type="application/json")

    return answer


def dripping(pause_s: float) -> Fault:
    """The model's reply byte by byte, with a pause after each."""

    async def answer(request: web.Request, sent: bytes) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(request)
        for byte in sent:
            await response.write(bytes([byte]))
            await asyncio.sleep(pause_s)
        return response

    return answer


def _cut(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()


def _first_choice(reply: dict[str, Any]) -> dict[str, Any]:
    choice: dict[str, Any] = reply["choices"][0]
    return choice


def _message(**changes: Any) -> Fault:
    return edited(lambda reply: _first_choice(reply)["message"].update(changes))


def _finish(reason: str | None, **message: Any) -> Fault:
    def edit(reply: dict[str, Any]) -> None:
        choice = _first_choice(reply)
        choice["finish_reason"] = reason
        choice["message"].update(message)

    return edited(edit)


def _failed_choice(reply: dict[str, Any]) -> None:
    choice = _first_choice(reply)
    choice.update(finish_reason="error", error={"code": 502, "message": "upstream died"})
    choice["message"]["content"] = ""


def _ran_out_reasoning(reply: dict[str, Any]) -> None:
    choice = _first_choice(reply)
    choice["finish_reason"] = "length"
    choice["message"]["content"] = ""
    tokens = {"completion_tokens": 120, "completion_tokens_details": {"reasoning_tokens": 120}}
    reply["usage"].update(tokens)


_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
_TOOL_CALL = [{"id": "call_1", "type": "function", "function": {"name": "answer", "arguments": "{}"}}]

_FLAGGED = (
    b'{"error": {"message": "Your input was flagged", "code": 403,'
    b' "metadata": {"reasons": ["self-harm"], "flagged_input": "Which"}}}'
)

# name → fault, for `mhclient simulate --faults`. Those that edit a reply know OpenAI's form only.
FAULTS: Mapping[str, Fault] = {
    # rate
    "rate-limited": status(429, "slow down", error_code="rate_limit_exceeded"),
    "rate-limited-1s": status(429, "slow down", error_code="rate_limit_exceeded", retry_after="1"),
    "no-credit": status(429, "you exceeded your current quota", error_code="insufficient_quota"),
    "overloaded": status(529, "overloaded"),
    "unavailable": status(503, "unavailable"),
    "timeout-408": status(408, "request timeout"),
    "conflict-409": status(409, "conflict"),
    "too-early-425": status(425, "too early"),
    "server-error": status(500, "internal error"),
    "bad-gateway": status(502, "bad gateway"),
    "revoked-key": status(401, "the key was revoked", error_code="invalid_api_key"),
    "forbidden-region": status(403, "your region is not supported", error_code="unsupported_country"),
    "retired-model": status(404, "the model was retired", error_code="model_not_found"),
    "bad-request": status(400, "context length exceeded", error_code="context_length_exceeded"),
    "rejected": status(400, "the gateway is misconfigured"),
    "filtered-prompt": status(400, "the prompt was filtered", error_code="content_filter"),
    "flagged-prompt": body(_FLAGGED, code=403),
    "blocked-page": body(
        b"<html><title>Sorry, you have been blocked</title></html>", content_type="text/html", code=403
    ),
    "absurd-date": status(429, "slow down", retry_after="Fri, 31 Dec 99999999999 23:59:59 GMT"),
    "endless-wait": status(429, "come back in a million hours", retry_after="3600000000"),
    "surrogate-error": status(400, "bad \ud800"),
    "escape-error": status(400, "\x1b[31mred\x1b]0;title\x07"),
    "deep-error": body(b"[" * 200_000, code=400),
    # transport
    "reset": reset_before_headers,
    "reset-in-headers": raw_then_cut(lambda _: b"HTTP/1.1 200 OK\r\nContent-Ty"),
    "reset-in-body": raw_then_cut(
        lambda sent: _HEAD + b"Content-Length: %d\r\n\r\n" % len(sent) + sent[: len(sent) // 2]
    ),
    "short-body": raw_then_cut(lambda sent: _HEAD + b"Content-Length: %d\r\n\r\n" % (len(sent) + 9) + sent),
    "long-body": raw_then_cut(lambda sent: _HEAD + b"Content-Length: %d\r\n\r\n" % (len(sent) - 9) + sent),
    "broken-gzip": raw_then_cut(
        lambda _: _HEAD + b"Content-Encoding: gzip\r\nContent-Length: 8\r\n\r\nnot gzip"
    ),
    "endless-chunks": raw_then_cut(
        lambda sent: _HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(sent) + sent + b"\r\n"
    ),
    "proxy-page": body(b"<html><body>Please log in</body></html>", content_type="text/html"),
    "redirect": status(307, "moved", location="http://127.0.0.1:9/elsewhere"),
    "hang": slow(900.0),
    "drip": dripping(10.0),
    # body
    "cut-json": body(b'{"id": "chatcmpl-1", "choices": [{"message": {"con'),
    "deep-json": body(b"[" * 200_000),
    "invalid-utf8": body(b'{"choices": [{"message": {"content": "\xff\xfe"}, "finish_reason": "stop"}]}'),
    "error-object": body(b'{"error": {"message": "upstream failed", "code": 502}}'),
    "text-error": body(b'{"error": "upstream failed"}'),
    "failed-choice": edited(_failed_choice),
    "broken-off": _finish("insufficient_system_resource", content="The ans"),
    "empty-choices": edited(lambda reply: reply.update(choices=[])),
    "several-choices": edited(lambda reply: reply["choices"].append(dict(reply["choices"][0], index=1))),
    "null-content": _message(content=None),
    "empty-content": _message(content=""),
    "blank-content": _message(content=" \n\t "),
    "nul-content": _message(content="B\x00"),
    "surrogate-content": _message(content="B \ud83d"),
    "parts-content": _message(content=[{"type": "text", "text": "B"}]),
    "missing-usage": edited(lambda reply: reply.pop("usage")),
    "absurd-usage": edited(
        lambda reply: reply.update(usage={"prompt_tokens": -5, "completion_tokens": "many"})
    ),
    "unknown-finish": _finish("eos_token"),
    "null-finish": _finish(None),
    "reasoned-out": edited(_ran_out_reasoning),
    "filtered-output": _finish("content_filter", content=""),
    "refusal-field": _message(content=None, refusal="I'm sorry, I can't help with that."),
    "tool-call": _finish("tool_calls", content=None, tool_calls=_TOOL_CALL),
    "huge-answer": _message(content="word " * 1_200_000),
    "other-model": edited(lambda reply: reply.update(model="another-model-2031")),
    "changed-fingerprint": edited(lambda reply: reply.update(system_fingerprint="fp_changed")),
}
