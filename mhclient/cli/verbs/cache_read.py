"""`mhclient cache read`: what was read in the replies of runs, kept in the store for its view `results`."""

import argparse

from cache import Store
from mhclient.cli.screen.console import out, plain, tell
from mhclient.report.loading.load import keep_what_was_read, load_runs
from mhclient.run.stored_runs import readable_runs
from mhclient.show.counts import counted


def execute(args: argparse.Namespace) -> int:
    """Read the runs named, or all of them."""
    with Store.open(args.store) as store:
        wanted = args.runs or [run.run_id for run in store.runs.get_all()]
        readable = readable_runs(store, wanted, tell) if wanted else []
        runs = load_runs(store, readable) if readable else []
        with store.transaction():
            keep_what_was_read(store, runs)
    read = counted(len(runs), "run")
    out.print(plain(f"{read} read: see the views results and read_replies in {args.store}."))
    return 1 if set(wanted).difference(readable) else 0
