"""From a benchmark folder to a planned run in the store: everything before the first request."""

import json
import sqlite3
from collections.abc import Iterator
from functools import partial

from benchmark import Benchmark
from cache.runs import add_benchmark, add_run
from mhclient.providers.base import Provider
from mhclient.runner.plan import plan_run
from mhclient.runner.progress import Progress
from mhclient.runner.run import settle_from_store
from mhclient.runner.storing import AsyncStore
from mhclient.spec import RunSpec


async def open_run(
    store: AsyncStore, benchmark: Benchmark, spec: RunSpec, provider: Provider, run_id: str
) -> Progress:
    """Make the run, or find it; returns where it stands once the store's own replies are counted in.

    Raises:
        RunMismatch: the run id is taken by a run with another specification.
        UsageError: the specification asks nothing.
    """
    await store.write(partial(_add_benchmark, benchmark=benchmark))
    run = await store.write(partial(add_run, run_id=run_id, benchmark=spec.benchmark, spec=spec.to_json()))
    if not run.planned:
        await plan_run(store, run_id, spec, provider)
    return await settle_from_store(store, run_id)


def _add_benchmark(connection: sqlite3.Connection, benchmark: Benchmark) -> None:
    triples = benchmark.directory / "triples.csv"
    add_benchmark(
        connection,
        digest=benchmark.items_sha256,
        name=benchmark.directory.absolute().name,
        manifest=benchmark.manifest,
        items=_item_rows(benchmark),
        triples=triples.read_bytes() if triples.is_file() else None,
    )


def _item_rows(benchmark: Benchmark) -> Iterator[tuple[str, str, str]]:
    """Id, task and line of each item. They were checked when the folder was made, and its hash holds."""
    with benchmark.items_path.open(encoding="utf-8", newline="\n") as lines:
        for line in lines:
            item = json.loads(line)
            yield item["id"], item["task"], line.rstrip("\n")
