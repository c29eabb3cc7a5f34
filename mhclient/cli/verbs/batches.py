"""`mhclient batches` and `mhclient collect`: batches listed, cancelled, or fetched.

Batches are collected whichever machine submitted them.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from rich.markup import escape
from rich.table import Table

from cache import Store
from cache.async_store import AsyncStore
from mhclient.ask.batches.run import batches_named, list_batches, runs_to_collect, stored_run
from mhclient.ask.batches.session import BatchPace, BatchSession, duration
from mhclient.ask.batches.work import cancel_of_run
from mhclient.cli.arguments.options import existing_store
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.batching import n_waiting, print_batch_counts, print_what_has_come, work_and_show
from mhclient.cli.screen.console import err, out, plain
from mhclient.cli.screen.running import Screen, print_next, print_what_next
from mhclient.errors import INTERRUPTED, MhclientError
from mhclient.machine.event_loop import run_async
from mhclient.run.prices import at_most_usd
from mhclient.run.stored_runs import LAST, select_runs
from mhclient.show.files import print_text

HEADINGS = ("batch", "state", "lines", "size", "USD", "age", "expiry")


def execute_batches(args: argparse.Namespace) -> int:
    if args.cancel:
        return run_async(_cancel, args)
    with Store.open(args.store, read_only=True) as store:
        found = [batch.to_json() for batch in list_batches(store, args.runs, only_open=args.open)]
        if args.json:
            for shown in found:
                print_text(json.dumps(shown, ensure_ascii=False) + "\n")
        else:
            _print(found)
    return 0


async def _cancel(args: argparse.Namespace) -> int:
    async with AsyncStore(existing_store(args.store)) as store:
        chosen = batches_named(store.batches.get_all(), args.cancel)
        n_left = 0

        async def work(session: BatchSession) -> None:
            nonlocal n_left
            n_left += await cancel_of_run(session, [batch.tag for batch in chosen])

        for run_id in dict.fromkeys(batch.run_id for batch in chosen):
            run = stored_run(store, run_id, args.base_url)
            ended = await work_and_show(store, run, BatchPace(), Screen(err), work=work)
            if ended.stopped is not None:
                return ended.exit_status(1)
    return 1 if n_left else 0


def _print(found: list[dict[str, Any]]) -> None:
    if not found:
        out.print("No batches. 'mhclient run --batch' makes them.")
        return
    for run in dict.fromkeys(shown["run"] for shown in found):
        out.print(f"{escape(run)}", soft_wrap=True)
        table = Table(box=None, pad_edge=False)
        for heading in HEADINGS:
            right = heading in ("lines", "size", "USD")
            table.add_column(heading, justify="right" if right else "left", no_wrap=heading != "state")
        for shown in found:
            if shown["run"] == run:
                table.add_row(*map(escape, _row(shown)))
        out.print(table)
        for shown in found:
            if shown["run"] == run and shown["problem"]:
                out.print(escape(f"{shown['batch']}: {shown['problem']}"), soft_wrap=True)


def _row(shown: dict[str, Any]) -> tuple[str, ...]:
    now = time.time()
    made = datetime.fromisoformat(shown["created_at"]).timestamp()
    outcomes = ", ".join(f"{n:,} {name}" for name, n in shown["outcomes"].items())
    under_way = shown["state"] == "submitted"
    state = (shown["remote_status"] or "not accepted") if under_way else shown["state"]
    left = shown["expires_at"] - now if shown["expires_at"] and under_way else None
    return (
        shown["batch"],
        f"{state} ({outcomes})" if outcomes or under_way else str(state),
        f"{shown['lines']:,}",
        f"{shown['bytes'] / 1e6:,.1f} MB",
        "?" if shown["cost_usd"] is None else at_most_usd(shown["cost_usd"]),
        duration(now - made),
        "" if left is None else f"in {duration(left)}" if left > 0 else f"{duration(-left)} ago",
    )


def execute_collect(args: argparse.Namespace) -> int:
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
