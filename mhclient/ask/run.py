"""A run from its order to its end, for the command line and for programs."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, Unpack

from anyio.from_thread import start_blocking_portal

from benchmark import Benchmark
from cache import Store
from cache.async_store import AsyncStore
from mhclient.ask.causes import StopCause, StopReason
from mhclient.ask.limits import Limits, make_pace
from mhclient.ask.order import Controls, Pace, RunOrder
from mhclient.ask.progress import Progress
from mhclient.ask.start import finish_run, open_run, without_row
from mhclient.ask.stopping import stopped_by_ctrl_c
from mhclient.errors import UsageError
from mhclient.machine.event_loop import run_async
from mhclient.providers.model import Model
from mhclient.run.given import check_text
from mhclient.run.prices import at_most_usd
from mhclient.run.spec import RunSpec
from mhclient.show.counts import agreeing, counted

T = TypeVar("T")
StoreOrPath: TypeAlias = Store | str | os.PathLike[str]
Attend: TypeAlias = Callable[[Progress], AbstractAsyncContextManager[Controls]]

ASKS_THE_REST = "interrupted: what has a reply is stored, and the same call asks the rest."


@dataclass(frozen=True, slots=True)
class Asked:
    """How asking ended here.

    Attributes:
        run_id: under which the store has the run.
        progress: how many items there are, are done, and ended in an error.
        stopped: why it stopped early; None if it did not.
        had_all: nothing was missing to begin with, and no request was sent.
    """

    run_id: str
    progress: Progress
    stopped: StopCause | None = None
    had_all: bool = False

    @property
    def complete(self) -> bool:
        """Whether every item has a reply."""
        return self.progress.done == self.progress.total and not self.progress.errors


class InsideEventLoop(UsageError):
    """A plain function was called where an event loop runs: there the asynchronous one is to be awaited."""


@asynccontextmanager
async def unattended(progress: Progress) -> AsyncIterator[Controls]:
    """Nobody watches, and nothing stops it."""
    yield Controls()


def until_ctrl_c(tell: Callable[[str], None] | None = None) -> Attend:
    """Ctrl-C stops it; `tell` is told what happens, and standard error what Ctrl-C does if nobody else is."""

    @asynccontextmanager
    async def attend(progress: Progress) -> AsyncIterator[Controls]:
        with stopped_by_ctrl_c(tell or _say) as stop:
            yield Controls(stop, tell=tell or (lambda _: None))

    return attend


def _say(sentence: str) -> None:
    if sys.stderr is not None:  # a program without a console has none
        sys.stderr.write(f"{sentence}\n")


async def ask_run(
    store: AsyncStore,
    order: RunOrder,
    attend: Attend = unattended,
) -> Asked:
    """Ask what a run is missing.

    Args:
        attend: entered with the run's progress once there is something to ask; gives what stops the run and
            watches it.

    Raises:
        What `open_run` and `finish_run` raise.
    """
    async with without_row(store, order.run_id):
        sent, progress = await open_run(store, order)
        return await ask_opened_run(store, order, sent, progress, attend)


async def ask_opened_run(
    store: AsyncStore, order: RunOrder, sent: RunSpec, progress: Progress, attend: Attend = unattended
) -> Asked:
    """The same of a run that `open_run` has opened, which gave `sent` and `progress`."""
    await store.batches.release_unsent(order.run_id)
    if progress.done == progress.total:  # nothing to ask: no key and no network needed
        return Asked(order.run_id, progress, had_all=True)
    async with attend(progress) as controls:
        for sentence in _may_be_paid_twice(store, order):
            controls.tell(sentence)
        await finish_run(store, order, sent, progress, controls)
    return Asked(order.run_id, progress, controls.stop.cause)


def _may_be_paid_twice(store: AsyncStore, order: RunOrder) -> Iterator[str]:
    """That requests of a start that was killed, or that gave them up, are sent again, where there are any."""
    for state in ("unknown", "failed"):
        again = store.ledger.add_up_sent_again(order.run_id, order.pace.caps.unpriced_usd_per_token, state)
        if not (n := again.requests):
            continue
        cost = (
            " if they cost anything"
            if again.cost_usd is None
            else f" (at most {at_most_usd(again.cost_usd)} USD)"
        )
        if state == "failed":
            yield (
                f"{counted(n, 'attempt')} of earlier starts of {order.run_id} failed and may have been paid"
                f"{cost}; what they asked for is asked again."
            )
            continue
        paid = "" if again.cost_usd == 0 else f", and may be paid twice{cost}"
        were, are = agreeing(n, "it was", "they were"), agreeing(n, "it is", "they are")
        yield (
            f"{counted(n, 'request')} of an earlier start of {order.run_id}: nobody knows whether {were} "
            f"answered; {are} sent again{paid}."
        )


async def ask_items_async(
    store: StoreOrPath,
    benchmark: Benchmark,
    model: Model,
    spec: RunSpec,
    *,
    run_id: str | None = None,
    **limits: Unpack[Limits],
) -> Asked:
    """Ask a model the items of a benchmark that have no reply yet, and store each reply as it arrives.

    The same call again asks only what is missing. `ask_items` is the same for programs without an event loop.

    Args:
        store: an open store, or its path, at which one is made where there is none.
        spec: what `make_spec` gives for this benchmark and this model.
        run_id: the run's name (default: made from the specification).
        limits: how fast, and up to what cost; see `Limits`.

    Raises:
        UsageError: the specification is for another benchmark or model, or asks nothing; a limit cannot be
            used; the store is open for reading alone.
        StoreMoved: the open store's file is no longer where it was opened.
        MissingKey: there is no key for the provider.
        RunMismatch: the run id is taken by a run with another specification.
        RunStopped: the provider can or will not answer; what is stored stays.

    Example:
        >>> async def main():
        ...     return await ask_items_async(store, benchmark, model, spec, max_requests=1000)
        >>> asyncio.run(main()).complete
        True
    """
    return await _ask(store, order_of(benchmark, model, spec, run_id, _pace(model, spec, limits)))


def ask_items(
    store: StoreOrPath,
    benchmark: Benchmark,
    model: Model,
    spec: RunSpec,
    *,
    run_id: str | None = None,
    **limits: Unpack[Limits],
) -> Asked:
    """Ask a model the items of a benchmark that have no reply yet, and store each reply as it arrives.

    Arguments, result and errors are those of `ask_items_async`. Ctrl-C once waits for the requests under way,
    and says so; twice does not.

    Raises:
        KeyboardInterrupt: it was stopped by Ctrl-C; what has a reply is stored.
        InsideEventLoop: an event loop runs here, as in a notebook: await `ask_items_async` there.

    Example:
        >>> asked = ask_items(store, benchmark, model, spec, concurrency=8)
        >>> asked.run_id == spec.run_id(), asked.complete
        (True, True)
    """
    if loop_runs():
        raise InsideEventLoop(
            "an event loop runs here (as in a notebook): use 'await mhclient.ask_items_async(…)' instead."
        )
    order = order_of(benchmark, model, spec, run_id, _pace(model, spec, limits))
    try:
        asked = run_async(_ask, store, order, until_ctrl_c())
    except KeyboardInterrupt:  # before the first request, with fifty lines about a cancelled task
        raise KeyboardInterrupt(ASKS_THE_REST) from None
    if asked.stopped and asked.stopped.reason in (StopReason.INTERRUPTED, StopReason.INTERRUPTED_TWICE):
        raise KeyboardInterrupt(ASKS_THE_REST)  # so that a loop over several runs ends, too
    return asked


def order_of(benchmark: Benchmark, model: Model, spec: RunSpec, run_id: str | None, pace: Pace) -> RunOrder:
    """A run as a program orders it.

    Raises:
        UsageError: the specification is for another benchmark or model.
    """
    _check_fits(spec, benchmark, model)
    if run_id is not None:
        check_text("run_id", run_id)
    return RunOrder(benchmark, spec, model.provider, run_id or spec.run_id(), pace)


def _pace(model: Model, spec: RunSpec, limits: Limits) -> Pace:
    return make_pace(model, limits, tier=spec.parameters.tier_asked)


async def _ask(store: StoreOrPath, order: RunOrder, attend: Attend = unattended) -> Asked:
    """Ask with connections of its own: the store given belongs to another thread, perhaps."""
    async with AsyncStore(writable_path(store), create=not isinstance(store, Store)) as opened:
        return await ask_run(opened, order, attend)


def writable_path(store: StoreOrPath) -> Path:
    """Where a store lies.

    Raises:
        UsageError: it is open for reading alone.
        StoreUnusable: it was closed.
        StoreMoved: it is no longer where it was opened.
    """
    if not isinstance(store, Store):
        return Path(store)
    if store.read_only:
        raise UsageError(f"{store.path}: the store is open for reading alone, and replies are to be stored.")
    store.refuse_closed()
    store.refuse_moved()
    return store.path


def loop_runs() -> bool:
    """Whether this thread is inside an event loop, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def wait_for(what: Callable[..., Awaitable[T]], *arguments: Any) -> T:
    """Wait until it has ended: in a thread of its own where an event loop runs here, as in a notebook."""
    if not loop_runs():
        return run_async(what, *arguments)
    with start_blocking_portal() as portal:
        return portal.call(what, *arguments)


def _check_fits(spec: RunSpec, benchmark: Benchmark, model: Model) -> None:
    """Refuse a specification that says something else than who is asked what."""
    if spec.benchmark != benchmark.items_sha256:
        raise UsageError(
            f"{benchmark.directory}: the specification is for items {spec.benchmark[:12]}, this benchmark "
            f"has {benchmark.items_sha256[:12]}. Make one with make_spec."
        )
    meant = (spec.provider, spec.endpoint, spec.model, spec.ask)
    given = (model.provider.name, model.provider.endpoint, model.name, model.ask)
    if meant != given:
        raise UsageError(
            f"the specification is for {spec.model} ({spec.ask}) at {spec.endpoint}, the model is "
            f"{model.name} ({model.ask}) at {model.provider.endpoint}. Make one with make_spec."
        )
