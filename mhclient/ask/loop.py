"""The run: what is missing is asked, until nothing is missing or the run is stopped. Read this first.

A run is a query over the store: "which of the planned items have no reply yet?" Starting, resuming after a
crash, and joining a run that another process is working on are all the same loop.
"""

import contextlib
import math
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from functools import partial

import anyio

from cache import HEARTBEAT_EVERY_S, CacheError, Caps, ClaimTerms, RequestClaim, RunningSpend, Store
from cache.async_store import AsyncStore
from mhclient.ask.in_flight import InFlight
from mhclient.ask.order import Controls, Pace, RunOrder, turns_of
from mhclient.ask.pacing import Pacer
from mhclient.ask.plan import all_items, prompter_for, repeated, request_for
from mhclient.ask.preflight import Unfit, preflight
from mhclient.ask.request import ask, record_rejected
from mhclient.ask.session import Health, Job, Progress, Session
from mhclient.ask.stopping import DONE, FAILED, Disk, Draining, Outage, Stop, StopReason
from mhclient.errors import RunStopped
from mhclient.machine.process import connections_that_fit, infrequent_gc
from mhclient.providers.access import is_of_service
from mhclient.providers.base import Provider, Send
from mhclient.providers.reply import counts_of
from mhclient.read.arriving import ArrivingReplies
from mhclient.run.parameters import Parameters
from mhclient.run.prices import BYTES_PER_TOKEN, Price, bound, tokens_beyond
from mhclient.run.spec import RunSpec
from mhclient.version import __version__

PAGE = 500

# Workers per request that may be under way (the pacer's window keeps to those): some wait for a commit.
WORKERS = 1.25
# How often the store is looked at again for replies that another process is getting.
ELSEWHERE_S = 0.5


async def ask_missing(
    store: AsyncStore, order: RunOrder, spec: RunSpec, counts: Progress, controls: Controls
) -> Unfit | None:
    """Ask every item of a planned run that is missing.

    Args:
        spec: what is sent: the parameters are those on the wire.
        counts: kept up to date, for a display.

    Returns:
        How the parameters do not fit the model, if the preflight found that; then nothing else was asked.

    Raises:
        MissingKey: there is no key for the provider.
        RunStopped: the provider can or will not answer; what is stored stays.
        StoreMoved: the file is no longer where it was opened.
        CacheError: the store cannot be written.
    """
    unfit: Unfit | None = None
    stop = controls.stop
    order = replace(_within_open_files(order, controls), spec=spec)
    session: Session | None = None
    with stop.connect_scope:
        async with (
            order.provider.connect(order.pace.reach()) as connection,
            session_row(store, order.run_id, connection.account, stop) as session_id,
        ):
            stop.connected = True
            stop.on_drain(connection.drain)
            session = _session(store, order, session_id, connection.send, counts, stop)
            session.tell = controls.tell
            counts.cap, counts.of_service = spec.parameters.max_tokens, is_of_service(spec.endpoint)
            await _greet(session)
            controls.watch(session)
            async with session.arriving:
                with stop.abort_scope, infrequent_gc():
                    unfit = await _ask_all(session, spec, order.pace)
    await store.refuse_moved()
    if session is None:  # stopped before there was a connection
        return None
    stands = store.results.count_tasks(order.run_id, session.turns)
    if not stands:
        raise RunStopped(f"stopped: run '{order.run_id}' is no longer in the store")
    counts.follow(stands)
    if isinstance(stop.error, CacheError):
        raise _with_unkept(stop.error, session.n_unkept)
    if stop.error is not None:
        raise RunStopped(f"stopped: {stop.cause}") from stop.error
    return unfit


def _within_open_files(order: RunOrder, controls: Controls) -> RunOrder:
    """No more connections than this machine lets a process open."""
    wanted = order.pace.concurrency
    if (fitting := connections_that_fit(wanted)) == wanted:
        return order
    controls.tell(
        f"the limit of open files lets {fitting} requests be under way at once, not {wanted} ('ulimit -n')"
    )
    return replace(order, pace=replace(order.pace, concurrency=fitting))


def _with_unkept(error: CacheError, n_unkept: int) -> CacheError:
    """The store's error, and how many replies it has cost."""
    if n_unkept:
        replies = "1 reply" if n_unkept == 1 else f"{n_unkept} replies"
        error.args = (f"{error} {replies} came and could not be kept: what they cost may be paid twice.",)
    return error


@contextlib.asynccontextmanager
async def session_row(store: AsyncStore, run_id: str, account: str, stop: Stop) -> AsyncIterator[int]:
    """This process's row in the store, from now until it leaves."""
    session_id = await store.sessions.start(run_id, account=account, version=__version__)
    cause = FAILED
    try:
        yield session_id
        cause = str(stop.cause or DONE)
    finally:
        with anyio.CancelScope(shield=True):
            try:
                await store.sessions.end(session_id, cause=cause)
            except CacheError:
                if (
                    stop.error is None
                ):  # else the store's trouble is what stopped the run, and is told already
                    raise


