"""`mhclient audit`: see what could not be read and why. What it does besides is in `audit_actions.py`."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from mhclient.cli.arguments.options import add_store, count, seed
from mhclient.cli.verbs import audit_actions
from mhclient.cli.verbs.audit_actions import SAMPLE_N, SAMPLE_SEED
from mhclient.errors import UsageError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from mhclient.read.case import Case
    from mhclient.read.collect import Collected

EXPORTS = ("csv", "jsonl", "html")
USAGE = """mhclient audit RUN… [--filter TEXT] [--rater NAME] [--plain | --export FORMAT [--out FILE]]
       mhclient audit sample RUN [--n 200] [--seed 42] [--rater NAME] [--settle RATER] [--plain]
       mhclient audit agreement RUN…
       mhclient audit decisions RUN… [--out FILE] [--settle RATER]"""
LOOK = "look"
# What each action makes use of; the others are refused, not passed over.
OPTIONS = {
    LOOK: ("filter", "plain", "export", "out", "rater"),
    "sample": ("filter", "plain", "rater", "n", "seed", "settle"),
    "agreement": (),
    "decisions": ("out", "settle"),
}
ACTIONS = tuple(action for action in OPTIONS if action != LOOK)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = USAGE
    parser.description = (
        "Look at the replies of runs and at what the reader made of them: on a terminal in a full-screen "
        "browser, else as an overview. What a model said is never changed: judgements are kept beside it."
    )
    parser.epilog = (
        "TEXT chooses replies: fields (outcome, grade, rule, task, relation, model, run, said, judged) with "
        'values, and words: outcome:refusal,empty task:FC judged:no "not sure".'
    )
    parser.add_argument(
        "runs",
        nargs="+",
        metavar="[ACTION] RUN",
        help=f"run ids; before them may stand an action: {', '.join(ACTIONS)} (a run of such a name: alone, "
        "or not in the first place)",
    )
    parser.add_argument("--filter", metavar="TEXT", help="only these replies (see below)")
    parser.add_argument(
        "--plain",
        action="store_true",
        default=None,
        help="print the overview, or a sample's figures, also where there is a terminal; draws no sample",
    )
    parser.add_argument("--export", choices=EXPORTS, help="write the replies chosen, each with its reading")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
    parser.add_argument("--rater", metavar="NAME", help="who judges (default: the name of your account)")
    parser.add_argument("--n", type=count, metavar="N", help=f"sample: replies (default: {SAMPLE_N})")
    parser.add_argument(
        "--seed", type=seed, metavar="N", help=f"sample: of the draw (default: {SAMPLE_SEED})"
    )
    parser.add_argument(
        "--settle", metavar="RATER", help="decisions, sample: whose judgement counts where raters disagree"
    )
    add_store(parser)


def execute(args: argparse.Namespace) -> int:
    from cache import open_connection
    from mhclient.cli.screen.console import err
    from mhclient.read.collect import collect

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
    from cache.runs import all_runs

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
        from mhclient.audit.export import WRITERS

        audit_actions.write(args.out, WRITERS[args.export](chosen))
    else:
        _overview(collected, chosen)
    return 0


def _chosen(args: argparse.Namespace, connection: sqlite3.Connection, collected: Collected) -> Sequence[Case]:
    if not args.filter:
        return collected.cases
    from mhclient.audit.filters import Filter
    from mhclient.judge.judgements import Judging

    judging = Judging(connection, audit_actions.rater_of(args), collected.reader)
    mine = judging.mine(case.key for case in collected.cases)
    return [collected.cases[place] for place in Filter.parse(args.filter).chosen(collected.cases, mine)]


def _overview(collected: Collected, chosen: Sequence[Case]) -> None:
    from mhclient.audit.overview import overview
    from mhclient.audit.render import render_overview, render_what_is_counted
    from mhclient.cli.screen.console import out

    out.print(render_overview(overview(chosen), collected.marks))
    for line in render_what_is_counted(collected):
        out.print(line)
