"""`mhclient compare`: runs held against each other on the items they share."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from mhclient.cli.arguments.options import add_store, use_one_thread_for_matrices
from mhclient.cli.verbs.report import add_interval_options, settings_of
from mhclient.show.files import check_out, print_bytes, write_file

if TYPE_CHECKING:
    from mhclient.report.compare.contrast import Comparison

FORMATS = ("terminal", "json", "markdown")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Compare runs on the items they share, models or variants: accuracy differences with intervals and "
        "adjusted p values, what could be read, which items changed, what each cost. The first run is the "
        "one the others are held against."
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run ids, two or more")
    parser.add_argument("--all-pairs", action="store_true", help="compare every two of the runs")
    parser.add_argument("--format", choices=FORMATS, default="terminal", help="default: terminal")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
    add_interval_options(parser)
    add_store(parser)


def execute(args: argparse.Namespace) -> int:
    use_one_thread_for_matrices()
    from contextlib import closing

    from cache import open_connection
    from mhclient.machine.gc_tuning import keep_to_the_end
    from mhclient.report.compare.contrast import compare
    from mhclient.report.load import load_runs

    if args.out:
        check_out(args.out)
    with closing(open_connection(args.store, read_only=True)) as connection:
        runs = load_runs(connection, list(dict.fromkeys(args.runs)))
        keep_to_the_end()
    written = _WRITERS[args.format](compare(runs, settings_of(args), every_pair=args.all_pairs))
    if args.out:
        write_file(args.out, written.encode())
    else:
        print_bytes(written.encode())
    return 0


def _terminal(comparison: Comparison) -> str:
    from mhclient.cli.screen.console import out
    from mhclient.report.writers.terminal import render_comparison

    with out.capture() as captured:
        out.print(render_comparison(comparison))
    return captured.get()


def _json(comparison: Comparison) -> str:
    import json

    from mhclient.report.compare.tables import comparison_document

    return json.dumps(comparison_document(comparison), ensure_ascii=False, indent=2) + "\n"


def _markdown(comparison: Comparison) -> str:
    from mhclient.report.writers.text import comparison_as_markdown

    return comparison_as_markdown(comparison)


_WRITERS = {"terminal": _terminal, "json": _json, "markdown": _markdown}
