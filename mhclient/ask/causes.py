"""Why a session ends: what is said of it, and what the command line's exit status becomes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from mhclient.errors import INTERRUPTED as BY_CTRL_C

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
    CAP_REACHED = "the cap is reached; a higher one lets the run go on", None
    # A reply may cost more than its request allowed.
    CAP_PASSED = (
        "the cap is reached and passed, because the provider charged more than the requests allowed; "
        "a higher one lets the run go on",
        None,
    )
    LONG_WAIT = "the provider asks to wait {:.3g} h: {}", None
    FIRST_FAILED = "the first request failed: {}", None
    FIRST_REJECTED = "the first {} requests were rejected: {}", None
    REJECTED = "{} requests in a row were rejected; the last one: {}", None
    FAILING = "nothing has come back for {:.0f} s and {} attempts in a row failed; the last one: {}", None
    UNREACHABLE = "the server could not be reached for {:.0f} s; the last try: {}", None
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
