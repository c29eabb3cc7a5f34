"""Work on batches with somebody watching: the signals, what is said meanwhile, what to type next.

`run --batch` and `collect` share it; of a grid, one run after the other is handed to its provider.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import anyio
from rich.console import Console
from rich.markup import escape

from cache import BatchState
from cache.async_store import AsyncStore
from mhclient.ask.batches.run import Batched, Work, submit_run, where_it_stands, work_on_run
from mhclient.ask.batches.session import BatchPace, BatchRun
from mhclient.ask.batches.work import work_on_batches
from mhclient.ask.order import Controls, RunOrder
from mhclient.ask.session import Progress
from mhclient.ask.stopping import Stop
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.grid import print_next_of_grid, print_result
from mhclient.cli.screen.running import (
    CAPPED,
    SAME,
    Ended,
    Screen,
    keep_readings,
    log_nothing_asked,
    logged,
    print_counts,
    print_what_next,
    shown,
    stop_on_signals,
    summarise_if_stopped,
)
from mhclient.errors import INTERRUPTED
from mhclient.run.stored_runs import why_broken
from mhclient.show.counts import counted
from mhclient.study.grid import GridCell
from mhclient.study.result import ReportFile

AGAIN = "'mhclient run', online or with --batch,"


async def submit_and_show(store: AsyncStore, order: RunOrder, pace: BatchPace, screen: Screen) -> Ended:
    """Hand what a run is missing to the provider in batches, showing how it goes.

    Raises:
        What `submit_run` raises.
    """
    where = partial(_print_where_it_stands, screen.console, store, order.run_id)

    @asynccontextmanager
    async def attend(progress: Progress) -> AsyncIterator[Controls]:
        with summarise_if_stopped(where):
            async with shown(order, progress, screen) as controls:
                yield controls

    @asynccontextmanager
    async def attend_batches(progress: Progress) -> AsyncIterator[Controls]:
        with summarise_if_stopped(where):
            async with said(order.run_id, progress, screen) as controls:
                yield controls

    return _ended(await submit_run(store, order, pace, attend, attend_batches), screen)


async def work_and_show(
    store: AsyncStore, run: BatchRun, pace: BatchPace, screen: Screen, *, work: Work = work_on_batches
) -> Ended:
    """Work on a run's batches, or do what else `work` does with them, showing what is said."""

    @asynccontextmanager
    async def attend(progress: Progress) -> AsyncIterator[Controls]:
        async with said(run.run_id, progress, screen) as controls:
            yield controls

    return _ended(await work_on_run(store, run, pace, attend, work=work), screen)


@asynccontextmanager
async def said(run_id: str, progress: Progress, screen: Screen) -> AsyncIterator[Controls]:
    """What is said, a log and the signals, while the block works on batches."""
    stop, console = Stop(), screen.console
    failure: Exception | None = None

    def tell(text: str) -> None:
        console.print(escape(as_options(text)), soft_wrap=not console.is_terminal)
        for log in logs:
            log.note(text)

    with logged(screen.json_log, run_id, progress, stop) as logs:
        async with anyio.create_task_group() as beside:
            beside.start_soon(stop_on_signals, stop, console)
            try:
                yield Controls(stop, tell=tell)
            except Exception as error:  # noqa: BLE001 - raised again below, outside the group
                failure = error
            beside.cancel_scope.cancel()
    if failure is not None:
        raise failure


def _ended(batched: Batched, screen: Screen) -> Ended:
    if batched.had_all:
        log_nothing_asked(screen.json_log, batched.run_id, batched.progress)
    again = CAPPED if batched.capped else SAME
    return Ended(batched.progress, batched.stopped, batched.had_all, again)


def print_batch_counts(console: Console, store: AsyncStore, run_id: str, ended: Ended | None = None) -> int:
    """As `print_counts`, and how many batches are open.

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
    shown = ended or Ended(where_it_stands(store, run_id), None, again=AGAIN)
    n_waiting = print_counts(console, store, run_id, shown)
    expected = n_waiting if ended is not None else 0
    lacking = shown.progress.total - shown.progress.done - expected + shown.progress.errors
    return 1 if lacking or unsent else 0


def _print_where_it_stands(console: Console, store: AsyncStore, run_id: str) -> None:
    counts = where_it_stands(store, run_id)
    if counts.done or store.results.count_in_batches(run_id):
        print_batch_counts(console, store, run_id, Ended(counts, None))
        print_what_next(console, store, run_id, store.results.count_in_batches(run_id))


async def submit_grid_and_show(
    store: AsyncStore,
    cells: Sequence[GridCell],
    paces: Sequence[BatchPace],
    screen: Screen,
    report: ReportFile | None = None,
) -> int:
    """Hand every run over, then show what has come; returns the worst exit status.

    Args:
        paces: of the cells' batches; where they wait, all runs are handed over before any is waited for.
        report: what a study file has written in the end.
    """
    status = 0
    waits = len(cells) > 1 and any(pace.wait for pace in paces)
    for each in ([replace(pace, wait=False) for pace in paces], paces) if waits else (paces,):
        status = await _submit_all(store, cells, each, screen)
        if status == INTERRUPTED:
            return status
    await print_what_has_come(store, [cell.run_id for cell in cells])
    if len(cells) > 1:
        print_next_of_grid(screen.console, store, cells, report)
    else:
        print_what_next(screen.console, store, cells[0].run_id, n_waiting(store, [cells[0].run_id]))
    return status


async def print_what_has_come(store: AsyncStore, run_ids: Sequence[str]) -> None:
    """The ranked table once nothing waits in batches; until then, what can be read is kept."""
    readable = [run_id for run_id in run_ids if store.read(partial(why_broken, run_id=run_id)) is None]
    await (
        keep_readings(store, readable, {})
        if n_waiting(store, run_ids)
        else print_result(store, readable, {}, readable)
    )


def n_waiting(store: AsyncStore, run_ids: Sequence[str]) -> int:
    """How many items of these runs wait in batches."""
    return sum(map(store.results.count_in_batches, run_ids))


async def _submit_all(
    store: AsyncStore, cells: Sequence[GridCell], paces: Sequence[BatchPace], screen: Screen
) -> int:
    status = 0
    for cell, pace in zip(cells, paces, strict=True):
        ended = await submit_and_show(store, cell.order(), pace, screen)
        said = print_batch_counts(screen.console, store, cell.run_id, ended)
        status = max(status, ended.exit_status(said))
        if status == INTERRUPTED:
            break
    return status
