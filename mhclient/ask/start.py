"""A run from first to last: find or make it, plan it, take what is stored, ask what is missing."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from benchmark import Benchmark
from benchmark.errors import BenchmarkError
from benchmark.folder import read_item_lines
from benchmark.untrusted import TABLE_MAX, read_regular_file
from cache import BenchmarkItem, Store
from cache.async_store import AsyncStore
from mhclient.ask.loop import ask_missing
from mhclient.ask.order import Controls, RunOrder
from mhclient.ask.plan import all_items, check_asked, plan_run
from mhclient.ask.preflight import refuse
from mhclient.ask.progress import Progress
from mhclient.ask.shard import turns_of
from mhclient.errors import RunStopped, UsageError
from mhclient.machine.process import infrequent_gc
from mhclient.run.parameters import Parameters
from mhclient.run.prices import put_price
from mhclient.run.spec import RunSpec, spec_of, stored_in_full
from mhclient.show.counts import agreeing, counted


async def open_run(store: AsyncStore, order: RunOrder) -> tuple[RunSpec, Progress]:
    """Make the run, or find it; returns what it sends and where it stands, stored replies counted in.

    Raises:
        RunMismatch: the run id is taken by a run with another specification.
        UsageError: the specification asks nothing.
    """
    spec, run_id = _as_begun(store, order), order.run_id
    new = order.benchmark is not None and await store.write(
        partial(_add_benchmark, benchmark=order.benchmark)
    )
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
