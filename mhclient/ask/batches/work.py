"""One process's work on the batches of a run: go on with what was begun, collect, submit, wait; or call off.

What is to be done is always read from the store, so that starting, resuming after a crash and coming back
days later on another machine are the same. Read this first. What a batch that is called off had processed by
then is paid for and kept; everything else may be asked again.
"""

from collections.abc import Collection

from cache import BatchRow, BatchState
from mhclient.ask.batches.collect import close, collect, look, lost
from mhclient.ask.batches.session import BatchSession, ProgressMessages
from mhclient.ask.batches.submit import adopt, draft, settle, submit
from mhclient.errors import ResultsGone, Retryable
from mhclient.providers.batches import BatchEnding, BatchProblem, ProblemCode, RemoteBatch
from mhclient.run.spec import RunSpec
from mhclient.show.counts import counted


async def work_on_batches(session: BatchSession) -> None:
    """Do what there is to do for a run's batches; with `pace.wait`, until there is nothing left.

    Raises:
        RunStopped: the provider will not take a batch.
        ProviderError: it can or will not do something else; what is stored stays.
        CacheError: the store cannot be written.
    """
    teller = ProgressMessages(session.tell, session.wall_s)
    mine, n_others = await session.store.batches.take(session.run.run_id, session_id=session.session_id)
    if n_others:
        session.tell(
            f"{session.run.run_id}: another process works on {n_others} of its batches at this moment"
        )
    for batch in mine:
        await _go_on(session, batch)
    await _look_at_all(session, teller)
    if session.run.spec is not None:
        await session.store.runs.forget_retryable_errors(session.run.run_id)
        await _submit_missing(session, session.run.spec)
    if session.pace.wait:
        await _wait(session, teller)


async def _go_on(session: BatchSession, batch: BatchRow) -> None:
    """Bring a batch that was begun to the provider, or find it there."""
    if batch.state == BatchState.DRAFTING:
        batch = await settle(session, batch)
    if batch.state == BatchState.CREATING and batch.account != session.api.account:
        session.tell(
            f"{batch.tag}: was being handed over with another key, and only that one can tell whether it was "
            "accepted; it is not sent again"
        )
        return
    if batch.state == BatchState.CREATING:
        batch = await adopt(session, batch)
    if batch.state == BatchState.INTENDED and session.run.spec is None:  # who collects buys nothing
        session.tell(f"{batch.tag}: never sent; 'mhclient run --batch' sends it, 'mhclient run' asks online")
    elif batch.state == BatchState.INTENDED:
        await submit(session, batch)


async def _submit_missing(session: BatchSession, spec: RunSpec) -> int:
    """Make batches of what is missing; returns how many."""
    n_made = 0
    try:
        for begun in _mine(session, BatchState.CREATING, BatchState.INTENDED):
            await _go_on(session, begun)
            n_made += 1
        while (drafted := await draft(session, spec)) is not None and not session.stop.draining:
            await submit(session, drafted)
            n_made += 1
    except Retryable as error:
        if not _mine(session, BatchState.SUBMITTED):
            raise
        # The provider may have no room for more before what it has is done.
        session.tell(f"no further batch is taken now: {error}")
    return n_made


async def _wait(session: BatchSession, teller: ProgressMessages) -> None:
    """Stay until every batch has ended or is past its expiry; what failed goes into another one."""
    pace, spec, rounds = session.pace, session.run.spec, 0
    interval_s = pace.poll_first_s
    while True:
        if _waiting_for(session):
            await session.stop.sleep(interval_s)
            interval_s = min(interval_s * pace.poll_growth, pace.poll_max_s)
            if await _look_at_all(session, teller) and spec is not None:
                interval_s = pace.poll_first_s
                await _submit_missing(session, spec)
        elif spec is None or rounds >= pace.rounds:
            return
        elif session.called_off:
            session.tell("what was cancelled is not sent again now; the same command sends it")
            return
        else:
            rounds += not _queue_was_full(session)
            interval_s = pace.poll_first_s
            await session.store.runs.forget_retryable_errors(session.run.run_id)
            if not await _submit_missing(session, spec):
                return


async def _look_at_all(session: BatchSession, teller: ProgressMessages) -> int:
    """Look at each of our batches once, and collect those that have ended; returns how many ended."""
    n_ended = 0
    for batch in _mine(session, BatchState.SUBMITTED):
        try:
            n_ended += await _look_at(session, batch, teller)
        except Retryable as error:  # of looking, which costs nothing and is done again
            session.tell(f"{batch.tag}: could not be asked for ({error})")
    return n_ended


