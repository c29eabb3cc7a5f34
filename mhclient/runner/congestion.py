"""What refusals teach: how many requests may be under way, and how fast they may follow.

A provider that refuses without stating its limit is a congested network, so it is met the way TCP meets one:
one cut per congestion event, quick growth far below the rate that was refused, slow growth near it.
Everything here is pure; the time is passed in.
"""

import math
from collections import deque
from dataclasses import dataclass, field
from enum import Enum, auto

SLOW_START = 32  # requests under way at first
SLOW_START_GAIN = 0.5  # the window grows by half per round trip: doubling overshoots by too many refusals
WINDOW_CUT = 0.7
ROOM = 1.5  # the window keeps this many times what the learned rate has under way

HORIZON_S = 1.0  # over which the delivered rate is measured
SHORTEST_S = 0.01  # no rate is told from less
RATE_CUT = 0.9  # of the rate that was refused, at most
PRIOR = (
    6  # replies imagined to be among those under way at a cut, so that one refusal does not weigh too much
)
PAUSE_S = 0.1  # after a cut, for what is under way at the old rate to arrive
CUBIC_S = 20.0  # the curve's scale: after 1.5 times this without a refusal the rate has doubled
CUBIC_UNSURE_S = 2.0  # its scale while the rate rests on few replies
OVERLOAD_SHARE = 0.05  # of the attempts turned away; above it fewer are kept under way
OVERLOAD_WEIGHT = 1 / 64  # of the last attempt in that share
LONGEST_STEP_S = 0.5  # the curve stands still while nothing is delivered


class Lesson(Enum):
    """What a refusal says."""

    OLD = auto()  # of a request sent before the last cut: the same congestion event
    CUT = auto()  # a new event: the rate has been cut
    SILENCE = auto()  # a new event, and nothing got through since the last one: no rate to learn


@dataclass(slots=True)
class Window:
    """How many requests may be under way: additive increase, multiplicative decrease (RFC 5681)."""

    largest: int
    size: float = field(init=False)
    slow_start: bool = field(init=False, default=True)

    def __post_init__(self) -> None:
        self.size = float(min(SLOW_START, self.largest))

    def widen(self, floor: float) -> None:
        """After a reply: slow start is exponential in round trips, later the size gains one per round trip.

        Args:
            floor: what the learned rate needs under way; the window is never what holds that rate down.
        """
        wider = self.size + (SLOW_START_GAIN if self.slow_start else 1.0 / self.size)
        self.size = min(max(wider, floor), float(self.largest))

    def cut(self, floor: float) -> None:
        """After a congestion event."""
        self.size = min(max(1.0, self.size * WINDOW_CUT, floor), float(self.largest))
        self.slow_start = False

    def collapse(self) -> None:
        """Nothing gets through any more: one at a time, and slow start once one does."""
        self.size = 1.0
        self.slow_start = True


@dataclass(slots=True)
class Overload:
    """What refusals of an overloaded provider (HTTP 503, 529) teach: nothing of a rate.

    A few of them are the provider's weather, which no slowing down cures: a rate that each of them cut would
    end near zero. Only where more than a few attempts are turned away are fewer kept under way.
    """

    share: float = 0.0  # of the last attempts, those turned away; a moving average
    cut_at: float = -math.inf
    delivered: bool = True  # since the last cut

    def deliver(self) -> None:
        """A reply came."""
        self.share -= OVERLOAD_WEIGHT * self.share
        self.delivered = True

    def refuse(self, sent_at: float, now: float) -> Lesson:
        """A request that was sent at `sent_at` was turned away; `OLD` if nothing is to be done about it."""
        self.share += OVERLOAD_WEIGHT * (1 - self.share)
        if self.share < OVERLOAD_SHARE or sent_at <= self.cut_at:
            return Lesson.OLD
        lesson = Lesson.CUT if self.delivered else Lesson.SILENCE
        self.cut_at, self.delivered = now, False
        return lesson


