"""What the steps of one process's work on the batches of one run share."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from cache.batches import BatchRow, get_batch, set_batch
from cache.ledger import NO_CAPS, Caps
from cache.runs import SERVED
from mhclient.money import Price
from mhclient.providers.base import Reach
from mhclient.providers.batches import BatchApi, BatchProvider
from mhclient.runner.retry import RetryPolicy, retrying
from mhclient.runner.stopping import Stop
from mhclient.runner.storing import AsyncStore
from mhclient.spec import RunSpec

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class BatchPace:
    """How batches are made and waited for: nothing here changes what is asked.

    Attributes:
        served: which stored replies the run may rest on.
        price: in a batch.
        most_lines: of one batch, None for the provider's limit; `queued_tokens` of all at once likewise.
        wait: stay until the batches have ended.
        poll_first_s: between the first two looks, growing by `poll_growth` up to `poll_max_s`.
        settle_s: how long after the death of a process a call of its may still take effect.
        grace_s: how long after its expiry a batch may take to say so.
        rounds: how often requests that failed go into another batch while we wait.
    """

    caps: Caps = NO_CAPS
    served: tuple[str, ...] = SERVED
    price: Price | None = None
    most_lines: int | None = None
    queued_tokens: int | None = None
    wait: bool = False
    poll_first_s: float = 5.0
    poll_growth: float = 1.5
    poll_max_s: float = 300.0
    settle_s: float = 60.0
    grace_s: float = 3_600.0
    rounds: int = 3
    policy: RetryPolicy = field(default_factory=RetryPolicy)  # for one call

    def reach(self) -> Reach:
        """One call at a time, but for large files."""
        return Reach(max_connections=2, read_timeout_s=600.0)


@dataclass(slots=True)
class BatchDesk:
    """One process's work on the batches of one run.

    Attributes:
        spec: what is sent, to submit what is missing; None to collect only.
        tell: shows a sentence to whoever watches.
        wall_s: the time of day, in seconds since 1970.
    """

    run_id: str
    spec: RunSpec | None
    session_id: int
    store: AsyncStore
    provider: BatchProvider
    api: BatchApi
    pace: BatchPace
    stop: Stop
    tell: Callable[[str], None]
    wall_s: Callable[[], float]
    told: set[str] = field(default_factory=set)

    def tell_once(self, text: str) -> None:
        """Say what holds for the whole of this work, the first time."""
        if text not in self.told:
            self.told.add(text)
            self.tell(text)

    async def note(self, batch: BatchRow, **columns: Any) -> BatchRow:
        """Commit what is new about a batch; returns it as it is then."""
        await self.store.write(partial(set_batch, batch_id=batch.id, **columns))
        return self.store.read(partial(get_batch, batch_id=batch.id))

    async def call(self, what: Callable[..., Any], *arguments: Any) -> Any:
        """A call that may be repeated: again after failures that may pass, within the policy's bounds.

        Raises:
            ProviderError: the last failure.
            Draining: the run drains and the call had to wait.
        """
        again = retrying(self.pace.policy, self.stop, lambda _: None)
        return await again(what, *arguments)
