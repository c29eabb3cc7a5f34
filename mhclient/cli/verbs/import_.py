"""`mhclient import`: questions from elsewhere become a benchmark folder."""

import argparse
from collections import ChainMap
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from benchmark import Benchmark
from benchmark.folder import check_folder
from benchmark.imports import import_mentalbench, read_people_file
from benchmark.kinds import BenchmarkKind
from benchmark.nearest import near_names
from mhclient.cli.screen.console import out, plain, tell
from mhclient.errors import UsageError
from mhclient.loading import later
from mhclient.show.counts import counted
from mhclient.study.source import check_exists
from mhclient.study.stored import refuse_log

if TYPE_CHECKING:
    from mhclient.cli.verbs import mentat
else:  # only MENTAT needs what fits labels
    mentat = later("mhclient.cli.verbs.mentat")


def execute(args: argparse.Namespace) -> int:
    """Import, then say what was found."""
    if args.source == BenchmarkKind.MENTAT:
        for option in ("name", "map", "sheet", "skip_bad", "index"):
            if getattr(args, option):
                raise UsageError(f"--{option.replace('_', '-')} is not for MENTAT.")
        return mentat.import_released(args)
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
            raise UsageError(_one_at_a_time(args.source))
        benchmark = _own(args)
    _show(benchmark)
    if args.source == BenchmarkKind.MENTALBENCH:
        _say_index(benchmark)
    return 0


def _one_at_a_time(source: str) -> str:
    """What to say of two words; the first may be one of the words for a download, misspelt."""
    near = near_names(source, (BenchmarkKind.MENTALBENCH, BenchmarkKind.MENTAT), 1)
    if near and not Path(source).exists():
        return f"{source} is neither a file nor a word for a download. Did you mean '{near[0]}'?"
    return f"One file at a time: mhclient import {source} --out DIR."


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


def _say_index(benchmark: Benchmark) -> None:
    if benchmark.manifest["inputs_sha256"]["index"]:
        out.print("Every item is as the index has it.")
    else:
        out.print("Not checked against an index: there is no index.csv.gz beside the files, and no --index.")


def _show(benchmark: Benchmark) -> None:
    table = Table("Task", "Items", "Why fewer", box=None, pad_edge=False)
    tasks = benchmark.manifest["tasks"]
    for task, facts in tasks.items():
        table.add_row(plain(task), f"{facts['items']:,}", plain(facts.get("fewer_because") or ""))
    if [*tasks] != [BenchmarkKind.OWN]:  # a file without groups has nothing to list
        out.print(table)
    out.print(plain(f"{counted(benchmark.manifest['items']['count'], 'item')} in {benchmark.directory}"))
