"""`mhclient runs`: the runs in the store, and the state each is in."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from rich.table import Table

from cache import Store
from mhclient.cli.screen.console import out, plain
from mhclient.run.listing import ListedRun, list_runs
from mhclient.show.files import print_text


def execute(args: argparse.Namespace) -> int:
    with Store.open(args.store, read_only=True) as store:
        runs = list_runs(store)
    if args.json:
        for run in runs:
            print_text(json.dumps(run.to_json(), ensure_ascii=False) + "\n")
    else:
        _print(runs)
    return 0


def _print(runs: Sequence[ListedRun]) -> None:
    if not runs:
        out.print("No runs yet. 'mhclient run' makes one.")
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("run", "replies", "errors", "state", "last active (UTC)"):
        table.add_column(heading, overflow="fold", justify="right" if heading == "errors" else "left")
    for run in runs:
        replies = f"{run.answered}/{run.items}"
        table.add_row(*map(plain, (run.run, replies, str(run.errors), run.state, run.last_active[:16])))
    out.print(table)
