"""What all requests of one session share, and when a session has to be given up."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cache import EVERY_TURN, Caps, ClaimTerms
from cache.async_store import AsyncStore
from mhclient.ask.causes import StopCause, StopReason
from mhclient.ask.disk import Disk
from mhclient.ask.outage import Outage
from mhclient.ask.pacing import Pacer
from mhclient.ask.progress import Progress
from mhclient.ask.retry import RetryPolicy
from mhclient.ask.stopping import Stop
from mhclient.ask.under_way import UnderWay
from mhclient.errors import AccessDenied, Congested, PromptTooLong, ProviderError, RequestRejected
from mhclient.providers.base import Provider, Send
from mhclient.run.parameters import Parameters
from mhclient.run.prices import Price


@dataclass(frozen=True, slots=True)
class Endurance:
    """How long a session bears that nothing comes back: seconds, and numbers of requests."""

    refused_s: float = 3_600.0  # every request refused for congestion
    failing_s: float = 60.0  # every request failing otherwise …
    failing_n: int = 10  # … and at least so many in a row
    away_s: float = 600.0  # no connection to the server
    rejected_n: int = 20  # requests rejected in a row: not a matter of one item any more
    denied_n: int = 5  # requests answered by 403 in a row: not one prompt's any more, but whoever asks


@dataclass(slots=True)
class Health:
    """Tells a bad moment from a provider that is gone."""

    endurance: Endurance
    began_at: float
    last_reply_at: float = -math.inf
    last_reply_asked_at: float = -math.inf  # when what was answered last had been sent
    failures_in_a_row: int = 0
    rejections_in_a_row: int = 0
    denials_in_a_row: int = 0
    last_failure: ProviderError | None = None  # since the last reply

    def replied(self, asked_at: float, now: float) -> None:
        """A reply came to what was sent at `asked_at`."""
        self.last_reply_at = now
        self.last_reply_asked_at = max(self.last_reply_asked_at, asked_at)
        self.failures_in_a_row = self.rejections_in_a_row = self.denials_in_a_row = 0
        self.last_failure = None

    def reconnected(self, now: float) -> None:
        """There is a connection again: what failed before says nothing of how it is since."""
        self.began_at = now
        self.failures_in_a_row = 0

    def failed(self, error: ProviderError) -> None:
        """An attempt brought no reply."""
        self.last_failure = error
        if isinstance(error, PromptTooLong):
            pass  # a fact about the item, not about the provider
        elif isinstance(error, RequestRejected):
            self.rejections_in_a_row += 1
        elif isinstance(error, AccessDenied):
            self.denials_in_a_row += 1
        elif not isinstance(error, Congested):
            self.failures_in_a_row += 1

    def hopeless(self, now: float) -> StopCause | None:
        """Why the session should be given up; None while it should not."""
        if self.last_failure is None:
            return None
        if self.rejections_in_a_row >= self.endurance.rejected_n:
            return StopReason.REJECTED.cause(self.rejections_in_a_row, self.last_failure)
        if self.denials_in_a_row >= self.endurance.denied_n:
            return StopReason.FATAL.cause(self.last_failure)
        silent_s = now - max(self.began_at, self.last_reply_at)
        if self.failures_in_a_row >= self.endurance.failing_n and silent_s >= self.endurance.failing_s:
            return StopReason.FAILING.cause(silent_s, self.failures_in_a_row, self.last_failure)
        if silent_s >= self.endurance.refused_s:
            return StopReason.REFUSING.cause(silent_s / 60, self.last_failure)
        return None


class Rejected(NamedTuple):
    """A job that the provider will not answer, unless it answers nobody: what it said, and when."""

    job: Any
    error: RequestRejected | AccessDenied
    at: float


@dataclass(slots=True)
class Session:
    """One process's work on one run."""

    run_id: str
    session_id: int
    provider: Provider
    send: Send
    store: AsyncStore
    pacer: Pacer
    stop: Stop
    progress: Progress
    policy: RetryPolicy
    health: Health
    terms: ClaimTerms  # on which requests are claimed
    price: Price | None
    caps: Caps
    parameters: Parameters  # as sent
    under_way: UnderWay
    outage: Outage
    disk: Disk
    turns: range = EVERY_TURN  # of the items that this process asks
    rejected: list[Rejected] = field(default_factory=list)  # of which nothing is on record yet
    n_beyond: int = 0  # completion tokens, the most that a reply of the run took beyond the cap
    tell: Callable[[str], None] = lambda _: None  # whoever watches
    stops_without_answers: bool = True  # once the first replies hold none
    looked_at_first: bool = False
    n_unkept: int = 0  # replies that came and could not be stored
    n_elsewhere: int = 0  # items put off because another process is asking them