def _session(
    store: AsyncStore, order: RunOrder, session_id: int, send: Send, counts: Progress, stop: Stop
) -> Session:
    run_id, pace = order.run_id, order.pace
    pacer = Pacer(stop, window_max=pace.n_permits(), stated=pace.limits)
    stop.on_drain(pacer.close)
    arriving = ArrivingReplies()
    stop.on_drain(lambda: arriving.hurry() if stop.interrupted else None)
    return Session(
        run_id=run_id,
        session_id=session_id,
        provider=order.provider,
        send=send,
        store=store,
        pacer=pacer,
        stop=stop,
        progress=counts,
        policy=pace.policy,
        health=Health(pace.endurance, stop.now()),
        terms=ClaimTerms(run_id, session_id, RunningSpend(run_id, pace.caps), pace.served()),
        price=pace.price,
        caps=pace.caps,
        parameters=order.spec.parameters,
        stops_without_answers=pace.preflight,
        n_beyond=beyond_so_far(store, run_id, order.spec.parameters, pace.caps),
        in_flight=InFlight(stop, pace.deadline_s, pace.concurrency),
        turns=turns_of(store, run_id, pace.shard),
        outage=Outage(stop, pace.endurance.away_s),
        disk=Disk(stop, store.path, pace.n_permits()),
        answer_format=order.spec.variant.answer_format,
        arriving=arriving,
    )


def beyond_so_far(store: AsyncStore, run_id: str, parameters: Parameters, caps: Caps) -> int:
    """How many tokens a reply of the run took beyond its cap at the most; 0 where the run has no caps."""
    return tokens_beyond(store.read(partial(_longest, run_id=run_id)), parameters) if caps.bind() else 0


def _longest(store: Store, run_id: str) -> int:
    """The most completion tokens of a reply; where a server gives the sum alone, all of it may be that."""
    bodies = store.results.read_bodies_of(store.results.find_uncounted(run_id))
    totals = (total for body in bodies if (total := counts_of(body).total_tokens) is not None)
    return max(store.results.find_longest_completion(run_id) or 0, next(totals, 0))


async def _ask_all(session: Session, spec: RunSpec, pace: Pace) -> Unfit | None:
    unfit: Unfit | None = None
    async with anyio.create_task_group() as background:
        background.start_soon(_keep_alive, session)
        background.start_soon(session.in_flight.end_overdue)
        with contextlib.suppress(Draining):
            if pace.preflight:
                first = _missing_jobs(session, spec)
                unfit = await preflight(session, first, spec.parameters, pace.first)
            while unfit is None and not session.stop.draining and not pace.only_preflight:
                jobs = _missing_jobs(session, spec)
                if not await _ask_once_through(session, jobs, math.ceil(WORKERS * pace.concurrency)):
                    break
                await session.stop.sleep(ELSEWHERE_S)
        await session.arriving.finish()
        background.cancel_scope.cancel()
    return unfit


async def _ask_once_through(session: Session, jobs: Iterator[Job], n_workers: int) -> bool:
    """Ask each job once; returns whether some were put off because another process is asking them.

    The workers share one iterator and the pacer decides whose turn it is: a task per worker is a third of the
    cost of a task per request.
    """
    session.n_elsewhere = 0

    async def work() -> None:
        for job in jobs:
            await ask(session, job)
            if session.stop.draining:
                return

    async with anyio.create_task_group() as workers:
        for _ in range(n_workers):
            workers.start_soon(work)
    if not session.stop.draining:
        await record_rejected(session, all_of_them=True)
    return session.n_elsewhere > 0


def missing_jobs(
    store: AsyncStore, run_id: str, spec: RunSpec, provider: Provider, price: Price | None, turns: range
) -> Iterator[Job]:
    """Every item of these turns that is missing now, read page by page."""
    prompter = prompter_for(all_items(store, spec.benchmark), spec)
    after = -1
    while page := store.runs.read_missing(run_id, after=after, limit=PAGE, turns=turns):
        for item in page:
            question = prompter.ask(item.body)
            request = repeated(request_for(provider, spec, question), spec.key_number(item.repetition))
            claim = RequestClaim(request, bound(question.prompt, spec.parameters, price))
            tokens = question.prompt.n_bytes() / BYTES_PER_TOKEN + (spec.parameters.max_tokens or 0)
            yield Job(item, question, claim, tokens)
        after = page[-1].turn


def _missing_jobs(session: Session, spec: RunSpec) -> Iterator[Job]:
    run_id, provider = session.run_id, session.provider
    return missing_jobs(session.store, run_id, spec, provider, session.price, session.turns)


async def _keep_alive(session: Session) -> None:
    """Tell other processes that this one lives, and take over what dead ones left."""
    with contextlib.suppress(Draining):
        while True:
            await session.stop.sleep(HEARTBEAT_EVERY_S)
            if session.store.is_moved():
                session.stop.drain(StopReason.STORE_MOVED.cause())
            await _greet(session)


async def _greet(session: Session) -> None:
    """One heartbeat: share the account's limits, and its waits, with the processes that use it too."""
    gate_s = session.pacer.state().gate_s
    neighbours = await session.store.sessions.beat(session.session_id, gate_s=gate_s)
    session.pacer.share_with(neighbours.n_processes)
    if neighbours.n_processes > 1:
        session.progress.follow(session.store.results.count_tasks(session.run_id, session.turns))
    session.pacer.hold_all(neighbours.gate_s)
