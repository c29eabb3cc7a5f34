"""What came of a batch: looking at it, reading its results as a stream, giving each of its lines its end."""

from collections.abc import AsyncIterator
from functools import partial

from cache import REFUSED_FOR_FREE, AttemptEnd, BatchRow, BatchState, KeptLines, LineEnd, Response, Store, now
from mhclient.ask.batches.session import BatchSession, day_of
from mhclient.errors import (
    BatchFailed,
    LineCancelled,
    LineExpired,
    LineMissing,
    MalformedReply,
    PromptFiltered,
    ProviderError,
    RequestRejected,
    ResultsGone,
    UnknownModel,
)
from mhclient.providers.base import Provider, RawReply
from mhclient.providers.batches import BatchDialect, BatchEnding, BatchProblem, LineResult, RemoteBatch
from mhclient.providers.faults import fault_of
from mhclient.providers.withheld import withheld_prompt
from mhclient.run.prices import Price, cost_of
from mhclient.show.counts import agreeing, counted

UNPROCESSED: dict[BatchEnding, ProviderError] = {
    BatchEnding.EXPIRED: LineExpired("not processed within the provider's time"),
    BatchEnding.CANCELLED: LineCancelled("the batch was cancelled before it was processed"),
}


def line_end(provider: Provider, dialect: BatchDialect, price: Price | None, raw: bytes) -> LineEnd:
    """What a line says of its request.

    Args:
        price: of the batch.
    """
    try:
        result = dialect.read_line(raw)
    except MalformedReply:
        return LineEnd(None, raw, None)
    headers = {"x-request-id": result.request_id} if result.request_id else {}
    try:
        reply = _reply(provider, result, headers)
    except ProviderError as error:
        return LineEnd(
            result.key,
            raw,
            _end(error, result, headers, price),
            curable=not isinstance(error, RequestRejected),
        )
    end = AttemptEnd(None, result.status, headers, spend=cost_of(reply, price))
    return LineEnd(result.key, raw, end, reply)


def _reply(provider: Provider, result: LineResult, headers: dict[str, str]) -> Response:
    """The reply in a line, read as an online one would be.

    Raises:
        ProviderError: it holds none.
    """
    if result.ending in UNPROCESSED:
        raise UNPROCESSED[result.ending]
    try:
        if result.status >= 300:
            raise fault_of(result.status, headers, result.body)
        return provider.read(RawReply(result.status, headers, result.body))
    except PromptFiltered as error:
        return withheld_prompt(error.body)


def _end(
    error: ProviderError, result: LineResult, headers: dict[str, str], price: Price | None
) -> AttemptEnd:
    # Providers charge for lines they have answered; an answer that cannot be read may have cost something.
    spend = None if error.took is None else cost_of(error.took, price)
    if spend is None and (result.status >= 300 or result.ending in UNPROCESSED):
        spend = REFUSED_FOR_FREE
    return AttemptEnd(None, result.status, headers, type(error).__name__, str(error), spend)


PAGE = 500  # lines to a commit
NO_LINES = KeptLines(0, 0)
DELETED = "the provider has deleted the results of the batch"
DOWNLOADS = 3  # of results that are shorter than the provider says, before lines count as missing


class NotOurs(Exception):
    """The results of a batch that was taken for ours are for other requests."""


async def look(session: BatchSession, batch: BatchRow) -> tuple[BatchRow, RemoteBatch | None]:
    """Ask the provider how a batch stands; None if it knows no such batch.

    Raises:
        ProviderError: it cannot be asked.
    """
    assert batch.remote_id is not None
    try:
        remote = await session.api.look(batch.remote_id)
    except UnknownModel:  # 404
        return batch, None
    columns = {
        "remote_status": remote.status,
        "expires_at": remote.expires_at,
        "n_done": remote.n_done,
        "n_failed": remote.n_failed,
        "looked_at": now(),
    }
    return await session.note(batch, **columns), remote


async def collect(session: BatchSession, batch: BatchRow, remote: RemoteBatch) -> BatchRow:
    """Read the results of a batch that has ended, and end each of its lines.

    It may be broken off anywhere and begun again: what was stored stays, what comes twice changes nothing.

    Returns:
        The batch: collected; or still submitted, if results cannot be found that the provider should have;
        or without its provider's id if that turned out to be somebody else's.

    Raises:
        ProviderError: the results cannot be read now.
    """
    try:
        counts, found = await _read(session, batch, remote)
    except NotOurs:
        session.tell(f"{batch.tag}: {remote.id} is not ours after all; looking for another")
        await session.store.batches.mark_not_ours(batch)
        return session.store.batches.get(batch.id)
    if not found and (until := _kept_until(session, batch)) > session.wall_s():
        return await put_off(session, batch, until)
    return await close(session, batch, _why(remote, gone=remote.gone or not found), counts, remote.problem)


