"""Why a session ends: what is said of it, and what the command line's exit status becomes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum

from cache import Caps, Spend
from mhclient.errors import INTERRUPTED as BY_CTRL_C
from mhclient.run.prices import cost_in_words
from mhclient.show.counts import counted

# What a session that nobody stopped is on record with.
DONE, FAILED = "done", "failed"


class StopReason(Enum):
    """Why a run drains.

    Attributes:
        phrase: what is said; details go where it holds braces.
        exit_status: what the command line ends with; None where the run's counts decide.
    """

    phrase: str
    exit_status: int | None

    INTERRUPTED = "interrupted ({})", BY_CTRL_C
    INTERRUPTED_TWICE = "interrupted twice", BY_CTRL_C
    CAP_REACHED = "{}; a higher cap lets the run go on", None
    # A reply may cost more than its request allowed, and a start without a cap may have spent more.
    CAP_PASSED = (
        "more is spent than the cap allows, by earlier starts or by replies that cost more than their "
        "requests allowed; a higher cap lets the run go on",
        None,
    )
    LONG_WAIT = "the provider asks to wait {}: {}", None
    FIRST_FAILED = "the first request failed: {}", None
    FIRST_REJECTED = "the first {} requests were rejected: {}", None
    REJECTED = "{} requests in a row were rejected; the last one: {}", None
    FAILING = "nothing has come back for {:.0f} s and {} attempts in a row failed; the last one: {}", None
    UNREACHABLE = "the server could not be reached for {:.0f} s; the last try: {}", None
    NO_ANSWERS = (
        "not one of the first {} replies holds an answer. {} `preflight=False` asks the rest all the same",
        None,
    )
    REFUSING = "the provider has refused every request for {:.0f} min: {}", None
    FATAL = "{}", None  # no request will be answered
    STORE_MOVED = "the store was moved, replaced or deleted", None  # what is bought now would be kept nowhere
    DISK_NEARLY_FULL = (
        "the disk under the store has {:,.0f} MB left, and {:,.0f} MB are needed to keep what is asked; "
        "free some space",
        None,
    )
    STORE_FAILED = "{}", None  # what cannot be kept must not be bought

    def __new__(cls, phrase: str, exit_status: int | None) -> StopReason:
        reason = object.__new__(cls)
        reason._value_ = len(cls.__members__)  # two reasons may say the same
        reason.phrase, reason.exit_status = phrase, exit_status
        return reason

    def is_of_a_cap(self) -> bool:
        """Whether the same command, with the same cap, asks nothing more."""
        return self in (StopReason.CAP_REACHED, StopReason.CAP_PASSED)

    def cause(self, *details: object) -> StopCause:
        """This reason with its details.

        >>> str(StopReason.INTERRUPTED.cause("SIGINT"))
        'interrupted (SIGINT)'
        """
        return StopCause(self, self.phrase.format(*details))


@dataclass(frozen=True, slots=True)
class StopCause:
    """Why one session ended; as text, the sentence that is shown and stored."""

    reason: StopReason
    text: str

    def __str__(self) -> str:
        return self.text


def long_wait(seconds: float) -> str:
    """How long a wait is, and when it ends, where a clock can say so."""
    hours = f"{seconds / 3600:.3g} h"
    try:
        until = datetime.now(UTC) + timedelta(seconds=seconds)
    except OverflowError:
        return hours
    return f"{hours}, until {until:%Y-%m-%d %H:%M} UTC"


def cap_in_words(caps: Caps, spent: Spend, wanted: Spend) -> str:
    """Which cap keeps the next request from being sent, and by how much.

    >>> cap_in_words(Caps(requests=9), Spend(9, 100, 0.1), Spend(1, 50, 0.2))
    'the cap is reached: 9 of 9 requests are sent'
    >>> cap_in_words(Caps(cost_usd=1.0), Spend(9, 100, 0.9), Spend(1, 50, 0.21))
    'the cap has no room for another request: 0.90 of 1.00 USD are spent, and it may cost up to 0.21'

    Args:
        spent: by all runs that have these caps together.
        wanted: the most that the next request can cost.
    """
    if caps.requests is not None and spent.requests >= caps.requests:
        return f"the cap is reached: {spent.requests:,} of {counted(caps.requests, 'request')} are sent"
    no_room = "the cap has no room for another request"
    if caps.tokens is not None and spent.tokens + wanted.tokens > caps.tokens:
        tokens = counted(caps.tokens, "token")
        return f"{no_room}: {spent.tokens:,} of {tokens} are used, and it may take up to {wanted.tokens:,}"
    usd = f"{cost_in_words(spent.cost_usd)} of {cost_in_words(caps.cost_usd)} USD are spent"
    return f"{no_room}: {usd}, and it may cost up to {cost_in_words(wanted.cost_usd)}"
