"""`mhclient import`: questions from elsewhere become a benchmark folder."""

import argparse
from pathlib import Path

from rich.table import Table

from benchmark import Benchmark
from benchmark.imports import import_mentalbench, import_own
from mhclient.cli.screen.console import out, plain
from mhclient.errors import UsageError
from mhclient.show.counts import counted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `import`."""
    parser.add_argument(
        "source",
        metavar="mentalbench|FILE",
        help="the word mentalbench and a path, or a .jsonl or .csv of your own",
    )
    parser.add_argument("path", nargs="?", type=Path, metavar="PATH", help="a download of MentalBench")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the benchmark")
    parser.add_argument("--name", help="what to call a benchmark of your own (default: the file's name)")
    parser.add_argument(
        "--index", type=Path, metavar="FILE", help="check MentalBench's items against this index.csv.gz"
    )
    parser.add_argument("--force", action="store_true", help="replace a benchmark that is already in DIR")


def execute(args: argparse.Namespace) -> int:
    """Import, then say what was found."""
    if args.source == "mentalbench":
        if args.path is None:
            raise UsageError(
                "Where is it? mhclient import mentalbench PATH --out DIR, PATH being a download."
            )
        if args.name:
            raise UsageError("--name is for questions of your own.")
        benchmark = import_mentalbench(args.path, args.out, index=args.index, force=args.force)
    else:
        if args.path is not None or args.index is not None:
            raise UsageError(f"One file at a time: mhclient import {args.source} --out DIR.")
        benchmark = import_own(Path(args.source), args.out, name=args.name, force=args.force)
    _show(benchmark)
    if args.source == "mentalbench":
        _say_index(benchmark)
    return 0


def _say_index(benchmark: Benchmark) -> None:
    if benchmark.manifest["inputs_sha256"]["index"]:
        out.print("Every item is as the index has it.")
    else:
        out.print("Not checked against an index: there is no index.csv.gz beside the files, and no --index.")


def _show(benchmark: Benchmark) -> None:
    table = Table("Task", "Items", "Why fewer", box=None, pad_edge=False)
    for task, facts in benchmark.manifest["tasks"].items():
        table.add_row(plain(task), f"{facts['items']:,}", plain(facts.get("fewer_because") or ""))
    out.print(table)
    out.print(plain(f"{counted(benchmark.manifest['items']['count'], 'item')} in {benchmark.directory}"))
