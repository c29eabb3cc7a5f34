"""One machine of a fleet, as the run sees it: how it stands, what it has, what it has done."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from mhclient.errors import ProviderError
from mhclient.providers.local.fleet.machine import Machine
from mhclient.providers.local.fleet.wire import MachineIdentity


class SeatState(StrEnum):
    """How a machine stands."""

    AWAY = "not reached"
    READY = "answers"
    REFUSED = "refused"
    LEFT = "has left"


ENDED = frozenset({SeatState.REFUSED, SeatState.LEFT})


@dataclass(slots=True)
class Seat:
    """A machine that may answer.

    Attributes:
        why: it is away, was refused, or has left.
        n_answered: replies of its that were used.
        busy_s: seconds in which it was computing for us.
    """

    machine: Machine
    state: SeatState = SeatState.AWAY
    why: str = ""
    n_answered: int = 0
    busy_s: float = 0.0
    about: MachineIdentity | None = None
    under_way: dict[int, float] = field(default_factory=dict)  # bucket → when it was sent
    _free_at: float = 0.0

    @property
    def name(self) -> str:
        return self.machine.name

    def line(self) -> str:
        """For the display."""
        said = f" ({self.why})" if self.why and self.state is not SeatState.READY else ""
        rate = f", {self.n_answered / self.busy_s:,.1f} items/s" if self.busy_s else ""
        return f"{self.name}: {self.state}{said}, {self.n_answered:,} replies{rate}"

    async def answer(self, bodies: Sequence[str]) -> list[bytes | ProviderError]:
        """As `Machine.answer`; its time is counted, once for buckets that overlap."""
        began_at = time.monotonic()
        answers = await self.machine.answer(bodies)
        now = time.monotonic()
        self.busy_s += now - max(began_at, self._free_at)
        self._free_at = now
        return answers
