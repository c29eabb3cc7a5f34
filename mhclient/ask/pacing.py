"""Pacing: when the next request may go out, and what each answer teaches about the provider's limits.

Five things hold a request back, and the display can name each: the gate (the provider said "not before"), the
request bucket, the token bucket, the window (how many may be under way at once), and a bucket that spreads
out what the window would let go at once. The request and token buckets follow what the user or the provider's
headers state as limits; `congestion` learns the rest from refusals.
"""

import asyncio
import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import anyio

from mhclient.ask.congestion import PAUSE_S, ROOM, LearnedRate, Lesson, Overload, Window
from mhclient.ask.stopping import TICK_S, Clock
from mhclient.providers.headers import Quota

# A bucket holds what it gains in this long: enough to make up for a late look at the clock, too little for a
# provider that counts finely to see a burst.
BURST_S = 0.05


@dataclass(slots=True)
class Bucket:
    """Gains `rate_per_s` up to a small burst; an unlimited rate is infinity."""

    rate_per_s: float = math.inf
    level: float = 0.0
    updated_at: float = field(default=-math.inf)

    def wait_s(self, amount: float, now: float) -> float:
        """Seconds until `amount` may be taken. An amount above the burst may be taken from a full bucket."""
        if math.isinf(self.rate_per_s):
            return 0.0
        self._refill(now)
        return max(0.0, (min(amount, self._capacity()) - self.level) / self.rate_per_s)

    def take(self, amount: float, now: float) -> None:
        """Take `amount`; the level may go below zero, and the debt delays what comes next."""
        if not math.isinf(self.rate_per_s):
            self._refill(now)
            self.level -= amount

    def give_back(self, amount: float) -> None:
        """Correct an estimate: what was taken too much (or, if negative, too little)."""
        if not math.isinf(self.rate_per_s):
            self.level = min(self.level + amount, self._capacity())

    def drain(self, debt_s: float = 0.0) -> None:
        """Forget what has been saved up, and owe what is gained in `debt_s`."""
        if not math.isinf(self.rate_per_s):
            self.level = min(self.level, -debt_s * self.rate_per_s)

    def set_rate(self, rate_per_s: float, now: float) -> None:
        """Change the rate from now on; a debt stays as long in seconds as it was."""
        if not math.isinf(self.rate_per_s):
            self._refill(now)
            if self.level < 0 and not math.isinf(rate_per_s):
                self.level *= rate_per_s / self.rate_per_s
        self.rate_per_s = rate_per_s
        self.updated_at = now

    def _capacity(self) -> float:
        return max(1.0, self.rate_per_s * BURST_S)

    def _refill(self, now: float) -> None:
        gained = (now - self.updated_at) * self.rate_per_s
        self.level = min(self._capacity(), self.level + gained)
        self.updated_at = now


NO_LIMITS = Quota()

LATENCY_WEIGHT = 0.1

# Requests go out at most so many times as fast as replies come. Those of one moment are answered in one
# moment, and what follows them would go out as one clump: too much at once for a limit, and for ourselves.
SMOOTH = 2.0

PROBE_FIRST_S = 0.5  # pause after a refusal when nothing at all gets through, doubled each time
PROBE_LAST_S = 15.0


class Hold(StrEnum):
    """What keeps the next request back."""

    NOTHING = "nothing"
    GATE = "the provider's wait"
    WINDOW = "requests under way"
    CLUMP = "requests spread out"
    REQUESTS = "requests per minute"
    TOKENS = "tokens per minute"


class Permit(NamedTuple):
    """Leave to send one request: when it was given, and the tokens reckoned for it."""

    given_at: float
    tokens: float


@dataclass(frozen=True, slots=True)
class PacerState:
    """What the display shows of the pacing."""

    in_flight: int
    window: int
    requests_per_s: float  # the limit in force; infinite if none is known
    hold: Hold
    gate_s: float  # seconds until the provider's own "not before" is over


