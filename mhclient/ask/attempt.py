"""One attempt at a request: leave to send, the claim in the store, the reply, and what is kept of it.

When to try again is in `request.py`.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from anyio import to_thread

from cache import (
    REFUSED_FOR_FREE,
    UNSENT,
    AlreadyAnswered,
    Arrival,
    AttemptEnd,
    Begun,
    CacheError,
    Claimed,
    OverCap,
    RequestClaim,
    Response,
    Spend,
)
from mhclient.ask.causes import StopReason, cap_in_words, long_wait
from mhclient.ask.job import Job
from mhclient.ask.pacing import Permit
from mhclient.ask.session import Session
from mhclient.ask.stopping import Draining
from mhclient.ask.unanswered import look_at_first
from mhclient.errors import (
    AttemptTimeout,
    Congested,
    GatewayFault,
    NeverSent,
    Overloaded,
    PromptFiltered,
    ProviderError,
)
from mhclient.providers.base import RawReply
from mhclient.providers.headers import quota
from mhclient.providers.moderation import withheld_prompt
from mhclient.providers.without_text import why_without_text
from mhclient.redaction.secrets import hide_heard
from mhclient.run.jobs import MODE as JOBS
from mhclient.run.parameters import FinishReason
from mhclient.run.prices import beyond_cap, cost_of, tokens_beyond
from mhclient.run.prompts import Question
from parsers import Outcome, read_answer

T = TypeVar("T")

LARGE = 1 << 20  # bytes
ROOM_S = 0.2  # how often a request that a cap holds back is tried again


async def attempt_once(session: Session, job: Job) -> Response | None:
    """Wait for leave, claim the request, send it once, and store what comes of it.

    Returns:
        The reply; None if it was there already, or if another process is asking.

    Raises:
        ProviderError: there is none; what that cost is on record.
        Draining: the run drains and the request had to wait.
    """
    session.disk.check()
    permit, begun = await _claim(session, job)
    while isinstance(begun, OverCap):
        await _wait_for_room(session, begun, _claim_of(session, job).bound)
        permit, begun = await _claim(session, job)
    if isinstance(begun, Begun):
        return await _send(session, job, permit, begun.attempt_id)
    if isinstance(begun, AlreadyAnswered):
        reply = Response(b"", begun.completion, begun.finish_reason)
        await _count_reply(session, job, reply, begun.n_items, from_cache=True)
    else:
        session.n_elsewhere += 1
    return None


async def _claim(session: Session, job: Job) -> tuple[Permit, Claimed]:
    """Leave to send, and the claim; leave that the claim makes no use of is given back."""
    permit = await session.pacer.admit(job.tokens)
    if permit is None:
        raise Draining
    try:
        begun: Claimed = await session.store.attempts.claim(_claim_of(session, job), session.terms)
    except BaseException:
        session.pacer.unsent(permit)
        raise
    if not isinstance(begun, Begun):
        session.pacer.unsent(permit)
    return permit, begun


def _claim_of(session: Session, job: Job) -> RequestClaim:
    """The claim of a job, at a bound that knows how much earlier replies took."""
    if not session.n_beyond:
        return job.claim
    more = beyond_cap(session.n_beyond, session.parameters, session.price)
    return job.claim._replace(bound=job.claim.bound.plus(more))


async def _wait_for_room(session: Session, over: OverCap, wanted: Spend) -> None:
    """What is under way may turn out cheaper than its bound; once nothing is, the cap has no room."""
    if over.n_in_flight == 0:
        caps = session.caps
        passed = not caps.allow(over.spent)
        said = cap_in_words(caps, over.spent, wanted)
        session.stop.drain((StopReason.CAP_PASSED if passed else StopReason.CAP_REACHED).cause(said))
    await session.stop.sleep(ROOM_S)


async def _send(session: Session, job: Job, permit: Permit, attempt_id: int) -> Response:
    session.progress.n_attempts += 1
    try:
        async with session.under_way.connection:
            began_at = session.stop.now()
            raw, reply = await _reply_to(session, job)
    except NeverSent as error:
        _make_fit_to_keep(error)
        await _unsend(session, permit, attempt_id, _end(error, session.stop.now() - began_at))
        raise
    except ProviderError as error:
        _make_fit_to_keep(error)
        if error.status is not None and not isinstance(
            error, GatewayFault
        ):  # one that was dropped may have been sent before the server went
            _end_outage(session)
        spend = _charge(session, job, error.took)
        await _fail(session, permit, attempt_id, error, _end(error, session.stop.now() - began_at, spend))
        raise
    _end_outage(session)
    try:
        now = session.stop.now()
        session.health.replied(began_at, now)
        session.pacer.answered(permit, tokens_used=_tokens_used(reply), quota=quota(raw.headers))
        spend = _charge(session, job, reply)
        if _tokens_used(reply) is None and reply.finish_reason != FinishReason.CONTENT_FILTER:
            session.progress.n_uncounted += 1
        end = AttemptEnd(now - began_at, raw.status, raw.headers, spend=spend)
        arrival = Arrival(attempt_id, job.request.key, reply, end)
        try:
            n_items = await session.store.attempts.keep_reply(arrival, session.run_id)
        except CacheError:
            session.n_unkept += 1
            raise
        await _count_reply(session, job, reply, n_items, from_cache=False)
    finally:
        raw.held.release()
    return reply


def _charge(session: Session, job: Job, took: Response | None) -> Spend | None:
    """What an answer did cost, if it says so; what it took beyond the cap, the next ones may take, too."""
    if took is None:
        return None
    written = took.total_tokens if took.completion_tokens is None else took.completion_tokens
    session.n_beyond = max(session.n_beyond, tokens_beyond(written, session.parameters))
    return cost_of(took, session.price, job.claim.bound)


async def _reply_to(session: Session, job: Job) -> tuple[RawReply, Response]:
    """The reply to a request; a prompt that the provider's filter stopped counts as a (withheld) reply."""
    name = job.name
    sent = session.under_way.begin(name)
    try:
        raw = await session.send(job.request)
    except asyncio.CancelledError:
        if not sent.timed_out():
            raise
        raise AttemptTimeout(f"no complete answer within {session.under_way.deadline_s:g} s") from None
    except PromptFiltered as error:
        raw = RawReply(error.status or 400, error.headers, error.body)
        return raw, withheld_prompt(error.body)
    finally:
        session.under_way.end(name)
    read = session.provider.read
    try:
        return raw, await _in_a_thread(partial(read, raw)) if len(raw.body) > LARGE else read(raw)
    except PromptFiltered as error:  # which came with status 200
        return raw, withheld_prompt(error.body)
    except BaseException:
        raw.held.release()
        raise