async def put_off(session: BatchSession, batch: BatchRow, until: float) -> BatchRow:
    """Look again later: a batch that the provider does not find now may be found in a minute.

    Source: github.com/anthropics/anthropic-sdk-python/issues/1432 (intermittent 404s on batches).
    """
    problem = (
        f"the provider does not find its results now, but keeps them until {day_of(until)}: to be looked for "
        f"again; 'mhclient batches --cancel {batch.tag}' gives them up"
    )
    session.tell_once(f"{batch.tag}: {problem}")
    return await session.note(batch, problem=problem)


async def close(
    session: BatchSession,
    batch: BatchRow,
    error: ProviderError,
    counts: KeptLines = NO_LINES,
    said: BatchProblem | None = None,
) -> BatchRow:
    """End a batch, and those of its lines that have no end yet; serve other runs that wait for its replies.

    Args:
        error: what the lines end in.
        said: what the provider says is wrong with the batch, if anything.
    """
    others = await session.store.write(partial(_close, batch=batch, error=error, counts=counts, said=said))
    for run_id, n_items in others.items():
        session.tell(
            f"{batch.tag}: {counted(n_items, 'item')} of {run_id} {agreeing(n_items, 'rests', 'rest')} on "
            "its replies, too"
        )
    return session.store.batches.get(batch.id)


def _close(
    store: Store,
    *,
    batch: BatchRow,
    error: ProviderError,
    counts: KeptLines,
    said: BatchProblem | None,
) -> dict[str, int]:
    n_without = store.batch_lines.count_lacking(batch.id)
    paid = isinstance(error, LineMissing | ResultsGone)
    store.batch_lines.end_rest(batch, type(error).__name__, str(error), paid=paid)
    store.batches.update(
        batch.id,
        state=BatchState.COLLECTED,
        closed_at=now(),
        n_doubled=max(0, counts.n_known - (batch.n_lines - n_without)),
        n_unknown=counts.n_unknown,
        problem=said.text
        if said
        else (f"{counted(n_without, 'line')} without a result: {error}" if n_without else None),
    )
    return store.batch_lines.serve_others(batch)


async def lost(session: BatchSession, batch: BatchRow) -> BatchRow:
    """A batch that the provider does not find, although the key is the one that made it."""
    if (until := _kept_until(session, batch)) > session.wall_s():
        return await put_off(session, batch, until)
    return await close(session, batch, ResultsGone(DELETED))


def _kept_until(session: BatchSession, batch: BatchRow) -> float:
    """When the provider deletes a batch's results, in seconds since 1970."""
    return batch.made_at + session.api.dialect.results_last_s


async def _read(session: BatchSession, batch: BatchRow, remote: RemoteBatch) -> tuple[KeptLines, bool]:
    """Read all results; again where there are fewer lines than the provider counts: a download may end early.

    Returns:
        How many lines there were, and whether all results were found.
    """
    for _ in range(DOWNLOADS):
        n_known, n_unknown, found = 0, 0, not remote.unnamed
        for path in remote.results:
            try:
                kept: KeptLines = await session.call(_file, session, batch, path)
            except UnknownModel:  # 404
                found = False
                continue
            n_known += kept.n_known
            n_unknown += kept.n_unknown
        if not found or n_known + n_unknown >= remote.n_told:
            break
    return KeptLines(n_known, n_unknown), found


async def _file(session: BatchSession, batch: BatchRow, path: str) -> KeptLines:
    price = _price(batch)
    n_known, n_unknown = 0, 0
    async with session.api.lines(path) as lines:
        async for page in _pages(lines):
            ends = [line_end(session.run.provider, session.api.dialect, price, raw) for raw in page]
            if batch.guessed and n_known == 0:
                _check_owner(session, batch, ends)
            kept = await session.store.batch_lines.keep(batch, lines=ends)
            n_known += kept.n_known
            n_unknown += kept.n_unknown
    return KeptLines(n_known, n_unknown)


async def _pages(lines: AsyncIterator[bytes]) -> AsyncIterator[list[bytes]]:
    page: list[bytes] = []
    async for line in lines:
        page.append(line)
        if len(page) == PAGE:
            yield page
            page = []
    if page:
        yield page


def _check_owner(session: BatchSession, batch: BatchRow, ends: list[LineEnd]) -> None:
    """Whether results are for requests of this batch.

    Raises:
        NotOurs: none of them is.
    """
    keys = [end.key for end in ends if end.key is not None]
    if keys and not session.store.batch_lines.has_any(batch.id, keys=keys):
        raise NotOurs


def _price(batch: BatchRow) -> Price | None:
    if batch.prompt_price is None or batch.completion_price is None:
        return None
    return Price.of_batch(batch.prompt_price, batch.completion_price)


def _why(remote: RemoteBatch, *, gone: bool) -> ProviderError:
    """Why a line has no result."""
    if remote.ending is BatchEnding.FAILED:
        said = remote.problem or "no reason given"
        return BatchFailed(f"the provider did not begin the batch: {said}")
    if gone:
        return ResultsGone(DELETED)
    if remote.ending is BatchEnding.EXPIRED:
        return LineExpired("not processed within the provider's time")
    if remote.ending is BatchEnding.CANCELLED:
        return LineCancelled("the batch was cancelled before it was processed")
    return LineMissing("the batch has ended, and its results have no line for this request")
