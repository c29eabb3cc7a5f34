"""`mhclient audit`: see what could not be read and why, judge it, and settle it."""

from __future__ import annotations

import argparse
import getpass
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from mhclient.cli.options import add_store, count, write_file
from mhclient.errors import UsageError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence

    from mhclient.audit.case import Case
    from mhclient.audit.collect import Collected

EXPORTS = ("csv", "jsonl", "html")
USAGE = """mhclient audit RUN… [--filter TEXT] [--plain | --export FORMAT]
       mhclient audit sample RUN [--n 200] [--plain]
       mhclient audit agreement RUN…
       mhclient audit decisions RUN… --out FILE [--settle RATER]"""


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
        help=f"run ids; before them may stand an action: {', '.join(ACTIONS)}",
    )
    parser.add_argument("--filter", default="", metavar="TEXT", help="only these replies (see below)")
    parser.add_argument(
        "--plain", action="store_true", help="print the overview, also where there is a terminal"
    )
    parser.add_argument("--export", choices=EXPORTS, help="write the replies chosen, each with its reading")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
    add_rater(parser)
    parser.add_argument("--n", type=count, default=200, metavar="N", help="sample: replies (default: 200)")
    parser.add_argument("--seed", type=int, default=42, metavar="N", help="sample: of the draw (default: 42)")
    parser.add_argument(
        "--settle", metavar="RATER", help="decisions, sample: whose judgement counts where raters disagree"
    )
    add_store(parser)


def add_rater(parser: argparse.ArgumentParser) -> None:
    """`--rater NAME`: under whose name judgements are kept."""
    parser.add_argument("--rater", metavar="NAME", help="who judges (default: the name of your account)")


def execute(args: argparse.Namespace) -> int:
    from cache import open_connection
    from mhclient.audit.collect import collect
    from mhclient.cli.console import err

    action = ACTIONS.get(args.runs[0])
    run_ids = args.runs[1:] if action else args.runs
    if not run_ids:
        raise UsageError(f"'audit {args.runs[0]}' needs a run. 'mhclient runs' lists them.")
    with closing(open_connection(args.store)) as connection:
        return (action or _look)(args, connection, collect(connection, run_ids, tell=err.print))


def rater_of(args: argparse.Namespace) -> str:
    """The rater's name as given, or the account's."""
    from mhclient.audit.judging import rater_named

    return rater_named(args.rater or account_name())


def account_name() -> str:
    """The name of the account.

    Raises:
        UsageError: it has none.
    """
    try:
        return getpass.getuser()
    except (OSError, KeyError) as error:
        raise UsageError("this account has no name: say who judges with --rater NAME.") from error


def _look(args: argparse.Namespace, connection: sqlite3.Connection, collected: Collected) -> int:
    chosen = _chosen(args, connection, collected)
    if args.export:
        from mhclient.audit.export import WRITERS

        _write(args, WRITERS[args.export](chosen))
        return 0
    if args.out:
        raise UsageError("--out needs --export csv, jsonl or html.")
    if args.plain or not _on_terminal():
        _overview(collected, chosen)
    else:
        _browse(args, connection, collected, collected.cases, overview_first=True)
    return 0


def _browse(
    args: argparse.Namespace,
    connection: sqlite3.Connection,
    collected: Collected,
    cases: Sequence[Case],
    *,
    overview_first: bool,
) -> None:
    """Open the browser: over an overview, or blind over a sample."""
    from mhclient.audit.browser.app import Browser
    from mhclient.audit.browser.desk import Desk
    from mhclient.audit.judging import Judging
    from mhclient.audit.overview import overview
    from mhclient.audit.render import render_overview

    judging = Judging(connection, rater_of(args), collected.reader)
    desk = Desk(cases, judging, blind=not overview_first, filter_text=args.filter)
    if desk.case is not None and desk.case.key in desk.mine:
        desk.go_to_unjudged()
    Browser(desk, render_overview(overview(cases)) if overview_first else None).run()


def _on_terminal() -> bool:
    """Whether somebody sits at a terminal: only then is there a browser to open."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _chosen(args: argparse.Namespace, connection: sqlite3.Connection, collected: Collected) -> Sequence[Case]:
    if not args.filter:
        return collected.cases
    from mhclient.audit.filters import Filter
    from mhclient.audit.judging import Judging

    judging = Judging(connection, rater_of(args), collected.reader)
    mine = judging.mine(case.key for case in collected.cases)
    return [collected.cases[place] for place in Filter.parse(args.filter).chosen(collected.cases, mine)]


def _overview(collected: Collected, chosen: Sequence[Case]) -> None:
    from mhclient.audit.overview import overview
    from mhclient.audit.render import render_overview, render_without_reply
    from mhclient.cli.console import out

    out.print(render_overview(overview(chosen)))
    for line in render_without_reply(collected.without_reply):
        out.print(line)


def _sample(args: argparse.Namespace, connection: sqlite3.Connection, collected: Collected) -> int:
    """Judge a random sample, and say from it how good the reader is."""
    from mhclient.audit.decisions import decide
    from mhclient.audit.judging import standing
    from mhclient.audit.reader_errors import reader_errors
    from mhclient.audit.render import render_reader_errors
    from mhclient.audit.sample_store import as_drawn, find_or_draw
    from mhclient.cli.console import out

    if len(collected.without_reply) != 1:
        raise UsageError("'audit sample' draws from one run.")
    sample, rows = find_or_draw(connection, collected, args.n, args.seed)
    if not args.plain and _on_terminal():
        of_item = {case.item_id: case for case in collected.cases}
        drawn = [of_item[row.item_id] for row in rows]
        _browse(args, connection, collected, drawn, overview_first=False)
    decided = decide(standing(connection, {row.case_key for row in rows}), settle=args.settle)
    found = reader_errors(as_drawn(connection, collected, sample), rows, decided.decisions)
    out.print(render_reader_errors(found, sample, len(rows), len(decided.open)))
    return 0


def _agreement(args: argparse.Namespace, connection: sqlite3.Connection, collected: Collected) -> int:
    """How far raters agree; status 1 if there is a disagreement."""
    from mhclient.audit.agreement import agreement
    from mhclient.audit.judging import standing
    from mhclient.audit.render import render_agreement, render_disagreements
    from mhclient.cli.console import out

    cases = {case.key: case for case in collected.cases}
    judged = standing(connection, cases)
    found = agreement(judged)
    out.print(render_agreement(found, len(cases)))
    out.print(render_disagreements([(cases[key], judged[key]) for key in found.disagreements]))
    return 1 if found.disagreements else 0


def _decisions(args: argparse.Namespace, connection: sqlite3.Connection, collected: Collected) -> int:
    """Write what raters agree on, for `report --decisions`; status 1 if something is left open."""
    from mhclient.audit.decisions import decide
    from mhclient.audit.judging import standing
    from mhclient.cli.console import err

    judged = standing(connection, {case.key for case in collected.cases})
    decided = decide(judged, settle=args.settle)
    _write(args, decided.to_json())
    err.print(
        f"{len(decided.decisions):,} decisions; {len(decided.open):,} replies left open, on which raters "
        "disagree.",
        soft_wrap=True,
    )
    return 1 if decided.open else 0


def _write(args: argparse.Namespace, text: str) -> None:
    if args.out:
        write_file(args.out, text.encode("utf-8", "replace"))
    else:
        sys.stdout.write(text)


ACTIONS: dict[str, Callable[[argparse.Namespace, sqlite3.Connection, Collected], int]] = {
    "sample": _sample,
    "agreement": _agreement,
    "decisions": _decisions,
}
