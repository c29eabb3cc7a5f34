"""`mhclient compare`: runs compared on the items they share."""

from __future__ import annotations

import argparse
import json

from cache import Store
from mhclient.cli.arguments.compare import ENDINGS
from mhclient.cli.arguments.endings import form_of
from mhclient.cli.screen.by_parent import write_by_parent
from mhclient.cli.screen.console import out, tell
from mhclient.cli.verbs.intervals import items_of, settings_of
from mhclient.errors import UsageError
from mhclient.machine.process import keep_to_the_end
from mhclient.report.by_parent import compare_by_parent
from mhclient.report.compare.comparing import compare
from mhclient.report.compare.contrast import Comparison
from mhclient.report.loading.load import load_runs
from mhclient.report.loading.marks import mark_all
from mhclient.report.writers.paper import comparison_as_latex
from mhclient.report.writers.terminal import render_comparison
from mhclient.report.writers.text import comparison_as_markdown, comparison_document
from mhclient.report.writers.tidy import comparison_as_csv
from mhclient.run.stored_runs import readable_runs
from mhclient.show.csv_cells import Cells, CsvFor
from mhclient.show.files import check_out, print_bytes, print_text, write_file

WITHOUT_PARENT = {"latex": "LaTeX", "csv": "CSV"}
PARENT = "parent"  # as --by: no column, but the item that a hardened one was made from


def execute(args: argparse.Namespace) -> int:
    args.format = form_of(args.format, args.out, ENDINGS)
    if args.out:
        check_out(args.out)
    by_parent, args.by = args.by == PARENT, None if args.by == PARENT else args.by
    with Store.open(args.store, read_only=True) as store:
        readable = readable_runs(store, args.runs, tell)
        runs = mark_all(list(items_of(args).apply(load_runs(store, readable))))
        keep_to_the_end()
    if by_parent and (form := WITHOUT_PARENT.get(args.format)):
        raise UsageError(f"--by parent has no {form}: choose --format terminal, json or markdown.")
    if by_parent:
        written = write_by_parent(compare_by_parent(runs), args.format)
    else:
        found = compare(runs, settings_of(args), every_pair=args.all_pairs, first_only=args.first_only)
        written = _WRITERS[args.format](found, args)
    if args.out:
        write_file(args.out, written.encode())
        tell(f"Written: {args.out}")
    else:
        (print_bytes(written.encode()) if args.format == "terminal" else print_text(written))
    return 1 if set(args.runs).difference(readable) else 0


def _terminal(comparison: Comparison, _: argparse.Namespace) -> str:
    with out.capture() as captured:
        out.print(render_comparison(comparison))
    return captured.get()


def _json(comparison: Comparison, _: argparse.Namespace) -> str:
    return json.dumps(comparison_document(comparison), ensure_ascii=False, indent=2) + "\n"


def _markdown(comparison: Comparison, _: argparse.Namespace) -> str:
    return comparison_as_markdown(comparison)


def _latex(comparison: Comparison, args: argparse.Namespace) -> str:
    return comparison_as_latex(comparison, args.label_prefix)


def _csv(comparison: Comparison, args: argparse.Namespace) -> str:
    cells = Cells(CsvFor(args.csv_for))
    written = comparison_as_csv(comparison, cells)
    if changed := cells.what_changed():
        tell(changed)
    return written


_WRITERS = {"terminal": _terminal, "json": _json, "markdown": _markdown, "latex": _latex, "csv": _csv}
