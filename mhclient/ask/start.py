"""A run from first to last: find or make it, plan it, take what is stored, ask what is missing."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from benchmark import Benchmark
from cache import BenchmarkItem, Store
from cache.async_store import AsyncStore
from mhclient.ask.loop import Pace, ask_missing
from mhclient.ask.plan import plan_run
from mhclient.ask.preflight import refuse
from mhclient.ask.progress import Progress
from mhclient.ask.session import Session
from mhclient.ask.stopping import Stop
from mhclient.errors import UsageError
from mhclient.machine.gc_tuning import seldom_searched
from mhclient.providers.base import Provider
from mhclient.run.prompt import Parameters
from mhclient.run.spec import RunSpec, stored_in_full

DEFAULT_PACE = Pace()


async def open_run(
    store: AsyncStore,
    benchmark: Benchmark | None,
    spec: RunSpec,
    provider: Provider,
    run_id: str,
    pace: Pace = DEFAULT_PACE,
) -> tuple[RunSpec, Progress]:
    """Make the run, or find it; returns what it sends and where it stands, stored replies counted in.

    Args:
        benchmark: the folder that has the items; None where the store has them already.

    Raises:
        RunMismatch: the run id is taken by a run with another specification.
        UsageError: the specification asks nothing.
    """
    if benchmark is not None:
        await store.write(partial(_add_benchmark, benchmark=benchmark))
    run = await store.runs.add(run_id, benchmark=spec.benchmark, spec=spec.to_store(), full=stored_in_full)
    sent = spec if run.sent is None else replace(spec, parameters=Parameters.from_json(run.sent))
    if not run.planned:
        with seldom_searched():
            await plan_run(store, run_id, sent, provider)
    await store.runs.ask_again(run_id, endings=pace.again)
    counts = Progress()
    await _settle(store, run_id, pace, counts)
    return sent, counts


@asynccontextmanager
async def leaving_no_row(store: AsyncStore, run_id: str) -> AsyncIterator[None]:
    """A new run that cannot begin (no key, no plan) leaves nothing in the store; one that was there stays."""
    is_new = not store.runs.exists(run_id)
    try:
        yield
    except UsageError:
        if is_new:
            await store.runs.forget_unbegun(run_id)
        raise


async def finish_run(
    store: AsyncStore,
    run_id: str,
    sent: RunSpec,
    provider: Provider,
    pace: Pace,
    stop: Stop,
    counts: Progress,
    *,
    adapt: bool = False,
    watch: Callable[[Session], None] = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
) -> RunSpec:
    """Ask what an opened run is missing; returns what it sends, which may have been adapted.

    Args:
        adapt: let parameters that the model does not take be changed; each change is told.

    Raises:
        RunStopped: the provider can or will not answer, or the parameters do not fit and `adapt` is off.
    """
    tried = [sent.parameters]
    while counts.done < counts.total and not stop.draining:
        unfit = await ask_missing(store, run_id, sent, provider, pace, stop, counts, watch)
        if unfit is None:
            break
        # A server that refuses each of two ways in turn would be asked for ever.
        if not adapt or unfit.adapted in tried:
            raise refuse(unfit, may_adapt=not adapt)
        tried.append(unfit.adapted)
        tell(f"adapted: {unfit.why}; asking {unfit.change}")
        sent = replace(sent, parameters=unfit.adapted)
        await store.runs.adapt(run_id, sent=sent.parameters.to_store())
        await plan_run(store, run_id, sent, provider)
        await _settle(store, run_id, pace, counts)
    return sent


async def _settle(store: AsyncStore, run_id: str, pace: Pace, counts: Progress) -> None:
    """Take what the store has already, make curable errors missing again, and count where the run stands."""
    await store.runs.forget_retryable_errors(run_id)
    await store.runs.take_stored_replies(run_id, served=pace.served())
    counts.follow(store.results.count_tasks(run_id))


def _add_benchmark(store: Store, benchmark: Benchmark) -> None:
    triples = benchmark.directory / "triples.csv"
    store.benchmarks.add(
        digest=benchmark.items_sha256,
        name=benchmark.directory.absolute().name,
        manifest=benchmark.manifest,
        items=((item.item_id, item.task, item.body) for item in benchmark_lines(benchmark)),
        triples=triples.read_bytes() if triples.is_file() else None,
    )


def benchmark_lines(benchmark: Benchmark) -> Iterator[BenchmarkItem]:
    """A benchmark's items as the store keeps them; they were checked when made, and the hash holds."""
    with benchmark.items_path.open(encoding="utf-8", newline="\n") as lines:
        for position, line in enumerate(lines):
            item = json.loads(line)
            yield BenchmarkItem(position, item["id"], item["task"], line.rstrip("\n"))
