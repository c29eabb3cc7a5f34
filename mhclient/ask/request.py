"""One request, from the intent to its terminal record: attempts, when to try again, when to give up.

Every way through here ends in exactly one of: a reply in the store; an error on the run's items; or nothing
(the run drains, another process is asking, the provider answers nobody), and then the items stay missing.

`attempt_once` is one attempt: leave to send, the claim in the store, the reply, and what is kept of it.
`in_common` says what many replies without an answer have in common: once the first have come, while most of
the money is not spent yet, and at the end.
"""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeGuard, TypeVar

from anyio import to_thread
from anyio.lowlevel import checkpoint
from tenacity import RetryCallState

from cache import (
    REFUSED_FOR_FREE,
    UNSENT,
    AlreadyAnswered,
    Arrival,
    AttemptEnd,
    Begun,
    CacheError,
    Claimed,
    Kept,
    OverCap,
    RequestClaim,
    Response,
    Spend,
)
from mhclient.ask.pacing import Permit
from mhclient.ask.retry import RetryPolicy, retrying, starting_with, why_again
from mhclient.ask.session import Job, Progress, Rejected, Session
from mhclient.ask.stopping import Draining, StopReason, cap_in_words, long_wait
from mhclient.errors import (
    AccessDenied,
    AttemptTimeout,
    Blocked,
    Congested,
    Fatal,
    GatewayFault,
    MachineExhausted,
    NeverSent,
    Overloaded,
    PromptFiltered,
    PromptTooLong,
    ProviderError,
    ReplyTooLarge,
    RequestRejected,
    Retryable,
)
from mhclient.providers.base import RawReply
from mhclient.providers.headers import quota
from mhclient.providers.withheld import CUT_IN_THOUGHT, why_without_text, withheld_prompt
from mhclient.read.reading import MOST_REPLIES, BriefReading, ShownCompletion
from mhclient.redaction.secrets import hide_heard
from mhclient.run.jobs import MODE as JOBS
from mhclient.run.parameters import FinishReason
from mhclient.run.prices import beyond_cap, cost_of, tokens_beyond
from mhclient.show.cells import percent
from mhclient.show.counts import agreeing, counted
from parsers import Outcome

FIRST = 30  # replies
MANY = 0.1  # a share of the replies, from which on something is said of it


def look_at_first(session: Session) -> None:
    """Say what the first replies of a start have in common, if many of them hold no answer.

    Where not one holds an answer, or is withheld, nothing more is asked: whoever starts the run again, or
    leaves the preflight out, wants it so.
    """
    progress = session.progress
    if session.looked_at_first or (outcomes := progress.outcomes()).total() < FIRST:
        return
    session.looked_at_first = True
    if progress.done >= progress.total:  # it has ended, and the summary says it
        return
    told = " ".join(in_common(progress))
    without = outcomes[Outcome.EMPTY] + outcomes[Outcome.TRUNCATED]
    if session.stops_without_answers and without == outcomes.total() and not progress.n_earlier:
        session.stop.drain(StopReason.NO_ANSWERS.cause(outcomes.total(), told))
    elif told:
        session.tell(f"Of the first {outcomes.total()} replies: {told}")


