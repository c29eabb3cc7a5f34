"""What Google's errors say beyond their status: a reason, how long to wait, which quota. Pure.

Source: google.rpc's `ErrorInfo`, `RetryInfo` and `QuotaFailure` (cloud.google.com/apis/design/errors), which
stand in an error's `details`.
"""

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


def retry_delay_s(error: Mapping[str, Any]) -> float | None:
    """Seconds an error object asks us to wait; None if it does not say.

    >>> retry_delay_s({"details": [{"retryDelay": "34.07s"}]})
    34.07
    """
    for detail in _details(error):
        told = detail.get("retryDelay")
        if isinstance(told, str) and (seconds := _seconds(told)) is not None:
            return seconds
    return None


def quotas_in(error: Mapping[str, Any]) -> list[str]:
    """The names of the quotas that are used up, such as GenerateRequestsPerDayPerProjectPerModel-FreeTier."""
    violations = (detail.get("violations") for detail in _details(error))
    named = (each for listed in violations if isinstance(listed, list) for each in listed)
    return [str(each["quotaId"]) for each in named if isinstance(each, dict) and "quotaId" in each]


def _seconds(told: str) -> float | None:
    try:
        seconds = float(told.removesuffix("s"))
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _details(error: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    listed = error.get("details")
    return (detail for detail in (listed if isinstance(listed, list) else ()) if isinstance(detail, dict))
