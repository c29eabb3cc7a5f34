"""`mhclient report`: the figures of runs, from the store alone."""

import argparse
import sys

from mhclient.cli.options import add_store

FORMATS = ("terminal", "json", "csv", "markdown")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show what one run or several found: accuracy, how many replies of each outcome, letter bias, "
        "averages. Works offline, from the store alone."
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run ids, as 'mhclient run' prints them")
    parser.add_argument("--format", choices=FORMATS, default="terminal", help="default: terminal")
    add_store(parser)


def execute(args: argparse.Namespace) -> int:
    from contextlib import closing

    from cache import open_connection
    from mhclient.report.summary import summarise

    with closing(open_connection(args.store, read_only=True)) as connection:
        summaries = [summarise(connection, run_id) for run_id in dict.fromkeys(args.runs)]
    if args.format == "terminal":
        from mhclient.cli.console import out
        from mhclient.report.terminal import render_report

        out.print(render_report(summaries))
        return 0
    from mhclient.report import text

    writers = {"json": text.as_json, "csv": text.as_csv, "markdown": text.as_markdown}
    sys.stdout.write(writers[args.format](summaries))
    return 0
