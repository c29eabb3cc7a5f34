"""Batches that may have been made although we never heard so: the provider's list tells.

A provider that keeps our tag settles it. One that keeps none is asked for a batch of the same size, made
since; whether that is ours its results will show (`collect.py`), and until then nothing is submitted twice.
"""

from datetime import datetime
from functools import partial

from cache.batches import BatchRow, BatchState, known_remote_ids
from mhclient.batch.desk import BatchDesk
from mhclient.wire.batches import RemoteBatch

# Between the provider's clock and ours.
SKEW_S = 15 * 60.0


async def adopt(desk: BatchDesk, batch: BatchRow) -> BatchRow:
    """Find out whether a batch was made.

    Returns:
        The batch: submitted if it was, else intended again: then it is certain that it was not.
    """
    found = await _found(desk, batch)
    if found is None and (wait_s := _unsettled_s(desk, batch)) > 0:
        desk.tell(f"{batch.tag}: the call that makes it may be under way; looking again in {wait_s:.0f} s")
        await desk.stop.sleep(wait_s)
        found = await _found(desk, batch)
    if found is None:
        return await desk.note(batch, state=BatchState.INTENDED)
    desk.tell(f"{batch.tag}: found at the provider as {found.id}, made before")
    return await desk.note(
        batch,
        state=BatchState.SUBMITTED,
        remote_id=found.id,
        guessed=int(not desk.api.dialect.keeps_tags),
        expires_at=found.expires_at,
        remote_status=found.status,
    )


async def _found(desk: BatchDesk, batch: BatchRow) -> RemoteBatch | None:
    """The oldest of the provider's batches that may be this one."""
    since = _seconds(batch.creating_at or batch.created_at) - SKEW_S
    known = desk.store.read(partial(known_remote_ids, batch_id=batch.id))
    match: RemoteBatch | None = None
    cursor: str | None = None
    while True:
        page = await desk.call(desk.api.page, cursor)
        for remote in page.batches:
            if remote.created_at >= since and remote.id not in known and _alike(desk, batch, remote):
                match = remote
        cursor = page.cursor
        if cursor is None or not page.batches or page.batches[-1].created_at < since:
            return match


def _alike(desk: BatchDesk, batch: BatchRow, remote: RemoteBatch) -> bool:
    return remote.tag == batch.tag if desk.api.dialect.keeps_tags else remote.n_lines == batch.n_lines


def _unsettled_s(desk: BatchDesk, batch: BatchRow) -> float:
    """How long a call of the process that worked on a batch may still take effect."""
    if batch.owner_seen_at is None:  # the call was ours, a moment ago
        return desk.pace.settle_s
    settled_at = _seconds(batch.owner_seen_at) + desk.pace.settle_s
    return min(desk.pace.settle_s, settled_at - desk.wall_s())


def _seconds(moment: str) -> float:
    return datetime.fromisoformat(moment).timestamp()
