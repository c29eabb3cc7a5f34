"""A run's batches from first to last, for the command line and for programs; somebody may watch.

Decision: docs/decisions/batches.md, "Where `collect` sends a key".
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from cache.async_store import AsyncStore
from mhclient.ask.batches.session import BatchPace, BatchRun, BatchSession, open_batch_session
from mhclient.ask.batches.work import work_on_batches
from mhclient.ask.causes import StopCause
from mhclient.ask.order import RunOrder
from mhclient.ask.progress import Progress
from mhclient.ask.run import Attend, unattended
from mhclient.ask.shard import WHOLE, Shard, turns_of
from mhclient.ask.start import finish_run, open_run, without_row
from mhclient.errors import UsageError
from mhclient.providers.base import batch_access
from mhclient.providers.http import on_this_machine
from mhclient.providers.registry import provider_at, provider_named

Work: TypeAlias = Callable[[BatchSession], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Batched:
    """How work on a run's batches ended here.

    Attributes:
        progress: how many items there are, are done, and ended in an error; those in batches are not done.
        stopped: why it stopped early; None if it did not.
        had_all: nothing was missing to begin with, and nothing was sent.
        capped: the run's caps kept something from being sent.
        n_open: batches that have not been collected.
    """

    run_id: str
    progress: Progress
    stopped: StopCause | None = None
    had_all: bool = False
    capped: bool = False
    n_open: int = 0

    @property
    def complete(self) -> bool:
        """Whether every item has a reply."""
        return self.progress.done == self.progress.total and not self.progress.errors


async def submit_run(
    store: AsyncStore,
    order: RunOrder,
    pace: BatchPace,
    attend: Attend = unattended,
    attend_batches: Attend = unattended,
) -> Batched:
    """Hand what a run is missing to the provider in batches, after a preflight if there is to be one.

    Args:
        attend: entered while the first requests are asked; see `ask_run`.
        attend_batches: the same for the batches.

    Raises:
        UsageError: the provider takes no batches.
        What `open_run`, `finish_run` and `open_batch_session` raise.
    """
    access = batch_access(order.provider)
    async with without_row(store, order.run_id):
        sent, progress = await open_run(store, order)
        begun = store.batches.get_all(order.run_id)
        if progress.done == progress.total and not any(batch.closed_at is None for batch in begun):
            return Batched(order.run_id, progress, had_all=True)
        if order.pace.preflight and not begun and progress.done == progress.errors:
            async with attend(progress) as controls:
                sent = await finish_run(store, order, sent, progress, controls)
            if controls.stop.cause is not None or progress.done == progress.total:
                return Batched(order.run_id, progress, controls.stop.cause)
        return await work_on_run(
            store, BatchRun(order.run_id, order.provider, access, sent), pace, attend_batches
        )


async def work_on_run(
    store: AsyncStore,
    run: BatchRun,
    pace: BatchPace,
    attend: Attend = unattended,
    *,
    work: Work = work_on_batches,
) -> Batched:
    """Work on a run's batches, or do what else `work` does with them.

    Raises:
        What `open_batch_session` and `work` raise.
    """
    progress, capped = where_it_stands(store, run.run_id, pace.shard), False
    async with attend(progress) as controls:
        async with open_batch_session(store, run, pace, controls.stop, tell=controls.tell) as session:
            await work(session)
            capped = session.capped
        progress.follow(store.results.count_tasks(run.run_id, turns_of(store, run.run_id, pace.shard)))
    n_open = len(store.batches.get_all(run.run_id, only_open=True))
    return Batched(run.run_id, progress, controls.stop.cause, capped=capped, n_open=n_open)


def where_it_stands(store: AsyncStore, run_id: str, shard: Shard = WHOLE) -> Progress:
    """How many items a run has and how many are done."""
    progress = Progress()
    progress.follow(store.results.count_tasks(run_id, turns_of(store, run_id, shard)))
    return progress


def stored_run(store: AsyncStore, run_id: str, base_url: str | None) -> BatchRun:
    """A run as the store knows it, to collect what it has handed in.

    Args:
        base_url: the address that the user names, if any.

    Raises:
        UsageError: its provider is not one that can be asked for batches here, or nobody but the store names
            its address.
    """
    spec = store.runs.get(run_id).spec
    provider = provider_at(spec["provider"], spec["endpoint"])
    access = batch_access(provider)
    named = provider_named(spec["provider"], base_url).endpoint == spec["endpoint"]
    if not named and not on_this_machine(access.base_url):
        # Nothing in a store can widen this: whoever made it could have copied a key's fingerprint into it.
        raise UsageError(
            f"its batches were made at {access.base_url}, and a key goes to no address that only the store "
            f"names. If you know that server, add `base_url={access.base_url}`"
        )
    return BatchRun(run_id, provider, access)
