"""Batches for programs: handed in, collected, called off, each in one call without an event loop."""

import itertools
from collections.abc import Callable, Sequence
from typing import TypedDict, Unpack

from benchmark import Benchmark
from cache import Store
from cache.async_store import AsyncStore
from mhclient.ask.batches.cancel import cancel_of_run
from mhclient.ask.batches.listing import batches_named
from mhclient.ask.batches.run import Batched, stored_run, submit_run, work_on_run
from mhclient.ask.batches.session import BatchPace, BatchSession, batch_pace
from mhclient.ask.limits import Limits, make_pace
from mhclient.ask.order import RunOrder
from mhclient.ask.run import StoreOrPath, order_of, until_ctrl_c, wait_for, writable_path
from mhclient.providers.model import Model
from mhclient.run.given import check_names
from mhclient.run.spec import RunSpec

Tell = Callable[[str], None]


class SubmitOptions(TypedDict, total=False):
    """How requests are handed in, beside `Limits`.

    Keys:
        run_id: the run's name (default: made from the specification).
        batch_lines: requests in one batch at most (default: the provider's limit).
        queued_tokens: tokens of all batches under way at most.
        wait: stay until the batches have ended, and collect them (default: no).
        tell: told what happens, a sentence at a time.
        limits: how fast the first requests go, and up to what cost all; see `Limits`.
    """

    run_id: str | None
    batch_lines: int | None
    queued_tokens: int | None
    wait: bool
    tell: Tell
    limits: Limits


def submit_batches(
    store: StoreOrPath,
    benchmark: Benchmark,
    model: Model,
    spec: RunSpec,
    **options: Unpack[SubmitOptions],
) -> Batched:
    """Hand the items that have no reply yet to the provider in batches, at about half the price.

    A few are asked at once before that. The same call again goes on: it collects what has ended and hands in
    what is missing.

    Args:
        store: an open store, or its path, at which one is made where there is none.
        spec: what `make_spec` gives for this benchmark and this model.
        options: see `SubmitOptions`.

    Raises:
        UsageError: the provider takes no batches, or an argument cannot be used.
        MissingKey: there is no key for the provider.
        RunStopped: the provider can or will not take them; what is stored stays.

    Example:
        >>> batched = submit_batches(store, benchmark, model, spec)
        >>> batched.complete, batched.n_open
        (True, 0)
    """
    check_names(SubmitOptions.__annotations__, options)
    limits, tier = options.get("limits") or {}, spec.parameters.tier_asked
    pace = make_pace(model, limits, priced=True, by_batch=True, tier=tier)
    order = order_of(benchmark, model, spec, options.get("run_id"), pace)
    batches = batch_pace(
        pace, options.get("batch_lines"), options.get("queued_tokens"), wait=options.get("wait", False)
    )
    return wait_for(_submit, store, order, batches, options.get("tell"))


async def _submit(store: StoreOrPath, order: RunOrder, pace: BatchPace, tell: Tell | None) -> Batched:
    path = writable_path(store)
    async with AsyncStore(path, create=not isinstance(store, Store)) as opened:
        return await submit_run(opened, order, pace, until_ctrl_c(tell), until_ctrl_c(tell))


def collect_batches(
    store: Store,
    runs: str | Sequence[str] = (),
    *,
    base_url: str | None = None,
    wait: bool = False,
    tell: Tell | None = None,
) -> list[Batched]:
    """Fetch what batches have brought, whichever machine handed them in.

    Args:
        store: an open store.
        runs: those runs that wait for batches; all that do where none is named.
        base_url: the server's address, where it is not the provider's own.
        wait: stay until the batches have ended.
        tell: told what happens, a sentence at a time.

    Returns:
        Of each run that has handed in what these wait for, how it stands.

    Raises:
        UnknownRun: there is no such run.
        UsageError: a key would go to an address that only the store names.
        RunStopped: a provider cannot be reached; what is stored stays.

    Example:
        >>> collect_batches(store)  # none is open
        []
    """
    named = [runs] if isinstance(runs, str) else list(dict.fromkeys(runs))
    return wait_for(_collect, store, named, base_url, wait, tell)


async def _collect(
    store: Store, named: Sequence[str], base_url: str | None, wait: bool, tell: Tell | None
) -> list[Batched]:
    async with AsyncStore(writable_path(store)) as opened:
        names = await runs_to_collect(opened, named)
        owners = itertools.chain(*(opened.batches.find_runs_to_collect(name) for name in names))
        return [
            await work_on_run(
                opened, stored_run(opened, owner, base_url), BatchPace(wait=wait), until_ctrl_c(tell)
            )
            for owner in dict.fromkeys(owners)
        ]


async def runs_to_collect(store: AsyncStore, named: Sequence[str]) -> list[str]:
    """The runs that were named, or all that wait; batches with lines of unknown outcome are opened again."""
    for name in named:
        store.runs.get(name)
        await store.batches.reopen(name)
    return list(dict.fromkeys(named)) or store.batches.find_runs()


def cancel_batches(
    store: Store, names: str | Sequence[str], *, base_url: str | None = None, tell: Tell | None = None
) -> int:
    """Call batches off; what had been processed by then is paid for and kept, the rest may be asked again.

    Args:
        store: an open store.
        names: of batches, ours or the provider's, as `list_batches` shows them.
        base_url: the server's address, where it is not the provider's own.
        tell: told what happens, a sentence at a time.

    Returns:
        How many were left as they are: `tell` was told why.

    Raises:
        UsageError: there is no batch of a name, or a key would go to an address that only the store names.

    Example:
        >>> cancel_batches(store, [])
        0
    """
    return wait_for(_cancel, store, [names] if isinstance(names, str) else names, base_url, tell)


async def _cancel(store: Store, names: Sequence[str], base_url: str | None, tell: Tell | None) -> int:
    n_left = 0
    async with AsyncStore(writable_path(store)) as opened:
        chosen = batches_named(opened.batches.get_all(), names)

        async def work(session: BatchSession) -> None:
            nonlocal n_left
            n_left += await cancel_of_run(session, [batch.tag for batch in chosen])

        for run_id in dict.fromkeys(batch.run_id for batch in chosen):
            run = stored_run(opened, run_id, base_url)
            await work_on_run(opened, run, BatchPace(), until_ctrl_c(tell), work=work)
    return n_left
