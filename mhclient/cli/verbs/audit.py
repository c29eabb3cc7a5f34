"""`mhclient audit`: see what could not be read and why. What it does besides is in `audit_actions.py`."""

from __future__ import annotations

import argparse
import sqlite3
from collections.abc import Sequence
from contextlib import closing

from cache import open_connection
from cache.runs import all_runs
from mhclient.audit.export import WRITERS
from mhclient.audit.filters import Filter
from mhclient.audit.overview import overview
from mhclient.audit.render import render_overview, render_what_is_counted
from mhclient.cli.arguments.audit import ACTIONS, LOOK, OPTIONS
from mhclient.cli.screen.console import err, out
from mhclient.cli.verbs import audit_actions
from mhclient.errors import UsageError
from mhclient.judge.judgements import Judging
from mhclient.read.case import Case
from mhclient.read.collect import Collected, collect


def execute(args: argparse.Namespace) -> int:
    with closing(open_connection(args.store)) as connection:
        action, run_ids = _action(connection, args.runs)
        _check_options(args, action)
        does = {
            LOOK: _look,
            "sample": audit_actions.sample,
            "agreement": audit_actions.agreement,
            "decisions": audit_actions.decisions,
        }
        return does[action](args, connection, collect(connection, run_ids, tell=err.print))


def _action(connection: sqlite3.Connection, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """What to do, and with which runs.

    Raises:
        UsageError: an action without a run.
    """
    first, *runs = words
    if first not in ACTIONS:
        return LOOK, words
    if runs:
        return first, runs
    if first in {run.run_id for run in all_runs(connection)}:
        return LOOK, words
    raise UsageError(f"'audit {first}' needs a run. 'mhclient runs' lists them.")


def _check_options(args: argparse.Namespace, action: str) -> None:
    every = dict.fromkeys(option for options in OPTIONS.values() for option in options)
    for option in every:
        if option not in OPTIONS[action] and getattr(args, option) is not None:
            said = "mhclient audit RUN" if action == LOOK else f"mhclient audit {action}"
            raise UsageError(f"'{said}' makes no use of --{option}.")


def _look(args: argparse.Namespace, connection: sqlite3.Connection, collected: Collected) -> int:
    if args.out and not args.export:
        raise UsageError("--out needs --export csv, jsonl or html.")
    if not args.export and not args.plain and audit_actions.on_terminal():
        audit_actions.browse(args, connection, collected)
        return 0
    audit_actions.check_rater(args, connection, collected)
    chosen = _chosen(args, connection, collected)
    if args.export:
        audit_actions.write(args.out, WRITERS[args.export](chosen))
    else:
        _overview(collected, chosen)
    return 0


def _chosen(args: argparse.Namespace, connection: sqlite3.Connection, collected: Collected) -> Sequence[Case]:
    if not args.filter:
        return collected.cases
    judging = Judging(connection, audit_actions.rater_of(args), collected.reader)
    mine = judging.mine(case.key for case in collected.cases)
    return [collected.cases[place] for place in Filter.parse(args.filter).chosen(collected.cases, mine)]


def _overview(collected: Collected, chosen: Sequence[Case]) -> None:
    out.print(render_overview(overview(chosen), collected.marks))
    for line in render_what_is_counted(collected):
        out.print(line)
