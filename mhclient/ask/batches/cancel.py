"""Batches called off: the provider is told, or, where it has nothing to be told, their lines are given up.

What had been processed by then is paid for and kept; everything else may be asked again.
"""

from collections.abc import Collection

from cache import BatchRow, BatchState
from mhclient.ask.batches.adopt import adopt
from mhclient.ask.batches.collect import close, collect, look
from mhclient.ask.batches.progress_messages import Teller
from mhclient.ask.batches.session import BatchDesk
from mhclient.ask.batches.work import made_with_another_key
from mhclient.errors import ResultsGone
from mhclient.providers.batches.lines import RemoteBatch
from mhclient.show.counts import counted

LATER = "'mhclient collect' fetches what was processed before"


async def cancel_batches(desk: BatchDesk, tags: Collection[str]) -> int:
    """Call off the run's batches of these tags.

    Returns:
        How many of them were left as they are: why was said.

    Raises:
        ProviderError: the provider cannot be asked; what was called off before stays so.
    """
    await desk.store.batches.take(desk.run.run_id, session_id=desk.session_id)
    found = desk.store.batches.get_all(desk.run.run_id)
    return sum([not await _cancel(desk, batch) for batch in found if batch.tag in tags])


async def _cancel(desk: BatchDesk, batch: BatchRow) -> bool:
    """Call off one batch; False if it may go on."""
    if batch.closed_at is not None:
        desk.tell(f"{batch.tag}: has ended already ({batch.state})")
        return True
    if reason := _why_not(desk, batch):
        desk.tell(reason)
        return False
    if batch.state == BatchState.CREATING:
        return await _cancel(desk, await adopt(desk, batch))
    if batch.state == BatchState.SUBMITTED:
        return await _cancel_submitted(desk, batch)
    n_lines = await desk.store.batches.release(batch.id)
    desk.tell(f"{batch.tag}: was never sent; its {counted(n_lines, 'request')} may be asked otherwise")
    return True


def _why_not(desk: BatchDesk, batch: BatchRow) -> str | None:
    """Why this process cannot call off a batch; None if it can."""
    if batch.session_id != desk.session_id and batch.state != BatchState.SUBMITTED:
        return f"{batch.tag}: another process is about to send it; end that one first"
    if batch.account != desk.api.account and batch.state in (BatchState.CREATING, BatchState.SUBMITTED):
        return made_with_another_key(batch)
    return None


async def _cancel_submitted(desk: BatchDesk, batch: BatchRow) -> bool:
    batch, remote = await look(desk, batch)
    if remote is not None and remote.ending is None:
        if batch.guessed:  # only its results tell whose it is
            desk.tell(
                f"{batch.tag}: {remote.id} was taken for it by size and time alone, and may be another "
                "program's: it is not called off from here"
            )
            return False
        remote = await desk.api.cancel(remote.id)
        batch = await desk.note(batch, remote_status=remote.status)
        desk.tell(f"{batch.tag}: {remote.status}; {LATER}")
    if batch.session_id == desk.session_id and (remote is None or remote.ending is not None):
        await _end(desk, batch, remote)
    return True


async def _end(desk: BatchDesk, batch: BatchRow, remote: RemoteBatch | None) -> None:
    """Collect a batch that has ended; give up what the provider does not find, for once without waiting."""
    if remote is not None:
        batch = await collect(desk, batch, remote)
    if batch.state == BatchState.SUBMITTED:
        batch = await close(desk, batch, ResultsGone("given up: the provider did not find the results"))
    if batch.state == BatchState.COLLECTED:
        Teller(desk.tell, desk.wall_s).ended(desk.store, batch)
