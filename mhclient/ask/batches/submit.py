"""From an intent to a batch at the provider. Each step is committed before the next one begins."""

from typing import NoReturn

from cache import BatchRow, BatchState, now
from mhclient.ask.batches.adopt import adopt
from mhclient.ask.batches.input_file import Written, written
from mhclient.ask.batches.session import BatchSession
from mhclient.errors import (
    Fatal,
    NoBatchApi,
    ProviderError,
    RequestRejected,
    Retryable,
    RunStopped,
    UnknownModel,
)
from mhclient.providers.batches.provider import InputFile
from mhclient.show.counts import counted

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
