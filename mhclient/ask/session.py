"""What all requests of one session share, what it has done so far in counts, and when it is given up."""

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cache import EVERY_TURN, Caps, ClaimTerms, MissingItem, RequestClaim, StoredRequest, TaskCounts
from cache.async_store import AsyncStore
from mhclient.ask.in_flight import InFlight
from mhclient.ask.pacing import Pacer
from mhclient.ask.retry import RetryPolicy
from mhclient.ask.stopping import Disk, Outage, Stop, StopCause, StopReason
from mhclient.errors import AccessDenied, Congested, PromptTooLong, ProviderError, RequestRejected
from mhclient.providers.base import Provider, Send
from mhclient.providers.withheld import WithoutText
from mhclient.read.arriving import ArrivingReplies
from mhclient.read.reading import Readings
from mhclient.run.parameters import Parameters
from mhclient.run.prices import Price
from mhclient.run.prompts import Question
from mhclient.run.stored_items import reply_name
from parsers import Outcome


class Job(NamedTuple):
    """One missing item, ready to be asked."""

    item: MissingItem
    question: Question
    claim: RequestClaim
    tokens: float  # of prompt and completion, as reckoned for the token limit

    @property
    def name(self) -> str:
        """The item, and which time it is asked: no other job of the run has it."""
        return reply_name(self.item.item_id, self.item.repetition)

    @property
    def request(self) -> StoredRequest:
        return self.claim.request


@dataclass(slots=True)
class TaskProgress:
    """One task's items: how many there are, and how they have ended so far."""

    total: int = 0
    from_cache: int = 0  # their reply was in the store before this run asked
    answered: int = 0  # with a reply, from the store or new
    errors: int = 0
    outcomes: Counter[Outcome] = field(default_factory=Counter)  # of the replies of this session

    @property
    def done(self) -> int:
        return self.answered + self.errors


@dataclass(slots=True)
class Progress:
    """A run's counts, per task in the run's order, and what this session has spent on them.

    Attributes:
        n_earlier: items that earlier starts of the run have asked and that have a reply.
        n_broken_off: items that are asked again, since the provider broke off what an earlier version kept.
        retries: why attempts were made again → how many.
        without_text: why replies of this session have no text → how many, but for those that were withheld.
        readings: what was read in replies of this session, where so many are kept; for a table in the end.
        n_uncounted: replies of this session whose tokens nobody knows, but for those that were withheld.
        cap: on completion tokens, as sent.
        of_service: it is asked at a provider's own address, so that nobody here can start its server anew.
    """

    tasks: dict[str, TaskProgress] = field(default_factory=dict)
    n_earlier: int = 0
    n_broken_off: int = 0
    n_attempts: int = 0
    n_congested: int = 0
    retries: Counter[str] = field(default_factory=Counter)
    without_text: Counter[WithoutText] = field(default_factory=Counter)
    n_uncounted: int = 0
    readings: Readings = field(default_factory=dict)
    cap: int | None = None
    of_service: bool = False

    @property
    def n_retried(self) -> int:
        """Attempts that were made again, but for those after a refusal for congestion."""
        return self.retries.total() - self.n_congested

    @property
    def total(self) -> int:
        return sum(task.total for task in self.tasks.values())

    @property
    def done(self) -> int:
        return sum(task.done for task in self.tasks.values())

    @property
    def answered(self) -> int:
        return sum(task.answered for task in self.tasks.values())

    @property
    def from_cache(self) -> int:
        return sum(task.from_cache for task in self.tasks.values())

    @property
    def errors(self) -> int:
        return sum(task.errors for task in self.tasks.values())

    def outcomes(self) -> Counter[Outcome]:
        """Outcomes of this session's replies over all tasks."""
        return sum((task.outcomes for task in self.tasks.values()), Counter())

    @property
    def n_read(self) -> int:
        return self.outcomes().total()

    @property
    def n_unread(self) -> int:
        """Replies of this session from which no answer could be read."""
        outcomes = self.outcomes()
        return outcomes.total() - outcomes[Outcome.ANSWER]

    def follow(self, counts: Mapping[str, TaskCounts]) -> None:
        """Take the store's word for where the items stand: other processes may have worked on them, too."""
        before = self.tasks
        self.tasks = {}
        for name, count in counts.items():
            task = before.get(name, TaskProgress())
            task.total, task.from_cache = count.total, count.from_cache
            task.answered, task.errors = count.answered, count.errors
            self.tasks[name] = task


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
    in_flight: InFlight
    outage: Outage
    disk: Disk
    answer_format: str  # what prompts ask for
    turns: range = EVERY_TURN  # of the items that this process asks
    rejected: list[Rejected] = field(default_factory=list)  # of which nothing is on record yet
    n_beyond: int = 0  # completion tokens, the most that a reply of the run took beyond the cap
    tell: Callable[[str], None] = lambda _: None  # whoever watches
    stops_without_answers: bool = True  # once the first replies hold none
    looked_at_first: bool = False
    n_unkept: int = 0  # replies that came and could not be stored
    arriving: ArrivingReplies = field(default_factory=ArrivingReplies)
    n_elsewhere: int = 0  # items put off because another process is asking them
