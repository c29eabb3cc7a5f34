"""OpenAI's responses API.

Source: platform.openai.com/docs/api-reference/responses (create; the response object).
"""

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NotRequired

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from cache import Response
from mhclient.errors import MalformedReply
from mhclient.providers.dialect import Dialect, effort_only
from mhclient.providers.reply import (
    COURTESY,
    CountedBody,
    Join,
    Label,
    Piece,
    Text,
    counts_in,
    joined,
    label,
    text_pieces,
    validated,
)
from mhclient.run.parameters import FinishReason, Parameters, Prompt
from mhclient.run.prompts import NAME

INCOMPLETE = {
    "max_output_tokens": FinishReason.LENGTH,
    "content_filter": FinishReason.CONTENT_FILTER,
}


ENDS = ("response.completed", "response.incomplete")  # types of the event that holds the whole response


class _Incomplete(TypedDict):
    reason: NotRequired[Label]


class _Body(CountedBody):
    status: NotRequired[Text]
    output: list[Any]
    model: NotRequired[Label]
    incomplete_details: NotRequired[Annotated[_Incomplete | None, COURTESY]]
    service_tier: NotRequired[Label]


_BODY = TypeAdapter(_Body)


def build_body(model: str, prompt: Prompt, parameters: Parameters) -> dict[str, Any]:
    """The body to send. `store: false`: the reply is kept here, not on the provider's side."""
    turns = [{"role": message.role, "content": message.content} for message in prompt.messages]
    body: dict[str, Any] = {"model": model, "input": turns, "store": False}
    if prompt.system:
        body["instructions"] = prompt.system
    if parameters.temperature is not None:
        body["temperature"] = parameters.temperature
    if parameters.max_tokens is not None:
        body[parameters.cap_field or "max_output_tokens"] = parameters.max_tokens
    return body


def read_body(body: bytes, join: Join = joined) -> Response:
    """The reply in a body with status 200: the text of its messages, without reasoning items.

    Raises:
        MalformedReply: the body is not a response that has ended.
    """
    read = validated(_whole(body), _BODY)
    text, refusal = join(_pieces(read["output"], "text")), join(_pieces(read["output"], "refusal"))
    completion = refusal if text is None else text
    finish_reason = _finish_reason(read, refused=text is None and refusal is not None)
    return Response(
        body=body,
        completion=completion,
        finish_reason=finish_reason,
        served_model=read.get("model"),
        tier=read.get("service_tier"),
        **counts_in(read, completion, finish_reason)._asdict(),
    )


def _whole(body: bytes) -> bytes:
    """The response in a body: some servers stream events unless told not to, and the last one holds it all.

    Source: platform.openai.com/docs/api-reference/responses-streaming (`response.completed`, `.incomplete`).
    """
    if not body.lstrip().startswith((b"event:", b"data:")):
        return body
    for line in _lines_with(b"response.", body.replace(b"\r", b"\n")):
        if any(end.encode() in line for end in ENDS) and (
            response := _response_in(line.removeprefix(b"data:"))
        ):
            return response
    raise MalformedReply("the events that were streamed end without a response")


def _lines_with(sign: bytes, body: bytes) -> Iterator[bytes]:
    """The lines of a body that hold a sign, from the last to the first; each byte is looked at once."""
    end = len(body)
    while (at := body.rfind(sign, 0, end)) >= 0:
        start = body.rfind(b"\n", 0, at) + 1
        stop = body.find(b"\n", at, end)
        yield body[start : stop if stop >= 0 else end]
        end = start


def _response_in(data: bytes) -> bytes | None:
    """The response that an event holds; None if it is another event.

    Raises:
        MalformedReply: it is no JSON.
    """
    try:
        event = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise MalformedReply(f"the event that should hold the response is no JSON ({error})") from error
    if not (isinstance(event, dict) and "response" in event and event.get("type") in ENDS):
        return None
    return json.dumps(event["response"]).encode()


def _pieces(output: list[Any], name: str) -> list[Piece]:
    """The texts of messages, or their refusals, with their phases; a message is a text of its own."""
    pieces: list[Piece] = []
    for item in output:
        if isinstance(item, dict) and item.get("type", "message") == "message":
            content = item.get("content")
            said = text_pieces(content, ("output_text",)) if name == "text" else _refusals(content)
            pieces += [piece and (piece[0], label(item.get("phase"))) for piece in said]
        pieces.append(None)
    return pieces


def _refusals(content: Any) -> list[Piece]:
    parts = content if isinstance(content, list) else []
    found = [part.get("refusal") for part in parts if isinstance(part, dict)]
    return [(refusal, None) for refusal in found if isinstance(refusal, str)]


def _finish_reason(read: _Body, *, refused: bool) -> str | None:
    status = read.get("status")
    if status == "completed":
        return FinishReason.REFUSAL if refused else FinishReason.STOP
    if status is None:
        return None
    if status != "incomplete":
        raise MalformedReply(f"the response has status '{status}', not 'completed'")
    reason = (read.get("incomplete_details") or {}).get("reason")
    return INCOMPLETE.get(reason, reason) if reason else None


def reasoning_fields(parameters: Parameters) -> dict[str, Any]:
    """`reasoning.effort`."""
    return effort_only(parameters, reasoning={"effort": parameters.effort})


def json_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`text.format`."""
    return {"text": {"format": {"type": "json_schema", "name": NAME, "schema": dict(schema), "strict": True}}}


OPENAI_RESPONSES = Dialect(
    "/responses",
    None,
    build_body,
    read_body,
    reasoning=reasoning_fields,
    structured=json_schema,
    has_tiers=True,
)
