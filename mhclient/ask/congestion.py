"""What refusals teach: how many requests may be under way, and how fast they may follow.

A provider that refuses without stating its limit is a congested network, so it is met the way TCP meets one:
one cut per congestion event, quick growth far below the rate that was refused, slow growth near it. `SendLog`
tells refusals by a limit from chance ones. Everything here is pure; the time is passed in.
"""

import math
from bisect import bisect_left, bisect_right, insort
from dataclasses import dataclass, field
from enum import Enum, auto

HORIZON_S = 10.0  # over which the rate is told; longer ago, a limit may have been another
LOGGED = 64  # the last requests stay known however long ago they went out: a limit may be a few a minute
# Whether refusals stand closely enough to be a limit's (15 % of requests refused) and no chance's (1 %): the
# logarithm of how much likelier they are so, summed up over the last requests in the order of sending (Page's
# CUSUM test, 1954). At that sum, chance raises a false alarm about once in 100,000 requests.
LR_REFUSED, LR_LET_IN, ALARM = math.log(0.15 / 0.01), math.log(0.85 / 0.99), 8.0
LOOKED_AT = 8  # of the last refusals


class SendLog:
    """When requests went out, and which were refused, over the last seconds.

    It keeps a clock of its own, which stands still in pauses: what a provider saves up while nobody asks says
    nothing of its rate.
    """

    def __init__(self) -> None:
        self._sent_at: list[float] = []
        self._clock_s: list[float] = []  # at each of them
        self._taken_out_at: list[float] = []  # of them, those that were refused or not sent; ascending
        self._refused_at: list[float] = []  # of them, those that were refused; ascending

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
        """The request never did go out."""
        if sent_at >= self.since:
            insort(self._taken_out_at, sent_at)

    def refuse(self, sent_at: float) -> None:
        """The request that went out then was refused."""
        self.take_out(sent_at)
        if sent_at >= self.since:
            insort(self._refused_at, sent_at)

    def let_in(self, after: float, until: float) -> tuple[int, float]:
        """Of those sent in (after, until]: how many were not refused, as far as is known, in what time."""
        first, end = bisect_right(self._sent_at, after), bisect_right(self._sent_at, until)
        if first >= end:
            return 0, 0.0
        n_out = bisect_right(self._taken_out_at, until) - bisect_right(self._taken_out_at, after)
        seconds = self._clock_s[end - 1] - self._clock_s[max(first - 1, 0)]
        return max(end - first - n_out, 0), seconds

    def alarm(self, after: float) -> bool:
        """Whether the last refusals of what was sent later stand so closely that they are a limit's."""
        first = bisect_right(self._refused_at, after)
        score, place = 0.0, 0
        for refused_at in self._refused_at[max(first, len(self._refused_at) - LOOKED_AT) :]:
            before, place = place, bisect_left(self._sent_at, refused_at)
            score = max(0.0, score + LR_LET_IN * max(0, place - before - 1)) + LR_REFUSED
        return score >= ALARM

    @property
    def since(self) -> float:
        """When the oldest request went out that is still known."""
        return self._sent_at[0] if self._sent_at else -math.inf

    def _forget_before(self, moment: float) -> None:
        n_old = max(0, min(bisect_right(self._sent_at, moment), len(self._sent_at) - LOGGED))
        moment = self._sent_at[n_old - 1] if n_old else -math.inf
        del self._sent_at[:n_old], self._clock_s[:n_old]
        del self._taken_out_at[: bisect_right(self._taken_out_at, moment)]
        del self._refused_at[: bisect_right(self._refused_at, moment)]


SLOW_START = 32  # requests under way at first
SLOW_START_GAIN = 0.5  # the window grows by half per round trip: doubling overshoots by too many refusals
WINDOW_CUT = 0.7
ROOM = 1.5  # the window keeps this many times what the learned rate has under way

