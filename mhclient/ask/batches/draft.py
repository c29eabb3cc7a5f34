"""The next batch: as many missing requests as fit are claimed for it, and its input file is settled."""

from collections.abc import Iterable, Iterator
from functools import partial
from uuid import uuid4

from cache import BatchRow, BatchState, Begun, Claimed, ClaimTerms, OverCap, RunningSpend, Store
from mhclient.ask.batches.capacity import Room, line_size, queue_limit, room_in_queue
from mhclient.ask.batches.input_file import written
from mhclient.ask.batches.session import BatchDesk
from mhclient.ask.loop import missing_jobs
from mhclient.ask.request import Job
from mhclient.errors import RunStopped
from mhclient.providers.batches.problem import BatchProblem
from mhclient.run.spec import RunSpec

PAGE = 500


async def draft(desk: BatchDesk, spec: RunSpec) -> BatchRow | None:
    """Make the intent of the next batch.

    Returns:
        The batch, its lines and its input file's digest committed; None if nothing is missing, or nothing
        more may be sent now: the caps, the provider's queue.
    """
    room = _room(desk, spec)
    if room.queued_tokens == 0:
        desk.tell_once("the provider's queue is full: the rest goes when batches have ended")
        return None
    jobs = missing_jobs(desk.store, desk.run.run_id, spec, desk.run.provider, desk.pace.price)
    batch_id: int | None = None
    for page in _pages(_fitting(desk, jobs, room)):
        claim = partial(_claim, desk=desk, spec=spec, batch_id=batch_id, page=page)
        batch_id, claimed = await desk.store.write(claim)
        if any(isinstance(each, OverCap) for each in claimed):
            desk.capped = True
            desk.tell_once("the cap is reached, what waits in batches counted in full: the rest is not sent")
            break
    if batch_id is None:
        return None
    return await settle(desk, desk.store.batches.get(batch_id))


async def settle(desk: BatchDesk, batch: BatchRow) -> BatchRow:
    """End a draft: its input file is what its lines give."""
    async with written(desk.store, batch, desk.api.dialect) as file:
        return await desk.note(
            batch,
            state=BatchState.INTENDED,
            digest=file.digest,
            n_bytes=file.n_bytes,
            n_lines=file.n_lines,
            queued_tokens=file.queued_tokens,
        )


def _room(desk: BatchDesk, spec: RunSpec) -> Room:
    account, model = desk.api.account, spec.model
    problems = desk.store.batches.read_problems(account=account, model=model)
    limit = queue_limit(desk.pace.queued_tokens, [BatchProblem.stored(text) for text in problems])
    return Room.of_file(desk.api.dialect, desk.pace.most_lines, room_in_queue(limit, _waiting(desk, model)))


def _waiting(desk: BatchDesk, model: str) -> int:
    """The tokens of ours in the provider's queue."""
    return desk.store.batches.sum_queued_tokens(account=desk.api.account, model=model)


def _claim(
    store: Store,
    *,
    desk: BatchDesk,
    spec: RunSpec,
    batch_id: int | None,
    page: list[Job],
) -> tuple[int | None, list[Claimed]]:
    """Claim lines for a batch, which is opened with its first one: no draft is ever without lines."""
    opened = _open(store, desk, spec) if batch_id is None else batch_id
    spend = RunningSpend(desk.run.run_id, desk.pace.caps)
    terms = ClaimTerms(desk.run.run_id, desk.session_id, spend, desk.pace.served, opened)
    claimed = store.attempts.claim([job.claim for job in page], terms)
    if batch_id is None and not any(isinstance(each, Begun) for each in claimed):
        store.batches.drop_draft(opened)
        return None, claimed
    return opened, claimed


def _open(store: Store, desk: BatchDesk, spec: RunSpec) -> int:
    price = desk.pace.price
    return store.batches.draft(
        run_id=desk.run.run_id,
        session_id=desk.session_id,
        tag=f"mhclient-{uuid4().hex[:12]}",
        account=desk.api.account,
        model=spec.model,
        prices=(price.prompt, price.completion) if price else None,
    )


def _fitting(desk: BatchDesk, jobs: Iterable[Job], room: Room) -> Iterator[Job]:
    """The first jobs, as many as there is room for.

    Raises:
        RunStopped: there is not even room for the first, and nothing waits that could make some.
    """
    n_taken = 0
    for job in jobs:
        size = line_size(desk.api.dialect, job.request)
        if room.take(*size):
            n_taken += 1
            yield job
            continue
        if n_taken == 0 and _waiting(desk, job.request.model or "") == 0:
            raise RunStopped(
                f"the request of {job.item.item_id} fits in no batch: {room.refusal(*size)}. Give more room "
                "with --queued-tokens, or ask online, without --batch."
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