def in_common(progress: Progress) -> Iterator[str]:
    """What many replies of this start have in common that hold no answer, or no count of their tokens.

    Nothing where all is well.
    """
    outcomes, whys = progress.outcomes(), progress.without_text
    n = outcomes.total()
    if (cut := outcomes[Outcome.TRUNCATED]) >= max(1, MANY * n):
        n_thinking = whys[CUT_IN_THOUGHT]
        thinking = f", {n_thinking:,} of them while thinking" if n_thinking else ""
        remedy = (
            "or think less with `effort=low` or `thinking=off`" if n_thinking else "or ask for short answers"
        )
        cap = "" if progress.cap is None else f" of {progress.cap:,} tokens"
        yield (
            f"{percent(cut / n)} % ({cut:,} of {n:,}) were cut at the cap{cap} before an answer{thinking}: "
            f"raise `max_tokens`, {remedy}."
        )
    if (filtered := outcomes[Outcome.FILTERED]) >= max(1, MANY * n):
        yield (
            f"{percent(filtered / n)} % ({filtered:,} of {n:,}) were withheld by the provider's filter: "
            "'mhclient report RUN --show filters' says what, and under which category."
        )
    for why, count in whys.most_common():
        if why is not CUT_IN_THOUGHT and count >= MANY * n:
            are = agreeing(count, "is", "are")
            remedy = why.remedy if progress.of_service else why.of_server + why.remedy
            yield f"{counted(count, 'reply')} of {n:,} {are} empty: {why.what}. What to do: {remedy}."
    if n_uncounted := progress.n_uncounted:
        yield (
            f"{counted(n_uncounted, 'reply')} of {n:,} came without counts of prompt and completion "
            "tokens that can be true: what they took is shown as –, and charged at the most it can be."
        )


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
        await _count_reply(session, job, reply, begun.kept, from_cache=True)
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
        async with session.in_flight.connection:
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
            kept = await session.store.attempts.keep_reply(arrival, session.run_id)
        except CacheError:
            session.n_unkept += 1
            raise
        await _count_reply(session, job, reply, kept, from_cache=False)
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
    sent = session.in_flight.begin(name)
    try:
        raw = await session.send(job.request)
    except asyncio.CancelledError:
        if not sent.timed_out():
            raise
        raise AttemptTimeout(f"no complete answer within {session.in_flight.deadline_s:g} s") from None
    except PromptFiltered as error:
        raw = RawReply(error.status or 400, error.headers, error.body)
        return raw, withheld_prompt(error.body)
    finally:
        session.in_flight.end(name)
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


async def _count_reply(session: Session, job: Job, reply: Response, kept: Kept, *, from_cache: bool) -> None:
    """Count a reply at once, and what it says once it has been read: beside the loop, not on it."""
    text, progress = reply.completion or "", session.progress
    task = progress.tasks[job.item.task]
    task.answered += kept.n_items
    task.from_cache += kept.n_items if from_cache else 0
    if job.question.mode == JOBS:
        _count_outcome(session, job, kept, _ending_of_job(text, reply.finish_reason))
        return
    without_text = None if from_cache or text.strip() else why_without_text(reply.body, reply.finish_reason)
    options = tuple(sorted(job.question.options.items()))
    shown = ShownCompletion(text, options, reply.finish_reason, job.question.mode, session.answer_format)

    def take(reading: BriefReading) -> None:
        if without_text is not None and reading.ending in (Outcome.EMPTY, Outcome.TRUNCATED):
            progress.without_text[without_text] += kept.n_items
        if progress.total <= MOST_REPLIES:
            progress.readings[kept.response_id, job.item.item_id] = reading
        _count_outcome(session, job, kept, reading.ending)

    await session.arriving.read(shown, take)
    # What the first ones say decides whether anything more is asked.
    await session.arriving.until(lambda: session.looked_at_first or not session.arriving.n_waiting)


def _count_outcome(session: Session, job: Job, kept: Kept, outcome: Outcome) -> None:
    session.progress.tasks[job.item.task].outcomes[outcome] += kept.n_items
    look_at_first(session)


def _ending_of_job(text: str, finish_reason: str | None) -> Outcome:
    """What the display counts a job as: it has no letter to be read, and is an answer if it ended."""
    cut = {FinishReason.LENGTH: Outcome.TRUNCATED, FinishReason.CONTENT_FILTER: Outcome.FILTERED}
    return cut.get(finish_reason, Outcome.ANSWER if text.strip() else Outcome.EMPTY)  # type: ignore[call-overload,no-any-return]


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


async def ask(session: Session, job: Job) -> None:
    """Ask until there is a reply or no hope of one, and put on record which."""
    try:
        await ask_until_answered(session, job, session.policy)
        if session.rejected:
            await record_rejected(session)
    except (RequestRejected, AccessDenied) as error:
        await _reject(session, job, error)
    except Retryable as error:
        await give_up_on(session, job, error)
        _stop_if_hopeless(session, error)
    except Fatal as error:
        session.stop.drain(StopReason.FATAL.cause(error), error)
    except CacheError as error:  # a full disk, say: what cannot be kept must not be bought
        session.stop.drain(StopReason.STORE_FAILED.cause(error), error)
    except Draining:
        pass


