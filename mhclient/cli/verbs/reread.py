"""`mhclient reread`: read stored replies again, offline, and compare the reader with other rules."""

from __future__ import annotations

import argparse
import json

from cache import Store
from mhclient.audit.render import render_changes, render_rules, render_what_is_counted
from mhclient.cli.screen.console import err, out
from mhclient.judge.rereading import Reread, reread
from mhclient.show.counts import counted
from mhclient.show.files import print_text


def execute(args: argparse.Namespace) -> int:
    with Store.open(args.store) as store:
        found = reread(store, args.runs, args.against, tell=err.print)
    if args.json:
        print_text(json.dumps(found.to_json(), ensure_ascii=False, indent=2) + "\n")
    else:
        _print(found)
    return 0


def _print(found: Reread) -> None:
    collected = found.collected
    out.print(
        f"{counted(len(collected.cases), 'reply')}, {collected.newly_read:,} of them new to reader "
        f"{collected.reader}.",
        soft_wrap=True,
    )
    for line in render_what_is_counted(collected):
        out.print(line)
    if found.before is None:
        out.print("No other reader has read them before: nothing to compare with.")
    else:
        out.print(render_changes(found.changed, found.before, collected.reader, found.n_shared))
    out.print()
    out.print(render_rules(found.rules))
