"""`mhclient batches`: the batches in the store, as they stood when last looked at; and calling some off."""

from __future__ import annotations

import argparse
import json
import time
from datetime import datetime
from typing import Any

from rich.markup import escape
from rich.table import Table

from cache import Store
from cache.async_store import AsyncStore
from mhclient.ask.batches.run import batches_named, list_batches, stored_run
from mhclient.ask.batches.session import BatchPace, BatchSession, duration
from mhclient.ask.batches.work import cancel_of_run
from mhclient.cli.arguments.options import existing_store
from mhclient.cli.screen.batching import work_and_show
from mhclient.cli.screen.console import err, out
from mhclient.cli.screen.running import Screen
from mhclient.machine.event_loop import run_async
from mhclient.run.prices import at_most_usd
from mhclient.show.files import print_text

HEADINGS = ("batch", "state", "lines", "size", "USD", "age", "expiry")


def execute(args: argparse.Namespace) -> int:
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
    left = shown["expires_at"] - now if shown["expires_at"] and under_way else None
    return (
        shown["batch"],
        f"{shown['remote_status'] or 'not accepted'} ({outcomes})" if under_way else _closed(shown, outcomes),
        f"{shown['lines']:,}",
        f"{shown['bytes'] / 1e6:,.1f} MB",
        "?" if shown["cost_usd"] is None else at_most_usd(shown["cost_usd"]),
        duration(now - made),
        "" if left is None else f"in {duration(left)}" if left > 0 else f"{duration(-left)} ago",
    )


def _closed(shown: dict[str, Any], outcomes: str) -> str:
    return f"{shown['state']} ({outcomes})" if outcomes else str(shown["state"])
