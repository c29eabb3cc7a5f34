"""`mhclient drift`: whether a service moved, by its panels."""

from __future__ import annotations

import argparse
import json

from rich.table import Table

from cache import Store
from mhclient.cli.arguments.drift import ENDINGS
from mhclient.cli.arguments.endings import form_of
from mhclient.cli.screen.console import out, plain, tell
from mhclient.errors import UsageError
from mhclient.report.drift import PanelSeries, document, find_series, head, note, rows, verdict
from mhclient.report.page.drift import to_page
from mhclient.show.files import check_out, print_bytes, print_text, write_file

NUMBERS = ("replies", "right, %", "evidence")


def execute(args: argparse.Namespace) -> int:
    """Show the panels; exit status 1 where a change is shown, so that a schedule can act on it."""
    form = form_of(args.format, args.out, ENDINGS)
    if form == "html" and args.out is None:
        raise UsageError("--format html needs --out FILE.")
    if args.out:
        check_out(args.out)
    with Store.open(args.store, read_only=True) as store:
        found = find_series(store, args.runs, since=args.since)
    written = {"json": _json, "html": to_page}.get(form, _terminal)(found)
    if args.out:
        write_file(args.out, written.encode())
        tell(f"Written: {args.out}")
    else:
        (print_text if form == "json" else lambda text: print_bytes(text.encode()))(written)
    return int(any(series.shown_at is not None for series in found))


def _json(found: list[PanelSeries]) -> str:
    return json.dumps(document(found), ensure_ascii=False, indent=2) + "\n"


def _terminal(found: list[PanelSeries]) -> str:
    with out.capture() as captured:
        for series in found:
            out.print(plain(series.title), style="bold")
            out.print(plain(verdict(series)))
            table = Table(box=None, pad_edge=False)
            for name in head():
                table.add_column(
                    name, justify="right" if name in ("replies", "right", "evidence") else "left"
                )
            for row in rows(series):
                table.add_row(*map(plain, row))
            out.print(table)
            out.print(plain(note(series)), style="dim")
            out.print()
    return captured.get()
