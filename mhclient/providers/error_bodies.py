"""What an error's body says, in whatever shape it comes: its words, its code, its own status, its wait. Pure.

Shapes seen: `{"error": {…}}` (OpenAI, Anthropic, Google), the same in a list (Google's endpoint for OpenAI's
calls), `{"error": "…"}` (Ollama, LM Studio), `{"object": "error", "message": …}` (vLLM, SGLang), `{"detail":
…}` (FastAPI), `{"code": …, "msg": …}` (Zhipu), `{"success": false, "errors": […]}` (Cloudflare),
`{"base_resp": {…}}` (MiniMax), `{"Response": {"Error": {…}}}` (Tencent), `{"fault": {…}}` (Apigee), pages.

Google's errors say more in their `details`. Source: google.rpc's `ErrorInfo`, `RetryInfo` and `QuotaFailure`
(cloud.google.com/apis/design/errors).
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from mhclient.redaction.secrets import hide_heard

NOT_A_KEY = "API_KEY_INVALID"  # with status 400 (ai.google.dev/gemini-api/docs/troubleshooting)


def reason_in(error: Mapping[str, Any]) -> str | None:
    """The reason of an error object, such as API_KEY_INVALID; its status if it gives none, as NOT_FOUND.

    >>> reason_in({"code": 404, "status": "NOT_FOUND", "message": "no such model"})
    'NOT_FOUND'
    """
    reasons = (detail.get("reason") for detail in _details(error))
    found = next((reason for reason in reasons if isinstance(reason, str)), error.get("status"))
    return found if isinstance(found, str) else None


def retry_delay_s(error: Mapping[str, Any]) -> float | None:
    """Seconds an error object asks us to wait; None if it does not say.

    >>> retry_delay_s({"details": [{"retryDelay": "34.07s"}]})
    34.07
    """
    for detail in _details(error):
        told = detail.get("retryDelay")
        with suppress(ValueError):
            seconds = float(told.removesuffix("s")) if isinstance(told, str) else math.nan
            if math.isfinite(seconds) and seconds >= 0:
                return seconds
    return None


def quotas_in(error: Mapping[str, Any]) -> list[str]:
    """The names of the quotas that are used up, such as GenerateRequestsPerDayPerProjectPerModel-FreeTier."""
    violations = (detail.get("violations") for detail in _details(error))
    named = (each for listed in violations if isinstance(listed, list) for each in listed)
    return [str(each["quotaId"]) for each in named if isinstance(each, dict) and "quotaId" in each]


def _details(error: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    listed = error.get("details")
    return (detail for detail in (listed if isinstance(listed, list) else ()) if isinstance(detail, dict))


LONGEST_MESSAGE = 500
LONGEST_TITLE = 120
PAGE_BYTES = 20_000
PAGE = re.compile(r"\s*(<!doctype html|<html|<head|<\?xml)", re.IGNORECASE)
TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
INVISIBLE = re.compile(r"<(script|style)\b.*?(</\1>|$)", re.IGNORECASE | re.DOTALL)
TAG = re.compile(r"<[^>]*>")

HOLDS_ERROR = ("error", "errors", "Error", "fault")
MESSAGES = (
    *("message", "msg", "detail", "error_msg", "errmsg", "error_message", "errorMessage", "Message"),
    *("status_msg", "faultstring", "description", "reason", "title", "info"),
)
CODES = ("code", "error_code", "errorCode", "errcode", "Code", "status_code")
STATUSES = ("status", "code", "status_code", "statusCode", "httpStatus", "http_code")


@dataclass(frozen=True, slots=True)
class Said:
    """What an error's body says.

    Attributes:
        code, message: as shown; the code may be empty.
        number: a code that is a number of the provider's own, as "1113".
        words: code, type, reasons and message in lower case: where signs are looked for.
        status: the HTTP status it names by itself; None if it names none.
        error: the object that stands for the error; empty where a text or something else came.
        is_page: whether it is an HTML page, which no API writes.
    """

    code: str
    message: str
    words: str
    number: str = ""
    status: int | None = None
    error: Mapping[str, Any] = field(default_factory=dict)
    is_page: bool = False


def said_in(body: bytes) -> Said:
    """What an error's body says; a body that is something else is its own message."""
    read = json_in(body)
    if read is None:
        page = page_in(body)
        message = page or one_line(body.decode("utf-8", "replace"))
        return Said("", message, message.lower(), is_page=page is not None)
    found = error_in(read)
    return said_of(read if found is None else found)


def said_of(error: Any) -> Said:
    """The same of what `error_in` found."""
    if not isinstance(error, dict):
        message = one_line(str(error))
        return Said("", message, message.lower())
    message = message_of(error)
    codes = (error[name] for name in CODES if error.get(name) not in (None, ""))
    named = next(codes, None)  # Google's is the status as a number
    inner = error.get("innererror")
    code = named if isinstance(named, str) else reason_in(error) or named
    code = code or (inner.get("code") if isinstance(inner, dict) else None) or error.get("type")
    said = (code, named, error.get("type"), error.get("status"), *quotas_in(error), message)
    words = " ".join(str(each) for each in said if each is not None).lower()
    number = str(named) if str(named).isdecimal() else ""
    return Said(str(code or ""), one_line(message), words, number, _own_status(error), error)


