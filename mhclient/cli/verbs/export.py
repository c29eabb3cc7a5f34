"""`mhclient export`: a benchmark's items, or a run with its replies, for another tool."""

import argparse
from pathlib import Path

from benchmark import read_benchmark
from benchmark.exchange import EXPORTERS, FORMATS
from cache import Store
from mhclient.cli.screen.console import out, plain
from mhclient.cli.verbs.restricted import refuse_answers
from mhclient.errors import UsageError
from mhclient.report.exchange import RUN_FORMATS, run_exporter
from mhclient.report.exchange.replies import RunExport
from mhclient.run.selectors import select_run
from mhclient.show.files import blot_written


def execute(args: argparse.Namespace) -> int:
    """Write, then say how to use it."""
    step = _benchmark(args) if Path(args.source).exists() else _run(args)
    out.print(plain(f"Written: {args.out}"))
    out.print(plain(f"Next: {step}"), soft_wrap=True)
    return 0


def _benchmark(args: argparse.Namespace) -> str:
    if args.to not in FORMATS:
        raise UsageError(f"{args.source} is a benchmark, without replies: --to {args.to} takes a run.")
    exporter, benchmark = EXPORTERS[args.to], read_benchmark(Path(args.source))
    refuse_answers(benchmark.manifest, args.source, with_answers=args.with_answers)
    path = exporter.write(benchmark, args.out)
    blot_written(args.out)
    return exporter.say_next(path, args.out)


def _run(args: argparse.Namespace) -> str:
    if args.to not in RUN_FORMATS:
        raise UsageError(
            f"{args.source}: there is no such folder, and --to {args.to} writes the items of a benchmark."
        )
    if not args.store.exists():
        raise UsageError(
            f"{args.source} is no folder of a benchmark, and {args.store} is no store with a run of that "
            "name. Name the store with --store."
        )
    exporter = run_exporter(args.to)
    with Store.open(args.store, read_only=True) as store:
        run = RunExport(store, select_run(store, args.source))
        refuse_answers(run.run.benchmark.manifest, args.source, with_answers=args.with_answers)
        path = exporter.write(run, args.out)
    return exporter.say_next(path, args.out)
