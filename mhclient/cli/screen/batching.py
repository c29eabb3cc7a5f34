"""Work on batches with somebody watching: the signals, what is said meanwhile, what to type next.

`run --batch` and `collect` share it.

Decision: docs/decisions/batches.md, "Where `collect` sends a key".
"""

from collections.abc import Awaitable, Callable
from functools import partial

import anyio
from rich.console import Console
from rich.markup import escape

from cache import BatchState
from cache.async_store import AsyncStore
from mhclient.ask.batches.session import BatchPace, BatchRun, BatchSession, open_batch_session
from mhclient.ask.batches.work import work_on_batches
from mhclient.ask.order import RunOrder
from mhclient.ask.progress import Progress
from mhclient.ask.shard import WHOLE, Shard, turns_of
from mhclient.ask.start import finish_run, open_run, without_row
from mhclient.ask.stopping import Stop
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.running import (
    SAME,
    Ended,
    Screen,
    heed_signals,
    logged,
    print_summary,
    shown,
    summarise_if_stopped,
)
from mhclient.errors import UsageError
from mhclient.providers.base import batch_access
from mhclient.providers.http import on_this_machine
from mhclient.providers.registry import provider_at, provider_named
from mhclient.show.counts import counted

AGAIN = "'mhclient run', online or with --batch,"
CAPPED = "The same command with a higher cap"


async def submit_and_show(store: AsyncStore, order: RunOrder, pace: BatchPace, screen: Screen) -> Ended:
    """Hand what a run is missing to the provider in batches, after a preflight if there is to be one.

    Raises:
        UsageError: the provider takes no batches.
        What `open_run`, `finish_run` and `open_batch_session` raise.
    """
    access = batch_access(order.provider)
    async with without_row(store, order.run_id):
        sent, counts = await open_run(store, order)
        begun = store.batches.get_all(order.run_id)
        if counts.done == counts.total and not any(batch.closed_at is None for batch in begun):
            return Ended(counts, None, had_all=True)
        with summarise_if_stopped(partial(_print_where_it_stands, screen.console, store, order.run_id)):
            if order.pace.preflight and not begun and counts.done == counts.errors:
                async with shown(order, counts, screen) as controls:
                    sent = await finish_run(store, order, sent, counts, controls)
                if controls.stop.cause is not None or counts.done == counts.total:
                    return Ended(counts, controls.stop.cause)
            run = BatchRun(order.run_id, order.provider, access, sent)
            return await work_and_show(store, run, pace, screen)


async def work_and_show(
    store: AsyncStore,
    run: BatchRun,
    pace: BatchPace,
    screen: Screen,
    *,
    work: Callable[[BatchSession], Awaitable[None]] = work_on_batches,
) -> Ended:
    """Work on a run's batches, or do what else `work` does with them, showing what is said."""
    stop, console = Stop(), screen.console
    failure: Exception | None = None
    again = SAME

    def tell(text: str) -> None:
        console.print(escape(as_options(text)), soft_wrap=not console.is_terminal)
        for log in logs:
            log.note(text)

    counts = _counts(store, run.run_id, pace.shard)
    with logged(screen.json_log, run.run_id, counts, stop) as logs:
        async with anyio.create_task_group() as beside:
            beside.start_soon(heed_signals, stop)
            try:
                async with open_batch_session(store, run, pace, stop, tell=tell) as session:
                    await work(session)
                    again = CAPPED if session.capped else again
            except Exception as error:  # noqa: BLE001 - raised again below, outside the group
                failure = error
            beside.cancel_scope.cancel()
        counts.follow(store.results.count_tasks(run.run_id, turns_of(store, run.run_id, pace.shard)))
    if failure is not None:
        raise failure
    return Ended(counts, stop.cause, again=again)


def batch_run(store: AsyncStore, run_id: str, base_url: str | None) -> BatchRun:
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
            f"names. If you know that server, add --base-url {access.base_url}"
        )
    return BatchRun(run_id, provider, access)


def print_batch_summary(console: Console, store: AsyncStore, run_id: str, ended: Ended | None = None) -> int:
    """As `print_summary`, and how many batches are open.

    Args:
        ended: None for where the run stands now.

    Returns:
        The exit status: 1 while items lack a reply, but for those in a batch that was to be submitted.
    """
    open_batches = store.batches.get_all(run_id, only_open=True)
    if open_batches:
        number = counted(len(open_batches), "batch is", "batches are")
        console.print(f"{number} open: 'mhclient batches' lists what there is.", soft_wrap=True)
    unsent = [batch for batch in open_batches if batch.state != BatchState.SUBMITTED]
    if unsent and ended is not None:
        console.print(
            f"Not accepted yet: {len(unsent):,} of them; the same command tries again.", soft_wrap=True
        )
    shown = ended or Ended(_counts(store, run_id), None, again=AGAIN)
    n_waiting = print_summary(console, store, run_id, shown)
    expected = n_waiting if ended is not None else 0
    lacking = shown.progress.total - shown.progress.done - expected + shown.progress.errors
    return 1 if lacking or unsent else 0


def _print_where_it_stands(console: Console, store: AsyncStore, run_id: str) -> None:
    counts = _counts(store, run_id)
    if counts.done or store.results.count_in_batches(run_id):
        print_batch_summary(console, store, run_id, Ended(counts, None))


def _counts(store: AsyncStore, run_id: str, shard: Shard = WHOLE) -> Progress:
    counts = Progress()
    counts.follow(store.results.count_tasks(run_id, turns_of(store, run_id, shard)))
    return counts
