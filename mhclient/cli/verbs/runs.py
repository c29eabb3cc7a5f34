"""`mhclient runs`: the runs in the store, and the state each is in."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rich.table import Table

from cache import LastSession, RunRow, Store
from mhclient.cli.screen.console import out, plain
from mhclient.errors import UsageError
from mhclient.run.spec import spec_of
from mhclient.show.counts import counted
from mhclient.show.files import print_text

BROKEN = "broken: what it asks cannot be read"


def execute(args: argparse.Namespace) -> int:
    with Store.open(args.store, read_only=True) as store:
        runs = _runs(store)
    if args.json:
        for run in runs:
            print_text(json.dumps(run, ensure_ascii=False) + "\n")
    else:
        _print(runs)
    return 0


def _runs(store: Any) -> list[dict[str, Any]]:
    return [_run(store, run) for run in store.runs.get_all()]


def _run(store: Any, run: RunRow) -> dict[str, Any]:
    """A run's line; of one whose specification is broken what is known besides."""
    try:
        spec, broken = spec_of(run), None
    except UsageError as error:
        spec, broken = None, str(error)
    counts = store.results.count_tasks(run.run_id).values()
    total, answered = sum(count.total for count in counts), sum(count.answered for count in counts)
    errors = sum(count.errors for count in counts)
    session = store.sessions.get_last(run.run_id)
    spend = store.ledger.add_up(run.run_id)
    in_batches = store.results.count_in_batches(run.run_id)
    return {
        "run": run.run_id,
        "model": spec and spec.model,
        "provider": spec and spec.provider,
        "variant": spec and spec.variant.name,
        "items": total,
        "answered": answered,
        "errors": errors,
        "in_batches": in_batches,
        "state": BROKEN if broken else _state(total, answered, errors, session, in_batches),
        "last_active": session.heartbeat_at if session else run.created_at,
        "requests": spend.requests,
        "tokens": spend.tokens,
        "cost_usd": spend.cost_usd,
        **({"broken": broken} if broken else {}),
    }


def _state(total: int, answered: int, errors: int, session: LastSession | None, in_batches: int) -> str:
    if session is not None and session.end_cause is None:
        return f"running (process {session.pid} on {session.host})"
    if answered == total and total:
        return "done"
    if answered + errors == total and total:
        return "done, with errors"
    if in_batches:
        return f"waiting for {counted(in_batches, 'reply')} in batches"
    if session is None:
        return "not started"
    return f"partial: {session.end_cause}"


def _print(runs: list[dict[str, Any]]) -> None:
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