class Pacer:
    """Admits requests, first come first served, and learns from how they end.

    Args:
        window_max: the most requests under way at once.
        stated: limits the user states; what is None there is learned.
    """

    def __init__(self, clock: Clock, *, window_max: int, stated: Quota = NO_LIMITS) -> None:
        self._clock = clock
        self._window = Window(window_max)
        self._learned = LearnedRate()
        self._overload = Overload()
        self._requests, self._tokens, self._clumps = Bucket(), Bucket(), Bucket()
        self._by_user, self._by_provider = stated, Quota()
        self._n_processes = 1
        self._in_flight = 0
        self._latency_s = 0.0  # moving average
        self._not_before = -math.inf
        self._collapsed_at = -math.inf
        self._probe_s = PROBE_FIRST_S
        self._hold = Hold.NOTHING
        self._turn, self._freed = asyncio.Lock(), asyncio.Event()
        self._nap = anyio.CancelScope()  # in which the one whose turn it is waits for time to pass
        self._closed = False
        self._apply_rates()

    async def admit(self, tokens: float) -> Permit | None:
        """Wait until a request of about so many tokens may go out; None once the pacer is closed."""
        if self._turn.locked() or self._wait_s(tokens) > 0:  # somebody waits already, or this one has to
            async with self._turn:
                await self._wait(tokens)
        if self._closed:
            return None
        now = self._clock.now()
        self._learned.send(now)
        self._clumps.take(1, now)
        self._requests.take(1, now)
        self._tokens.take(tokens, now)
        self._in_flight += 1
        return Permit(now, tokens)

    async def _wait(self, tokens: float) -> None:
        while not self._closed and (wait_s := self._wait_s(tokens)) > 0:
            if self._hold is Hold.WINDOW:
                self._freed.clear()
                await self._freed.wait()
                continue
            with anyio.CancelScope() as self._nap:
                await self._clock.sleep(wait_s)
            if self._hold is Hold.GATE:  # what was saved up meanwhile would go out as one burst
                self._requests.drain()

    def answered(self, permit: Permit, *, tokens_used: int | None, quota: Quota | None) -> None:
        """A reply came: correct the token count, widen the window, let the learned rate grow."""
        if tokens_used is not None:
            self._tokens.give_back(permit.tokens - tokens_used)
        self._probe_s = PROBE_FIRST_S
        now = self._clock.now()
        self._latency_s += LATENCY_WEIGHT * (now - permit.given_at - self._latency_s)
        mistaken = self._learned.deliver(permit.given_at, now) is Lesson.RANDOM
        self._overload.deliver()
        if permit.given_at > self._collapsed_at:  # what went out before tells nothing of how it is since
            self._window.widen(self._needed_under_way())
        if mistaken:
            self._window.slow_start = True
        if quota is not None or mistaken or not math.isinf(self._learned.per_s):
            self._by_provider = quota or self._by_provider
            self._apply_rates()
        # What the window lets out in a round trip is spread over half of one.
        self._clumps.set_rate(SMOOTH * self._window.size / max(self._latency_s, TICK_S), now)
        self._free()

    def congested(self, permit: Permit, retry_after_s: float | None) -> None:
        """The provider refused: hold everything as long as it says, and cut once per congestion event."""
        now = self._clock.now()
        self.hold_all(retry_after_s or 0.0)
        lesson = self._learned.refuse(permit.given_at, now)
        self._apply_rates()
        if lesson is Lesson.CUT:
            self._window.cut(self._needed_under_way())
            self._requests.drain(PAUSE_S)
        elif lesson is Lesson.RANDOM:
            self._window.slow_start = True
        elif lesson is Lesson.SILENCE:
            self._probe(now)
        self._free()

    def overloaded(self, permit: Permit, retry_after_s: float | None) -> None:
        """The provider has no room: hold everything as long as it says; fewer under way if that goes on."""
        now = self._clock.now()
        self.hold_all(retry_after_s or 0.0)
        lesson = self._overload.refuse(permit.given_at, now)
        if lesson is Lesson.CUT:
            self._window.cut(1.0)
        elif lesson is Lesson.SILENCE:
            self._probe(now)
        self._free()

    def ended(self) -> None:
        """The request ended in a way that says nothing about limits."""
        self._free()

    def unsent(self, permit: Permit) -> None:
        """Nothing was sent after all: the provider's limits are as they were."""
        self._learned.unsend(permit.given_at)
        self._clumps.give_back(1)
        self._requests.give_back(1)
        self._tokens.give_back(permit.tokens)
        self._free()
        self._nap.cancel()  # who waits for the next turn can have this one

    def close(self) -> None:
        """Admit nothing more; whoever waits for the window is sent away at once."""
        self._closed = True
        self._freed.set()

    def hold_all(self, seconds: float) -> None:
        """The provider asked to wait, this process or another one on the same key."""
        self._not_before = max(self._not_before, self._clock.now() + seconds)

    def share_with(self, n_processes: int) -> None:
        """So many processes, this one counted, use the same key: each takes its part of the stated limits."""
        if n_processes != self._n_processes:
            self._n_processes = n_processes
            self._apply_rates()

    def state(self) -> PacerState:
        """For the display, and for other processes on the same key."""
        gate_s = max(0.0, self._not_before - self._clock.now())
        return PacerState(
            self._in_flight, int(self._window.size), self._requests.rate_per_s, self._hold, gate_s
        )

    def _wait_s(self, tokens: float) -> float:
        """Seconds until the next request may go out; infinite where it waits for an event."""
        now = self._clock.now()
        if (wait_s := self._not_before - now) > TICK_S:
            self._hold = Hold.GATE
        elif self._in_flight >= int(self._window.size):
            wait_s, self._hold = math.inf, Hold.WINDOW
        elif (wait_s := self._clumps.wait_s(1, now)) > TICK_S:
            self._hold = Hold.CLUMP
        elif (wait_s := self._requests.wait_s(1, now)) > TICK_S:
            self._hold = Hold.REQUESTS
        elif (wait_s := self._tokens.wait_s(tokens, now)) > TICK_S:
            self._hold = Hold.TOKENS
        else:
            wait_s, self._hold = 0.0, Hold.NOTHING
        return wait_s

    def _needed_under_way(self) -> float:
        return ROOM * self._learned.per_s * self._latency_s if self._learned.told else 0.0

    def _free(self) -> None:
        self._in_flight -= 1
        self._freed.set()

    def _probe(self, now: float) -> None:
        """Nothing gets through: one request at a time, ever more rarely, until one does."""
        self._window.collapse()
        self._collapsed_at = now
        # Being told to wait a moment, every time, is no reason to ask without end.
        if self._not_before < now + self._probe_s:
            self._not_before = max(self._not_before, now + self._probe_s)
            self._probe_s = min(2 * self._probe_s, PROBE_LAST_S)

    def _apply_rates(self) -> None:
        now = self._clock.now()
        user, provider = self._by_user, self._by_provider
        requests = _per_s(user.requests_per_min, provider.requests_per_min) / self._n_processes
        tokens = _per_s(user.tokens_per_min, provider.tokens_per_min) / self._n_processes
        self._requests.set_rate(min(requests, self._learned.per_s), now)
        self._tokens.set_rate(tokens, now)


def _per_s(*limits_per_min: float | None) -> float:
    return min((limit for limit in limits_per_min if limit), default=math.inf) / 60
