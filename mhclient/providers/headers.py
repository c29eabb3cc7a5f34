"""Headers that matter: how long to wait, what is left of the quota, which request it was. Pure functions.

Sources: RFC 9110 section 10.2.3 (Retry-After); platform.openai.com/docs/guides/rate-limits (x-ratelimit-*);
docs.anthropic.com/en/api/rate-limits (anthropic-ratelimit-*); draft-ietf-httpapi-ratelimit-headers
(RateLimit, RateLimit-Reset); openrouter.ai/docs, "Limits" (X-RateLimit-Reset, milliseconds since 1970).
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache

from mhclient.redaction.secrets import hide_heard

LONGEST = 200  # characters of a value
KEPT = re.compile(
    r"^(retry-after(-ms)?|x-rate-?limit-.*|ratelimit(-.*)?|anthropic-ratelimit-.*|x-request-id|request-id|date|"
    r"openai-processing-ms|openai-version|cf-ray|x-should-retry|x-simulated)$"
)

REQUEST_LIMITS = ("x-ratelimit-limit-requests", "anthropic-ratelimit-requests-limit")
TOKEN_LIMITS = (
    "x-ratelimit-limit-tokens",
    "anthropic-ratelimit-tokens-limit",
    "anthropic-ratelimit-input-tokens-limit",
)
LIMITS = frozenset(REQUEST_LIMITS + TOKEN_LIMITS)

# When a limit begins anew, and what says that something of it is left; the longest of them is waited for.
RESET = re.compile(r"^((?:x-|anthropic-)?rate-?limit-(?:.+-)?)reset(-.+)?$")
# The IETF's one header in its three drafts: "limit=9, remaining=0, reset=50" and "default";r=0;t=50.
LEFT_AND_RESET = (re.compile(r"\b(?:remaining|r)\s*=\s*(\d+)"), re.compile(r"\b(?:reset|t)\s*=\s*(\d+)"))
MS_SINCE_1970, S_SINCE_1970 = 1e11, 1e9  # from so much on a number is a time of day, not a wait
UNIT_S = {"d": 86_400.0, "h": 3_600.0, "m": 60.0, "s": 1.0}
_PART = (  # "6m0s", "250ms", "2 hours"
    r"(\d+(?:\.\d+)?) *"
    r"(ms|milliseconds?|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d)(?![a-z])"
)
DURATION = re.compile(rf"(?:{_PART}[ ,]*(?:and +)?)+", re.IGNORECASE)
PARTS = re.compile(_PART, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quota:
    """What a provider says of its limits; None where it says nothing usable."""

    requests_per_min: float | None = None
    tokens_per_min: float | None = None


def kept_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers worth storing, names in lower case, values cut to 200 characters, copies joined."""
    kept: dict[str, str] = {}
    for spelled, value in headers.items():
        name = _kept_as(spelled)
        if name is not None:
            whole = f"{kept[name]}, {value}" if name in kept else value
            # Keys go before anything is cut. A shorter value is looked at with the reply's others.
            kept[name] = whole if len(whole) <= LONGEST else hide_heard(whole)[:LONGEST]
    return kept


@lru_cache(maxsize=256)
def _kept_as(spelled: str) -> str | None:
    name = spelled.lower()
    return name if KEPT.match(name) else None


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds the provider asks us to wait; None if it does not say or says nonsense. `headers` as kept.

    Milliseconds go before seconds, a date counts from the answer's own Date. A time in the past is 0.

    >>> [retry_after_s({"retry-after": text}) for text in ("7", "0.5", "-3", "soon", "2, 9")]
    [7.0, 0.5, None, None, 9.0]
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    # Two copies of the header arrive joined by a comma: the longer wait is the safe one. A date has one too.
    value = headers.get("retry-after", "")
    waits = [wait for part in value.split(",") if (wait := _number(part)) is not None]
    return max(waits) if waits else _until(value, headers.get("date"))


def reset_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds until the limit that a refusal met begins anew; None if no header says so. `headers` as kept.

    >>> [reset_after_s({"x-ratelimit-reset": text}) for text in ("30", "6m0s", "250ms", "soon")]
    [30.0, 360.0, 0.25, None]
    >>> [reset_after_s({"ratelimit": text}) for text in ('"default";r=0;t=50', "remaining=3, reset=9")]
    [50.0, None]
    """
    left, reset = (found.search(headers.get("ratelimit", "")) for found in LEFT_AND_RESET)
    waits = [float(reset[1])] if reset and not (left and int(left[1])) else []
    for name, value in headers.items():
        of_limit = RESET.match(name)
        if of_limit is None:
            continue
        left_of_it = headers.get(f"{of_limit[1]}remaining{of_limit[2] or ''}")
        if not _number(left_of_it) and (wait := _until_reset(value, headers.get("date"))) is not None:
            waits.append(wait)
    return max(waits, default=None) or None


def duration_s(text: str) -> float | None:
    """Seconds in a duration such as "6m0s" or "2 hours 5 minutes"; None where there is none.

    >>> [duration_s(text) for text in ("7m12s", "1h0m0.5s", "20 seconds", "250ms", "12")]
    [432.0, 3600.5, 20.0, 0.25, None]
    """
    if DURATION.fullmatch(text.strip()) is None:
        return None
    parts = [(float(number), unit.lower()) for number, unit in PARTS.findall(text)]
    return sum(n * (0.001 if unit.startswith(("ms", "milli")) else UNIT_S[unit[0]]) for n, unit in parts)


def _until_reset(value: str, date: str | None) -> float | None:
    """A wait in seconds or as a duration; or a time: (milli)seconds since 1970, ISO 8601, an HTTP date."""
    number = _number(value)
    if number is None:
        return duration_s(value) if duration_s(value) is not None else _until(value, date)
    if number < S_SINCE_1970:
        return number
    then_s = number / 1_000 if number >= MS_SINCE_1970 else number
    return max(0.0, then_s - _reference(date).timestamp())


def quota(headers: Mapping[str, str]) -> Quota | None:
    """The limits an answer's headers tell, per minute; None if they tell none. `headers` as kept."""
    if headers.keys().isdisjoint(LIMITS):
        return None
    requests, tokens = _first_number(headers, *REQUEST_LIMITS), _first_number(headers, *TOKEN_LIMITS)
    if requests is None and tokens is None:
        return None
    return Quota(_plausible(requests), _plausible(tokens))


def _plausible(per_min: float | None) -> float | None:
    """A limit one can work with; less than one a minute is a server's mistake, not a limit."""
    return per_min if per_min is not None and per_min >= 1 else None


def _first_number(headers: Mapping[str, str], *names: str) -> float | None:
    return next((number for name in names if (number := _number(headers.get(name))) is not None), None)


def _number(text: str | None) -> float | None:
    """A finite number that is not negative."""
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _until(value: str, date: str | None) -> float | None:
    try:
        then = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        try:
            then = datetime.fromisoformat(value)
        except ValueError:
            return None
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    try:
        return max(0.0, (then - _reference(date)).total_seconds())
    except OverflowError:
        return None


def _reference(date: str | None) -> datetime:
    """The time of the answer by its own clock, or by ours where it does not say."""
    try:
        told = parsedate_to_datetime(date) if date else datetime.now(UTC)
    except (ValueError, OverflowError):
        return datetime.now(UTC)
    return told if told.tzinfo else told.replace(tzinfo=UTC)
