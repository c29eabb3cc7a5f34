"""`mhclient import`, `adopt`, `describe` and `export`: what comes from elsewhere, and what goes there.

Questions become a benchmark folder, other tools' logs become runs; a benchmark is shown in numbers, and a
benchmark or a run is written for another tool.
"""

import argparse
from collections import ChainMap
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from benchmark import Benchmark, read_benchmark
from benchmark.describe import WRITERS, Description, as_csv, describe
from benchmark.describe.forms import cell_text, number_columns
from benchmark.folder import check_folder
from benchmark.imports import import_mentalbench, read_people_file
from benchmark.kinds import BenchmarkKind
from benchmark.nearest import near_names, nearest_benchmark
from cache import Store
from mhclient.adopt.adopt import SomeRefused, adopt_logs
from mhclient.adopt.keep import Adopted
from mhclient.adopt.logged import Fields
from mhclient.cli.arguments.benchmarks import DESCRIBE_ENDINGS
from mhclient.cli.arguments.options import form_of
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.console import err, out, plain, print_table, tell
from mhclient.errors import UsageError
from mhclient.loading import later
from mhclient.report.exchange import RUN_FORMATS
from mhclient.report.exchange.export import Exported, export_benchmark, export_run
from mhclient.run.adopted import scored_in_words
from mhclient.show.counts import counted
from mhclient.show.csv_cells import csv_cells
from mhclient.show.files import print_text, write_file
from mhclient.study.source import check_exists
from mhclient.study.stored import refuse_log

if TYPE_CHECKING:
    from mhclient.cli.verbs import labels
else:  # only MENTAT needs what fits labels
    labels = later("mhclient.cli.verbs.labels")


def execute_import(args: argparse.Namespace) -> int:
    """Import, then say what was found."""
    if args.source == BenchmarkKind.MENTAT:
        for option in ("name", "map", "sheet", "skip_bad", "index"):
            if getattr(args, option):
                raise UsageError(f"--{option.replace('_', '-')} is not for MENTAT.")
        return labels.import_released(args)
    if args.labels is not None:
        raise UsageError("--labels is for MENTAT.")
    if args.source == BenchmarkKind.MENTALBENCH:
        if args.path is None:
            raise UsageError(
                "where is the download of MentalBench? Name it: mhclient import mentalbench PATH --out DIR."
            )
        for option in ("name", "map", "sheet", "skip_bad"):
            if getattr(args, option):
                raise UsageError(f"--{option.replace('_', '-')} is for questions of your own.")
        benchmark = import_mentalbench(args.path, args.out, index=args.index, force=args.force)
    else:
        if args.path is not None or args.index is not None:
            near = near_names(args.source, (BenchmarkKind.MENTALBENCH, BenchmarkKind.MENTAT), 1)
            said = f"One file at a time: mhclient import {args.source} --out DIR."
            if near and not Path(args.source).exists():
                neither = f"{args.source} is neither a file nor a word for a download."
                said = f"{neither} Did you mean '{near[0]}'?"
            raise UsageError(said)
        benchmark = _own(args)
    _show(benchmark)
    if args.source == BenchmarkKind.MENTALBENCH:
        if benchmark.manifest["inputs_sha256"]["index"]:
            out.print("Every item is as the index has it.")
        else:
            out.print(
                "Not checked against an index: there is no index.csv.gz beside the files, and no --index."
            )
    return 0


def _own(args: argparse.Namespace) -> Benchmark:
    """Read the file, say how it was understood, write the folder."""
    check_exists(Path(args.source))
    if not args.map:
        refuse_log(Path(args.source))
    check_folder(args.out, force=args.force)
    imported = read_people_file(
        Path(args.source), dict(ChainMap(*args.map)), args.sheet, name=args.name, skip_bad=args.skip_bad
    )
    for sentence in imported.found:
        tell(sentence)
    return imported.write(args.out, force=args.force)


def _show(benchmark: Benchmark) -> None:
    tasks = benchmark.manifest["tasks"]
    if [*tasks] != [BenchmarkKind.OWN]:  # a file without groups has nothing to list
        rows = ((of, f"{it['items']:,}", it.get("fewer_because") or "") for of, it in tasks.items())
        print_table(("Task", "Items", "Why fewer"), rows)
    out.print(plain(f"{counted(benchmark.manifest['items']['count'], 'item')} in {benchmark.directory}"))