def error_in(read: Any) -> Any:
    """The part of a body that stands for an error: an object or a text; None if nothing there does."""
    if isinstance(read, list):
        return next((found for each in read[:1] if (found := error_in(each)) is not None), None)
    if not isinstance(read, dict):
        return None
    if (beside := error_beside(read)) is not None:
        return beside
    if isinstance(inner := read.get("Response"), dict):
        return error_in(inner)
    return read if isinstance(message_of(read, None), str) else None


def error_beside(read: Mapping[str, Any]) -> Any:
    """An error that is named as one, whatever stands beside it; None if there is none."""
    for name in HOLDS_ERROR:
        held = read.get(name)
        first = held[0] if isinstance(held, list) and held else held
        if isinstance(first, dict) and any(first.values()):
            return first
        if isinstance(first, str) and first.strip():
            rest = {key: value for key, value in read.items() if key != name}
            more = message_of(rest, None) if "choices" not in read else None
            return {**rest, "message": f"{first}: {more}" if more else first}
    told = read.get("base_resp")
    return told if isinstance(told, dict) and told.get("status_code") else None


def error_within(read: Any) -> Any:
    """An error that stands inside a reply: in its first choice or candidate, or that one's message."""
    for name in ("choices", "candidates"):
        listed = read.get(name) if isinstance(read, dict) else None
        choice = listed[0] if isinstance(listed, list) and listed else None
        for place in (choice, choice.get("message") if isinstance(choice, dict) else None):
            if isinstance(place, dict) and (found := error_beside(place)) is not None:
                return found
    return None


def message_of(error: Mapping[str, Any], default: Any = ...) -> Any:
    """The text of an error, with what a gateway passes on of the error behind it."""
    texts = (text for name in MESSAGES if (text := _text(error.get(name))))
    message = next(texts, str(error) if default is ... else default)
    metadata = error.get("metadata")
    raw = _text(metadata.get("raw")) if isinstance(metadata, dict) else None  # OpenRouter's
    if not raw or not message:
        return message
    behind = error_in(json_in(raw.encode("utf-8", "replace")))
    told = message_of(behind, None) if isinstance(behind, dict) else raw
    return message if not told or told in message else f"{message}: {told}"


def _text(value: Any) -> str | None:
    """A text as a field has it; FastAPI's lists one for each parameter that it refuses."""
    if isinstance(value, list):
        return "; ".join(text for each in value[:3] if (text := _text(each))) or None
    if isinstance(value, dict):
        told = next((text for name in (*HOLDS_ERROR, *MESSAGES) if (text := _text(value.get(name)))), None)
        at = value.get("loc")  # FastAPI's: ["body", "max_tokens"]
        where = ".".join(map(str, at[1:])) if isinstance(at, list) else ""
        return f"{where}: {told}" if told and where and where not in told else told
    return value if isinstance(value, str) and value.strip() else None


def _own_status(error: Mapping[str, Any]) -> int | None:
    """A code that is an HTTP status of an error, as a number or in digits."""
    for name in STATUSES:
        value = error.get(name)
        number = int(value) if isinstance(value, str) and value.isdecimal() and len(value) == 3 else value
        if isinstance(number, int) and 400 <= number < 600:
            return number
    return None


def page_in(body: bytes) -> str | None:
    """What an HTML page says, where one came instead of an API's answer; None if it is not one."""
    text = body[:PAGE_BYTES].decode("utf-8", "replace")
    if not PAGE.match(text):
        return None
    title = TITLE.search(text)
    said = one_line(unescape(TAG.sub(" ", title[1] if title else INVISIBLE.sub(" ", text))))
    return f"an HTML page, not an API's answer: {said[:LONGEST_TITLE]}"


def streamed_in(body: bytes) -> str | None:
    """What to say of a reply that was streamed, though a whole one was asked for; None if it was not."""
    if not body.lstrip().startswith((b"data:", b"event:")):
        return None
    return "the server streams its reply in pieces, though a whole one was asked for"


def json_in(body: bytes) -> Any:
    """The body as a value; None where it is no JSON, or nested deeper than anything meant to be read."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def one_line(text: str) -> str:
    """One line that a terminal may show and the store may keep: no escapes, no lone surrogates, no keys.

    Keys go before it is cut: of a few characters nobody knows that they are a key's. Backquotes become
    apostrophes: in a message of ours they hold the name of a parameter of ours.
    """
    folded = " ".join(hide_heard(text).replace("`", "'").split())
    shown = "".join(c if c.isprintable() else "\ufffd" for c in folded) or "(no text)"
    return shown if len(shown) <= LONGEST_MESSAGE else f"{shown[: LONGEST_MESSAGE - 3]}..."
