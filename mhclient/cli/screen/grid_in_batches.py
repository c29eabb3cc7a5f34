"""A grid that goes by batch, with somebody watching: one run after the other is handed to its provider."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from cache.async_store import AsyncStore
from mhclient.ask.batches.session import BatchPace
from mhclient.cli.screen.batching import print_batch_counts, submit_and_show
from mhclient.cli.screen.grid import print_next_of_grid, print_result
from mhclient.cli.screen.running import Screen, keep_readings, print_what_next
from mhclient.errors import INTERRUPTED
from mhclient.run.stored_runs import why_broken
from mhclient.study.grid import GridCell
from mhclient.study.result import ReportFile


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
        keep_readings(store, readable)
        if n_waiting(store, run_ids)
        else print_result(store, readable, readable)
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
