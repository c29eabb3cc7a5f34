"""`mhclient report`: the figures of runs, from the store alone."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mhclient.cli.options import add_store, count, count_or_all, names, write_file
from mhclient.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mhclient.report.load import LoadedRun
    from mhclient.report.summary import Settings

FORMATS = ("terminal", "json", "csv", "parquet", "markdown", "latex")
# As in `mhclient.report.tables`, which is too heavy to import for a help text; a test holds them together.
TABLE_NAMES = (
    *("decisions", "accuracy", "groups", "outcomes", "strictness", "letters", "averages", "coverage"),
    *("relations", "entities", "evidence", "sets", "disorders", "confusions"),
)
CLUSTERS = ("entity", "triple", "item")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show what one run or several found: accuracy in its parts, how many replies of each outcome, letter "
        "bias, averages, coverage of the graph. Works offline, from the store alone."
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run ids, as 'mhclient run' prints them")
    parser.add_argument("--format", choices=FORMATS, default="terminal", help="default: terminal")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
    parser.add_argument(
        "--show",
        type=table_names,
        metavar="TABLE,…",
        help=f"on the terminal, only these tables: {', '.join(TABLE_NAMES)}",
    )
    parser.add_argument(
        "--top", type=count_or_all, default=15, metavar="N", help="entities listed, or 'all' (default: 15)"
    )
    parser.add_argument(
        "--decisions",
        type=Path,
        metavar="FILE",
        help="let people's decisions stand instead of what was read, and show what that changes; "
        "'mhclient audit decisions' writes the file",
    )
    parser.add_argument(
        "--assignment",
        type=Path,
        metavar="FILE",
        help="also write, as CSV, which item counts for which entity and relation",
    )
    add_interval_options(parser)
    add_store(parser)


def table_names(text: str) -> tuple[str, ...]:
    """Names of tables, for argparse."""
    found = names(text)
    if unknown := [name for name in found if name not in TABLE_NAMES]:
        raise argparse.ArgumentTypeError(f"no table '{unknown[0]}'; there are {', '.join(TABLE_NAMES)}")
    return found


def add_interval_options(parser: argparse.ArgumentParser) -> None:
    """How clustered intervals are worked out; `report` and `compare` share it."""
    group = parser.add_argument_group("intervals")
    group.add_argument(
        "--cluster",
        choices=CLUSTERS,
        default="entity",
        help="what makes items of one cluster for the bootstrap (default: entity)",
    )
    group.add_argument(
        "--resamples", type=count, default=2000, metavar="N", help="of the bootstrap (default: 2000)"
    )
    group.add_argument("--seed", type=int, default=42, metavar="N", help="of the bootstrap (default: 42)")


def execute(args: argparse.Namespace) -> int:
    from contextlib import closing

    from cache import open_connection
    from mhclient.report.load import load_runs

    if args.format == "parquet" and not args.out:
        raise UsageError("--format parquet needs --out FILE.")
    with closing(open_connection(args.store, read_only=True)) as connection:
        runs = load_runs(connection, list(dict.fromkeys(args.runs)))
        if args.decisions:
            from mhclient.audit.decisions import read_decisions
            from mhclient.report.decided import with_decisions

            runs = with_decisions(connection, runs, read_decisions(args.decisions))
    if args.assignment:
        from mhclient.report.rows import assignment_csv

        write_file(args.assignment, assignment_csv(runs).encode())
    if args.format in ("csv", "parquet"):
        from mhclient.report import rows

        written = rows.as_parquet(runs) if args.format == "parquet" else rows.as_csv(runs).encode()
    else:
        written = _figures(args, runs)
    if args.out:
        write_file(args.out, written)
    else:
        sys.stdout.buffer.write(written)
    return 0


def _figures(args: argparse.Namespace, runs: "Sequence[LoadedRun]") -> bytes:
    """The report as bytes, or nothing where it has been printed."""
    from mhclient.report.summary import summarise_all

    summaries = summarise_all(runs, settings_of(args))
    if args.format != "terminal":
        from mhclient.report.text import WRITERS

        return WRITERS[args.format](summaries, args.top).encode()
    from mhclient.cli.console import out
    from mhclient.report.tables import USUAL
    from mhclient.report.terminal import render_report

    with out.capture() as captured:
        out.print(render_report(summaries, args.show or USUAL))
    return captured.get().encode()


def settings_of(args: argparse.Namespace) -> "Settings":
    """What `add_interval_options` was given."""
    from mhclient.report.summary import Settings
    from mhclient.scoring.clusters import ClusterBy

    return Settings(ClusterBy(args.cluster), args.resamples, args.seed)
