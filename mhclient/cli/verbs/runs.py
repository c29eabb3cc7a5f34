"""`mhclient runs`: the runs in the store, and the state each is in."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from cache import Store
from mhclient.cli.screen.console import out, plain, print_columns, tell
from mhclient.errors import UsageError
from mhclient.run.prices import Price, at_most_usd, cost_in_words, price_from, put_price
from mhclient.run.stored_runs import ListedRun, list_runs
from mhclient.show.counts import agreeing, counted
from mhclient.show.files import print_text

DELETE, PAID = "rm", "paid USD"
AT_MOST = "≤ "
HEADINGS = ("run", "replies", "errors", PAID, "state", "last active (UTC)")


def execute_runs(args: argparse.Namespace) -> int:
    if args.runs and args.runs[0] == DELETE:
        if args.price is not None:
            raise UsageError("--price does nothing with 'rm': leave one of them out.")
        return _delete(args, args.runs[1:])
    if args.yes:
        raise UsageError("--yes is for 'mhclient runs rm RUN…'.")
    if args.price is not None:
        _put_price(args.store, args.runs, price_from(args.price))
    with Store.open(args.store, read_only=True) as store:
        runs = list_runs(store, args.runs)
    if args.json:
        print_text("".join(json.dumps(run.to_json(), ensure_ascii=False) + "\n" for run in runs))
    else:
        _print(runs)
    return 0


def _delete(args: argparse.Namespace, runs: Sequence[str]) -> int:
    """Delete runs; their replies stay, so that the same command makes them again without asking."""
    if not runs:
        raise UsageError("which runs? 'mhclient runs' lists them; @last names those just made.")
    with Store.open(args.store) as store:
        for run_id in runs:
            store.runs.get(run_id)
        if args.yes:
            with store.transaction():
                store.sessions.close_dead()
                store.sessions.refuse_at_work("Delete it once that has ended.")
                for run_id in runs:
                    store.runs.delete(run_id)
    done = "deleted" if args.yes else "would be deleted; --yes deletes"
    out.print(plain(f"{counted(len(runs), 'run')} {done}: {', '.join(runs)}."), soft_wrap=True)
    if args.yes:
        out.print("The replies stay in the store; 'mhclient cache prune' deletes those that no run uses.")
    return 0


def _put_price(path: Path, runs: Sequence[str], price: Price) -> None:
    """Say what replies have cost that were asked for without a price."""
    if not runs:
        raise UsageError("--price: of which runs? Name them; @last is those just made.")
    with Store.open(path) as store, store.transaction():
        n_priced = sum(put_price(store, run_id, price) for run_id in runs)
    if n_priced:
        tell(f"{counted(n_priced, 'request')} that had no cost {agreeing(n_priced, 'has', 'have')} one now.")
    else:
        tell("All requests of these runs have a cost already; it stays.")


def _print(runs: Sequence[ListedRun]) -> None:
    if not runs:
        out.print("No runs yet. 'mhclient run' makes one.")
        return
    costs, rows = [run.cost_usd for run in runs], []
    n_panels = sum(bool(run.panel) for run in runs)
    for run in runs:
        if run.panel and n_panels < len(runs):
            continue
        replies = f"{run.answered}/{run.items}"
        state = run.state if run.composed is None else f"{run.state} ({run.composed})"
        cost = (AT_MOST if run.unknown_usd else "") + cost_in_words(run.cost_usd, costs)
        rows.append((run.run, replies, str(run.errors), cost, state, run.last_active[:16]))
    print_columns(HEADINGS, rows, right=("errors", PAID))
    if any(run.cost_usd or (run.from_store and run.cost_usd is not None) for run in runs):
        out.print(plain(_what_is_paid(runs)), soft_wrap=True)
    if any(run.unknown_usd for run in runs):
        out.print(plain(_what_may_be_paid(runs)), soft_wrap=True)
    if 0 < n_panels < len(runs):
        out.print(plain(f"And {counted(n_panels, 'panel')}: 'mhclient drift' shows what they say."))


def _what_may_be_paid(runs: Sequence[ListedRun]) -> str:
    """What the sign before a cost means."""
    n = sum(run.unknown or 0 for run in runs if run.unknown_usd)
    most = at_most_usd(sum(run.unknown_usd or 0.0 for run in runs))
    were, count = agreeing(n, "it was", "they were"), agreeing(n, "It counts", "They count")
    return (
        f"{AT_MOST.strip()}: at most. Of {counted(n, 'request')} nobody knows whether {were} answered: a "
        f"start was killed, or no reply came in time. {count} as the most that may have been paid, "
        f"{most} USD in all."
    )


def _what_is_paid(runs: Sequence[ListedRun]) -> str:
    """What the column says; where replies came from the store, why a report has another figure."""
    said = f"{PAID}: what each run spent on requests of its own, failed ones included."
    if not (sharing := [run for run in runs if run.from_store]):
        return said
    n, first = sum(run.from_store for run in sharing), sharing[0].run
    whose = first if len(sharing) == 1 else f"{first} and {counted(len(sharing) - 1, 'other run')}"
    return (
        f"{said} {counted(n, 'reply')} of {whose} {agreeing(n, 'was', 'were')} in the store already, paid "
        "for before, by another run or one deleted since: what a run's replies cost, whoever paid, stands in "
        "'mhclient report'."
    )
