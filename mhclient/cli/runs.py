"""`mhclient runs`: the runs in the store, and the state each is in."""

import argparse
import json
import sys
from contextlib import closing
from typing import Any

from mhclient.cli.options import add_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for programs")
    add_store(parser)


def execute(args: argparse.Namespace) -> int:
    from cache import open_connection
    from cache.connection import transaction
    from cache.sessions import bury_the_dead

    with closing(open_connection(args.store)) as connection:
        with transaction(connection):
            bury_the_dead(connection)
        runs = _runs(connection)
    if args.json:
        for run in runs:
            sys.stdout.write(json.dumps(run, ensure_ascii=False) + "\n")
    else:
        _print(runs)
    return 0


def _runs(connection: Any) -> list[dict[str, Any]]:
    from cache.batch_figures import items_in_batches
    from cache.ledger import spent
    from cache.results import progress
    from cache.runs import all_runs, last_session

    found = []
    for run in all_runs(connection):
        counts = progress(connection, run.run_id).values()
        total, answered = sum(count.total for count in counts), sum(count.answered for count in counts)
        errors = sum(count.errors for count in counts)
        session = last_session(connection, run.run_id)
        spend = spent(connection, run.run_id)
        in_batches = items_in_batches(connection, run.run_id)
        found.append(
            {
                "run": run.run_id,
                "model": run.spec["model"],
                "provider": run.spec["provider"],
                "variant": run.spec["variant"]["name"],
                "items": total,
                "answered": answered,
                "errors": errors,
                "in_batches": in_batches,
                "state": _state(total, answered, errors, session, in_batches),
                "last_active": session["heartbeat_at"] if session else run.created_at,
                "requests": spend.requests,
                "tokens": spend.tokens,
                "cost_usd": spend.cost_usd,
            }
        )
    return found


def _state(total: int, answered: int, errors: int, session: Any, in_batches: int) -> str:
    if session is not None and session["ended_at"] is None:
        return f"running (process {session['pid']} on {session['host']})"
    if answered == total and total:
        return "done"
    if answered + errors == total and total:
        return "done, with errors"
    if in_batches:
        return f"waiting for {in_batches} replies in batches"
    if session is None:
        return "not started"
    return f"partial: {session['end_cause'] or 'stopped'}"


def _print(runs: list[dict[str, Any]]) -> None:
    from rich.table import Table

    from mhclient.cli.console import out, plain

    if not runs:
        out.print("No runs yet. 'mhclient run' makes one.")
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("run", "replies", "errors", "state", "last active (UTC)"):
        table.add_column(heading, overflow="fold", justify="right" if heading == "errors" else "left")
    for run in runs:
        replies = f"{run['answered']}/{run['items']}"
        row = (run["run"], replies, str(run["errors"]), run["state"], run["last_active"][:16])
        table.add_row(*map(plain, row))
    out.print(table)
