"""What tests of runs share: a simulator that knows the items, and one call that runs a benchmark."""

import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeVar

import anyio
import pytest
from anyio.from_thread import start_blocking_portal

from benchmark import Benchmark, read_items
from cache import Store
from cache.async_store import AsyncStore
from cache.connection import open_connection
from mhclient.ask.order import Controls, Pace, RunOrder
from mhclient.ask.retry import RetryPolicy
from mhclient.ask.run import finish_run, open_run
from mhclient.ask.session import Progress
from mhclient.ask.stopping import Stop
from mhclient.providers.registry import provider_named
from mhclient.report.loading.load import load_runs
from mhclient.report.summarise import summarise_all
from mhclient.report.summary import Summary
from mhclient.report.writers.text import as_json
from mhclient.run.spec import RunSpec
from mhclient.run.variant import load_variant
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator

T = TypeVar("T")
OpenStore = Callable[[Path], AbstractAsyncContextManager[AsyncStore]]

CONCURRENCY = 16  # of runs started as commands
N_PERMITS = Pace(concurrency=CONCURRENCY).n_permits()  # so many of their attempts a kill can leave unknown

# Retries that do not keep a test waiting.
QUICK = RetryPolicy(attempts_max=4, wait_first_s=0.0, wait_max_s=0.01)
PACE = Pace(policy=QUICK, first=replace(QUICK, attempts_max=2), deadline_s=2.0)


class Address(NamedTuple):
    """Where a simulator listens, for another process."""

    url: str
    openai_base_url: str


def address_of(simulator: Simulator) -> Address:
    """Where a simulator listens."""
    return Address(simulator.url, simulator.openai_base_url)


def base_url_for(provider: str, simulator: Simulator | Address) -> str:
    """Where a provider's API is at a simulator."""
    roots = {"anthropic": simulator.url, "gemini-native": f"{simulator.url}/v1beta"}
    return roots.get(provider, simulator.openai_base_url)


def simulator_for(benchmark: Benchmark, **settings) -> Simulator:
    """A simulator that knows the benchmark's gold."""
    return Simulator(AnswerKey(item.to_json() for item in read_items(benchmark.items_path)), **settings)


async def run(
    benchmark: Benchmark,
    simulator: Simulator | Address,
    store_path: Path,
    *,
    provider: str = "openai",
    model: str = "sim-tidy",
    variant: str = "letter-only",
    pace: Pace = PACE,
    stop: Stop | None = None,
    adapt: bool = False,
    open_store: OpenStore = AsyncStore,
    endpoint_name: str | None = None,
    **spec_fields,
) -> tuple[str, Progress]:
    """Run to the end (or until stopped); returns the run's id and counts."""
    base_url = base_url_for(provider, simulator)
    chosen = provider_named(provider, base_url)
    if endpoint_name is not None:
        chosen = chosen.under_name(endpoint_name)
    spec = RunSpec(
        chosen.name,
        model,
        chosen.endpoint,
        benchmark.items_sha256,
        load_variant(variant),
        **spec_fields,
    )
    async with open_store(store_path) as store:
        order = RunOrder(benchmark, spec, chosen, spec.run_id(), pace, adapt)
        sent, progress = await open_run(store, order)
        await finish_run(store, order, sent, progress, Controls(stop or Stop()))
    return spec.run_id(), progress


@contextmanager
def serving(server: AbstractAsyncContextManager[T]) -> Iterator[T]:
    """A server that runs in a thread of its own, for commands that take the main one."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(server) as started:
        yield started


@contextmanager
def in_place_of_services(monkeypatch: pytest.MonkeyPatch) -> Iterator[Simulator]:
    """A simulator where OpenAI's and Anthropic's models are asked by their names alone."""
    with serving(Simulator(AnswerKey())) as running:
        monkeypatch.setenv("OPENAI_BASE_URL", running.openai_base_url)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", running.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-not-a-key-at-all")
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-not-a-key-at-all")
        yield running


def records_of(store_path: Path, run_id: str):
    """A run's records, by item id."""
    with Store.open(store_path) as store:
        return {record.item_id: record for record in store.results.read_records(run_id)}


def report_of(store_path: Path, run_id: str) -> str:
    """A run's report as JSON text."""
    return as_json(summaries_of(store_path, run_id))


def summaries_of(store_path: Path, *run_ids: str) -> list[Summary]:
    """The figures of runs."""
    with Store.open(store_path, read_only=True) as store:
        return summarise_all(load_runs(store, run_ids))


def attempts_of(store_path: Path) -> list[tuple[str, str | None]]:
    """State and error of every attempt, in order."""
    with closing(open_connection(store_path)) as connection:
        rows = connection.execute("SELECT state, error FROM attempts ORDER BY id")
        return [tuple(row) for row in rows]


def run_arguments(simulator: Simulator, benchmark: Benchmark, store: Path, *more: str) -> list[str]:
    """What `mhclient` is told to run against a simulator; what `more` says stands instead of the usual."""
    usual = [
        *("run", "--provider", "openai", "--model", "sim-tidy"),
        *("--benchmark", str(benchmark.directory), "--base-url", simulator.openai_base_url),
        *("--store", str(store), "--concurrency", str(CONCURRENCY)),
    ]
    return with_options(usual, *more)


def with_options(words: list[str], *more: str) -> list[str]:
    """A command whose options with a value are replaced by those of `more`; no option may stand twice."""
    kept = list(words)
    for option in (word for word in more if word.startswith("--") and word in words):
        place = kept.index(option)
        del kept[place : place + 2]
    return [*kept, *more]


def run_command(simulator: Simulator, benchmark: Benchmark, store: Path) -> list[str]:
    """`mhclient run` against a simulator, as a user starts it."""
    return [sys.executable, "-m", "mhclient", *run_arguments(simulator, benchmark, store)]


@asynccontextmanager
async def nearly_full(path: Path) -> AsyncIterator[AsyncStore]:
    """A store on a disk with room for a few pages more: SQLite's own limit raises that error."""
    async with AsyncStore(path) as store:
        await store.write(_leave_little_room)
        yield store


def _leave_little_room(store: Store) -> None:
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages + 60}")


async def until(happened: Callable[[], bool]) -> None:
    """Wait for something that another process brings about."""
    while not happened():  # noqa: ASYNC110 - nothing in this process could set an event
        await anyio.sleep(0.01)
