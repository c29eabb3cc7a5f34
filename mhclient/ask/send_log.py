"""When requests went out, which were refused, and whether a limit or chance refused them.

Pure; the time is passed in.

Decision: docs/decisions/ask.md, "A refusal that stands alone is no limit's".
"""

import math
from bisect import bisect_left, bisect_right, insort

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
