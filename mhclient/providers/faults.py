"""From what went wrong to one of our errors: HTTP status, the provider's own error code, a broken connection.

Sources: platform.openai.com/docs/guides/error-codes; docs.anthropic.com/en/api/errors;
learn.microsoft.com/azure/ai-services/openai/concepts/content-filter (code `content_filter`);
ai.google.dev/gemini-api/docs/troubleshooting (a key that is not valid has status 400).

Decision: docs/decisions/providers.md, "A reply that says two things is none".
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from jiter import from_json

from mhclient.errors import (
    AccessDenied,
    AddressMoved,
    Blocked,
    Congested,
    GatewayFault,
    KeyRejected,
    NoLogProbs,
    Overloaded,
    PromptFiltered,
    PromptTooLong,
    ProviderError,
    QuotaExhausted,
    RequestRejected,
    ServerFault,
    UnknownModel,
)
from mhclient.providers.error_bodies import (
    Said,
    error_beside,
    error_in,
    error_within,
    json_in,
    said_in,
    said_of,
)
from mhclient.providers.google_errors import NOT_A_KEY, retry_delay_s
from mhclient.providers.headers import kept_headers, reset_after_s, retry_after_s
from mhclient.providers.redirects import where_to
from mhclient.providers.refusal_words import is_flagged, may_be_of_one, status_of, told_wait_s, why_not_wait

# OpenAI, Anthropic, Gemini, SGLang, llama.cpp, vLLM ("The decoder prompt … is longer than the maximum model
# length").
TOO_LONG = (
    *("context_length_exceeded", "maximum context length", "max context length", "prompt is too long"),
    *("longer than the maximum model length", "longer than the model's context length"),
    *("exceed_context_size_error", "exceeds the maximum number of tokens allowed"),
)
# OpenAI, vLLM ("Requested sample logprobs of 20, which is greater than max allowed: 5"), mlx_lm.
AT_MOST = re.compile(
    r"(?:at most|less than or equal to|<=|\u2264|max(?:imum)?(?: allowed)?(?: is)?:?|between 0 and)"
    r" *(\d{1,3})\b"
)
# Of the tier "flex", where it has no room: not charged, and not too fast a pace (OpenAI's guide to it).
NO_ROOM = ("resource_unavailable", "resource unavailable")
LOG_PROBS = ("logprobs", "log_probs", "log probabilities")
MAY_NOT_EXIST = "or it may not exist"  # Google's files that are gone have status 403

OVERLOADED = frozenset({503, 529})  # 529 is Anthropic's
# Of nginx, HAProxy and others, and Cloudflare's own (its "5xx errors" page), where no API's body comes along.
BY_GATEWAYS = frozenset({502, 504, *range(520, 525)})
RETRIED = frozenset({408, 409, 425, *range(500, 600)})

NOT_BY_FILTERS = frozenset({401, 402, 404, 407, 408, 409, 410, 412, 413, 425, 429})


def fault_of(status: int, headers: Mapping[str, str], body: bytes) -> ProviderError:
    """The error that an HTTP answer with a status of 300 or more stands for."""
    kept = kept_headers(headers)
    if status < 400:  # a redirected POST: the base URL is wrong, and the key must not follow
        return AddressMoved(f"HTTP {status}: {where_to(headers)}", status=status, headers=kept)
    return _classified(status, kept, said_in(body), body, f"HTTP {status}: ")


def _classified(status: int, kept: Mapping[str, str], told: Said, body: bytes, where: str) -> ProviderError:
    code, message, words = told.code, told.message, told.words
    said = f"{where}{message}"
    wait = _wait_s(status, kept, told)
    if (why := why_not_wait(status, told, wait)) is not None:
        return QuotaExhausted(why.format(said.rstrip(".")), status=status, headers=kept)
    if status == 400 and code == NOT_A_KEY:
        return KeyRejected(said, status=status, headers=kept)
    if status == 403 and MAY_NOT_EXIST in message:
        return UnknownModel(said, status=404, headers=kept)
    if status == 407:
        return AccessDenied(f"the proxy wants a user and a password in its address ({said})", status=status)
    if status == 429 and any(sign in words for sign in NO_ROOM):
        return Overloaded(said, status=status, headers=kept, retry_after_s=wait)
    if status == 429:
        return Congested(said, status=status, headers=kept, retry_after_s=wait)
    if status in OVERLOADED:
        return Overloaded(said, status=status, headers=kept, retry_after_s=wait)
    if status in RETRIED:
        fault = (
            GatewayFault
            if status in BY_GATEWAYS and not isinstance(json_in(body), dict | list)
            else ServerFault
        )
        return fault(said, status=status, headers=kept, retry_after_s=wait)
    if status in (400, 413, 422) and any(sign in words for sign in TOO_LONG):
        return PromptTooLong(said, status=status, headers=kept)
    if status < 500 and status not in NOT_BY_FILTERS and is_flagged(told):
        return PromptFiltered(said, status=status, headers=kept, body=body)
    if status in (400, 403, 422) and any(sign in words for sign in LOG_PROBS):
        return _no_log_probs(message, NoLogProbs(said, status=status, headers=kept))
    if status == 403 and may_be_of_one(told):
        return Blocked(said, status=status, headers=kept)
    if status == 400 and "service_tier" in message:
        said = f"{said}. The model may not have this tier: leave out `tier`"
    return _final(status)(said, status=status, headers=kept)


def _no_log_probs(message: str, error: NoLogProbs) -> NoLogProbs:
    """The error with what can be done, where a refusal says how many log-probs there are."""
    found = AT_MOST.search(message)
    error.most = int(found[1]) or None if found else None
    way_out = f": pass `top_logprobs={error.most}`" if error.most else ""
    error.args = (f"the provider gives no such log-probs{way_out} ({error})",)
    return error


def _final(status: int) -> type[ProviderError]:
    finals: dict[int, type[ProviderError]] = {
        401: KeyRejected,
        402: QuotaExhausted,
        403: AccessDenied,
        404: UnknownModel,
        410: UnknownModel,
    }
    return finals.get(status, RequestRejected)


def _wait_s(status: int, kept: Mapping[str, str], told: Said) -> float | None:
    """Seconds to wait, as headers, fields of the body or its words say; else until the limit begins anew."""
    metadata = told.error.get("metadata")
    inner = metadata.get("headers") if isinstance(metadata, dict) else None  # OpenRouter's
    passed_on = kept_headers({str(k): str(v) for k, v in inner.items()}) if isinstance(inner, dict) else {}
    waits = [retry_after_s(kept), retry_delay_s(told.error), retry_after_s(passed_on), told_wait_s(told)]
    if status == 429:
        waits.append(reset_after_s({**passed_on, **kept}))
    return next((wait for wait in waits if wait is not None), None)


def fault_in_reply(
    status: int, headers: Mapping[str, str], body: bytes, *, is_reply: bool = False
) -> ProviderError | None:
    """The error that hides in an answer with status 200, as some gateways send it; None if there is none.

    Args:
        is_reply: the body can be read as a reply. Only what is named an error is one then, at its top or in
            its first choice, and what was written before it may have been charged.
    """
    read = json_in(body)
    error = error_within(read)
    if error is None:
        error = error_in(read) if not is_reply else error_beside(read)
    if error is None:
        return None
    told = said_of(error)
    fault = _classified(
        status_of(told) or 502, kept_headers(headers), told, body, f"HTTP {status} with an error: "
    )
    if is_reply:
        fault.status = status
    return fault


def contradicted_key(body: bytes) -> str | None:
    """A key that stands twice in one object with two values; None if there is none.

    Which of the two another reader takes, nobody knows; twice the same value does no harm.
    """
    try:
        from_json(body, catch_duplicate_keys=True)  # in half the time; nearly all bodies end here
    except ValueError:  # a key stands twice, or it is no JSON, or such as Python's reader alone takes
        return _contradiction_in(body)
    return None


def _contradiction_in(body: bytes) -> str | None:
    try:
        _STRICT.decode(body.decode(json.detect_encoding(body), "surrogatepass"))
    except _Contradiction as found:
        return found.key
    except (ValueError, RecursionError):
        return None
    return None


class _Contradiction(Exception):
    """A key stands twice in one object, with two values."""

    def __init__(self, key: str) -> None:
        self.key = key


def _without_contradiction(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        for key, value in pairs:
            if read[key] != value:
                raise _Contradiction(key)
    return read


# Made once: making one takes as long as reading a short body.
_STRICT = json.JSONDecoder(object_pairs_hook=_without_contradiction)