@dataclass(slots=True)
class LearnedRate:
    """The request rate that refusals have taught: a cubic curve through the rate that was refused (RFC 9438).

    Growth is steep at first, flat around the rate that was refused last, and steep again beyond it, so that a
    limit is probed gently and a lifted one is soon found. What was under way at a cut tells by how much the
    rate was too high: the share of it that is answered is the share of the rate that the provider allows.
    Infinite until the first refusal.
    """

    per_s: float = math.inf
    tried_per_s: float = math.inf  # at the last cut
    answered: int = 0  # of what was under way at the last cut
    refused: int = 0  # likewise
    scale_s: float = CUBIC_S
    sending_s: float = 0.0  # since the last cut, without pauses
    cut_at: float = -math.inf
    last_reply_at: float = -math.inf
    first_sent_at: float | None = None  # since the last cut
    first_reply_at: float = -math.inf  # likewise
    delivered: deque[float] = field(default_factory=deque)  # moments of replies since the last cut

    def send(self, now: float) -> None:
        """A request goes out."""
        if self.first_sent_at is None:
            self.first_sent_at = now

    def deliver(self, sent_at: float, now: float) -> None:
        """A reply came to a request that was sent at `sent_at`."""
        self.sending_s += min(now - self.last_reply_at, LONGEST_STEP_S)
        self.last_reply_at = now
        if sent_at <= self.cut_at:
            self.answered += 1
        else:
            self._count(now)
        if not math.isinf(self.tried_per_s):
            grown = ((self.sending_s - self._flat_s()) / self.scale_s) ** 3
            self.per_s = self._refused_at_per_s() * (1 + grown)

    def refuse(self, sent_at: float, now: float) -> Lesson:
        """A request that was sent at `sent_at` was refused."""
        if sent_at <= self.cut_at:
            self.refused += 1
            if not math.isinf(self.tried_per_s):
                self.per_s = min(self.per_s, RATE_CUT * self._refused_at_per_s())
            return Lesson.OLD
        rate_per_s, sure = self._delivered_per_s(now)
        self.cut_at, self.first_sent_at = now, None
        self.delivered.clear()
        if rate_per_s is None:
            # Not a rate that was too high, then, but a storm: what it refused says nothing about the rate.
            self.answered = self.refused = 0
            self.per_s = RATE_CUT * self.tried_per_s
            return Lesson.SILENCE
        self.tried_per_s = min(rate_per_s, self.per_s)
        self.answered, self.refused = 0, 1
        self.per_s = RATE_CUT * self._refused_at_per_s()
        self.scale_s = CUBIC_S if sure else CUBIC_UNSURE_S
        self.sending_s = 0.0
        return Lesson.CUT

    def _count(self, now: float) -> None:
        if not self.delivered:
            self.first_reply_at = now
        self.delivered.append(now)
        while self.delivered[0] < now - HORIZON_S:
            self.delivered.popleft()

    def _refused_at_per_s(self) -> float:
        """The rate at which refusals began, as far as what was under way at the cut tells."""
        return self.tried_per_s * (self.answered + PRIOR) / (self.answered + self.refused + PRIOR)

    def _flat_s(self) -> float:
        """When the curve comes back to the rate that was refused."""
        return self.scale_s * math.cbrt(1 - RATE_CUT)

    def _delivered_per_s(self, now: float) -> tuple[float | None, bool]:
        """The rate of replies since the last cut, None without any; and whether it can be relied on."""
        if not self.delivered or self.first_sent_at is None:
            return None, False
        # The first reply comes a round trip after the first request, so replies are timed from the first of
        # them; where they came all at once, only the time since the first request is left, and is a guess.
        sure = now - self.first_reply_at > (self.first_reply_at - self.first_sent_at) / 2
        since = self.delivered[0] if sure else self.first_sent_at
        return len(self.delivered) / max(now - since, SHORTEST_S), sure
