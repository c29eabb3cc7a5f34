"""A run's batches: listed, handed in, collected and called off, for the command line and for programs."""

import itertools
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypedDict, Unpack

from benchmark import Benchmark
from cache import BatchRow, Store
from cache.async_store import AsyncStore
from mhclient.ask.batches.session import BatchPace, BatchRun, BatchSession, batch_pace, open_batch_session
from mhclient.ask.batches.work import cancel_of_run, work_on_batches
from mhclient.ask.order import WHOLE, Limits, RunOrder, Shard, make_pace, turns_of
from mhclient.ask.run import (
    Attend,
    StoreOrPath,
    finish_run,
    open_run,
    order_of,
    unattended,
    until_ctrl_c,
    wait_for,
    without_row,
    writable_path,
)
from mhclient.ask.session import Progress
from mhclient.ask.stopping import StopCause
from mhclient.errors import UsageError
from mhclient.providers.base import Model, batch_access
from mhclient.providers.http import on_this_machine
from mhclient.providers.registry import provider_at, provider_named
from mhclient.run.checks import Count, Text, check
from mhclient.run.given import names_of
from mhclient.run.spec import RunSpec


@dataclass(frozen=True, slots=True)
class ListedBatch:
    """One batch.

    Attributes:
        row: as the store has it.
        outcomes: what became of its lines → how many.
        cost_usd: of what it brought; None where the price is not known.
    """

    row: BatchRow
    outcomes: Mapping[str, int]
    cost_usd: float | None

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        row = self.row
        return {
            "batch": row.tag,
            "run": row.run_id,
            "model": row.model,
            "remote_id": row.remote_id,
            "state": row.state,
            "remote_status": row.remote_status,
            "lines": row.n_lines,
            "bytes": row.n_bytes,
            "outcomes": dict(self.outcomes),
            "done_at_provider": row.n_done,
            "failed_at_provider": row.n_failed,
            "lines_doubled": row.n_doubled,
            "lines_unknown": row.n_unknown,
            "cost_usd": self.cost_usd,
            "created_at": row.created_at,
            "looked_at": row.looked_at,
            "closed_at": row.closed_at,
            "expires_at": row.expires_at,
            "problem": row.problem,
        }


def list_batches(
    store: Store, runs: str | Collection[str] = (), *, only_open: bool = False
) -> list[ListedBatch]:
    """The batches of a store, as they stood when last looked at; nobody is asked.

    Args:
        store: an open store.
        runs: of these runs; of all where none are named.
        only_open: those that have not been collected.

    Raises:
        UnknownRun: there is no such run.

    Example:
        >>> list_batches(store)
        []
    """
    named = names_of(runs)
    for run_id in named:
        store.runs.get(run_id)
    found = [each for each in store.batches.get_all(only_open=only_open) if not named or each.run_id in named]
    return [
        ListedBatch(row, store.batch_lines.count_states(row.id), store.batch_lines.add_up_cost(row.id))
        for row in found
    ]


def batches_named(batches: Collection[BatchRow], names: Collection[str]) -> list[BatchRow]:
    """The batches of these names: ours, or the provider's.

    Raises:
        UsageError: there is no batch of a name.
    """
    by_name = {name: batch for batch in batches for name in (batch.tag, batch.remote_id) if name}
    if unknown := [name for name in names if name not in by_name]:
        raise UsageError(f"{unknown[0]}: no such batch. 'mhclient batches' lists those there are.")
    return [by_name[name] for name in dict.fromkeys(names)]


Work: TypeAlias = Callable[[BatchSession], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Batched:
    """How work on a run's batches ended here.

    Attributes:
        progress: how many items there are, are done, and ended in an error; those in batches are not done.
        stopped: why it stopped early; None if it did not.
        had_all: nothing was missing to begin with, and nothing was sent.
        capped: the run's caps kept something from being sent.
        n_open: batches that have not been collected.
    """

    run_id: str
    progress: Progress
    stopped: StopCause | None = None
    had_all: bool = False
    capped: bool = False
    n_open: int = 0

    @property
    def complete(self) -> bool:
        """Whether every item has a reply."""
        return self.progress.done == self.progress.total and not self.progress.errors


async def submit_run(
    store: AsyncStore,
    order: RunOrder,
    pace: BatchPace,
    attend: Attend = unattended,
    attend_batches: Attend = unattended,
) -> Batched:
    """Hand what a run is missing to the provider in batches, after a preflight if there is to be one.

    Args:
        attend: entered while the first requests are asked; see `ask_run`.
        attend_batches: the same for the batches.

    Raises:
        UsageError: the provider takes no batches.
        What `open_run`, `finish_run` and `open_batch_session` raise.
    """
    access = batch_access(order.provider)
    async with without_row(store, order.run_id):
        sent, progress = await open_run(store, order)
        begun = store.batches.get_all(order.run_id)
        if progress.done == progress.total and not any(batch.closed_at is None for batch in begun):
            return Batched(order.run_id, progress, had_all=True)
        if order.pace.preflight and not begun and progress.done == progress.errors:
            async with attend(progress) as controls:
                sent = await finish_run(store, order, sent, progress, controls)
            if controls.stop.cause is not None or progress.done == progress.total:
                return Batched(order.run_id, progress, controls.stop.cause)
        return await work_on_run(
            store, BatchRun(order.run_id, order.provider, access, sent), pace, attend_batches
        )


async def work_on_run(
    store: AsyncStore,
    run: BatchRun,
    pace: BatchPace,
    attend: Attend = unattended,
    *,
    work: Work = work_on_batches,
) -> Batched:
    """Work on a run's batches, or do what else `work` does with them.

    Raises:
        What `open_batch_session` and `work` raise.
    """
    progress, capped = where_it_stands(store, run.run_id, pace.shard), False
    async with attend(progress) as controls:
        async with open_batch_session(store, run, pace, controls.stop, tell=controls.tell) as session:
            await work(session)
            capped = session.capped
        progress.follow(store.results.count_tasks(run.run_id, turns_of(store, run.run_id, pace.shard)))
    n_open = len(store.batches.get_all(run.run_id, only_open=True))
    return Batched(run.run_id, progress, controls.stop.cause, capped=capped, n_open=n_open)


def where_it_stands(store: AsyncStore, run_id: str, shard: Shard = WHOLE) -> Progress:
    """How many items a run has and how many are done."""
    progress = Progress()
    progress.follow(store.results.count_tasks(run_id, turns_of(store, run_id, shard)))
    return progress


def stored_run(store: AsyncStore, run_id: str, base_url: str | None) -> BatchRun:
    """A run as the store knows it, to collect what it has handed in.

    Args:
        base_url: the address that the user names, if any.

    Raises:
        UsageError: its provider is not one that can be asked for batches here, or nobody but the store names
            its address.
    """
    spec = store.runs.get(run_id).spec
    provider = provider_at(spec["provider"], spec["endpoint"])
    access = batch_access(provider)
    named = provider_named(spec["provider"], base_url).endpoint == spec["endpoint"]
    if not named and not on_this_machine(access.base_url):
        # Nothing in a store can widen this: whoever made it could have copied a key's fingerprint into it.
        raise UsageError(
            f"its batches were made at {access.base_url}, and a key goes to no address that only the store "
            f"names. If you know that server, add `base_url={access.base_url}`"
        )
    return BatchRun(run_id, provider, access)


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

    run_id: Text | None
    batch_lines: Count | None
    queued_tokens: Count | None
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
    check(SubmitOptions, options)
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
