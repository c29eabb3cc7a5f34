"""The simulated rate limit: a token bucket per model, told in OpenAI's headers."""

from dataclasses import dataclass, field

BURST_S = 1.0  # requests saved up while nobody asks, in seconds of the rate


@dataclass(slots=True)
class RateLimit:
    """Refuses what comes faster than `per_s`. Pure, the time is passed in.

    Attributes:
        burst: requests it saves up while nobody asks; what it gains in a second, if None.
    """

    per_s: float
    burst: float | None = None
    level: float = field(init=False)
    updated_at: float | None = None

    def __post_init__(self) -> None:
        self.level = self._capacity()

    def refuse_s(self, now: float) -> float | None:
        """None if a request is let in; else how long it should wait, in seconds."""
        if self.updated_at is not None:
            self.level = min(self._capacity(), self.level + (now - self.updated_at) * self.per_s)
        self.updated_at = now
        if self.level >= 1:
            self.level -= 1
            return None
        return (1 - self.level) / self.per_s

    def headers(self, wait_s: float | None) -> dict[str, str]:
        """What OpenAI says of its limits (platform.openai.com/docs/guides/rate-limits), and of a wait."""
        told = {
            "x-ratelimit-limit-requests": str(round(self.per_s * 60)),
            "x-ratelimit-remaining-requests": str(int(self.level)),
        }
        return told if wait_s is None else told | {"retry-after-ms": str(round(wait_s * 1000) + 1)}

    def _capacity(self) -> float:
        return max(1.0, self.per_s * BURST_S if self.burst is None else self.burst)