async def _reject(session: Session, job: Job, error: RequestRejected | AccessDenied) -> None:
    """A request was rejected: the item's fault, unless all are."""
    if isinstance(error, PromptTooLong | ReplyTooLarge):
        await give_up_on(session, job, error)
    elif not may_be_of_one(error, session):
        session.stop.drain(StopReason.FATAL.cause(error), error)
    else:
        session.rejected.append(Rejected(job, error, session.stop.now()))
    _stop_if_hopeless(session, error)


def _stop_if_hopeless(session: Session, error: ProviderError) -> None:
    if (cause := session.health.hopeless(session.stop.now())) is not None:
        session.stop.drain(cause, error)


def may_be_of_one(error: Exception, session: Session) -> TypeGuard[RequestRejected | AccessDenied]:
    """Whether a refusal may mean one item: a 403 does where the run has replies, or where a page says it."""
    if isinstance(error, AccessDenied):
        return error.status == 403 and (session.progress.answered > 0 or isinstance(error, Blocked))
    return isinstance(error, RequestRejected)


async def record_rejected(session: Session, *, all_of_them: bool = False) -> None:
    """The provider answers, so it rejected items, not everything: they end in errors.

    Until then nothing is on record. What a wrong key or a gateway rejects, under whatever status, stays
    missing, and is asked once the cause is mended.

    Args:
        all_of_them: those, too, that no later request's reply has followed; what was denied among them is
            asked again at the next start.
    """
    confirmed_at, found = session.health.last_reply_asked_at, session.rejected
    session.rejected = []
    for rejected in found:
        denied = isinstance(rejected.error, AccessDenied)
        confirmed = not denied or rejected.at <= confirmed_at
        if confirmed or all_of_them:
            await give_up_on(session, rejected.job, rejected.error, retryable=not confirmed)
        else:
            session.rejected.append(rejected)


async def ask_until_answered(
    session: Session, job: Job, policy: RetryPolicy, *, patient: bool = True
) -> Response | None:
    """Ask, and again after failures that may pass.

    Args:
        patient: wait for a server that cannot be reached; else that is a failure like any other.

    Returns:
        The reply; None if it was there already, or if another process is asking.

    Raises:
        ProviderError: the last failure, once the policy's bounds are reached or if nothing can cure it.
        Draining: the run drains and the request had to wait.
    """
    attempt = partial(_attempt_while_away, session, job) if patient else partial(attempt_once, session, job)
    try:
        return await attempt()
    except Retryable as failure:
        again = retrying(policy, session.stop, partial(_count_retry, session))
        return await again(starting_with(failure, attempt))


async def _attempt_while_away(session: Session, job: Job) -> Response | None:
    """Attempt, as often as it takes until there is a connection."""
    while True:
        async with session.outage.turn():
            began_at = session.stop.now()
            try:
                return await attempt_once(session, job)
            except NeverSent as error:
                if isinstance(error, MachineExhausted):
                    await session.in_flight.lower()
                session.outage.begin(error)
            except GatewayFault as error:
                if session.outage.tells_of_one(began_at, session.health.last_reply_at):
                    raise
                session.outage.begin(error)
        await checkpoint()  # another tries next: what failed may be this one's own fault


async def give_up_on(session: Session, job: Job, error: ProviderError, *, retryable: bool = False) -> None:
    """Put on record that the item of a job ends in an error."""
    n_items = await session.store.attempts.give_up(
        run_id=session.run_id,
        request_key=job.request.key,
        error=type(error).__name__,
        detail=str(error),
        retryable=retryable or isinstance(error, Retryable),
    )
    session.progress.tasks[job.item.task].errors += n_items


def _count_retry(session: Session, state: RetryCallState) -> None:
    error = state.outcome.exception() if state.outcome else None
    if isinstance(error, Congested):
        session.progress.n_congested += 1
        _stop_if_hopeless(session, error)
    session.progress.retries[why_again(error)] += 1
