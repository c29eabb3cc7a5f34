"""From missing requests to a batch at the provider. Each step is committed before the next one begins.

`BatchCapacity` says how much fits (lines, bytes, tokens in the provider's queue); `draft` claims as many
missing requests as fit; `written` writes the input file anew from the store, the same bytes each time;
`submit` uploads it and makes the batch.

A batch may have been made although we never heard so; `adopt` finds out from the provider's list. A provider
that keeps our tag settles it. One that keeps none is asked for a batch of the same size, made since; whether
that is ours its results will show (`collect.py`), and until then nothing is submitted twice.
"""

import contextlib
import hashlib
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import BinaryIO, NoReturn
from uuid import uuid4

import anyio.lowlevel

from cache import (
    BatchLine,
    BatchRow,
    BatchState,
    Begun,
    Claimed,
    ClaimTerms,
    OverCap,
    RunningSpend,
    Spend,
    Store,
    StoredRequest,
    now,
)
from cache.async_store import AsyncStore
from mhclient.ask.batches.session import BatchSession
from mhclient.ask.loop import beyond_so_far, missing_jobs
from mhclient.ask.order import turns_of
from mhclient.ask.session import Job
from mhclient.errors import (
    Fatal,
    NoBatchApi,
    ProviderError,
    RequestRejected,
    Retryable,
    RunStopped,
    UnknownModel,
)
from mhclient.providers.batches import (
    BYTES_PER_QUEUED_TOKEN,
    BatchDialect,
    BatchLimits,
    BatchProblem,
    InputFile,
    RemoteBatch,
)
from mhclient.run.prices import beyond_cap
from mhclient.run.spec import RunSpec
from mhclient.show.counts import counted

# Our reckoning of tokens is not the provider's; and so much of its queue should be free before it is used.
MARGIN = 0.9
WORTH_IT = 0.5


@dataclass(slots=True)
class BatchCapacity:
    """What a batch can still take.

    Attributes:
        queued_tokens: of prompts, None for no limit.
    """

    lines: int
    bytes: int
    queued_tokens: int | None

    @classmethod
    def within(
        cls, limits: BatchLimits, most_lines: int | None, queued_tokens: int | None
    ) -> "BatchCapacity":
        """The room in an empty batch."""
        lines = limits.lines if most_lines is None else min(limits.lines, most_lines)
        return cls(lines, limits.bytes, queued_tokens)

    @classmethod
    def of_file(
        cls, dialect: BatchDialect, most_lines: int | None, queued_tokens: int | None
    ) -> "BatchCapacity":
        """The room for lines in an empty input file."""
        capacity = cls.within(dialect.limits, most_lines, queued_tokens)
        capacity.bytes -= len(dialect.head) + len(dialect.tail)
        return capacity

    def refusal(self, n_bytes: int, tokens: int) -> str | None:
        """Why a line does not fit, None if it does. Of an empty batch: why it never will."""
        if self.lines < 1:
            return "the batch has as many lines as it may have"
        if n_bytes > self.bytes:
            return f"it has {n_bytes:,} bytes, and there is room for {self.bytes:,}"
        if self.queued_tokens is not None and tokens > self.queued_tokens:
            more = f"{self.queued_tokens:,} more may wait"
            return f"it takes about {counted(tokens, 'token')} of the queue, and {more}"
        return None

    def take(self, n_bytes: int, tokens: int) -> bool:
        """Use up room for a line; False, and nothing is used, if it does not fit."""
        if self.refusal(n_bytes, tokens):
            return False
        self.lines -= 1
        self.bytes -= n_bytes
        if self.queued_tokens is not None:
            self.queued_tokens -= tokens
        return True


def line_size(dialect: BatchDialect, request: StoredRequest) -> tuple[int, int]:
    """The room a request takes in a batch: bytes, tokens of the queue."""
    n_bytes = len(dialect.line(request.key, request.body)) + len(dialect.joint)
    return n_bytes, tokens_in_queue(request.body)


class BatchCount:
    """How many batches requests would go in, told one after the other."""

    def __init__(self, dialect: BatchDialect, most_lines: int | None, queued_tokens: int | None) -> None:
        self.n_batches = 0
        self._dialect = dialect
        self._limits = most_lines, queued_tokens
        self._capacity = BatchCapacity(0, 0, 0)

    def add(self, request: StoredRequest) -> None:
        """A request that is to be sent."""
        size = line_size(self._dialect, request)
        if not self._capacity.take(*size):
            self.n_batches += 1
            self._capacity = BatchCapacity.of_file(self._dialect, *self._limits)
            self._capacity.take(*size)