SHORTEST_S = 0.001  # no rate is told from less
FEWEST = 4  # let in between two refusals; from fewer no rate is told
PRIOR = 6  # requests let in at the first guess of a rate, as which that guess counts
SURE = 10  # let in between two refusals, for a rate to be relied on
SINGLE_CUT = 0.7  # of the rate that was known, by a refusal that stands alone, at most
RATE_CUT = 0.9  # of the rate that was refused, at most
PAUSE_S = 0.1  # after a cut, for what is under way at the old rate to arrive
CUBIC_S = 20.0  # the curve's scale: after 1.5 times this without a refusal the rate has doubled
CUBIC_N = 20  # likewise in requests, so that a slow rate is not refused every few of them
CUBIC_LONGEST_S = 60.0  # likewise, of a scale in requests
CUBIC_UNSURE_S, CUBIC_UNSURE_N = 2.0, 10  # both while the rate rests on few replies
OVERLOAD_SHARE = 0.05  # of the attempts turned away; above it fewer are kept under way
OVERLOAD_WEIGHT = 1 / 256  # of the last attempt in that share
FAR_BELOW = 0.95  # of the rate that was refused last: a limit lets that through
N_RANDOM = 3  # refusals that no limit explains, until some are taken for random
MISTAKEN, MORE = 20, 10  # let in behind the refusals that led to a cut, and more for each refused: chance
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
    forgiven_at: float = -math.inf  # refusals of what was sent before were chance's
    undoing: "Undoing | None" = None  # how it was before the last cut, while that may still be undone
    n_single: int = 0  # refusals by themselves since the last cut that no limit explains

    @property
    def told(self) -> bool:
        """Whether refusals have told the rate; at the first of them it is a guess."""
        return not math.isinf(self.told_from_at)

    @property
    def random(self) -> bool:
        """Whether some requests are refused whatever the rate."""
        return self.n_single >= N_RANDOM

    def send(self, now: float) -> None:
        """A request goes out."""
        self.log.send(now, self._longest_gap_s())

    def unsend(self, sent_at: float) -> None:
        """It did not go out after all."""
        self.log.take_out(sent_at)

    def deliver(self, sent_at: float, now: float) -> Lesson:
        """A reply came to a request that was sent at `sent_at`; `RANDOM` if the last cut was a mistake."""
        if self.undoing is not None and self.undoing.is_mistake(self, sent_at):
            self._undo(self.undoing)
            return Lesson.RANDOM
        self.sending_s += min(now - self.last_reply_at, self._longest_gap_s())
        self.last_reply_at = now
        if not math.isinf(self.refused_at_per_s):
            grown = ((self.sending_s - self._flat_s()) / self.scale_s) ** 3
            self.per_s = self.refused_at_per_s * (1 + grown)
        return Lesson.OLD

    def _undo(self, before: "Undoing") -> None:
        """The refusals that led to the last cut were chance's: everything is as before."""
        self.per_s, self.tried_per_s, self.refused_at_per_s = before.rates
        self.told_from_at, self.empty_at, self.told_until_at = before.told
        self.scale_s, self.sending_s, self.cut_at = before.curve
        self.forgiven_at, self.n_single, self.undoing = before.refused_at, N_RANDOM, None

    def refuse(self, sent_at: float, now: float) -> Lesson:
        """A request that was sent at `sent_at` was refused."""
        self.log.refuse(sent_at)
        if sent_at <= self.cut_at or sent_at < self.log.since:
            self._refuse_behind(sent_at)
            return Lesson.OLD
        n_let_in, seconds = self.log.let_in(self.empty_at, sent_at)
        per_s = n_let_in / max(seconds, SHORTEST_S)
        clear = self.log.alarm(max(self.cut_at, self.forgiven_at))
        if not clear and not self._is_early(now) and not self._is_explained(per_s):
            return self._single()
        self.undoing = Undoing(self, sent_at) if clear else None
        self.cut_at = now
        self.silent = n_let_in < FEWEST
        if self.silent:
            # Not a rate that was too high, then, but a storm: what it refused says nothing about the rate.
            return Lesson.SILENCE
        if self.told and not clear:  # it may be chance's, so it lowers a known rate by little
            per_s = max(per_s, SINGLE_CUT * self.tried_per_s)
        self._cut(per_s, sent_at, sure=self._is_sure(n_let_in))
        return Lesson.CUT

    def _refuse_behind(self, sent_at: float) -> None:
        """It was under way at the last cut."""
        if self.undoing is not None and sent_at > self.undoing.refused_at:
            self.undoing.n_refused += 1
        if not self.silent and sent_at >= self.log.since:
            self._learn_more(sent_at)

    def _cut(self, per_s: float, sent_at: float, *, sure: bool) -> None:
        """That rate was refused: begin a new curve below it."""
        self.told_from_at, self.empty_at, self.told_until_at = self.empty_at, sent_at, sent_at
        self.tried_per_s = self.refused_at_per_s = per_s
        self.per_s = RATE_CUT * per_s
        scale_s, scale_n = (CUBIC_S, CUBIC_N) if sure else (CUBIC_UNSURE_S, CUBIC_UNSURE_N)
        self.scale_s = max(scale_s, min(scale_n / per_s, CUBIC_LONGEST_S))
        self.sending_s, self.n_single = 0.0, 0

    def _is_sure(self, n_let_in: int) -> bool:
        """Whether the rate between the last two cuts can be relied on."""
        return not math.isinf(self.empty_at) and n_let_in >= SURE and not self.random

    def _is_early(self, now: float) -> bool:
        """Whether so little went out since the last cut that waiting for a second refusal would take long."""
        return self.log.let_in(self.cut_at, now)[0] < SURE

    def _is_explained(self, per_s: float) -> bool:
        """Whether a limit explains a single refusal: at this rate, one has refused before."""
        return self.told and not self.random and per_s >= FAR_BELOW * self.tried_per_s

    def _single(self) -> Lesson:
        """A refusal by itself, which no limit explains.

        Some providers refuse one request in a hundred, at any rate. Each such refusal looks like a limit
        just reached, and a rate that each of them cut would end near zero. A limit refuses the next ones too.
        """
        self.n_single += 1
        return Lesson.RANDOM if self.n_single == N_RANDOM else Lesson.OLD

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

    def _longest_gap_s(self) -> float:
        """What is longer between two requests, or two replies, was a pause."""
        return max(LONGEST_STEP_S, 2 / self.per_s)

    def _flat_s(self) -> float:
        """When the curve comes back to the rate that was refused."""
        return self.scale_s * math.cbrt(1 - RATE_CUT)


class Undoing:
    """A cut that may be a mistake: three refusals in a row may be chance's, where one in a hundred is.

    A limit that is exceeded by so much refuses what was under way behind them just as often.
    """

    def __init__(self, rate: LearnedRate, refused_at: float) -> None:
        self.refused_at = refused_at
        self.rates = rate.per_s, rate.tried_per_s, rate.refused_at_per_s
        self.told = rate.told_from_at, rate.empty_at, rate.told_until_at
        self.curve = rate.scale_s, rate.sending_s, rate.cut_at
        self.n_let_in = self.n_refused = 0

    def is_mistake(self, rate: LearnedRate, sent_at: float) -> bool:
        """Whether it is one, now that what was sent then has been answered."""
        if self.refused_at < sent_at <= rate.cut_at:
            self.n_let_in += 1
        return self.n_let_in >= MISTAKEN + MORE * self.n_refused
