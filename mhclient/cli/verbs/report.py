"""`mhclient report`: the figures of runs, from the store alone."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from benchmark.extras import how_to_install
from cache import Store
from mhclient.cli.arguments.options import form_of
from mhclient.cli.arguments.reports import REPORT_DEFAULTS, REPORT_ENDINGS, REPORT_FORMATS
from mhclient.cli.screen.streams import say_plainly, tell_plainly
from mhclient.cli.verbs.report_settings import items_of, settings_of, text_metrics_of
from mhclient.errors import UsageError
from mhclient.figures.coverage import CoverageItems
from mhclient.judge.decisions import read_decisions
from mhclient.loading import later
from mhclient.machine.process import keep_to_the_end
from mhclient.report.blocks.loop import tables_of
from mhclient.report.loading.item_choice import refuse_golds
from mhclient.report.loading.load import loading
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.loading.marks import mark_all
from mhclient.report.loading.relabelled import as_decided, with_labels
from mhclient.report.page.runs import too_many_items
from mhclient.report.summarise import summarise_all
from mhclient.report.summary import Summary
from mhclient.report.write import write_page
from mhclient.report.writers.paper import as_latex
from mhclient.report.writers.rows import as_csv, as_parquet, assignment_csv
from mhclient.report.writers.text import WRITERS
from mhclient.report.writers.tidy import as_summary_csv, write_sqlite
from mhclient.run.stored_runs import readable_runs
from mhclient.show.counts import counted
from mhclient.show.csv_cells import Cells, CsvFor, csv_cells
from mhclient.show.files import check_out, print_bytes, print_text, replacing, write_file

if TYPE_CHECKING:
    from rich.console import RenderableType

    from mhclient.cli.screen import console
    from mhclient.report.writers import junit, plots, terminal, workbook
else:  # what one form is written with takes a fiftieth of a report of one run, or more, to load
    console = later("mhclient.cli.screen.console")
    junit = later("mhclient.report.writers.junit")
    plots = later("mhclient.report.writers.plots")
    terminal = later("mhclient.report.writers.terminal")
    workbook = later("mhclient.report.writers.workbook")

ROWS = ("csv", "parquet")  # one row per item; the other formats show figures
FIGURES_ALONE = " --format json and summary-csv write figures, which hold none."
FIGURES = tuple(name for name in REPORT_FORMATS if name not in ROWS)
# Options → the formats in which they do something.
APPLIES = {
    "show": ("terminal",),
    "no_items": ("html",),
    "label_prefix": ("latex",),
    **dict.fromkeys(("top", "cluster", "entities", "coverage", "fail_under"), FIGURES),
}


def execute_report(args: argparse.Namespace) -> int:
    args.format = form_of(args.format, args.out, REPORT_ENDINGS)
    _check(args)
    given = set(args.runs)
    with Store.open(args.store, read_only=True) as store, store.view():
        args.runs = readable_runs(store, args.runs, tell_plainly)
        failures: list[str] = []
        written = _rows(args, store) if args.format in ROWS else _figures(args, store, failures)
    if args.out and written:
        write_file(args.out, written)
        say_plainly(f"Written: {args.out}")
    elif written and args.format not in ("terminal", "parquet"):
        print_text(written.decode())
    elif written:
        print_bytes(written)  # what is shown on terminals has been made visible, and has colours
    for failure in failures:
        tell_plainly(failure)
    return 1 if failures or given.difference(args.runs) else 0


def _check(args: argparse.Namespace) -> None:
    """Refuse what would be passed over in silence, and files that could not be written, before the work.

    Raises:
        UsageError: an option does not go with the format, or a file could not be written.
    """
    if args.format in ("parquet", "html", "xlsx", "sqlite") and not args.out:
        raise UsageError(f"--format {args.format} needs --out FILE.")
    for path in (args.out, args.assignment):
        if path is not None:
            check_out(path)
    if args.out and args.assignment and _out(args).resolve() == args.assignment.resolve():
        raise UsageError("--out and --assignment name the same file.")
    for name, formats in APPLIES.items():
        given = getattr(args, name) != REPORT_DEFAULTS.get(name)
        used = args.format in formats or (name == "coverage" and args.assignment)
        if given and not used:
            flag = f"--{name.replace('_', '-')}"
            raise UsageError(
                f"{flag} does nothing with --format {args.format}: leave it out, or choose --format "
                f"{' or '.join(formats)}."
            )


def _out(args: argparse.Namespace) -> Path:
    """The file that `--out` names; in a folder, a page has a name of its own."""
    out: Path = args.out
    return out / "report.html" if args.format == "html" and out.is_dir() else out


@contextmanager
def _runs(args: argparse.Namespace, store: Store) -> Iterator[Iterator[LoadedRun]]:
    """The runs, as read or as people decided, without their marks."""
    with loading(store, args.runs) as runs:
        labelled = runs if args.labels is None else (with_labels(run, args.labels) for run in runs)
        chosen = items_of(args).apply(labelled)
        if args.decisions:
            decisions = read_decisions(args.decisions)
            chosen = (as_decided(store, run, decisions) for run in chosen)
        yield chosen


def _rows(args: argparse.Namespace, store: Store) -> bytes:
    """One row per item and run."""
    with _runs(args, store) as loaded:
        runs = mark_all(list(loaded))
        keep_to_the_end()
    refuse_golds(runs, with_answers=args.with_answers, otherwise=FIGURES_ALONE)
    _write_assignment(args, runs)
    metrics = text_metrics_of(args)
    if args.format == "parquet":
        return as_parquet(runs, metrics)
    with csv_cells(args.csv_for, tell_plainly) as cells:
        return as_csv(runs, cells, metrics).encode()


def _write_assignment(args: argparse.Namespace, runs: Sequence[LoadedRun]) -> None:
    """Write which item counts for what, if that is wanted."""
    if args.assignment:
        written = assignment_csv(runs, Cells(CsvFor(args.csv_for)), CoverageItems(args.coverage))
        write_file(args.assignment, written.encode())


def _refuse_golds(
    args: argparse.Namespace, summaries: Sequence[Summary], otherwise: str = FIGURES_ALONE
) -> None:
    runs = [summary.run for summary in summaries]
    refuse_golds(runs, with_answers=args.with_answers, otherwise=otherwise)


def _pages(args: argparse.Namespace, summaries: Sequence[Summary], store: Store) -> None:
    """The report for a browser."""
    path = _out(args)
    if not args.no_items:
        hint = " --no-items writes the report alone, which has none."
        _refuse_golds(args, summaries, hint)
    write_page(store, summaries, path, items=not args.no_items)
    without = args.no_items or too_many_items(summaries)
    beside = "" if without else f", and beside it the items in {path.stem}-items/"
    say_plainly(f"Written: {path}{beside}")
    if not args.no_items and (why := too_many_items(summaries)):
        tell_plainly(why)


def _drawn(args: argparse.Namespace, summaries: Sequence[Summary]) -> None:
    """The figures for a paper."""
    if find_spec("matplotlib") is None:
        raise UsageError(f"--figures needs matplotlib. {how_to_install('figures')}")
    names, lacking = plots.write_figures(summaries, args.figures)
    listed = ", ".join(names)
    say_plainly(
        f"Written: {counted(len(names), 'figure')} in {args.figures}, each as SVG, PDF and PNG: {listed}"
    )
    for name, why in lacking.items():
        tell_plainly(f"Not drawn: {name}: {why}")


def _figures(args: argparse.Namespace, store: Store, failures: list[str]) -> bytes:
    """The report as bytes; nothing where it has been written as pages or tables.

    Args:
        failures: gets why runs do not pass, if they are to.
    """
    with _runs(args, store) as loaded:
        settings = replace(
            settings_of(args),
            top=args.top,
            coverage=CoverageItems(args.coverage),
            text_metrics=text_metrics_of(args),
        )
        summaries = summarise_all(loaded, settings)
        keep_to_the_end()  # here: a search for cycles begins where the runs are left
    _write_assignment(args, [summary.run for summary in summaries])
    if args.figures is not None:
        _drawn(args, summaries)
    if args.fail_under is not None:
        failures += [why for summary in summaries if (why := junit.short_of(summary, args.fail_under))]
    if args.format == "html":
        _pages(args, summaries, store)
        return b""
    if args.format == "sqlite":
        _refuse_golds(args, summaries)
        with replacing(args.out) as beside:
            write_sqlite(store, summaries, beside)
        say_plainly(f"Written: {args.out}, with the tables runs and results")
        return b""
    if args.format == "xlsx":
        _refuse_golds(args, summaries)
        written = workbook.as_workbook(store, summaries)
        if cut := written.what_was_cut():
            tell_plainly(cut)
        return written.data
    if args.format == "junit":
        return junit.as_junit(summaries, args.fail_under)
    if args.format == "summary-csv":
        with csv_cells(args.csv_for, tell_plainly) as cells:
            return as_summary_csv(summaries, cells).encode()
    if args.format == "latex":
        return as_latex(summaries, args.label_prefix).encode()
    if args.format != "terminal":
        return WRITERS[args.format](summaries).encode()
    if args.show and not any(any(tables_of(summary, args.show)) for summary in summaries):
        mentat = " Free answers are asked with 'mhclient run --variant mentat-free'."
        free = mentat if "free" in args.show else ""
        raise UsageError(
            f"--show {','.join(args.show)}: none of these runs has anything to show there.{free}"
        )
    if args.figures is not None and not args.show and args.out is None:
        tell_plainly(
            "The tables are left out beside figures: without --figures, or with --show, they are shown."
        )
        return _captured(terminal.render_brief(summaries))
    return _captured(terminal.render_report(summaries, args.show))


def _captured(shown: "RenderableType") -> bytes:
    with console.out.capture() as captured:
        console.out.print(shown)
    return captured.get().encode()
