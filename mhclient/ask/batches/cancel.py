"""Batches called off: the provider is told, or, where it has nothing to be told, their lines are given up.

What had been processed by then is paid for and kept; everything else may be asked again.
"""

from collections.abc import Collection

from cache import BatchRow, BatchState
from mhclient.ask.batches.adopt import adopt
from mhclient.ask.batches.collect import close, collect, look
from mhclient.ask.batches.progress_messages import ProgressMessages
from mhclient.ask.batches.session import BatchSession
from mhclient.ask.batches.work import made_with_another_key
from mhclient.errors import ResultsGone
from mhclient.providers.batches.lines import RemoteBatch
from mhclient.show.counts import counted

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