def execute_adopt(args: argparse.Namespace) -> int:
    """Adopt the logs, then say what was found and what is not known; 1 where some could not be adopted."""
    refused: list[Exception] = []
    fields = {name: getattr(args, name) for name in Fields._fields}
    with Store.open(args.store, create=True) as store:
        try:
            adopted = adopt_logs(
                store, args.logs, tool=args.tool, model=args.model, name=args.name, fields=fields
            )
        except SomeRefused as error:
            adopted, refused = error.adopted, list(error.refused.values())
        store.starts.add([each.run_id for each in adopted])  # so that @last names these
    for each in adopted:
        _say(each)
    if refused:
        n_files = counted(len(refused), "file")
        tell(f"Not adopted: {n_files}." if adopted else f"Nothing was adopted of {n_files}.")
    for reason in dict.fromkeys(map(str, refused)):
        tell(f"  {as_options(reason)}")
    if not adopted:
        return 2
    runs = " ".join(each.run_id for each in adopted)
    # Of what no tool has made anything there is no way from its score to ours.
    next_ = f"reread {runs} --published" if any(each.scored for each in adopted) else f"report {runs}"
    out.print(plain(f"Next: mhclient {next_} --store {args.store}"), soft_wrap=True)
    return 1 if refused else 0


def _say(adopted: Adopted) -> None:
    if adopted.known:
        found = "was adopted before; nothing changed"
    else:
        errors = f", {counted(adopted.n_errors, 'error')}" if adopted.n_errors else ""
        found = f"{counted(adopted.n_replies, 'reply')}{errors}"
    out.print(plain(f"{adopted.run_id}: {found}."), soft_wrap=True)
    if adopted.left_out:
        left = counted(len(adopted.left_out), "record")
        out.print(plain(f"{left} left out, which ask no question: {adopted.left_out[0]}"), soft_wrap=True)
    if len(adopted.scored) > 1:
        out.print(plain(scored_in_words(adopted.scored)), soft_wrap=True)
    for note in adopted.notes:
        out.print(plain(note), soft_wrap=True)


def execute_describe(args: argparse.Namespace) -> int:
    """Describe, and print or write."""
    args.format = form_of(args.format, args.out, DESCRIBE_ENDINGS)
    if args.format == "html" and args.out is None:
        raise UsageError(
            "--format html needs --out FILE: a page with charts cannot be printed in a terminal."
        )
    if args.format == "terminal" and args.out is not None:
        raise UsageError("--out needs --format markdown, latex, html, json or csv.")
    description = describe(args.benchmark)
    if args.format == "terminal":
        _show_description(description)
    elif args.format == "csv":
        with csv_cells(args.csv_for, tell) as cells:
            _write(as_csv(description, cells.write), args.out)
    else:
        _write(WRITERS[args.format](description), args.out)
    return 0


def _write(text: str, path: Path | None) -> None:
    if path is None:
        print_text(text)
        return
    write_file(path, text.encode())
    err.print(f"Written: {plain(str(path))}")


def _show_description(description: Description) -> None:
    out.print(f"[bold]{plain(description.name)}[/bold]")
    out.print(plain(description.source))
    for sheet in description.sheets:
        table = Table(
            title=f"\n{sheet.title}", title_justify="left", title_style="bold", box=None, pad_edge=False
        )
        for heading, right in zip(sheet.header, number_columns(sheet.rows), strict=True):
            table.add_column(plain(heading), justify="right" if right else "left")
        for row in sheet.rows:
            table.add_row(*(plain(cell_text(cell)) for cell in row))
        out.print(table)
        if sheet.note:
            out.print(f"[dim]{plain(sheet.note)}[/dim]")


def execute_export(args: argparse.Namespace) -> int:
    """Write, then say how to use it."""
    if (folder := Path(args.source)).exists():
        benchmark = read_benchmark(folder)
        exported = export_benchmark(benchmark, args.to, args.out, with_answers=args.with_answers)
    else:
        exported = _run(args)
    out.print(plain(f"Written: {args.out}"))
    out.print(plain(f"Next: {exported.next_step}"), soft_wrap=True)
    return 0


def _run(args: argparse.Namespace) -> Exported:
    if args.to not in RUN_FORMATS:
        meant = nearest_benchmark(Path(args.source))
        raise UsageError(
            f"{args.source}: there is no such folder, and --to {args.to} writes the items of a benchmark. "
            f"{meant}".rstrip()
        )
    if not args.store.exists():
        raise UsageError(
            f"{args.source} is no folder of a benchmark, and {args.store} is no store with a run of that "
            "name. Name the store with --store."
        )
    with Store.open(args.store, read_only=True) as store:
        return export_run(store, args.source, args.to, args.out, with_answers=args.with_answers)
