"""What a run has spent, and the caps it must stay under: requests, tokens, dollars."""

from dataclasses import dataclass
from typing import NamedTuple


class Spend(NamedTuple):
    """Requests sent, their tokens (prompt and completion), and dollars: None without a price."""

    requests: int
    tokens: int
    cost_usd: float | None

    def plus(self, other: "Spend") -> "Spend":
        costs = (self.cost_usd, other.cost_usd)
        cost_usd = None if None in costs else sum(cost for cost in costs if cost is not None)
        return Spend(self.requests + other.requests, self.tokens + other.tokens, cost_usd)


NOTHING = Spend(0, 0, 0.0)

# What an attempt cost that the provider answered with a refusal: a request, and nothing else.
REFUSED_FOR_FREE = Spend(1, 0, 0.0)


# Floating-point sums of the same costs in another order differ by less than this.
ROUNDING_USD = 1e-9


@dataclass(frozen=True, slots=True)
class Caps:
    """What a run may spend in all, over all its sessions; None for no cap.

    Attributes:
        unpriced_usd_per_token: what a token counts of attempts that were made without a price.
        together: the runs that spend from these caps together, this one among them; () for this one alone.
    """

    requests: int | None = None
    tokens: int | None = None
    cost_usd: float | None = None
    unpriced_usd_per_token: float | None = None
    together: tuple[str, ...] = ()

    def bind(self) -> bool:
        """Whether there is any cap."""
        return self.requests is not None or self.tokens is not None or self.cost_usd is not None

    def allow(self, spend: Spend) -> bool:
        """Whether a run may have spent this much; a cap in dollars allows nothing without a price."""
        cost_fits = self.cost_usd is None or (
            spend.cost_usd is not None and spend.cost_usd <= self.cost_usd + ROUNDING_USD
        )
        return (
            (self.requests is None or spend.requests <= self.requests)
            and (self.tokens is None or spend.tokens <= self.tokens)
            and cost_fits
        )


NO_CAPS = Caps()
