"""`mhclient report`: the figures of runs, from the store alone."""

import argparse
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from mhclient.cli.arguments.options import (
    add_store,
    count_or_all,
    names,
    resamples,
    seed,
    use_one_thread_for_matrices,
)
from mhclient.errors import UsageError
from mhclient.show.files import check_out, print_bytes, refuse_a_store, write_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from sqlite3 import Connection

    from mhclient.report.loaded import LoadedRun
    from mhclient.report.summary import Settings, Summary

FORMATS = ("terminal", "html", "json", "csv", "parquet", "markdown", "latex")
# As in `mhclient.report.tables`, which is too heavy to import for a help text; a test holds them together.
TABLE_NAMES = (
    *(
        "decisions",
        "accuracy",
        "groups",
        "outcomes",
        "strictness",
        "letters",
        "shares",
        "calibration",
        "averages",
        "coverage",
    ),
    *("relations", "entities", "evidence", "sets", "disorders", "confusions", "raters", "reader"),
)
CLUSTERS = ("entity", "triple", "item")
ROWS = ("csv", "parquet")  # one row per item; the other formats show figures
FIGURES = tuple(name for name in FORMATS if name not in ROWS)
# Options → the formats in which they do something.
APPLIES = {
    "show": ("terminal",),
    "no_items": ("html",),
    **dict.fromkeys(("top", "cluster", "resamples", "seed"), FIGURES),
}
DEFAULTS = {"no_items": False, "top": 15, "cluster": "entity", "resamples": 2000, "seed": 42}


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
        "--top",
        type=count_or_all,
        default=DEFAULTS["top"],
        metavar="N",
        help="entities listed, or 'all' (default: 15)",
    )
    parser.add_argument(
        "--no-items",
        action="store_true",
        help="with html: the page alone, without the folder of items that its figures lead to",
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
        default=DEFAULTS["cluster"],
        help="what makes items of one cluster for the bootstrap (default: entity)",
    )
    group.add_argument(
        "--resamples",
        type=resamples,
        default=DEFAULTS["resamples"],
        metavar="N",
        help="of the bootstrap (default: 2000)",
    )
    group.add_argument(
        "--seed", type=seed, default=DEFAULTS["seed"], metavar="N", help="of the bootstrap (default: 42)"
    )


def execute(args: argparse.Namespace) -> int:
    use_one_thread_for_matrices()
    from contextlib import closing

    from cache import open_connection
    from mhclient.report.load import one_view

    _check(args)
    with closing(open_connection(args.store, read_only=True)) as connection, one_view(connection):
        written = _rows(args, connection) if args.format in ROWS else _figures(args, connection)
    if args.out and written:
        write_file(args.out, written)
    elif written:
        print_bytes(written)
    return 0


def _check(args: argparse.Namespace) -> None:
    """Refuse what would be passed over in silence, and files that could not be written, before the work.

    Raises:
        UsageError: an option does not go with the format, or a file could not be written.
    """
    if args.format in ("parquet", "html") and not args.out:
        raise UsageError(f"--format {args.format} needs --out FILE.")
    for path in (args.out, args.assignment):
        if path is not None:
            check_out(path)
    if args.out and args.assignment and _out(args).resolve() == args.assignment.resolve():
        raise UsageError("--out and --assignment name the same file.")
    for name, formats in APPLIES.items():
        given = getattr(args, name) != DEFAULTS.get(name)
        if given and args.format not in formats:
            flag = f"--{name.replace('_', '-')}"
            raise UsageError(
                f"{flag} does nothing with --format {args.format}: it is for {', '.join(formats)}."
            )


def _out(args: argparse.Namespace) -> Path:
    """The file that `--out` names; in a folder, a page has a name of its own."""
    out: Path = args.out
    return out / "report.html" if args.format == "html" and out.is_dir() else out


@contextmanager
def _runs(args: argparse.Namespace, connection: "Connection") -> "Iterator[Iterator[LoadedRun]]":
    """The runs, as read or as people decided, without their marks."""
    from mhclient.report.load import loading

    with loading(connection, list(dict.fromkeys(args.runs))) as runs:
        yield _as_decided(args.decisions, runs, connection) if args.decisions else runs


def _as_decided(path: Path, runs: "Iterable[LoadedRun]", connection: "Connection") -> "Iterator[LoadedRun]":
    from mhclient.judge.decisions import read_decisions
    from mhclient.report.decided import as_decided

    try:
        decisions = read_decisions(path)
    except RecursionError as error:
        raise UsageError(f"--decisions {path}: no decisions file (nested too deeply).") from error
    return (as_decided(connection, run, decisions) for run in runs)


def _rows(args: argparse.Namespace, connection: "Connection") -> bytes:
    """One row per item and run."""
    from mhclient.report.marks import mark_all
    from mhclient.report.writers.rows import as_csv, as_parquet

    with _runs(args, connection) as loaded:
        runs = mark_all(list(loaded))
    _kept(args, runs)
    return as_parquet(runs) if args.format == "parquet" else as_csv(runs).encode()


def _kept(args: argparse.Namespace, runs: "Sequence[LoadedRun]") -> None:
    """Take the runs as staying to the end, and write which item counts for what, if that is wanted."""
    from mhclient.machine.gc_tuning import keep_to_the_end

    keep_to_the_end()
    if args.assignment:
        from mhclient.report.writers.rows import assignment_csv

        write_file(args.assignment, assignment_csv(runs).encode())


def _pages(args: argparse.Namespace, summaries: "Sequence[Summary]", connection: "Connection") -> None:
    """The report for a browser."""
    from mhclient.cli.screen.console import err, plain
    from mhclient.report.page.write import write_pages

    path = _out(args)
    refuse_a_store(path)
    try:
        write_pages(connection, summaries, path, top=args.top, items=not args.no_items)
    except OSError as error:
        raise UsageError(f"{error.filename or path} cannot be written: {error.strerror or error}.") from error
    beside = "" if args.no_items else f", and beside it the items in {path.stem}-items/"
    err.print(plain(f"Written: {path}{beside}"), soft_wrap=True)


def _figures(args: argparse.Namespace, connection: "Connection") -> bytes:
    """The report as bytes; nothing where it has been written as pages."""
    from mhclient.report.summary import summarise_all

    with _runs(args, connection) as loaded:
        summaries = summarise_all(loaded, settings_of(args))
    _kept(args, [summary.run for summary in summaries])
    if args.format == "html":
        _pages(args, summaries, connection)
        return b""
    if args.format != "terminal":
        from mhclient.report.writers.text import WRITERS

        return WRITERS[args.format](summaries, args.top).encode()
    from mhclient.cli.screen.console import out
    from mhclient.report.tables import USUAL
    from mhclient.report.writers.terminal import render_report

    with out.capture() as captured:
        out.print(render_report(summaries, args.show or USUAL, args.top))
    return captured.get().encode()


def settings_of(args: argparse.Namespace) -> "Settings":
    """What `add_interval_options` was given."""
    from mhclient.figures.clusters import ClusterBy
    from mhclient.report.summary import Settings

    return Settings(ClusterBy(args.cluster), args.resamples, args.seed)
