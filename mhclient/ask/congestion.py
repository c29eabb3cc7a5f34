"""What refusals teach: how many requests may be under way, and how fast they may follow.

A provider that refuses without stating its limit is a congested network, so it is met the way TCP meets one:
one cut per congestion event, quick growth far below the rate that was refused, slow growth near it.
Everything here is pure; the time is passed in.

Decision: docs/decisions/ask.md, "The rate is learned from what is admitted between two refusals".
Decision: docs/decisions/ask.md, "Five faults found in a review of the runner".
Decision: docs/decisions/ask.md, "Refusals that no limit explains".
"""

import math
from bisect import bisect_right, insort
from dataclasses import dataclass, field
from enum import Enum, auto

SLOW_START = 32  # requests under way at first
SLOW_START_GAIN = 0.5  # the window grows by half per round trip: doubling overshoots by too many refusals
WINDOW_CUT = 0.7
ROOM = 1.5  # the window keeps this many times what the learned rate has under way

HORIZON_S = 10.0  # over which the rate is told; longer ago, a limit may have been another
SHORTEST_S = 0.001  # no rate is told from less
LOGGED = 64  # the last requests stay known however long ago they went out: a limit may be a few a minute
FEWEST = 4  # let in between two refusals; from fewer no rate is told
PRIOR = 6  # requests let in at the first guess of a rate, as which that guess counts
SURE = 10  # let in between two refusals, for a rate to be relied on
RATE_CUT = 0.9  # of the rate that was refused, at most
PAUSE_S = 0.1  # after a cut, for what is under way at the old rate to arrive
CUBIC_S = 20.0  # the curve's scale: after 1.5 times this without a refusal the rate has doubled
CUBIC_N = 20  # likewise in requests, so that a slow rate is not refused every few of them
CUBIC_LONGEST_S = 60.0  # likewise, of a scale in requests
CUBIC_UNSURE_S = 2.0  # its scale while the rate rests on few replies
OVERLOAD_SHARE = 0.05  # of the attempts turned away; above it fewer are kept under way
OVERLOAD_WEIGHT = 1 / 256  # of the last attempt in that share
SHARE_WEIGHT = 1 / 64  # of the last attempt in the share of refusals that a learned rate looks at
FEW = 0.05  # refusals among the last attempts; a rate that is too high is refused more often
FAR_BELOW = 0.95  # of the rate that was refused last: a limit lets that through
N_RANDOM = 3  # refusals in a row that no limit explains
LONGEST_STEP_S = 0.5  # a longer gap than this, and than two at the rate, is a pause


class Lesson(Enum):
    """What a refusal says."""

    OLD = auto()  # of a request sent before the last cut: the same congestion event
    CUT = auto()  # a new event: the rate has been cut
    RANDOM = (
        auto()
    )  # refusals are as frequent at any rate: there is no limit, and what was learned is forgotten
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


class SendLog:
    """When requests went out, and which were refused, over the last seconds.

    It keeps a clock of its own, which stands still in pauses: what a provider saves up while nobody asks says
    nothing of its rate.
    """

    def __init__(self) -> None:
        self._sent_at: list[float] = []
        self._clock_s: list[float] = []  # at each of them
        self._taken_out_at: list[float] = []  # of them, those that were refused or not sent; ascending

    def send(self, now: float, longest_gap_s: float) -> None:
        """A request goes out; a longer gap than `longest_gap_s` before it was a pause."""
        if not self._sent_at:
            self._clock_s.append(0.0)
        else:
            self._clock_s.append(self._clock_s[-1] + min(now - self._sent_at[-1], longest_gap_s))
        self._sent_at.append(now)
        if self._sent_at[0] < now - 2 * HORIZON_S:
            self._forget_before(now - HORIZON_S)

    def take_out(self, sent_at: float) -> None:
        """The request that went out then was refused, or it never did go out."""
        if sent_at >= self.since:
            insort(self._taken_out_at, sent_at)

    def let_in(self, after: float, until: float) -> tuple[int, float]:
        """Of those sent in (after, until]: how many were not refused, as far as is known, in what time."""
        first, end = bisect_right(self._sent_at, after), bisect_right(self._sent_at, until)
        if first >= end:
            return 0, 0.0
        n_out = bisect_right(self._taken_out_at, until) - bisect_right(self._taken_out_at, after)
        seconds = self._clock_s[end - 1] - self._clock_s[max(first - 1, 0)]
        return max(end - first - n_out, 0), seconds

    @property
    def since(self) -> float:
        """When the oldest request went out that is still known."""
        return self._sent_at[0] if self._sent_at else -math.inf

    def _forget_before(self, moment: float) -> None:
        n_old = max(0, min(bisect_right(self._sent_at, moment), len(self._sent_at) - LOGGED))
        moment = self._sent_at[n_old - 1] if n_old else -math.inf
        del self._sent_at[:n_old], self._clock_s[:n_old]
        del self._taken_out_at[: bisect_right(self._taken_out_at, moment)]


