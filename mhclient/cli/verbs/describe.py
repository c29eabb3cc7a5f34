"""`mhclient describe`: a benchmark in numbers, for the terminal, a paper or a page with charts."""

import argparse
from pathlib import Path

from rich.table import Table

from benchmark.describe import WRITERS, Description, Sheet, as_csv, describe
from benchmark.describe.forms import cell_text, number_columns
from mhclient.cli.arguments.describe import ENDINGS
from mhclient.cli.arguments.endings import form_of
from mhclient.cli.screen.console import err, out, plain, tell
from mhclient.errors import UsageError
from mhclient.show.csv_cells import Cells, CsvFor
from mhclient.show.files import print_text, write_file


def execute(args: argparse.Namespace) -> int:
    """Describe, and print or write."""
    args.format = form_of(args.format, args.out, ENDINGS)
    if args.format == "html" and args.out is None:
        raise UsageError(
            "--format html needs --out FILE: a page with charts cannot be printed in a terminal."
        )
    if args.format == "terminal" and args.out is not None:
        raise UsageError("--out needs --format markdown, latex, html, json or csv.")
    description = describe(args.benchmark)
    if args.format == "terminal":
        _show(description)
    elif args.format == "csv":
        _write(_csv(description, args.csv_for), args.out)
    else:
        _write(WRITERS[args.format](description), args.out)
    return 0


def _csv(description: Description, reader: str) -> str:
    cells = Cells(CsvFor(reader))
    written = as_csv(description, cells.write)
    if changed := cells.what_changed():
        tell(changed)
    return written


def _write(text: str, path: Path | None) -> None:
    if path is None:
        print_text(text)
        return
    write_file(path, text.encode())
    err.print(f"Written: {plain(str(path))}")


def _show(description: Description) -> None:
    out.print(f"[bold]{plain(description.name)}[/bold]")
    out.print(plain(description.source))
    for sheet in description.sheets:
        out.print(_table(sheet))
        if sheet.note:
            out.print(f"[dim]{plain(sheet.note)}[/dim]")


def _table(sheet: Sheet) -> Table:
    table = Table(
        title=f"\n{sheet.title}", title_justify="left", title_style="bold", box=None, pad_edge=False
    )
    for heading, right in zip(sheet.header, number_columns(sheet.rows), strict=True):
        table.add_column(plain(heading), justify="right" if right else "left")
    for row in sheet.rows:
        table.add_row(*(plain(cell_text(cell)) for cell in row))
    return table
