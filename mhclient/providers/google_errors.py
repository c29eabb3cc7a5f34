"""What Google's errors say beyond their status: a reason, how long to wait, which quota. Pure.

Source: google.rpc's `ErrorInfo`, `RetryInfo` and `QuotaFailure` (cloud.google.com/apis/design/errors), which
stand in an error's `details`.
"""

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

NOT_A_KEY = "API_KEY_INVALID"  # with status 400 (ai.google.dev/gemini-api/docs/troubleshooting)


def reason_in(error: Mapping[str, Any]) -> str | None:
    """The reason of an error object, such as API_KEY_INVALID; its status if it gives none, as NOT_FOUND.

    >>> reason_in({"code": 404, "status": "NOT_FOUND", "message": "no such model"})
    'NOT_FOUND'
    """
    reasons = (detail.get("reason") for detail in _details(error))
    found = next((reason for reason in reasons if isinstance(reason, str)), error.get("status"))
    return found if isinstance(found, str) else None


def retry_delay_s(body: bytes) -> float | None:
    """Seconds an error's body asks us to wait; None if it does not say.

    >>> retry_delay_s(b'{"error": {"details": [{"retryDelay": "34.07s"}]}}')
    34.07
    """
    for detail in _details(_error(body)):
        told = detail.get("retryDelay")
        if isinstance(told, str) and (seconds := _seconds(told)) is not None:
            return seconds
    return None


def for_a_day(body: bytes) -> bool:
    """Whether a quota for a whole day is used up: no wait within a run will do."""
    violations = (detail.get("violations") for detail in _details(_error(body)))
    named = (each for listed in violations if isinstance(listed, list) for each in listed)
    return any("PerDay" in str(each.get("quotaId")) for each in named if isinstance(each, dict))


def _seconds(told: str) -> float | None:
    try:
        seconds = float(told.removesuffix("s"))
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _error(body: bytes) -> Mapping[str, Any]:
    try:
        read = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    error = read.get("error") if isinstance(read, dict) else None
    return error if isinstance(error, dict) else {}


def _details(error: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    listed = error.get("details")
    return (detail for detail in (listed if isinstance(listed, list) else ()) if isinstance(detail, dict))