def _make_fit_to_keep(error: ProviderError) -> None:
    error.hide(hide_heard)  # what cannot be read is quoted, and may come from a proxy
    # It is kept until the request is tried again: 256 replies of 31 MB that cannot be read took 8 GB.
    error.forget_origin()


async def _in_a_thread(read: Callable[[], T]) -> T:
    """Read what is large beside the loop: everything else, Ctrl-C too, would wait for it."""
    return await to_thread.run_sync(read, abandon_on_cancel=True)


def _end_outage(session: Session) -> None:
    """Whatever came back, there is a connection."""
    if session.outage.since is not None:
        session.health.reconnected(session.stop.now())
        session.outage.end()


async def _unsend(session: Session, permit: Permit, attempt_id: int, end: AttemptEnd) -> None:
    """There was no connection to send over: on record, and booked as nothing."""
    session.progress.n_attempts -= 1
    session.pacer.unsent(permit)
    await session.store.attempts.fail(attempt_id=attempt_id, end=end, state=UNSENT)


async def _fail(
    session: Session, permit: Permit, attempt_id: int, error: ProviderError, end: AttemptEnd
) -> None:
    if isinstance(error, Congested):
        refused = session.pacer.overloaded if isinstance(error, Overloaded) else session.pacer.congested
        refused(permit, error.retry_after_s)
        if (error.retry_after_s or 0.0) > session.health.endurance.refused_s:
            session.stop.drain(
                StopReason.LONG_WAIT.cause(long_wait(error.retry_after_s or 0.0), error), error
            )
    else:
        session.pacer.ended()
    session.health.failed(error)
    await session.store.attempts.fail(attempt_id=attempt_id, end=end)


async def _count_reply(
    session: Session,
    job: Job,
    reply: Response,
    n_items: int,
    *,
    from_cache: bool,
) -> None:
    text = reply.completion or ""
    read = partial(_outcome, job.question, text, reply.finish_reason)
    outcome = await _in_a_thread(read) if len(text) > LARGE else read()
    task = session.progress.tasks[job.item.task]
    task.answered += n_items
    task.from_cache += n_items if from_cache else 0
    task.outcomes[outcome] += n_items
    if outcome in (Outcome.EMPTY, Outcome.TRUNCATED) and not text.strip() and not from_cache:
        session.progress.without_text[why_without_text(reply.body, reply.finish_reason)] += n_items
    look_at_first(session)


def _outcome(question: Question, text: str, finish_reason: str | None) -> Outcome:
    """What the display counts a reply as; a job's has no letter to be read, and is an answer if it ended."""
    if question.mode == JOBS:
        cut = {FinishReason.LENGTH: Outcome.TRUNCATED, FinishReason.CONTENT_FILTER: Outcome.FILTERED}
        return cut.get(finish_reason, Outcome.ANSWER if text.strip() else Outcome.EMPTY)  # type: ignore[call-overload,no-any-return]
    return read_answer(text, question.options, finish_reason=finish_reason, mode=question.mode).outcome


def _tokens_used(reply: Response) -> int | None:
    if reply.prompt_tokens is None or reply.completion_tokens is None:
        return None
    return reply.prompt_tokens + reply.completion_tokens


def _end(error: ProviderError, duration_s: float, spend: Spend | None = None) -> AttemptEnd:
    # What was never sent, or was answered with an error status, is free unless it says what it took. Without
    # an answer, with a broken one, or with a gateway's in place of the server's, nobody knows.
    refused = (error.status or 0) >= 300 and not isinstance(error, GatewayFault)
    if spend is None and (refused or isinstance(error, NeverSent)):
        spend = REFUSED_FOR_FREE
    return AttemptEnd(duration_s, error.status, error.headers, type(error).__name__, str(error), spend)
