"""A token bucket: how much may go out now, and how long until more may. Pure, the time is passed in.

Decision: docs/decisions/ask.md, "Pacing: buckets for what is stated, a cubic curve for what is not".
"""

import math
from dataclasses import dataclass, field

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