@dataclass(slots=True)
class LearnedRate:
    """The request rate that refusals have taught: a cubic curve through the rate that was refused (RFC 9438).

    Growth is steep at first, flat around the rate that was refused last, and steep again beyond it, so that a
    limit is probed gently and a lifted one is soon found. A refusal says that the provider had nothing left
    when its request was sent; so what it let in between two of them is what it allows in that time, however
    long its replies take. Infinite until the first refusal.
    """

    per_s: float = math.inf
    tried_per_s: float = math.inf  # at the last cut
    refused_at_per_s: float = math.inf  # at which refusals began, as far as is known by now
    scale_s: float = CUBIC_S
    sending_s: float = 0.0  # since the last cut, without pauses
    cut_at: float = -math.inf
    silent: bool = False  # nothing, or next to nothing, had been let in before the last cut
    last_reply_at: float = -math.inf
    empty_at: float = -math.inf  # when a request was sent that found nothing left, before the last cut
    told_from_at: float = -math.inf  # likewise, from which on the last cut's rate is told
    told_until_at: float = -math.inf  # likewise, the last one known
    log: SendLog = field(default_factory=SendLog)
    share: float = 0.0  # of the last attempts, those refused; a moving average
    n_unexplained: int = 0  # refusals in a row of a rate far below the one that was refused before
    random: bool = False  # some requests are refused whatever the rate

    @property
    def told(self) -> bool:
        """Whether refusals have told the rate; at the first of them it is a guess."""
        return not math.isinf(self.told_from_at)

    def send(self, now: float) -> None:
        """A request goes out."""
        self.log.send(now, self._longest_gap_s())

    def unsend(self, sent_at: float) -> None:
        """It did not go out after all."""
        self.log.take_out(sent_at)

    def deliver(self, now: float) -> None:
        """A reply came."""
        self.share -= self._weight() * self.share
        self.sending_s += min(now - self.last_reply_at, self._longest_gap_s())
        self.last_reply_at = now
        if not math.isinf(self.refused_at_per_s):
            grown = ((self.sending_s - self._flat_s()) / self.scale_s) ** 3
            self.per_s = self.refused_at_per_s * (1 + grown)

    def refuse(self, sent_at: float, now: float) -> Lesson:
        """A request that was sent at `sent_at` was refused."""
        self.log.take_out(sent_at)
        self.share += self._weight() * (1 - self.share)
        if self.random and self.share < FEW:
            return Lesson.OLD
        if sent_at <= self.cut_at or sent_at < self.log.since:
            if not self.silent and sent_at >= self.log.since:
                self._learn_more(sent_at)
            return Lesson.OLD
        self.cut_at = now
        n_let_in, seconds = self.log.let_in(self.empty_at, sent_at)
        self.silent = n_let_in < FEWEST
        if self.silent:
            # Not a rate that was too high, then, but a storm: what it refused says nothing about the rate.
            return Lesson.SILENCE
        if self._is_random(n_let_in, n_let_in / max(seconds, SHORTEST_S)):
            self._forget()
            return Lesson.RANDOM
        self.told_from_at, self.empty_at, self.told_until_at = self.empty_at, sent_at, sent_at
        self.tried_per_s = self.refused_at_per_s = n_let_in / max(seconds, SHORTEST_S)
        self.per_s = RATE_CUT * self.refused_at_per_s
        sure = self.told and n_let_in >= SURE and not self.random
        scale_s = CUBIC_S if sure else CUBIC_UNSURE_S
        self.scale_s = max(scale_s, min(CUBIC_N / self.refused_at_per_s, CUBIC_LONGEST_S))
        self.sending_s = 0.0
        return Lesson.CUT

    def _is_random(self, n_let_in: int, per_s: float) -> bool:
        """Whether this refusal and those before it are no limit's doing.

        Some providers refuse one request in a hundred, at any rate. Each such refusal looks like a limit
        just reached, and a rate that each of them cut would end near zero.
        """
        unexplained = (
            n_let_in >= SURE and self.share < FEW and per_s < FAR_BELOW * self.tried_per_s < math.inf
        )
        self.n_unexplained = self.n_unexplained + 1 if unexplained else 0
        return self.n_unexplained >= N_RANDOM

    def _forget(self) -> None:
        """There was no limit: ask as if nothing had been refused."""
        self.random, self.n_unexplained = True, 0
        self.per_s = self.tried_per_s = self.refused_at_per_s = math.inf
        self.told_from_at = self.told_until_at = self.empty_at = -math.inf

    def _learn_more(self, sent_at: float) -> None:
        """What was under way at the cut is refused as well: the rate was lower than it seemed then."""
        self.told_until_at = max(self.told_until_at, sent_at)
        if not self.told:
            # What the provider had saved up before its first refusal passed for its rate: now what it lets in
            # since weighs against that guess, which counts as much as if it had let in a few at that rate.
            n_let_in, seconds = self.log.let_in(self.empty_at, self.told_until_at)
            per_s = (n_let_in + PRIOR) / (max(seconds, SHORTEST_S) + PRIOR / self.tried_per_s)
        else:
            n_let_in, seconds = self.log.let_in(self.told_from_at, self.told_until_at)
            per_s = max(n_let_in, FEWEST) / max(seconds, SHORTEST_S)
        self.refused_at_per_s = min(per_s, self.tried_per_s)
        self.per_s = RATE_CUT * self.refused_at_per_s

    def _weight(self) -> float:
        """Of the last attempt in the share of refusals; where some are random, a few in a row say little."""
        return OVERLOAD_WEIGHT if self.random else SHARE_WEIGHT

    def _longest_gap_s(self) -> float:
        """What is longer between two requests, or two replies, was a pause."""
        return max(LONGEST_STEP_S, 2 / self.per_s)

    def _flat_s(self) -> float:
        """When the curve comes back to the rate that was refused."""
        return self.scale_s * math.cbrt(1 - RATE_CUT)
