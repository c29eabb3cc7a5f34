"""One process's work on the batches of a run: go on with what was begun, collect, submit, wait.

What is to be done is always read from the store, so that starting, resuming after a crash and coming back
days later on another machine are the same. Read this first.
"""

import contextlib
import time
from collections.abc import AsyncIterator, Callable
from functools import partial

import anyio

from cache.batches import BatchRow, BatchState, batches_of, get_batch, take_batches
from cache.runs import forget_retryable_errors
from cache.sessions import HEARTBEAT_EVERY_S, heartbeat
from mhclient.batch.adopt import adopt
from mhclient.batch.collect import collect, look, lost
from mhclient.batch.desk import BatchDesk, BatchPace
from mhclient.batch.draft import draft, settle
from mhclient.batch.room import QUEUE_FULL
from mhclient.batch.submit import submit
from mhclient.batch.telling import Teller
from mhclient.errors import Fatal, Retryable, RunStopped
from mhclient.providers.batches import BatchProvider
from mhclient.runner.run import session_row
from mhclient.runner.stopping import Draining, Stop
from mhclient.runner.storing import AsyncStore
from mhclient.spec import RunSpec


async def work_on_batches(
    store: AsyncStore,
    run_id: str,
    spec: RunSpec | None,
    provider: BatchProvider,
    pace: BatchPace,
    stop: Stop,
    *,
    tell: Callable[[str], None] = lambda _: None,
    wall_s: Callable[[], float] = time.time,
) -> None:
    """Do what there is to do for a run's batches; with `pace.wait`, until there is nothing left.

    Args:
        spec: what is sent, to submit what is missing; None to collect only.
        stop: ends the work early when it is drained or aborted from outside.

    Raises:
        MissingKey: there is no key for the provider.
        RunStopped: the provider can or will not take or give batches; what is stored stays.
        CacheError: the store cannot be written.
    """
    async with (
        provider.connect_batches(pace.reach()) as api,
        # Its own account: who waits for batches takes nothing from those who ask online.
        session_row(store, run_id, f"{api.account} in batches", stop) as session_id,
        _kept_alive(store, session_id),
    ):
        teller = Teller(tell, wall_s)
        desk = BatchDesk(run_id, spec, session_id, store, provider, api, pace, stop, tell, wall_s)
        with stop.abort_scope, contextlib.suppress(Draining):
            try:
                await _work(desk, teller)
            except (Fatal, Retryable) as error:
                raise RunStopped(
                    f"the provider's batches cannot be reached: {error}. Nothing is lost: the same command "
                    "goes on from here."
                ) from error


async def _work(desk: BatchDesk, teller: Teller) -> None:
    mine, n_others = await desk.store.write(
        partial(take_batches, run_id=desk.run_id, session_id=desk.session_id)
    )
    if n_others:
        desk.tell(f"{desk.run_id}: another process works on {n_others} of its batches at this moment")
    for batch in mine:
        await _go_on(desk, batch)
    await _look_at_all(desk, teller)
    if desk.spec is not None:
        await desk.store.write(partial(forget_retryable_errors, run_id=desk.run_id))
        await _submit_missing(desk, desk.spec)
    if desk.pace.wait:
        await _wait(desk, teller)


async def _go_on(desk: BatchDesk, batch: BatchRow) -> None:
    """Bring a batch that was begun to the provider, or find it there."""
    if batch.state == BatchState.DRAFTING:
        batch = await settle(desk, batch)
    if batch.state == BatchState.CREATING and batch.account != desk.api.account:
        desk.tell(
            f"{batch.tag}: was being handed over with another key, and only that one can tell whether it was "
            "accepted; it is not sent again"
        )
        return
    if batch.state == BatchState.CREATING:
        batch = await adopt(desk, batch)
    if batch.state == BatchState.INTENDED and desk.spec is None:  # who collects buys nothing
        desk.tell(f"{batch.tag}: never sent; 'mhclient run --batch' sends it, 'mhclient run' asks online")
    elif batch.state == BatchState.INTENDED:
        await submit(desk, batch)