def tokens_in_queue(body: str) -> int:
    """What a request takes up of the provider's queue, as reckoned from its body."""
    return -(-len(body.encode()) // BYTES_PER_QUEUED_TOKEN)


def queue_limit(stated: int | None, problems: Sequence[BatchProblem | None]) -> int | None:
    """The most tokens that should wait at the provider; None for no limit known.

    Args:
        stated: as the user says.
        problems: of earlier batches for the model, the latest first. A refusal for a full queue names the
            limit; if the one after it was refused too, others use the queue, and each halves what we try.
    """
    limits = [problem.queue_limit if problem else None for problem in problems]
    learned = next((limit for limit in limits if limit is not None), None)
    if learned is None:
        return stated
    in_a_row = len(list(takewhile(lambda limit: limit is not None, limits)))
    allowed = int(learned * MARGIN / 2 ** max(0, in_a_row - 1))
    return allowed if stated is None else min(stated, allowed)


def free_in_queue(limit: int | None, waiting: int) -> int | None:
    """Tokens that may be added to the queue now; 0 if it is better to wait until more is free."""
    if limit is None:
        return None
    free = limit - waiting
    return free if waiting == 0 or free >= limit * WORTH_IT else 0


READ_PAGE = 1_000


@dataclass(frozen=True, slots=True)
class Written:
    """A file on disk that vanishes when it is closed, at its beginning."""

    file: BinaryIO
    digest: str  # SHA-256
    n_bytes: int
    n_lines: int
    queued_tokens: int  # of the prompts, as reckoned


@asynccontextmanager
async def written(store: AsyncStore, batch: BatchRow, dialect: BatchDialect) -> AsyncIterator[Written]:
    """The input file of a batch, beside the store: the place for temporary files may lie in memory.

    Raises:
        RunStopped: it cannot be written, or the store gives another file than the one that was settled.
    """
    folder = store.path.absolute().parent
    with contextlib.ExitStack() as opened:
        try:
            file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed by the stack
            opened.callback(_close, file)
            found = await _write(file, _line_pages(store, batch), dialect)
        except OSError as error:
            raise RunStopped(
                f"batch {batch.tag}: its input file cannot be written in {folder} "
                f"({error.strerror or error}). Nothing was sent: make room and start again."
            ) from error
        if batch.digest is not None and batch.digest != found.digest:
            raise RunStopped(
                f"batch {batch.tag}: its requests in the store are not those it was made from. "
                "'mhclient cache verify' may say more."
            )
        yield found


def _close(file: BinaryIO) -> None:
    # On a full disk the last bytes fail once more here; the file vanishes either way.
    with contextlib.suppress(OSError):
        file.close()


async def _write(file: BinaryIO, pages: Iterator[list[BatchLine]], dialect: BatchDialect) -> Written:
    digest, n_bytes, n_lines, tokens = hashlib.sha256(), 0, 0, 0
    for page in pages:
        for line in page:
            before = dialect.joint if n_lines else dialect.head
            piece = before + dialect.line(line.key, line.body)
            digest.update(piece)
            n_bytes += file.write(piece)
            n_lines += 1
            tokens += tokens_in_queue(line.body)
        await anyio.lowlevel.checkpoint()
    digest.update(dialect.tail)
    n_bytes += file.write(dialect.tail)
    file.seek(0)
    return Written(file, digest.hexdigest(), n_bytes, n_lines, tokens)


def _line_pages(store: AsyncStore, batch: BatchRow) -> Iterator[list[BatchLine]]:
    after = 0
    while page := store.batch_lines.read(batch.id, after=after, limit=READ_PAGE):
        yield page
        after = page[-1].attempt_id


CLAIM_PAGE = 500


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
    for page in _claim_pages(_fitting(session, jobs, capacity)):
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


def _claim_pages(jobs: Iterator[Job]) -> Iterator[list[Job]]:
    page: list[Job] = []
    for job in jobs:
        page.append(job)
        if len(page) == CLAIM_PAGE:
            yield page
            page = []
    if page:
        yield page


# Between the provider's clock and ours.
SKEW_S = 15 * 60.0


async def adopt(session: BatchSession, batch: BatchRow) -> BatchRow:
    """Find out whether a batch was made.

    Returns:
        The batch: submitted if it was, else intended again: then it is certain that it was not.
    """
    found = await _found(session, batch)
    if found is None and (wait_s := _unsettled_s(session, batch)) > 0:
        session.tell(f"{batch.tag}: the call that makes it may be under way; looking again in {wait_s:.0f} s")
        await session.stop.sleep(wait_s)
        found = await _found(session, batch)
    if found is None:
        return await session.note(batch, state=BatchState.INTENDED)
    guessed = not session.api.dialect.keeps_tags
    if not await session.store.batches.own(batch, remote_id=found.id, guessed=guessed):
        return await adopt(session, batch)  # its maker has said so meanwhile: there may be another
    session.tell(f"{batch.tag}: found at the provider as {found.id}, made before")
    return await session.note(batch, expires_at=found.expires_at, remote_status=found.status)


async def _found(session: BatchSession, batch: BatchRow) -> RemoteBatch | None:
    """Of the provider's batches that may be this one and have no owner, the one made nearest to our call."""
    known = session.store.batches.read_known_remote_ids(batch.id)
    keeps_tags = session.api.dialect.keeps_tags
    candidates: list[RemoteBatch] = []
    cursor: str | None = None
    while True:
        page = await session.call(session.api.page, cursor)
        candidates += [
            remote
            for remote in page.batches
            if remote.created_at >= batch.made_at - SKEW_S
            and remote.id not in known
            and (remote.tag == batch.tag if keeps_tags else remote.n_lines == batch.n_lines)
        ]
        cursor = page.cursor
        if cursor is None or not page.batches or page.batches[-1].created_at < batch.made_at - SKEW_S:
            return min(candidates, key=lambda remote: abs(remote.created_at - batch.made_at), default=None)


def _unsettled_s(session: BatchSession, batch: BatchRow) -> float:
    """How long a call of the process that worked on a batch may still take effect."""
    if batch.owner_seen is None:  # the call was ours, a moment ago
        return session.pace.settle_s
    return min(session.pace.settle_s, batch.owner_seen + session.pace.settle_s - session.wall_s())


TRIES = 5  # to make one batch, if each time it turns out not to have been made
REFUSED = 429  # the one status among those worth another try that says for certain: nothing was made


async def submit(session: BatchSession, batch: BatchRow) -> BatchRow:
    """Bring a batch whose intent is committed to the provider.

    Returns:
        The batch, submitted.

    Raises:
        RunStopped: the provider will not take it; its lines have failed.
        Retryable: it could not be reached; the batch stays, and the next start goes on with it.
    """
    tries = 0
    while batch.state == BatchState.INTENDED:
        tries += 1
        async with written(session.store, batch, session.api.dialect) as file:
            batch = await _make(session, batch, file, last=tries == TRIES)
    return batch


async def _make(session: BatchSession, batch: BatchRow, file: Written, *, last: bool) -> BatchRow:
    """One try; returns the batch submitted, or intended once more if it is certain that it was not made."""
    given = InputFile(batch.tag, batch.run_id, batch.model, file.digest, file.n_bytes, file.file)
    try:
        batch = await session.note(batch, upload=batch.upload or await _uploaded(session, given))
    except (RequestRejected, Fatal) as error:
        await _refuse(session, batch, error)
    batch = await session.note(batch, state=BatchState.CREATING, creating_at=now(), owner_seen_at=None)
    file.file.seek(0)
    try:
        remote = await session.api.create(given, batch.upload)
    except (RequestRejected, Fatal) as error:
        if last or not _file_unseen(batch, error):
            await _refuse(session, batch, error)
        session.tell(f"{batch.tag}: {error}")
        await session.stop.sleep(session.pace.policy.wait_first_s)
        return await session.note(batch, state=BatchState.INTENDED)
    except Retryable as error:
        batch = await _after(session, batch, error)
        if last and batch.state != BatchState.SUBMITTED:
            raise
        return batch
    session.tell(f"{batch.tag}: {counted(batch.n_lines, 'request')} accepted as {remote.id}")
    await session.store.batches.own(batch, remote_id=remote.id, guessed=False)
    return await session.note(
        batch, remote_status=remote.status, expires_at=remote.expires_at, looked_at=now()
    )


def _file_unseen(batch: BatchRow, error: ProviderError) -> bool:
    """Whether the file just uploaded is not found: OpenAI's storage may take a moment to show it."""
    return batch.upload is not None and batch.upload in str(error)


async def _uploaded(session: BatchSession, given: InputFile) -> str | None:
    """The file at the provider: from an earlier try whose answer was lost, or brought there now."""

    async def upload() -> str | None:
        if (found := await session.api.find_upload(given)) is not None:
            return found
        given.file.seek(0)
        return await session.api.upload(given)

    found: str | None = await session.call(upload)
    return found


async def _after(session: BatchSession, batch: BatchRow, error: Retryable) -> BatchRow:
    """A call to make the batch that brought no answer: it may have been made all the same."""
    session.tell(f"{batch.tag}: {error}")
    if error.status == REFUSED:
        longest_s = session.pace.policy.wait_max_s
        await session.stop.sleep(min(error.retry_after_s or longest_s, longest_s))
        return await session.note(batch, state=BatchState.INTENDED)
    return await adopt(session, batch)


def _named(session: BatchSession, error: ProviderError) -> ProviderError:
    """A refusal by its own name: 404 to a call that makes something is about the address, not the model."""
    if not isinstance(error, UnknownModel):
        return error
    return NoBatchApi(
        f"there is no batch API at {session.run.batches.base_url} ({error}). Check `base_url` (OpenAI's ends "
        "in /v1, Anthropic's does not), or leave `batch` out to ask online"
    )


async def _refuse(session: BatchSession, batch: BatchRow, error: ProviderError) -> NoReturn:
    """End a batch that the provider will not take.

    Raises:
        RunStopped: always.
    """
    refusal = _named(session, error)
    name, detail = type(refusal).__name__, str(refusal)
    await session.store.batch_lines.end_rest(batch, error=name, detail=detail, paid=False)
    await session.note(batch, state=BatchState.REFUSED, problem=detail, closed_at=now())
    raise RunStopped(f"the provider does not take the batch {batch.tag}: {refusal}") from error
