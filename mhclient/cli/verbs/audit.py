"""`mhclient audit`: see what could not be read and why. What it does besides is in `audit_actions.py`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cache import Store
from mhclient.audit.case_files import WRITERS, as_csv
from mhclient.audit.filters import Filter
from mhclient.audit.overview import overview
from mhclient.audit.render import render_overview, render_what_is_counted
from mhclient.cli.arguments.audit import ACTIONS, EXPORT_ENDINGS, LOOK, OPTIONS
from mhclient.cli.arguments.endings import TERMINAL, form_of
from mhclient.cli.screen.console import err, out, tell
from mhclient.cli.selecting import RATINGS
from mhclient.cli.verbs.audit_raters import check_rater, rater_of
from mhclient.cli.verbs.audit_screen import browse, on_terminal, write
from mhclient.errors import UsageError
from mhclient.judge.judgements import Judging
from mhclient.loading import later
from mhclient.read.case import Case
from mhclient.read.collect import Collected, collect
from mhclient.report.own_files import refuse_questions_of
from mhclient.show.csv_cells import Cells, CsvFor

if TYPE_CHECKING:
    from mhclient.cli.verbs import audit_actions, audit_ratings
else:  # an overview waits for nothing that samples and agreement are worked out with
    audit_actions = later("mhclient.cli.verbs.audit_actions")
    audit_ratings = later("mhclient.cli.verbs.audit_ratings")


def execute(args: argparse.Namespace) -> int:
    if args.runs[0] == RATINGS:
        _check_options(args, RATINGS)
        cells = Cells(CsvFor(args.csv_for))
        return audit_ratings.show_ratings(args.runs[1:], getattr(args, "import"), args.out, cells)
    with Store.open(args.store) as store:
        action, run_ids = _action(store, args.runs)
        _check_options(args, action)
        if args.out:
            refuse_questions_of(store, run_ids, args.out)
        collected = collect(store, run_ids, tell=err.print)
        if action == LOOK:
            return _look(args, store, collected)
        return int(getattr(audit_actions, action)(args, store, collected))


def _action(store: Store, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """What to do, and with which runs.

    Raises:
        UsageError: an action without a run.
    """
    first, *runs = words
    if first not in ACTIONS:
        return LOOK, words
    if runs:
        return first, runs
    if first in {run.run_id for run in store.runs.get_all()}:
        return LOOK, words
    raise UsageError(f"'audit {first}' needs a run. 'mhclient runs' lists them.")


def _check_options(args: argparse.Namespace, action: str) -> None:
    every = dict.fromkeys(option for options in OPTIONS.values() for option in options)
    for option in every:
        if option not in OPTIONS[action] and getattr(args, option) is not None:
            said = "mhclient audit RUN" if action == LOOK else f"mhclient audit {action}"
            raise UsageError(f"'{said}' does not use --{option}.")


def _look(args: argparse.Namespace, store: Store, collected: Collected) -> int:
    if args.out and (form := form_of(args.export, args.out, EXPORT_ENDINGS, "--export")) != TERMINAL:
        args.export = form
    if args.out and not args.export:
        raise UsageError("--out needs --export csv, jsonl or html.")
    if not args.export and not args.plain and on_terminal():
        browse(args, store, collected)
        return 0
    check_rater(args, store, collected)
    chosen = _chosen(args, store, collected)
    if args.export:
        write(args.out, _exported(args, chosen))
    else:
        _overview(collected, chosen)
    return 0


def _exported(args: argparse.Namespace, chosen: Sequence[Case]) -> str:
    if args.export != "csv":
        return WRITERS[args.export](chosen)
    cells = Cells(CsvFor(args.csv_for))
    written = as_csv(chosen, cells)
    if changed := cells.what_changed():
        tell(changed)
    return written


def _chosen(args: argparse.Namespace, store: Store, collected: Collected) -> Sequence[Case]:
    if not args.filter:
        return collected.cases
    judging = Judging(store, rater_of(args), collected.reader)
    mine = judging.mine(case.key for case in collected.cases)
    return [collected.cases[place] for place in Filter.parse(args.filter).chosen(collected.cases, mine)]


def _overview(collected: Collected, chosen: Sequence[Case]) -> None:
    out.print(render_overview(overview(chosen), collected.marks))
    for line in render_what_is_counted(collected):
        out.print(line)
