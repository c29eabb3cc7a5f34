"""What came of a batch: looking at it, reading its results as a stream, giving each of its lines its end."""

from collections.abc import AsyncIterator
from functools import partial

from cache.batch_results import Kept, LineEnd, any_line_of, end_the_rest, keep_lines, n_waiting
from cache.batches import BatchRow, BatchState, disown, get_batch
from cache.rows import now
from mhclient.batch.desk import BatchDesk
from mhclient.batch.lines import line_end
from mhclient.errors import (
    BatchFailed,
    LineCancelled,
    LineExpired,
    LineMissing,
    ProviderError,
    ResultsGone,
    UnknownModel,
)
from mhclient.money import Price
from mhclient.wire.batches import Ending, RemoteBatch

PAGE = 500  # lines to a commit
DOWNLOADS = 3  # of results that are shorter than the provider says, before lines count as missing


class NotOurs(Exception):
    """The results of a batch that was taken for ours are for other requests."""


async def look(desk: BatchDesk, batch: BatchRow) -> tuple[BatchRow, RemoteBatch | None]:
    """Ask the provider how a batch stands; None if it knows no such batch.

    Raises:
        ProviderError: it cannot be asked.
    """
    assert batch.remote_id is not None
    try:
        remote = await desk.api.look(batch.remote_id)
    except UnknownModel:  # 404
        return batch, None
    columns = {
        "remote_status": remote.status,
        "expires_at": remote.expires_at,
        "n_done": remote.n_done,
        "n_failed": remote.n_failed,
        "looked_at": now(),
    }
    return await desk.note(batch, **columns), remote


async def collect(desk: BatchDesk, batch: BatchRow, remote: RemoteBatch) -> BatchRow:
    """Read the results of a batch that has ended, and end each of its lines.

    It may be broken off anywhere and begun again: what was stored stays, what comes twice changes nothing.

    Returns:
        The batch: collected, or without its provider's id if that turned out to be somebody else's.

    Raises:
        ProviderError: the results cannot be read now.
    """
    try:
        counts, gone = await _read(desk, batch, remote)
    except NotOurs:
        desk.tell(f"{batch.tag}: {remote.id} is not ours after all; looking for another")
        await desk.store.write(partial(disown, batch=batch))
        return desk.store.read(partial(get_batch, batch_id=batch.id))
    n_without = desk.store.read(partial(n_waiting, batch_id=batch.id))
    error = _why(remote, gone=gone)
    await desk.store.write(
        partial(
            end_the_rest,
            batch=batch,
            error=type(error).__name__,
            detail=str(error),
            paid=isinstance(error, LineMissing | ResultsGone),
        )
    )
    return await desk.note(
        batch,
        state=BatchState.COLLECTED,
        closed_at=now(),
        n_doubled=max(0, counts.n_known - (batch.n_lines - n_without)),
        n_unknown=counts.n_unknown,
        problem=_problem(remote, error, n_without),
    )


async def lost(desk: BatchDesk, batch: BatchRow) -> BatchRow:
    """End a batch that the provider no longer knows of, although the key is the one that made it."""
    gone = RemoteBatch(batch.remote_id or "", "deleted", Ending.COMPLETED, None, 0.0, None, None, gone=True)
    return await collect(desk, batch, gone)


async def _read(desk: BatchDesk, batch: BatchRow, remote: RemoteBatch) -> tuple[Kept, bool]:
    """Read all results; again where there are fewer lines than the provider counts: a download may end early.

    Returns:
        How many lines there were, and whether some of the results are gone.
    """
    for _ in range(DOWNLOADS):
        n_known, n_unknown, gone = 0, 0, remote.gone
        for path in remote.results:
            try:
                kept: Kept = await desk.call(_file, desk, batch, path)
            except UnknownModel:  # 404: a file past its lifetime
                gone = True
                continue
            n_known += kept.n_known
            n_unknown += kept.n_unknown
        if gone or n_known + n_unknown >= remote.n_told:
            break
    return Kept(n_known, n_unknown), gone


async def _file(desk: BatchDesk, batch: BatchRow, path: str) -> Kept:
    price = _price(batch)
    n_known, n_unknown = 0, 0
    async with desk.api.lines(path) as lines:
        async for page in _pages(lines):
            ends = [line_end(desk.provider, desk.api.dialect, price, raw) for raw in page]
            if batch.guessed and n_known == 0:
                _check_owner(desk, batch, ends)
            kept = await desk.store.write(partial(keep_lines, batch=batch, lines=ends))
            n_known += kept.n_known
            n_unknown += kept.n_unknown
    return Kept(n_known, n_unknown)


async def _pages(lines: AsyncIterator[bytes]) -> AsyncIterator[list[bytes]]:
    page: list[bytes] = []
    async for line in lines:
        page.append(line)
        if len(page) == PAGE:
            yield page
            page = []
    if page:
        yield page


def _check_owner(desk: BatchDesk, batch: BatchRow, ends: list[LineEnd]) -> None:
    """Whether results are for requests of this batch.

    Raises:
        NotOurs: none of them is.
    """
    keys = [end.key for end in ends if end.key is not None]
    if keys and not desk.store.read(partial(any_line_of, batch_id=batch.id, keys=keys)):
        raise NotOurs


def _price(batch: BatchRow) -> Price | None:
    if batch.prompt_price is None or batch.completion_price is None:
        return None
    return Price(batch.prompt_price, batch.completion_price, "when the batch was made")


def _why(remote: RemoteBatch, *, gone: bool) -> ProviderError:
    """Why a line has no result."""
    if remote.ending is Ending.FAILED:
        return BatchFailed(f"the provider did not begin the batch: {_said(remote)}")
    if gone:
        return ResultsGone("the provider has deleted the results of the batch")
    if remote.ending is Ending.EXPIRED:
        return LineExpired("not processed within the provider's time")
    if remote.ending is Ending.CANCELLED:
        return LineCancelled("the batch was cancelled before it was processed")
    return LineMissing("the batch has ended, and its results have no line for this request")


def _said(remote: RemoteBatch) -> str:
    return ": ".join(part for part in remote.problem or ("no reason given",) if part)


def _problem(remote: RemoteBatch, error: ProviderError, n_without: int) -> str | None:
    """What is to be said of a batch that did not go as it should."""
    if remote.problem is not None:
        return _said(remote)
    return f"{n_without:,} lines without a result: {error}" if n_without else None
