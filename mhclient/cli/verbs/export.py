"""`mhclient export`: a benchmark's items, or a run with its replies, for another tool."""

import argparse
from pathlib import Path

from benchmark import read_benchmark
from benchmark.nearest import nearest_benchmark
from cache import Store
from mhclient.cli.screen.console import out, plain
from mhclient.errors import UsageError
from mhclient.report.exchange import RUN_FORMATS
from mhclient.report.exchange.export import Exported, export_benchmark, export_run


def execute(args: argparse.Namespace) -> int:
    """Write, then say how to use it."""
    exported = _benchmark(args) if Path(args.source).exists() else _run(args)
    out.print(plain(f"Written: {args.out}"))
    out.print(plain(f"Next: {exported.next_step}"), soft_wrap=True)
    return 0


def _benchmark(args: argparse.Namespace) -> Exported:
    benchmark = read_benchmark(Path(args.source))
    return export_benchmark(benchmark, args.to, args.out, with_answers=args.with_answers)


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
