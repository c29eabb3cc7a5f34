"""`mhclient collect`: fetch what batches have brought, whichever machine submitted them."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence
from functools import partial

from cache.async_store import AsyncStore
from mhclient.ask.batches.run import runs_to_collect, stored_run
from mhclient.ask.batches.session import BatchPace
from mhclient.cli.arguments.options import existing_store
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.batching import print_batch_counts, work_and_show
from mhclient.cli.screen.console import err, plain
from mhclient.cli.screen.grid_in_batches import n_waiting, print_what_has_come
from mhclient.cli.screen.running import Screen, print_next, print_what_next
from mhclient.errors import INTERRUPTED, MhclientError
from mhclient.machine.event_loop import run_async
from mhclient.run.stored_runs import LAST, select_runs


def execute(args: argparse.Namespace) -> int:
    return run_async(_collect, args)


async def _collect(args: argparse.Namespace) -> int:
    async with AsyncStore(existing_store(args.store)) as store:
        names = await runs_to_collect(store, args.runs)
        if not names:
            err.print("No batch is open. 'mhclient batches' lists those that ended.")
        status = 0
        # What has ended is stored before anything is waited for.
        for wait in (False, True) if args.wait else (False,):
            status = await _collect_for(store, names, args.base_url, wait=wait)
            if status == INTERRUPTED:
                return status
        status = max([status, *(print_batch_counts(err, store, name) for name in names)])
        await print_what_has_come(store, names)
        if names:
            _print_next(store, names)
        return status


def _print_next(store: AsyncStore, names: Sequence[str]) -> None:
    """One command for all of these runs."""
    waiting = n_waiting(store, names)
    if len(names) == 1 or waiting:
        return print_what_next(err, store, names[0], waiting)
    last = store.read(partial(select_runs, selectors=[LAST]))
    print_next(err, ["report", *([LAST] if set(last) == set(names) else names), "--store", str(store.path)])


async def _collect_for(store: AsyncStore, names: list[str], base_url: str | None, *, wait: bool) -> int:
    """Collect the batches these runs wait for; one that cannot be asked for does not hold up the others."""
    status = 0
    owners = [store.batches.find_runs_to_collect(name) for name in names]
    for owner in dict.fromkeys(itertools.chain(*owners)):
        try:
            run = stored_run(store, owner, base_url)
            ended = await work_and_show(store, run, BatchPace(wait=wait), Screen(err))
        except MhclientError as error:
            err.print(plain(f"{owner}: {as_options(str(error))}"), soft_wrap=True)
            status = max(status, error.exit_status)
            continue
        if ended.stopped is not None:
            return ended.exit_status(1)
    return status
