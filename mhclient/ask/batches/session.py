"""What the steps of one process's work on the batches of one run share, and what is said meanwhile."""

import contextlib
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

import anyio

from cache import HEARTBEAT_EVERY_S, NO_CAPS, SERVED, BatchRow, Caps
from cache.async_store import AsyncStore
from mhclient.ask.loop import session_row
from mhclient.ask.order import WHOLE, Pace, Shard
from mhclient.ask.retry import RetryPolicy, retrying
from mhclient.ask.stopping import Draining, Stop, StopReason
from mhclient.errors import Fatal, Retryable, RunStopped
from mhclient.providers.access import NetworkOptions
from mhclient.providers.base import Provider
from mhclient.providers.batches import BatchAccess, BatchApi
from mhclient.run.prices import Price
from mhclient.run.spec import RunSpec
from mhclient.show.counts import agreeing, counted

AGAIN_S = 600.0  # a batch that does not change is spoken of again after so long


class ProgressMessages:
    """Speaks of a batch when something about it has changed, and now and then."""

    def __init__(self, tell: Callable[[str], None], wall_s: Callable[[], float]) -> None:
        self._tell = tell
        self._wall_s = wall_s
        self._told: dict[int, tuple[object, float]] = {}  # batch → what was said, when

    def under_way(self, batch: BatchRow) -> None:
        """A batch that has not ended."""
        state, now = (batch.remote_status, batch.n_done, batch.n_failed), self._wall_s()
        said, when = self._told.get(batch.id, (None, 0.0))
        if said == state and now - when < AGAIN_S:
            return
        self._told[batch.id] = (state, now)
        self._tell(f"{batch.tag}: {standing(batch, now)}")

    def ended(self, store: AsyncStore, batch: BatchRow) -> None:
        """A batch that was collected."""
        states = store.batch_lines.count_states(batch.id)
        parts = ", ".join(f"{n:,} {name}" for name, n in states.items())
        more = f" ({batch.problem})" if batch.problem else ""
        self._tell(f"{batch.tag}: collected ({batch.remote_status}): {parts}{more}{_strange(batch)}")


def _strange(batch: BatchRow) -> str:
    """What else there was in a batch's results, and was put aside."""
    strange = "for no request of ours, or could not be read"
    put_aside = {
        ("came twice", "came twice"): batch.n_doubled,
        (f"was {strange}", f"were {strange}"): batch.n_unknown,
    }
    return "".join(f"; {counted(n, 'line')} {agreeing(n, *what)}" for what, n in put_aside.items() if n)


def standing(batch: BatchRow, now: float) -> str:
    """How a batch stands: state, counts, age, expiry."""
    counts = f", {batch.n_done:,} of {batch.n_lines:,} done" if batch.n_done is not None else ""
    failed = f", {batch.n_failed:,} failed" if batch.n_failed else ""
    return f"{batch.remote_status}{counts}{failed}; {age(batch, now)} old, {expiry(batch, now)}"


def age(batch: BatchRow, now: float) -> str:
    """How long ago a batch was made."""
    return duration(now - batch.drafted_at)


def expiry(batch: BatchRow, now: float) -> str:
    """When the provider gives a batch up."""
    if batch.expires_at is None:
        return "no expiry stated"
    left_s = batch.expires_at - now
    return f"expires in {duration(left_s)}" if left_s > 0 else f"expired {duration(-left_s)} ago"


def day_of(moment: float) -> str:
    """The day of a moment given in seconds since 1970, by the clock on the wall."""
    return datetime.fromtimestamp(moment).astimezone().date().isoformat()


def duration(seconds: float) -> str:
    """Two units at most.

    >>> [duration(s) for s in (5, 125, 7_260, 200_000)]
    ['5 s', '2 min', '2 h 1 min', '2 d 7 h']
    """
    seconds = max(0.0, seconds)
    minutes, hours, days = int(seconds // 60), int(seconds // 3600), int(seconds // 86400)
    if days:
        return f"{days} d {hours % 24} h"
    if hours:
        return f"{hours} h {minutes % 60} min"
    return f"{minutes} min" if minutes else f"{seconds:.0f} s"


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

    def reach(self) -> NetworkOptions:
        """One call at a time, but for large files."""
        return NetworkOptions(max_connections=2, read_timeout_s=600.0)


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
