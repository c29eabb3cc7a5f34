"""A run from first to last: find or make it, plan it, take what is stored, ask what is missing."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, Unpack

from anyio.from_thread import start_blocking_portal

from benchmark import Benchmark
from benchmark.errors import BenchmarkError
from benchmark.folder import read_item_lines
from benchmark.untrusted import TABLE_MAX, read_regular_file
from cache import BenchmarkItem, Store
from cache.async_store import AsyncStore
from mhclient.ask.loop import ask_missing
from mhclient.ask.order import Controls, Limits, Pace, RunOrder, make_pace, turns_of
from mhclient.ask.plan import all_items, check_asked, plan_run
from mhclient.ask.preflight import refuse
from mhclient.ask.session import Progress
from mhclient.ask.stopping import StopCause, StopReason, stopped_by_ctrl_c
from mhclient.errors import RunStopped, UsageError
from mhclient.machine.event_loop import run_async
from mhclient.machine.process import infrequent_gc
from mhclient.providers.base import Model
from mhclient.redaction.secrets import results_redactor
from mhclient.run.checks import Text, check_one
from mhclient.run.given import check_run_id
from mhclient.run.parameters import Parameters
from mhclient.run.prices import at_most_usd, put_price
from mhclient.run.spec import RunSpec, spec_of, stored_in_full
from mhclient.show.counts import agreeing, counted


async def open_run(store: AsyncStore, order: RunOrder) -> tuple[RunSpec, Progress]:
    """Make the run, or find it; returns what it sends and where it stands, stored replies counted in.

    Raises:
        RunMismatch: the run id is taken by a run with another specification.
        UsageError: the specification asks nothing or holds a key, or a new run cannot be called so.
    """
    spec, run_id = _as_begun(store, order), order.run_id
    if run_id != order.spec.run_id() and not store.runs.exists(
        run_id
    ):  # earlier versions let runs be called anything
        check_run_id(run_id)
    _refuse_keys(spec, run_id)
    new = False
    if order.benchmark is not None:
        new = await store.write(partial(_add_benchmark, benchmark=order.benchmark))
    else:
        store.benchmarks.refuse_changed(spec.benchmark)
    run = await store.runs.add(run_id, benchmark=spec.benchmark, spec=spec.to_store(), full=stored_in_full)
    sent = spec if run.sent is None else replace(spec, parameters=Parameters.from_json(run.sent))
    if not run.planned:
        if not new:  # those of a folder have just been checked as they were read
            check_asked(all_items(store, spec.benchmark), spec, str(store.path))
        with infrequent_gc():
            await plan_run(store, run_id, sent, order.provider)
    await store.runs.ask_again(run_id, endings=order.pace.again)
    counts = Progress()
    await _settle(store, order, counts)
    if counts.done and order.pace.price is not None:
        await store.write(partial(put_price, run_id=run_id, price=order.pace.price))
    counts.n_earlier = counts.answered - counts.from_cache
    if run.planned and counts.done < counts.total:
        check_asked(all_items(store, spec.benchmark), spec, str(store.path))
    return sent, counts


def _refuse_keys(spec: RunSpec, run_id: str) -> None:
    """Settings are stored as they are, with each request: what holds a key is refused, not changed."""
    redactor = results_redactor()
    for name, value in {**spec.to_store(), "run id": run_id}.items():
        text = json.dumps(value, ensure_ascii=False)
        if redactor.hide_in(text) != text:
            raise UsageError(
                f"the {name} of this run would hold a key that stands in the environment, and be stored with "
                "it. Take the key out."
            )


def _as_begun(store: AsyncStore, order: RunOrder) -> RunSpec:
    """A run that a version before `keep_places` began goes on in the orders that it began in."""
    earlier = replace(order.spec, variant=replace(order.spec.variant, keep_places=False))
    if order.spec.variant.keep_places and store.runs.exists(order.run_id):
        begun = store.runs.get(order.run_id)
        if begun.benchmark == earlier.benchmark and spec_of(begun) == earlier:
            return earlier
    return order.spec


@asynccontextmanager
async def without_row(store: AsyncStore, run_id: str) -> AsyncIterator[None]:
    """A new run that cannot begin leaves nothing in the store but what was paid; one that was there stays.

    No key, no plan, or a first request that fails: it cannot begin.
    """
    is_new = not store.runs.exists(run_id)
    try:
        yield
    except (UsageError, BenchmarkError):
        if is_new:
            await store.runs.forget_unbegun(run_id)
        raise
    except RunStopped:
        if is_new:
            await store.runs.forget_unanswered(run_id)
        raise


async def finish_run(
    store: AsyncStore, order: RunOrder, sent: RunSpec, counts: Progress, controls: Controls
) -> RunSpec:
    """Ask what an opened run is missing; returns what it sends, which may have been adapted.

    Args:
        sent: what the run sends so far.
        counts: where it stands; kept up to date.

    Raises:
        MissingKey: there is no key for the provider.
        RunStopped: the provider can or will not answer, or the parameters do not fit and may not be adapted.
    """
    tried = [sent.parameters]
    if order.spec.variant.keep_places and not sent.variant.keep_places:
        controls.tell(
            f"{order.run_id} was begun by an earlier version, which moved such options, and goes on so"
        )
    if n := counts.n_broken_off:
        are = agreeing(n, "is a failure of the provider: it is", "are failures of the provider: they are")
        controls.tell(
            f"{counted(n, 'reply')} that an earlier version kept for {order.run_id} {are} asked again"
        )
    while counts.done < counts.total and not controls.stop.draining:
        unfit = await ask_missing(store, order, sent, counts, controls)
        if unfit is None:
            break
        # A server that refuses each of two ways in turn would be asked for ever.
        may_adapt = order.adapt or unfit.harmless
        if not may_adapt or unfit.adapted in tried:
            raise refuse(unfit, may_adapt=not may_adapt)
        tried.append(unfit.adapted)
        controls.tell(f"adapted: {unfit.why}; asking {unfit.change}")
        sent = replace(sent, parameters=unfit.adapted)
        await store.runs.adapt(order.run_id, sent=sent.parameters.to_store())
        await plan_run(store, order.run_id, sent, order.provider)
        await _settle(store, order, counts)
    return sent


async def _settle(store: AsyncStore, order: RunOrder, counts: Progress) -> None:
    """Take what the store has already, make curable errors missing again, and count where the run stands."""
    await store.runs.forget_retryable_errors(order.run_id)
    counts.n_broken_off += await store.runs.forget_broken_off(order.run_id)
    await store.runs.take_stored_replies(order.run_id, served=order.pace.served())
    turns = turns_of(store, order.run_id, order.pace.shard)
    counts.follow(store.results.count_tasks(order.run_id, turns))


def _add_benchmark(store: Store, benchmark: Benchmark) -> bool:
    """Keep a benchmark's items, each checked whole; whether they were not there before."""
    triples = benchmark.directory / "triples.csv"
    return store.benchmarks.add(
        digest=benchmark.items_sha256,
        name=benchmark.directory.absolute().name,
        manifest=benchmark.manifest,
        items=((item.item_id, item.task, item.body) for item in benchmark_lines(benchmark)),
        triples=read_regular_file(triples, TABLE_MAX) if triples.is_file() else None,
    )


def benchmark_lines(benchmark: Benchmark) -> Iterator[BenchmarkItem]:
    """A benchmark's items as the store keeps them, each checked whole: others may have made them.

    Raises:
        ItemFormatError: a line is no item; names the line.
    """
    for position, (line, item) in enumerate(read_item_lines(benchmark.items_path)):
        yield BenchmarkItem(position, item.id, item.task, line)


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
        check_one("run_id", run_id, Text)
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
