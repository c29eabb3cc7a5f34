"""One request, from the intent to its terminal record: when to try again, and when to give up.

Every way through here ends in exactly one of: a reply in the store; an error on the run's items; or nothing
(the run drains, another process is asking, the provider answers nobody), and then the items stay missing.

Decision: docs/decisions/ask.md, "A server that is away is waited for".
Decision: docs/decisions/ask.md, "Five faults found in a review of the runner".
Decision: docs/decisions/ask.md, "A gateway that answers for a server is an outage, unless it is one item's".
"""

from functools import partial
from typing import TypeGuard

from anyio.lowlevel import checkpoint
from tenacity import RetryCallState

from cache import CacheError, Response
from mhclient.ask.attempt import attempt_once
from mhclient.ask.causes import StopReason
from mhclient.ask.job import Job
from mhclient.ask.retry import RetryPolicy, retrying, starting_with, why_again
from mhclient.ask.session import Rejected, Session
from mhclient.ask.stopping import Draining
from mhclient.errors import (
    AccessDenied,
    Blocked,
    Congested,
    Fatal,
    GatewayFault,
    MachineExhausted,
    NeverSent,
    PromptTooLong,
    ProviderError,
    ReplyTooLarge,
    RequestRejected,
    Retryable,
)


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
                    await session.under_way.lower()
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
