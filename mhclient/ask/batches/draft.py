"""The next batch: as many missing requests as fit are claimed for it, and its input file is settled."""

from collections.abc import Iterable, Iterator
from functools import partial
from uuid import uuid4

from cache import BatchRow, BatchState, Begun, Claimed, ClaimTerms, OverCap, RunningSpend, Spend, Store
from mhclient.ask.batches.capacity import BatchCapacity, free_in_queue, line_size, queue_limit
from mhclient.ask.batches.input_file import written
from mhclient.ask.batches.session import BatchSession
from mhclient.ask.job import Job
from mhclient.ask.loop import beyond_so_far, missing_jobs
from mhclient.ask.shard import turns_of
from mhclient.errors import RunStopped
from mhclient.providers.batches.problem import BatchProblem
from mhclient.run.prices import beyond_cap
from mhclient.run.spec import RunSpec

PAGE = 500


async def draft(session: BatchSession, spec: RunSpec) -> BatchRow | None:
    """Make the intent of the next batch.

    Returns:
        The batch, its lines and its input file's digest committed; None if nothing is missing, or nothing
        more may be sent now: the caps, the provider's queue.
    """
    capacity = _capacity(session, spec)
    if capacity.queued_tokens == 0:
        session.tell_once("the provider's queue is full: the rest goes when batches have ended")
        return None
    store, run = session.store, session.run
    turns = turns_of(store, run.run_id, session.pace.shard)
    jobs = missing_jobs(store, run.run_id, spec, run.provider, session.pace.price, turns)
    n_beyond = beyond_so_far(store, run.run_id, spec.parameters, session.pace.caps)
    more = beyond_cap(n_beyond, spec.parameters, session.pace.price)
    batch_id: int | None = None
    for page in _pages(_fitting(session, jobs, capacity)):
        claim = partial(_claim, session=session, spec=spec, batch_id=batch_id, page=page, more=more)
        batch_id, claimed = await session.store.write(claim)
        if any(isinstance(each, OverCap) for each in claimed):
            session.capped = True
            session.tell_once(
                "the cap is reached, what waits in batches counted in full: the rest is not sent"
            )
            break
    if batch_id is None:
        return None
    return await settle(session, session.store.batches.get(batch_id))


async def settle(session: BatchSession, batch: BatchRow) -> BatchRow:
    """End a draft: its input file is what its lines give."""
    async with written(session.store, batch, session.api.dialect) as file:
        return await session.note(
            batch,
            state=BatchState.INTENDED,
            digest=file.digest,
            n_bytes=file.n_bytes,
            n_lines=file.n_lines,
            queued_tokens=file.queued_tokens,
        )


def _capacity(session: BatchSession, spec: RunSpec) -> BatchCapacity:
    account, model = session.api.account, spec.model
    problems = session.store.batches.read_problems(account=account, model=model)
    limit = queue_limit(session.pace.queued_tokens, [BatchProblem.stored(text) for text in problems])
    return BatchCapacity.of_file(
        session.api.dialect, session.pace.most_lines, free_in_queue(limit, _waiting(session, model))
    )


def _waiting(session: BatchSession, model: str) -> int:
    """The tokens of ours in the provider's queue."""
    return session.store.batches.sum_queued_tokens(account=session.api.account, model=model)


def _claim(
    store: Store,
    *,
    session: BatchSession,
    spec: RunSpec,
    batch_id: int | None,
    page: list[Job],
    more: Spend,
) -> tuple[int | None, list[Claimed]]:
    """Claim lines for a batch, which is opened with its first one: no draft is ever without lines."""
    opened = _open(store, session, spec) if batch_id is None else batch_id
    spend = RunningSpend(session.run.run_id, session.pace.caps)
    terms = ClaimTerms(session.run.run_id, session.session_id, spend, session.pace.served, opened)
    claims = [job.claim._replace(bound=job.claim.bound.plus(more)) for job in page]
    claimed = store.attempts.claim(claims, terms)
    if batch_id is None and not any(isinstance(each, Begun) for each in claimed):
        store.batches.drop_draft(opened)
        return None, claimed
    return opened, claimed


def _open(store: Store, session: BatchSession, spec: RunSpec) -> int:
    price = session.pace.price
    return store.batches.draft(
        run_id=session.run.run_id,
        session_id=session.session_id,
        tag=f"mhclient-{uuid4().hex[:12]}",
        account=session.api.account,
        model=spec.model,
        prices=(price.prompt, price.completion) if price else None,
    )


def _fitting(session: BatchSession, jobs: Iterable[Job], capacity: BatchCapacity) -> Iterator[Job]:
    """The first jobs, as many as there is room for.

    Raises:
        RunStopped: there is not even room for the first, and nothing waits that could make some.
    """
    n_taken = 0
    for job in jobs:
        size = line_size(session.api.dialect, job.request)
        if capacity.take(*size):
            n_taken += 1
            yield job
            continue
        if n_taken == 0 and _waiting(session, job.request.model or "") == 0:
            raise RunStopped(
                f"the request of {job.item.item_id} fits in no batch: {capacity.refusal(*size)}. Give more "
                "room with `queued_tokens`, or ask online, without `batch`."
            )
        return


def _pages(jobs: Iterator[Job]) -> Iterator[list[Job]]:
    page: list[Job] = []
    for job in jobs:
        page.append(job)
        if len(page) == PAGE:
            yield page
            page = []
    if page:
        yield page
