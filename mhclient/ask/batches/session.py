"""What the steps of one process's work on the batches of one run share."""

import contextlib
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import anyio

from cache import HEARTBEAT_EVERY_S, NO_CAPS, SERVED, BatchRow, Caps
from cache.async_store import AsyncStore
from mhclient.ask.causes import StopReason
from mhclient.ask.loop import session_row
from mhclient.ask.order import Pace
from mhclient.ask.retry import RetryPolicy, retrying
from mhclient.ask.shard import WHOLE, Shard
from mhclient.ask.stopping import Draining, Stop
from mhclient.errors import Fatal, Retryable, RunStopped
from mhclient.providers.base import Provider
from mhclient.providers.batches.provider import BatchAccess, BatchApi
from mhclient.providers.reach import Reach
from mhclient.run.prices import Price
from mhclient.run.spec import RunSpec

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
        shard: which part of the run goes into batches.
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
    shard: Shard = WHOLE

    def reach(self) -> Reach:
        """One call at a time, but for large files."""
        return Reach(max_connections=2, read_timeout_s=600.0)


def batch_pace(pace: Pace, most_lines: int | None, queued_tokens: int | None, *, wait: bool) -> BatchPace:
    """How batches are made of a run that is asked at this pace otherwise."""
    return BatchPace(
        caps=pace.caps,
        served=pace.served(),
        price=pace.price.in_batch() if pace.price else None,
        most_lines=most_lines,
        queued_tokens=queued_tokens,
        wait=wait,
        shard=pace.shard,
    )


@dataclass(frozen=True, slots=True)
class BatchRun:
    """A run, as far as its batches go.

    Attributes:
        spec: what is sent, to submit what is missing; None to collect only.
    """

    run_id: str
    provider: Provider
    batches: BatchAccess
    spec: RunSpec | None = None


@dataclass(slots=True)
class BatchSession:
    """One process's work on the batches of one run.

    Attributes:
        tell: shows a sentence to whoever watches.
        wall_s: the time of day, in seconds since 1970.
        told: what was told that is said once.
        called_off: whether a batch was cancelled; then its requests are not sent again by this work.
        capped: whether the run's caps kept something from being sent.
    """

    run: BatchRun
    session_id: int
    store: AsyncStore
    api: BatchApi
    pace: BatchPace
    stop: Stop
    tell: Callable[[str], None]
    wall_s: Callable[[], float]
    told: set[str] = field(default_factory=set)
    called_off: bool = False
    capped: bool = False

    def tell_once(self, text: str) -> None:
        """Say what holds for the whole of this work, the first time."""
        if text not in self.told:
            self.told.add(text)
            self.tell(text)

    async def note(self, batch: BatchRow, **columns: Any) -> BatchRow:
        """Commit what is new about a batch; returns it as it is then."""
        await self.store.batches.update(batch.id, **columns)
        return self.store.batches.get(batch.id)

    async def call(self, what: Callable[..., Any], *arguments: Any) -> Any:
        """A call that may be repeated: again after failures that may pass, within the policy's bounds.

        Raises:
            ProviderError: the last failure.
            Draining: the run drains and the call had to wait.
        """
        again = retrying(self.pace.policy, self.stop, paced=False)
        return await again(what, *arguments)


@contextlib.asynccontextmanager
async def open_batch_session(
    store: AsyncStore,
    run: BatchRun,
    pace: BatchPace,
    stop: Stop,
    *,
    tell: Callable[[str], None] = lambda _: None,
    wall_s: Callable[[], float] = time.time,
) -> AsyncIterator[BatchSession]:
    """A line to the provider, and this process's row in the store; a drain or an abort ends the block.

    Raises:
        MissingKey: there is no key for the provider.
        RunStopped: the provider cannot be reached.
    """
    async with (
        run.batches.connect(pace.reach()) as api,
        # Its own account: who waits for batches takes nothing from those who ask online.
        session_row(store, run.run_id, f"{api.account} in batches", stop) as session_id,
        _kept_alive(store, session_id, stop),
    ):
        with stop.abort_scope, contextlib.suppress(Draining):
            try:
                yield BatchSession(run, session_id, store, api, pace, stop, tell, wall_s)
            except (Fatal, Retryable) as error:
                raise RunStopped(
                    f"the provider's batches cannot be reached: {error}. Nothing is lost: the same command "
                    "goes on from here."
                ) from error


@contextlib.asynccontextmanager
async def _kept_alive(store: AsyncStore, session_id: int, stop: Stop) -> AsyncIterator[None]:
    """Tell other processes that this one lives, so that none takes over its batches."""

    async def beat() -> None:
        while True:
            await store.sessions.beat(session_id)
            await anyio.sleep(HEARTBEAT_EVERY_S)
            if store.is_moved():
                stop.drain(StopReason.STORE_MOVED.cause())

    failure: Exception | None = None
    async with anyio.create_task_group() as beside:
        beside.start_soon(beat)
        try:
            yield
        except Exception as error:  # noqa: BLE001 - raised again below, outside the group
            failure = error
        beside.cancel_scope.cancel()
    await store.refuse_moved()
    if failure is not None:
        raise failure
