"""`mhclient batches`: the batches in the store, as they stood when last looked at."""

import argparse
import json
import sys
import time
from contextlib import closing
from typing import Any

from mhclient.cli.options import add_store

HEADINGS = ("batch", "state", "lines", "size", "USD", "age", "expiry")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "List batches: state, lines, size, price, age, expiry, and what became of their lines. From the "
        "store alone; 'mhclient collect' asks the provider."
    )
    parser.add_argument("runs", nargs="*", metavar="RUN", help="only the batches of these runs")
    parser.add_argument("--open", action="store_true", help="only those that have not been collected")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for programs")
    add_store(parser)


def execute(args: argparse.Namespace) -> int:
    from cache import open_connection
    from cache.runs import get_run

    with closing(open_connection(args.store)) as connection:
        for run_id in args.runs:
            get_run(connection, run_id)
        found = [
            shown
            for shown in _batches(connection, only_open=args.open)
            if not args.runs or shown["run"] in args.runs
        ]
    if args.json:
        for shown in found:
            sys.stdout.write(json.dumps(shown, ensure_ascii=False) + "\n")
    else:
        _print(found)
    return 0


def _batches(connection: Any, *, only_open: bool) -> list[dict[str, Any]]:
    from cache.batch_figures import batch_cost, line_states
    from cache.batches import batches_of

    return [
        {
            "batch": batch.tag,
            "run": batch.run_id,
            "model": batch.model,
            "remote_id": batch.remote_id,
            "state": batch.state,
            "remote_status": batch.remote_status,
            "lines": batch.n_lines,
            "bytes": batch.n_bytes,
            "outcomes": line_states(connection, batch.id),
            "done_at_provider": batch.n_done,
            "failed_at_provider": batch.n_failed,
            "lines_doubled": batch.n_doubled,
            "lines_unknown": batch.n_unknown,
            "cost_usd": batch_cost(connection, batch.id),
            "created_at": batch.created_at,
            "looked_at": batch.looked_at,
            "closed_at": batch.closed_at,
            "expires_at": batch.expires_at,
            "problem": batch.problem,
        }
        for batch in batches_of(connection, only_open=only_open)
    ]


def _print(found: list[dict[str, Any]]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from mhclient.cli.console import out

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
    from datetime import datetime

    from mhclient.batch.telling import duration

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
        "?" if shown["cost_usd"] is None else f"{shown['cost_usd']:.4f}",
        duration(now - made),
        "" if left is None else f"in {duration(left)}" if left > 0 else f"{duration(-left)} ago",
    )


def _closed(shown: dict[str, Any], outcomes: str) -> str:
    return f"{shown['state']} ({outcomes})" if outcomes else str(shown["state"])