async def _look_at(session: BatchSession, batch: BatchRow, teller: ProgressMessages) -> bool:
    batch, remote = await look(session, batch)
    if remote is None and batch.account != session.api.account:
        session.tell(made_with_another_key(batch))
        return False
    if remote is not None and remote.ending is None:
        teller.under_way(batch)
        return False
    ended = await (lost(session, batch) if remote is None else collect(session, batch, remote))
    session.called_off |= remote is not None and remote.ending is BatchEnding.CANCELLED
    if ended.state == BatchState.SUBMITTED:  # its results are not to be had now
        return False
    if ended.state == BatchState.CREATING:  # it was not ours: ours may be another
        await _go_on(session, ended)
        found = session.store.batches.get(batch.id)
        return found.state == BatchState.SUBMITTED and await _look_at(session, found, teller)
    teller.ended(session.store, ended)
    return True


def made_with_another_key(batch: BatchRow) -> str:
    """What is said of a batch that this key cannot see."""
    return f"{batch.tag}: not found with this key; it was made with another one"


def _mine(session: BatchSession, *states: BatchState) -> list[BatchRow]:
    """The batches in one of these states that are this process's work."""
    found = session.store.batches.get_all(session.run.run_id, only_open=True)
    return [batch for batch in found if batch.session_id == session.session_id and batch.state in states]


def _waiting_for(session: BatchSession) -> bool:
    """Whether a batch may still end in its time."""
    latest = session.wall_s() - session.pace.grace_s
    waiting = _mine(session, BatchState.SUBMITTED)
    overdue = [batch for batch in waiting if batch.expires_at and batch.expires_at < latest]
    if waiting and len(overdue) == len(waiting):
        session.tell(
            f"past their expiry, and not ended or not to be read: {len(overdue)} of the batches; "
            "'mhclient collect' looks again whenever you like"
        )
    return len(overdue) < len(waiting)


def _queue_was_full(session: BatchSession) -> bool:
    ended = [batch for batch in session.store.batches.get_all(session.run.run_id) if batch.closed_at]
    problem = BatchProblem.stored(ended[-1].problem) if ended else None
    return problem is not None and problem.code is ProblemCode.QUEUE_FULL


LATER = "'mhclient collect' fetches what was processed before"


async def cancel_of_run(session: BatchSession, tags: Collection[str]) -> int:
    """Call off the run's batches of these tags.

    Returns:
        How many of them were left as they are: why was said.

    Raises:
        ProviderError: the provider cannot be asked; what was called off before stays so.
    """
    await session.store.batches.take(session.run.run_id, session_id=session.session_id)
    found = session.store.batches.get_all(session.run.run_id)
    return sum([not await _cancel(session, batch) for batch in found if batch.tag in tags])


async def _cancel(session: BatchSession, batch: BatchRow) -> bool:
    """Call off one batch; False if it may go on."""
    if batch.closed_at is not None:
        session.tell(f"{batch.tag}: has ended already ({batch.state})")
        return True
    if reason := _why_not(session, batch):
        session.tell(reason)
        return False
    if batch.state == BatchState.CREATING:
        return await _cancel(session, await adopt(session, batch))
    if batch.state == BatchState.SUBMITTED:
        return await _cancel_submitted(session, batch)
    n_lines = await session.store.batches.release(batch.id)
    session.tell(f"{batch.tag}: was never sent; its {counted(n_lines, 'request')} may be asked otherwise")
    return True


def _why_not(session: BatchSession, batch: BatchRow) -> str | None:
    """Why this process cannot call off a batch; None if it can."""
    if batch.session_id != session.session_id and batch.state != BatchState.SUBMITTED:
        return f"{batch.tag}: another process is about to send it; end that one first"
    if batch.account != session.api.account and batch.state in (BatchState.CREATING, BatchState.SUBMITTED):
        return made_with_another_key(batch)
    return None


async def _cancel_submitted(session: BatchSession, batch: BatchRow) -> bool:
    batch, remote = await look(session, batch)
    if remote is not None and remote.ending is None:
        if batch.guessed:  # only its results tell whose it is
            session.tell(
                f"{batch.tag}: {remote.id} was taken for it by size and time alone, and may be another "
                "program's: it is not called off from here"
            )
            return False
        remote = await session.api.cancel(remote.id)
        batch = await session.note(batch, remote_status=remote.status)
        session.tell(f"{batch.tag}: {remote.status}; {LATER}")
    if batch.session_id == session.session_id and (remote is None or remote.ending is not None):
        await _end(session, batch, remote)
    return True


async def _end(session: BatchSession, batch: BatchRow, remote: RemoteBatch | None) -> None:
    """Collect a batch that has ended; give up what the provider does not find, for once without waiting."""
    if remote is not None:
        batch = await collect(session, batch, remote)
    if batch.state == BatchState.SUBMITTED:
        batch = await close(session, batch, ResultsGone("given up: the provider did not find the results"))
    if batch.state == BatchState.COLLECTED:
        ProgressMessages(session.tell, session.wall_s).ended(session.store, batch)
