"""Which failures are tried again, how often, and after how long. One layer: the SDKs' own retries are off.

A fault of the server or the line costs one of the request's attempts. A refusal for congestion does not: the
request did nothing wrong, and the pacer already holds everybody back; how long a run bears being refused
without a single reply is the run's own limit (`session.Endurance`).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, wait_exponential_jitter

from mhclient.ask.stopping import Clock
from mhclient.errors import (
    AttemptTimeout,
    Congested,
    ConnectionFault,
    MalformedReply,
    Overloaded,
    Retryable,
    ServerFault,
)

T = TypeVar("T")

# The first that fits is said.
CAUSES: tuple[tuple[type[Retryable], str], ...] = (
    (Overloaded, "the provider has no room"),
    (Congested, "too fast for the provider"),
    (ServerFault, "server errors"),
    (AttemptTimeout, "no answer in time"),
    (ConnectionFault, "connections dropped"),
    (MalformedReply, "broken replies"),
)


def why_again(error: BaseException | None) -> str:
    """Why an attempt is made again, in words that can stand behind a number.

    >>> why_again(Overloaded("busy")), why_again(None)
    ('the provider has no room', 'other failures')
    """
    return next((words for kind, words in CAUSES if isinstance(error, kind)), "other failures")


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Bounds for one request."""

    attempts_max: int = 5  # that fail for other reasons than congestion
    wait_first_s: float = 1.0  # doubled each time, with up to a second of jitter
    wait_max_s: float = 30.0
    total_max_s: float = 900.0  # from the first such failure to the start of the last attempt


class _StopWhen:
    """Stop once the attempts or the seconds are used up; congestion uses up neither where it is paced."""

    def __init__(self, policy: RetryPolicy, clock: Clock, *, paced: bool) -> None:
        self._policy = policy
        self._clock = clock
        self._paced = paced
        self._failed_at: list[float] = []

    def __call__(self, state: RetryCallState) -> bool:
        if self._paced and state.outcome and isinstance(state.outcome.exception(), Congested):
            return False
        self._failed_at.append(self._clock.now())
        took_s = self._failed_at[-1] - self._failed_at[0]
        return len(self._failed_at) >= self._policy.attempts_max or took_s >= self._policy.total_max_s


class _Wait:
    """Wait as long as the server says, else exponentially longer; not at all where congestion is paced."""

    def __init__(self, policy: RetryPolicy, *, paced: bool) -> None:
        self._backoff = wait_exponential_jitter(
            multiplier=policy.wait_first_s, max=policy.wait_max_s, jitter=1.0
        )
        self._first_s, self._longest_s = policy.wait_first_s, policy.wait_max_s
        self._paced = paced

    def __call__(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        if self._paced and isinstance(error, Congested):
            # The pacer's gate holds it; where nothing but this request was turned away, nothing else does.
            return self._first_s if isinstance(error, Overloaded) and error.retry_after_s is None else 0.0
        told_s = error.retry_after_s if isinstance(error, Retryable) else None
        return self._backoff(state) if told_s is None else min(told_s, self._longest_s)


def starting_with(failure: Retryable, attempt: Callable[[], Awaitable[T]]) -> Callable[[], Awaitable[T]]:
    """The attempts that follow a first one which has failed: the retry loop is told of that failure first.

    Most requests succeed at once and never enter it: its bookkeeping costs as much as the store's.
    """
    failures = [failure]

    async def next_attempt() -> T:
        if failures:
            raise failures.pop()
        return await attempt()

    return next_attempt


def retrying(
    policy: RetryPolicy,
    clock: Clock,
    on_retry: Callable[[RetryCallState], None] = lambda _: None,
    *,
    paced: bool = True,
) -> AsyncRetrying:
    """The retry loop for one request; `on_retry` is told before each wait.

    Args:
        paced: whether a pacer holds back what is refused for congestion. If none does, such a refusal waits
            and counts as any other failure.
    """
    return AsyncRetrying(
        sleep=clock.sleep,
        stop=_StopWhen(policy, clock, paced=paced),
        wait=_Wait(policy, paced=paced),
        retry=retry_if_exception_type(Retryable),
        before_sleep=on_retry,
        reraise=True,
    )