async def _submit_missing(desk: BatchDesk, spec: RunSpec) -> int:
    """Make batches of what is missing; returns how many."""
    n_made = 0
    try:
        for begun in _mine(desk, BatchState.CREATING, BatchState.INTENDED):
            await _go_on(desk, begun)
            n_made += 1
        while (drafted := await draft(desk, spec)) is not None and not desk.stop.draining:
            await submit(desk, drafted)
            n_made += 1
    except Retryable as error:
        if not _mine(desk, BatchState.SUBMITTED):
            raise
        # The provider may have no room for more before what it has is done.
        desk.tell(f"no further batch is taken now: {error}")
    return n_made


async def _wait(desk: BatchDesk, teller: Teller) -> None:
    """Stay until every batch has ended or is past its expiry; what failed goes into another one."""
    pace, spec, rounds = desk.pace, desk.spec, 0
    interval_s = pace.poll_first_s
    while True:
        if _waiting_for(desk):
            await desk.stop.sleep(interval_s)
            interval_s = min(interval_s * pace.poll_growth, pace.poll_max_s)
            if await _look_at_all(desk, teller) and spec is not None:
                interval_s = pace.poll_first_s
                await _submit_missing(desk, spec)
        elif spec is None or rounds >= pace.rounds:
            return
        else:
            rounds += not _queue_was_full(desk)
            interval_s = pace.poll_first_s
            await desk.store.write(partial(forget_retryable_errors, run_id=desk.run_id))
            if not await _submit_missing(desk, spec):
                return


async def _look_at_all(desk: BatchDesk, teller: Teller) -> int:
    """Look at each of our batches once, and collect those that have ended; returns how many ended."""
    n_ended = 0
    for batch in _mine(desk, BatchState.SUBMITTED):
        try:
            n_ended += await _look_at(desk, batch, teller)
        except Retryable as error:  # of looking, which costs nothing and is done again
            desk.tell(f"{batch.tag}: could not be asked for ({error})")
    return n_ended


async def _look_at(desk: BatchDesk, batch: BatchRow, teller: Teller) -> bool:
    batch, remote = await look(desk, batch)
    if remote is None and batch.account != desk.api.account:
        desk.tell(f"{batch.tag}: not found with this key; it was made with another one")
        return False
    if remote is not None and remote.ending is None:
        teller.under_way(batch)
        return False
    ended = await (lost(desk, batch) if remote is None else collect(desk, batch, remote))
    if ended.state == BatchState.SUBMITTED:  # its results are not to be had now
        return False
    if ended.state == BatchState.CREATING:  # it was not ours: ours may be another
        await _go_on(desk, ended)
        found = desk.store.read(partial(get_batch, batch_id=batch.id))
        return found.state == BatchState.SUBMITTED and await _look_at(desk, found, teller)
    teller.ended(desk.store, ended)
    return True


def _mine(desk: BatchDesk, *states: BatchState) -> list[BatchRow]:
    """The batches in one of these states that are this process's work."""
    found = desk.store.read(partial(batches_of, run_id=desk.run_id, only_open=True))
    return [batch for batch in found if batch.session_id == desk.session_id and batch.state in states]


def _waiting_for(desk: BatchDesk) -> bool:
    """Whether a batch may still end in its time."""
    latest = desk.wall_s() - desk.pace.grace_s
    waiting = _mine(desk, BatchState.SUBMITTED)
    overdue = [batch for batch in waiting if batch.expires_at and batch.expires_at < latest]
    if waiting and len(overdue) == len(waiting):
        desk.tell(
            f"past their expiry, and not ended or not to be read: {len(overdue)} of the batches; "
            "'mhclient collect' looks again whenever you like"
        )
    return len(overdue) < len(waiting)


def _queue_was_full(desk: BatchDesk) -> bool:
    ended = [batch for batch in desk.store.read(partial(batches_of, run_id=desk.run_id)) if batch.closed_at]
    return bool(ended) and (ended[-1].problem or "").startswith(QUEUE_FULL)


@contextlib.asynccontextmanager
async def _kept_alive(store: AsyncStore, session_id: int) -> AsyncIterator[None]:
    """Tell other processes that this one lives, so that none takes over its batches."""

    async def beat() -> None:
        while True:
            await store.write(partial(heartbeat, session_id=session_id))
            await anyio.sleep(HEARTBEAT_EVERY_S)

    failure: Exception | None = None
    async with anyio.create_task_group() as beside:
        beside.start_soon(beat)
        try:
            yield
        except Exception as error:  # noqa: BLE001 - raised again below, outside the group
            failure = error
        beside.cancel_scope.cancel()
    if failure is not None:
        raise failure
